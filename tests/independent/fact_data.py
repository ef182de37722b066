"""Section 9: the tables and the pack that the check `fact` names, and plain words about texts.

A position is a number of code points; positions become bytes (T-OFFSET) only in a decision.
"""

from fractions import Fraction
from typing import Any

from independent.quote_tables import (
    CAPITAL,
    CURRENCY,
    DIGIT,
    IGNORABLE,
    LETTER,
    MARK,
    OTHER_NUMBER,
    SETS,
    WHITE_SPACE,
    WORD,
    table,
)

PACK = table("packs/en.json")
NUMBERS = table("tables/numbers.json")


def chars(points: Any) -> frozenset[str]:
    """A set of code points as strings; the empty string is never in it."""
    return frozenset(map(chr, points))


def numbers_set(name: str) -> frozenset[str]:
    return chars(NUMBERS["sets"][name])


WS, LINE_BREAK = chars(WHITE_SPACE), chars(SETS["line-break"])
SPACE = WS - LINE_BREAK  # F-GAP
WORDS, LETTERS, DIGITS, CAPITALS = chars(WORD), chars(LETTER), chars(DIGIT), chars(CAPITAL)
MARKS = chars(MARK)
OTHER, IGNORED, MONEY = chars(OTHER_NUMBER), chars(IGNORABLE), chars(CURRENCY)
ASCII_DIGITS = frozenset("0123456789")
LOWER = frozenset("abcdefghijklmnopqrstuvwxyz")
ASCII_LETTERS = LOWER | frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ASCII_WORD = ASCII_LETTERS | ASCII_DIGITS
MINUS, DASH, SLASH = map(numbers_set, ("minus", "dash", "slash"))
GROUP_MARK, GROUP_SPACE, TIMES = map(numbers_set, ("group-mark", "group-space", "times"))
COLON = numbers_set("colon")
SUPERSCRIPT_DIGIT = numbers_set("superscript-digit")
NOTE_LETTER = numbers_set("note-letter") | {
    chr(c) for a, b in NUMBERS["ranges"]["note-letter"] for c in range(a, b + 1)
}
SUPERSCRIPTS: dict[str, int] = {c: int(n) for c, n in NUMBERS["superscripts"].items()}
FRACTION_SET = chars(SETS["fraction"])
FRACTIONS = {c: Fraction(decimal) for c, decimal in NUMBERS["fractions"].items()}
NO_FIGURE_BEFORE = OTHER - chars(SETS["superscript"]) - chars(SETS["fraction"])
BLANK = frozenset(" \u00a0")
HYPHENS = frozenset("-\u2010\u2011")

WS_CLASS = "[" + "".join(sorted(WS)) + "]"  # for regular expressions
SPACE_CLASS = "[" + "".join(sorted(SPACE)) + "]"
MINUSES = "".join(sorted(MINUS - {"-"})) + "-"  # the last in a class


def at(text: str, i: int) -> str:
    """The code point behind a position, or nothing."""
    return text[i] if 0 <= i < len(text) else ""


def fold_map() -> dict[int, str]:
    """F-VALUE: what *folded* replaces."""
    replaced = {c: chr(c + 32) for c in range(ord("A"), ord("Z") + 1)}
    return {**replaced, 0x17F: "s", 0x130: "i", 0x131: "i"}


FOLD = fold_map()


def folded(text: str) -> str:
    """F-VALUE."""
    return text.translate(FOLD)


def stripped(text: str) -> str:
    """A text without white space at its ends."""
    return text.strip("".join(WS))


def one_spaced(text: str) -> str:
    """F-VALUE: each run of white space as one U+0020, and none at the ends."""
    spaced = "".join(" " if c in WS else c for c in text)
    return " ".join(part for part in spaced.split(" ") if part)


def run_right(text: str, i: int, inside: frozenset[str]) -> int:
    """Where the run of a set that begins at a position ends."""
    while at(text, i) in inside:
        i += 1
    return i


