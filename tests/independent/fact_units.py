"""F-FRONT to F-SCALE-ASIDE, F-UNIT-FORM to F-UNIT-SHARED: what stands at a figure."""

import re
from functools import lru_cache
from typing import Any, NamedTuple

from independent.fact_data import (
    ASCII_DIGITS,
    CURRENCIES,
    DASH,
    HYPHENS,
    IGNORED,
    KEYS,
    LETTERS,
    MINUS,
    MINUSES,
    MONEY,
    PACK,
    SCALE_SUFFIXES,
    SCALE_WORDS,
    SPACE,
    SPACE_CLASS,
    WORDS,
    WS,
    WS_CLASS,
    ascii_bounded_before,
    ascii_bounded_behind,
    at,
    folded,
    gap_end,
    inner_gap_end,
    inner_gap_start,
    longest_key,
    pack_list,
    run_left,
)
from independent.fact_figures import Figure, everything
from independent.fact_rates import per
from independent.fact_text import (
    Doc,
    forms_at,
    forms_up_to,
    phrase_at,
    row_cell,
    written_end,
)

MODIFIERS = pack_list("unit_modifiers")
OPENERS = frozenset("(=:|[,;<>~\"'*{`\u00ab\u2018\u2019\u201c\u201e\u2192\u21d2\u2248\u2264\u2265")
BEFORE_MINUS = OPENERS | WS | MONEY | IGNORED  # or the start
MARKS: dict[str, str | None] = PACK["currency_marks"]


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
    """A scale and where it stands; behind it lies what lies behind `behind`."""

    start: int
    end: int
    power: int
    key: str
    behind: int
    after_suffix: bool = False  # F-SCALE-ASIDE: behind the suffix form


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
    code: str | None = unit_of(r, "prefix", form)
    if strange(r.text, form, start):
        code = None
    if money(code) or form[0] in MONEY:
        marked = mark_before(r.text, start)
        code = code if marked is None else MARKS[marked]
    return Form(start, end, code, "prefix")


def strange(text: str, form: str, start: int) -> bool:
    """F-UNIT-PREFIX: whether what stands before a prefix form makes its unit not known."""
    before, further = at(text, start - 1), at(text, start - 2)
    if form[0] in MONEY:
        return before in LETTERS | MONEY or (before == "/" and further in MONEY)
    return form[0] in LETTERS and before == "/" and further in LETTERS | MONEY


def mark_before(text: str, start: int) -> str | None:
    """F-UNIT-MARK: the mark before a prefix form."""
    for end in (start, start - 1 if at(text, start - 1) in SPACE else start):
        for key in sorted(MARKS, key=len, reverse=True):
            begin = end - len(key)
            stands = begin >= 0 and text.startswith(key, begin) and ascii_bounded_behind(text, end)
            if stands and ascii_bounded_before(text, begin):
                return key
    return None


def mark_behind(r: Reader, f: Figure) -> str | None:
    """F-UNIT-MARK: the mark behind a figure, or its scale."""
    begin, cell = behind_scale(r, f), row_cell(r.doc, f.start)
    gap = gap_end(r.text, begin)
    begins = {i for i in (begin, gap) if i is not None}
    begins = {i + 1 for i in begins if at(r.text, i) == "("} | (begins - {begin})
    for key in MARKS:
        closed = key.isupper() and len(key) == 3
        for i in begins:
            end = i + len(key)
            bounded = ascii_bounded_before(r.text, i) and ascii_bounded_behind(r.text, end)
            inside = cell is None or end <= cell.end
            follows = at(r.text, end + 1 if at(r.text, end) in SPACE else end)
            inside = inside and (closed or at(r.text, end) == ")")
            inside = inside and follows not in ASCII_DIGITS | MONEY
            if r.text.startswith(key, i) and bounded and inside:
                return key
    return None


@lru_cache(maxsize=10000)
def prefix_at(r: Reader, f: Figure) -> Form | None:
    """F-UNIT-PREFIX, F-UNIT-MARK: the prefix form at a figure."""
    taken, own = front(r, f).prefix, suffix(r, f)
    if taken is None or (own is not None and money(own.code)):
        return taken
    sign = r.text[taken.start] in MONEY
    if not (sign or money(taken.code)) or mark_before(r.text, taken.start) is not None:
        return taken
    marked = mark_behind(r, f)
    return taken if marked is None else taken._replace(code=MARKS[marked])


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
        free = pos == 1 or at(r.text, pos - 2) in BEFORE_MINUS
        if minus is None and at(r.text, pos - 1) in MINUS and free:
            pos = minus = pos - 1
            continue
        if bracket is None and at(r.text, pos - 1) == "(":
            pos = bracket = pos - 1
            continue
        spaced = at(r.text, pos - 1) in SPACE and at(r.text, pos - 2) == "("
        if bracket is None and spaced:
            pos = bracket = pos - 2
            continue
        return Front(pos, prefix, minus, bracket)


