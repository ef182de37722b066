"""Sparse maps between a text and what a step made of it.

Only the stretches that changed their length, or whose code points belong together, are kept: four
flat arrays, one row for each rewritten stretch, with its range in the input and in the output.
Between two rows both texts run in step. Offsets are code points; looking one up is a bisection.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator


class Edits:
    """The rewritten stretches of one step, in order and disjoint (Q-REGION)."""

    __slots__ = ("in_end", "in_start", "out_end", "out_start")

    def __init__(self) -> None:
        self.in_start = array("q")
        self.in_end = array("q")
        self.out_start = array("q")
        self.out_end = array("q")

    def __len__(self) -> int:
        return len(self.in_start)

    def append(self, in_start: int, in_end: int, width: int) -> None:
        """Add the stretch ``[in_start, in_end)`` rewritten to ``width`` code points."""
        out_start = in_start
        if self.in_start:
            out_start += self.out_end[-1] - self.in_end[-1]
        self.in_start.append(in_start)
        self.in_end.append(in_end)
        self.out_start.append(out_start)
        self.out_end.append(out_start + width)

    def around(self, offset: int) -> tuple[int, int]:
        """Give the range in the input of the stretch that an input offset lies inside."""
        row = bisect_right(self.in_end, offset)
        return self.in_start[row], self.in_end[row]

    def starts_in_input(self, offset: int) -> Iterator[int]:
        """Yield the input offsets that an output offset stands for, the last one first.

        There are none inside a region, one where nothing was deleted, and where stretches were, one
        behind each and one before the first.
        """
        last = _start(self.out_start, self.out_end, self.in_end, offset)
        if last >= 0:
            yield last
            row = bisect_right(self.out_end, offset) - 1
            while row >= 0 and self.out_start[row] == offset:
                yield self.in_start[row]
                row -= 1

    def ends_in_input(self, offset: int) -> Iterator[int]:
        """Yield the same input offsets, the first one first."""
        first = _end(self.out_start, self.out_end, self.in_start, self.in_end, offset)
        if first >= 0:
            yield first
            row = bisect_left(self.out_start, offset)
            while row < len(self) and self.out_end[row] == offset:
                yield self.in_end[row]
                row += 1

    def start_to_output(self, offset: int) -> int:
        """Give the output offset of an input offset that starts a region, or -1 inside one."""
        return _start(self.in_start, self.in_end, self.out_end, offset)

    def end_to_output(self, offset: int) -> int:
        """Give the output offset of an input offset that ends a region, or -1 inside one."""
        return _end(self.in_start, self.in_end, self.out_start, self.out_end, offset)


def _start(starts: array[int], ends: array[int], far_ends: array[int], offset: int) -> int:
    row = bisect_right(ends, offset)
    if row < len(starts) and starts[row] < offset:
        return -1
    return offset if row == 0 else far_ends[row - 1] + offset - ends[row - 1]


def _end(
    starts: array[int],
    ends: array[int],
    far_starts: array[int],
    far_ends: array[int],
    offset: int,
) -> int:
    row = bisect_left(starts, offset)
    if row and ends[row - 1] > offset:
        return -1
    if row < len(starts):
        return far_starts[row] - (starts[row] - offset)
    return offset if row == 0 else far_ends[row - 1] + offset - ends[row - 1]


def rewrite(text: str, changes: Iterable[tuple[int, int, str]]) -> tuple[str, Edits]:
    """Apply changes ``(start, end, replacement)``, in order and disjoint, and keep their map."""
    edits = Edits()
    pieces: list[str] = []
    done = 0
    for start, end, replacement in changes:
        pieces.append(text[done:start])
        pieces.append(replacement)
        edits.append(start, end, len(replacement))
        done = end
    pieces.append(text[done:])
    return "".join(pieces), edits
