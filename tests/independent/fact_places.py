"""F-SPAN to F-STRING, F-PARTS: places of the source, and what the items of a claim cite."""

import re
from functools import lru_cache
from typing import Any, NamedTuple

from independent.fact_data import (
    DIGITS,
    HEADING_SCALES,
    IGNORED,
    LETTERS,
    MINUS,
    MONEY,
    SCALE_WORDS,
    WORDS,
    WS,
    WS_CLASS,
    at,
    folded,
    one_spaced,
    pack_list,
)
from independent.fact_figures import Figure
from independent.fact_heading_forms import headings, meanings, more, third_kind
from independent.fact_headings import (
    cell_of,
    columned,
    conflict,
    in_column,
    lines_read,
    reaching,
)
from independent.fact_qualifiers import NEGATIONS
from independent.fact_signs import sign_mark
from independent.fact_text import Doc, form_stands, is_row, phrases_in, written_end
from independent.fact_units import (
    Reader,
    bracketed,
    end_of,
    form_at,
    scale,
)

CLINGING = WORDS | IGNORED | {"_"}
JOINING = frozenset("-\u2010\u2011'\u2019&~@")
POINT = frozenset(".,")
Item = dict[str, Any]
Span = tuple[int, int]
HEADING_PHRASES = pack_list("heading_scales")
SCALE_PHRASES = pack_list("scale_words")
POWERS = {folded(k): p for k, p in {**HEADING_SCALES, **SCALE_WORDS}.items()}


@lru_cache(maxsize=256)
def positions(text: str) -> dict[int, int]:
    """T-OFFSET: the position of each byte offset that lies on a boundary."""
    found, offset = {0: 0}, 0
    for i, c in enumerate(text):
        offset += len(c.encode("utf-8"))
        found[offset] = i + 1
    return found


@lru_cache(maxsize=256)
def offsets(text: str) -> tuple[int, ...]:
    """T-OFFSET: the byte offset of each position."""
    return tuple(positions(text))


def span_of(text: str, place: Item) -> Span | None:
    """F-SPAN: the span of offsets, if it is one and not empty."""
    known = positions(text)
    start, end = known.get(place["start"]), known.get(place["end"])
    return (start, end) if start is not None and end is not None and start < end else None


@lru_cache(maxsize=1000)
def occurrences(text: str, quoted: str, limit: int | None = 1000) -> tuple[Span, ...]:
    """F-QUOTE: where a text stands, in ascending order, overlapping ones too."""
    parts = one_spaced(quoted).split(" ")
    pattern = re.compile("(?=(" + f"{WS_CLASS}+".join(map(re.escape, parts)) + "))")
    found = [(m.start(), m.end(1)) for m in pattern.finditer(text)] if parts[0] else []
    return tuple(found if limit is None else found[:limit])


class Cited(NamedTuple):
    """F-PARTS: a cited item, its span and the power of ten of the scale it holds."""

    item: Item
    span: Span | None
    power: int | None


def scale_held(doc: Doc, item: Item, span: Span | None) -> int | None:
    """F-PARTS: the power of ten of a scale item."""
    text = item.get("text")
    if text is None:
        if span is None:
            return None
        text = doc.text[span[0] : span[1]]
    for phrases in (SCALE_PHRASES, HEADING_PHRASES):
        found = phrases_in(folded(text), phrases, 0, len(text))
        if found:
            return POWERS[found[0].phrase] + more(folded(text), found[0].start)
    inner = Doc(text, doc.units)
    for i in range(len(text)):
        for heading in third_kind(inner, i):
            if heading.power is not None:
                return heading.power
    return None


def cited(r: Reader, f: Figure | None, role: str, items: list[Item]) -> Cited | None:
    """F-PARTS: the cited item of a role."""
    item = next((item for item in items if item.get("role", "value") == role), None)
    if item is None:
        return None
    span = span_of(r.text, item) if "start" in item else chosen(r, f, item["text"])
    return Cited(item, span, scale_held(r.doc, item, span) if role == "scale" else None)


def chosen(r: Reader, f: Figure | None, text: str) -> Span | None:
    """F-PARTS: the occurrence of an item's text that is chosen."""
    found = occurrences(r.text, text, None)
    if f is None:
        return found[0] if found else None
    near = [s for s in found if f.start - 200 <= s[0] and s[1] <= f.end + 200]
    holding = [s for s in near if s[0] <= f.start and f.end <= s[1]]
    behind = [s for s in near if f.end < s[1] and s[0] < end_of(r, f) + 2]
    before = [s for s in found if f.start - 20000 <= s[0] and s[1] <= f.start]
    for spans in (holding[:1], behind[:1], before[-1:], found[:1]):
        if spans:
            return spans[0]
    return None


def passes(r: Reader, f: Figure | None, role: str, item: Cited) -> bool:
    """F-PARTS: whether a cited item passes."""
    if item.span is None or f is None:
        return False
    if "start" in item.item and "text" in item.item:
        start, end = item.span
        if one_spaced(r.text[start:end]) != one_spaced(item.item["text"]):
            return False
    rule = {"sign": sign_passes, "scale": scale_passes, "unit": unit_passes}[role]
    return rule(r, f, item, item.span)


