"""F-MATCH, F-CHOICE and the flags of 9.8: a figure held against a value."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from independent.fact_data import (
    LOWER,
    WS_CLASS,
    at,
    decimal,
    gap_end,
    gap_start,
    pack_list,
    run_right,
)
from independent.fact_doubts import doubtful
from independent.fact_figures import Figure, any_between, everything
from independent.fact_headings import (
    conflict,
    heading_scale,
    heading_unit,
    unit_read,
)
from independent.fact_parts import part
from independent.fact_places import Cited, Item, Span, cited, passes
from independent.fact_qualifiers import bridged, qualifiers, sentence
from independent.fact_signs import negative, notes, sign_mark
from independent.fact_text import (
    bounded,
    phrase_at,
    phrase_ends_at,
    phrases_in,
    row_cell,
    written_end,
)
from independent.fact_units import (
    Reader,
    end_of,
    form_at,
    forms_of,
    front,
    scale,
)

YEAR_WORDS, LOSS = pack_list("year_words"), pack_list("loss_words")
CHANGE_NAMES, FALLS = pack_list("change_names"), pack_list("falls")
NEGATED, LOSS_BEHIND = pack_list("negated_values"), pack_list("loss_behind")
REPLACED_BEHIND, REPLACED_BEFORE = pack_list("replaced_behind"), pack_list("replaced_before")
NAME_YEAR = re.compile("(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
RANKED = (
    *("QUALIFIED_VALUE", "SCALE_WORD", "SIGN_DROPPED", "NUMBER_PART", "NUMBER_AMBIGUOUS"),
    *("FIELD_NOT_AT_VALUE", "SIGN_WORD", "NEGATED_VALUE"),
)
ROLES = ("sign", "scale", "unit")
LOOSE = (3, 5, 6, 7, 9, 12)


class Match(NamedTuple):
    """F-MATCH."""

    power: int  # the scale, as in `reading`
    source: str | None  # what gives it: figure, item, heading
    unscaled: bool
    no_scale: bool  # `scale` is missing
    no_sign: bool
    dropped: bool


class Judged(NamedTuple):
    """A figure that matches, and what is said of it."""

    figure: Figure
    match: Match
    missing: tuple[str, ...]
    items: dict[str, Cited]
    passed: dict[str, bool]
    flags: dict[str, Span | None]
    infos: dict[str, Span | None]
    rank: int


def scaled(r: Reader, f: Figure, value: Fraction, item: Cited | None) -> Match | None:
    """F-MATCH, 1 to 4."""
    assert f.value is not None

    def fits(power: int) -> bool:
        assert f.value is not None
        return abs(value) == f.value * Fraction(10) ** power

    def match(power: int, source: str | None, unscaled: bool, missing: bool) -> Match:
        return Match(power, source, unscaled, missing and value != 0, False, False)

    own, heading = scale(r, f), heading_scale(r, f)
    if own is not None:
        if fits(own.power):
            return match(own.power, "figure", False, False)
        return match(own.power, "figure", True, False) if fits(0) else None
    if item is not None and item.power is not None:
        return match(item.power, "item", False, False) if fits(item.power) else None
    if heading is not None:
        assert heading.power is not None
        only_cited = r.policy["parts"] == "cited"
        if fits(heading.power):
            if only_cited and item is not None and value != 0:
                return None
            return match(heading.power, "heading", False, only_cited)
        return match(heading.power, None, False, True) if fits(0) else None
    if fits(0):
        return match(0, None, False, False)
    if item is None and any(map(fits, LOOSE)):
        return match(0, None, False, True)
    return None


def matched(r: Reader, f: Figure, value: Fraction, items: dict[str, Cited]) -> Match | None:
    """F-MATCH."""
    if f.value is None or (value == 0 and f.value != 0):
        return None
    found = scaled(r, f, value, items.get("scale"))
    if found is None:
        return None
    by_text = negative(r, f)
    by_item = "sign" in items
    if value < 0 and not (by_text or by_item):
        found = found._replace(no_sign=True)
    if value > 0 and (by_text or by_item):
        if not by_text:
            return None
        found = found._replace(dropped=True)
    codes = [q.code for q in qualifiers(r, f)]
    against = {"range_low": "range_high", "range_high": "range_low"}
    if against.get(r.field["comparator"]) in codes:
        return None
    return found


def qualified(r: Reader, f: Figure) -> Span | None:
    """F-COMPARATORS: the mark, if no comparator is the field's."""
    found = qualifiers(r, f)
    wanted = r.field["comparator"]
    for q in found:
        if q.code == wanted or (wanted == "range" and q.code in ("range_low", "range_high")):
            return None
    places = sorted((q.start, q.end) for q in found)
    return places[0] if places else None


