"""What makes a figure a part of a larger notation (F-PART)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from groundspec.fact.amounts import Amount, read_amount
from groundspec.fact.document import Document
from groundspec.fact.notations import (
    RAISED,
    RAISING,
    Beside,
    Key,
    Notation,
    Notations,
    joined,
    spaced,
    touching,
)
from groundspec.fact.qualifiers import is_second_of_ratio, last_before
from groundspec.text.classes import CLASS_OF, members
from groundspec.text.letters import is_capital, is_currency
from groundspec.text.lines import SPACE_SET, SPACES, WHITE_SET
from groundspec.text.numbers import (
    CURRENCY,
    class_of,
    exponent_from,
    figure_at,
    figure_before,
    goes_on,
    is_digit,
    is_in,
    is_letter,
    is_note_letter,
    is_word,
    number_set,
    power_from,
)
from groundspec.vocab.pack import GAP, pack, phrases


def part_of(document: Document, amount: Amount, near: Key) -> bool:
    """F-PART: whether a figure is a part of a larger notation."""
    return PARTS.hold(document, amount, near)


def _slash(document: Document, amount: Amount) -> bool:
    text, end, front = document.text, amount.figure.end, amount.front
    if joined(document, amount, "slash"):
        return True
    if is_in(text, end, "slash") and is_digit(text, end + 2) and is_currency(text[end + 1]):
        return True
    prefixed = amount.prefix is not None and amount.prefix.start == front
    return prefixed and is_in(text, front - 1, "slash") and is_digit(text, front - 2)


_CLOCK: Final = re.compile(f"[{class_of('colon')}][0-9]{{2}}(?![0-9])")


def _time(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if _CLOCK.match(text, end):
        return True
    return is_in(text, start - 1, "colon") and is_digit(text, start - 2)


def _power(document: Document, amount: Amount) -> bool:
    text, figure = document.text, amount.figure
    start, end = figure.start, figure.end
    before = text[start - 1 : start]
    if before == "^" and is_digit(text, start - 2):
        return True
    signed = before == "+" or before in number_set("minus")
    if signed and text[start - 2 : start - 1] in _POWERED and is_digit(text, start - 3):
        return True
    if figure.rule:
        return False
    if goes_on(text, end):
        longer = (*exponent_from(text, figure), *power_from(text, figure))
        if any(document.on(row.rule) for row in longer):
            return True
    raised = is_in(text, end, "superscript-digit") or RAISING.match(text, end)
    return bool(raised) and text[start:end] == "10"


_POWERED: Final = frozenset("^eE")


def _component(document: Document, amount: Amount) -> bool:
    """F-PART-FRACTION: a whole number or fraction that belongs to a mixed number."""
    text, figure = document.text, amount.figure
    if figure.rule and figure.end - figure.start == 1:
        spaced = text[figure.start - 1 : figure.start] in _FRACTION_SPACES
        if is_digit(text, figure.start - 2 if spaced else figure.start - 1):
            return True
    folded = document.folded
    if _FRACTION_BEHIND.match(folded, figure.end):
        return True
    half = _HALF.match(folded, amount.end)
    return half is not None and not is_word(folded, half.end())


_FRACTION_BEHIND: Final = re.compile(
    f"[{SPACES}]{{0,2}}[\xbc-\xbe\u2150-\u215f\u2189]"
    f"|(?:[ \xa0]{{1,2}}|{GAP}(?:and|&){GAP})[0-9]{{1,2}}[/\u2044][0-9]"
)
_HALF: Final = re.compile(f"{GAP}and{GAP}(?:a|one)(?:{GAP}|-)(?:half|quarter)")
_FRACTION_SPACES: Final = frozenset(" \xa0\u2009\u202f")


def _point(document: Document, amount: Amount) -> bool:
    text, end = document.text, amount.figure.end
    return text[end : end + 1] in (".", ",") and is_digit(text, end + 1)


def _group(document: Document, amount: Amount) -> bool:
    return joined(document, amount, "group-mark") or spaced(document, amount, "group-space")


def _chain(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if joined(document, amount, "times") or _starred(text, start, end):
        return True
    found, at = 0, start
    for _ in range(2):
        if not is_in(text, at - 1, "dash"):
            break
        before = figure_before(text, at - 1)
        if before is None:
            break
        found, at = found + 1, before.start
    at = end
    for _ in range(2):
        if not is_in(text, at, "dash"):
            break
        behind = figure_at(text, at + 1)
        if behind is None:
            break
        found, at = found + 1, behind.end
    return found >= 2


def _starred(text: str, start: int, end: int) -> bool:
    """Say whether two stars stand directly between a figure and a digit."""
    if text.startswith("**", end) and is_digit(text, end + 2):
        return True
    return text.endswith("**", 0, start) and is_digit(text, start - 3)


_TOLERANCE: Final = "(?:[\xb1\u2213]|\\+/[-\u2212])[ \xa0]?"
_TOLERANCE_BEFORE: Final = re.compile(f"{_TOLERANCE}\\Z")
_TOLERANCE_BEHIND: Final = re.compile(f"[ \xa0]?{_TOLERANCE}[0-9{CURRENCY}]")
_TOLERATING: Final = re.compile("[\xb1\u2213]|\\+/")


def _tolerance(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, (amount.front, amount.end)
    if not _TOLERATING.search(text, max(0, start - 4), end + 3):
        return False
    if any(
        _TOLERANCE_BEFORE.search(text, max(0, at - 4), at) for at in (amount.figure.start, start)
    ):
        return True
    return any(_TOLERANCE_BEHIND.match(text, at) for at in (amount.figure.end, end))


_NO_LETTER: Final = frozenset(["", *" .,;:%)\n\t"])


def _letter(document: Document, amount: Amount) -> bool:
    text, end = document.text, amount.figure.end
    if CLASS_OF[text[end]] == "M":
        return True
    if CLASS_OF[text[end]] == "L" and not is_note_letter(text[end]):
        known = document.units.suffix_at(text, end, len(text), None) is not None
        return amount.scale_at is None and not known
    if text[end] == "-" and end + 1 < len(text) and is_capital(text[end + 1]):
        stop = end + 2
        if stop < len(text) and is_capital(text[stop]):
            stop += 1
        return not is_word(text, stop)
    return False


def _ignorable(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    ignorable = members("default-ignorable")
    behind = end < len(text) and ignorable[text[end]]
    if behind:
        return True
    if start < 2 or not ignorable[text[start - 1]]:
        return False
    return is_digit(text, start - 2) or text[start - 2] in _BROKEN


_BROKEN: Final = number_set("minus") | frozenset(".,")


def _compound(document: Document, amount: Amount) -> bool:
    """F-PART-COMPOUND: one of two figures that state one amount in two units, or two scales."""
    return (_goes_on(amount) and _before_smaller(document, amount)) or (
        _may_go_on(amount) and _behind_larger(document, amount)
    )


def _goes_on(amount: Amount) -> bool:
    """Say whether an amount may be the first of two."""
    if amount.suffix is None or amount.shared:
        return amount.scale_at is not None
    return amount.suffix.code in pack()["smaller_units"]


def _may_go_on(amount: Amount) -> bool:
    """Say whether an amount may be the second of two."""
    if amount.scale_at is not None:
        return True
    return amount.suffix is not None and not amount.shared and amount.suffix.code in _smallest()


def _before_smaller(document: Document, first: Amount) -> bool:
    gap = _AND_GAP.match(document.folded, first.end)
    second = None if gap is None else document.longest_at(gap.end())
    if second is None:
        return False
    return _one_amount(first, read_amount(document, second, _suffix_code(first)))


def _behind_larger(document: Document, second: Amount) -> bool:
    start = second.figure.start
    gap = _AND_GAP_BEFORE.search(document.folded, max(0, start - 24), start)
    first = None if gap is None else last_before(document, gap.start())
    if gap is None or first is None:
        return False
    other = read_amount(document, first, _suffix_code(second))
    return other.end == gap.start() and _one_amount(other, second)


def _one_amount(first: Amount, second: Amount) -> bool:
    """Say whether two figures, one directly behind the other, state one amount."""
    if first.cell != second.cell:
        return False
    if first.suffix is None or first.shared:
        if first.scale_at is None or second.scale_at is None:
            return False
        return second.scale < first.scale
    if second.suffix is None or second.shared:
        return False
    return second.suffix.code in pack()["smaller_units"].get(first.suffix.code, ())


def _suffix_code(amount: Amount) -> str | None:
    return None if amount.suffix is None else amount.suffix.code


_AND_GAP: Final = re.compile(f"{GAP}(?:and{GAP})?")
_AND_GAP_BEFORE: Final = re.compile(f"(?:{GAP}and)?{GAP}\\Z")


@cache
def _smallest() -> frozenset[str]:
    return frozenset(code for codes in pack()["smaller_units"].values() for code in codes)


def _reference(document: Document, amount: Amount) -> bool:
    start = amount.figure.start
    low = max(0, start - 24)
    return phrases("reference_words").directly_before(document.folded, low, start) is not None


_NOTE_NUMBER: Final = re.compile("[0-9]{1,2}")


def _note_number(document: Document, amount: Amount) -> bool:
    text, figure, cell = document.text, amount.figure, amount.within
    start, end = figure.start, figure.end
    if cell is None or document.tables.is_number_cell(cell) or not text.startswith(")", end):
        return False
    if not _NOTE_NUMBER.fullmatch(text, start, end):
        return False
    return is_letter(text, start - 3 if text[start - 2 : start - 1] in SPACE_SET else start - 2)


def _period(document: Document, amount: Amount) -> bool:
    if amount.unit is None or amount.unit.code not in pack()["time_units"]:
        return False
    start = amount.figure.start
    low = max(0, start - 24)
    return phrases("period_words").directly_before(document.folded, low, start) is not None


def _one_of_ratio(document: Document, amount: Amount) -> bool:
    return is_second_of_ratio(document, amount)


_POWER_BESIDE: Final = RAISED | number_set("minus") | number_set("times") | frozenset("+eE \xa0")
_GROUPING: Final = number_set("group-mark") | number_set("group-space")
_TOLERANCE_BESIDE: Final = frozenset(" \xa0\xb1\u2213+-\u2212")


def _after_word(near: Beside) -> bool:
    return near.fronted or near.left in WHITE_SET


def _slashed(near: Beside) -> bool:
    return near.prefix or near.touches(number_set("slash"))


def _halved(near: Beside) -> bool:
    return near.composite or near.longer or near.right in WHITE_SET or near.right > "\x7f"


def _tolerated(near: Beside) -> bool:
    return near.fronted or near.longer or near.touches(_TOLERANCE_BESIDE)


def _lettered(near: Beside) -> bool:
    return not near.alone and near.right not in _NO_LETTER


def _beyond_ascii(near: Beside) -> bool:
    return near.left > "\x7f" or near.right > "\x7f"


def _bare(near: Beside) -> bool:
    return not (near.prefix or near.suffix or near.scale)


PARTS: Final = Notations(
    Notation("F-PART-SLASH", _slash, _slashed),
    Notation("F-PART-TIME", _time, touching(number_set("colon"))),
    Notation("F-PART-RATIO", _one_of_ratio, _after_word),
    Notation("F-PART-POWER", _power, touching(_POWER_BESIDE)),
    Notation("F-PART-FRACTION", _component, _halved),
    Notation("F-PART-POINT", _point, touching(frozenset(".,"))),
    Notation("F-PART-GROUP", _group, touching(_GROUPING)),
    Notation("F-PART-CHAIN", _chain, touching(number_set("dash") | number_set("times"))),
    Notation("F-PART-TOLERANCE", _tolerance, _tolerated),
    Notation("F-PART-LETTER", _letter, _lettered),
    Notation("F-PART-IGNORABLE", _ignorable, _beyond_ascii),
    Notation("F-PART-REFERENCE", _reference, _bare),
    Notation("F-PART-PERIOD", _period, lambda near: near.suffix),
    Notation("F-PART-COMPOUND", _compound, lambda near: near.suffix or near.scale),
    Notation("F-PART-NOTE", _note_number, lambda near: near.left == "("),
)
