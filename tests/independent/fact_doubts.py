"""F-DOUBT-FRACTION to F-DOUBT-LEVEL: figures that have two readings."""

import re
from functools import lru_cache

from independent.fact_data import (
    ASCII_DIGITS,
    BLANK,
    DIGITS,
    HYPHENS,
    KEYS,
    LETTERS,
    LINE_BREAK,
    LOWER,
    MINUS,
    MINUSES,
    NUMBER_WORDS,
    PACK,
    SPACE,
    TIMES,
    WORDS,
    WS,
    WS_CLASS,
    ascii_bounded_behind,
    at,
    gap_end,
    gap_start,
    inner_gap_start,
    pack_list,
    run_left,
    run_right,
)
from independent.fact_figures import Figure, everything, figure_before
from independent.fact_headings import heading_scale
from independent.fact_parts import grouped, raised, three_digits
from independent.fact_qualifiers import COPULAS
from independent.fact_signs import cell_minus, fills, negative, sign_brackets
from independent.fact_text import (
    is_number_cell,
    is_row,
    label,
    phrase_at,
    phrase_ends_at,
    phrases_in,
    row_cell,
    sentence_behind,
    value_cell,
)
from independent.fact_units import (
    BEFORE_MINUS,
    Reader,
    behind_own_scale,
    behind_scale,
    bracketed,
    dropped,
    end_of,
    form_at,
    front,
    money,
    prefix_at,
    scale,
    scale_word,
    separator,
    shared,
    suffix,
    suffix_behind,
)

COUNTS = pack_list("count_words")
RESPECTIVE, LEVELS = pack_list("respective_words"), pack_list("level_names")
CHANGES, SCALE_PHRASES = pack_list("change_words"), pack_list("scale_words")
CURRENCY_WORDS = pack_list("currency_words")
EXCEPTION_WORDS = frozenset(pack_list("exception_words"))
EXCEPT = re.compile("(?<![a-z0-9])except(?![a-z0-9])")
NO_RUN = WS | ASCII_DIGITS | frozenset("()[]")


def loose_group(text: str, f: Figure) -> bool:
    """F-DOUBT-BREAK: a comma, then a line break or a tab, and three digits."""

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


FEW = f"{WS_CLASS}{{0,15}}"
NOUGHTS = re.compile(f"(?=,?{WS_CLASS})(?:{FEW},{FEW}|{FEW})000(?![0-9])")
LOOSE_POINT = re.compile("[ \u00a0][.,][0-9]")


def parted(text: str, f: Figure) -> bool:
    """F-DOUBT-BREAK: noughts behind white space, and points and commas behind a space."""
    written = text[f.start : f.end]
    if written.startswith("."):
        return at(text, f.start - 1) in BLANK and at(text, f.start - 2) in ASCII_DIGITS
    if "." in written:
        return False
    short = len(written) <= 3 or "," in written
    noughts = short and NOUGHTS.match(text, f.end) is not None
    return noughts or LOOSE_POINT.match(text, f.end) is not None


TAG = re.compile("<sup>[a-z0-9+" + MINUSES + "]")
LOST_POWER = re.compile(
    "[ \u00a0]?[" + "".join(sorted(TIMES)) + "][ \u00a0]?10[2-9](?![0-9]|[.,][0-9])"
)


