"""F-HEADING: the scales and units that a line gives as a heading."""

import re
from functools import lru_cache
from typing import NamedTuple

from independent.fact_data import (
    ASCII_DIGITS,
    ASCII_LETTERS,
    ASCII_WORD,
    HEADING_SCALES,
    KEYS,
    LOWER,
    MONEY,
    SCALE_SUFFIXES,
    SCALE_WORDS,
    SPACE,
    ascii_bounded_before,
    ascii_bounded_behind,
    at,
    folded,
    gap_end,
    gap_start,
    longest_key,
    pack_list,
    run_left,
    run_right,
)
from independent.fact_text import (
    Cell,
    Doc,
    Line,
    forms_at,
    phrase_ends_at,
    written_end,
)
from independent.fact_units import (
    money,
)

CAPITALISED = {k[0].upper() + k[1:]: p for k, p in SCALE_WORDS.items()}
WRITTEN_WORDS = {**SCALE_WORDS, **CAPITALISED}
THIRD_KEYS = {**WRITTEN_WORDS, **HEADING_SCALES, **SCALE_SUFFIXES}
SHARES, NEGATIONS = pack_list("share_words"), pack_list("negations")


class Heading(NamedTuple):
    """A heading scale (`form` is None) or a heading unit (`power` is None)."""

    start: int
    end: int
    key: tuple[int, int]
    power: int | None
    form: str | None
    shares: bool = False
    alone: bool = False  # speaks of brackets alone
    sign: bool = False  # of the third kind


@lru_cache(maxsize=100)
def currency_forms(doc: Doc) -> frozenset[str]:
    """The forms of all currencies."""
    return frozenset(
        form
        for code, forms in doc.units.items()
        if money(code)
        for kind in ("prefix", "suffix")
        for form in forms[kind]
    )


def standing(doc: Doc, i: int, forms: frozenset[str] | None = None) -> dict[str, int]:
    """The forms that stand at a position, prefix forms and suffix forms, with their ends."""
    found = {**forms_at(doc, "prefix", i), **forms_at(doc, "suffix", i)}
    return {form: end for form, end in found.items() if forms is None or form in forms}


def folded_prefixes(doc: Doc, i: int) -> set[int]:
    """The ends of the prefix forms that, folded, stand in the folded text."""
    ends = {written_end(doc.folded, folded(form), i) for form in doc.forms["prefix"]}
    return {end for end in ends if end is not None}


def joined(text: str, share: int) -> bool:
    """F-HEADING, 1: whether `and`, `or` or `&` stands before a phrase of shares."""
    end = share - 1 if at(text, share - 1) in SPACE else share
    words = (text[end - 3 : end] == "and", text[end - 2 : end] == "or", text[end - 1 : end] == "&")
    lengths = (3, 2, 1)
    return any(
        word and (n == 1 or ascii_bounded_before(text, end - n))
        for word, n in zip(words, lengths, strict=True)
    )


def first_kind(doc: Doc, i: int, start: int) -> Heading | None:
    """F-HEADING, 1."""
    text = doc.folded
    if not text.startswith("in", i) or not ascii_bounded_before(text, i):
        return None
    gap = gap_end(text, i + 2)
    begins = {gap} if gap is not None else set()
    reached = set(begins)
    for _ in range(3):
        behind = set()
        for j in begins:
            for end in {run_right(text, j, LOWER | {"."})} | folded_prefixes(doc, j):
                gap = gap_end(text, end) if end > j else None
                if gap is not None:
                    behind.add(gap)
        begins = behind
        reached |= behind
    with_form = reached | {end for j in reached for end in folded_prefixes(doc, j)}
    keyed = with_form | {j + 1 for j in with_form if at(text, j) in SPACE}
    for j in sorted(keyed):
        key = longest_key(text, KEYS, j)
        if key is not None:
            before = run_left(text, i, SPACE)
            negation = phrase_ends_at(text, NEGATIONS, before)
            if negation is not None and negation >= start:
                return None
            share = phrase_ends_at(text, SHARES, before)
            of_shares = share is not None and share >= start and not joined(text, share)
            power = KEYS[key] + more(text, j)
            return Heading(i, j + len(key), (j, j + len(key)), power, None, of_shares)
    return None


def more(text: str, key: int) -> int:
    """F-HEADING, 1, F-PARTS: what `tens of` or `hundreds of` before a key adds to its power."""
    gap = gap_start(text, key)
    if gap is None or text[max(gap - 2, 0) : gap] != "of":
        return 0
    end = gap_start(text, gap - 2)
    if end is None:
        return 0
    for word, power in (("tens", 1), ("hundreds", 2)):
        begin = end - len(word)
        if text[max(begin, 0) : end] == word:
            return power if ascii_bounded_before(text, begin) else 0
    return 0


