"""Boundary classes (8.3): where a quotation may not begin or end.

An edge is a position in the source with its ignorable code points taken out. Each class is a row
with a test of that position; the first row that refuses an edge of an occurrence names its code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from groundspec.quote.steps import deletion_of_ignorables
from groundspec.resources import table
from groundspec.text.classes import CLASS_OF, DIGIT, RangeSet, members
from groundspec.text.node import Node
from groundspec.text.source import Text

Test = Callable[[str, int], bool]

_WORD: Final = "LMD"
_LETTER_OR_DIGIT: Final = "LD"
_GROUP: Final = 3
_BREAK: Final = 64


@cache
def _named(name: str) -> frozenset[str]:
    return frozenset(map(chr, table("boundaries")["sets"][name]))


@cache
def _attached() -> RangeSet:
    return RangeSet(table("boundaries")["ranges"]["attached"])


def _kind(view: str, at: int) -> str:
    """Give the class letter of the code point at an offset; empty outside the text."""
    return CLASS_OF[view[at]] if 0 <= at < len(view) else ""


def _is(view: str, at: int, classes: str) -> bool:
    kind = _kind(view, at)
    return kind != "" and kind in classes


def _word(view: str, edge: int) -> bool:
    """Q-EDGE-WORD, before Q-EDGE-UNSEGMENTED excuses."""
    return _is(view, edge, _LETTER_OR_DIGIT) and _is(view, edge - 1, _WORD)


def _unsegmented(view: str, edge: int) -> bool:
    """Q-EDGE-UNSEGMENTED."""
    left, right = view[edge - 1], view[edge]
    held = members("unsegmented")
    figures = CLASS_OF[left] == CLASS_OF[right] == DIGIT
    return (held[left] or held[right]) and not figures and ord(right) not in _attached()


def _mark(view: str, edge: int) -> bool:
    """Q-EDGE-MARK."""
    return _is(view, edge, "M")


def _between(view: str, edge: int, name: str, before: str, after: str) -> bool:
    """Say whether a code point of a set, with these classes at its sides, touches the edge."""
    held = _named(name)
    if view[edge] in held:
        return _is(view, edge - 1, before) and _is(view, edge + 1, after)
    if view[edge - 1] in held:
        return _is(view, edge - 2, before) and _is(view, edge, after)
    return False


def _hyphen(view: str, edge: int) -> bool:
    """Q-EDGE-HYPHEN."""
    return (
        _between(view, edge, "joiner", _WORD, _LETTER_OR_DIGIT)
        or _between(view, edge, "range-dash", DIGIT, DIGIT)
        or _broken_line(view, edge)
    )


def _broken_line(view: str, edge: int) -> bool:
    """Say whether the edge lies in a term that is broken at the end of a line."""
    white, hyphens = members("white-space"), _named("line-hyphen")
    hyphen = edge
    if view[edge] not in hyphens:
        while hyphen > 0 and edge - hyphen <= _BREAK and white[view[hyphen - 1]]:
            hyphen -= 1
        hyphen -= 1
    if hyphen < 1 or view[hyphen] not in hyphens or not _is(view, hyphen - 1, _WORD):
        return False
    after = hyphen + 1
    while after < len(view) and after - hyphen <= _BREAK and white[view[after]]:
        after += 1
    breaks = _named("line-break")
    broken = any(char in breaks for char in view[hyphen + 1 : after])
    return broken and _is(view, after, _LETTER_OR_DIGIT)


def _sign(view: str, edge: int) -> bool:
    """Q-EDGE-SIGN."""
    if not _is(view, edge, DIGIT) or view[edge - 1] not in _named("sign"):
        return False
    return edge == 1 or not (_is(view, edge - 2, _WORD) or view[edge - 2] in "._")


def _decimal(view: str, edge: int) -> bool:
    """Q-EDGE-DECIMAL."""
    return _between(view, edge, "decimal-separator", DIGIT, DIGIT)


def _group(view: str, edge: int) -> bool:
    """Q-EDGE-GROUP."""
    return _between(view, edge, "group-separator", DIGIT, DIGIT) or _spaced_group(view, edge)


def _spaced_group(view: str, edge: int) -> bool:
    spaces = _named("group-space")
    if view[edge] in spaces and _is(view, edge - 1, DIGIT):
        space = edge
    elif view[edge - 1] in spaces and _is(view, edge, DIGIT):
        space = edge - 1
    else:
        return False
    left = _digits(view, space - 1, -1)
    return 1 <= left <= _GROUP and _digits(view, space + 1, 1) == _GROUP


def _digits(view: str, at: int, step: int) -> int:
    """Count the digits from an offset in one direction, as far as one more than a group."""
    count = 0
    while count <= _GROUP and _is(view, at + step * count, DIGIT):
        count += 1
    return count


def _time(view: str, edge: int) -> bool:
    """Q-EDGE-TIME."""
    return _between(view, edge, "time-separator", DIGIT, DIGIT)


class EdgeClass(NamedTuple):
    """A boundary class: its rule, its code, its test, and the rule that excuses from it."""

    rule: str
    code: str
    test: Test
    excuse: tuple[str, Test] | None = None


EDGE_CLASSES: Final = (
    EdgeClass("Q-EDGE-WORD", "CUTS_WORD", _word, ("Q-EDGE-UNSEGMENTED", _unsegmented)),
    EdgeClass("Q-EDGE-MARK", "CUTS_MARK", _mark),
    EdgeClass("Q-EDGE-HYPHEN", "CUTS_HYPHENATED_TERM", _hyphen),
    EdgeClass("Q-EDGE-SIGN", "CUTS_SIGN", _sign),
    EdgeClass("Q-EDGE-DECIMAL", "CUTS_DECIMAL", _decimal),
    EdgeClass("Q-EDGE-GROUP", "CUTS_GROUPED_NUMBER", _group),
    EdgeClass("Q-EDGE-TIME", "CUTS_TIME", _time),
)


class Cut(NamedTuple):
    """Why an occurrence is refused: the class's rule, and the mark in bytes of the source."""

    rule: str
    start: int
    end: int


class Edges:
    """Judges the edges of occurrences in one source (Q-EDGE)."""

    def __init__(self, source: Text, root: Node, without: frozenset[str]) -> None:
        self._source = source
        self._view = root.then(deletion_of_ignorables())
        self._classes = tuple(row for row in EDGE_CLASSES if row.rule not in without)
        self._without = without

    def refuse(self, start: int, end: int) -> Cut | None:
        """Give the first class that refuses an edge of ``[start, end)`` in code points."""
        self._source.effort.edges += 1
        edits = self._view.edits
        if edits is not None:
            start, end = edits.start_to_output(start), edits.end_to_output(end)
        view = self._view.text
        edges = [edge for edge in (start, end) if 0 < edge < len(view)]
        for row in self._classes:
            for edge in edges:
                if row.test(view, edge) and not self._excused(row, view, edge):
                    return Cut(row.rule, *self._mark(edge))
        return None

    def _excused(self, row: EdgeClass, view: str, edge: int) -> bool:
        if row.excuse is None or row.excuse[0] in self._without:
            return False
        return row.excuse[1](view, edge)

    def _mark(self, edge: int) -> tuple[int, int]:
        low, high = edge - 1, edge + 1
        place = self._view.span(low, high) or (low, high)
        return self._source.byte_offset(place[0]), self._source.byte_offset(place[1])
