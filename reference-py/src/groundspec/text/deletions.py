"""The map of a step that deletes single code points and leaves all others, made when asked.

Nothing is kept for each deleted code point: there may be one for every word. A count of what is
left of each block finds the block of a lookup, and the block is gone through again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Final

_BLOCK: Final = 1024


class Deletions:
    """Which code points of a text are left; asked as ``Edits`` is (Q-REGION)."""

    def __init__(self, text: str, table: Mapping[int, int | None]) -> None:
        """Take the text as it was, and the table that translates it."""
        self._text = text
        self._table = table

    @cached_property
    def _before(self) -> array[int]:
        """How many code points are left before each block, and in all."""
        blocks = (self._text[at : at + _BLOCK] for at in range(0, len(self._text), _BLOCK))
        lengths = (len(block.translate(self._table)) for block in blocks)
        return array("q", accumulate(lengths, initial=0))

    def around(self, offset: int) -> tuple[int, int]:
        """Give the range that an input offset lies inside: none, each code point is by itself."""
        return offset, offset

    def starts_in_input(self, offset: int) -> Iterator[int]:
        """Yield the input offsets that an output offset stands for, the last one first."""
        yield from range(self._place(offset), self._behind(offset) - 1, -1)

    def ends_in_input(self, offset: int) -> Iterator[int]:
        """Yield the same input offsets, the first one first."""
        yield from range(self._behind(offset), self._place(offset) + 1)

    def start_to_output(self, offset: int) -> int:
        """Give how many code points are left before an input offset."""
        block = offset // _BLOCK
        part = self._text[block * _BLOCK : offset]
        return self._before[block] + len(part.translate(self._table))

    end_to_output = start_to_output

    def _behind(self, offset: int) -> int:
        """Give the input offset behind the last code point left before an output offset."""
        return self._place(offset - 1) + 1 if offset else 0

    def _place(self, offset: int) -> int:
        """Give where the code point at an output offset stands in the input; its end at the end."""
        before = self._before
        if offset >= before[-1]:
            return len(self._text)
        block = bisect_right(before, offset) - 1
        left = offset - before[block]
        start = block * _BLOCK
        for place in range(start, len(self._text)):
            if self._table[ord(self._text[place])] is not None:
                if left == 0:
                    return place
                left -= 1
        return len(self._text)
