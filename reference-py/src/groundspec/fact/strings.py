"""Whether words stand in a span as a whole (F-STRING)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final

from groundspec.fact.document import Document, Span
from groundspec.fact.places import MOST, Places
from groundspec.text.classes import CLASS_OF, members
from groundspec.text.letters import is_currency
from groundspec.text.lines import WHITE
from groundspec.text.numbers import is_in, is_word
from groundspec.vocab.pack import phrases

_JOINERS: Final = frozenset("-\u2010\u2011'\u2019&~@")


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
            if _free(self._text, found.start, True) and _free(self._text, found.end, False):
                yield found


def _free(text: str, edge: int, left: bool) -> bool:
    """Say whether no word or number goes on beyond an edge."""
    outside, inside = (edge - 1, edge) if left else (edge, edge - 1)
    if not is_word(text, inside) or not 0 <= outside < len(text):
        return True
    char, further = text[outside], outside - 1 if left else outside + 1
    if is_word(text, outside) or char == "_" or members("default-ignorable")[char]:
        return False
    if char in _JOINERS and is_word(text, further):
        possessive = not left and text.startswith(_POSSESSIVES, outside)
        return possessive and not is_word(text, further + 1)
    if CLASS_OF[text[inside]] == "D":
        return not _goes_on(text, outside, further, left)
    return left or char not in "+#" or CLASS_OF[text[inside]] != "L"


def _goes_on(text: str, outside: int, further: int, left: bool) -> bool:
    """Say whether a number goes on beyond its first or last digit."""
    char = text[outside]
    if char in ".,":
        return 0 <= further < len(text) and CLASS_OF[text[further]] == "D"
    return is_in(text, outside, "minus") or is_currency(char) if left else char == "%"


_POSSESSIVES: Final = ("'s", "\u2019s")


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