def leads_line(text: str, i: int) -> bool:
    """F-HEADING, 2: what stands behind a key that begins a line."""
    begin = i + 1 if at(text, i) == "," else i
    for word, start in (("of", i), ("except", begin)):
        gap = gap_end(text, start)
        if gap is not None and text.startswith(word, gap):
            return gap_end(text, gap + len(word)) is not None
    return False


def bare_key(doc: Doc, i: int, cell: Cell) -> Heading | None:
    """F-HEADING, 2: a key at a position that is all of a cell, or ends it, or stands before `)`."""
    text = doc.folded
    before = at(text, i - 2) if at(text, i - 1) in SPACE else at(text, i - 1)
    for key, power in SCALE_WORDS.items():
        end = i + len(key)
        if (
            not key.endswith("s")
            or not text.startswith(key, i)
            or not ascii_bounded_before(text, i)
        ):
            continue
        ends = end == cell.end and (i == cell.start or before in (":", ","))
        if ends or (before == "," and at(text, end) == ")"):
            return Heading(i, end, (i, end), power, None)
    return None


def second_kind(doc: Doc, i: int, start: int) -> Heading | None:
    """F-HEADING, 2: a key in brackets, or at the beginning of the line."""
    text = doc.folded
    if at(text, i) == "(":
        begin = i + 1 if at(text, i + 1) not in SPACE else i + 2
        for key in sorted(KEYS, key=len, reverse=True):
            if not text.startswith(key, begin):
                continue
            end = begin + len(key)
            mark = end + 1 if at(text, end) in SPACE else end
            gap = gap_end(text, end)
            of = gap is not None and re.compile("(of|except|omitted)(?![a-z0-9])").match(text, gap)
            if at(text, mark) in frozenset("),") or of:
                return Heading(i, end, (begin, end), KEYS[key], None)
    if i == start:
        begin = i + 1 if at(text, i) in SPACE else i
        for word in SCALE_WORDS:
            end = begin + len(word)
            if word.endswith("s") and text.startswith(word, begin) and leads_line(text, end):
                return Heading(begin, end, (begin, end), SCALE_WORDS[word], None)
    return None


def signs(doc: Doc, i: int) -> set[int]:
    """F-HEADING, 3: the ends of the signs at a position."""
    text, money_forms = doc.text, currency_forms(doc)
    if not ascii_bounded_before(text, i):
        return set()
    ends = {written_end(text, form, i) for form in money_forms if form[0] not in LOWER}
    run = run_right(text, i, ASCII_LETTERS)
    lasts = {form[-1] for form in money_forms if form[-1] in MONEY}
    if 1 <= run - i <= 32 and at(text, run) in lasts:
        ends.add(run + 1)
    return {end for end in ends if end is not None}


def third_kind(doc: Doc, i: int) -> list[Heading]:
    """F-HEADING, 3: the heading scale and the heading unit; the longest sign."""
    text = doc.text
    for sign in sorted(signs(doc, i), reverse=True):
        begins = {sign} | ({sign + 1} if at(text, sign) in SPACE else set())
        keyed = set(begins)
        for j in begins:
            gap = gap_end(text, j + 2) if text.startswith("in", j) else None
            if gap is not None:
                keyed.add(gap)
        for j in sorted(keyed):
            key = longest_key(text, THIRD_KEYS, j)
            if key is None:
                continue
            end = j + len(key)
            if at(text, end) == "." and at(text, end + 1) in ASCII_DIGITS:
                continue
            found = Heading(i, end, (j, end), THIRD_KEYS[key], None)
            return [found, Heading(i, end, (i, sign), None, text[i:sign], False, False, True)]
    return []


def unit_heading(form: str, start: int, end: int, alone: bool = False) -> Heading:
    return Heading(start, end, (start, end), None, form, False, alone)


def of_currency(doc: Doc, i: int) -> Heading | None:
    """F-HEADING, 4: a currency behind `in` or `of`."""
    text = doc.text
    if text[i : i + 2] not in ("in", "In", "of") or not ascii_bounded_before(text, i):
        return None
    gap = gap_end(text, i + 2)
    if gap is None:
        return None
    begins = [gap]
    for key in WRITTEN_WORDS:
        if text.startswith(key, gap):
            of = gap_end(text, gap + len(key))
            begins += [of] if of is not None else []
            behind = gap_end(text, of + 2) if of is not None and text.startswith("of", of) else None
            begins += [behind] if behind is not None else []
    for j in begins:
        found = standing(doc, j, currency_forms(doc))
        found = {f: end for f, end in found.items() if ascii_bounded_behind(text, end)}
        if found:
            form = max(found, key=len)
            return unit_heading(form, j, found[form])
    return None


