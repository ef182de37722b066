"""Where a quote that does not stand in a source nearly does, for people alone.

The tiers of the check `quote` find it where letter case, quotation marks, dashes, white space and
the like differ; else the longest run of its words that stands is looked for. The work is bounded,
for one quote and for all of them.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from groundspec import resources
from groundspec.apps.quote_differences import Comparison
from groundspec.quote.search import Searcher
from groundspec.quote.tiers import Tier, ladder
from groundspec.text.node import Node
from groundspec.text.source import Text

_LARGEST: Final = 1 << 24
_ALL: Final = 1 << 30  # code points that are gone through, for all quotes together
_SEARCH: Final = 8  # how often a search goes through the source, at most
_LONGEST: Final = 2000
_MOST_WORDS: Final = 200
_FEWEST, _FEWEST_WORDS, _LONG = 3, 3, 40

_STEPS: Final = {
    "entities": "character references",
    "line-hyphen-kept": "hyphens at the ends of lines",
    "line-hyphen-dropped": "hyphens at the ends of lines",
    "nfc": "composed characters",
    "ignorables": "invisible characters",
    "compatibility": "compatibility characters",
    "quotes": "quotation marks",
    "dashes": "dashes",
    "hyphens": "hyphens",
    "ellipsis": "an ellipsis",
    "case": "letter case",
    "whitespace": "white space",
}

Span = tuple[int, int]


class Near(NamedTuple):
    """Where a quote nearly stands, in code points: but for what, or which part of it.

    `differs` has the first part of the quote that differs, and what the source has for it.
    """

    span: Span
    but: tuple[str, ...] = ()
    differs: tuple[str, str] | None = None
    is_part: bool = False


class Nearby:
    """Finds quotes in one source."""

    def __init__(self, source: Text) -> None:
        self._source = source
        self._left = _ALL

    def find(self, quote: str) -> Near | None:
        """Where a quote nearly stands; None where it does not, or it would take too long."""
        size = len(self._source.text)
        if size > _LARGEST or len(quote) > _LONGEST or self._left < _SEARCH * size:
            return None
        self._left -= _SEARCH * size
        return self._alike(quote) or self._loosely(quote) or self._part(quote)

    # --- All of it --------------------------------------------------------------------------------

    @cached_property
    def _tiers(self) -> tuple[tuple[Tier, ...], tuple[Tier, ...]]:
        return ladder(resources.policy("quote", "default"))

    @cached_property
    def _root(self) -> Node:
        return Node.root(self._source)

    @cached_property
    def _graded(self) -> Searcher:
        return Searcher(self._source, self._root, self._tiers[0], None, False)

    @cached_property
    def _loose(self) -> Searcher:
        return Searcher(self._source, self._root, self._tiers[1], None, False)

    @cached_property
    def _comparison(self) -> Comparison:
        return Comparison(self._source, resources.policy("quote", "default"))

    def _alike(self, quote: str) -> Near | None:
        """Where it stands at a sound tier."""
        found = self._graded.find(self._graded.quotation(quote))
        if found.tier is None:
            return None
        span = found.spans[0]
        rows = self._comparison.differences(found.tier, span, quote)
        rows = [row for row in rows if row.steps != ("whitespace",)]  # which a quote may have
        but = dict.fromkeys(_STEPS[name] for row in rows for name in row.steps if name in _STEPS)
        if not rows:
            return Near(span)
        first = rows[0]
        there = self._source.text[slice(*first.source)]
        return Near(span, (*but,), (quote[slice(*first.claim)], there))

    def _loosely(self, quote: str) -> Near | None:
        """Where its letters and digits stand, if they are no part of a word or number there."""
        text = self._source.text
        quotation = self._loose.quotation(quote)
        if len(quotation.output(0)) < _FEWEST:
            return None
        found = self._loose.find(quotation)
        if found.tier is None:
            return None
        start, end = found.spans[0]
        if text[start - 1 : start].isalnum() or text[end : end + 1].isalnum():
            return None
        before, behind = _ends(quote)
        while before and text[start - 1 : start] == before[-1]:
            before, start = before[:-1], start - 1
        while behind and text[end : end + 1] == behind[0]:
            behind, end = behind[1:], end + 1
        return Near((start, end), ("white space and punctuation",), (quote, text[start:end]))

    # --- A part of it -----------------------------------------------------------------------------

    def _part(self, quote: str) -> Near | None:
        """The longest run of words that stands, if it is long."""
        tier = self._tiers[0][-1]
        node = self._root.after(tier.steps)
        words = tier.project(quote).split(" ")[:_MOST_WORDS]
        whole = len(" ".join(words))
        best: Span = (0, 0)
        for at, length in self._runs(node.text, words):
            if length > best[1] - best[0]:
                best = (at, at + length)
        length = best[1] - best[0]
        if length * 3 < whole and length < _LONG:
            return None
        span = node.span(*best) if length else None
        return None if span is None else Near(span, is_part=True)

    def _runs(self, text: str, words: list[str]) -> Iterator[Span]:
        """Where the runs of words stand that cannot be longer, and how long they are."""
        first, end, at = 0, 0, -1
        while end < len(words) and self._left >= len(text):
            self._left -= len(text)
            run = " ".join(words[first : end + 1])
            place = text.find(run)
            if place >= 0:
                end, at = end + 1, place
                if end - first >= _FEWEST_WORDS:
                    yield at, len(run)
            else:
                first += 1
                end = max(end, first)


def _ends(quote: str) -> tuple[str, str]:
    """The punctuation that a quote begins and ends with."""
    inner = [at for at, char in enumerate(quote) if char.isalnum()] or [0, len(quote)]
    before, behind = quote[: inner[0]], quote[inner[-1] + 1 :]
    return "".join(before.split()), "".join(behind.split())
