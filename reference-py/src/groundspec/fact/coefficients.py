"""The figures of a text by their coefficient, for evidence that holds many (F-MATCH).

The figures of a span are read where they are asked for. Once as much has been looked through as
the whole text holds, the text is read once for all spans that follow.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from groundspec.text.numbers import Figure, figures
from groundspec.text.source import Text

_EACH: Final = 64  # code points of a short span; looking through any counts so much at least


class Found(NamedTuple):
    """A figure, and its row among those with its coefficient; -1 before there are rows."""

    figure: Figure
    row: int


class Coefficients:
    """Finds the figures with a coefficient in spans of one text."""

    def __init__(self, source: Text) -> None:
        self._text = source.text
        self._effort = source.effort
        self._looked = 0
        self._ahead: dict[tuple[int, int, int], list[Found]] = {}
        self._failed: dict[Hashable, bytearray] = {}  # the rows that are not to be given again

    @cached_property
    def _rows(self) -> dict[int, tuple[array[int], array[int]]]:
        """The starts and ends of the figures with each coefficient."""
        rows: dict[int, tuple[array[int], array[int]]] = {}
        for figure in figures(self._text, 0, len(self._text)):
            self._effort.figures += 1
            if figure.number is not None:
                starts, ends = rows.setdefault(figure.number.coefficient, (array("q"), array("q")))
                starts.append(figure.start)
                ends.append(figure.end)
        return rows

    def within(self, coefficient: int, start: int, end: int, key: Hashable) -> Iterable[Found]:
        """Give the figures in a span with a coefficient, but for those that failed for a key.

        A key belongs to one coefficient.
        """
        if end - start <= _EACH:
            ahead = self._ahead.get((coefficient, start, end))
            if ahead is not None:
                return ahead
        self._looked += max(end - start, _EACH)
        if self._looked <= len(self._text):
            return self._read(coefficient, start, end)
        return self._listed(coefficient, start, end, key)

    def look_ahead(self, asked: Sequence[tuple[int, int, int]]) -> list[list[Found]]:
        """Read the figures with a coefficient of each short span; they are kept until the next."""
        short = (row for row in asked if row[2] - row[1] <= _EACH)
        self._ahead = {row: list(self._read(*row)) for row in short}
        return [self._ahead.get(row, []) for row in asked]

    def _read(self, coefficient: int, start: int, end: int) -> Iterator[Found]:
        for figure in figures(self._text, start, end):
            self._effort.figures += 1
            if figure.number is not None and figure.number.coefficient == coefficient:
                yield Found(figure, -1)

    def fail(self, key: Hashable, row: int) -> None:
        """Note that the figure of a row is not to be given for a key again."""
        self._failed[key][row] = True

    def _listed(self, coefficient: int, start: int, end: int, key: Hashable) -> Iterator[Found]:
        if coefficient not in self._rows:
            return
        starts, ends = self._rows[coefficient]
        failed = self._failed.get(key)
        if failed is None:
            failed = self._failed[key] = bytearray(len(starts))
        row, high = bisect_left(starts, start), bisect_left(starts, end)
        while (row := failed.find(0, row, high)) >= 0:
            if ends[row] <= end:
                yield Found(self._again(starts[row], ends[row]), row)
            row += 1

    def _again(self, start: int, end: int) -> Figure:
        self._effort.figures += 1
        found = figures(self._text, start, end)
        return next(figure for figure in found if figure[:2] == (start, end))
