"""The lines of a text, found once. Columns count code points.

A line ends with a line feed, or with a carriage return and a line feed.
"""

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from groundspec.text.source import Text


class Lines:
    """Where the lines of a text begin. Lines and columns count from 1."""

    def __init__(self, source: Text) -> None:
        self.source = source
        lengths = (len(line) + 1 for line in source.text.split("\n"))
        self._starts = [*accumulate(lengths, initial=0)]

    @property
    def count(self) -> int:
        """How many there are, the last one counted if there is anything in it."""
        lines = len(self._starts) - 1
        return lines - (self._starts[-2] == len(self.source.text))

    def of(self, offset: int) -> int:
        """The line that a code point stands in."""
        return min(bisect_right(self._starts, offset), len(self._starts) - 1)

    def bounds(self, line: int) -> tuple[int, int]:
        """Where a line begins and ends, what ends it left out."""
        start, end = self._starts[line - 1], self._starts[line] - 1
        is_pair = self.source.text[max(start, end - 1) : end + 1] == "\r\n"
        return start, end - is_pair

    def place(self, start: int, end: int) -> dict[str, int]:
        """A stretch in code points as bytes, and as lines and columns; its end lies behind it."""
        first, last = self.of(start), self.of(end)
        return {
            **self.source.span(start, end),
            "line": first,
            "column": start - self._starts[first - 1] + 1,
            "end_line": last,
            "end_column": end - self._starts[last - 1] + 1,
        }

    def stretch(self, span: Mapping[str, Any]) -> tuple[int, int]:
        """A span of a decision, or a place, in code points."""
        start, end = map(self.source.code_point_offset, (span["start"], span["end"]))
        return start, end