@lru_cache(maxsize=10000)
def scale(r: Reader, f: Figure) -> Scale | None:
    """F-SCALE-WORD, F-SCALE-SUFFIX, F-SCALE-ASIDE."""
    return scale_word(r, f) or scale_suffix(r, f) or scale_aside(r, f)


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
                    return Scale(i, end, SCALE_WORDS[key], key, end)
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
    return Scale(i, end, SCALE_SUFFIXES[key], key, end) if allowed else None


def scale_aside(r: Reader, f: Figure) -> Scale | None:
    """F-SCALE-ASIDE."""
    found = aside(r, f.end)
    if found is None:
        form = kept(r, f, f.end)
        found = aside(r, form.end) if form is not None else None
        found = found._replace(after_suffix=True) if found is not None else None
    cell = row_cell(r.doc, f.start)
    inside = found is None or cell is None or found.behind <= cell.end
    return found if inside else None


def aside(r: Reader, pos: int) -> Scale | None:
    """F-SCALE-ASIDE: a scale in brackets, or behind `in`, at a position."""
    gap = gap_end(r.text, pos)
    for i in (pos, pos if gap is None else gap):
        if at(r.text, i) != "(":
            continue
        for begin in (i + 1, i + 2 if at(r.text, i + 1) in SPACE else i + 1):
            word = gap_end(r.text, begin + 2) if r.folded.startswith("in", begin) else None
            for j in (begin, begin if word is None else word):
                keys = [key for key in KEYS if r.folded.startswith(key, j)]
                key = max(keys, key=len, default="")
                end = j + len(key)
                close = end + 1 if at(r.text, end) in SPACE else end
                if key and at(r.text, close) == ")":
                    return Scale(j, end, KEYS[key], key, close + 1)
    gap = gap_end(r.text, pos + 1 if at(r.text, pos) == "," else pos)
    word = gap_end(r.text, gap + 2) if gap is not None and r.folded.startswith("in", gap) else None
    bare = longest_key(r.folded, KEYS, word) if word is not None else None
    if word is None or bare is None:
        return None
    end = word + len(bare)
    return Scale(word, end, KEYS[bare], bare, end)


def money(code: str | None) -> bool:
    """F-SCHEMA: a currency."""
    return code in CURRENCIES


def behind_scale(r: Reader, f: Figure) -> int:
    """Behind the scale, or the figure."""
    found = scale(r, f)
    return found.behind if found else f.end


@lru_cache(maxsize=10000)
def suffix(r: Reader, f: Figure) -> Form | None:
    """F-UNIT-SUFFIX, F-UNIT-PER: that of a figure."""
    return kept(r, f, behind_own_scale(r, f))


def behind_own_scale(r: Reader, f: Figure) -> int:
    """Where F-UNIT-SUFFIX begins: behind the scale, but for one behind the suffix form."""
    found = scale(r, f)
    return f.end if found is not None and found.after_suffix else behind_scale(r, f)


def kept(r: Reader, f: Figure, begin: int) -> Form | None:
    """F-UNIT-SUFFIX: the suffix form behind a position, unless it is dropped."""
    found = suffix_behind(r, f, begin)
    return None if found is None or dropped(r, f, found) else found


def dropped(r: Reader, f: Figure, form: Form) -> bool:
    """F-UNIT-SUFFIX: whether a prefix form drops the suffix form."""
    return front(r, f).prefix is not None and not money(form.code)


def suffix_behind(r: Reader, f: Figure, begin: int) -> Form | None:
    """F-UNIT-SUFFIX, F-UNIT-PER: the suffix form behind a position."""
    pos, brackets, modifiers = begin, 0, 0
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
    if not money(code) and per(r.doc, end, code):
        code = None
    return Form(pos, end, code, "suffix")


MONEYS = "".join(map(re.escape, sorted(MONEY)))
NEXT = re.compile(
    f"{WS_CLASS}*[)]?{SPACE_CLASS}*(?P<mark>[,;{''.join(sorted(DASH)).replace('-', '')}-])?"
    f"{WS_CLASS}*(?P<word>(?:and|or|to)(?=[0-9({MONEYS}{MINUSES}]|{WS_CLASS}))?{WS_CLASS}*"
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
    closed = not match.group("mark") or behind in WS | ASCII_DIGITS | MINUS | MONEY | {"("}
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
    found = [prefix_at(r, f), suffix(r, f), shared(r, f)]
    return [form for form in found if form is not None]


def form_at(r: Reader, f: Figure) -> Form | None:
    """F-OTHER-UNIT: a suffix form before a prefix form."""
    return suffix(r, f) or prefix_at(r, f) or shared(r, f)


@lru_cache(maxsize=10000)
def ending(r: Reader, f: Figure) -> tuple[int, bool]:
    """F-END: the end, and whether the figure is bracketed."""
    form = suffix(r, f)
    end = max(form.end if form else 0, behind_scale(r, f))
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
