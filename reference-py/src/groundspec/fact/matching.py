"""Whether a figure states a value, with its sign, scale, unit and qualifiers (F-MATCH)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from groundspec.fact.amounts import Amount, read_amount
from groundspec.fact.around import Around, look_around
from groundspec.fact.coefficients import Coefficients
from groundspec.fact.document import Document, Span
from groundspec.fact.qualifiers import bridged
from groundspec.fact.tables import Heading
from groundspec.fact.values import Field, Signed
from groundspec.text.lines import BREAKS, SPACES, WHITE, Cell
from groundspec.text.numbers import Figure, figures
from groundspec.vocab.pack import GAP, Phrases, pack, phrases, plain

POWERS: Final = (3, 5, 6, 7, 9, 12)


class Cited(NamedTuple):
    """What cited items say apart from the figure: a sign, a scale, a unit (F-PARTS)."""

    sign: bool = False
    scale: int | None = None
    scaled: bool = False  # whether an item is cited for the scale
    unit: bool = False  # whether one is cited for the unit


@dataclass(slots=True)
class Match:
    """A figure that matches a value, and how."""

    amount: Amount
    missing: tuple[str, ...]
    dropped: bool  # the text's sign is negative and the value's is not
    unscaled: bool  # the value lacks a scale that stands at the figure
    scale: int  # the power of ten that the text gives
    heading_scale: Heading | None  # what gave that, where nothing at the figure did
    heading_unit: Heading | None
    negative: bool
    other_unit: bool
    conflict: bool
    derived: bool  # brackets or a cited item gave the sign or scale
    around: Around
    doubtful: bool
    sign_word: Span | None
    other_year: Span | None
    comparator: str
    field_unit: str | None

    @property
    def unit(self) -> str | None:
        """The code of the unit that the text states."""
        form = self.amount.unit
        if form is not None:
            return form.code
        return None

    @property
    def signature(self) -> tuple[object, ...]:
        """What two readings differ in (F-AMBIGUOUS)."""
        figure = self.amount.figure
        return (figure.number, self.scale, self.negative)


_OTHER_END: Final = {"range_low": "range_high", "range_high": "range_low"}


class Matcher:
    """Matches figures of one document against values of one field."""

    def __init__(self, document: Document, found: bool) -> None:
        self._document = document
        self._found = found
        self._coefficients = Coefficients(document.source)

    def matches(self, field: Field, value: Signed, span: Span, cited: Cited) -> Iterator[Match]:
        """Yield the figures in a span that match a value, in order.

        The other end of a range than the field's does not (F-MATCH).
        """
        document = self._document
        # the members of fields that `match` looks at
        key = (field.unit, field.type, field.sign, field.comparator, value, cited)
        other = _OTHER_END.get(field.comparator)
        found = self._coefficients.within(value.number.coefficient, *span, key)
        for figure, row in found:
            if figure.rule in document.without:
                continue
            match = self.match(field, value, figure, cited)
            if match is not None and other not in match.around.qualifiers.comparators:
                yield match
            elif row >= 0:
                self._coefficients.fail(key, row)

    def look_ahead(self, asked: Sequence[tuple[Field, Signed, Span]]) -> None:
        """Read the figures of short spans, and what stands around them, before they are matched.

        Each is read for all spans in turn: the code of one stage stays at hand for a processor.
        """
        document = self._document
        found = self._coefficients.look_ahead(
            [(value.number.coefficient, *span) for _, value, span in asked]
        )
        amounts = [
            read_amount(document, figure, field.unit)
            for (field, _, _), figures in zip(asked, found, strict=True)
            for figure, _ in figures
        ]
        look_around(document, amounts)

    def match(self, field: Field, value: Signed, figure: Figure, cited: Cited) -> Match | None:
        """Give how a figure with the value's coefficient matches it, or None (F-MATCH)."""
        document = self._document
        assert figure.number is not None
        document.source.effort.read += 1
        amount = read_amount(document, figure, field.unit)
        if field.sign == "magnitude":
            bracket = amount.sign is not None and document.text[amount.sign.start] == "("
            amount = replace(
                amount, magnitude=True, sign=None if bracket else amount.sign, around=None
            )
        heading = self._heading_scale(field, amount) if not amount.scale_at else None
        zero = value.number.coefficient == 0
        power = 0 if zero else value.number.exponent - figure.number.exponent
        scaled = self._scaling(amount, heading, cited, power, zero)
        if scaled is None:
            return None
        missing, unscaled, scale, by_heading = scaled
        negative = amount.sign is not None or cited.sign
        sign_missing = value.negative and not negative
        dropped = negative and not value.negative and not zero
        if dropped and cited.sign and amount.sign is None:
            return None
        parts = [*(["sign"] if sign_missing else []), *missing]
        around = look_around(document, [amount])[0] if amount.around is None else amount.around
        heading_unit, other, unit_missing, conflict = self._unit(field, amount)
        if unit_missing and not cited.unit:
            parts.append("unit")
        brackets = amount.sign is not None and document.text[amount.sign.start] == "("
        derived = (
            (brackets and value.negative)
            or (cited.sign and value.negative)
            or (cited.scale is not None and amount.scale_at is None)
            or by_heading
        )
        return Match(
            amount=amount,
            missing=tuple(parts),
            dropped=dropped,
            unscaled=unscaled,
            scale=scale,
            heading_scale=heading if by_heading else None,
            heading_unit=heading_unit,
            negative=negative,
            other_unit=other,
            conflict=conflict,
            derived=derived,
            around=around,
            doubtful=around.doubtful
            or _level(document, amount, field)
            or _excepted(document, amount, heading),
            sign_word=_sign_word(document, amount, field, value),
            other_year=_other_year(document, amount, field),
            comparator=field.comparator,
            field_unit=field.unit,
        )

    def _scaling(
        self, amount: Amount, heading: Heading | None, cited: Cited, power: int, zero: bool
    ) -> tuple[list[str], bool, int, bool] | None:
        """Give what is missing, if a scale was left off, the scale, and if a heading gave it."""
        if amount.scale_at is not None:
            if power == amount.scale or zero:
                return [], False, amount.scale, False
            return ([], True, amount.scale, False) if power == 0 else None
        if cited.scale is not None:
            return ([], False, cited.scale, False) if power == cited.scale or zero else None
        by_heading = 0 if heading is None else heading.scale
        if by_heading:
            if power == by_heading or zero:
                given = self._found
                if not given and cited.scaled and not zero:
                    return None
                return ([] if given or zero else ["scale"]), False, by_heading, given
            return (["scale"], False, by_heading, False) if power == 0 else None
        if power == 0:
            return [], False, 0, False
        return (["scale"], False, 0, False) if power in POWERS and not cited.scaled else None

    def _heading_scale(self, field: Field, amount: Amount) -> Heading | None:
        """F-HEADING-SCALE: the heading whose scale reaches a figure."""
        document, text = self._document, self._document.text
        if not document.on("F-HEADING-SCALE") or not amount.line.cells or field.unit == "%":
            return None
        if amount.suffix is not None and not document.units.is_currency(amount.suffix.code):
            return None
        label = document.tables.label(amount.line) if amount.row else None
        if label is not None and phrases("per_row").all(document.folded, label.start, label.end):
            return None
        if _year(text, amount, label is not None):
            return None
        for heading in document.tables.reaching(amount.line, amount.figure.start, amount.front):
            if heading.scale is None:
                continue
            if heading.money and field.unit is None and field.type == "integer":
                continue
            if heading.shares and not self._counts_shares(field, label):
                continue
            if (
                field.unit is not None
                and not document.units.is_currency(field.unit)
                and heading.money
            ):
                continue
            return heading
        return None

    def _counts_shares(self, field: Field, label: Cell | None) -> bool:
        """Say whether a heading of shares speaks of a figure of a field in a row."""
        if field.unit is not None:
            return not self._document.units.is_currency(field.unit)
        words = "" if label is None else self._document.folded[label.start : label.end]
        listed = phrases("share_words")
        return any(listed.all(text, 0, len(text)) for text in (words, field.words))

    def _unit(self, field: Field, amount: Amount) -> tuple[Heading | None, bool, bool, bool]:
        """Give the unit's heading; if another unit stands there, one is missing, or by conflict."""
        if field.unit is None:
            return None, False, False, False
        form = amount.unit
        document = self._document
        headings = (
            list(self._unit_headings(amount))
            if form is None or document.units.is_currency(field.unit)
            else []
        )
        if document.on("F-HEADING-CONFLICT") and document.units.is_currency(field.unit):
            for heading in headings:
                known = any(map(document.units.is_currency, heading.codes))
                if (
                    (known or not heading.codes)
                    and field.unit not in heading.codes
                    and (form is None or form.code == field.unit)
                ):
                    return None, False, True, True
        if form is not None:
            return None, form.code != field.unit, False, False
        if document.on("F-HEADING-UNIT"):
            for heading in headings:
                if field.unit in heading.codes:
                    return heading, False, not self._found, False
                own = heading.line == amount.line.number
                if own or not document.units.is_currency(field.unit):
                    break
        return None, False, True, False

    def _unit_headings(self, amount: Amount) -> Iterator[Heading]:
        for heading in self._document.tables.reaching(
            amount.line, amount.figure.start, amount.front
        ):
            if heading.scale is None and (not heading.inner or amount.bracketed):
                yield heading


