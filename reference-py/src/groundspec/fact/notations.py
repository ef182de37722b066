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


class Notation(NamedTuple):
    """A row: a rule and whether it holds of a figure.

    ``beside`` holds the code points one of which stands directly beside the figure wherever it
    holds, ``behind`` those one of which stands directly behind it; None where it may hold whatever
    stands there. ``plain`` says whether it may hold of a figure that stands alone between words.
    """

    rule: str
    test: Test
    beside: frozenset[str] | None = None
    behind: frozenset[str] | None = None
    plain: bool = False


_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyz")
_BEFORE_PLAIN: Final = _LETTERS | frozenset(".,;:")


class Beside(NamedTuple):
    """The code points directly beside a figure, and whether it stands alone between words."""

    left: str
    right: str
    alone: bool


def beside(text: str, figure: Figure) -> Beside:
    """Give what stands directly beside a figure."""
    start, end = figure.start, figure.end
    return Beside(text[start - 1 : start], text[end : end + 1], _alone(text, figure))


def _alone(text: str, figure: Figure) -> bool:
    """Say whether a figure without a point stands alone between words: nothing is joined to it."""
    start, end = figure.start, figure.end
    if start < 2 or end + 1 >= len(text) or figure.rule or text[start - 1] != " ":
        return False
    right, further = text[end], text[end + 1]
    behind = further in _LETTERS if right == " " else right in ".,;" and further == " "
    return behind and text[start - 2] in _BEFORE_PLAIN and "." not in text[start:end]


class Notations:
    """Rows, of which those are asked that what stands directly beside a figure allows."""

    def __init__(self, *rows: Notation) -> None:
        self.rows = rows
        self._possible = lru_cache(4096)(self._between)

    def hold(self, document: Document, amount: Amount, beside: Beside) -> bool:
        """Say whether a row holds of a figure."""
        for rule, test in self._possible(*beside):
            if rule not in document.without and test(document, amount):
                return True
        return False

    def _between(self, left: str, right: str, alone: bool) -> tuple[tuple[str, Test], ...]:
        return tuple(
            (row.rule, row.test)
            for row in self.rows
            if (row.plain or not alone)
            and (row.beside is None or left in row.beside or right in row.beside)
            and (row.behind is None or right in row.behind)
        )


def joined(document: Document, amount: Amount, name: str) -> bool:
    """Say whether a mark of a set stands directly between the figure and a digit."""
    text, (start, end) = document.text, amount.figure[:2]
    return (is_in(text, end, name) and is_digit(text, end + 1)) or (
        is_in(text, start - 1, name) and is_digit(text, start - 2)
    )


_THREE: Final = re.compile("[0-9]{3}(?![0-9])")


def spaced(document: Document, amount: Amount, spaces: str) -> bool:
    """Say whether a space of a set joins the figure and a group of three digits, either way."""
    text, (start, end) = document.text, amount.figure[:2]
    allowed = number_set(spaces) if spaces != " " else frozenset(" ")
    if text[end : end + 1] in allowed and end < len(text) and _THREE.match(text, end + 1):
        head = text[start:end]
        if ("." not in head and "," not in head) and (len(head) <= 3):
            return True
    if (
        start > 1
        and text[start - 1] in allowed
        and is_digit(text, start - 2)
        and _THREE.match(text, start)
    ):
        before = figure_before(text, start - 1)
        if before is None:
            return False
        head = text[before.start : before.end]
        return "." not in head and "," not in head and len(head) <= 3
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
