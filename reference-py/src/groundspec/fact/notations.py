"""What makes a figure part of a larger notation, or doubtful (9.3), and note marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from groundspec.fact.amounts import Amount, scale_of_list
from groundspec.fact.document import Document
from groundspec.fact.qualifiers import is_second_of_ratio
from groundspec.fact.tables import NOTE
from groundspec.text.classes import CLASS_OF, members
from groundspec.text.letters import is_capital, is_currency
from groundspec.text.lines import BREAKS, SPACE_SET, SPACES, WHITE
from groundspec.text.numbers import (
    Figure,
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

Test = Callable[[Document, Amount], bool]


class Notation(NamedTuple):
    """A row: a rule and whether it holds of a figure.

    ``beside`` holds the code points one of which stands directly beside the figure wherever it
    holds; None where it may hold whatever stands there. ``plain`` says whether it may hold of a
    figure that stands alone between words.
    """

    rule: str
    test: Test
    beside: frozenset[str] | None = None
    plain: bool = False


def part_of(document: Document, amount: Amount) -> bool:
    """F-PART: whether a figure is a part of a larger notation."""
    return _any(PARTS, document, amount)


def doubtful(document: Document, amount: Amount) -> bool:
    """F-DOUBT: whether a figure has two readings."""
    return _any(DOUBTS, document, amount)


_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyz")
_BEFORE_PLAIN: Final = _LETTERS | frozenset(".,;:")


def _alone(text: str, figure: Figure) -> bool:
    """Say whether a figure without a point stands alone between words: nothing is joined to it."""
    start, end = figure.start, figure.end
    if start < 2 or end + 1 >= len(text) or figure.rule or text[start - 1] != " ":
        return False
    right, further = text[end], text[end + 1]
    behind = further in _LETTERS if right == " " else right in ".,;" and further == " "
    return behind and text[start - 2] in _BEFORE_PLAIN and "." not in text[start:end]


def _any(rows: tuple[Notation, ...], document: Document, amount: Amount) -> bool:
    text, figure = document.text, amount.figure
    left, right = text[figure.start - 1 : figure.start], text[figure.end : figure.end + 1]
    if _alone(text, figure):
        rows = _plain_rows(rows)
    for rule, test, beside, _ in rows:
        if beside is not None and left not in beside and right not in beside:
            continue
        if rule not in document.without and test(document, amount):
            return True
    return False


@cache
def _plain_rows(rows: tuple[Notation, ...]) -> tuple[Notation, ...]:
    return tuple(row for row in rows if row.plain)


def _joined(document: Document, amount: Amount, name: str) -> bool:
    """Say whether a mark of a set stands directly between the figure and a digit."""
    text, (start, end) = document.text, amount.figure[:2]
    return (is_in(text, end, name) and is_digit(text, end + 1)) or (
        is_in(text, start - 1, name) and is_digit(text, start - 2)
    )


def _slash(document: Document, amount: Amount) -> bool:
    return _joined(document, amount, "slash")


_RATIO: Final = re.compile(":1(?:\\.0+)?(?![0-9:]|\\.[0-9])")
_CLOCK: Final = re.compile(":[0-9]{2}(?![0-9])")


def _time(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if _CLOCK.match(text, end):
        return True
    return text.startswith(":", start - 1) and is_digit(text, start - 2) if start > 1 else False


def _power(document: Document, amount: Amount) -> bool:
    text, figure = document.text, amount.figure
    start, end = figure.start, figure.end
    before = text[start - 1 : start]
    if before == "^" and is_digit(text, start - 2):
        return True
    if (before == "+" or before in number_set("minus")) and text[start - 2 : start - 1] in _POWERED:
        return is_digit(text, start - 3)
    if figure.rule:
        return False
    if goes_on(text, end):
        longer = (*exponent_from(text, figure), *power_from(text, figure))
        if any(row.end > end and document.on(row.rule) for row in longer):
            return True
    raised = is_in(text, end, "superscript-digit") or _RAISING.match(text, end)
    return bool(raised) and text[start:end] == "10"


_POWERED: Final = frozenset("^eE")
_RAISING: Final = re.compile("[\u207a\u207b]|\\^[-+\u2212\u20130-9]")


def _component(document: Document, amount: Amount) -> bool:
    """F-PART-FRACTION: a whole number or fraction that belongs to a mixed number."""
    text, figure = document.text, amount.figure
    if figure.rule and figure.end - figure.start == 1:
        spaced = text[figure.start - 1 : figure.start] in _FRACTION_SPACES
        if is_digit(text, figure.start - 2 if spaced else figure.start - 1):
            return True
    return _FRACTION_BEHIND.match(text, figure.end) is not None


_FRACTION_BEHIND: Final = re.compile(
    f"[{SPACES}]{{0,2}}[\xbc-\xbe\u2150-\u215f\u2189]|[ \xa0][0-9]{{1,2}}[/\u2044][0-9]"
)
_FRACTION_SPACES: Final = frozenset(" \xa0\u2009\u202f")


def _point(document: Document, amount: Amount) -> bool:
    text, end = document.text, amount.figure.end
    return text[end : end + 1] in (".", ",") and is_digit(text, end + 1)


_THREE: Final = re.compile("[0-9]{3}(?![0-9])")


def _group(document: Document, amount: Amount) -> bool:
    return _joined(document, amount, "group-mark") or _spaced(document, amount, "group-space")


def _spaced(document: Document, amount: Amount, spaces: str) -> bool:
    """Say whether a space of a set joins the figure and a group of three digits, either way."""
    text, (start, end) = document.text, amount.figure[:2]
    allowed = number_set(spaces) if spaces != " " else frozenset(" ")
    if text[end : end + 1] in allowed and end < len(text) and _THREE.match(text, end + 1):
        head = text[start:end]
        if ("." not in head and "," not in head) and (len(head) <= 3):
            return True
    if (
        start > 1
        and text[start - 1] in allowed
        and is_digit(text, start - 2)
        and _THREE.match(text, start)
    ):
        before = figure_before(text, start - 1)
        if before is None:
            return False
        head = text[before.start : before.end]
        return "." not in head and "," not in head and len(head) <= 3
    return False


def _chain(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if _joined(document, amount, "times"):
        return True
    joined, at = 0, start
    for _ in range(3):
        if not (is_in(text, at - 1, "dash") and is_digit(text, at - 2)):
            break
        before = figure_before(text, at - 1)
        if before is None:
            break
        joined, at = joined + 1, before.start
    at = end
    for _ in range(3):
        if not (is_in(text, at, "dash") and is_digit(text, at + 1)):
            break
        behind = figure_at(text, at + 1)
        if behind is None:
            break
        joined, at = joined + 1, behind.end
    return joined >= 2


_TOLERANCE: Final = re.compile("[ \xa0]?(?:[\xb1\u2213]|\\+/[-\u2212])[ \xa0]?")


def _tolerance(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, (amount.front, amount.end)
    if text.isascii() and "+/-" not in text[max(0, start - 5) : end + 5]:
        return False
    for at in (amount.figure.start, start):
        for back in range(1, 6):
            if at - back >= 0 and _TOLERANCE.fullmatch(text, at - back, at):
                return True
    match = _TOLERANCE.match(text, amount.figure.end) or _TOLERANCE.match(text, end)
    if match is None or match.end() == len(text):
        return False
    return is_digit(text, match.end()) or is_currency(text[match.end()])


_NO_LETTER: Final = frozenset(["", *" .,;:%)\n\t"])


def _letter(document: Document, amount: Amount) -> bool:
    text, end = document.text, amount.figure.end
    if text[end : end + 1] in _NO_LETTER:
        return False
    if CLASS_OF[text[end]] == "M":
        return True
    if CLASS_OF[text[end]] == "L" and not is_note_letter(text[end]):
        taken = amount.suffix is not None and amount.suffix.start == end
        scaled = amount.scale_at is not None and amount.scale_at.start == end
        known = document.units.suffix_at(text, end, len(text), None) is not None
        return not (taken or scaled or known)
    if text[end] == "-" and end + 1 < len(text) and is_capital(text[end + 1]):
        stop = end + 2
        if stop < len(text) and is_capital(text[stop]):
            stop += 1
        return not is_word(text, stop)
    return False


def _ignorable(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    ignorable = members("default-ignorable")
    if text.isascii():
        return False
    behind = end < len(text) and ignorable[text[end]] and text[end + 1 : end + 2] in _DIGITS_AND
    before = start > 1 and ignorable[text[start - 1]] and text[start - 2] in _DIGITS_AND
    return bool((behind and text[end + 1 : end + 2]) or before)


_DIGITS_AND: Final = "0123456789.,"


def _reference(document: Document, amount: Amount) -> bool:
    if amount.unit is not None or amount.scale_at is not None:
        return False
    start = amount.figure.start
    low = max(0, start - 24)
    return phrases("reference_words").directly_before(document.folded, low, start) is not None


_NOTE_NUMBER: Final = re.compile("[0-9]{1,2}")


def _note_number(document: Document, amount: Amount) -> bool:
    text, figure, cell = document.text, amount.figure, amount.within
    start, end = figure.start, figure.end
    if cell is None or document.tables.is_number_cell(cell) or not text.startswith(")", end):
        return False
    if text[start - 1] != "(" or not _NOTE_NUMBER.fullmatch(text, start, end):
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


_RAISED: Final = number_set("superscript-digit") | frozenset("^\u207a\u207b")
_POWER_BESIDE: Final = _RAISED | number_set("minus") | number_set("times") | frozenset("+eE \xa0")
PARTS: Final = (
    Notation("F-PART-SLASH", _slash, frozenset("/\u2044\u2215")),
    Notation("F-PART-TIME", _time, frozenset(":")),
    Notation("F-PART-RATIO", _one_of_ratio, plain=True),
    Notation("F-PART-POWER", _power, _POWER_BESIDE),
    Notation("F-PART-FRACTION", _component),
    Notation("F-PART-POINT", _point, frozenset(".,")),
    Notation("F-PART-GROUP", _group, number_set("group-mark") | number_set("group-space")),
    Notation("F-PART-CHAIN", _chain, number_set("dash") | number_set("times")),
    Notation("F-PART-TOLERANCE", _tolerance, plain=True),
    Notation("F-PART-LETTER", _letter),
    Notation("F-PART-IGNORABLE", _ignorable),
    Notation("F-PART-REFERENCE", _reference, plain=True),
    Notation("F-PART-PERIOD", _period, plain=True),
    Notation("F-PART-NOTE", _note_number, frozenset("(")),
)


def _quotient(_: Document, amount: Amount) -> bool:
    return amount.figure.doubtful


def _space(document: Document, amount: Amount) -> bool:
    return _spaced(document, amount, " ")


_BROKEN: Final = re.compile(
    f",(?=[{SPACES}{BREAKS}]{{1,15}}[0-9])[{SPACES}]*[\\t{BREAKS}][{SPACES}{BREAKS}]*[0-9]{{3}}(?![0-9])"
)


def _break(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if "," not in text[max(0, start - 16) : start] and not text.startswith(",", end):
        return False
    if _BROKEN.match(text, end) and _ends_with_group(text[start:end]):
        return True
    for at in range(start - 1, max(-1, start - 17), -1):
        broken = _BROKEN.match(text, at) if text[at] == "," else None
        if broken is not None and broken.end() == start + 3:
            before = figure_before(text, at)
            return before is not None and _ends_with_group(text[before.start : at])
    return False


def _ends_with_group(head: str) -> bool:
    return "." not in head and (len(head) <= 3 or "," in head)


def _superscript(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    raised = is_in(text, end, "superscript-digit") or _RAISING.match(text, end) is not None
    return raised and not (text[start:end] == "10" or amount.figure.rule)


def _dash(document: Document, amount: Amount) -> bool:
    text, start = document.text, amount.figure.start
    if amount.unit is not None or not is_in(text, start - 1, "minus"):
        return False
    spaced = start > 2 and text[start - 2] in SPACE_SET - {"\t"} and is_word(text, start - 3)
    return spaced and amount.front == start - 1


def _unsure_sign(document: Document, amount: Amount) -> bool:
    text, folded, end = document.text, document.folded, amount.figure.end
    if amount.sign is not None and not (amount.bracketed and text[amount.sign.start] == "("):
        return False
    cell = amount.cell
    if (
        amount.row
        and cell is not None
        and cell is not amount.line.cells[0]
        and document.tables.is_number_cell(cell)
    ):
        return False
    if is_in(text, end, "minus") and (end + 1 == len(text) or text[end + 1] in ".,;)" + WHITE):
        return True
    start = amount.front
    if amount.bracketed:
        return amount.sign is None and not amount.magnitude and _copula(folded, start)
    at = start
    while at > 0 and start - at < 8 and text[at - 1] in " \xa0":
        at -= 1
    if at < start and is_in(text, at - 1, "minus"):
        return _copula(folded, at - 1)
    return False


def _copula(folded: str, end: int) -> bool:
    found = phrases("copulas").all(folded, max(0, end - 24), end)
    return bool(found) and found[-1].end() < end and not folded[found[-1].end() : end].strip(WHITE)


_POINTED: Final = re.compile("[0-9]{1,3}\\.[0-9]{3}")


def _locale(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    pointed = "." in text[start:end] and _POINTED.fullmatch(text, start, end) is not None
    return pointed and document.decimal_comma


_NUMBER_WORDS: Final = re.compile("([a-z]+)(?:[ \xa0-]([a-z]+))?[ \xa0\n]?\\($")


_LAST_WORD: Final = re.compile("([a-z]+)[ \xa0-]?$")


def _words(document: Document, amount: Amount) -> bool:
    if not amount.bracketed or amount.figure.number is None:
        return False
    folded, text = document.folded, document.text
    at = amount.figure.start
    if not text.startswith("(", at - 1):
        return False
    match = _NUMBER_WORDS.search(folded, max(0, at - 24), at)
    if match is None:
        return False
    words = pack()["number_words"]
    first, last = (None, match[1]) if match[2] is None else (match[1], match[2])
    if last not in words:
        return False
    said, before = words[last], first
    if first in words and words[first] >= 20 and words[last] < 10:
        said += words[first]
        before = None
    if before is None:
        word = _LAST_WORD.search(folded, max(0, match.start() - 16), match.start())
        before = None if word is None else word[1]
    return before not in pack()["number_scales"] and amount.figure.number.text() != str(said)


def _count(document: Document, amount: Amount) -> bool:
    joined = _GAP_OR_HYPHEN.match(document.folded, amount.figure.end)
    return joined is not None and _count_word().match(document.folded, joined.end()) is not None


_LISTED_BEHIND: Final = re.compile(
    f"[{SPACES}{BREAKS}]*+(?:,[{SPACES}{BREAKS}]*+)?(?:and|or)[{SPACES}{BREAKS}]++[(]?[^{SPACES}{BREAKS}0-9]{{0,3}}[0-9]|,[{SPACES}{BREAKS}]++[^{SPACES}{BREAKS}0-9]{{0,3}}[0-9]"
)
_LISTED_BEFORE: Final = re.compile(
    f"[0-9%](?:,?[{SPACES}{BREAKS}]+(?:and|or)|,)[{SPACES}{BREAKS}]+$"
)


def _respectively(document: Document, amount: Amount) -> bool:
    folded = document.folded
    if (
        not amount.shared
        and not _LISTED_BEHIND.match(folded, amount.end)
        and not _LISTED_BEFORE.search(folded, max(0, amount.front - 16), amount.front)
    ):
        return False
    end = document.sentence_behind(amount.end, amount.within)
    return bool(phrases("respective_words").all(folded, amount.end, end))


def _shared_scale(document: Document, amount: Amount) -> bool:
    figure = amount.figure
    if amount.scale_at is not None or (amount.suffix is not None and not amount.shared):
        return False
    if amount.unit is None and _YEAR.fullmatch(document.text, figure.start, figure.end):
        return False
    return scale_of_list(document, figure.end)


_YEAR: Final = re.compile("(?:19|20)[0-9]{2}")


def _loose_suffix(document: Document, amount: Amount) -> bool:
    span = amount.scale_at
    if span is None or span.start == amount.figure.end:
        return False
    return document.text[span.start : span.end] in ("k", "m", "b")


_GAP_OR_HYPHEN: Final = re.compile(f"{GAP}|[-\u2010\u2011]")


@cache
def _count_word() -> re.Pattern[str]:
    words = sorted(pack()["count_words"], key=lambda word: (-len(word), word))
    return re.compile(f"(?:{'|'.join(map(re.escape, words))})(?![a-z0-9])")


DOUBTS: Final = (
    Notation("F-DOUBT-FRACTION", _quotient),
    Notation("F-DOUBT-SPACE", _space, frozenset(" ")),
    Notation("F-DOUBT-BREAK", _break),
    Notation("F-DOUBT-SUPERSCRIPT", _superscript, _RAISED),
    Notation("F-DOUBT-DASH", _dash, number_set("minus")),
    Notation("F-DOUBT-SIGN", _unsure_sign, plain=True),
    Notation("F-DOUBT-POINT", _locale),
    Notation("F-DOUBT-WORDS", _words, frozenset("(")),
    Notation("F-DOUBT-COUNT", _count, plain=True),
    Notation("F-DOUBT-SUFFIX", _loose_suffix, plain=True),
    Notation("F-DOUBT-RESPECTIVELY", _respectively, plain=True),
    Notation("F-DOUBT-SHARED-SCALE", _shared_scale, plain=True),
)

_NOTE_DIRECT: Final = re.compile(
    "[*]{1,3}|[\u2020\u2021\u1d43-\u1d5b\u2071\u207f]|\\([A-Za-z]\\)|\\^\\((?:[A-Za-z]|[0-9]{1,2})\\)"
)
_NOTE_AFTER_SPACE: Final = re.compile(f"[ \xa0]{NOTE}")


def note(document: Document, amount: Amount) -> bool:
    """F-NOTE: whether a note mark stands at a figure."""
    text, end = document.text, amount.figure.end
    if _NOTE_DIRECT.match(text, end) or _NOTE_DIRECT.match(text, amount.end):
        return True
    cell = amount.cell
    return bool(
        amount.row and cell is not None and _NOTE_AFTER_SPACE.fullmatch(text, amount.end, cell.end)
    )