def _year(text: str, amount: Amount, labelled: bool) -> bool:
    """Say whether a figure reads as a year of a header."""
    start, end = amount.figure[:2]
    year = end - start == 4 and text[start : start + 2] in ("19", "20") and amount.unit is None
    return year and not labelled


def _sign_word(document: Document, amount: Amount, field: Field, value: Signed) -> Span | None:
    """F-SIGN-WORD: the words that say that a positive amount is one below zero."""
    if (
        not document.on("F-SIGN-WORD")
        or value.negative
        or not value.number.coefficient
        or field.sign == "magnitude"
    ):
        return None
    if amount.sign is not None:
        return None
    return _loss_before(document, amount, field) or _loss_behind(document, amount)


def _loss_behind(document: Document, amount: Amount) -> Span | None:
    folded, within = document.folded, amount.within
    limit = len(folded) if within is None else within.end
    gap = _GAP.match(folded, amount.end, limit)
    if gap is None:
        return None
    end = phrases("loss_behind").at(folded, gap.end(), limit)
    return None if end < 0 else Span(gap.end(), end)


_GAP: Final = re.compile(GAP)


def _loss_before(document: Document, amount: Amount, field: Field) -> Span | None:
    front, folded = amount.front, document.folded
    start = amount.line.start if amount.row else document.sentences.before(front)
    losses = phrases("loss_words").all(folded, start, front)
    if losses:
        match, phrase = losses[-1], plain(losses[-1][0])
        if f" {phrase} " in field.words or f" {phrase}s " in field.words:
            return None
        if amount.row and "(" in folded[match.end() : match.end() + 2]:
            return None
        between = figures(document.text, match.end(), front)
        if next(between, None) is None or amount.row:
            return Span(*match.span())
        return None
    if field.names("change_names"):
        found = phrases("falls").all(folded, max(start, front - 60), front)
        if found and (
            bridged(folded, found[-1].end(), front) or _BY.fullmatch(folded, found[-1].end(), front)
        ):
            return Span(*found[-1].span())
    return None