def other_year(r: Reader, f: Figure) -> Span | None:
    """F-OTHER-YEAR."""
    years = NAME_YEAR.findall(r.name)
    gap = gap_end(r.text, end_of(r, f)) if years else None
    if gap is None:
        return None
    for word in YEAR_WORDS:
        end = written_end(r.folded, word, gap)
        behind = gap_end(r.text, end) if end is not None else None
        if behind is None:
            continue
        year = re.compile("(?:19|20)[0-9]{2}(?![0-9])").match(r.text, behind)
        if year and year.group() not in years:
            return behind, behind + 4
    return None


def replaced(r: Reader, f: Figure) -> Span | None:
    """F-REPLACED: the first place that says the amount is replaced."""
    start, end = front(r, f).at, end_of(r, f)
    amount = r.text[start:end]
    for match in re.finditer(f'(?=["\u201c]{re.escape(amount)}["\u201d])', r.text):
        begin = match.start() + 1
        stop = begin + len(amount)
        if len(amount) > 80:
            continue
        gap, before = gap_end(r.text, stop + 1), gap_start(r.text, begin - 1)
        behind = gap is not None and phrase_at(r.folded, REPLACED_BEHIND, gap) is not None
        led = before is not None and phrase_ends_at(r.folded, REPLACED_BEFORE, before) is not None
        if behind or led:
            return begin, stop
    return None


def loss_behind(r: Reader, f: Figure) -> Span | None:
    """F-SIGN-WORD: a phrase of loss behind the end."""
    gap, cell = gap_end(r.text, end_of(r, f)), row_cell(r.doc, f.start)
    limit = cell.end if cell is not None else None
    found = phrase_at(r.folded, LOSS_BEHIND, gap, limit) if gap is not None else None
    return None if gap is None or found is None else (gap, found[0])


def in_name(name: str, phrase: str) -> bool:
    """Whether a phrase stands as whole words in a field's name."""
    return any(
        name.startswith(phrase, i) and bounded(name, phrase, i, i + len(phrase))
        for i in range(len(name))
    )


def sign_word(r: Reader, f: Figure, value: Fraction) -> Span | None:
    """F-SIGN-WORD."""
    if value <= 0 or negative(r, f) or r.field.get("sign") == "magnitude":
        return None
    return loss_before(r, f) or loss_behind(r, f)


def loss_before(r: Reader, f: Figure) -> Span | None:
    """F-SIGN-WORD: a phrase of loss, or a fall, before the front."""
    row = row_cell(r.doc, f.start) is not None
    start, end = sentence(r, f)
    if row:
        start = r.doc.lines[r.doc.line_number(end)].start
    name = r.name.replace("_", " ")
    found = phrases_in(r.folded, LOSS, start, end)
    if found:
        last = found[-1]
        between = any_between(r.text, last.end, end) and not row
        bracket = row and "(" in (at(r.text, last.end), at(r.text, last.end + 1))
        named = in_name(name, last.phrase) or in_name(name, last.phrase + "s")
        return None if between or bracket or named else (last.start, last.end)
    if not any(in_name(name, word) for word in CHANGE_NAMES):
        return None
    falls = phrases_in(r.folded, FALLS, max(start, end - 60), end)
    if not falls:
        return None
    by = re.fullmatch(f"{WS_CLASS}+by{WS_CLASS}+", r.folded[falls[-1].end : end])
    if by or bridged(r, falls[-1].end, end):
        return falls[-1].start, falls[-1].end
    return None


def of_no(r: Reader, start: int, end: int) -> bool:
    """F-NEGATED: a gap, one or two words with a gap behind each, `of`, and a gap."""
    i = gap_end(r.text, start)
    for _ in range(2):
        word = run_right(r.folded, i, LOWER) if i is not None else 0
        i = gap_end(r.text, word) if i is not None and word > i else None
        if i is not None and r.folded.startswith("of", i) and gap_end(r.text, i + 2) == end:
            return True
    return False


def negated_value(r: Reader, f: Figure) -> Span | None:
    """F-NEGATED."""
    start, end = sentence(r, f)
    found = phrases_in(r.folded, NEGATED, max(start, end - 60), end)
    if found and bridged(r, found[-1].end, end):
        return found[-1].start, found[-1].end
    found = phrases_in(r.folded, ("no",), max(start, end - 60), end)
    if found and of_no(r, found[-1].end, end):
        return found[-1].start, found[-1].end
    return None


def missing_parts(r: Reader, f: Figure, match: Match, passed: dict[str, bool]) -> tuple[str, ...]:
    """F-MISSING."""
    no_form = form_at(r, f) is None
    headed = r.policy["parts"] == "found" and heading_unit(r, f) is not None
    no_unit = r.unit is not None and ((no_form and not headed) or conflict(r, f))
    missing = {
        "sign": match.no_sign and not passed.get("sign", False),
        "scale": match.no_scale and not passed.get("scale", False),
        "unit": no_unit and "unit" not in passed,
    }
    return tuple(role for role in ROLES if missing[role])


