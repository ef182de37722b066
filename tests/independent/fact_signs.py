"""F-SIGN-MINUS, F-SIGN-CELL, F-SIGN-BRACKETS, F-NOTE: the sign and the notes at a figure."""

from functools import lru_cache

from independent.fact_data import (
    MINUS,
    SPACE,
    at,
    is_inner,
)
from independent.fact_figures import Figure
from independent.fact_text import (
    Cell,
    note_marks,
    row_cell,
    value_cell,
)
from independent.fact_units import Reader, bracketed, end_of, front


def cell_minus(r: Reader, f: Figure) -> int | None:
    """F-SIGN-CELL: the minus that makes the figure negative."""
    cell = value_cell(r.doc, f.start)
    if cell is None:
        return None
    if r.text[cell.start] in MINUS and is_inner(r.text, cell.start + 1, front(r, f).at):
        return cell.start
    end = end_of(r, f)
    between = r.text[end : cell.end - 1]
    if r.text[cell.end - 1] in MINUS and end < cell.end and set(between) <= SPACE:
        return cell.end - 1
    return None


def sign_brackets(r: Reader, f: Figure) -> bool:
    """F-SIGN-BRACKETS."""
    if not bracketed(r, f) or r.field.get("sign") == "magnitude":
        return False
    taken = front(r, f)
    assert taken.bracket is not None
    if taken.prefix is not None and taken.prefix.start < taken.bracket:
        return True
    cell = value_cell(r.doc, f.start)
    return cell is not None and fills(r, f, cell)


def fills(r: Reader, f: Figure, cell: Cell) -> bool:
    """F-SIGN-BRACKETS: whether nothing else stands in a cell that the front begins."""
    end = end_of(r, f)
    if front(r, f).at != cell.start:
        return False
    begin = end + 1 if at(r.text, end) in SPACE else end
    percent = at(r.text, begin) == "%" and begin + 1 == cell.end
    return end >= cell.end or percent or cell.end in note_marks(r.text, begin, True)


@lru_cache(maxsize=10000)
def sign_mark(r: Reader, f: Figure) -> tuple[int, str] | None:
    """F-SIGN-MINUS, F-SIGN-CELL, F-SIGN-BRACKETS: what makes the figure negative, and the rule."""
    minus = front(r, f).minus
    if minus is not None:
        return minus, "minus"
    minus = cell_minus(r, f)
    if minus is not None:
        return minus, "cell"
    bracket = front(r, f).bracket
    if bracket is not None and sign_brackets(r, f):
        return bracket, "brackets"
    return None


def negative(r: Reader, f: Figure) -> bool:
    """Whether the text makes the figure negative."""
    return sign_mark(r, f) is not None


def notes(r: Reader, f: Figure) -> bool:
    """F-NOTE: whether a note mark stands at the figure."""
    end = end_of(r, f)
    if note_marks(r.text, f.end, False) or note_marks(r.text, end, False):
        return True
    cell = row_cell(r.doc, f.start)
    if cell is None:
        return False
    begins = [end, end + 1] if at(r.text, end) in SPACE else [end]
    return any(cell.end in note_marks(r.text, i, True) for i in begins)
