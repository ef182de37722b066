"""Negations and hedges beside a quotation and between its fragments (8.5).

A stretch of the view becomes a string of class letters, one for each code point, in which clause
breaks and words are found by patterns that cannot backtrack.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from groundspec.quote.boundaries.judge import Edges
from groundspec.quote.boundaries.words import fold
from groundspec.quote.letters import boundary_set
from groundspec.quote.search import Span
from groundspec.resources import table
from groundspec.text.classes import CLASS_OF, OTHER, members

_REACHES: Final = (56, 128)  # most often the nearer stretch holds all that is asked for
_NEGATIONS: Final = (4, 2)
_HEDGES: Final = (2, 1)
_WORDS: Final = re.compile("[LMD]++(?:(?<=L)A(?=L)[LMD]++)*+")
_BREAKS: Final = re.compile("B|[SCFN]{2,}")
_LINE_BREAK: Final = re.compile("CF|[CFN]")


class _Letters(dict[int, str]):
    """A letter for each code point: its class, or what it is for clauses and words."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = letter = _letter(char)
        return letter


def _letter(char: str) -> str:
    if char in boundary_set("clause-break"):
        return "B"
    if char in boundary_set("apostrophe"):
        return CLASS_OF[char] if CLASS_OF[char] != OTHER else "A"
    if members("white-space")[char]:
        breaks = {"\r": "C", "\n": "F"}
        return breaks.get(char, "N" if char in boundary_set("line-break") else "S")
    return CLASS_OF[char]


_LETTERS: Final = _Letters()


class _Lists(NamedTuple):
    negations: frozenset[str]
    endings: tuple[str, ...]
    hedges: frozenset[str]
    as_written: frozenset[str]
    conditions: frozenset[str]
    conjunctions: frozenset[str]


@cache
def _lists() -> _Lists:
    words = table("meaning")["words"]
    return _Lists(
        frozenset(words["negations"]),
        tuple(words["negation-endings"]),
        frozenset(words["hedges"]),
        frozenset(words["hedges-as-written"]),
        frozenset(words["conditions"]),
        frozenset(words["conjunctions"]),
    )


class Sense(NamedTuple):
    """What a word is (Q-CLAUSE)."""

    negation: bool
    hedge: bool
    condition: bool
    conjunction: bool


class _Senses(dict[str, Sense]):
    """The sense of a word as it stands, worked out once for each word."""

    def __missing__(self, word: str) -> Sense:
        lists = _lists()
        folded = fold("".join("'" if char in boundary_set("apostrophe") else char for char in word))
        self[word] = sense = Sense(
            folded in lists.negations or folded.endswith(lists.endings),
            folded in lists.hedges or word in lists.as_written,
            folded in lists.conditions,
            folded in lists.conjunctions,
        )
        return sense


class Beside(NamedTuple):
    """The first negation and the first hedge beside a span, as stretches of the view."""

    negation: Span | None
    hedge: Span | None


class Meaning:
    """Looks for negations and hedges in the view of one source."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._senses = _Senses()

    def beside(self, start: int, end: int) -> Beside:
        """Look at both sides of a span, in code points of the source (Q-NEGATION, Q-HEDGE)."""
        view = self._edges.view.text
        low, high = self._edges.place(start), self._edges.place(end)
        lead, trail = self._lead(view, low), self._trail(view, high)
        denied = [*lead[: _NEGATIONS[0]], *trail[: _NEGATIONS[1]]]
        hedged = [word for word, sense in lead[: _HEDGES[0]] if sense.hedge]
        hedged += [word for word, sense in trail[: _HEDGES[1]] if sense.condition]
        return Beside(
            next((word for word, sense in denied if sense.negation), None),
            next(iter(hedged), None),
        )

    def _lead(self, view: str, edge: int) -> list[tuple[Span, Sense]]:
        """Give the words before an edge, the nearest first, at most four (Q-CLAUSE)."""
        if edge <= 0:
            return []
        wanted = _NEGATIONS[0]
        start, found = edge, list[Span]()
        for reach in _REACHES:
            start = max(0, edge - reach)
            context = max(0, start - 1)
            letters = view[context : edge + 1].translate(_LETTERS)
            broken = [stop for _, stop in _breaks(letters, start - context, edge - context)]
            begin = max(broken, default=start - context)
            words = _WORDS.finditer(letters, begin, edge - context)
            found = [(word.start() + context, word.end() + context) for word in words]
            if broken or start == 0 or len(found) > wanted:
                break
        else:
            found = [word for word in found if word[0] > start]
        return self._until_conjunction(view, found[: -wanted - 1 : -1])

    def _trail(self, view: str, edge: int) -> list[tuple[Span, Sense]]:
        """Give the words behind an edge, the nearest first, at most two (Q-CLAUSE)."""
        if not 0 <= edge < len(view):
            return []
        wanted = _NEGATIONS[1]
        end, found = edge, list[Span]()
        context = max(0, edge - 1)
        for reach in _REACHES:
            end = min(len(view), edge + reach)
            letters = view[context : end + 1].translate(_LETTERS)
            broken = [begin for begin, _ in _breaks(letters, edge - context, end - context)]
            stop = min(broken, default=end - context)
            words = _WORDS.finditer(letters, edge - context, stop)
            found = [(word.start() + context, word.end() + context) for word in words]
            if broken or end == len(view) or len(found) > wanted:
                break
        else:
            found = [word for word in found if word[1] < end]
        return self._until_conjunction(view, found[:wanted])

    def _until_conjunction(self, view: str, words: list[Span]) -> list[tuple[Span, Sense]]:
        kept: list[tuple[Span, Sense]] = []
        for word in words:
            sense = self._senses[view[slice(*word)]]
            if sense.conjunction:
                break
            kept.append((word, sense))
        return kept

    @cached_property
    def _negations(self) -> tuple[array[int], array[int]]:
        """Where the negations of the whole view begin and end."""
        view = self._edges.view.text
        starts, ends = array("q"), array("q")
        for match in _WORDS.finditer(view.translate(_LETTERS)):
            if self._senses[view[match.start() : match.end()]].negation:
                starts.append(match.start())
                ends.append(match.end())
        return starts, ends

    def omitted(self, stretches: Sequence[Span]) -> Span | None:
        """Give the first negation that lies in some stretches of the source (Q-OMITTED)."""
        starts, ends = self._negations
        for stretch in stretches:
            low, high = self._edges.inside(*stretch)
            row = bisect_left(starts, low)
            if row < len(starts) and ends[row] <= high:
                return starts[row], ends[row]
        return None


def _breaks(letters: str, start: int, end: int) -> Iterator[Span]:
    """Yield the clause breaks that lie between two offsets."""
    for match in _BREAKS.finditer(letters, start, end):
        at, stop = match.span()
        if letters[at] != "B":
            if len(_LINE_BREAK.findall(match[0])) > 1:
                yield at, stop
        elif not letters[at - 1 : at] == "D" == letters[stop : stop + 1]:
            yield at, stop
