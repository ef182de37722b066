"""F-PHRASE, F-UNIT-FORM, F-LINES, F-ROW, F-SENTENCE: a source as the check `fact` sees it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from independent.fact_data import (
    ASCII_DIGITS,
    ASCII_LETTERS,
    CAPITALS,
    LINE_BREAK,
    LOWER,
    MINUS,
    NOTE_LETTER,
    PACK,
    SCALE_SUFFIXES,
    SCALE_WORDS,
    SPACE,
    SPACE_CLASS,
    WORDS,
    WS,
    at,
    folded,
    gap_end,
    gap_start,
    line_breaks,
    run_left,
    run_right,
)

Span = tuple[int, int]
ALWAYS_SHORT = ("no", "nos", "mr", "ms", "mrs", "dr", "st")
CELL_BREAK = re.compile(SPACE_CLASS + "{2,}|\t|[|]")


class Cell(NamedTuple):
    """F-LINES; `column` is its index."""

    start: int
    end: int
    column: int


class Line(NamedTuple):
    """F-LINES."""

    start: int
    end: int
    cells: tuple[Cell, ...]
    parted: bool


class Doc:
    """A source, with the forms of the units: code, `prefix` or `suffix`, form."""

    def __init__(self, text: str, units: dict[str, dict[str, tuple[str, ...]]]) -> None:
        self.text = text
        self.folded = folded(text)
        self.units = units
        self.lines = lines(text)
        self.starts = [line.start for line in self.lines]
        self.forms = {
            kind: frozenset(form for unit in units.values() for form in unit[kind])
            for kind in ("prefix", "suffix")
        }
        self.first, self.last = keyed(self.forms, 0), keyed(self.forms, -1)

    def line_number(self, i: int) -> int:
        """The number of the line in which a position lies."""
        return bisect_right(self.starts, i) - 1

    def cell_of(self, start: int) -> Cell | None:
        """The cell in which a position lies."""
        cells = self.lines[self.line_number(start)].cells
        return next((cell for cell in cells if cell.start <= start < cell.end), None)


def keyed(forms: dict[str, frozenset[str]], i: int) -> dict[tuple[str, str], list[str]]:
    """The forms of each kind by one of their code points."""
    found: dict[tuple[str, str], list[str]] = {}
    for kind, some in forms.items():
        for form in some:
            found.setdefault((kind, form[i]), []).append(form)
    return found


def lines(text: str) -> list[Line]:
    """F-LINES."""
    breaks = line_breaks(text)
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(text)]
    return [line(text, start, end) for start, end in zip(starts, ends, strict=True)]


def line(text: str, start: int, end: int) -> Line:
    """F-LINES: its cells, and whether it is parted."""
    inside = text[start:end]
    cells: list[Cell] = []
    if len(inside) <= 2000:
        parts = [(m.start(), m.end()) for m in CELL_BREAK.finditer(inside)]
        begins = [0, *(b for _, b in parts)]
        stops = [*(a for a, _ in parts), len(inside)]
        for begin, stop in zip(begins, stops, strict=True):
            a = run_right(inside, begin, SPACE)
            b = run_left(inside, stop, SPACE)
            if begin <= a < b <= stop:
                index = inside[:a].count("\t") + inside[:a].count("|")
                cells.append(Cell(start + a, start + b, index))
    bars = [start + i for i, c in enumerate(inside) if c == "|"]
    parted = "\t" in inside or any(not any(c.start < bar for c in cells) for bar in bars)
    return Line(start, end, tuple(cells), parted)


def bounded(text: str, phrase: str, start: int, end: int) -> bool:
    """F-PHRASE: what must not stand directly before and behind."""
    before = at(text, start - 1)
    if phrase[0] in WORDS and (before in WORDS or (before == "-" and at(text, start - 2) in WORDS)):
        return False
    return not (phrase[-1] in WORDS and at(text, end) in WORDS)


def written_end(text: str, form: str, start: int) -> int | None:
    """Where a form that is written at a position ends, each U+0020 of it matching a gap."""
    i = start
    for c in form:
        if c == " ":
            end = gap_end(text, i)
            if end is None:
                return None
            i = end
        elif at(text, i) == c:
            i += 1
        else:
            return None
    return i


def written_start(text: str, form: str, end: int) -> int | None:
    """Where a form that is written up to a position begins."""
    i = end
    for c in reversed(form):
        if c == " ":
            start = gap_start(text, i)
            if start is None:
                return None
            i = start
        elif at(text, i - 1) == c:
            i -= 1
        else:
            return None
    return i


def phrase_at(
    text: str, phrases: Iterable[str], start: int, limit: int | None = None
) -> tuple[int, str] | None:
    """F-PHRASE: the end of the longest phrase that stands at a position, and the phrase."""
    best: tuple[int, str] | None = None
    for phrase in phrases:
        end = written_end(text, phrase, start) if text.startswith(phrase[0], start) else None
        if end is None or (limit is not None and end > limit):
            continue
        if bounded(text, phrase, start, end) and (best is None or end > best[0]):
            best = (end, phrase)
    return best


class Found(NamedTuple):
    """A phrase in a stretch."""

    start: int
    end: int
    phrase: str


@lru_cache(maxsize=100000)
def phrases_in(text: str, phrases: tuple[str, ...], start: int, end: int) -> list[Found]:
    """F-PHRASE: the phrases of a list in a stretch of folded text."""
    found: list[Found] = []
    i = max(start, 0)
    while i < end:
        best = phrase_at(text, phrases, i, end)
        if best is None:
            i += 1
        else:
            found.append(Found(i, *best))
            i = best[0]
    return found


def phrase_ends_at(text: str, phrases: Iterable[str], end: int) -> int | None:
    """Where a phrase that stands directly before a position begins."""
    for phrase in phrases:
        start = written_start(text, phrase, end)
        if start is not None and bounded(text, phrase, start, end):
            return start
    return None


def form_stands(text: str, form: str, kind: str, start: int, end: int) -> bool:
    """F-UNIT-FORM: what must not stand directly before and behind."""
    before, behind = at(text, start - 1), at(text, end)
    digit_before = kind == "suffix" and before in ASCII_DIGITS
    digit_behind = kind == "prefix" and behind in ASCII_DIGITS
    if form[0] in WORDS and before in WORDS and not digit_before:
        return False
    return not (form[-1] in WORDS and behind in WORDS and not digit_behind)


def forms_at(doc: Doc, kind: str, start: int) -> dict[str, int]:
    """F-UNIT-FORM: the forms that stand at a position, with their ends."""
    found = {}
    for form in doc.first.get((kind, at(doc.text, start)), []):
        end = written_end(doc.text, form, start)
        if end is not None and form_stands(doc.text, form, kind, start, end):
            found[form] = end
    return found


def forms_up_to(doc: Doc, kind: str, end: int) -> dict[str, int]:
    """F-UNIT-FORM: the forms that end at a position, with their starts."""
    found = {}
    for form in doc.last.get((kind, at(doc.text, end - 1)), []):
        start = written_start(doc.text, form, end)
        if start is not None and form_stands(doc.text, form, kind, start, end):
            found[form] = start
    return found


def note_marks(text: str, i: int, bare: bool) -> set[int]:
    """F-NOTE: the ends of the note marks at a position; `bare`: also without their `^`."""
    stars = run_right(text, i, frozenset("*")) - i
    ends = {i + stars} if 1 <= stars <= 3 and at(text, i + stars) not in ASCII_DIGITS else set()
    if at(text, i) in NOTE_LETTER or at(text, i) in ("\u2020", "\u2021"):
        ends.add(i + 1)
    caret = at(text, i) == "^"
    bracket = i + 1 if caret else i
    if at(text, bracket) == "(":
        letter = at(text, bracket + 1) in ASCII_LETTERS and at(text, bracket + 2) == ")"
        if letter:
            ends.add(bracket + 3)
        digits = run_right(text, bracket + 1, ASCII_DIGITS)
        if 1 <= digits - bracket - 1 <= 2 and at(text, digits) == ")" and (caret or bare):
            ends.add(digits + 1)
    return ends


Part = Callable[[Doc, int], set[int]]


def one_of(of: frozenset[str]) -> Part:
    return lambda doc, i: {i + 1} if at(doc.text, i) in of else set()


def form_of(kind: str) -> Part:
    return lambda doc, i: set(forms_at(doc, kind, i).values())


def number(doc: Doc, i: int) -> set[int]:
    """F-ROW: a number."""
    end = run_right(doc.text, i, ASCII_DIGITS | {","}) if at(doc.text, i) in ASCII_DIGITS else i
    ends = {end} - {i}
    behind = run_right(doc.text, end + 1, ASCII_DIGITS)
    if at(doc.text, end) == "." and behind > end + 1:
        ends.add(behind)
    return ends


def cell_scale(doc: Doc, i: int) -> set[int]:
    """F-ROW: a scale, as written, with no ASCII letter behind."""
    keys = (*SCALE_SUFFIXES, *SCALE_WORDS)
    ends = {i + len(key) for key in keys if doc.text.startswith(key, i)}
    return {end for end in ends if at(doc.text, end) not in ASCII_LETTERS}


def cell_suffix(doc: Doc, i: int) -> set[int]:
    """F-ROW: a suffix form, whatever stands before it; behind it no ASCII letter or digit."""
    found = {(form, written_end(doc.text, form, i)) for form in doc.forms["suffix"]}
    return {
        end
        for form, end in found
        if end is not None
        and at(doc.text, end) not in ASCII_LETTERS | ASCII_DIGITS
        and not (form[-1] in WORDS and at(doc.text, end) in WORDS)
    }


def in_order(*parts: tuple[Part, bool]) -> Part:
    """Parts one behind the other, a space or none between any two; (part, perhaps left out)."""

    def match(doc: Doc, start: int) -> set[int]:
        ends = {start}
        for number_of, (part, optional) in enumerate(parts):
            begins = set(ends)
            if number_of > 0:
                begins |= {i + 1 for i in ends if at(doc.text, i) in SPACE and i > start}
            behind = {end for i in begins for end in part(doc, i)}
            ends = ends | behind if optional else behind
        return ends

    return match


def either(*parts: Part) -> Part:
    return lambda doc, i: {end for part in parts for end in part(doc, i)}


MINUS_PART = one_of(MINUS)
OPENING, CLOSING, PERCENT = (one_of(frozenset(c)) for c in "()%")
SUFFIX_PART = either(PERCENT, cell_suffix)
AMOUNT = in_order(
    (form_of("prefix"), True), (MINUS_PART, True), (number, False), (cell_scale, True)
)
SECOND = either(
    in_order((OPENING, False), (AMOUNT, False), (PERCENT, True), (CLOSING, False)),
    in_order(
        (one_of(frozenset("-\u2012\u2013\u2014")), False), (AMOUNT, False), (SUFFIX_PART, True)
    ),
)
NUMBER_CELL = in_order(
    (form_of("prefix"), True),
    (MINUS_PART, True),
    (OPENING, True),
    (AMOUNT, False),
    (CLOSING, True),
    (SUFFIX_PART, True),
    (CLOSING, True),
    (MINUS_PART, True),
    (SECOND, True),
    (lambda doc, i: note_marks(doc.text, i, True), True),
)


@lru_cache(maxsize=10000)
def is_number_cell(doc: Doc, cell: Cell) -> bool:
    """F-ROW."""
    inside = doc.text[cell.start : cell.end]
    if len(inside) > 80:
        return False
    if inside in ("-", "\u2212", "\u2013", "\u2014", "%"):
        return True
    if cell.end in note_marks(doc.text, cell.start, True):
        return True
    return cell.end in NUMBER_CELL(doc, cell.start)


def is_row(doc: Doc, line: Line) -> bool:
    """F-ROW."""
    if not line.cells:
        return False
    last = line.cells[-1]
    before = line.cells[-2].end if len(line.cells) > 1 else line.start
    return line.parted or (is_number_cell(doc, last) and last.start - before >= 2)


def label(doc: Doc, line: Line) -> Cell | None:
    """F-ROW: the label of a line."""
    first = line.cells[0] if line.cells else None
    return None if first is None or is_number_cell(doc, first) else first


def row_cell(doc: Doc, start: int) -> Cell | None:
    """The cell of what begins at a position, if it is in a row."""
    line = doc.lines[doc.line_number(start)]
    return doc.cell_of(start) if is_row(doc, line) else None


def value_cell(doc: Doc, start: int) -> Cell | None:
    """The cell, if it is a number cell of a row and not the line's first cell."""
    cell = row_cell(doc, start)
    first = doc.lines[doc.line_number(start)].cells[:1]
    if cell is None or cell in first or not is_number_cell(doc, cell):
        return None
    return cell


