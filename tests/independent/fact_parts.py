"""F-PART-SLASH to F-DOUBT-LEVEL: figures that are part of something, or have two readings."""

import re
from functools import lru_cache

from independent.fact_data import (
    ASCII_DIGITS,
    BLANK,
    CAPITALS,
    DASH,
    FRACTION_SET,
    GROUP_MARK,
    GROUP_SPACE,
    HYPHENS,
    IGNORED,
    LETTERS,
    LINE_BREAK,
    LOWER,
    MARKS,
    MINUS,
    MONEY,
    NOTE_LETTER,
    NUMBER_WORDS,
    PACK,
    SLASH,
    SPACE,
    SUPERSCRIPT_DIGIT,
    TIMES,
    WORDS,
    WS,
    WS_CLASS,
    ascii_bounded_behind,
    at,
    gap_end,
    gap_start,
    pack_list,
    run_left,
    run_right,
)
from independent.fact_figures import (
    NARROW,
    Figure,
    composites,
    figure_at,
    figure_before,
    figures,
)
from independent.fact_qualifiers import COPULAS, ratio
from independent.fact_text import (
    forms_at,
    is_number_cell,
    phrase_ends_at,
    phrases_in,
    row_cell,
    sentence_behind,
    value_cell,
)
from independent.fact_units import (
    Reader,
    behind_scale,
    bracketed,
    cell_minus,
    end_of,
    form_at,
    front,
    scale,
    separator,
    shared,
    sign_brackets,
    suffix,
)

REFERENCES, PERIODS = pack_list("reference_words"), pack_list("period_words")
TIME_UNITS, COUNTS = frozenset(PACK["time_units"]), pack_list("count_words")
RESPECTIVE, LEVELS = pack_list("respective_words"), pack_list("level_names")
CHANGES = pack_list("change_words")
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


