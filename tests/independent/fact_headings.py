"""F-REACH to F-HEADING-CONFLICT: the headings that reach a figure."""

import re
from collections.abc import Iterator
from functools import lru_cache

from independent.fact_data import (
    SPACE,
    pack_list,
    run_left,
)
from independent.fact_figures import Figure, figures
from independent.fact_heading_forms import Heading, headings, meanings, names_currency
from independent.fact_text import (
    Cell,
    Doc,
    Line,
    is_number_cell,
    is_row,
    label,
    phrases_in,
)
from independent.fact_units import (
    Reader,
    bracketed,
    form_at,
    front,
    money,
    scale,
    shared,
    suffix,
)

SHARES, PER_ROW = pack_list("share_words"), pack_list("per_row")
YEAR = re.compile("(19|20)[0-9]{2}")


def cell_of(line: Line, start: int) -> Cell | None:
    return next((cell for cell in line.cells if cell.start <= start < cell.end), None)


def in_column(line: Line, cell: Cell, other: Line, place: Cell) -> bool:
    """F-REACH: whether a figure's cell is in the column of a cell."""
    if line.parted and other.parted:
        return cell.column == place.column
    start, end = cell.start - line.start - 1, cell.end - line.start + 1
    return start < place.end - other.start and place.start - other.start < end


def columned(doc: Doc, line: Line, heading: Heading) -> Cell | None:
    """F-REACH: the cell of a heading that reaches only the figures of its column."""
    cell = cell_of(line, heading.key[0])
    if len(line.cells) < 2 or cell is None:
        return None
    first = line.cells[0]
    same = [h for h in headings(doc, line) if (h.power is None) == (heading.power is None)]
    elsewhere = any(cell_of(line, h.key[0]) != first for h in same)
    far = first.start - line.start >= 2 or (line.parted and first.column > 0)
    if cell != first or elsewhere or far or is_number_cell(doc, first):
        return cell
    return None


def lines_read(doc: Doc, number: int) -> Iterator[Line]:
    """F-REACH, 2: the lines above a row whose headings are read."""
    others = 0
    for line in reversed(doc.lines[max(number - 200, 0) : number]):
        if line.end - line.start > 2000:
            return
        if not line.cells:
            continue
        if is_row(doc, line):
            if years_alone(doc, line):
                yield line
            elif others:
                return
            continue
        yield line
        others += 1
        if others == 4 or doc.text[line.cells[-1].end - 1] == ".":
            return


def years_alone(doc: Doc, line: Line) -> bool:
    """F-REACH: whether each figure in the cells but the label is a year."""
    cells = [cell for cell in line.cells if cell != label(doc, line)]
    inside = [f for f in figures(doc.text) for c in cells if c.start <= f.start < c.end]
    return all(YEAR.fullmatch(doc.text[f.start : f.end]) for f in inside)


def own_part(r: Reader, f: Figure, line: Line) -> int:
    """F-REACH, 1: where the part of the figure's own line that is read ends."""
    begin, named = front(r, f).at, label(r.doc, line)
    colon = run_left(r.text, begin, SPACE) - 1
    if colon >= line.start and r.text[colon] == ":":
        return begin
    return named.end if named is not None and named.end <= f.start else line.start


@lru_cache(maxsize=10000)
def reaching(r: Reader, f: Figure) -> tuple[tuple[Heading, Line], ...]:
    """F-REACH: the headings that reach a figure, in order."""
    doc, number = r.doc, r.doc.line_number(f.start)
    line = doc.lines[number]
    stop = own_part(r, f, line)
    found = [(heading, line) for heading in headings(doc, line) if heading.end <= stop]
    place = cell_of(line, f.start)
    if is_row(doc, line) and place is not None:
        for above in lines_read(doc, number):
            for heading in headings(doc, above):
                cell = columned(doc, above, heading)
                if cell is None or in_column(above, cell, line, place):
                    found.append((heading, above))
    return tuple(found)


def is_year(text: str, f: Figure) -> bool:
    return YEAR.fullmatch(text[f.start : f.end]) is not None


def shares_asked(r: Reader, named: Cell | None) -> bool:
    """F-HEADING-SCALE: whether the row's label or the field's name speaks of shares."""
    name = r.name.replace("_", " ")
    in_label = named is not None and phrases_in(r.folded, SHARES, named.start, named.end)
    return bool(in_label or phrases_in(name, SHARES, 0, len(name)))


@lru_cache(maxsize=10000)
def heading_scale(r: Reader, f: Figure) -> Heading | None:
    """F-HEADING-SCALE."""
    line = r.doc.lines[r.doc.line_number(f.start)]
    form = suffix(r, f) or shared(r, f)
    if scale(r, f) is not None or r.unit == "%" or (form is not None and not money(form.code)):
        return None
    named = label(r.doc, line) if is_row(r.doc, line) else None
    if named is not None and phrases_in(r.folded, PER_ROW, named.start, named.end):
        return None
    if is_year(r.text, f) and form_at(r, f) is None and named is None:
        return None
    for heading, of_line in reaching(r, f):
        if heading.power is None:
            continue
        if heading.shares and (money(r.unit) or (r.unit is None and not shares_asked(r, named))):
            continue
        other = r.unit is not None and not money(r.unit)
        count = r.field["type"] == "integer" and r.unit is None
        stop = own_part(r, f, line) if of_line == line else of_line.end
        if (other or count) and names_currency(r.doc, of_line.start, stop):
            continue
        return heading
    return None


@lru_cache(maxsize=10000)
def heading_unit(r: Reader, f: Figure) -> Heading | None:
    """F-HEADING-UNIT."""
    if form_at(r, f) is not None or r.unit is None or conflict(r, f):
        return None
    units = [(h, line) for h, line in reaching(r, f) if h.form is not None]
    units = [(h, line) for h, line in units if bracketed(r, f) or not h.alone]
    own = r.doc.lines[r.doc.line_number(f.start)]
    for heading, line in units:
        if r.unit in meanings(r.doc, heading):
            return heading
        if line == own or not money(r.unit):
            return None
    return None


@lru_cache(maxsize=10000)
def conflict(r: Reader, f: Figure) -> bool:
    """F-HEADING-CONFLICT."""
    form = form_at(r, f)
    if not money(r.unit) or (form is not None and form.code != r.unit):
        return False
    for heading, _ in reaching(r, f):
        if heading.form is None:
            continue
        codes = meanings(r.doc, heading)
        if r.unit not in codes and any(map(money, codes)):
            return True
        if heading.sign and not codes:
            return True
    return False


def unit_read(r: Reader, f: Figure) -> str | None:
    """F-READING: the unit of a figure: that at it, or of a heading."""
    form = form_at(r, f)
    if form is not None:
        return form.code
    return r.unit if heading_unit(r, f) is not None else None