def in_scale(doc: Doc, i: int) -> Heading | None:
    """F-HEADING, 4: a currency before `in` and a scale."""
    text = doc.text
    if not ascii_bounded_before(text, i):
        return None
    found = standing(doc, i, currency_forms(doc))
    for form in sorted(found, key=len, reverse=True):
        stop = found[form]
        gap = gap_end(text, stop + 1 if at(text, stop) == "," else stop)
        behind = gap_end(text, gap + 2) if gap is not None and text.startswith("in", gap) else None
        keys = {**WRITTEN_WORDS, **HEADING_SCALES}
        if behind is not None and longest_key(text, keys, behind) is not None:
            return unit_heading(form, i, found[form])
    return None


def in_brackets(doc: Doc, i: int, start: int) -> Heading | None:
    """F-HEADING, 4: a form in brackets."""
    text = doc.text
    closing = {"(": ")", "[": "]"}.get(at(text, i))
    if closing is None:
        return None
    begin = i + 1 if at(text, i + 1) not in SPACE else i + 2
    found = standing(doc, begin)
    for form in sorted(found, key=len, reverse=True):
        end = found[form]
        close = end + 1 if at(text, end) in SPACE else end
        if at(text, close) == closing:
            n = i - 2 if at(text, i - 1) in SPACE else i - 1
            alone = n >= start and text[n] in "nN" and at(text, n - 1) not in ASCII_WORD
            return unit_heading(form, begin, end, alone)
    return None


def at_line_end(doc: Doc, line: Line) -> Heading | None:
    """F-HEADING, 4: a form of a currency at the end of the line's last cell."""
    text = doc.text
    stop = line.cells[-1].end if line.cells else line.start
    if at(text, stop - 1) == ")":
        stop -= 1
    for i in range(line.start, stop):
        before = i - 1 if at(text, i - 1) not in SPACE else i - 2
        if before < line.start or text[before] not in ",\u2014\u2013-":
            continue
        found = standing(doc, i, currency_forms(doc))
        for form, end in found.items():
            if end == stop:
                return unit_heading(form, i, end)
    return None


@lru_cache(maxsize=10000)
def headings(doc: Doc, line: Line) -> tuple[Heading, ...]:
    """F-HEADING: the headings of a line, from left to right."""
    if line.end - line.start > 1000:
        return ()
    found: list[Heading | None] = [at_line_end(doc, line)]
    for i in range(line.start, line.end):
        found += [first_kind(doc, i, line.start), second_kind(doc, i, line.start)]
        found += [*third_kind(doc, i), of_currency(doc, i), in_scale(doc, i)]
        found.append(in_brackets(doc, i, line.start))
    for cell in line.cells:
        inside = doc.text[cell.start : cell.end]
        found += [bare_key(doc, i, cell) for i in range(cell.start, cell.end)]
        stands = [form for form, end in standing(doc, cell.start).items() if end == cell.end]
        if stands:
            found.append(unit_heading(inside, cell.start, cell.end)._replace(form=stands[0]))
    whole = {h for h in found if h is not None and h.end <= line.end}
    return tuple(sorted(apart(whole), key=lambda h: (h.key, h.start, h.end)))


def apart(found: set[Heading]) -> list[Heading]:
    """F-HEADING: of forms that overlap, the one that begins first, and of these the longest."""
    kept = [h for h in found if h.form is None or h.sign]
    stop = 0
    units = (h for h in found if h.form is not None and not h.sign)
    last: Heading | None = None
    for heading in sorted(units, key=lambda h: (h.start, -h.end)):
        same = last is not None and (heading.start, heading.end) == (last.start, last.end)
        if heading.start >= stop or same:
            kept.append(heading)
            stop, last = heading.end, heading
    return kept


def names_currency(doc: Doc, start: int, stop: int) -> bool:
    """F-HEADING: whether a heading of a line names a currency; the form need not stand."""
    forms = currency_forms(doc)
    for i in range(start, stop):
        ends = [written_end(doc.text, form, i) for form in forms]
        held = any(end is not None and end <= stop for end in ends)
        if held and ascii_bounded_before(doc.text, i):
            return True
    return False


def meanings(doc: Doc, heading: Heading) -> set[str]:
    """F-HEADING: the units that a heading unit may mean."""
    form = heading.form
    assert form is not None
    codes = {c for c, forms in doc.units.items() if form in forms["prefix"] + forms["suffix"]}
    if len(form) == 1 and any(map(money, codes)):
        for code, forms in doc.units.items():
            if money(code) and any(prefix.endswith(form) for prefix in forms["prefix"]):
                codes.add(code)
    return codes
