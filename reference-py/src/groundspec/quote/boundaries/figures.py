"""Boundary classes of figures, and their excuses (8.3)."""

from __future__ import annotations

from typing import Final

from groundspec.quote.boundaries.view import (
    WORD,
    between,
    bound_pairs,
    first_digit,
    is_digit,
    is_in,
    is_money,
    is_of,
    is_white,
    run_before,
    white_before,
)
from groundspec.quote.boundaries.words import behind_figure, fold, line_start
from groundspec.text.classes import DIGIT, LETTER
from groundspec.text.letters import boundary_set, boundary_words, is_capital

_GROUP: Final = 3
_REACH: Final = 7  # a sign, three code points behind it, and an opening of three
_BODY: Final = 32
_MONTH: Final = 16
_TAG: Final = 64
_UNIT: Final = 3
_YEARS: Final = (1500, 2199)
_MINUS: Final = "\u2212"
_TOLERANCE: Final = ("\u00b1", "\u2213")


def _within(view: str, edge: int, opens: int) -> bool:
    """Say whether a figure opens at an offset and the edge is not behind its first digit."""
    return first_digit(view, opens) >= edge


def _signs(view: str, edge: int, name: str) -> list[int]:
    """Give the places of a set's code points that an edge may lie in the opening behind."""
    held = boundary_set(name)
    return [at for at in range(max(0, edge - _REACH), edge) if view[at] in held]


def sign(view: str, edge: int) -> bool:
    """Q-EDGE-SIGN."""
    for at in _signs(view, edge, "sign"):
        free = at == 0 or not (is_of(view, at - 1, WORD) or view[at - 1] in "._")
        if free and _within(view, edge, at + 1):
            return True
    return False


def spaced_sign(view: str, edge: int) -> bool:
    """Q-EDGE-SPACED-SIGN."""
    for at in _signs(view, edge, "spaced-sign"):
        spaced = is_in(view, at + 1, "group-space") and _within(view, edge, at + 2)
        if spaced and _stands_free(view, at):
            return True
    return False


def _stands_free(view: str, at: int) -> bool:
    """Say whether what stands before a spaced sign makes it neither a bullet nor a range."""
    start = white_before(view, at)
    if start < 0 or (start == at and at > 0):
        return False
    first = start == 0 or not boundary_set("line-break").isdisjoint(view[start:at])
    if first and view[at] != _MINUS:
        return False
    ranged = is_in(view, start - 1, "bracket-close") or is_in(view, start - 1, "figure-suffix")
    return not (is_digit(view, start - 1) or ranged)


def trailing_sign(view: str, edge: int) -> bool:
    """Q-EDGE-TRAILING-SIGN."""
    if not (is_digit(view, edge - 1) and is_in(view, edge, "trailing-sign")):
        return False
    behind = edge + 1
    return behind == len(view) or is_white(view, behind) or is_in(view, behind, "closing")


def brackets(view: str, edge: int) -> bool:
    """Q-EDGE-BRACKETS."""
    start = edge
    while edge - start <= _BODY and _in_amount(view, start - 1):
        start -= 1
    if not is_in(view, start - 1, "bracket-open"):
        return False
    end = edge
    while end - start <= _BODY and _in_amount(view, end):
        end += 1
    held = any(is_digit(view, at) for at in range(start, end))
    return is_in(view, end, "bracket-close") and end - start <= _BODY and held


_AMOUNT: Final = ("decimal-separator", "group-separator", "group-space", "figure-suffix")


def _in_amount(view: str, at: int) -> bool:
    held = any(is_in(view, at, name) for name in _AMOUNT)
    return is_digit(view, at) or is_money(view, at) or held


def leading_decimal(view: str, edge: int) -> bool:
    """Q-EDGE-LEADING-DECIMAL."""
    if not (is_digit(view, edge) and is_in(view, edge - 1, "decimal-separator")):
        return False
    before = edge - 2
    held = is_in(view, before, "decimal-separator") or is_in(view, before, "bracket-close")
    return not (is_of(view, before, WORD) or held)


