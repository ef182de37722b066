"""F-FIGURE to F-FRACTION: the figures and composites of a source."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from independent.fact_data import (
    ASCII_DIGITS,
    ASCII_LETTERS,
    BLANK,
    DIGITS,
    FRACTIONS,
    MINUS,
    MONEY,
    NO_FIGURE_BEFORE,
    OTHER,
    SUPERSCRIPT_DIGIT,
    SUPERSCRIPTS,
    TIMES,
    WORDS,
    WS,
    at,
    decimal,
    run_right,
)

# F-FIGURE: what may stand before a leading point, besides white space, a minus and a currency
BEFORE_POINT = frozenset('([=:|<>~"\u2248\u2264\u2265')
NARROW = frozenset(" \u00a0\u2009\u202f")
SLASHES = frozenset("/\u2044")
WHOLE = re.compile("[0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,2}(,[0-9]{2})+,[0-9]{3}")


class Figure(NamedTuple):
    """A figure or composite: `kind` says which."""

    start: int
    end: int
    value: Fraction | None
    kind: str = "figure"


def pointed(text: str, i: int) -> bool:
    """F-FIGURE: whether a figure may begin at a position with its point."""
    if at(text, i) != "." or at(text, i + 1) not in ASCII_DIGITS:
        return False
    return i == 0 or text[i - 1] in WS | MINUS | MONEY | BEFORE_POINT


def begins(text: str, i: int) -> bool:
    """F-FIGURE: whether a figure may begin at a position."""
    if pointed(text, i):
        return True
    if at(text, i) not in ASCII_DIGITS:
        return False
    before = at(text, i - 1)
    if before in WORDS or before in OTHER:
        return False
    if before == ".":
        return at(text, i - 2) == "."
    return not (before == "," and at(text, i - 2) not in ASCII_LETTERS | {'"'})


def value_of(text: str) -> Fraction | None:
    """F-FIGURE: the value of a figure, if it has one."""
    whole, _, part = text.partition(".")
    if len(text) > 64 or not (WHOLE.fullmatch(whole) or (part and not whole)):
        return None
    return Fraction((whole or "0").replace(",", "") + ("." + part if part else ""))


def figure_at(text: str, i: int, behind_x: bool = False) -> Figure | None:
    """F-FIGURE; `behind_x`: an `x` may stand directly before (F-POWER)."""
    after_x = behind_x and at(text, i) in ASCII_DIGITS and at(text, i - 1) == "x"
    if not after_x and not begins(text, i):
        return None
    end = run_right(text, i, ASCII_DIGITS | {","})
    if end - i > 128:
        return None
    if end > i and text[end - 1] == ",":
        while text[end - 1] == ",":
            end -= 1
    elif at(text, end) == "." and at(text, end + 1) in ASCII_DIGITS:
        end = min(run_right(text, end + 1, ASCII_DIGITS), end + 1 + 129)
    for behind in (end, end + 1 if at(text, end) in frozenset(".,") else end):
        c = at(text, behind)
        if (c in DIGITS and c not in ASCII_DIGITS) or c in NO_FIGURE_BEFORE:
            return None
    if text[i:end] == "000":
        quoted = at(text, i - 1) in frozenset("'\u2018\u2019")
        if at(text, i - 2 if quoted else i - 1) in MONEY:
            return None
    return Figure(i, end, value_of(text[i:end]))


@lru_cache(maxsize=256)
def figures(text: str) -> tuple[Figure, ...]:
    """F-FIGURE: all figures of a text."""
    found = (figure_at(text, i) for i in range(len(text)))
    return tuple(figure for figure in found if figure is not None)


def figure_before(text: str, end: int) -> Figure | None:
    """The figure that ends at a position."""
    return next((f for f in figures(text) if f.end == end), None)


def exponent(text: str, f: Figure) -> Figure | None:
    """F-EXPONENT."""
    if f.value is None or at(text, f.end) not in frozenset("eE"):
        return None
    i = f.end + 1
    sign = at(text, i) if at(text, i) in frozenset("+-\u2212") else ""
    i += len(sign)
    end = run_right(text, i, ASCII_DIGITS)
    fits = 1 <= end - i <= 3 and at(text, end) not in WORDS
    if not fits or (at(text, end) == "." and at(text, end + 1) in ASCII_DIGITS):
        return None
    power = int(text[i:end]) * (-1 if sign in ("-", "\u2212") else 1)
    return Figure(f.start, end, f.value * Fraction(10) ** power, "exponent")


def power_end(text: str, end: int) -> tuple[int, int] | None:
    """F-POWER: the power that stands behind `10`, and where it ends."""
    if at(text, end) == "^":
        i = end + 2 if at(text, end + 1) in MINUS else end + 1
        stop = run_right(text, i, ASCII_DIGITS)
        if not 1 <= stop - i <= 2:
            return None
        return int(text[i:stop]) * (-1 if i == end + 2 else 1), stop
    i = end + 1 if at(text, end) == "\u207b" else end
    stop = run_right(text, i, SUPERSCRIPT_DIGIT)
    if not 1 <= stop - i <= 2:
        return None
    digits = int("".join(str(SUPERSCRIPTS[c]) for c in text[i:stop]))
    return digits * (-1 if i > end else 1), stop


def power(text: str, f: Figure) -> Figure | None:
    """F-POWER."""
    found = power_end(text, f.end) if text[f.start : f.end] == "10" else None
    if found is None:
        return None
    ten, end = Fraction(10) ** found[0], found[1]
    i = f.start - 1 if at(text, f.start - 1) in BLANK else f.start
    if at(text, i - 1) in TIMES:
        i -= 1
        for j in (i, i - 1 if at(text, i - 1) in BLANK else i):
            first = figure_before(text, j)
            if first is not None and first.value is not None:
                return Figure(first.start, end, first.value * ten, "power")
    return Figure(f.start, end, ten, "power")


def quotient(text: str, i: int) -> tuple[Fraction, int] | None:
    """F-FRACTION: one or two digits, a slash, one or two digits, and their quotient."""
    middle = run_right(text, i, ASCII_DIGITS)
    end = run_right(text, middle + 1, ASCII_DIGITS)
    fits = 1 <= middle - i <= 2 and at(text, middle) in SLASHES and 1 <= end - middle - 1 <= 2
    if not fits or at(text, end) in SLASHES:
        return None
    if at(text, end) == "." and at(text, end + 1) in ASCII_DIGITS:
        return None
    below = int(text[middle + 1 : end])
    return (Fraction(int(text[i:middle]), below), end) if below else None


def places(value: Fraction) -> int | None:
    """How many places a decimal has; None if it has no end."""
    written = decimal(value)
    return None if written is None else len(written.partition(".")[2])


def fractions(text: str, f: Figure) -> list[Figure]:
    """F-FRACTION: the composites that begin with a figure."""
    if f.value is None or not set(text[f.start : f.end]) <= ASCII_DIGITS:
        return []
    found = []
    i = f.end + 1 if at(text, f.end) in NARROW else f.end
    if at(text, i) in FRACTIONS:
        found.append(Figure(f.start, i + 1, f.value + FRACTIONS[text[i]], "fraction"))
    if at(text, f.end) in BLANK:
        part = quotient(text, f.end + 1)
        if part is not None and 0 < part[0] < 1:
            few = places(part[0])
            if few is not None and few <= 6:
                found.append(Figure(f.start, part[1], f.value + part[0], "fraction"))
    alone = quotient(text, f.start)
    before = at(text, f.start - 1)
    spaced = before in BLANK and at(text, f.start - 2) in DIGITS
    if alone is not None and before not in DIGITS | frozenset("/\u2044.$") and not spaced:
        few = places(alone[0])
        if 0 < alone[0] < 1 and few is not None and few <= 6:
            found.append(Figure(f.start, alone[1], alone[0], "doubtful"))
    return found


@lru_cache(maxsize=256)
def composites(text: str) -> tuple[Figure, ...]:
    """All composites of a text."""
    found = [
        Figure(i, i + 1, FRACTIONS[c], "fraction") for i, c in enumerate(text) if c in FRACTIONS
    ]
    for f in figures(text):
        found += [one for one in (exponent(text, f), power(text, f)) if one is not None]
        found += fractions(text, f)
    for i in range(len(text)):
        behind = figure_at(text, i, behind_x=True) if at(text, i - 1) == "x" else None
        one = power(text, behind) if behind is not None else None
        found += [one] if one is not None and one.start != i else []
    return tuple(found)


@lru_cache(maxsize=256)
def everything(text: str) -> tuple[Figure, ...]:
    """F-MATCH: figures and composites, by start and then by end."""
    return tuple(sorted({*figures(text), *composites(text)}, key=lambda f: (f.start, f.end)))


def any_between(text: str, start: int, end: int) -> bool:
    """Whether a figure or composite lies in a stretch."""
    return any(start <= f.start and f.end <= end for f in everything(text))
