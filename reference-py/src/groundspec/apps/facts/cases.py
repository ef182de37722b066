"""A decision about a fact beside all that it rests on: the claim, its field, the source, the rest.

Texts that are given out are in quotation marks, on one line, and made visible.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from groundspec import resources
from groundspec.apps.facts.nearby import Nearby
from groundspec.apps.lines import Lines
from groundspec.apps.visible import shortened
from groundspec.fact.amounts import read_amount
from groundspec.fact.document import Document
from groundspec.fact.units import units_of
from groundspec.fact.values import Signed, collapse, parse
from groundspec.text.numbers import figures
from groundspec.text.source import Text

LONGEST: Final = 80
_AROUND: Final = 12

Span = Mapping[str, Any]


class Decided:
    """A packet and its receipt."""

    def __init__(self, packet: Mapping[str, Any], receipt: Mapping[str, Any]) -> None:
        self.packet = packet
        self.receipt = receipt
        self.source = Text(packet["source"]["text"])
        self.lines = Lines(self.source)
        self.fields: Mapping[str, Mapping[str, Any]] = packet["schema"]["fields"]
        given = packet["policy"]
        self.policy = resources.policy("fact", given) if isinstance(given, str) else given

    @cached_property
    def document(self) -> Document:
        """The source as the check reads it."""
        units = self.packet["schema"].get("units") or {}
        return Document(self.source, units_of(units), self.policy["unit_window"])

    @cached_property
    def nearby(self) -> Nearby:
        """Where quotes that do not stand in the source nearly do."""
        return Nearby(self.source)

    @property
    def cases(self) -> "list[Case]":
        """Every decision, in the order of the claims."""
        rows = zip(self.packet["claims"], self.receipt["decisions"], strict=True)
        return [Case(self, claim, decision) for claim, decision in rows]

    @cached_property
    def values(self) -> Mapping[str, str | None]:
        """The canonical values by the ids of claims."""
        return {row["id"]: row["value"] for row in self.receipt["decisions"]}

    @cached_property
    def by_field(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The decisions by their fields."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for row in self.receipt["decisions"]:
            if row["field"] is not None:
                found.setdefault(row["field"], []).append(row)
        return found

    @cached_property
    def size(self) -> int:
        """The bytes of the source."""
        return self.source.byte_offset(len(self.source.text))


class Case:
    """One decision."""

    def __init__(
        self, given: Decided, claim: Mapping[str, Any], decision: Mapping[str, Any]
    ) -> None:
        self.given = given
        self.claim = claim
        self.decision = decision

    # --- What is claimed --------------------------------------------------------------------------

    @cached_property
    def field(self) -> Mapping[str, Any]:
        """The field of the schema; empty where there is none of that name."""
        name = self.decision["field"]
        return self.given.fields.get(name, {}) if name is not None else {}

    @property
    def value(self) -> str:
        """The canonical value of a number; else the value as it is given, in quotation marks."""
        canonical = self.decision["value"]
        if canonical is None:
            raw = self.claim.get("value")
            return quoted(raw) if isinstance(raw, str) else str(raw)
        return quoted(canonical) if self.field.get("type") == "string" else str(canonical)

    @property
    def number(self) -> Signed:
        """The value of a number field."""
        found = parse(self.decision["value"])
        assert found is not None
        return found

    def item(self, role: str) -> Mapping[str, Any]:
        """The item of evidence of a role; empty where there is none."""
        items = self.claim.get("evidence") or ()
        return next((item for item in items if (item.get("role") or "value") == role), {})

    # --- What the text has ------------------------------------------------------------------------

    def slice(self, span: Span) -> str:
        """The text of a span."""
        start, end = self.given.lines.stretch(span)
        return self.given.source.text[start:end]

    def words(self, span: Span) -> str:
        """The text of a span, in quotation marks."""
        return quoted(self.slice(span))

    @property
    def reading(self) -> Mapping[str, Any]:
        """What the text states at the number; only where a number was taken."""
        found: Mapping[str, Any] = self.decision["reading"]
        return found

    @property
    def figure(self) -> str:
        """The number as the text writes it, with its scale if that stands directly behind."""
        return quoted(self.slice(self.reading))

    @property
    def stated(self) -> str:
        """The number of the reading with its sign and scale, as a canonical decimal."""
        reading = self.reading
        found = parse(reading["number"])
        if found is None:
            return self.figure
        moved = found.number._replace(exponent=found.number.exponent + reading["scale"])
        zero = found.number.coefficient == 0
        return found._replace(
            number=found.number if zero else moved, negative=reading["sign"] == "-" and not zero
        ).text()

    @property
    def power(self) -> int:
        """By which power of ten the value is the number of the reading, signs aside."""
        found = parse(self.reading["number"])
        if found is None or found.number.coefficient == 0:
            return 0
        return self.number.number.exponent - found.number.exponent

    @property
    def around(self) -> str:
        """The number with what stands beside it in its line, in quotation marks."""
        start, end = self.given.lines.stretch(self.reading)
        text, lines = self.given.source.text, self.given.lines
        low = max(start - _AROUND, lines.bounds(lines.of(start))[0])
        high = min(end + _AROUND, lines.bounds(lines.of(max(start, end - 1)))[1])
        if low and not text[low - 1].isspace():
            low = next((at + 1 for at in range(low, start) if text[at].isspace()), low)
        if high < len(text) and not text[high].isspace():
            high = next((at for at in range(high - 1, end - 1, -1) if text[at].isspace()), high)
        return quoted(text[low:high])

    @property
    def brackets(self) -> str | None:
        """The brackets that make the number negative, with what they hold, if it is brackets."""
        text = self.given.source.text
        start, end = self.given.lines.stretch(self.reading)
        rows = [row for row in figures(text, start, end) if row.start == start]
        if not rows:
            return None
        figure = max(rows, key=lambda row: row.end)
        sign = read_amount(self.given.document, figure, self.field.get("unit")).sign
        if sign is None or text[sign.start] != "(":
            return None
        closed = text.find(")", figure.end) + 1
        return quoted(text[sign.start : closed or figure.end])

    def mark(self, code: str) -> Span | None:
        """The first mark of a code."""
        return next((mark for mark in self.decision["marks"] if mark["code"] == code), None)

    def marked(self, code: str) -> str:
        """The text of the first mark of a code, in quotation marks."""
        found = self.mark(code)
        return self.figure if found is None else self.words(found)

    def part(self, role: str) -> Mapping[str, Any]:
        """The part of a role; empty where there is none."""
        return next((part for part in self.decision["parts"] if part["role"] == role), {})


def quoted(text: str) -> str:
    """A text in quotation marks, on one line."""
    return shortened(collapse(text), LONGEST)
