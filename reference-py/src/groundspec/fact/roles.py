"""Cited items for the sign, scale and unit of a value, and the parts of a decision (F-PARTS)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from groundspec.fact.document import Document, Span
from groundspec.fact.matching import Cited, Match
from groundspec.fact.places import Places
from groundspec.fact.tables import more_powers
from groundspec.fact.values import Field, collapse, much_longer
from groundspec.text.lines import FOLD, spaced
from groundspec.vocab.pack import pack, phrases

ROLES: Final = ("sign", "scale", "unit")
_NEAR: Final = 200  # code points beside a figure in which an occurrence at it is looked for
_BACK: Final = (200, 2000, 20000)


class Item(Protocol):
    """An item of evidence: offsets in bytes, or words, or both."""

    @property
    def start(self) -> int | None: ...
    @property
    def end(self) -> int | None: ...
    @property
    def text(self) -> str | None: ...


class Part(NamedTuple):
    """A row of ``parts``; the span in code points, None where the item stands nowhere."""

    role: str
    span: Span | None
    passed: bool
    cited: bool


class Roles:
    """Reads cited items of one document."""

    def __init__(self, document: Document, places: Places) -> None:
        self._document = document
        self._places = places
        self._scales: dict[tuple[int | None, int | None, str | None], int | None] = {}

    def cited(self, items: Mapping[str, Item]) -> Cited:
        """Give what cited items say apart from where they stand."""
        scale = items.get("scale")
        return Cited(
            sign="sign" in items,
            scale=None if scale is None else self._scale_of(scale),
            scaled=scale is not None,
            unit="unit" in items,
        )

    def _words(self, item: Item) -> str:
        """Give an item's text, or else what stands at its offsets."""
        if item.text is not None:
            return item.text
        span = self._places.span({"start": item.start, "end": item.end})
        return "" if span is None else self._document.text[span.start : span.end]

    def _scale_of(self, item: Item) -> int | None:
        """Give the power of ten that an item's words hold."""
        key = (item.start, item.end, item.text)
        if key not in self._scales:
            self._scales[key] = self._read_scale(self._words(item))
        return self._scales[key]

    def _read_scale(self, words: str) -> int | None:
        folded = spaced(words).translate(FOLD)
        first = phrases("scale_words").first(folded, 0, len(folded))
        if first is not None:
            power: int = pack()["scale_words"][collapse(first[0])]
            return power + more_powers(folded, first.start())
        mark = phrases("heading_scales").first(folded, 0, len(folded))
        if mark is not None:
            return int(pack()["heading_scales"][mark[0]])
        tables = self._document.tables
        for heading in tables.scale_of_form(words):
            return heading
        return None

    def listed(self, items: Mapping[str, Item]) -> tuple[Part, ...]:
        """Give the cited items of a claim as parts, none of which passes without a figure."""
        return tuple(
            Part(role, self._place(items[role], None), False, True)
            for role in ROLES
            if role in items
        )

    def parts(self, items: Mapping[str, Item], field: Field, match: Match) -> tuple[Part, ...]:
        """Give the parts of a decision; no item that passes is of a role that is missing."""
        found: list[Part] = []
        for role in ROLES:
            item = items.get(role)
            if item is not None:
                span = self._place(item, match)
                passed = (
                    span is not None
                    and self._verbatim(item, span)
                    and self._passes(role, item, span, field, match)
                )
                found.append(Part(role, span, passed, True))
            elif role == "scale" and match.heading_scale is not None:
                found.append(
                    Part(
                        role, Span(match.heading_scale.start, match.heading_scale.end), True, False
                    )
                )
            elif role == "unit" and match.heading_unit is not None and "unit" not in match.missing:
                found.append(
                    Part(role, Span(match.heading_unit.start, match.heading_unit.end), True, False)
                )
        return tuple(found)

    def _verbatim(self, item: Item, span: Span) -> bool:
        if item.text is None:
            return True
        words = self._document.text[span.start : span.end]
        return not much_longer(words, item.text) and collapse(words) == collapse(item.text)

    def _place(self, item: Item, match: Match | None) -> Span | None:
        """Give where an item stands: its offsets, or the occurrence nearest the figure."""
        if item.start is not None:
            return self._places.span({"start": item.start, "end": item.end})
        assert item.text is not None
        first = next(self._places.occurrences(item.text), None)
        return first if match is None else self._nearest(item.text, match) or first

    def _nearest(self, text: str, match: Match) -> Span | None:
        """Give the occurrence at a figure, else the last before it, of those that are near."""
        figure, end = match.amount.figure, match.amount.end
        near = Span(max(0, figure.start - _NEAR), end + _NEAR)
        at = list(self._places.all(text, near))
        holding = (span for span in at if span.start <= figure.start and figure.end <= span.end)
        reaching = (span for span in at if span.start < end + 2 and span.end > figure.end)
        found = next(holding, None) or next(reaching, None)
        for back in _BACK:
            if found is not None:
                break
            before = Span(max(0, figure.start - back), figure.start)
            found = next(reversed(list(self._places.all(text, before))), None)
        return found

    def _passes(self, role: str, item: Item, span: Span, field: Field, match: Match) -> bool:
        if role == "sign":
            return self._sign_passes(span, match)
        if role == "scale":
            return self._scale_passes(item, span, match)
        return self._unit_passes(span, field, match)

    def _sign_passes(self, span: Span, match: Match) -> bool:
        document, amount = self._document, match.amount
        words = document.folded[span.start : span.end]
        if (
            amount.sign is not None
            and span.start <= amount.sign.start
            and amount.sign.end <= span.end
        ):
            return True
        return amount.bracketed and "(" in words and span.start <= amount.figure.start

    def _scale_passes(self, item: Item, span: Span, match: Match) -> bool:
        scale = self._scale_of(item)
        if scale is None:
            return False
        amount = match.amount
        if amount.scale_at is not None:
            return span.start <= amount.scale_at.start and amount.scale_at.end <= span.end
        if span.end > amount.figure.start:
            return False
        document, tables = self._document, self._document.tables
        line = document.lines.at(span.start)
        start = amount.figure.start
        own = [row for row in tables.headings(line) if row.scale is not None]
        if not any(span.start <= row.start and row.end <= span.end for row in own):
            return False
        if any(row.cell is None and span.end <= row.start < start for row in own):
            return False
        if line.number == amount.line.number:
            return True
        last = (row for row in tables.headings(amount.line) if row.scale is not None)
        return not (
            any(row.start < start for row in last)
            or tables.scale_between(line.number, amount.line.number)
        )

    def _unit_passes(self, span: Span, field: Field, match: Match) -> bool:
        document, amount = self._document, match.amount
        if field.unit is None or not self._form_in(span, field.unit):
            return False
        if match.conflict:
            return False
        if amount.unit is not None:  # the field's: else F-OTHER-UNIT holds
            return True
        for heading in document.tables.reaching(amount.line, amount.figure.start, amount.front):
            if (
                span.start <= heading.start
                and heading.end <= span.end
                and field.unit in heading.codes
            ):
                return True
        line = document.lines.at(span.start)
        if line.number == amount.line.number:
            return span.end <= amount.figure.start or amount.row
        return amount.row and document.tables.heads(line, amount.line, span.start, amount.cell)

    def _form_in(self, span: Span, code: str | None) -> bool:
        """Say whether a whole form of a unit stands in a span."""
        text, units = self._document.text, self._document.units
        limit = min(span.end, span.start + _NEAR)
        for at in range(span.start, limit):
            form = units.suffix_at(text, at, limit, code)
            if form is not None and form.code == code:
                return True
            form = units.prefix_before(text, at + 1, code)
            if form is not None and form.code == code and form.start >= span.start:
                return True
        return False
