"""F-PART-SLASH to F-PART-NOTE: figures that are part of something larger."""

import re
from functools import lru_cache

from independent.fact_data import (
    ASCII_DIGITS,
    BLANK,
    CAPITALS,
    COLON,
    DASH,
    FRACTION_SET,
    GROUP_MARK,
    GROUP_SPACE,
    IGNORED,
    LETTERS,
    MARKS,
    MINUS,
    MONEY,
    NOTE_LETTER,
    PACK,
    SLASH,
    SPACE,
    SUPERSCRIPT_DIGIT,
    TIMES,
    WORDS,
    WS,
    at,
    gap_end,
    gap_start,
    pack_list,
    run_right,
)
from independent.fact_figures import (
    NARROW,
    Figure,
    composites,
    everything,
    figure_at,
    figure_before,
)
from independent.fact_qualifiers import TIME_UNITS, ratio
from independent.fact_text import (
    forms_at,
    is_number_cell,
    phrases_in,
    row_cell,
)
from independent.fact_units import (
    Reader,
    end_of,
    form_at,
    front,
    scale,
    suffix,
)

REFERENCES, PERIODS = pack_list("reference_words"), pack_list("period_words")
SMALLER: dict[str, list[str]] = PACK["smaller_units"]
POINT_OR_COMMA = frozenset(".,")


def plain(text: str, f: Figure) -> bool:
    """Digits alone, one to three."""
    return re.fullmatch("[0-9]{1,3}", text[f.start : f.end]) is not None


def three_digits(text: str, i: int) -> bool:
    """Three ASCII digits and no fourth."""
    return run_right(text, i, ASCII_DIGITS) - i == 3


def joined_by(text: str, f: Figure, inside: frozenset[str]) -> bool:
    """F-PART."""
    behind = at(text, f.end) in inside and at(text, f.end + 1) in ASCII_DIGITS
    return behind or (at(text, f.start - 1) in inside and at(text, f.start - 2) in ASCII_DIGITS)


def grouped(text: str, f: Figure, inside: frozenset[str]) -> bool:
    """F-PART-GROUP: whether a code point of a set groups the figure."""
    if at(text, f.end) in inside and plain(text, f) and three_digits(text, f.end + 1):
        return True
    if at(text, f.start - 1) not in inside or not three_digits(text, f.start):
        return False
    before = figure_before(text, f.start - 1)
    return before is not None and plain(text, before)


def starred(text: str, f: Figure) -> bool:
    """F-PART-CHAIN: joined by `**`."""
    behind = text.startswith("**", f.end) and at(text, f.end + 2) in ASCII_DIGITS
    before = text[max(f.start - 2, 0) : f.start] == "**" and at(text, f.start - 3) in ASCII_DIGITS
    return behind or before


def slashed(r: Reader, f: Figure) -> bool:
    """F-PART-SLASH."""
    text, taken = r.text, front(r, f)
    behind = at(text, f.end) in SLASH and at(text, f.end + 1) in MONEY
    if joined_by(text, f, SLASH) or (behind and at(text, f.end + 2) in ASCII_DIGITS):
        return True
    led = taken.prefix is not None and taken.prefix.start == taken.at
    return led and at(text, taken.at - 1) in SLASH and at(text, taken.at - 2) in ASCII_DIGITS


def timed(text: str, f: Figure) -> bool:
    """F-PART-TIME."""
    two = run_right(text, f.end + 1, ASCII_DIGITS) - f.end - 1 == 2
    before = at(text, f.start - 1) in COLON and at(text, f.start - 2) in ASCII_DIGITS
    return before or (at(text, f.end) in COLON and two)


def unseen(text: str, f: Figure) -> bool:
    """F-PART-IGNORABLE."""
    before = at(text, f.start - 2) in ASCII_DIGITS | POINT_OR_COMMA | MINUS
    return at(text, f.end) in IGNORED or (at(text, f.start - 1) in IGNORED and before)