def chained(text: str, f: Figure) -> bool:
    """F-PART-CHAIN."""
    if joined_by(text, f, TIMES):
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
    two = run_right(text, end + 1, ASCII_DIGITS) - end - 1
    e = at(text, begin - 2) in frozenset("^eE") and at(text, begin - 3) in ASCII_DIGITS
    ten = text[begin:end] == "10"
    spaced = begin - 2 if before in NARROW else begin - 1
    alone = f.kind == "fraction" and end - begin == 1
    holds = [
        joined_by(text, f, SLASH),
        behind == ":" and two == 2,
        before == ":" and at(text, begin - 2) in ASCII_DIGITS,
        ratio(r, f),
        note_number(r, f),
        any(c.kind in ("exponent", "power") for c in longer),
        before == "^" and at(text, begin - 2) in ASCII_DIGITS,
        before in MINUS | {"+"} and e,
        ten and raised(text, f),
        mixed(text, f),
        whole_of_mixed(text, f),
        alone and at(text, spaced) in ASCII_DIGITS,
        behind in POINT_OR_COMMA and at(text, end + 1) in ASCII_DIGITS,
        joined_by(text, f, GROUP_MARK),
        grouped(text, f, GROUP_SPACE),
        chained(text, f),
        tolerated(r, f),
        lettered(r, f),
        behind in IGNORED and at(text, end + 1) in ASCII_DIGITS | POINT_OR_COMMA,
        before in IGNORED and at(text, begin - 2) in ASCII_DIGITS | POINT_OR_COMMA,
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


def whole_of_mixed(text: str, f: Figure) -> bool:
    """F-PART-FRACTION: a space, digits, a slash and a digit behind it."""
    pattern = re.compile("[ \u00a0][0-9]{1,2}[/\u2044][0-9]")
    return pattern.match(text, f.end) is not None


def note_number(r: Reader, f: Figure) -> bool:
    """F-PART-NOTE."""
    cell = row_cell(r.doc, f.start)
    if cell is None or is_number_cell(r.doc, cell):
        return False
    written = re.fullmatch("[0-9]{1,2}", r.text[f.start : f.end]) is not None
    before = f.start - 2 if at(r.text, f.start - 2) not in SPACE else f.start - 3
    bracketed_alone = at(r.text, f.start - 1) == "(" and at(r.text, f.end) == ")"
    return written and bracketed_alone and at(r.text, before) in LETTERS


def loose_group(text: str, f: Figure) -> bool:
    """F-DOUBT-BREAK."""

    def leads(g: Figure) -> int | None:
        """Where the group that a figure leads begins, over a line break or a tab."""
        written = text[g.start : g.end]
        if "." in written or not (len(written) <= 3 or "," in written):
            return None
        if at(text, g.end) != ",":
            return None
        end = run_right(text, g.end + 1, WS)
        white = text[g.end + 1 : end]
        broken = any(c in LINE_BREAK or c == "\t" for c in white)
        return end if broken and len(white) <= 15 else None

    end = leads(f)
    if end is not None and three_digits(text, end):
        return True
    comma = run_left(text, f.start, WS) - 1
    if not three_digits(text, f.start) or at(text, comma) != ",":
        return False
    before = figure_before(text, comma)
    return before is not None and leads(before) == f.start


def dashed(r: Reader, f: Figure) -> bool:
    """F-DOUBT-DASH."""
    taken = front(r, f)
    alone = taken.prefix is None and taken.bracket is None and taken.minus == f.start - 1
    spaced = at(r.text, f.start - 2) in SPACE - {"\t"} and at(r.text, f.start - 3) in WORDS
    return alone and spaced and form_at(r, f) is None


def behind_copula(r: Reader, pos: int) -> bool:
    """Whether a phrase of `copulas` stands before a position with a gap between."""
    gap = gap_start(r.text, pos)
    return gap is not None and phrase_ends_at(r.folded, COPULAS, gap) is not None


def unsigned(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SIGN."""
    begin = front(r, f).at
    if front(r, f).minus is not None or cell_minus(r, f) is not None:
        return False
    if value_cell(r.doc, f.start) is not None:
        return False
    behind = at(r.text, f.end + 1)
    if at(r.text, f.end) in MINUS and (behind == "" or behind in WS | frozenset(".,;)")):
        return True
    if bracketed(r, f):
        magnitude = r.field.get("sign") == "magnitude"
        return not sign_brackets(r, f) and not magnitude and behind_copula(r, begin)
    blanks = run_left(r.text, begin, BLANK)
    if not 1 <= begin - blanks <= 8 or at(r.text, blanks - 1) not in MINUS:
        return False
    return behind_copula(r, blanks - 1)


DECIMAL_COMMA = re.compile("(?<![A-Za-z0-9.,])[0-9]{1,3}([.][0-9]{3})+,[0-9]")


def pointed(text: str, f: Figure) -> bool:
    """F-DOUBT-POINT."""
    written = re.fullmatch("[0-9]{1,3}[.][0-9]{3}", text[f.start : f.end])
    return written is not None and DECIMAL_COMMA.search(text) is not None


def worded(r: Reader, f: Figure) -> bool:
    """F-DOUBT-WORDS."""
    if not bracketed(r, f) or at(r.text, f.start - 1) != "(":
        return False

    def word(end: int) -> int | None:
        """Where the number word that ends at a position begins."""
        start = run_left(r.folded, end, LOWER)
        known = start >= f.start - 24 and r.folded[start:end] in NUMBER_WORDS
        return start if known else None

    end = f.start - 1
    end -= 1 if at(r.text, end - 1) in BLANK | {"\n"} else 0
    start = word(end)
    if start is None:
        return False
    value = NUMBER_WORDS[r.folded[start:end]]
    first = word(start - 1) if at(r.text, start - 1) in BLANK | {"-"} else None
    if first is not None and value < 10 and NUMBER_WORDS[r.folded[first : start - 1]] >= 20:
        value += NUMBER_WORDS[r.folded[first : start - 1]]
        start = first
    end = start - 1 if at(r.text, start - 1) in BLANK | {"-"} else start
    before = run_left(r.folded, end, LOWER)
    if before >= f.start - 24 and r.folded[before:end] in PACK["number_scales"]:
        return False
    return f.value != value


LISTED_BEHIND = re.compile(
    f"{WS_CLASS}*(?:(?:,{WS_CLASS}*)?(?:and|or){WS_CLASS}+|,{WS_CLASS}+)"
    f"[(]?[^{WS_CLASS[1:-1]}0-9]{{0,3}}[0-9]"
)
LISTED_BEFORE = re.compile(f"[0-9%](?:,?{WS_CLASS}+(?:and|or)|,){WS_CLASS}+\\Z")


def counted(r: Reader, f: Figure) -> bool:
    """F-DOUBT-COUNT."""
    gap = f.end + 1 if at(r.text, f.end) in HYPHENS else gap_end(r.text, f.end)
    return gap is not None and any(
        r.folded.startswith(word, gap) and ascii_bounded_behind(r.text, gap + len(word))
        for word in COUNTS
    )


def respective(r: Reader, f: Figure) -> bool:
    """F-DOUBT-RESPECTIVELY."""
    end = end_of(r, f)
    listed = shared(r, f) is not None or LISTED_BEHIND.match(r.folded, end)
    if not (listed or LISTED_BEFORE.search(r.folded[: front(r, f).at])):
        return False
    return bool(phrases_in(r.folded, RESPECTIVE, end, sentence_behind(r.doc, end, f.start)))


def shares_scale(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SHARED-SCALE."""
    year = re.fullmatch("(19|20)[0-9]{2}", r.text[f.start : f.end]) and form_at(r, f) is None
    if year or scale(r, f) is not None or suffix(r, f) is not None:
        return False
    last, strong = f, False
    for _ in range(32):
        parted = separator(r, behind_scale(r, last))
        if parted is None or not parted.closed:
            return False
        strong = strong or parted.strong
        fronted = [g for g in figures(r.text) if front(r, g).at == parted.end <= g.start]
        if not fronted:
            return False
        last = max(fronted, key=lambda g: g.end)
        if scale(r, last) is not None:
            return strong
        if suffix(r, last) is not None:
            return False
    return False


def levelled(r: Reader, f: Figure) -> bool:
    """F-DOUBT-LEVEL."""
    name = r.name.replace("_", " ")
    if not phrases_in(name, LEVELS, 0, len(name)):
        return False
    end = run_left(r.text, front(r, f).at, WS)
    if r.folded[max(end - 2, 0) : end] != "to":
        return False
    before = run_left(r.text, end - 2, WS)
    return phrase_ends_at(r.folded, CHANGES, before) is not None


@lru_cache(maxsize=10000)
def doubtful(r: Reader, f: Figure) -> bool:
    """F-DOUBT."""
    text = r.text
    found = scale(r, f)
    holds = [
        f.kind == "doubtful",
        grouped(text, f, frozenset(" ")),
        loose_group(text, f),
        f.kind == "figure" and text[f.start : f.end] != "10" and raised(text, f),
        dashed(r, f),
        unsigned(r, f),
        pointed(text, f),
        worded(r, f),
        counted(r, f),
        found is not None and found.key in ("k", "m", "b") and at(text, found.start - 1) in SPACE,
        shares_scale(r, f),
        respective(r, f),
        levelled(r, f),
    ]
    return any(holds)
