"""Growth of the fact check, counted in steps and not in seconds.

What a claim costs depends on what stands around the figures that it may mean, at most 64 of them,
and on the occurrences of its quote, at most 1000. It does not depend on the length of the document:
that is read once for all claims, and only when claims ask for much of it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest

from bench.facts import Facts, report, rows_alone
from groundspec.fact.document import Document, Span
from groundspec.fact.places import MOST
from groundspec.fact.reading import MOST_READ, Reader, Reading
from groundspec.fact.strings import negation_before
from groundspec.fact.units import units_of
from groundspec.fact.values import Field
from groundspec.resources import policy
from groundspec.text.source import Text

POLICY: Final = policy("fact", "default")
FIELDS: Final = {
    "amount": {"type": "number", "unit": "USD", "multiple": True},
    "number": {"type": "number", "multiple": True},
    "words": {"type": "string", "multiple": True},
    "upper": {"type": "number", "multiple": True, "comparator": "range_high"},
}
MEGABYTE: Final = 1_000_000


class Taken(NamedTuple):
    """What a claim took: figures come by, those read with all around them, searches."""

    figures: int
    read: int
    searches: int


class Counted:
    """Reads claims of one text and tells what each of them took."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._source = Text(text)
        self._document = Document(self._source, units_of({}), POLICY["unit_window"])
        fields = {name: Field(name, given) for name, given in FIELDS.items()}
        self._reader = Reader(self._document, fields, POLICY)

    def read(self, claim: dict[str, Any]) -> tuple[Reading, Taken]:
        """Read one claim."""
        before = self._counts()
        (reading,) = self._reader.read([claim])
        after = self._counts()
        return reading, Taken(*(now - then for now, then in zip(after, before, strict=True)))

    def _counts(self) -> Taken:
        effort = self._source.effort
        return Taken(effort.figures, effort.read, effort.searches)

    def whole(self, field: str, value: str) -> dict[str, Any]:
        """Give a claim whose span is the whole document."""
        return claim(field, value, start=0, end=len(self.text.encode()))


def claim(field: str, value: str, **item: Any) -> dict[str, Any]:
    """Give a claim with one item."""
    unit = FIELDS[field].get("unit")
    return {"id": "c", "field": field, "value": value, "unit": unit, "evidence": [item]}


def all_taken(facts: Facts) -> list[Taken]:
    """Read all claims, each of which must pass, and give what each took."""
    counted = Counted(facts.text)
    readings = [counted.read(given) for given in facts.claims]
    assert all(reading.passed for reading, _ in readings)
    return [taken for _, taken in readings]


