"""Layout markers (Q-MARKERS): the policy's lists of parts as one pattern without choices.

Each marker becomes a sequence in which no part is tried in another way once it matched: ``digits``
is possessive, and ``until`` is taken together with its literal, nearest place first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from groundspec.text.letters import boundary_set
from groundspec.text.node import Step
from groundspec.text.steps import EditStep

Part = str | Mapping[str, str]

_DIGITS: Final = "[0-9]{1,20}+(?![0-9])"
_UNTIL: Final = 64


class MarkerStep(EditStep):
    """The step of a policy's markers."""


def marker_step(markers: Sequence[Sequence[Part]]) -> Step | None:
    """Give the step for a policy's markers, None where it has none."""
    if not markers:
        return None
    patterns = dict.fromkeys((_pattern(parts), _literals(parts)) for parts in markers)

    def changes(text: str) -> Iterator[tuple[int, int, str]]:
        tried = [
            f"(?>{pattern})"
            for pattern, literals in patterns
            if all(literal in text for literal in literals)
        ]
        if tried:
            for match in re.finditer("|".join(tried), text):
                yield match.start(), match.end(), " "

    return MarkerStep("".join(sorted({_literal(parts[0])[0] for parts in markers})), changes)


def _pattern(parts: Sequence[Part]) -> str:
    made: list[str] = []
    rest = list(parts)
    while rest:
        part = rest.pop(0)
        if part == "digits":
            made.append(_DIGITS)
        elif part == "until":
            made.append(f"(?>{_skipped()}{re.escape(_literal(rest.pop(0)))})")
        else:
            made.append(re.escape(_literal(part)))
    return "".join(made)


def _literals(parts: Sequence[Part]) -> tuple[str, ...]:
    """Give the literals of a marker: a text that lacks one does not hold it."""
    return tuple(_literal(part) for part in parts if not isinstance(part, str))


def _literal(part: Any) -> str:
    text: str = part["literal"]
    return text


def _skipped() -> str:
    breaks = re.escape("".join(sorted(boundary_set("line-break"))))
    return f"[^{breaks}]{{0,{_UNTIL}}}?"