def chained(text: str, f: Figure) -> bool:
    """F-PART-CHAIN."""
    if joined_by(text, f, TIMES) or starred(text, f):
        return True
    count, i = 1, f.end
    while at(text, i) in DASH:
        following = figure_at(text, i + 1)
        if following is None:
            break
        count, i = count + 1, following.end
    i = f.start
    while at(text, i - 1) in DASH:
        before = figure_before(text, i - 1)
        if before is None:
            break
        count, i = count + 1, before.start
    return count >= 3


QUOTIENT = re.compile("[0-9]{1,2}[/\u2044][0-9]")
TOLERANCE = "(?:[\u00b1\u2213]|[+]/[-\u2212])[ \u00a0]?"
TOLERANCE_BEFORE = re.compile(TOLERANCE + r"\Z")
TOLERANCE_BEHIND = re.compile("[ \u00a0]?" + TOLERANCE)


def tolerated(r: Reader, f: Figure) -> bool:
    """F-PART-TOLERANCE."""
    if any(TOLERANCE_BEFORE.search(r.text[:i]) for i in (f.start, front(r, f).at)):
        return True
    for i in (f.end, end_of(r, f)):
        match = TOLERANCE_BEHIND.match(r.text, i)
        if match and at(r.text, match.end()) in ASCII_DIGITS | MONEY:
            return True
    return False


def lettered(r: Reader, f: Figure) -> bool:
    """F-PART-LETTER."""
    if at(r.text, f.end) in MARKS:
        return True
    if at(r.text, f.end) in LETTERS and at(r.text, f.end) not in NOTE_LETTER:
        found = scale(r, f)
        scaled = found is not None and found.start == f.end
        return not scaled and not forms_at(r.doc, "suffix", f.end)
    if at(r.text, f.end) != "-":
        return False
    end = run_right(r.text, f.end + 1, CAPITALS)
    return 1 <= end - f.end - 1 <= 2 and at(r.text, end) not in WORDS


def behind_phrase(r: Reader, f: Figure, phrases: tuple[str, ...]) -> bool:
    """Whether only white space, or nothing, parts the figure from the last phrase before it."""
    found = phrases_in(r.folded, phrases, f.start - 24, f.start)
    return bool(found) and set(r.text[found[-1].end : f.start]) <= WS


@lru_cache(maxsize=10000)
def part(r: Reader, f: Figure) -> bool:
    """F-PART."""
    text, begin, end = r.text, f.start, f.end
    before, behind = at(text, begin - 1), at(text, end)
    longer = [c for c in composites(text) if c.start == begin and c.end > end]
    form = form_at(r, f)
    e = at(text, begin - 2) in frozenset("^eE") and at(text, begin - 3) in ASCII_DIGITS
    ten = text[begin:end] == "10"
    spaced = begin - 2 if before in NARROW else begin - 1
    alone = f.kind == "fraction" and end - begin == 1
    holds = [
        slashed(r, f),
        timed(text, f),
        ratio(r, f),
        note_number(r, f),
        any(c.kind in ("exponent", "power") for c in longer),
        before == "^" and at(text, begin - 2) in ASCII_DIGITS,
        before in MINUS | {"+"} and e,
        ten and raised(text, f),
        mixed(text, f),
        whole_of_mixed(r, f),
        and_a_half(r, f),
        alone and at(text, spaced) in ASCII_DIGITS,
        behind in POINT_OR_COMMA and at(text, end + 1) in ASCII_DIGITS,
        joined_by(text, f, GROUP_MARK),
        grouped(text, f, GROUP_SPACE),
        chained(text, f),
        tolerated(r, f),
        lettered(r, f),
        unseen(text, f),
        compound(r, f),
        form is None and scale(r, f) is None and behind_phrase(r, f, REFERENCES),
        form is not None and form.code in TIME_UNITS and behind_phrase(r, f, PERIODS),
    ]
    return any(holds)


