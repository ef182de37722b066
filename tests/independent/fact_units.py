"""F-FRONT to F-SCALE-SUFFIX, F-UNIT-FORM to F-UNIT-SHARED: what stands at a figure."""

import re
from functools import lru_cache
from typing import Any, NamedTuple

from independent.fact_data import (
    ASCII_DIGITS,
    CURRENCIES,
    DASH,
    DIGITS,
    HYPHENS,
    LETTERS,
    MINUS,
    MONEY,
    PACK,
    SCALE_SUFFIXES,
    SCALE_WORDS,
    SPACE,
    SPACE_CLASS,
    SUPERSCRIPT_DIGIT,
    WORDS,
    WS,
    WS_CLASS,
    at,
    folded,
    gap_end,
    inner_gap_end,
    inner_gap_start,
    is_inner,
    pack_list,
    run_left,
    run_right,
)
from independent.fact_figures import Figure, everything
from independent.fact_text import (
    Doc,
    forms_at,
    forms_up_to,
    note_marks,
    phrase_at,
    row_cell,
    value_cell,
    written_end,
)

MODIFIERS = pack_list("unit_modifiers")
OPENERS = frozenset("(=:|[,;<>~\"'\u00ab\u2018\u2019\u201c\u201e\u2248\u2264\u2265")
RATES = tuple(sorted(pack_list("rates"), key=len, reverse=True))


class Reader:
    """A source, read for a field under a policy."""

    def __init__(self, doc: Doc, name: str, field: dict[str, Any], policy: dict[str, Any]) -> None:
        self.doc, self.name, self.field, self.policy = doc, name, field, policy
        self.text, self.folded = doc.text, doc.folded
        self.unit: str | None = field.get("unit")
        self.window: int = policy["unit_window"]


class Form(NamedTuple):
    """A form that was found; `code` is None for a unit that is not known."""

    start: int
    end: int
    code: str | None
    origin: str  # prefix, suffix, shared, heading


class Scale(NamedTuple):
    """A scale and where it stands."""

    start: int
    end: int
    power: int
    key: str


class Front(NamedTuple):
    """F-FRONT: where the front is, and what it took."""

    at: int
    prefix: Form | None
    minus: int | None
    bracket: int | None


def unit_of(r: Reader, kind: str, form: str) -> str:
    """F-UNIT-FORM: the field's unit, or the first in code point order."""
    codes = sorted(code for code, forms in r.doc.units.items() if form in forms[kind])
    return r.unit if r.unit is not None and r.unit in codes else codes[0]


def prefix_form(r: Reader, end: int) -> Form | None:
    """F-UNIT-FORM, F-UNIT-PREFIX: the longest prefix form that ends at a position."""
    found = forms_up_to(r.doc, "prefix", end)
    if not found:
        return None
    form = max(found, key=len)
    start = found[form]
    strange = form[0] in MONEY and at(r.text, start - 1) in LETTERS
    return Form(start, end, None if strange else unit_of(r, "prefix", form), "prefix")


def prefix_above(r: Reader, pos: int) -> Form | None:
    """F-FRONT: a prefix form that is the one cell of a line above."""
    number = r.doc.line_number(pos)
    line = r.doc.lines[number]
    if run_left(r.text, pos, SPACE) > line.start:
        return None
    above = number - 1
    if above >= 0 and not r.doc.lines[above].cells:
        above -= 1
    if above < 0 or len(r.doc.lines[above].cells) != 1:
        return None
    cell = r.doc.lines[above].cells[0]
    inside = r.text[cell.start : cell.end]
    found = forms_up_to(r.doc, "prefix", cell.end)
    plain = not any(c in ASCII_DIGITS or c in SPACE for c in inside) and len(inside) <= 8
    if found.get(inside) != cell.start or not plain:
        return None
    return prefix_form(r, cell.end)


@lru_cache(maxsize=10000)
def front(r: Reader, f: Figure) -> Front:
    """F-FRONT."""
    pos, prefix, minus, bracket = f.start, None, None, None
    while True:
        if prefix is None:
            prefix = prefix_form(r, pos)
            gap = inner_gap_start(r.text, pos)
            if prefix is None and gap is not None:
                prefix = prefix_form(r, gap)
            if prefix is None:
                prefix = prefix_above(r, pos)
            if prefix is not None:
                pos = prefix.start
                continue
        if minus is None and at(r.text, pos - 1) in MINUS:
            before = at(r.text, pos - 2)
            if before == "" or before in WS or before in MONEY or before in OPENERS:
                pos = minus = pos - 1
                continue
        if bracket is None and at(r.text, pos - 1) == "(":
            pos = bracket = pos - 1
            continue
        return Front(pos, prefix, minus, bracket)