def decimal(view: str, edge: int) -> bool:
    """Q-EDGE-DECIMAL."""
    return between(view, edge, "decimal-separator", DIGIT, DIGIT)


def group(view: str, edge: int) -> bool:
    """Q-EDGE-GROUP."""
    return between(view, edge, "group-separator", DIGIT, DIGIT) or _spaced_group(view, edge)


def _spaced_group(view: str, edge: int) -> bool:
    if is_in(view, edge, "group-space"):
        space = edge
    elif is_in(view, edge - 1, "group-space"):
        space = edge - 1
    else:
        return False
    left = _digits(view, space - 1, -1)
    return 1 <= left <= _GROUP and _digits(view, space + 1, 1) == _GROUP


def _digits(view: str, at: int, step: int) -> int:
    """Count the digits from an offset in one direction, as far as one more than a group."""
    count = 0
    while count <= _GROUP and is_digit(view, at + step * count):
        count += 1
    return count


def date(view: str, edge: int) -> bool:
    """Q-EDGE-DATE."""
    return any(
        is_in(view, space, "group-space") and _is_date(view, space) for space in (edge, edge - 1)
    )


def _is_date(view: str, end: int) -> bool:
    """Say whether a month and a day end at an offset behind a digit."""
    start = run_before(view, end, DIGIT, 2)
    if end - start > 2 or not is_white(view, start - 1):
        return False
    month_end = start - 1 - (view[start - 2 : start - 1] == ".")
    month = run_before(view, month_end, LETTER, _MONTH)
    if is_of(view, month - 1, WORD):
        return False
    return fold(view[month:month_end]) in boundary_words("months")


def time(view: str, edge: int) -> bool:
    """Q-EDGE-TIME."""
    return between(view, edge, "time-separator", DIGIT, DIGIT)


def exponent(view: str, edge: int) -> bool:
    """Q-EDGE-EXPONENT."""
    raised, lowered = is_in(view, edge, "superscript"), is_in(view, edge, "subscript")
    if view[edge] == "\u207b" and is_of(view, edge - 1, LETTER):
        return True
    if raised or lowered:
        script = is_in(view, edge - 1, "superscript") or is_in(view, edge - 1, "subscript")
        if is_digit(view, edge - 1) or script:
            return True
        if is_of(view, edge - 1, LETTER) and (lowered or _is_unit(view, edge)):
            return True
    if is_in(view, edge - 1, "subscript") and is_of(view, edge, "LD"):
        return True
    return _caret(view, edge) or _power_of_ten(view, edge) or _marked_exponent(view, edge)


def _marked_exponent(view: str, edge: int) -> bool:
    """Say whether an edge lies at the sign of an exponent behind the letter e."""
    for at in (edge, edge - 1):
        figures = is_digit(view, at - 2) and is_digit(view, at + 1)
        if figures and is_in(view, at, "sign") and view[at - 1] in "eE":
            return True
    return False


def _is_unit(view: str, end: int) -> bool:
    start = run_before(view, end, LETTER, _UNIT)
    if end - start > _UNIT:
        return False
    return behind_figure(view, start) or view[start - 1 : start] == "/"


def _caret(view: str, edge: int) -> bool:
    for at in (edge, edge - 1):
        if view[at] == "^":
            before = is_of(view, at - 1, WORD) or is_in(view, at - 1, "bracket-close")
            opened = is_in(view, at + 1, "bracket-open") or view[at + 1 : at + 2] == "{"
            signed = is_in(view, at + 1, "sign") or opened
            if before and (is_of(view, at + 1, WORD) or signed):
                return True
    return False


def _power_of_ten(view: str, edge: int) -> bool:
    """Say whether an edge lies in a product with a power of ten, before the 0 of the 10."""
    for times in range(edge - 3, edge + 2):
        if is_in(view, times, "times"):
            digit = times - 1 - is_in(view, times - 1, "group-space")
            ten = times + 1 + is_in(view, times + 1, "group-space")
            raised = view[ten + 2 : ten + 3] == "^" or is_in(view, ten + 2, "superscript")
            power = is_digit(view, digit) and view[ten : ten + 2] == "10" and raised
            if power and digit < edge <= ten + 1:
                return True
    return False


