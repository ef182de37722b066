"""A claim's text and its projection at each tier, made when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from groundspec.quote.steps import make_steps
from groundspec.quote.tiers import Tier
from groundspec.text.classes import holds_letter_or_digit, members
from groundspec.text.letters import boundary_set
from groundspec.text.normalise import is_settled
from groundspec.text.steps import other_white

_STRANGE: Final = re.compile("[^\x00-\x7f]")
_PLAIN: Final = re.compile("[0-9A-Za-z]")
_FOLDS: Final = ("ignorables", "compatibility", "quotes", "dashes", "hyphens", "ellipsis")


@cache
def _stirring() -> re.Pattern[str]:
    """Give a pattern of what character references and line-end hyphens begin with."""
    hyphens = re.escape("".join(sorted(boundary_set("line-hyphen"))))
    return re.compile(f"&|[{hyphens}][ {re.escape(other_white())}]")


class _Calm(dict[str, bool]):
    """Whether composition leaves a character alone, before and after the folds of graded tiers."""

    def __missing__(self, char: str) -> bool:
        folded = (make_steps(names, None) for names in (_FOLDS, (*_FOLDS, "case")))
        texts = [char, *("".join(step.rewrite(char) for step in steps) for steps in folded)]
        self[char] = calm = all(map(is_settled, texts))
        return calm


_CALM: Final = _Calm()


def _is_tame(text: str) -> bool:
    """Say whether the steps of graded tiers that are not local leave a text alone."""
    if _stirring().search(text):
        return False
    return text.isascii() or all(_CALM[char] for char in _STRANGE.findall(text))


class Quotation:
    """A text to be found at some tiers.

    ``whole`` says that it is a claim's own text, which Q-DEGENERATE judges; a piece of one has no
    candidate at a tier at which it holds neither letter nor digit (Q-FRAGMENTS).
    """

    def __init__(
        self, text: str, tiers: Sequence[Tier], marked: bool = False, whole: bool = True
    ) -> None:
        """Take the text and the tiers; ``marked`` says whether there are layout markers."""
        self.text = text
        self._tiers = tiers
        self._marked = marked
        self._whole = whole
        self._outputs: dict[int, str] = {}

    @cached_property
    def _tame(self) -> bool:
        return not self._marked and _is_tame(self.text)

    def output(self, level: int) -> str:
        """Give the projection at a tier."""
        found = self._outputs.get(level)
        if found is None:
            tier = self._tiers[level]
            short = bool(tier.steps) and tier.grade is not None and self._tame
            found = tier.project_locally(self.text) if short else tier.project(self.text)
            if not self._whole and not holds_letter_or_digit(found):
                found = ""
            self._outputs[level] = found
        return found

    def outputs(self, first: int = 0) -> Iterator[str]:
        """Yield the projections from one tier on."""
        return map(self.output, range(first, len(self._tiers)))

    @cached_property
    def degenerate(self) -> bool:
        """Q-DEGENERATE."""
        if not self._marked and "&" not in self.text and _PLAIN.search(self.text):
            return False  # no other step deletes these, or makes something else of them
        return not all(map(holds_letter_or_digit, self.outputs()))

    @cached_property
    def graded(self) -> bool:
        """Whether its ends are part of it at every graded tier, and its steps there all local."""
        white, ignorable = members("white-space"), members("default-ignorable")
        ends = self.text[:1] + self.text[-1:]
        if ends == "" or any(white[end] or ignorable[end] for end in ends):
            return False
        return self._tame or all(map(self._is_local, range(len(self._tiers))))

    def _is_local(self, level: int) -> bool:
        tier = self._tiers[level]
        return tier.grade is None or tier.project_locally(self.text) == self.output(level)