def stop_end(doc: Doc, i: int) -> int | None:
    """F-SENTENCE: where the stop at a position ends; None if there is none."""
    text, c = doc.text, at(doc.text, i)
    if c in ("\u2022", "\u000c"):
        return i + 1
    if c in LINE_BREAK and not (c == "\n" and at(text, i - 1) == "\r"):
        end = i + 2 if text[i : i + 2] == "\r\n" else i + 1
        return end if at(text, run_right(text, end, SPACE)) in LINE_BREAK else None
    if c == ";" and doc.folded[max(i - 3, 0) : i] in ("&lt", "&gt", "&le", "&ge"):
        return None
    if c in frozenset("!?;") and at(text, i + 1) in WS:
        return i + 1
    if c == "." and at(text, i + 1) in WS and not abbreviation(doc, i):
        return i + 1
    return None


def abbreviation(doc: Doc, i: int) -> bool:
    """F-SENTENCE: whether the full stop at a position is no stop."""
    start = run_left(doc.folded, i, LOWER | {"."})
    run = doc.folded[start:i]
    if len(run) > 16 or at(doc.text, start - 1) in WORDS or run not in PACK["abbreviations"]:
        return False
    behind = at(doc.text, run_right(doc.text, i + 1, WS))
    return behind not in CAPITALS or "." in run or len(run) == 1 or run in ALWAYS_SHORT


@lru_cache(maxsize=10000)
def sentence_before(doc: Doc, offset: int, figure: int | None) -> int:
    """F-SENTENCE: where it begins; `figure` is the start of the figure it is asked for."""
    start = max(offset - 200, 0)
    for i in range(start, offset):
        end = stop_end(doc, i)
        if end is not None and end <= offset:
            start = end
    cell = row_cell(doc, figure) if figure is not None else None
    return min(max(start, cell.start), offset) if cell else start


@lru_cache(maxsize=10000)
def sentence_behind(doc: Doc, offset: int, figure: int) -> int:
    """F-SENTENCE: where it ends."""
    end = min(offset + 200, len(doc.text))
    end = next((i for i in range(offset, end) if stop_end(doc, i) is not None), end)
    cell = row_cell(doc, figure)
    return max(min(end, cell.end), offset) if cell else end
