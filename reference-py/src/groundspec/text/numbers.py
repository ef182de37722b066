"""Figures and the notations they are part of (9.3): what number stands where.

A figure is found where it begins, so that nothing depends on where a search set out. A number is a
coefficient and a power of ten, the coefficient without zeros at its end: two numbers differ by a
power of ten if and only if their coefficients are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from groundspec.resources import table
from groundspec.text.classes import CLASS_OF, members
from groundspec.text.letters import is_currency
from groundspec.text.lines import BREAKS, SPACES

EXPONENT: Final = "F-EXPONENT"
POWER: Final = "F-POWER"
FRACTION: Final = "F-FRACTION"
LONGEST: Final = 64  # code points of a figure that has a value
_WIDEST: Final = 258  # code points that a figure takes


class Number(NamedTuple):
    """``coefficient`` times ten to the power ``exponent``; zero is (0, 0)."""

    coefficient: int
    exponent: int

    def text(self) -> str:
        """Give the canonical decimal (F-VALUE) of a number that is not below zero."""
        digits = str(self.coefficient)
        if self.exponent >= 0:
            return digits + "0" * self.exponent
        digits = digits.rjust(1 - self.exponent, "0")
        return f"{digits[: self.exponent]}.{digits[self.exponent :]}"


class Figure(NamedTuple):
    """A figure or composite at ``[start, end)``; ``number`` is None for one without a value.

    ``rule`` is what makes a composite of it, empty for a figure.
    """

    start: int
    end: int
    number: Number | None
    rule: str = ""
    doubtful: bool = False


def number_of(digits: str, exponent: int) -> Number:
    """Give the number of a run of ASCII digits times a power of ten."""
    kept = digits.rstrip("0")
    value = int(kept) if kept else 0
    return Number(value, exponent + len(digits) - len(kept)) if value else Number(0, 0)


@cache
def number_set(name: str) -> frozenset[str]:
    """Give a set of table ``numbers``."""
    return frozenset(map(chr, table("numbers")["sets"][name]))


def class_of(name: str) -> str:
    """Give a set of table ``numbers`` as what stands between the brackets of a pattern's class."""
    return "".join(map(re.escape, sorted(number_set(name))))


DASHES: Final = class_of("dash")
MINUSES: Final = class_of("minus")
_TIMES: Final = class_of("times")
CURRENCY: Final = "".join(
    f"{chr(low)}-{chr(high)}" for low, high in table("boundaries")["ranges"]["currency"]
)
_BEFORE_POINT: Final = f"{SPACES}{BREAKS}{MINUSES}{CURRENCY}(\\[=:|<>~\x22\u2248\u2264\u2265"
_FRACTIONS: Final = "\u00bc\u00bd\u00be\u2155\u2156\u2157\u2158\u215b\u215c\u215d\u215e"
_BEGIN: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:(?<![.,])|(?<=\.\.)|(?<=[A-Za-z\x22],))([0-9][0-9,]{0,127}+)"
    r"(?![0-9,])(\.[0-9]{1,129})?"
    rf"|(?<![^{_BEFORE_POINT}])\.([0-9]{{1,129}})"
)
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_STARTS: Final = re.compile(rf"{_BEGIN.pattern}|[{_FRACTIONS}]")


def is_word(text: str, at: int) -> bool:
    """Say whether a word character (F-PHRASE) stands at an offset."""
    return 0 <= at < len(text) and CLASS_OF[text[at]] in "LMD"


def is_letter(text: str, at: int) -> bool:
    """Say whether a letter stands at an offset."""
    return 0 <= at < len(text) and CLASS_OF[text[at]] == "L"


def is_note_letter(char: str) -> bool:
    """Say whether a character is a raised letter, which is a note mark (F-NOTE)."""
    low, high = table("numbers")["ranges"]["note-letter"][0]
    return low <= ord(char) <= high or char in number_set("note-letter")


def is_digit(text: str, at: int) -> bool:
    """Say whether an ASCII digit stands at an offset."""
    return 0 <= at < len(text) and "0" <= text[at] <= "9"


def is_in(text: str, at: int, name: str) -> bool:
    """Say whether a code point of a set of table ``numbers`` stands at an offset."""
    return 0 <= at < len(text) and text[at] in number_set(name)


def figures(text: str, start: int, end: int) -> Iterator[Figure]:
    """Yield the figures and composites that lie whole in ``[start, end)``, by start and end."""
    for match in _STARTS.finditer(text, start, end + _WIDEST):
        if match.start() >= end:
            return
        if match[1] is None and match[3] is None:
            yield Figure(match.start(), match.end(), _fraction(text[match.start()]), FRACTION)
            continue
        figure = _figure(text, match)
        if figure is None:
            continue
        if figure.end <= end:
            yield figure
        for composite in composites(text, figure):
            if composite.end <= end:
                yield composite


