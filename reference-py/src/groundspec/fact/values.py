"""The values of fields and claims as exact numbers (F-VALUE, F-RANGE)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from groundspec.text.lines import BREAKS, FOLD, SPACES, WHITE
from groundspec.text.numbers import LONGEST, Number, figure_at, number_of
from groundspec.vocab.pack import pack

_PART: Final = 256
_DIGITS: Final = re.compile(f"[0-9]{{1,{LONGEST}}}")
_RUN: Final = re.compile(f"[{SPACES}{BREAKS}]+")


class Signed(NamedTuple):
    """A number and its sign; zero is never below zero."""

    number: Number
    negative: bool

    def text(self) -> str:
        """Give the canonical value (F-VALUE)."""
        return f"-{self.number.text()}" if self.negative else self.number.text()


def parse(written: str | int) -> Signed | None:
    """Give the number that a string or integer is written as, or None (F-VALUE)."""
    text = written.strip(WHITE) if isinstance(written, str) else str(written)
    if _DIGITS.fullmatch(text):
        return Signed(number_of(text, 0), False)
    negative = text[:1] in ("-", "\u2212")
    digits = text[1:] if negative else text
    figure = figure_at(digits, 0) if digits else None
    if figure is None or figure.number is None or figure.end != len(digits):
        return None
    return Signed(figure.number, negative and figure.number.coefficient != 0)


def below(one: Signed, two: Signed) -> bool:
    """Say whether one number is less than another, exactly."""
    low = min(one.number.exponent, two.number.exponent)
    return _scaled(one, low) < _scaled(two, low)


def _scaled(signed: Signed, exponent: int) -> int:
    size: int = signed.number.coefficient * 10 ** (signed.number.exponent - exponent)
    return -size if signed.negative else size


def collapse(text: str) -> str:
    """Give a text with each run of white space as one space, and none at its ends."""
    return _RUN.sub(" ", text).strip(" ")


def much_longer(one: str, two: str) -> bool:
    """Say whether the first part of a text alone has more words than all of another.

    Hyphens at line ends count as white space: of three code points one is left at least.
    """
    if len(one) <= 2 * len(two) + _PART:
        return False
    return len(collapse(one[: 4 * len(two) + _PART])) > 3 * len(two) + 16


def null_literal(text: str) -> bool:
    """Say whether a string says that there is no value (F-NULL)."""
    return text.strip(WHITE).translate(FOLD) in _null_literals()


@cache
def _null_literals() -> frozenset[str]:
    return frozenset(pack()["null_literals"])


class Field:
    """One field of a schema, with what it leaves out filled in (F-SCHEMA)."""

    def __init__(self, name: str, given: Mapping[str, Any]) -> None:
        self.name = name
        self.type: str = given["type"]
        self.unit: str | None = given.get("unit")
        self.comparator: str = given.get("comparator") or "eq"
        self.minimum = self._bound(given.get("minimum"))
        self.maximum = self._bound(given.get("maximum"))
        self.required: bool = bool(given.get("required"))
        self.multiple: bool = bool(given.get("multiple"))
        self.sign: str | None = given.get("sign")
        self.values: list[str] | None = given.get("values")
        self._names: dict[str, bool] = {}

    @staticmethod
    def _bound(given: str | int | None) -> Signed | None:
        return None if given is None else parse(given)

    @cached_property
    def listed(self) -> frozenset[str] | None:
        """The canonical forms of ``values``."""
        return None if self.values is None else frozenset(map(collapse, self.values))

    def names(self, listed: str) -> bool:
        """Say whether the name holds a phrase of a pack list as whole words."""
        found = self._names.get(listed)
        if found is None:
            words = self.words
            found = self._names[listed] = any(f" {name} " in words for name in pack()[listed])
        return found

    @cached_property
    def words(self) -> str:
        """The field's name as words between spaces."""
        return f" {self.name.replace('_', ' ')} "
