"""Classes of code points (T-CLASSES), from the tables and never from the interpreter.

A range table becomes two flat arrays for bisection; what was asked of a code point once is kept,
since texts use few different ones.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache
from typing import Final

from groundspec.resources import range_table

LETTER: Final = "L"
MARK: Final = "M"
DIGIT: Final = "D"
OTHER: Final = "."


class RangeSet:
    """A set of code points given as sorted, inclusive, disjoint ranges."""

    __slots__ = ("_firsts", "_lasts")

    def __init__(self, ranges: list[list[int]]) -> None:
        self._firsts = array("L", (first for first, _ in ranges))
        self._lasts = array("L", (last for _, last in ranges))

    def __contains__(self, code_point: int) -> bool:
        row = bisect_right(self._firsts, code_point) - 1
        return row >= 0 and code_point <= self._lasts[row]


@cache
def range_set(table: str) -> RangeSet:
    """Give a range table of ``schemas/unicode/17.0.0/`` as a set."""
    return RangeSet(range_table(table))


class _Memo(dict[str, bool]):
    """Whether a character lies in one table, looked up once for each character."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self._set = range_set(table)

    def __missing__(self, char: str) -> bool:
        self[char] = held = ord(char) in self._set
        return held


@cache
def members(table: str) -> _Memo:
    """Give a range table as a mapping from a character to whether it holds it."""
    return _Memo(table)


class _ClassMemo(dict[str, str]):
    """The class letter of a character: LETTER, MARK, DIGIT or OTHER."""

    def __missing__(self, char: str) -> str:
        if members("letter")[char]:
            found = LETTER
        elif members("digit")[char]:
            found = DIGIT
        else:
            found = MARK if members("mark")[char] else OTHER
        self[char] = found
        return found


_ASCII_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ASCII_DIGITS: Final = "0123456789"
_TYPOGRAPHY: Final = "\u00a0\u00ab\u00bb\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2026"
# The class of ASCII and of common typography is written out, so that most texts need no table.
WRITTEN_OUT: Final = (
    {chr(code): OTHER for code in range(128)}
    | dict.fromkeys(_ASCII_LETTERS, LETTER)
    | dict.fromkeys(_ASCII_DIGITS, DIGIT)
    | dict.fromkeys(_TYPOGRAPHY, OTHER)
)
CLASS_OF: Final = _ClassMemo(WRITTEN_OUT)


def holds_letter_or_digit(text: str) -> bool:
    """Say whether a text holds a letter or a digit (Q-DEGENERATE)."""
    return any(CLASS_OF[char] in "LD" for char in text)
