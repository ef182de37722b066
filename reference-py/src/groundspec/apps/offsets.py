"""Offsets in bytes, code points or UTF-16 units of a text, turned into bytes exactly."""

from array import array
from bisect import bisect_right
from typing import Any, Final

from groundspec.apps.jsonlines import RecordError
from groundspec.core.jsonread import LARGEST
from groundspec.text.source import Text

BYTES, CODE_POINTS, UTF_16 = "bytes", "code-points", "utf-16"
UNITS: Final = (BYTES, CODE_POINTS, UTF_16)
_NAMES: Final = {BYTES: "byte", CODE_POINTS: "code point", UTF_16: "UTF-16 unit"}
_BLOCK: Final = 1024
_OF_LANGUAGES: Final = (
    f"for indices of Python: --offset-unit {CODE_POINTS}, of JavaScript and Java: {UTF_16}"
)


class Offsets:
    """Places in one text, stated in one unit."""

    def __init__(self, text: Text, unit: str) -> None:
        self._text = text
        self._unit = unit
        self._length = len(text.text)
        self._blocks: array[int] | None = None
        if unit == BYTES:
            self._length = text.byte_offset(self._length)
        elif unit == UTF_16 and text.alphabet[-1:] > "\uffff":
            self._blocks = _utf_16_blocks(text.text)
            self._length = self._blocks[-1]

    def place(self, start: Any, end: Any) -> dict[str, int]:
        """The `at` of a claim. Raises RecordError if the two are no place in the text."""
        for name, offset in (("start", start), ("end", end)):
            if type(offset) is not int:
                raise RecordError(f"{name} must be an integer", "--at-offsets is given")
            if not 0 <= offset <= self._length:
                where = "less than 0" if offset < 0 else "beyond the end of the source"
                raise self._error(f"{name} {_short(offset)} is {where}")
        if start >= end:
            raise self._error(f"start {start} is not before end {end}")
        return {"start": self._in_bytes("start", start), "end": self._in_bytes("end", end)}

    def in_bytes(self, offset: int) -> int:
        """Any offset in bytes: one that is no place in the text becomes one that is none either."""
        if offset < 0 or self._unit == BYTES:
            return offset
        if offset > self._length:
            end = self._text.byte_offset(len(self._text.text))
            return min(end + offset - self._length, max(LARGEST, offset))
        try:
            return self._in_bytes("offset", offset)
        except RecordError:  # between the halves of a pair: between bytes of its code point
            return self._in_bytes("offset", offset - 1) + 2

    def _in_bytes(self, name: str, offset: int) -> int:
        if self._unit == BYTES:
            if self._text.code_point_offset(offset) < 0:
                raise self._error(f"{name} {offset} is inside a code point", _OF_LANGUAGES)
            return offset
        if self._blocks is None:
            return self._text.byte_offset(offset)
        block = bisect_right(self._blocks, offset, hi=len(self._blocks) - 1) - 1
        start = block * _BLOCK
        part = self._text.text[start : start + _BLOCK].encode("utf-16-le")
        try:
            within = len(part[: 2 * (offset - self._blocks[block])].decode("utf-16-le"))
        except UnicodeDecodeError:
            hint = f"for indices of Python: --offset-unit {CODE_POINTS}"
            raise self._error(f"{name} {offset} is inside a code point", hint) from None
        return self._text.byte_offset(start + within)

    def _error(self, message: str, hint: str = "") -> RecordError:
        unit = _NAMES[self._unit] + ("" if self._length == 1 else "s")
        return RecordError(f"{message}; the source has {self._length} {unit}", hint)


def _utf_16_blocks(text: str) -> "array[int]":
    """The offset of each block's start in UTF-16 units, and of the end of the text."""
    offsets = array("q", [0])
    for start in range(0, len(text), _BLOCK):
        units = len(text[start : start + _BLOCK].encode("utf-16-le")) // 2
        offsets.append(offsets[-1] + units)
    return offsets


def _short(offset: int) -> str:
    return str(offset) if abs(offset) < 10**18 else "of so many digits"
