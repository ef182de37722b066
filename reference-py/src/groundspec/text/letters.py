"""What the tables of boundaries say of single code points: sets by name, currency, capitals."""

from __future__ import annotations

from functools import cache
from typing import Final

from groundspec.resources import table, unicode_table
from groundspec.text.classes import CLASS_OF, LETTER, RangeSet


@cache
def boundary_set(name: str) -> frozenset[str]:
    """Give a set of table ``boundaries``."""
    return frozenset(map(chr, table("boundaries")["sets"][name]))


@cache
def boundary_range(name: str) -> RangeSet:
    """Give a range of table ``boundaries``."""
    return RangeSet(table("boundaries")["ranges"][name])


@cache
def boundary_words(name: str) -> frozenset[str]:
    """Give a list of words of table ``boundaries``."""
    return frozenset(table("boundaries")["words"][name])


class _Currency(dict[str, bool]):
    """Whether a character is a currency sign."""

    def __missing__(self, char: str) -> bool:
        self[char] = held = ord(char) in boundary_range("currency")
        return held


class _Capital(dict[str, bool]):
    """Whether a character is a capital letter (Q-LINE-DROPPED)."""

    def __missing__(self, char: str) -> bool:
        code = ord(char)
        self[char] = held = (
            CLASS_OF[char] == LETTER
            and code in unicode_table_of_folding()
            and code not in boundary_range("not-capital")
        )
        return held


@cache
def unicode_table_of_folding() -> dict[int, list[int]]:
    """Give table ``case-folding`` by code point."""
    return dict(unicode_table("case-folding")["map"])


_UPPER: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CURRENCY: Final = _Currency({chr(code): chr(code) == "$" for code in range(128)})
_CAPITAL: Final = _Capital({chr(code): chr(code) in _UPPER for code in range(128)})


def is_currency(char: str) -> bool:
    """Say whether a character lies in the range ``currency``."""
    return _CURRENCY[char]


def is_capital(char: str) -> bool:
    """Say whether a character is a capital letter (Q-LINE-DROPPED)."""
    return _CAPITAL[char]