def footnote(view: str, edge: int) -> bool:
    """Q-EDGE-FOOTNOTE."""
    year = view[max(0, edge - 4) : edge]
    if not (is_in(view, edge, "superscript") and _is_ascii_number(year)):
        return False
    before = edge - 5
    joined = is_in(view, before, "decimal-separator") or is_in(view, before, "group-separator")
    first, last = _YEARS
    return first <= int(year) <= last and not (is_of(view, before, WORD) or joined)


def _is_ascii_number(text: str) -> bool:
    return all(char in "0123456789" for char in text)


def fraction(view: str, edge: int) -> bool:
    """Q-EDGE-FRACTION."""
    for left, right in bound_pairs(view, edge):
        if is_digit(view, left) and is_in(view, right, "fraction"):
            return True
    return _mixed(view, edge) or _slashed(view, edge)


def _mixed(view: str, edge: int) -> bool:
    for space in (edge, edge - 1):
        if is_in(view, space, "group-space") and is_digit(view, space - 1):
            slash = space + 1 + _digits(view, space + 1, 1)
            short = 1 <= slash - space - 1 <= 2
            if short and is_in(view, slash, "fraction-slash") and is_digit(view, slash + 1):
                return True
    return False


def _slashed(view: str, edge: int) -> bool:
    return any(
        view[at] == "\u2044" and is_digit(view, at - 1) and is_digit(view, at + 1)
        for at in (edge, edge - 1)
    )


def suffix(view: str, edge: int) -> bool:
    """Q-EDGE-SUFFIX."""
    for left, right in bound_pairs(view, edge):
        closed = is_in(view, left, "bracket-close") and is_digit(view, left - 1)
        ends = is_digit(view, left) or is_in(view, left, "fraction") or closed
        if ends and is_in(view, right, "figure-suffix"):
            return True
    degree = view[edge - 1] == "\u00b0" and behind_figure(view, edge - 1)
    return degree and is_of(view, edge, LETTER)


def currency(view: str, edge: int) -> bool:
    """Q-EDGE-CURRENCY."""
    for at in range(edge - _REACH, edge):
        if is_money(view, at):
            opens = at + 1
            if is_in(view, opens, "group-space"):
                opens += 1
            if is_in(view, opens, "sign"):
                opens += 1
            if _within(view, edge, opens):
                return True
    for left, right in bound_pairs(view, edge):
        if is_digit(view, left) and is_money(view, right) and first_digit(view, right + 1) < 0:
            return True
    named = is_capital(view[edge - 1])
    opens = edge + 1 + is_in(view, edge + 1, "group-space")
    return named and is_money(view, edge) and first_digit(view, opens) >= 0


def comparison(view: str, edge: int) -> bool:
    """Q-EDGE-COMPARISON."""
    if view[edge] == "+" and is_digit(view, edge - 1) and not is_digit(view, edge + 1):
        return True
    for left, right in bound_pairs(view, edge):
        if is_digit(view, left) and view[right : right + 1] in _TOLERANCE:
            return True
    return any(_compares(view, edge, at) for at in _signs(view, edge, "comparison"))


def _compares(view: str, edge: int, at: int) -> bool:
    opens = at + 1 + (view[at + 1 : at + 2] == "=")
    if is_in(view, opens, "group-space"):
        opens += 1
    if is_in(view, opens, "sign"):
        opens += 1
    return _within(view, edge, opens)


def tag(view: str, edge: int) -> bool:
    """Q-EDGE-TAG."""
    return any(
        view[at] == ">" and _compares(view, edge, at) and _is_no_sign(view, at)
        for at in _signs(view, edge, "comparison")
    )


def _is_no_sign(view: str, at: int) -> bool:
    if view[at - 1 : at] in ("-", "="):
        return True
    opened = max(view.rfind(sign, max(0, at - _TAG), at) for sign in "<>")
    named = view[opened + 1 : opened + 2] == "/" or is_of(view, opened + 1, LETTER)
    if view[opened : opened + 1] == "<" and named:
        return True
    return is_white(view, at + 1) and line_start(view, at)