def run_left(text: str, i: int, inside: frozenset[str]) -> int:
    """Where the run of a set that ends at a position begins."""
    while i > 0 and text[i - 1] in inside:
        i -= 1
    return i


def line_breaks(text: str) -> list[tuple[int, int]]:
    """F-GAP: the line breaks; U+000D U+000A is one."""
    found, i = [], 0
    while i < len(text):
        if text[i] in LINE_BREAK:
            end = i + 2 if text[i : i + 2] == "\r\n" else i + 1
            found.append((i, end))
            i = end
        else:
            i += 1
    return found


def is_gap(text: str, start: int, end: int) -> bool:
    """F-GAP: the whole run of white space, one to eight, at most one line break."""
    whole = at(text, end) not in WS and at(text, start - 1) not in WS
    inside = text[start:end]
    few = 1 <= len(inside) <= 8 and all(c in WS for c in inside)
    return whole and few and len(line_breaks(inside)) <= 1


def gap_end(text: str, start: int) -> int | None:
    """Where the gap that begins at a position ends."""
    end = run_right(text, start, WS)
    return end if is_gap(text, start, end) else None


def gap_start(text: str, end: int) -> int | None:
    """Where the gap that ends at a position begins."""
    start = run_left(text, end, WS)
    return start if is_gap(text, start, end) else None


def is_inner(text: str, start: int, end: int) -> bool:
    """F-GAP: whether what lies between is an inner gap."""
    return is_gap(text, start, end) and not any(c in LINE_BREAK for c in text[start:end])


def inner_gap_end(text: str, start: int) -> int | None:
    end = run_right(text, start, WS)
    return end if is_inner(text, start, end) else None


def inner_gap_start(text: str, end: int) -> int | None:
    start = run_left(text, end, WS)
    return start if is_inner(text, start, end) else None


def ascii_bounded_before(text: str, start: int) -> bool:
    """F-HEADING."""
    return start == 0 or text[start - 1] not in ASCII_WORD


def ascii_bounded_behind(text: str, end: int) -> bool:
    """F-HEADING."""
    return at(text, end) not in ASCII_WORD


def pack_list(name: str) -> tuple[str, ...]:
    """A list of the pack, or the keys of a map, or all phrases of a map of lists; folded."""
    entry = PACK[name]
    if isinstance(entry, dict) and any(isinstance(v, list) for v in entry.values()):
        return tuple(folded(phrase) for phrases in entry.values() for phrase in phrases)
    return tuple(folded(phrase) for phrase in entry)


def comparators(name: str) -> dict[str, str]:
    """A map of comparators to phrases, the other way about."""
    return {folded(p): code for code, phrases in PACK[name].items() for p in phrases}


BEFORE, AFTER = comparators("before"), comparators("after")
SCALE_WORDS: dict[str, int] = PACK["scale_words"]
SCALE_SUFFIXES: dict[str, int] = PACK["scale_suffixes"]
HEADING_SCALES: dict[str, int] = PACK["heading_scales"]
NUMBER_WORDS: dict[str, int] = PACK["number_words"]
CURRENCIES = frozenset(PACK["currencies"])
KEYS = {folded(k): p for k, p in {**SCALE_WORDS, **HEADING_SCALES}.items()}


def longest_key(text: str, keys: dict[str, int], i: int) -> str | None:
    """The longest key that stands at a position, ASCII-bounded behind."""
    found = [k for k in keys if text.startswith(k, i) and ascii_bounded_behind(text, i + len(k))]
    return max(found, key=len) if found else None


def decimal(value: Fraction) -> str | None:
    """F-VALUE: a number as a canonical decimal; None if it has no end."""
    rest, places = value.denominator, 0
    while rest % 10 == 0:
        rest, places = rest // 10, places + 1
    for factor in (2, 5):
        while rest % factor == 0:
            rest, places = rest // factor, places + 1
    if rest != 1:
        return None
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    whole, part = (digits[:-places], digits[-places:].rstrip("0")) if places else (digits, "")
    return ("-" if value < 0 else "") + whole + ("." + part if part else "")
