"""F-QUALIFIER to F-CHANGE: the comparators at a figure."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from independent.fact_data import (
    AFTER,
    BEFORE,
    DASH,
    LETTERS,
    LOWER,
    NUMBER_WORDS,
    PACK,
    SPACE,
    WORDS,
    WS,
    at,
    gap_end,
    gap_start,
    is_gap,
    pack_list,
    run_left,
    run_right,
)
from independent.fact_figures import Figure, any_between, everything, figure_before
from independent.fact_text import phrase_at, phrases_in, row_cell, sentence_before, written_end
from independent.fact_units import (
    Reader,
    bracketed,
    end_of,
    form_at,
    front,
    scale,
    suffix,
)

ORDER = ("approx", "gt", "ge", "lt", "le", "range_low", "range_high")
OPPOSITE = {"gt": "le", "le": "gt", "ge": "lt", "lt": "ge"}
BRIDGE, BOUNDS, COPULAS = map(pack_list, ("bridge", "bounds", "copulas"))
NEGATIONS, CLAUSE_WORDS = pack_list("negations"), pack_list("clause_words")
CHANGE_WORDS, BARRIERS = pack_list("change_words"), pack_list("change_barriers")
DETERMINERS, AGES = pack_list("determiners"), pack_list("age_words")
TIME_UNITS = frozenset(PACK["time_units"])
SPOKEN = {*NUMBER_WORDS, *pack_list("number_scales"), *pack_list("spoken_units")}
BEFORE_PHRASES = tuple(BEFORE)
AFTER_PHRASES = tuple(phrase for phrase in AFTER if phrase != "+")
JOINING = ("to", "up to", "until", "through", "thru", "and")
UNJOINING = ("up", *JOINING)
DOTS = ("\u2026", "..", "...")
TAG_END = re.compile("</?[A-Za-z][^<>]{0,76}>\\Z")


class Qualifier(NamedTuple):
    """A comparator and its place."""

    code: str
    start: int
    end: int


def bridged(r: Reader, start: int, end: int) -> bool:
    """F-BEFORE: what may lie between a phrase and the front."""
    spaced = "".join(" " if c in WS else c for c in r.folded[start:end])
    words = [word for word in spaced.split(" ") if word]
    return 0 <= end - start <= 40 and len(words) <= 3 and all(word in BRIDGE for word in words)


def sentence(r: Reader, f: Figure) -> tuple[int, int]:
    """The sentence before the front."""
    start = front(r, f).at
    if bracketed(r, f):
        start = spoken(r, start)
    return sentence_before(r.doc, start, f.start), start


def spoken(r: Reader, start: int) -> int:
    """F-BEFORE: where a number in words begins that stands before a position."""
    low, first = max(start - 80, 0), start
    for _ in range(8):
        end = gap_start(r.text, start)
        if end is None and start < first and at(r.text, start - 1) == "-":
            end = start - 1
        word = start if end is None else run_left(r.folded, end, LOWER)
        if end is None or word < low or r.folded[word:end] not in SPOKEN:
            break
        start = word
    return start


def before(r: Reader, f: Figure) -> Qualifier | None:
    """F-BEFORE."""
    start, end = sentence(r, f)
    found = phrases_in(r.folded, BEFORE_PHRASES, max(start, end - 80), end)
    found = [one for one in found if not (one.phrase == ">" and ends_tag(r.text, one.start))]
    if found and bridged(r, found[-1].end, end):
        return Qualifier(BEFORE[found[-1].phrase], found[-1].start, found[-1].end)
    return None


def ends_tag(text: str, i: int) -> bool:
    """F-BEFORE: whether a `>` at a position ends a tag."""
    return TAG_END.search(text[max(i - 79, 0) : i + 1]) is not None


def bound(r: Reader, f: Figure) -> Qualifier | None:
    """F-BOUND."""
    start, end = sentence(r, f)
    found = phrases_in(r.folded, BOUNDS, start, end)
    if not found:
        return bound_in_cell(r, f)
    last = found[-1]
    between = r.text[last.end : end]
    dashed = any(
        r.text[i] in "-\u2013\u2014" and at(r.text, i - 1) in SPACE and at(r.text, i + 1) in SPACE
        for i in range(last.end, end)
    )
    barred = any(c in ",;:()\t" for c in between) or any_between(r.text, last.end, end)
    if barred or dashed or phrases_in(r.folded, COPULAS, last.end, end):
        return None
    return Qualifier(BEFORE[last.phrase], last.start, last.end)


def bound_in_cell(r: Reader, f: Figure) -> Qualifier | None:
    """F-BOUND: a phrase that ends the cell before the one that the front begins."""
    own, start = row_cell(r.doc, f.start), front(r, f).at
    if own is None or own.start != start:
        return None
    cells = r.doc.lines[r.doc.line_number(start)].cells
    for cell, behind in pairwise(cells):
        found = phrases_in(r.folded, BOUNDS, max(cell.start, cell.end - 80), cell.end)
        if behind == own and found and r.text[found[-1].end : cell.end] in ("", ":", ",", ")"):
            return Qualifier(BEFORE[found[-1].phrase], found[-1].start, found[-1].end)
    return None


def negated(r: Reader, f: Figure, given: Qualifier) -> Qualifier | None:
    """F-NEGATED-BOUND: the opposite; its place is the phrase of the bound."""
    phrase = r.folded[given.start : given.end]
    first = re.split("[" + "".join(WS) + "]", phrase)[0]
    if given.code not in OPPOSITE or first in NEGATIONS:
        return None
    start, front_at = sentence(r, f)
    for cell in r.doc.lines[r.doc.line_number(front_at)].cells:
        if cell.start <= given.start < given.end <= cell.end <= start:
            start = cell.start
    found = phrases_in(r.folded, NEGATIONS, start, given.start)
    if not found:
        return None
    between = r.text[found[-1].end : given.start]
    clause = phrases_in(r.folded, CLAUSE_WORDS, found[-1].end, given.start)
    if ";" in between or ":" in between or clause:
        return None
    return given._replace(code=OPPOSITE[given.code])


def after(r: Reader, f: Figure) -> Qualifier | None:
    """F-AFTER."""
    end = end_of(r, f)
    cell = row_cell(r.doc, f.start)
    limit = cell.end if cell else len(r.text)
    if at(r.text, end) == "+" and at(r.text, end + 1) not in WORDS and end + 1 <= limit:
        return Qualifier("ge", end, end + 1)
    age = gap_end(r.text, end)
    aged = None if age is None else phrase_at(r.folded, AGES, age, limit)
    behind_age = end if aged is None else aged[0]
    begin = behind_age + 1 if at(r.text, behind_age) == ")" else behind_age
    comma = at(r.text, begin) == ","
    begin += comma
    places: list[tuple[int, bool, bool]] = []  # whether behind a `(`, and behind a `,`
    i = run_right(r.text, begin, WS)
    if i - begin <= 8:
        opened = at(r.text, i) == "("
        i += opened
        places.append((i, opened, comma))
        for _ in range(3):
            bridge = phrase_at(r.folded, BRIDGE, i, limit)
            if bridge is None:
                break
            i = run_right(r.text, bridge[0], WS)
            if i - bridge[0] > 8:
                break
            places.append((i, opened, comma))
    gap = gap_end(r.text, end)
    if gap is not None and suffix(r, f) is None:
        word = run_right(r.folded, gap, LOWER)
        behind = gap_end(r.text, word)
        if 1 <= word - gap <= 24 and behind is not None:
            opened = at(r.text, behind) == "("
            places.append((behind + opened, opened, False))
    for i, opened, behind_comma in places:
        found = phrase_at(r.folded, AFTER_PHRASES, i, limit)
        if found is not None and behind_comma and not closes(r, *found):
            continue
        if found is not None and not (opened and at(r.text[:limit], found[0]) != ")"):
            return Qualifier(AFTER[found[1]], i, found[0])
    return None


def closes(r: Reader, end: int, phrase: str) -> bool:
    """F-AFTER: what is asked of a phrase behind a `,`."""
    gap = gap_end(r.text, end)
    ends = gap is None or at(r.text, gap) not in LETTERS
    return phrase.startswith(("or ", "and ")) and ends


def joiners(r: Reader, start: int, end: int) -> list[tuple[int, int]]:
    """F-RANGE-READ: what joins, if it is all that lies between two positions."""
    inside = r.text[start:end]
    left = run_right(r.text, start, SPACE) - start
    right = end - run_left(r.text, end, SPACE)
    core = inside.strip("".join(SPACE))
    spaced = left == right == 0 or (1 <= left <= 2 and 1 <= right <= 2)
    if core in DASH and spaced:
        return [(start + left, end - right)]
    if core in DOTS and left <= 1 and right <= 1:
        return [(start + left, end - right)]
    for word in JOINING:
        i = gap_end(r.text, start)
        stop = written_end(r.folded, word, i) if i is not None else None
        if i is not None and stop is not None and is_gap(r.text, stop, end):
            return [(i, stop)]
    return []


def one(value: Figure, text: str) -> bool:
    """F-PART-RATIO: `1`, or `1.` and noughts."""
    return re.fullmatch("1([.]0+)?", text[value.start : value.end]) is not None


def ratio(r: Reader, f: Figure) -> bool:
    """F-PART-RATIO."""
    to = gap_start(r.text, front(r, f).at)
    if not one(f, r.text) or form_at(r, f) is not None or to is None:
        return False
    end = gap_start(r.text, to - 2) if r.folded[max(to - 2, 0) : to] == "to" else None
    first = figure_before(r.text, end) if end is not None else None
    if first is None or first.value in (None, 1) or form_at(r, first) is not None:
        return False
    return not excused(r, first)


@lru_cache(maxsize=10000)
def range_of(r: Reader, first: Figure, second: Figure) -> Qualifier | None:
    """F-RANGE-READ: what joins two figures."""
    if first.value is None or second.value is None:
        return None
    begin = front(r, second).at
    if second.start - begin >= 8 or not is_longest(r, second):
        return None
    end = end_of(r, first)
    if not is_last(r, first, end):
        return None
    starts = [end]
    if form_at(r, first) is None and scale(r, first) is None:
        word = run_right(r.text, end, SPACE)
        stop = run_right(r.folded, word, LOWER | {"."})
        if word - end <= 2 and 1 <= stop - word <= 12 and r.folded[word:stop] not in UNJOINING:
            starts.append(stop)
        if word - end <= 2 and at(r.text, word) in ("\u00b0", "\u00ba"):
            starts.append(word + 1)
    for start in starts:
        for found in joiners(r, start, begin) if start <= begin else []:
            if units_fit(r, first, second) and word_fits(r, first, second, found):
                return Qualifier("", *found)
    return None


def is_last(r: Reader, first: Figure, end: int) -> bool:
    """F-RANGE-READ: of those in the 40 code points, the one that ends last, and the longest."""
    near = [f for f in everything(r.text) if end - 40 <= f.start and f.end <= end]
    return bool(near) and max(near, key=lambda f: (f.end, f.end - f.start)) == first


def is_longest(r: Reader, second: Figure) -> bool:
    """F-RANGE-READ: of those that begin there, the longest."""
    return not any(f.start == second.start and f.end > second.end for f in everything(r.text))


def units_fit(r: Reader, first: Figure, second: Figure) -> bool:
    """F-RANGE-READ."""
    one, other = form_at(r, first), form_at(r, second)
    if one is None or other is None or one.code == other.code:
        return True
    return one.code in TIME_UNITS and other.code in TIME_UNITS


def word_fits(r: Reader, first: Figure, second: Figure, found: tuple[int, int]) -> bool:
    """F-RANGE-READ: `and` and `to`."""
    word = r.folded[found[0] : found[1]]
    if word == "to":
        return not (is_gap(r.text, first.end, found[0]) and ratio(r, second))
    if word != "and":
        return True
    start, end = sentence(r, first)
    between = phrases_in(r.folded, ("between",), max(start, end - 60), end)
    return bool(between) and not any_between(r.text, between[-1].end, end)


def firsts(r: Reader, second: Figure) -> list[tuple[Figure, Qualifier]]:
    """The ranges of which a figure is the second."""
    near = [f for f in everything(r.text) if second.start - 200 < f.start and f.end <= second.start]
    found = [(f, range_of(r, f, second)) for f in near]
    return [(f, joined) for f, joined in found if joined is not None]


def seconds(r: Reader, first: Figure) -> list[tuple[Figure, Qualifier]]:
    """The ranges of which a figure is the first."""
    near = [f for f in everything(r.text) if first.end <= f.start < first.end + 200]
    found = [(f, range_of(r, first, f)) for f in near]
    return [(f, joined) for f, joined in found if joined is not None]


def changed(r: Reader, first: Figure) -> bool:
    """F-CHANGE: whether the first of a range is what something changed from."""
    start, end = sentence(r, first)
    found = phrases_in(r.folded, ("from",), max(start, end - 40), end)
    if not found or not bridged(r, found[-1].end, end):
        return False
    stop = found[-1].start
    change = phrases_in(r.folded, CHANGE_WORDS, start, stop)
    return bool(change) and led(r, change[-1].end, stop)


def led(r: Reader, start: int, end: int) -> bool:
    """F-CHANGE: what may lie between a word of change and `from`."""
    if is_gap(r.text, start, end):
        return True
    i = gap_end(r.text, start)
    if i is None:
        return False
    begins = [i]
    if r.folded[i : i + 2] in ("in", "of"):
        behind = gap_end(r.text, i + 2)
        begins += [behind] if behind is not None else []
    for begin in begins:
        j = run_right(r.folded, begin, LOWER)
        gap = gap_end(r.text, j)
        if r.folded[begin:j] not in DETERMINERS or gap is None:
            continue
        words, i = 0, gap
        while i < end:
            j = run_right(r.folded, i, LOWER)
            behind = gap_end(r.text, j) if j > i else None
            if behind is None:
                break
            words, i = words + 1, behind
        if i == end and words <= 5 and not phrases_in(r.folded, BARRIERS, gap, end):
            return True
    return False


def behind_bracket(r: Reader, f: Figure) -> int | None:
    """F-CHANGE: the `(` directly before the front, or at it."""
    start = front(r, f).at
    if at(r.text, start - 1) == "(":
        return start - 1
    return start if at(r.text, start) == "(" else None


def excused(r: Reader, first: Figure) -> bool:
    """F-CHANGE: whether the second of a range has no comparator by it."""
    if changed(r, first):
        return True
    bracket = behind_bracket(r, first)
    if bracket is None:
        return False
    end = run_left(r.text, bracket, WS)
    if not 1 <= bracket - end <= 2:
        return False
    for second in everything(r.text):
        if second.end <= end <= second.end + 200 and end_of(r, second) == end:
            for before_it, _ in firsts(r, second):
                if behind_bracket(r, before_it) is None and changed(r, before_it):
                    return True
    return False


@lru_cache(maxsize=10000)
def qualifiers(r: Reader, f: Figure) -> tuple[Qualifier, ...]:
    """F-QUALIFIER: the comparators in order, each with its place."""
    found: list[Qualifier | None] = []
    bounding = before(r, f) or bound(r, f)
    if bounding is not None:
        found += [bounding, negated(r, f, bounding)]
    found.append(after(r, f))
    low = [joined._replace(code="range_low") for _, joined in seconds(r, f)]
    found += low
    for first, joined in firsts(r, f):
        if not low and not excused(r, first):
            found.append(joined._replace(code="range_high"))
    places: dict[str, Qualifier] = {}
    for qualifier in found:
        if qualifier is not None:
            places.setdefault(qualifier.code, qualifier)
    return tuple(places[code] for code in ORDER if code in places)
