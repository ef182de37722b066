"""The notations that a figure can belong to (9.3): how they are asked, and note marks.

The parts of larger notations are in `parts`, the doubtful ones in `doubts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from groundspec.fact.amounts import Amount
from groundspec.fact.document import Document
from groundspec.fact.tables import NOTE
from groundspec.text.numbers import MINUSES, Figure, figure_before, is_digit, is_in, number_set

Test = Callable[[Document, Amount], bool]


class Beside(NamedTuple):
    """What of a figure decides which notations it may belong to: what stands directly beside it.

    ``alone`` says whether it stands alone between words, ``fronted`` whether signs, brackets or a
    prefix form belong to it at its left, ``longer`` whether anything does at its right.
    """

    left: str
    right: str
    alone: bool
    composite: bool
    pointed: bool
    prefix: bool
    suffix: bool
    scale: bool
    fronted: bool
    longer: bool

    def touches(self, chars: frozenset[str]) -> bool:
        """Say whether one of some code points stands directly beside the figure."""
        return self.left in chars or self.right in chars


Key = tuple[str, str, int]


def _always(_: Beside) -> bool:
    return True


class Notation(NamedTuple):
    """A row: a rule, whether it holds of a figure, and whether it may, which is known at once."""

    rule: str
    test: Test
    may: Callable[[Beside], object] = _always


_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyz")
_BEFORE_PLAIN: Final = _LETTERS | frozenset(".,;:")


def touching(chars: frozenset[str]) -> Callable[[Beside], object]:
    """May hold where one of some code points is joined to a figure."""
    return lambda near: not near.alone and near.touches(chars)


def beside(text: str, amount: Amount) -> Key:
    """Give what stands directly beside a figure: the members of a ``Beside``, the rest as bits."""
    figure = amount.figure
    start, end = figure.start, figure.end
    bits = (
        _alone(text, figure)
        | (figure.rule != "") << 1
        | ("." in text[start:end]) << 2
        | (amount.prefix is not None) << 3
        | (amount.suffix is not None) << 4
        | (amount.scale_at is not None) << 5
        | (amount.front < start) << 6
        | (amount.end > end) << 7
    )
    return text[start - 1 : start], text[end : end + 1], bits


def _alone(text: str, figure: Figure) -> bool:
    """Say whether a figure stands alone between words: but for a comma, nothing is joined to it."""
    start, end = figure.start, figure.end
    if start < 2 or end + 1 >= len(text) or text[start - 1] != " ":
        return False
    right, further = text[end], text[end + 1]
    behind = further in _LETTERS if right == " " else right in ".,;" and further == " "
    return behind and text[start - 2] in _BEFORE_PLAIN


class Notations:
    """Rows, of which those are asked that may hold by what stands directly beside a figure."""

    def __init__(self, *rows: Notation) -> None:
        self.rows = rows

    def hold(self, document: Document, amount: Amount, near: Key) -> bool:
        """Say whether a row holds of a figure."""
        for rule, test in _possible(self, near):
            if rule not in document.without and test(document, amount):
                return True
        return False


@lru_cache(8192)
def _possible(notations: Notations, near: Key) -> tuple[tuple[str, Test], ...]:
    left, right, bits = near
    found = Beside(left, right, *(bool(bits >> bit & 1) for bit in range(8)))
    return tuple((row.rule, row.test) for row in notations.rows if row.may(found))


def joined(document: Document, amount: Amount, name: str) -> bool:
    """Say whether a mark of a set stands directly between the figure and a digit."""
    text, (start, end) = document.text, amount.figure[:2]
    return (is_in(text, end, name) and is_digit(text, end + 1)) or (
        is_in(text, start - 1, name) and is_digit(text, start - 2)
    )


_HEAD: Final = re.compile("[0-9]{1,3}")
_THREE: Final = re.compile("[0-9]{3}(?![0-9])")


def spaced(document: Document, amount: Amount, spaces: str) -> bool:
    """Say whether a space of a set joins the figure and a group of three digits, either way."""
    text, (start, end) = document.text, amount.figure[:2]
    allowed = number_set(spaces) if spaces != " " else frozenset(" ")
    behind = text[end : end + 1] in allowed and _THREE.match(text, end + 1)
    if behind and _HEAD.fullmatch(text, start, end):
        return True
    if text[start - 1 : start] in allowed and _THREE.match(text, start):
        before = figure_before(text, start - 1)
        return before is not None and bool(_HEAD.fullmatch(text, before.start, before.end))
    return False


RAISED: Final = number_set("superscript-digit") | frozenset("^\u207a\u207b")
RAISING: Final = re.compile(f"[\u207a\u207b]|\\^[{MINUSES}+0-9]")

_NOTE_DIRECT: Final = re.compile(
    "[*]{1,3}+(?![0-9])|[\u2020\u2021\u1d43-\u1d5b\u2071\u207f]|\\([A-Za-z]\\)|\\^\\((?:[A-Za-z]|[0-9]{1,2})\\)"
)
_NOTE_AFTER_SPACE: Final = re.compile(f"[ \xa0]{NOTE}")


def note(document: Document, amount: Amount) -> bool:
    """F-NOTE: whether a note mark stands at a figure."""
    text, end = document.text, amount.figure.end
    if _NOTE_DIRECT.match(text, end) or _NOTE_DIRECT.match(text, amount.end):
        return True
    cell = amount.cell
    return bool(
        amount.row and cell is not None and _NOTE_AFTER_SPACE.fullmatch(text, amount.end, cell.end)
    )