_YEAR_BEHIND: Final = re.compile(f"{GAP}([a-z]+){GAP}((?:19|20)[0-9]{{2}})(?![0-9])")
_YEARS: Final = re.compile("(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")


def _other_year(document: Document, amount: Amount, field: Field) -> Span | None:
    """F-OTHER-YEAR: the year directly behind a value, where the field's name holds another."""
    if not document.on("F-OTHER-YEAR"):
        return None
    years = _YEARS.findall(field.name)
    match = _YEAR_BEHIND.match(document.folded, amount.end) if years else None
    if match is None or match[1] not in pack()["year_words"] or match[2] in years:
        return None
    return Span(*match.span(2))


def _level(document: Document, amount: Amount, field: Field) -> bool:
    """F-DOUBT-LEVEL: whether the level after a change stands where the change is asked for."""
    if not document.on("F-DOUBT-LEVEL") or not field.names("level_names"):
        return False
    front = amount.front
    found = _TO.all(document.folded, max(0, front - 8), front)
    if not found or document.folded[found[-1].end() : front].strip(WHITE):
        return False
    at = found[-1].start()
    words = phrases("change_words").all(document.folded, max(0, at - 24), at)
    return bool(words) and not document.folded[words[-1].end() : at].strip(WHITE)


_TO: Final = Phrases(["to"])


def _excepted(document: Document, amount: Amount, heading: Heading | None) -> bool:
    """F-DOUBT-EXCEPT: whether the heading of a scale excepts what the figure's row is about."""
    if heading is None or not amount.row or heading.line == amount.line.number:
        return False
    if not document.on("F-DOUBT-EXCEPT"):
        return False
    folded, label = document.folded, document.tables.label(amount.line)
    said = _EXCEPT.search(folded, heading.end, document.lines.line(heading.line).end)
    if said is None or label is None:
        return False
    return not _words(said[1]).isdisjoint(_words(folded[label.start : label.end]))


_EXCEPT: Final = re.compile("(?<![a-z0-9])except(?![a-z0-9])([^)]*)")
_WORD: Final = re.compile("[a-z]+")


def _words(folded: str) -> frozenset[str]:
    stems = (word.removesuffix("s") for word in _WORD.findall(folded))
    return frozenset(
        stem for stem in stems if len(stem) >= 4 and stem not in pack()["exception_words"]
    )


_BY: Final = re.compile(f"[{SPACES}{BREAKS}]+by[{SPACES}{BREAKS}]+")