def figure_at(text: str, start: int) -> Figure | None:
    """Give the figure that begins at an offset."""
    match = _BEGIN.match(text, start)
    return None if match is None else _figure(text, match)


def figure_before(text: str, end: int) -> Figure | None:
    """Give the figure that ends at an offset, if its run is one."""
    near = text[max(0, end - _WIDEST) : end]
    start = end - len(near) + len(near.rstrip("0123456789,."))
    for match in _BEGIN.finditer(text, start):
        if match.start() >= end:
            return None
        figure = _figure(text, match)
        if figure is not None and figure.end == end:
            return figure
    return None


def _figure(text: str, match: re.Match[str]) -> Figure | None:
    """F-FIGURE: the figure of a match, or None where it is none after all."""
    start = match.start()
    if match[1] is None:
        return _pointed(text, match)
    if start and text[start - 1] > "\x7f" and _numeral(text, start - 1):
        return None
    run = match[1].rstrip(",")
    end, decimals = start + len(run), ""
    if match[2] and len(run) == len(match[1]):
        end, decimals = match.end(), match[2][1:]
    elif run == "000" and _in_currency_scale(text, start):
        return None
    if _goes_on_foreign(text, end):
        return None
    if "," in run:
        if not _GROUPED.fullmatch(run):
            return Figure(start, end, None)
        run = run.replace(",", "")
    if end - start > LONGEST:
        return Figure(start, end, None)
    return Figure(start, end, number_of(run + decimals, -len(decimals)))


def _pointed(text: str, match: re.Match[str]) -> Figure | None:
    """F-FIGURE: the figure of a match that begins with a point."""
    start, end = match.span()
    if _goes_on_foreign(text, end):
        return None
    if end - start > LONGEST:
        return Figure(start, end, None)
    return Figure(start, end, number_of(match[3], -len(match[3])))


def _in_currency_scale(text: str, start: int) -> bool:
    """Say whether a run of three noughts belongs to a currency scale such as ``US$000``."""
    at = start - 2 if text[start - 1 : start] in ("'", "\u2018", "\u2019") else start - 1
    return at >= 0 and is_currency(text[at])


def _numeral(text: str, at: int) -> bool:
    return CLASS_OF[text[at]] in "LMD" or members("other-number")[text[at]]


def _goes_on_foreign(text: str, end: int) -> bool:
    """Say whether a foreign numeral stands behind a figure, or behind a point or comma there."""
    if text.isascii():
        return False
    return _foreign(text, end) or (text[end : end + 1] in (".", ",") and _foreign(text, end + 1))


def _foreign(text: str, at: int) -> bool:
    """Say whether a digit that is not ASCII, or another numeral, stands at an offset."""
    if at >= len(text) or text[at] <= "\x7f":
        return False
    char = text[at]
    return CLASS_OF[char] == "D" or (members("other-number")[char] and char not in _other_marks())


@cache
def _other_marks() -> frozenset[str]:
    sets = table("boundaries")["sets"]
    return frozenset(map(chr, [*sets["superscript"], *sets["fraction"]]))


# --- Composites (F-COMPOSITE) ---------------------------------------------------------------------

_EXPONENT: Final = re.compile(r"[eE]([+\-\u2212]?)([0-9]{1,3})(?![0-9])")
_CARET: Final = re.compile(rf"\^([{MINUSES}]?)([0-9]{{1,2}})(?![0-9])")
_SUPERSCRIPTS: Final = class_of("superscript-digit")
_RAISED: Final = re.compile(f"(\u207b?)([{_SUPERSCRIPTS}]{{1,2}})(?![{_SUPERSCRIPTS}])")
_FACTOR: Final = f"[ \u00a0]?[{_TIMES}][ \u00a0]?"
_FACTOR_BEFORE: Final = re.compile(rf"{_FACTOR}\Z")
_TEN_BEHIND: Final = re.compile(f"{_FACTOR}(?=10)")
_VULGAR_BEHIND: Final = re.compile(f"[ \u00a0\u2009\u202f]?([{_FRACTIONS}])")
_QUOTIENT_BEHIND: Final = re.compile(
    "[ \u00a0]([0-9]{1,2})[/\u2044]([0-9]{1,2})(?![0-9/\u2044]|\\.[0-9])"
)
_QUOTIENT: Final = re.compile("[/\u2044]([0-9]{1,2})(?![0-9/\u2044]|\\.[0-9])")


