"""A text prepared once: its characters, its byte offsets, and what its lookups cost.

Offsets inside the reference are code points; packets and receipts count bytes (T-OFFSET). Between
the two stands a checkpoint for every block of code points, so a lookup encodes one block at most.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cached_property
from typing import Final

_BLOCK: Final = 256


class Effort:
    """Steps taken, counted so that tests of growth need no clock.

    ``figures`` are those come by in a search for one, ``read`` those with all around them.
    """

    __slots__ = ("edges", "examined", "figures", "folded", "read", "searches")

    def __init__(self) -> None:
        self.edges = self.examined = self.figures = self.folded = self.read = self.searches = 0


class Text:
    """A text whose indexes are built when needed; ``effort`` counts what was done with it.

    ``Text(source).span(start, end)`` turns Python's indices into the ``at`` of a claim.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.effort = Effort()

    @cached_property
    def alphabet(self) -> str:
        """Every character of the text once, in code point order."""
        return "".join(sorted(set(self.text)))

    @cached_property
    def _checkpoints(self) -> array[int]:
        """The byte offset of each block's start, and of the end of the text."""
        text = self.text
        offsets = array("q", [0])
        total = 0
        for start in range(0, len(text), _BLOCK):
            total += len(text[start : start + _BLOCK].encode())
            offsets.append(total)
        return offsets

    def byte_offset(self, offset: int) -> int:
        """Turn an offset in code points into one in bytes."""
        if self.text.isascii():
            return offset
        block = offset // _BLOCK
        return self._checkpoints[block] + len(self.text[block * _BLOCK : offset].encode())

    def code_point_offset(self, offset: int) -> int:
        """Turn an offset in bytes into one in code points; -1 off a boundary or past the end."""
        if self.text.isascii():
            return offset if 0 <= offset <= len(self.text) else -1
        checkpoints = self._checkpoints
        if not 0 <= offset <= checkpoints[-1]:
            return -1
        block = bisect_right(checkpoints, offset, hi=len(checkpoints) - 1) - 1
        start = block * _BLOCK
        part = self.text[start : start + _BLOCK].encode()[: offset - checkpoints[block]]
        try:
            return start + len(part.decode())
        except UnicodeDecodeError:
            return -1

    def span(self, start: int, end: int) -> dict[str, int]:
        """Give the span of ``[start, end)`` in code points as a receipt has it, in bytes.

        Raises ValueError for what is no stretch of the text, as where ``str.find`` gave -1.
        """
        if not 0 <= start <= end <= len(self.text):
            whole = f"the text has {len(self.text)} code points"
            raise ValueError(f"there is no span from {start} to {end}: {whole}")
        return {"start": self.byte_offset(start), "end": self.byte_offset(end)}