def raised(text: str, f: Figure) -> bool:
    """F-PART-POWER, F-DOUBT-SUPERSCRIPT: what stands directly behind it."""
    behind, following = at(text, f.end), at(text, f.end + 1)
    high = behind in SUPERSCRIPT_DIGIT or behind in ("\u207a", "\u207b")
    return high or (behind == "^" and following in ASCII_DIGITS | MINUS | {"+"})


def mixed(text: str, f: Figure) -> bool:
    """F-PART-FRACTION: a fraction behind it, with at most two spaces between."""
    i = run_right(text, f.end, SPACE)
    return i - f.end <= 2 and at(text, i) in FRACTION_SET


def behind_and(r: Reader, i: int, words: tuple[str, ...] = ("and",)) -> int | None:
    """Where a gap, a word and a gap end that stand behind a position."""
    gap = gap_end(r.text, i)
    for word in words:
        if gap is not None and r.folded.startswith(word, gap):
            return gap_end(r.text, gap + len(word))
    return None


def whole_of_mixed(r: Reader, f: Figure) -> bool:
    """F-PART-FRACTION: one or two spaces, or a word, digits, a slash and a digit behind it."""
    spaced = {f.end + n for n in (1, 2) if set(r.text[f.end : f.end + n]) <= BLANK}
    begins = {*spaced, behind_and(r, f.end, ("and", "&"))}
    return any(i is not None and QUOTIENT.match(r.text, i) for i in begins)


def and_a_half(r: Reader, f: Figure) -> bool:
    """F-PART-FRACTION: words of a half or a quarter behind its end."""
    i = behind_and(r, end_of(r, f))
    for word in ("a", "one"):
        if i is None or not r.folded.startswith(word, i):
            continue
        j = i + len(word)
        begin = j + 1 if at(r.text, j) == "-" else gap_end(r.text, j)
        for part_of in ("half", "quarter"):
            if begin is not None and r.folded.startswith(part_of, begin):
                return at(r.text, begin + len(part_of)) not in WORDS
    return False


def smaller_behind(r: Reader, f: Figure, begin: int) -> Figure | None:
    """F-PART-COMPOUND: the one of a smaller unit, or scale, that begins at a position."""
    there = [second for second in everything(r.text) if second.start == begin]
    if not there:
        return None
    longest = max(there, key=lambda second: second.end)
    if row_cell(r.doc, f.start) != row_cell(r.doc, longest.start):
        return None
    own, form = suffix(r, f), suffix(r, longest)
    if own is None:
        larger, smaller = scale(r, f), scale(r, longest)
        scaled = larger is not None and smaller is not None and smaller.power < larger.power
        return longest if scaled else None
    listed = SMALLER.get(own.code, []) if own.code is not None else []
    return longest if form is not None and form.code in listed else None


def compound(r: Reader, f: Figure) -> bool:
    """F-PART-COMPOUND."""
    end = end_of(r, f)
    begins = (gap_end(r.text, end), behind_and(r, end))
    if any(i is not None and smaller_behind(r, f, i) for i in begins):
        return True
    gap = gap_start(r.text, f.start)
    if gap is None:
        return False
    word = gap_start(r.text, gap - 3) if r.folded[max(gap - 3, 0) : gap] == "and" else None
    for stop in (gap, word):
        if stop is None:
            continue
        near = [g for g in everything(r.text) if stop - 40 <= g.start and g.end <= stop]
        first = max(near, key=lambda g: (g.end, g.end - g.start), default=None)
        if first is not None and end_of(r, first) == stop:
            return smaller_behind(r, first, f.start) == f
    return False


def note_number(r: Reader, f: Figure) -> bool:
    """F-PART-NOTE."""
    cell = row_cell(r.doc, f.start)
    if cell is None or is_number_cell(r.doc, cell):
        return False
    written = re.fullmatch("[0-9]{1,2}", r.text[f.start : f.end]) is not None
    before = f.start - 2 if at(r.text, f.start - 2) not in SPACE else f.start - 3
    bracketed_alone = at(r.text, f.start - 1) == "(" and at(r.text, f.end) == ")"
    return written and bracketed_alone and at(r.text, before) in LETTERS
