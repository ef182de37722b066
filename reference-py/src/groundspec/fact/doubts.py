"""What makes a figure doubtful, having two readings (F-DOUBT)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from groundspec.fact.amounts import Amount, fills_number_cell, minus_may, read_amount
from groundspec.fact.document import Document
from groundspec.fact.lists import CONNECTOR, PARTING, SHARED_MOST
from groundspec.fact.notations import (
    RAISED,
    RAISING,
    Beside,
    Key,
    Notation,
    Notations,
    spaced,
    touching,
)
from groundspec.fact.scales import HYPHENS, any_scale_key
from groundspec.text.classes import CLASS_OF
from groundspec.text.lines import BREAKS, REACH, SPACE_SET, SPACES, SPACES_TEXT, WHITE_SET
from groundspec.text.numbers import (
    MINUSES,
    class_of,
    figure_before,
    is_digit,
    is_in,
    is_word,
    number_set,
)
from groundspec.vocab.pack import GAP, Phrases, pack, phrases


def doubtful(document: Document, amount: Amount, near: Key) -> bool:
    """F-DOUBT: whether a figure has two readings."""
    return DOUBTS.hold(document, amount, near)


def _quotient(_: Document, amount: Amount) -> bool:
    return amount.figure.doubtful


def _space(document: Document, amount: Amount) -> bool:
    return spaced(document, amount, " ")


_BROKEN: Final = re.compile(
    f",(?=[{SPACES}]*[\\t{BREAKS}])[{SPACES}{BREAKS}]{{1,15}}[0-9]{{3}}(?![0-9])"
)


def _break(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if _apart(text, start, end):
        return True
    if _BROKEN.match(text, end) and _ends_with_group(text[start:end]):
        return True
    comma = text.rfind(",", max(0, start - 16), start)
    broken = None if comma < 0 else _BROKEN.match(text, comma)
    if broken is None or broken.end() != start + 3:
        return False
    before = figure_before(text, comma)
    return before is not None and _ends_with_group(text[before.start : comma])


def _apart(text: str, start: int, end: int) -> bool:
    """Say whether white space parts a figure from noughts or decimals (F-DOUBT-BREAK)."""
    head = text[start:end]
    if head.startswith(".") and text[start - 1 : start] in _PARTING_SPACES:
        return is_digit(text, start - 2)
    if "." in head:
        return False
    if _DECIMALS_APART.match(text, end):
        return True
    return _ends_with_group(head) and _NOUGHTS_APART.match(text, end) is not None


_PARTING_SPACES: Final = frozenset(" \xa0")
_DECIMALS_APART: Final = re.compile("[ \xa0][.,][0-9]")
_NOUGHTS_APART: Final = re.compile(
    f"(?=,?[{SPACES}{BREAKS}])[{SPACES}{BREAKS}]{{0,15}}(?:,[{SPACES}{BREAKS}]{{0,15}})?000(?![0-9])"
)


def _ends_with_group(head: str) -> bool:
    return "." not in head and (len(head) <= 3 or "," in head)


def _superscript(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    if amount.figure.rule:
        return False
    raised = is_in(text, end, "superscript-digit") or RAISING.match(text, end) is not None
    if raised and text[start:end] != "10":
        return True
    return bool(_SUPERSCRIPT_TAG.match(document.folded, end) or _LOST_EXPONENT.match(text, end))


_SUPERSCRIPT_TAG: Final = re.compile(f"<sup>[a-z0-9+{MINUSES}]")
_LOST_EXPONENT: Final = re.compile(
    f"[ \xa0]?[{class_of('times')}][ \xa0]?10[2-9](?![0-9]|[.,][0-9])"
)


def _dash(document: Document, amount: Amount) -> bool:
    text, start = document.text, amount.figure.start
    if amount.unit is not None or not is_in(text, start - 1, "minus"):
        return False
    return text[start - 2] in SPACE_SET - {"\t"} and is_word(text, start - 3)


def _unsure_sign(document: Document, amount: Amount) -> bool:
    text, folded, end = document.text, document.folded, amount.figure.end
    if amount.sign is not None and text[amount.sign.start] != "(":
        return False
    if _long_dash(text, amount.front) or _signed_cell(document, amount):
        return True
    cell = amount.within
    if (
        cell is not None
        and cell is not amount.line.cells[0]
        and document.tables.is_number_cell(cell)
    ):
        return False
    if is_in(text, end, "minus") and text[end + 1 : end + 2] in _BEHIND_MINUS:
        return True
    start = amount.front
    if amount.bracketed:
        aside = amount.sign is None and not amount.magnitude
        return aside and (
            _copula(folded, start, phrases("copulas")) or fills_number_cell(document, amount)
        )
    low = max(0, start - 9)
    near = text[low:start].rstrip(" \xa0")
    if near[-1:] in number_set("minus"):
        at = low + len(near) - 1
        return _said(folded, at) or _copula(folded, at, _before_dash()) or _minus_alone(text, start)
    return _minus_alone(text, start)


_BEHIND_MINUS: Final = WHITE_SET | frozenset(["", *".,;)"])


def _minus_alone(text: str, front: int) -> bool:
    """Say whether a sign of minus and one space stand before a front, and no word before."""
    if text[front - 1 : front] not in SPACE_SET or text[front - 2 : front - 1] != "\u2212":
        return False
    return text[front - 3 : front - 2] in _BEFORE_MINUS


_BEFORE_MINUS: Final = WHITE_SET | frozenset(["", "("])


def _signed_cell(document: Document, amount: Amount) -> bool:
    """Say whether what may be a sign stands before a figure that nothing makes negative, in a cell.

    Or a bracket that is all of the cell before it.
    """
    cell, cells = amount.within, amount.line.cells
    if cell is None or cell is cells[0] or amount.sign or amount.magnitude:
        return False
    text = document.text
    before = cells[cells.index(cell) - 1]
    stretches = (text[cell.start : amount.figure.start], text[before.start : before.end])
    found = [set(stretch) if _wordless(stretch) else set() for stretch in stretches]
    return not found[0].isdisjoint(_CELL_SIGNS) or "(" in found[1]


def _wordless(text: str) -> bool:
    return not any(CLASS_OF[char] in "LD" for char in text)


_CELL_SIGNS: Final = number_set("minus") | frozenset("(\u207b")


def _long_dash(text: str, front: int) -> bool:
    """Say whether a dash longer than a minus stands where a minus may."""
    if text[front - 1 : front] in _LONG_DASHES:
        return minus_may(text, front - 1)
    return text.endswith("--", 0, front) and minus_may(text, front - 2)


_LONG_DASHES: Final = frozenset("\u2014\u2015")


def _said(folded: str, end: int) -> bool:
    return folded[max(0, end - 9) : end].rstrip(SPACES_TEXT)[-1:] in (":", "=")


def _copula(folded: str, end: int, listed: Phrases) -> bool:
    found = listed.all(folded, max(0, end - 26), end)
    return bool(found) and _GAP.fullmatch(folded, found[-1].end(), end) is not None


@cache
def _before_dash() -> Phrases:
    return Phrases([*pack()["copulas"], "of"])


_GAP: Final = re.compile(GAP)


_POINTED: Final = re.compile("[0-9]{1,3}\\.[0-9]{3}")


def _locale(document: Document, amount: Amount) -> bool:
    text, (start, end) = document.text, amount.figure[:2]
    return _POINTED.fullmatch(text, start, end) is not None and document.decimal_comma


_NUMBER_WORDS: Final = re.compile("(?:([a-z]+)[ \xa0-])?([a-z]+)[ \xa0\n]?\\(\\Z")
_LAST_WORD: Final = re.compile("([a-z]+)[ \xa0-]\\Z")


def _words(document: Document, amount: Amount) -> bool:
    if not amount.bracketed or amount.figure.number is None:
        return False
    folded, at = document.folded, amount.figure.start
    match = _NUMBER_WORDS.search(folded, max(0, at - 24), at)
    words = pack()["number_words"]
    if match is None or match[2] not in words:
        return False
    said, before = words[match[2]], match[1]
    if words.get(before, 0) >= 20 and said < 10:
        said += words[before]
        word = _LAST_WORD.search(folded, max(0, match.start() - 16), match.start())
        before = word and word[1]
    return before not in pack()["number_scales"] and amount.figure.number.text() != str(said)


def _count(document: Document, amount: Amount) -> bool:
    joined = _GAP_OR_HYPHEN.match(document.folded, amount.figure.end)
    return joined is not None and _count_word().match(document.folded, joined.end()) is not None


_LISTED_BEHIND: Final = re.compile(
    f"[{SPACES}{BREAKS}]*+(?:(?:,[{SPACES}{BREAKS}]*+)?(?:and|or)|,)"
    f"[{SPACES}{BREAKS}]++[(]?[^{SPACES}{BREAKS}]{{0,3}}[0-9]"
)
_LISTED_BEFORE: Final = re.compile(
    f"[0-9%](?:,?[{SPACES}{BREAKS}]+(?:and|or)|,)[{SPACES}{BREAKS}]+\\Z"
)


def _respectively(document: Document, amount: Amount) -> bool:
    folded = document.folded
    said = phrases("respective_words").first(folded, amount.end, amount.end + REACH)
    if said is None or (
        not amount.shared
        and not _LISTED_BEHIND.match(folded, amount.end)
        and not _LISTED_BEFORE.search(folded[max(0, amount.front - 16) : amount.front])
    ):
        return False
    return said.end() <= document.sentence_behind(amount.end, amount.within)


def _scale_of_list(document: Document, end: int) -> bool:
    """F-DOUBT-SHARED-SCALE: whether the list that goes on behind a figure ends with a scale."""
    at, joined = end, False
    for _ in range(SHARED_MOST):
        match = CONNECTOR.match(document.folded, at)
        if match is None or not (match["mark"] or match["word"]):
            return False
        joined = joined or match["word"] is not None or match["mark"] not in (",", ";")
        first = next(document.figures(match.end(), match.end() + 16), None)
        following = None if first is None else document.longest_at(first.start)
        if following is None:
            return False
        amount = read_amount(document, following, None)
        if amount.front != match.end():
            return False
        if amount.scale_at is not None:
            return joined
        if amount.suffix is not None and not amount.shared:
            return False
        at = following.end
    return False


def _shared_scale(document: Document, amount: Amount) -> bool:
    figure = amount.figure
    if amount.suffix is not None and not amount.shared:
        return False
    if amount.unit is None and _YEAR.fullmatch(document.text, figure.start, figure.end):
        return False
    return _scale_of_list(document, figure.end)


_YEAR: Final = re.compile("(?:19|20)[0-9]{2}")


def _two_scales(document: Document, amount: Amount) -> bool:
    span, folded = amount.scale_at, document.folded
    if span is None:
        return _scale_beside(document, amount)
    if folded[span.start : span.end] not in pack()["scale_words"] or amount.aside:
        return False
    return _behind_gap(document, span.end, len(folded), phrases("scale_words")) > 0


def _scale_beside(document: Document, amount: Amount) -> bool:
    """Say whether a scale that is not read stands behind a figure, its unit or in brackets."""
    limit = len(document.text) if amount.cell is None else amount.cell.end
    if amount.suffix is not None and not amount.shared:
        if not document.units.is_currency(amount.suffix.code):
            return False
        if _behind_gap(document, amount.suffix.end, limit, phrases("scale_words")) > 0:
            return True
    return _scale_in_brackets().match(document.folded, amount.end, limit) is not None


def _behind_gap(document: Document, at: int, limit: int, listed: Phrases) -> int:
    """Give where a phrase ends that stands behind an offset with a gap between, or -1."""
    gap = _GAP.match(document.folded, at, limit)
    return -1 if gap is None else listed.at(document.folded, gap.end(), limit)


@cache
def _scale_in_brackets() -> re.Pattern[str]:
    word = f"[^{SPACES}{BREAKS}()\\[\\]0-9]{{1,16}}{GAP}"
    return re.compile(
        f"(?:{GAP})?[(\\[][{SPACES}]?(?:{word}){{0,2}}?(?:{any_scale_key()})(?![a-z0-9])"
    )


def _two_units(document: Document, amount: Amount) -> bool:
    return amount.dropped or _another_currency(document, amount)


def _another_currency(document: Document, amount: Amount) -> bool:
    """Say whether a word that names another currency stands behind an amount of one."""
    if amount.suffix is not None or amount.prefix is None:
        return False
    if not document.units.is_currency(amount.prefix.code):
        return False
    limit = len(document.text) if amount.cell is None else amount.cell.end
    end = _behind_gap(document, amount.behind, limit, phrases("currency_words"))
    return end > 0 and not document.text.startswith(")", end, limit)


def _loose_suffix(document: Document, amount: Amount) -> bool:
    span = amount.scale_at
    if span is None or span.start == amount.figure.end:
        return False
    return document.text[span.start : span.end] in ("k", "m", "b")


_GAP_OR_HYPHEN: Final = re.compile(f"{GAP}|[-\u2010\u2011]")


@cache
def _count_word() -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(map(re.escape, pack()['count_words']))})(?![a-z0-9])")


_RAISED_BEHIND: Final = RAISED | number_set("times") | frozenset("< \xa0")
_COUNT_BEHIND: Final = WHITE_SET | frozenset(HYPHENS)


def _raised(near: Beside) -> bool:
    return not near.alone and near.right in _RAISED_BEHIND


def _broken(near: Beside) -> bool:
    return near.right == "," or (not near.alone and near.touches(WHITE_SET))


def _scaled(near: Beside) -> bool:
    return near.scale


_BEFORE_SCALE: Final = WHITE_SET | frozenset("([")


def _beside_scale(near: Beside) -> bool:
    return near.scale or near.longer or near.right in _BEFORE_SCALE


DOUBTS: Final = Notations(
    Notation("F-DOUBT-FRACTION", _quotient, lambda near: near.composite),
    Notation("F-DOUBT-SPACE", _space, touching(frozenset(" "))),
    Notation("F-DOUBT-BREAK", _break, _broken),
    Notation("F-DOUBT-SUPERSCRIPT", _superscript, _raised),
    Notation("F-DOUBT-DASH", _dash, touching(number_set("minus"))),
    Notation("F-DOUBT-SIGN", _unsure_sign),
    Notation("F-DOUBT-POINT", _locale, lambda near: near.pointed),
    Notation("F-DOUBT-WORDS", _words, lambda near: near.left == "("),
    Notation("F-DOUBT-SCALE", _two_scales, _beside_scale),
    Notation("F-DOUBT-UNITS", _two_units, lambda near: near.prefix),
    Notation("F-DOUBT-COUNT", _count, lambda near: near.right in _COUNT_BEHIND),
    Notation("F-DOUBT-SUFFIX", _loose_suffix, _scaled),
    Notation("F-DOUBT-RESPECTIVELY", _respectively),
    Notation("F-DOUBT-SHARED-SCALE", _shared_scale, lambda near: near.right in PARTING),
)
