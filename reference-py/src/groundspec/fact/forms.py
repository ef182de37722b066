"""The suffix form at a figure, and what makes another unit of a form (9.5)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from groundspec.fact.document import Document
from groundspec.fact.units import Form
from groundspec.text.classes import CLASS_OF
from groundspec.text.letters import is_currency
from groundspec.text.lines import FOLD, SPACE_SET, SPACES
from groundspec.text.numbers import MINUSES, Figure, class_of, is_word
from groundspec.vocab.pack import GAP, INNER_GAP, pack, phrases

_INNER: Final = re.compile(INNER_GAP)
_GAP: Final = re.compile(GAP)


def suffix_form(
    document: Document, figure: Figure, behind: int, limit: int, wanted: str | None
) -> Form | None:
    """F-UNIT-SUFFIX, F-UNIT-PER: the suffix form at a figure; another's is without a code."""
    if not document.on("F-UNIT-SUFFIX"):
        return None
    text, folded = document.text, document.folded
    at = behind
    window = min(limit, figure.end + document.window + 1)
    closed = 0
    modifiers = 0
    while at < window:
        form = document.units.suffix_at(text, at, limit, wanted)
        if form is not None:
            return _per(document, form)
        if closed < 2 and text[at] == ")":
            at += 1
            closed += 1
            continue
        gap = _GAP.match(text, at, limit)
        if gap is not None:
            at = gap.end()
            continue
        end = phrases("unit_modifiers").at(folded, at, limit)
        if end < 0 or modifiers == 2:
            return None
        modifiers += 1
        at = end
    return None


_POWER: Final = re.compile(f"[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u207b]|\\^[{MINUSES}0-9]")
_DIVIDED: Final = re.compile(
    f"(?:{GAP})?\\(?(?:[{class_of('slash')}]|per(?![a-z]))[{SPACES}]?(?:[0-9]+(?:\\.[0-9]+)?[{SPACES}]?)?"
)
_INVERSE: Final = re.compile(
    f"[{SPACES}]?[.\u00b7\u22c5]?[{SPACES}]?([A-Za-z]{{1,3}}[\u00b2\u00b3]?)(?:-1|\u22121|\u207b\u00b9)"
)


def _per(document: Document, form: Form) -> Form:
    """F-UNIT-PER: the form, or one of another unit where a rate or power follows it."""
    if document.units.is_currency(form.code) or not document.on("F-UNIT-PER"):
        return form
    text = document.text
    listed = ("rates", "time_rates") if form.code in pack()["length_units"] else ("rates",)
    powered = is_word(text, form.end - 1) and _POWER.match(text, form.end)
    if powered or text.startswith("%", form.end):
        return Form(None, form.start, form.end)
    divided = _DIVIDED.match(document.folded, form.end)
    if divided:
        at = divided.end()
        while at < len(text) and CLASS_OF[text[at]] == "D" and at < divided.end() + 16:
            at += 1
        gap = _INNER.match(text, at)
        at = gap.end() if gap else at
        for name in listed:
            match = _rates(name).match(document.folded, at)
            if match and not is_word(text, match.end()):
                return Form(None, form.start, form.end)
    inverse = _INVERSE.match(text, form.end)
    if inverse and any(_rates(name).fullmatch(inverse[1].translate(FOLD)) for name in listed):
        return Form(None, form.start, form.end)
    return form


@cache
def _rates(name: str) -> re.Pattern[str]:
    listed = [rate.translate(FOLD) for rate in pack()[name]]
    rates = sorted(listed, key=lambda rate: (-len(rate), rate))
    return re.compile("|".join(map(re.escape, rates)))


def marked(document: Document, prefix: Form, behind: int | None, limit: int) -> Form:
    """F-UNIT-MARK: the prefix form of a currency, with the unit that a mark beside it names."""
    if not is_currency(document.text[prefix.start]) and not document.units.is_currency(prefix.code):
        return prefix
    if not document.on("F-UNIT-MARK"):
        return prefix
    text, start = document.text, prefix.start
    stop = start - 1 if text[start - 1 : start] in SPACE_SET else start
    match = _mark_before().search(text, max(0, stop - 16), stop)
    if match is None and behind is not None:
        match = _mark_behind().match(text, behind, limit)
        match = match if match and _says_currency(text, match) else None
    if match is None:
        return prefix
    return Form(pack()["currency_marks"][match["key"]], start, prefix.end)


_CODE: Final = re.compile("[A-Z]{3}")


def _says_currency(text: str, match: re.Match[str]) -> bool:
    """Say whether a mark behind a figure speaks of it, and not of another amount."""
    key, at = match["key"], match.end()
    if text.startswith(")", at):
        return True
    if not _CODE.fullmatch(key):
        return False
    at += text[at : at + 1] in SPACE_SET
    return at == len(text) or not ("0" <= text[at] <= "9" or is_currency(text[at]))


@cache
def _marks() -> str:
    return "|".join(map(re.escape, pack()["currency_marks"]))


@cache
def _mark_before() -> re.Pattern[str]:
    return re.compile(f"(?<![A-Za-z0-9])(?P<key>{_marks()})\\Z")


@cache
def _mark_behind() -> re.Pattern[str]:
    return re.compile(f"(?:{GAP}\\(?|\\()(?P<key>{_marks()})(?![A-Za-z])")