@lru_cache(maxsize=10000)
def scale(r: Reader, f: Figure) -> Scale | None:
    """F-SCALE-WORD, F-SCALE-SUFFIX."""
    return scale_word(r, f) or scale_suffix(r, f)


def scale_word(r: Reader, f: Figure) -> Scale | None:
    """F-SCALE-WORD: whatever stands directly before the phrase."""
    for pos in (f.end, f.end + 1 if at(r.text, f.end) == ")" else f.end):
        gap = gap_end(r.text, pos)
        behind = [pos, pos + 1] if at(r.text, pos) in HYPHENS else [pos]
        behind = [gap] if gap is not None else behind
        for i in behind:
            for key in sorted(SCALE_WORDS, key=len, reverse=True):
                end = written_end(r.folded, folded(key), i)
                if end is not None and at(r.text, end) not in WORDS:
                    return Scale(i, end, SCALE_WORDS[key], key)
    return None


def scale_suffix(r: Reader, f: Figure) -> Scale | None:
    """F-SCALE-SUFFIX."""
    i = f.end + 1 if at(r.text, f.end) in SPACE - {"\t"} else f.end
    keys = [
        key
        for key in SCALE_SUFFIXES
        if r.text.startswith(key, i) and at(r.text, i + len(key)) not in WORDS
    ]
    if not keys:
        return None
    key = max(keys, key=len)
    end = i + len(key)
    prefix = front(r, f).prefix
    allowed = key in PACK["plain_scale_suffixes"]
    allowed = allowed or (prefix is not None and (prefix.code is None or money(prefix.code)))
    for pos in (end, inner_gap_end(r.text, end)):
        behind = forms_at(r.doc, "suffix", pos) if pos is not None else {}
        if behind and money(unit_of(r, "suffix", max(behind, key=len))):
            allowed = True
    return Scale(i, end, SCALE_SUFFIXES[key], key) if allowed else None


def money(code: str | None) -> bool:
    """F-SCHEMA: a currency."""
    return code in CURRENCIES


def behind_scale(r: Reader, f: Figure) -> int:
    """Behind the scale, or the figure."""
    found = scale(r, f)
    return found.end if found else f.end


@lru_cache(maxsize=10000)
def suffix(r: Reader, f: Figure) -> Form | None:
    """F-UNIT-SUFFIX, F-UNIT-PER."""
    pos, brackets, modifiers = behind_scale(r, f), 0, 0
    while True:
        found = forms_at(r.doc, "suffix", pos)
        if found:
            break
        gap = gap_end(r.text, pos)
        modifier = phrase_at(r.folded, MODIFIERS, pos)
        if at(r.text, pos) == ")" and brackets < 2:
            pos, brackets = pos + 1, brackets + 1
        elif gap is not None:
            pos = gap
        elif modifier is not None and modifiers < 2:
            pos, modifiers = modifier[0], modifiers + 1
        else:
            return None
    form = max(found, key=len)
    end = found[form]
    cell = row_cell(r.doc, f.start)
    if pos - f.end > r.window or (cell is not None and end > cell.end):
        return None
    code: str | None = unit_of(r, "suffix", form)
    if front(r, f).prefix is not None and not money(code):
        return None
    if not money(code) and per(r, end):
        code = None
    return Form(pos, end, code, "suffix")


def spaced(text: str, begins: set[int]) -> set[int]:
    """Positions, and those behind one space there."""
    return begins | {i + 1 for i in begins if at(text, i) in SPACE}


def per(r: Reader, end: int) -> bool:
    """F-UNIT-PER: whether a rate makes the unit one that is not known."""
    text = r.text
    caret = at(text, end) == "^" and at(text, end + 1) in ASCII_DIGITS | MINUS
    raised = at(text, end) in SUPERSCRIPT_DIGIT or at(text, end) == "\u207b"
    if at(text, end - 1) in WORDS and (caret or raised):
        return True
    slashes: set[int] = set()
    for i in spaced(text, {end}):
        if at(text, i) == "/":
            slashes.add(i + 1)
        if r.folded.startswith("per", i) and at(text, i + 3) not in LETTERS:
            slashes.add(i + 3)
    begins = spaced(text, slashes)
    numbers = set()
    for i in begins:
        whole = run_right(text, i, ASCII_DIGITS)
        part = run_right(text, whole + 1, ASCII_DIGITS)
        if whole > i:
            numbers.add(whole)
            if at(text, whole) == "." and part > whole + 1:
                numbers.add(part)
    begins |= spaced(text, numbers)
    runs = {i: min(i + 16, run_right(text, i, DIGITS)) for i in begins}
    digits = {j for i, end in runs.items() for j in range(i, end + 1)}
    gaps = {inner_gap_end(text, i) for i in digits}
    for i in digits | {gap for gap in gaps if gap is not None}:
        for rate in RATES:
            if r.folded.startswith(rate, i) and at(text, i + len(rate)) not in WORDS:
                return True
    return power_of_rate(r, end)