def other_unit(r: Reader, f: Figure) -> bool:
    """F-OTHER-UNIT."""
    form = form_at(r, f)
    return r.unit is not None and form is not None and form.code != r.unit


def judged(r: Reader, f: Figure, value: Fraction, evidence: list[Item]) -> Judged | None:
    """F-MATCH, F-CHOICE: a figure that matches, with its rank."""
    items = {role: cited(r, f, role, evidence) for role in ROLES}
    given = {role: item for role, item in items.items() if item is not None}
    match = matched(r, f, value, given)
    if match is None:
        return None
    passed = {role: passes(r, f, role, item) for role, item in given.items()}
    missing = missing_parts(r, f, match, passed)
    own, sign = scale(r, f), sign_mark(r, f)
    here = (f.start, f.end)
    flags: dict[str, Span | None] = {
        "QUALIFIED_VALUE": qualified(r, f),
        "SCALE_WORD": (own.start, own.end) if own is not None and match.unscaled else None,
        "SIGN_DROPPED": (sign[0], sign[0] + 1) if sign is not None and match.dropped else None,
        "NUMBER_PART": here if part(r, f) else None,
        "NUMBER_AMBIGUOUS": here if doubtful(r, f) else None,
        "FIELD_NOT_AT_VALUE": other_year(r, f),
        "SIGN_WORD": sign_word(r, f, value),
        "NEGATED_VALUE": negated_value(r, f) or replaced(r, f),
    }
    flags = {code: mark for code, mark in flags.items() if mark is not None}
    infos: dict[str, Span | None] = {}
    brackets = sign is not None and sign[1] == "brackets"
    listed = r.policy["parts"] == "found"
    headed = heading_unit(r, f) is not None
    unit_item = form_at(r, f) is None and passed.get("unit", False)
    derived = (
        (value < 0 and (brackets or "sign" in given))
        or match.source == "item"
        or (listed and match.source == "heading")
        or (listed and "unit" not in given and headed)
        or unit_item
    )
    if derived:
        infos["VALUE_DERIVED"] = None
    if notes(r, f):
        infos["NOTE_AT_VALUE"] = here
    rank = 1 if flags else 0
    if set(missing) - ({"unit"} if conflict(r, f) else set()):
        rank = 2
    if other_unit(r, f):
        rank = 3
    return Judged(f, match, missing, given, passed, flags, infos, rank)


def is_negative(r: Reader, one: Judged) -> bool:
    """F-MATCH: S."""
    return negative(r, one.figure) or "sign" in one.items


def reading(r: Reader, one: Judged) -> dict[str, Any]:
    """F-READING; positions, not bytes."""
    assert one.figure.value is not None
    return {
        "start": one.figure.start,
        "end": one.figure.end,
        "number": decimal(one.figure.value),
        "sign": "-" if is_negative(r, one) else "+",
        "scale": one.match.power,
        "unit": unit_read(r, one.figure),
        "comparators": [q.code for q in qualifiers(r, one.figure)] or ["eq"],
    }


def unit_list(r: Reader, f: Figure) -> list[dict[str, Any]]:
    """F-UNITS; positions, not bytes."""
    if r.unit is None:
        return []
    found = [
        {"code": form.code, "from": form.origin, "start": form.start, "end": form.end}
        for form in forms_of(r, f)
    ]
    heading = heading_unit(r, f)
    if heading is not None:
        found.append(
            {"code": r.unit, "from": "heading", "start": heading.key[0], "end": heading.key[1]}
        )
    return found


def part_list(r: Reader, one: Judged) -> list[dict[str, Any]]:
    """F-PARTS; positions, not bytes."""
    found = []
    f = one.figure
    by_heading = {
        "scale": heading_scale(r, f) if one.match.source == "heading" else None,
        "unit": heading_unit(r, f),
    }
    for role in ROLES:
        item, heading = one.items.get(role), by_heading.get(role)
        if item is not None:
            start, end = item.span if item.span is not None else (None, None)
            passed = one.passed[role]
            found.append(row(role, start, end, passed, True))
        elif heading is not None and r.policy["parts"] == "found":
            found.append(row(role, *heading.key, True, False))
    return found


def row(role: str, start: int | None, end: int | None, passed: bool, by: bool) -> dict[str, Any]:
    return {"role": role, "start": start, "end": end, "passed": passed, "cited": by}


@lru_cache(maxsize=1000)
def figures_in(text: str, span: Span) -> tuple[Figure, ...]:
    """F-MATCH: the figures of a span."""
    return tuple(f for f in everything(text) if span[0] <= f.start and f.end <= span[1])


def differ(r: Reader, some: list[Judged]) -> bool:
    """F-AMBIGUOUS."""
    read = {
        (one.figure.value, one.match.power, is_negative(r, one)) for one in some if one.rank <= 1
    }
    return len(read) > 1
