"""What is read of a claim before it is judged: what it says, and what its evidence states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, NamedTuple

from groundspec.core.shape import validator
from groundspec.fact.document import Document, Span
from groundspec.fact.matching import Cited, Match, Matcher
from groundspec.fact.places import Places
from groundspec.fact.roles import Part, Roles
from groundspec.fact.strings import StringPlaces, negation_before
from groundspec.fact.values import Field, Signed, below, collapse, much_longer, null_literal, parse
from groundspec.text.numbers import is_letter

MOST_READ: Final = 64


@dataclass(slots=True)
class Reading:
    """One claim, read. Spans count code points; ``stage`` is the rule that ended the reading."""

    claim: Mapping[str, Any]
    stage: str | None = None
    field: Field | None = None
    value: str | None = None
    evidence: Span | None = None
    match: Match | None = None
    parts: tuple[Part, ...] = ()
    missing: tuple[str, ...] = ()
    verbatim: bool = True
    moved: bool = False
    ambiguous: bool = False
    negated: Span | None = None
    low_confidence: bool = False
    rivals: tuple[str, ...] = ()
    string: bool = False
    clean: bool = False  # whether the figure taken gives no flag of its own place

    @property
    def plain(self) -> bool:
        """Whether no flag can hold, but for parts, and only infos about the figure."""
        if not self.clean or self.missing or self.rivals or self.low_confidence:
            return False
        return self.verbatim and not (self.moved or self.ambiguous or self.negated)

    @property
    def passed(self) -> bool:
        """Whether no reject rule holds."""
        return self.stage is None


class _Item(NamedTuple):
    """The value item: its place, if it has offsets, and its words."""

    start: int | None
    end: int | None
    text: str | None


class _Asked(NamedTuple):
    """A claim of a declared field with a value that the field can have; ``number`` is that."""

    claim: Mapping[str, Any]
    field: Field
    value: str
    number: Signed | None
    items: Mapping[str, _Item]
    unsure: bool


class _Stop(Exception):  # noqa: N818
    """A reject rule holds."""

    def __init__(self, rule: str, **known: Any) -> None:
        super().__init__(rule)
        self.rule = rule
        self.known = known


class Reader:
    """Reads the claims of one packet."""

    def __init__(
        self, document: Document, fields: Mapping[str, Field], policy: Mapping[str, Any]
    ) -> None:
        self._document = document
        self._fields = fields
        self._places = Places(document)
        self._matcher = Matcher(document, policy["parts"] == "found")
        self._roles = Roles(document, self._places)
        self._reanchors: bool = policy["reanchor"] and document.on("F-REANCHOR")
        least = policy["min_confidence"]
        self._least = None if least is None else parse(least)

    def read(self, claims: Sequence[Mapping[str, Any]]) -> list[Reading]:
        """Read claims; whatever one holds, there is a reading of it."""
        asked = list(map(self._asked, claims))
        self._matcher.look_ahead(list(self._with_offsets(asked)))
        return [row if isinstance(row, Reading) else self._judged(row) for row in asked]

    def _with_offsets(
        self, asked: Iterable[_Asked | Reading]
    ) -> Iterator[tuple[Field, Signed, Span]]:
        """Yield what the claims of numbers that cite offsets ask for."""
        for row in asked:
            if isinstance(row, _Asked) and row.number is not None:
                item = row.items["value"]
                span = (
                    None
                    if item.start is None
                    else self._places.span({"start": item.start, "end": item.end})
                )
                if span is not None:
                    yield row.field, row.number, span

    def _asked(self, claim: Mapping[str, Any]) -> _Asked | Reading:
        known: dict[str, Any] = {}
        try:
            return self._ask(claim, known)
        except _Stop as stop:
            return Reading(claim, stop.rule, **{**known, **stop.known})

    def _judged(self, asked: _Asked) -> Reading:
        try:
            if asked.number is None:
                return self._string(asked)
            return self._number(asked, asked.number)
        except _Stop as stop:
            known = {"field": asked.field, "value": asked.value, **stop.known}
            return Reading(asked.claim, stop.rule, **known)

    def _stop(self, rule: str, holds: bool, **known: Any) -> None:
        if holds and self._document.on(rule):
            raise _Stop(rule, **known)

    def _ask(self, claim: Mapping[str, Any], known: dict[str, Any]) -> _Asked:
        items = _items(claim) if validator("fact.claim").is_valid(claim) else None
        self._stop("F-CLAIM", items is None)
        if items is None:  # only where the rule is left out
            raise _Stop("")
        field = self._fields.get(claim["field"])
        self._stop("F-FIELD", field is None)
        if field is None:
            raise _Stop("")
        known["field"] = field
        value = claim["value"]
        if isinstance(value, str):
            listed = field.values is not None and value in field.values
            self._stop("F-NULL", null_literal(value) and not listed)
        canonical, number = self._typed(field, value)
        known["value"] = canonical
        self._stop("F-TYPE", canonical is None)
        self._stop("F-RANGE", _out_of_range(field, canonical, number))
        self._stop("F-UNIT", claim.get("unit") != field.unit)
        item = items.get("value")
        self._stop("F-EVIDENCE", item is None)
        if item is None or canonical is None:  # only where a rule is left out
            raise _Stop("")
        return _Asked(claim, field, canonical, number, items, self._unsure(claim))

    def _typed(self, field: Field, value: str | int) -> tuple[str | None, Signed | None]:
        """F-VALUE, F-TYPE: the canonical value and, of a number field, the number."""
        if field.type == "string":
            canonical = collapse(value) if isinstance(value, str) else None
            return canonical or None, None
        number = parse(value)
        if number is None or (field.type == "integer" and number.number.exponent < 0):
            return None, None
        return number.text(), number

    def _unsure(self, claim: Mapping[str, Any]) -> bool:
        """F-CONFIDENCE."""
        if self._least is None:
            return False
        given = claim.get("confidence")
        confidence = None if given is None else parse(given)
        return confidence is None or below(confidence, self._least)

    # --- Places -----------------------------------------------------------------------------------

    def _spans(self, claim: Mapping[str, Any], item: _Item) -> Iterable[Span]:
        """F-SPAN, F-QUOTE: the span of the value item, or the first occurrences of its quote."""
        region = self._region(claim)
        if item.start is not None:
            span = self._places.span({"start": item.start, "end": item.end})
            self._stop("F-SPAN", span is None)
            if span is None:
                raise _Stop("")
            return (span,)
        found = self._places.occurrences(item.text or "", region)
        first = next(found, None)
        self._stop("F-QUOTE", first is None)
        if first is None:
            raise _Stop("")
        return chain([first], found)

    def _region(self, claim: Mapping[str, Any]) -> Span | None:
        given = claim.get("search_region")
        if given is None:
            return None
        span = self._places.span(given)
        self._stop("F-SPAN", span is None)
        return span

    # --- Strings ----------------------------------------------------------------------------------

    def _string(self, asked: _Asked) -> Reading:
        claim, item = asked.claim, asked.items["value"]
        reading = Reading(
            claim, None, asked.field, asked.value, string=True, low_confidence=asked.unsure
        )
        first: tuple[Span, Span] | None = None
        chosen: tuple[Span, Span] | None = None
        cited: Span | None = None
        places = StringPlaces(self._document, self._places, asked.value)
        for span in self._spans(claim, item):
            cited = cited or span
            for place in places.new(span):
                first = first or (span, place)
                if negation_before(self._document, place) is None:
                    chosen = (span, place)
                    break
            if chosen:
                break
        chosen = chosen or first
        if chosen is None:
            moved = self._moved_string(reading, claim, item)
            if moved is not None:
                return moved
            raise _Stop("F-ABSENT", evidence=cited)
        negated = (
            negation_before(self._document, chosen[1]) if self._document.on("F-NEGATED") else None
        )
        roles = self._roles.listed(_items(claim) or {})
        return replace(
            reading,
            evidence=chosen[0],
            verbatim=self._verbatim(item, chosen[0]),
            negated=negated,
            parts=roles,
        )

    def _moved_string(
        self, reading: Reading, claim: Mapping[str, Any], item: _Item
    ) -> Reading | None:
        if not self._reanchors or item.start is None or item.text is None:
            return None
        found = None
        assert reading.value is not None
        for span in self._places.occurrences(item.text, self._region(claim)):
            if next(StringPlaces(self._document, self._places, reading.value).new(span), None):
                if found is not None:
                    return None
                found = span
        return None if found is None else replace(reading, evidence=found, moved=True)

    # --- Numbers ----------------------------------------------------------------------------------

    def _number(self, asked: _Asked, number: Signed) -> Reading:
        claim, field, value, _, items, unsure = asked
        item = items["value"]
        cited = self._roles.cited(items)
        found = _Choice()
        first: Span | None = None
        for place in self._spans(claim, item):
            first = first or place
            if found.take(self._matcher.matches(field, number, place, cited), place):
                break
        moved = False
        if item.start is not None and item.text is not None and self._reanchors and found.rank > 1:
            other = self._moved(field, number, claim, item, cited, first)
            if other is not None:
                found, moved = _Choice(), True
                found.take(self._matcher.matches(field, number, other, cited), other)
        match, span = found.match, found.span
        if match is None:
            raise _Stop("F-ABSENT", evidence=first)
        assert span is not None
        other_unit = match.other_unit and self._document.on("F-OTHER-UNIT")
        return Reading(
            claim,
            "F-OTHER-UNIT" if other_unit else None,
            field,
            value,
            low_confidence=unsure,
            evidence=span,
            match=match,
            parts=() if other_unit else self._roles.parts(items, field, match),
            missing=() if other_unit else match.missing,
            moved=moved,
            verbatim=self._verbatim(item, span),
            ambiguous=found.ambiguous and self._document.on("F-AMBIGUOUS"),
            negated=match.around.negated,
            clean=found.rank == 0,
        )

    def _moved(
        self,
        field: Field,
        number: Signed,
        claim: Mapping[str, Any],
        item: _Item,
        cited: Cited,
        first: Span | None,
    ) -> Span | None:
        """F-REANCHOR: the one other occurrence of the item's text that states the value."""
        found: list[Span] = []
        for span in self._places.occurrences(item.text or "", self._region(claim)):
            if span == first:
                continue
            matches = self._matcher.matches(field, number, span, cited)
            if any(_rank(match) < 2 for match in matches):
                found.append(span)
                if len(found) > 1:
                    return None
        return found[0] if found else None

    def _verbatim(self, item: _Item, span: Span) -> bool:
        """F-VERBATIM."""
        if item.start is None or item.text is None:
            return True
        return same_words(self._document.text[span.start : span.end], item.text)