def superscribed(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SUPERSCRIPT."""
    if f.kind != "figure":
        return False
    ten = r.text[f.start : f.end] == "10"
    lost = LOST_POWER.match(r.text, f.end) is not None
    return lost or (not ten and raised(r.text, f)) or TAG.match(r.folded, f.end) is not None


def scaled_twice(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SCALE."""
    found = scale_word(r, f)
    gap = gap_end(r.text, found.behind) if found is not None else None
    return gap is not None and phrase_at(r.folded, SCALE_PHRASES, gap) is not None


def scaled_behind(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SCALE: a scale behind a currency's form, or in a bracket behind the end."""
    form = suffix(r, f)
    if scale(r, f) is not None or (form is not None and not money(form.code)):
        return False
    limit = cell_limit(r, f)
    gap = gap_end(r.text, form.end) if form is not None else None
    if gap is not None and phrase_at(r.folded, SCALE_PHRASES, gap, limit) is not None:
        return True
    end = end_of(r, f)
    begins = {end, gap_end(r.text, end)}
    opened = [i + 1 for i in begins if i is not None and at(r.text, i) in ("(", "[")]
    return any(bracket_scale(r, i, limit) for i in opened)


def bracket_scale(r: Reader, begin: int, limit: int) -> bool:
    """F-DOUBT-SCALE: a key behind a bracket, perhaps behind one or two runs."""
    begins = {begin} | ({begin + 1} if at(r.text, begin) in SPACE else set())
    reached = set(begins)
    for _ in range(2):
        behind = set()
        for i in begins:
            end = next((j for j in range(i, len(r.text)) if r.text[j] in NO_RUN), len(r.text))
            gap = gap_end(r.text, end) if 1 <= end - i <= 16 else None
            if gap is not None:
                behind.add(gap)
        begins = behind
        reached |= behind
    return any(
        r.folded.startswith(key, i)
        and ascii_bounded_behind(r.text, i + len(key))
        and i + len(key) <= limit
        for i in reached
        for key in KEYS
    )


def cell_limit(r: Reader, f: Figure) -> int:
    """Where the figure's cell ends if that is in a row, or else the text."""
    cell = row_cell(r.doc, f.start)
    return len(r.text) if cell is None else cell.end


def drops_near(r: Reader, f: Figure) -> bool:
    """F-DOUBT-UNITS."""
    begin = behind_own_scale(r, f)
    form = suffix_behind(r, f, begin)
    near = form is not None and form.start in (begin, gap_end(r.text, begin))
    return form is not None and near and dropped(r, f, form)


def other_currency(r: Reader, f: Figure) -> bool:
    """F-DOUBT-UNITS: a word of another currency behind a figure with a prefix form."""
    form = prefix_at(r, f)
    gap = gap_end(r.text, behind_scale(r, f))
    if form is None or not money(form.code) or suffix(r, f) is not None or gap is None:
        return False
    found = phrase_at(r.folded, CURRENCY_WORDS, gap, cell_limit(r, f))
    return found is not None and at(r.text, found[0]) != ")"


def excepted(r: Reader, f: Figure) -> bool:
    """F-DOUBT-EXCEPT."""
    heading = heading_scale(r, f)
    line = r.doc.lines[r.doc.line_number(f.start)]
    named = label(r.doc, line) if is_row(r.doc, line) else None
    if heading is None or named is None:
        return False
    above = r.doc.lines[r.doc.line_number(heading.start)]
    if above == line:
        return False
    match = EXCEPT.search(r.folded[heading.key[1] - 1 : above.end], 1)
    if match is None:
        return False
    listed = match.string[match.end() :].partition(")")[0]
    return bool(words(listed) & words(r.folded[named.start : named.end]))


def words(text: str) -> set[str]:
    """F-DOUBT-EXCEPT: the words of a folded text."""
    found = {run.removesuffix("s") for run in re.findall("[a-z]+", text)}
    return {word for word in found if len(word) >= 4 and word not in EXCEPTION_WORDS}


def dashed(r: Reader, f: Figure) -> bool:
    """F-DOUBT-DASH."""
    taken = front(r, f)
    alone = taken.prefix is None and taken.bracket is None and taken.minus == f.start - 1
    spaced = at(r.text, f.start - 2) in SPACE - {"\t"} and at(r.text, f.start - 3) in WORDS
    return alone and spaced and form_at(r, f) is None


def behind_phrase(r: Reader, pos: int, phrases: tuple[str, ...]) -> bool:
    """Whether a phrase stands before a position with a gap between."""
    gap = gap_start(r.text, pos)
    return gap is not None and phrase_ends_at(r.folded, phrases, gap) is not None


def unsigned(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SIGN."""
    begin = front(r, f).at
    if front(r, f).minus is not None or cell_minus(r, f) is not None:
        return False
    if long_dash(r.text, begin) or signed_cell(r, f):
        return True
    if value_cell(r.doc, f.start) is not None:
        return False
    behind = at(r.text, f.end + 1)
    if at(r.text, f.end) in MINUS and (behind == "" or behind in WS | frozenset(".,;)")):
        return True
    if bracketed(r, f):
        if sign_brackets(r, f) or r.field.get("sign") == "magnitude":
            return False
        return behind_phrase(r, begin, COPULAS) or fills_first(r, f)
    return spaced_minus(r, begin) or minus_behind(r, begin)


def signed_cell(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SIGN: a bracket or minus before the figure in its cell, or the cell before."""
    cell, cells = row_cell(r.doc, f.start), r.doc.lines[r.doc.line_number(f.start)].cells
    if cell is None or cell == cells[0] or negative(r, f) or r.field.get("sign") == "magnitude":
        return False
    stretch = r.text[cell.start : f.start]
    last = max(one for one in cells if one.start < cell.start)
    before = r.text[last.start : last.end]
    own = not any(c in LETTERS or c in DIGITS for c in stretch)
    alone = not any(c in LETTERS or c in DIGITS for c in before)
    signs = MINUS | {"(", "\u207b", "\u2212"}
    return (own and any(c in signs for c in stretch)) or (alone and "(" in before)


def spaced_minus(r: Reader, begin: int) -> bool:
    """F-DOUBT-SIGN: a U+2212 and one space before the front."""
    if at(r.text, begin - 1) not in SPACE or at(r.text, begin - 2) != "\u2212":
        return False
    return begin == 2 or r.text[begin - 3] in WS | {"("}


def minus_behind(r: Reader, begin: int) -> bool:
    """F-DOUBT-SIGN: a minus and spaces before the front, behind a copula, `of`, `:` or `=`."""
    blanks = run_left(r.text, begin, BLANK)
    if not 1 <= begin - blanks <= 8 or at(r.text, blanks - 1) not in MINUS:
        return False
    colon = inner_gap_start(r.text, blanks - 1)
    marked = at(r.text, (blanks - 1 if colon is None else colon) - 1) in (":", "=")
    return marked or behind_phrase(r, blanks - 1, (*COPULAS, "of"))


def long_dash(text: str, begin: int) -> bool:
    """F-DOUBT-SIGN: a long dash before the front, where a minus could stand."""
    if at(text, begin - 1) in ("\u2014", "\u2015"):
        start = begin - 1
    elif text[max(begin - 2, 0) : begin] == "--":
        start = begin - 2
    else:
        return False
    return start == 0 or text[start - 1] in BEFORE_MINUS


def fills_first(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SIGN: whether the figure fills the first cell of its row, a number cell."""
    cell = row_cell(r.doc, f.start)
    first = r.doc.lines[r.doc.line_number(f.start)].cells[:1]
    return cell is not None and cell in first and is_number_cell(r.doc, cell) and fills(r, f, cell)


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
    begin = front(r, f).at
    if not (listed or LISTED_BEFORE.search(r.folded[max(begin - 16, 0) : begin])):
        return False
    return bool(phrases_in(r.folded, RESPECTIVE, end, sentence_behind(r.doc, end, f.start)))


def shares_scale(r: Reader, f: Figure) -> bool:
    """F-DOUBT-SHARED-SCALE."""
    year = re.fullmatch("(19|20)[0-9]{2}", r.text[f.start : f.end]) and form_at(r, f) is None
    if year or scale(r, f) is not None or suffix(r, f) is not None:
        return False
    last, strong = f, False
    for _ in range(32):
        between = separator(r, behind_scale(r, last))
        if between is None or not between.closed:
            return False
        strong = strong or between.strong
        fronted = [g for g in everything(r.text) if front(r, g).at == between.end <= g.start]
        near = {g.start for g in fronted if g.end <= between.end + 16}
        fronted = [g for g in fronted if g.start in near]
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
    end, reach = front(r, f).at, 8
    for listed in (("to",), CHANGES):
        found = phrases_in(r.folded, listed, end - reach, end)
        if not found or not set(r.text[found[-1].end : end]) <= WS:
            return False
        end, reach = found[-1].start, 24
    return True


@lru_cache(maxsize=10000)
def doubtful(r: Reader, f: Figure) -> bool:
    """F-DOUBT."""
    text = r.text
    found = scale(r, f)
    holds = [
        f.kind == "doubtful",
        grouped(text, f, frozenset(" ")),
        loose_group(text, f),
        superscribed(r, f),
        parted(text, f),
        dashed(r, f),
        unsigned(r, f),
        pointed(text, f),
        worded(r, f),
        scaled_twice(r, f),
        scaled_behind(r, f),
        drops_near(r, f),
        other_currency(r, f),
        excepted(r, f),
        counted(r, f),
        found is not None and found.key in ("k", "m", "b") and at(text, found.start - 1) in SPACE,
        shares_scale(r, f),
        respective(r, f),
        levelled(r, f),
    ]
    return any(holds)