def sign_passes(r: Reader, f: Figure, _item: Cited, span: Span) -> bool:
    """F-PARTS: sign."""
    mark = sign_mark(r, f)
    if mark is not None and span[0] <= mark[0] < span[1]:
        return True
    return bracketed(r, f) and "(" in r.text[span[0] : span[1]] and span[0] <= f.start


def scale_passes(r: Reader, f: Figure, item: Cited, span: Span) -> bool:
    """F-PARTS: scale."""
    if item.power is None:
        return False
    found = scale(r, f)
    if found is not None:
        return span[0] <= found.start and found.end <= span[1]
    number = r.doc.line_number(span[0])
    line = r.doc.lines[number]
    here = [h for h in headings(r.doc, line) if h.power is not None]
    held = any(span[0] <= h.key[0] and h.key[1] <= span[1] for h in here)
    later = any(span[1] <= h.key[0] < f.start and columned(r.doc, line, h) is None for h in here)
    further = any(
        h.power is not None and h.end <= f.start
        for other in r.doc.lines[number + 1 : r.doc.line_number(f.start) + 1]
        for h in headings(r.doc, other)
    )
    return span[1] <= f.start and held and not later and not further


def unit_passes(r: Reader, f: Figure, _item: Cited, span: Span) -> bool:
    """F-PARTS: unit."""
    if r.unit is None or not form_within(r, span) or conflict(r, f):
        return False
    form = form_at(r, f)
    if form is not None:
        return form.code == r.unit
    for heading, _ in reaching(r, f):
        held = span[0] <= heading.key[0] and heading.key[1] <= span[1]
        if heading.form is not None and held and r.unit in meanings(r.doc, heading):
            return True
    line = r.doc.lines[r.doc.line_number(f.start)]
    row = is_row(r.doc, line)
    if line.start <= span[0] < line.end and (row or span[1] <= f.start):
        return True
    return row and above(r, f, span)


def form_within(r: Reader, span: Span) -> bool:
    """F-PARTS: whether a form of the field's unit stands within a span."""
    assert r.unit is not None
    limit = min(span[1], span[0] + 200)
    for kind, forms in r.doc.units[r.unit].items():
        for form in forms:
            for i in range(span[0], limit):
                end = written_end(r.text, form, i)
                strange = form[0] in MONEY and at(r.text, i - 1) in LETTERS
                if end is None or end > limit or strange:
                    continue
                if form_stands(r.text, form, kind, i, end):
                    return True
    return False


def above(r: Reader, f: Figure, span: Span) -> bool:
    """F-PARTS: whether a unit item begins in a cell above the figure of a row."""
    number, own = r.doc.line_number(span[0]), r.doc.line_number(f.start)
    line, figure_line = r.doc.lines[number], r.doc.lines[own]
    cell, place = cell_of(line, span[0]), cell_of(figure_line, f.start)
    if not own - 200 <= number < own or cell is None or place is None:
        return False
    if len(line.cells) > 1 and not in_column(line, cell, figure_line, place):
        return False
    between = r.doc.lines[number + 1 : own]
    others = [one for one in between if one.cells and not is_row(r.doc, one)]
    return len(others) <= 3 or line in lines_read(r.doc, own)


def string_places(r: Reader, value: str, span: Span) -> list[Span]:
    """F-STRING: the places in a span at which a value stands."""
    text, found = r.text, []
    for start, end in occurrences(text, value, None):
        if not (span[0] <= start and end <= span[1]):
            continue
        if not (joined_before(text, start) or joined_behind(text, end)):
            found.append((start, end))
    return found


def joined_before(text: str, start: int) -> bool:
    """F-STRING: whether what stands before a value that begins there belongs to it."""
    first, before = at(text, start), at(text, start - 1)
    other = at(text, start - 2)
    if first not in WORDS:
        return False
    if before in CLINGING or (before in JOINING and other in WORDS):
        return True
    pointed = before in POINT and other in DIGITS
    return first in DIGITS and (pointed or before in MINUS | MONEY)


def joined_behind(text: str, end: int) -> bool:
    """F-STRING: whether what stands behind a value that ends there belongs to it."""
    last, behind = at(text, end - 1), at(text, end)
    other = at(text, end + 1)
    if last not in WORDS:
        return False
    owned = behind in ("'", "\u2019") and other == "s" and at(text, end + 2) not in WORDS
    if behind in CLINGING or (behind in JOINING and other in WORDS and not owned):
        return True
    if last in LETTERS and behind in ("+", "#"):
        return True
    return last in DIGITS and (behind == "%" or (behind in POINT and other in DIGITS))


def string_negation(r: Reader, place: Span) -> Span | None:
    """F-NEGATED, for a string: the phrase."""
    found = phrases_in(r.folded, NEGATIONS, place[0] - 24, place[0])
    between = r.text[found[-1].end : place[0]] if found else ""
    if between and set(between) <= WS:
        return found[-1].start, found[-1].end
    return None


def string_place(r: Reader, value: str, span: Span) -> Span | None:
    """F-STRING: the place that is taken."""
    places = string_places(r, value, span)
    clear = [place for place in places if string_negation(r, place) is None]
    return next(iter([*clear, *places]), None)
