"""The figures of a text by their coefficient, for evidence that holds many (F-MATCH).

Most spans are short, and their figures are read where they are asked for. Once as much has been
looked through as the whole text holds, the text is read once for all spans that follow.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from groundspec.text.numbers import Figure, figures
from groundspec.text.source import Text

_EACH: Final = 64  # spans of so many code points are read where they are asked for


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

    def within(self, coefficient: int, start: int, end: int, failed: bytearray) -> Iterator[Found]:
        """Yield the figures in a span with a coefficient, but for the rows that ``failed`` marks.

        ``failed`` is made as long as there are rows once they are made.
        """
        short = end - start <= _EACH
        self._looked += 0 if short else end - start
        if short or self._looked <= len(self._text):
            for figure in figures(self._text, start, end):
                self._effort.figures += 1
                if figure.number is not None and figure.number.coefficient == coefficient:
                    yield Found(figure, -1)
            return
        if coefficient not in self._rows:
            return
        starts, ends = self._rows[coefficient]
        if not failed:
            failed.extend(bytes(len(starts)))
        row, high = bisect_left(starts, start), bisect_left(starts, end)
        while (row := failed.find(0, row, high)) >= 0:
            if ends[row] <= end:
                yield Found(self._again(starts[row], ends[row]), row)
            row += 1

    def _again(self, start: int, end: int) -> Figure:
        self._effort.figures += 1
        found = figures(self._text, start, end)
        return next(figure for figure in found if figure[:2] == (start, end))