class _Choice:
    """F-CHOICE: the figure taken of those that match, and whether two that pass differ."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.span: Span | None = None
        self.rank = 4
        self.ambiguous = False
        self._passing: tuple[object, ...] | None = None
        self._read = 0

    def take(self, matches: Iterable[Match], span: Span) -> bool:
        """Take what matches in a span; true once enough has been read."""
        for match in matches:
            self._read += 1
            rank = _rank(match)
            if rank < self.rank:
                self.match, self.span, self.rank = match, span, rank
            if rank <= 1:
                self.ambiguous = self.ambiguous or self._passing not in (None, match.signature)
                self._passing = self._passing or match.signature
            if self._read == MOST_READ:
                return True
        return False


def _rank(match: Match) -> int:
    if match.other_unit:
        return 3
    if match.missing and not (match.conflict and match.missing == ("unit",)):
        return 2
    flagged = (
        match.dropped
        or match.unscaled
        or match.around.part
        or match.doubtful
        or match.around.negated
        or match.around.replaced
        or match.sign_word
        or match.other_year
        or qualified(match)
    )
    return 1 if flagged else 0


def qualified(match: Match) -> bool:
    """F-COMPARATORS: whether comparators stand at the figure and none is the field's."""
    names = match.around.qualifiers.comparators
    wanted = match.comparator
    if not names or wanted in names:
        return False
    return not (wanted == "range" and any(name.startswith("range") for name in names))