@pytest.mark.parametrize("quoted", [False, True], ids=["offsets", "quotes"])
def test_claims_cost_as_much_in_a_longer_document(quoted: bool) -> None:
    small, large = (
        all_taken(report(size, 100, quoted=quoted)) for size in (MEGABYTE // 4, MEGABYTE // 2)
    )
    assert small == large
    assert {taken[:2] for taken in small} == {(1, 1)}
    assert all(taken.searches <= 2 * quoted for taken in small)  # for the first and for another


def test_claims_of_rows_cost_as_much_in_a_longer_table() -> None:
    small, large = (all_taken(rows_alone(size, 100)) for size in (MEGABYTE // 8, MEGABYTE // 4))
    assert small == large
    assert set(small) == {Taken(1, 1, 0)}


def test_claims_in_one_line_of_a_megabyte() -> None:
    unit = "the cost of it was $1,234 and "
    counted = Counted(unit * (MEGABYTE // len(unit)))
    for place in range(0, len(counted.text) - len(unit), 1000 * len(unit)):
        start = place + unit.index("$")
        reading, taken = counted.read(claim("amount", "1234", start=start, end=start + 6))
        assert reading.passed
        assert taken == Taken(1, 1, 0)


def test_claims_in_a_table_of_100_000_rows() -> None:
    counted = Counted("(in thousands)\n" + "a\t5\n" * 100_000)
    lines = counted._document.lines
    for place in range(15, len(counted.text), 100 * 4 * 10):
        made = len(lines._kept)
        reading, taken = counted.read(claim("number", "5", start=place + 2, end=place + 3))
        assert reading.match is not None
        assert taken == Taken(1, 1, 0)
        assert len(lines._kept) - made <= 202  # its own, and 200 above


@pytest.mark.parametrize("value", ["5", "7"])
def test_equal_quotes_are_looked_at_to_the_limit_alone(value: str) -> None:
    counted = Counted("5 " * 100_000)
    figures = 0
    for _ in range(200):
        reading, taken = counted.read(claim("number", value, text="5"))
        assert reading.passed == (value == "5")
        assert taken.read == (MOST_READ if value == "5" else 0)
        assert taken.searches <= MOST + 1
        figures += taken.figures
    assert figures <= 100_000 + len(counted.text) + 200 * MOST_READ


@pytest.mark.parametrize(
    ("unit", "field", "value"),
    [
        pytest.param("cost 7 of it ", "number", "999", id="nowhere"),
        pytest.param("cost 50 of it ", "number", "5", id="other-power"),
        pytest.param("5 million of it ", "number", "5000", id="other-scale"),
        pytest.param("5 to 7 of it. ", "upper", "5", id="other-end-of-range"),
    ],
)
def test_whole_document_is_gone_through_once_for_all_spans(
    unit: str, field: str, value: str
) -> None:
    counted = Counted(unit * 2000)
    readings = [counted.read(counted.whole(field, value)) for _ in range(100)]
    assert not any(reading.passed for reading, _ in readings)
    assert sum(taken.read for _, taken in readings) <= 2 * 2000
    assert all(taken == Taken(0, 0, 0) for _, taken in readings[2:])


def test_whole_document_as_span_of_what_matches() -> None:
    counted = Counted("cost 7 of it " * 20_000)
    for number in range(20):
        reading, taken = counted.read(counted.whole("number", "7"))
        assert reading.passed
        assert taken.read == MOST_READ
        assert number < 2 or taken.figures == MOST_READ


def test_overlapping_long_quotes_are_not_gone_through_each() -> None:
    counted = Counted("5 " * 20_000)
    quote = ("5 " * 2_500).strip()
    figures = 0
    for _ in range(20):
        reading, taken = counted.read(claim("number", "7", text=quote))
        assert not reading.passed
        assert taken.read == 0
        figures += taken.figures
    assert figures <= len(counted.text) + 2 * 20_000


def test_string_is_looked_for_once_in_overlapping_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def negated(document: Document, place: Span) -> Span | None:
        looked.append(place.start)
        return negation_before(document, place)

    monkeypatch.setattr("groundspec.fact.reading.negation_before", negated)
    counted = Counted("not here " * 20_000)
    reading, _ = counted.read(claim("words", "here", text=("not here " * 1000).strip()))
    assert reading.negated is not None
    assert len(looked) <= 2 * MOST + 1


def test_repeated_headings_are_read_once() -> None:
    headings = "(in thousands) (in millions)\n" * 10_000
    counted = Counted(headings + "a\t5\n" * 150)
    lines, tables = counted._document.lines, counted._document.tables
    for row in range(150):
        place = len(headings) + 4 * row
        counted.read(claim("number", "5000", start=place + 2, end=place + 3))
    assert len(lines._kept) <= 150 + 4 * 150
    assert len(tables._headings) <= 4


def test_lines_between_a_cited_scale_and_its_rows_are_gone_through_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = 2000
    document = Document(Text("(in millions)\n" + "a\t5\n" * rows), units_of({}), 12, frozenset())
    tables, read = document.tables, document.tables.headings
    looked: list[int] = []

    def headings(line: Any) -> Any:
        looked.append(line.number)
        return read(line)

    monkeypatch.setattr(tables, "headings", headings)
    assert not any(tables.scale_between(0, row) for row in range(1, rows))
    assert len(looked) == rows - 2
