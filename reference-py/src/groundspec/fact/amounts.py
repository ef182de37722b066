"""What stands around a figure: its front, sign, scale and unit (9.4, 9.5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from groundspec.fact.document import Document, Span
from groundspec.fact.forms import marked, suffix_form
from groundspec.fact.lists import shared_form
from groundspec.fact.scales import read_scale, scale_aside
from groundspec.fact.tables import NOTE
from groundspec.fact.units import Form
from groundspec.text.classes import members
from groundspec.text.letters import is_currency
from groundspec.text.lines import (
    BREAKS,
    SPACE_SET,
    SPACES,
    SPACES_TEXT,
    WHITE_SET,
    Cell,
    Line,
)
from groundspec.text.numbers import Figure, number_set
from groundspec.vocab.pack import GAP, INNER_GAP

if TYPE_CHECKING:
    from groundspec.fact.around import Around

_INNER: Final = re.compile(INNER_GAP)
_GAP: Final = re.compile(GAP)
_REST: Final = re.compile(f"[{SPACES}]?(?:%|{NOTE})")
_BEFORE_MINUS: Final = WHITE_SET | frozenset(
    "(=:|[,;<>~\"'*{`\u2018\u2019\u201c\u201e\xab\u2192\u21d2\u2248\u2264\u2265"
)


@dataclass(slots=True)
class Amount:
    """A figure and what belongs to it; ``front`` and ``end`` are where all of it begins and ends.

    ``sign`` is where a minus or bracket stands that makes it negative; ``scale`` a power of ten
    given behind it, and ``behind`` where that, or else the figure, ends; ``prefix`` and ``suffix``
    the forms of units at it.
    """

    figure: Figure
    front: int
    end: int
    sign: Span | None
    bracketed: bool
    scale: int
    scale_at: Span | None
    behind: int
    prefix: Form | None
    suffix: Form | None
    shared: bool
    line: Line
    cell: Cell | None  # that it stands in, if its line is a row
    row: bool
    aside: bool = False  # whether the scale stands in brackets, or behind `in`
    dropped: bool = False  # whether a suffix form gave way to the prefix form
    magnitude: bool = False  # whether the field asks for a size alone
    around: Around | None = None  # what stands around it, once that was asked for

    @property
    def within(self) -> Cell | None:
        """The cell that nothing that qualifies the figure lies beyond: its own, in a row."""
        return self.cell

    @property
    def unit(self) -> Form | None:
        """The form that says the unit: a currency behind the figure before one in front of it."""
        return self.suffix or self.prefix


class _Front(NamedTuple):
    start: int
    minus: int | None
    bracket: int | None
    prefix: Form | None


_KEPT_MOST: Final = 256


def read_amount(document: Document, figure: Figure, wanted: str | None) -> Amount:
    """Read what stands around a figure; ``wanted`` is the field's unit (F-UNIT-FORM).

    The last of these are kept, since those beside each other are read for each other.
    """
    kept, key = document.amounts, (figure.start, figure.end, wanted)
    found: Amount | None = kept.get(key)
    if found is None:
        if len(kept) >= _KEPT_MOST:
            kept.clear()
        found = kept[key] = _read_amount(document, figure, wanted)
    return found


def _read_amount(document: Document, figure: Figure, wanted: str | None) -> Amount:
    line = document.lines.at(figure.start)
    row = document.tables.is_row(line)
    cell = document.tables.cell_of(line, figure.start) if row else None
    front = _front(document, figure, line, wanted)
    scale, scale_at = read_scale(document, figure, front.prefix, wanted)
    behind = figure.end if scale_at is None else scale_at.end
    limit = len(document.text) if cell is None else cell.end
    aside = None if scale_at is not None else scale_aside(document, behind, limit)
    behind = behind if aside is None else aside.end
    suffix = suffix_form(document, figure, behind, limit, wanted)
    prefix = front.prefix if document.on("F-UNIT-PREFIX") else None
    dropped = False
    if suffix is not None and prefix is not None and not document.units.is_currency(suffix.code):
        dropped = document.on("F-DOUBT-UNITS") and _at_gap(document.text, behind, suffix.start)
        suffix = None
    if prefix is not None:
        prefix = marked(document, prefix, None if suffix else behind, limit)
    shared = False
    end = behind
    if scale_at is None and aside is None and suffix is not None:
        aside = scale_aside(document, suffix.end, limit)
        end = behind if aside is None else aside.end
    if aside is not None:
        scale, scale_at = aside.power, aside.key
    if suffix is None and prefix is None and document.on("F-UNIT-SHARED"):
        suffix = shared_form(document, behind, limit, wanted)
        shared = suffix is not None
    end = end if suffix is None or shared else max(end, suffix.end)
    closed = None if front.bracket is None else _closing(document.text, figure.end, end)
    end = closed or end
    sign = _sign(document, front, closed is not None, end, line, cell)
    return Amount(
        figure,
        front.start,
        end,
        sign,
        closed is not None,
        scale,
        scale_at,
        behind,
        prefix,
        suffix,
        shared,
        line,
        cell,
        row,
        aside is not None,
        dropped,
    )


def _front(document: Document, figure: Figure, line: Line, wanted: str | None) -> _Front:
    """F-FRONT: the signs, bracket and prefix form that belong to a figure at its left."""
    text = document.text
    at, minus, bracket = figure.start, None, None
    prefix: Form | None = None
    while at > 0:
        if prefix is None:
            gap = _back_gap(text, at)
            found = document.units.prefix_before(text, gap, wanted) or _alone_above(
                document, line, at, wanted
            )
            if found is not None:
                prefix, at = found, found.start
                continue
        char = text[at - 1]
        if minus is None and char in number_set("minus") and minus_may(text, at - 1):
            minus = at = at - 1
        elif bracket is None and char == "(":
            bracket = at = at - 1
        elif bracket is None and char in SPACE_SET and text[at - 2 : at - 1] == "(":
            bracket = at = at - 2
        else:
            break
    return _Front(at, minus, bracket, prefix)


_ALONE: Final = re.compile(f"[^{SPACES}0-9]{{1,8}}")


def _alone_above(document: Document, line: Line, at: int, wanted: str | None) -> Form | None:
    """Give the prefix form that is all of the last line with a cell above, at most two up.

    The offset is where its own line begins, but for spaces.
    """
    text, lines = document.text, document.lines
    if not line.number or text[line.start : at].strip(SPACES_TEXT):
        return None
    rows = (lines.line(line.number - up) for up in range(1, min(2, line.number) + 1))
    above = next((row for row in rows if row.cells), None)
    if above is None or len(above.cells) != 1:
        return None
    cell = above.cells[0]
    if not _ALONE.fullmatch(text, cell.start, cell.end):
        return None
    form = document.units.prefix_before(text, cell.end, wanted)
    return form if form is not None and form.start == cell.start else None


def minus_may(text: str, at: int) -> bool:
    """Say whether what stands before a minus lets it be one."""
    if at == 0:
        return True
    before = text[at - 1]
    return before in _BEFORE_MINUS or is_currency(before) or members("default-ignorable")[before]


def _back_gap(text: str, end: int) -> int:
    """Give where the spaces before an offset begin, or the eighth of them."""
    start, low = end, max(0, end - 8)
    while start > low and text[start - 1] in SPACE_SET:
        start -= 1
    return start


def _at_gap(text: str, start: int, end: int) -> bool:
    """Say whether nothing, or one gap, lies between two offsets."""
    return start == end or _GAP.fullmatch(text, start, end) is not None


def _closing(text: str, figure_end: int, end: int) -> int | None:
    """F-END: where the brackets that hold a figure end, or None where none do."""
    if ")" in text[figure_end:end]:
        return end
    match = _CLOSED.match(text, end)
    return match.end() if match else None


_CLOSED: Final = re.compile(f"%?[{SPACES}{BREAKS}]{{0,2}}\\)")


def _sign(
    document: Document, front: _Front, bracketed: bool, end: int, line: Line, cell: Cell | None
) -> Span | None:
    """F-SIGN-MINUS, F-SIGN-CELL, F-SIGN-BRACKETS: where what makes a figure negative stands."""
    text = document.text
    if front.minus is not None and document.on("F-SIGN-MINUS"):
        return Span(front.minus, front.minus + 1)
    number_cell = document.tables.is_number_cell
    whole = None if cell is None or cell is line.cells[0] or not number_cell(cell) else cell
    if whole is not None and document.on("F-SIGN-CELL"):
        first, last = whole.start, whole.end - 1
        if text[first] in number_set("minus") and _back_gap(text, front.start) == first + 1:
            return Span(first, first + 1)
        if text[last] in number_set("minus") and _only(text, end, last):
            return Span(last, last + 1)
    bracket = front.bracket if bracketed else None
    if bracket is not None and document.on("F-SIGN-BRACKETS"):
        money = front.prefix is not None and front.prefix.end <= bracket
        if money or (whole is not None and _fills(text, front.start, end, whole)):
            return Span(bracket, bracket + 1)
    return None


def fills_number_cell(document: Document, amount: Amount) -> bool:
    """Say whether a figure in brackets is all of the first cell of its row, a number cell."""
    cell = amount.cell
    if cell is None or cell is not amount.line.cells[0]:
        return False
    return document.tables.is_number_cell(cell) and _fills(
        document.text, amount.front, amount.end, cell
    )


def _only(text: str, start: int, end: int) -> bool:
    return all(char in SPACE_SET for char in text[start:end])


def _fills(text: str, front: int, end: int, cell: Cell) -> bool:
    """Say whether a figure begins a cell, with nothing behind it but `%` or a note mark."""
    if front != cell.start:
        return False
    return end >= cell.end or _REST.fullmatch(text, end, cell.end) is not None