_LINE_HYPHEN: Final = re.compile("-\n")


def same_words(one: str, two: str) -> bool:
    """Say whether two texts are equal but for white space and hyphens at line ends (F-VERBATIM)."""
    if one == two:
        return True
    if much_longer(one, two):
        return False
    return collapse(one) == collapse(two) or _unbroken(one) == _unbroken(two)


def _unbroken(text: str) -> str:
    def joined(match: re.Match[str]) -> str:
        parted = is_letter(text, match.start() - 1) and is_letter(text, match.end())
        return "" if parted else match[0]

    return collapse(_LINE_HYPHEN.sub(joined, text))


def _items(claim: Mapping[str, Any]) -> dict[str, _Item] | None:
    """Give the items of a claim by role, or None where it is no claim (F-CLAIM)."""
    found: dict[str, _Item] = {}
    for given in claim.get("evidence") or ():
        role = given.get("role") or "value"
        start, end, text = given.get("start"), given.get("end"), given.get("text")
        if (start is None) != (end is None) or role in found:
            return None
        if start is None and (text is None or not collapse(text)):
            return None
        found[role] = _Item(start, end, text)
    return found


def _out_of_range(field: Field, canonical: str | None, number: Signed | None) -> bool:
    """F-RANGE."""
    if number is None:
        return field.listed is not None and canonical not in field.listed
    if field.sign == "magnitude" and number.negative:
        return True
    if field.minimum is not None and below(number, field.minimum):
        return True
    return field.maximum is not None and below(field.maximum, number)
