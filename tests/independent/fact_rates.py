"""F-UNIT-PER: what behind a suffix form makes its unit one that is not known."""

import re

from independent.fact_data import (
    ASCII_DIGITS,
    DIGITS,
    LETTERS,
    MINUS,
    PACK,
    SLASH,
    SPACE,
    SUPERSCRIPT_DIGIT,
    WORDS,
    at,
    folded,
    gap_end,
    inner_gap_end,
    pack_list,
    run_right,
)
from independent.fact_text import Doc

RATES, TIME_RATES = pack_list("rates"), pack_list("time_rates")
POWER_OF_RATE = re.compile("([A-Za-z]{1,3}[\u00b2\u00b3]?)(-1|\u22121|\u207b\u00b9)")


def spaced(text: str, begins: set[int]) -> set[int]:
    """Positions, and those behind one space there."""
    return begins | {i + 1 for i in begins if at(text, i) in SPACE}


def raised_unit(text: str, end: int) -> bool:
    """F-UNIT-PER: a power behind a form that ends with a word character."""
    caret = at(text, end) == "^" and at(text, end + 1) in ASCII_DIGITS | MINUS
    raised = at(text, end) in SUPERSCRIPT_DIGIT or at(text, end) == "\u207b"
    return at(text, end - 1) in WORDS and (caret or raised)


def behind_slash(doc: Doc, end: int) -> set[int]:
    """F-UNIT-PER: where what stands behind a slash or `per` begins."""
    text, found = doc.text, set()
    gap = gap_end(text, end)
    begins = {end} if gap is None else {end, gap}
    for i in begins | {i + 1 for i in begins if at(text, i) == "("}:
        if at(text, i) in SLASH:
            found.add(i + 1)
        if doc.folded.startswith("per", i) and at(text, i + 3) not in LETTERS:
            found.add(i + 3)
    return found


def behind_number(text: str, begins: set[int]) -> set[int]:
    """F-UNIT-PER: where a rate may begin, perhaps behind a number and an inner gap."""
    numbers = set()
    for i in begins:
        whole = run_right(text, i, ASCII_DIGITS)
        part = run_right(text, whole + 1, ASCII_DIGITS)
        if whole > i:
            numbers.add(whole)
            if at(text, whole) == "." and part > whole + 1:
                numbers.add(part)
    begins = begins | spaced(text, numbers)
    runs = {i: min(i + 16, run_right(text, i, DIGITS)) for i in begins}
    digits = {j for i, end in runs.items() for j in range(i, end + 1)}
    gaps = {inner_gap_end(text, i) for i in digits}
    return digits | {gap for gap in gaps if gap is not None}


def per(doc: Doc, end: int, code: str | None) -> bool:
    """F-UNIT-PER: whether what stands behind a form of a unit makes it one that is not known."""
    text = doc.text
    if raised_unit(text, end) or at(text, end) == "%":
        return True
    rates = (*RATES, *TIME_RATES) if code in PACK["length_units"] else RATES
    for i in behind_number(text, spaced(text, behind_slash(doc, end))):
        for rate in rates:
            if doc.folded.startswith(rate, i) and at(text, i + len(rate)) not in WORDS:
                return True
    return power_of_rate(text, end, rates)


def power_of_rate(text: str, end: int, rates: tuple[str, ...]) -> bool:
    """F-UNIT-PER: `mg kg-1` and the like."""
    begins = spaced(text, {end})
    begins |= spaced(text, {i + 1 for i in begins if at(text, i) in (".", "\u00b7", "\u22c5")})
    matches = (POWER_OF_RATE.match(text, i) for i in begins)
    return any(match is not None and folded(match.group(1)) in rates for match in matches)