def composites(text: str, figure: Figure) -> Iterator[Figure]:
    """Yield the composites that begin with a figure."""
    if not goes_on(text, figure.end):
        return
    yield from exponent_from(text, figure)
    yield from power_from(text, figure)
    yield from fraction_from(text, figure)


_GOING_ON: Final = (
    frozenset(f"eE^/\u2044\u207b{_FRACTIONS}")
    | number_set("superscript-digit")
    | number_set("times")
)
_GOING_ON_BEHIND_SPACE: Final = frozenset(f"0123456789{_FRACTIONS}") | number_set("times")


def goes_on(text: str, end: int) -> bool:
    """Say whether what stands behind a figure may make it the beginning of a composite."""
    behind = text[end : end + 1]
    if behind in _SPACES_WITHIN:
        return text[end + 1 : end + 2] in _GOING_ON_BEHIND_SPACE
    return behind in _GOING_ON


_SPACES_WITHIN: Final = frozenset(" \u00a0\u2009\u202f")


def exponent_from(text: str, figure: Figure) -> Iterator[Figure]:
    """F-EXPONENT: a figure, ``e``, and a power of ten."""
    match = _EXPONENT.match(text, figure.end)
    if match and figure.number and not is_word(text, match.end()) and not _point(text, match.end()):
        power = int(match[2]) * (-1 if match[1] and match[1] != "+" else 1)
        yield Figure(figure.start, match.end(), _times(figure.number, power), EXPONENT)


def power_from(text: str, figure: Figure) -> Iterator[Figure]:
    """F-POWER: a power of ten that begins with a figure, its factor or the ten itself."""
    ten, factor = figure.start, Number(1, 0)
    behind = _TEN_BEHIND.match(text, figure.end)
    if behind and figure.number:
        ten, factor = behind.end(), figure.number
    elif text[figure.start : figure.end] != "10" or _factored(text, figure.start):
        return
    match = _CARET.match(text, ten + 2) or _RAISED.match(text, ten + 2)
    if match:
        raised = table("numbers")["superscripts"]
        power = int("".join(str(raised.get(char, char)) for char in match[2]))
        number = _times(factor, -power if match[1] else power)
        yield Figure(figure.start, match.end(), number, POWER)


def _factored(text: str, start: int) -> bool:
    """Say whether a sign of multiplication and a figure with a value stand before an offset."""
    factor = _FACTOR_BEFORE.search(text, start - 3, start)
    before = None if factor is None else figure_before(text, factor.start())
    return before is not None and before.number is not None


def fraction_from(text: str, figure: Figure) -> Iterator[Figure]:
    """F-FRACTION: a mixed number, or a quotient, that begins with a figure."""
    written = text[figure.start : figure.end]
    if figure.number is None or "," in written or "." in written:
        return
    match = _VULGAR_BEHIND.match(text, figure.end)
    if match:
        yield Figure(figure.start, match.end(), _sum(written, _fraction(match[1])), FRACTION)
        return
    match = _QUOTIENT_BEHIND.match(text, figure.end)
    if match and (part := _quotient(match[1], match[2])):
        yield Figure(figure.start, match.end(), _sum(written, part), FRACTION)
        return
    match = _QUOTIENT.match(text, figure.end)
    if match and len(written) <= 2 and (part := _quotient(written, match[1])):
        before = text[figure.start - 1 : figure.start]
        mixed = before in (" ", "\u00a0") and is_digit(text, figure.start - 2)
        if not mixed and before not in _BEFORE_NO_QUOTIENT:
            yield Figure(figure.start, match.end(), part, FRACTION, doubtful=True)


_BEFORE_NO_QUOTIENT: Final = frozenset("/\u2044$.")


def _point(text: str, at: int) -> bool:
    return text.startswith(".", at) and is_digit(text, at + 1)


def _times(number: Number, power: int) -> Number:
    return Number(number.coefficient, number.exponent + power) if number.coefficient else number


def _fraction(char: str) -> Number:
    digits: str = table("numbers")["fractions"][char].partition(".")[2]
    return number_of(digits, -len(digits))


def _quotient(above: str, below: str) -> Number | None:
    """Give a proper fraction as a decimal of at most six places, else None."""
    if not 0 < int(above) < int(below):
        return None
    value, rest = divmod(int(above) * 10**6, int(below))
    return None if rest else number_of(str(value), -6)


def _sum(whole: str, part: Number) -> Number:
    return number_of(str(int(whole) * 10**-part.exponent + part.coefficient), part.exponent)
