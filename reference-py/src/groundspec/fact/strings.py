"""Whether words stand in a span as a whole (F-STRING)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final

from groundspec.fact.amounts import Span
from groundspec.fact.document import Document
from groundspec.fact.places import MOST, Places
from groundspec.text.lines import WHITE
from groundspec.text.numbers import is_word
from groundspec.vocab.pack import phrases

_JOINERS: Final = frozenset("-\u2010\u2011'\u2019")


class StringPlaces:
    """Where a value stands with no word going on at its edges, in spans that come in order.

    A place in several spans is given in the first alone; of each span its first 1000 are looked at.
    """

    def __init__(self, document: Document, places: Places, value: str) -> None:
        self._text = document.text
        self._places = places
        self._value = value
        self._seen: list[int] = []

    def new(self, span: Span) -> Iterator[Span]:
        """Yield the places in a span that were not yet looked at."""
        seen = len(self._seen) - bisect_left(self._seen, span.start)
        rest = Span(self._seen[-1] + 1, span.end) if seen else span
        for found in islice(self._places.occurrences(self._value, rest), MOST - seen):
            self._seen.append(found.start)
            if _free(self._text, found.start, -1) and _free(self._text, found.end, 1):
                yield found


def _free(text: str, edge: int, step: int) -> bool:
    """Say whether no word goes on beyond an edge; ``step`` is -1 at the left and 1 at the right."""
    outside = edge - 1 if step < 0 else edge
    inside = edge if step < 0 else edge - 1
    if not is_word(text, inside):
        return True
    if is_word(text, outside):
        return False
    joined = 0 <= outside < len(text) and text[outside] in _JOINERS
    possessive = (
        step > 0
        and text[outside : outside + 2] in ("'s", "\u2019s")
        and not is_word(text, outside + 2)
    )
    return not (joined and is_word(text, outside + step) and not possessive)


def negation_before(document: Document, found: Span) -> Span | None:
    """F-NEGATED: the negation that white space alone parts from a string."""
    folded = document.folded
    matches = phrases("negations").all(folded, max(0, found.start - 24), found.start)
    if (
        matches
        and matches[-1].end() < found.start
        and not folded[matches[-1].end() : found.start].strip(WHITE)
    ):
        return Span(*matches[-1].span())
    return None