def power_of_rate(r: Reader, end: int) -> bool:
    """F-UNIT-PER: `mg kg-1` and the like."""
    begins = spaced(r.text, {end})
    begins |= spaced(r.text, {i + 1 for i in begins if at(r.text, i) in ("\u00b7", "\u22c5")})
    pattern = re.compile("([A-Za-z]{1,3}[\u00b2\u00b3]?)(-1|\u22121|\u207b\u00b9)")
    for i in begins:
        match = pattern.match(r.text, i)
        if match and folded(match.group(1)) in RATES:
            return True
    return False


NEXT = re.compile(
    f"{WS_CLASS}*[)]?{SPACE_CLASS}*(?P<mark>[,;{''.join(sorted(DASH)).replace('-', '')}-])?"
    f"{WS_CLASS}*(?P<word>(?:and|or|to)(?=[0-9(-]|{WS_CLASS}))?{WS_CLASS}*"
)


class Separator(NamedTuple):
    """F-UNIT-SHARED: what parts two figures, but for a `(`."""

    end: int
    strong: bool  # a word or a dash
    closed: bool  # behind a sign stands what F-DOUBT-SHARED-SCALE asks for


def separator(r: Reader, pos: int) -> Separator | None:
    """F-UNIT-SHARED: what parts figures, at a position."""
    match = NEXT.match(r.folded, pos)
    if match is None or not (match.group("mark") or match.group("word")):
        return None
    strong = bool(match.group("word")) or match.group("mark") in DASH
    behind = at(r.text, match.end("mark"))
    closed = not match.group("mark") or behind in WS | ASCII_DIGITS | frozenset("(-")
    return Separator(match.end(), strong, closed)


@lru_cache(maxsize=10000)
def shared(r: Reader, f: Figure) -> Form | None:
    """F-UNIT-SHARED."""
    if suffix(r, f) is not None or front(r, f).prefix is not None:
        return None
    pos, cell = behind_scale(r, f), row_cell(r.doc, f.start)
    for _ in range(32):
        parted = separator(r, pos)
        if parted is None:
            return None
        begin = parted.end + 1 if at(r.text, parted.end) == "(" else parted.end
        begin += at(r.text, begin) in MINUS
        there = [g for g in everything(r.text) if g.start == begin]
        if not there:
            return None
        following = max(there, key=lambda g: g.end)
        if cell is not None and following.end > cell.end:
            return None
        found = suffix(r, following)
        if found is not None:
            return found._replace(origin="shared")
        pos = behind_scale(r, following)
    return None


def forms_of(r: Reader, f: Figure) -> list[Form]:
    """The forms at a figure: prefix form, then suffix form or the shared one."""
    found = [front(r, f).prefix, suffix(r, f), shared(r, f)]
    return [form for form in found if form is not None]


def form_at(r: Reader, f: Figure) -> Form | None:
    """F-OTHER-UNIT: a suffix form before a prefix form."""
    return suffix(r, f) or front(r, f).prefix or shared(r, f)


@lru_cache(maxsize=10000)
def ending(r: Reader, f: Figure) -> tuple[int, bool]:
    """F-END: the end, and whether the figure is bracketed."""
    form = suffix(r, f)
    end = form.end if form else behind_scale(r, f)
    if front(r, f).bracket is None:
        return end, False
    if ")" in r.text[f.end : end]:
        return end, True
    match = re.compile(f"%?{WS_CLASS}{{0,2}}[)]").match(r.text, end)
    return (match.end(), True) if match else (end, False)


def end_of(r: Reader, f: Figure) -> int:
    """F-END."""
    return ending(r, f)[0]


def bracketed(r: Reader, f: Figure) -> bool:
    """F-END."""
    return ending(r, f)[1]


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
    if cell is None or taken.at != cell.start:
        return False
    end = end_of(r, f)
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
