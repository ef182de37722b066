"""The check ``fact/0.1``: reads each claim, judges it, and writes the decision (section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from groundspec.core.packet import Packet
from groundspec.core.rules import CLEAN, Judgement, judge
from groundspec.fact.document import Document
from groundspec.fact.matching import Match
from groundspec.fact.reading import Reader, Reading
from groundspec.fact.rules import RULES, stages
from groundspec.fact.schema import complete
from groundspec.fact.units import Form, units_of
from groundspec.fact.values import Field
from groundspec.text.source import Text

LISTED: Final = 16
_AT_ONCE: Final = 128


class FactCheck:
    """The check as the engine knows it."""

    name: Final = "fact/0.1"
    rules: Final = RULES
    classes: Final = ("fact",)

    def prepare_policy(self, packet: Mapping[str, Any]) -> Mapping[str, Any]:
        """Give the packet's complete policy, or refuse the packet (F-SCHEMA-MEANING)."""
        return complete(packet)

    def decide(self, packet: Packet, without: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
        """Decide each claim, in packet order; ``without`` leaves rules out (P-ABLATION)."""
        schema = packet.value["schema"]
        source = Text(packet.value["source"]["text"])
        document = Document(
            source, units_of(schema.get("units")), packet.policy["unit_window"], without
        )
        fields = {name: Field(name, given) for name, given in schema["fields"].items()}
        reader = Reader(document, fields, packet.policy)
        conflicts = _Conflicts("F-CONFLICT" not in without)
        # what no other claim has a say in is decided at once, and its reading let go
        rows: list[Reading | dict[str, Any]] = []
        for start in range(0, len(packet.claims), _AT_ONCE):
            readings = reader.read(packet.claims[start : start + _AT_ONCE])
            for reading in readings:
                held = conflicts.take(reading)
                rows.append(reading if held else _decision(source, reading, packet.policy, without))
        return [
            row if isinstance(row, dict) else _decision(source, row, packet.policy, without)
            for row in map(conflicts.settle, rows)
        ]

    def outside(self, packet: Packet, decisions: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Give ``coverage`` and ``absences`` of a receipt (9.9)."""
        passed = {row["field"] for row in decisions if row["outcome"] != "rejected"}
        fields = packet.value["schema"]["fields"]
        coverage = [
            {"field": name, "code": "REQUIRED_FIELD_MISSING"}
            for name in sorted(fields)
            if fields[name].get("required") and name not in passed
        ]
        absences = [
            {
                "field": row["field"],
                "proposer": row.get("proposer"),
                "codes": ["ABSENCE_DOUBTED"] if row["field"] in passed else [],
            }
            for row in packet.value["absences"]
        ]
        return {"coverage": coverage, "absences": absences}


class _Conflicts:
    """F-CONFLICT: which claims state another value for a field that has one value only."""

    def __init__(self, asked: bool) -> None:
        self._asked = asked
        self._first: dict[str, list[tuple[str, str]]] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def take(self, reading: Reading) -> bool:
        """Note a claim; say whether the others have a say in its decision."""
        field = reading.field
        if not self._asked or not reading.passed:
            return False
        assert field is not None
        assert reading.value is not None
        if field.multiple:
            return False
        key = (field.name, reading.value)
        count = self._counts[key] = self._counts.get(key, 0) + 1
        first = self._first.setdefault(field.name, [])
        # of the first 32, at most 16 of one value, at least 16 differ from any other value
        if count <= LISTED and len(first) < 2 * LISTED:
            first.append((key[1], reading.claim["id"]))
        return True

    def settle(self, row: Reading | dict[str, Any]) -> Reading | dict[str, Any]:
        """Give a reading that was held its rivals; a decision as it is."""
        if isinstance(row, dict):
            return row
        assert row.field is not None
        others = [name for value, name in self._first[row.field.name] if value != row.value]
        return replace(row, rivals=tuple(others[:LISTED])) if others else row


def _decision(
    source: Text, reading: Reading, policy: Mapping[str, Any], without: frozenset[str]
) -> dict[str, Any]:
    rejects, flags, infos = stages(reading)
    judgement = CLEAN
    if rejects or flags or infos:
        judgement = judge(
            reading,
            rejects=rejects,
            flags=flags,
            infos=infos,
            waive=policy["waive"],
            without=without,
        )
    if judgement.marks:
        judgement = _in_bytes(source, judgement)
    return {"id": reading.claim["id"], **judgement.members(), **_members(source, reading)}


def _in_bytes(source: Text, judgement: Judgement) -> Judgement:
    marks = tuple(
        (
            code,
            mark._replace(start=source.byte_offset(mark.start), end=source.byte_offset(mark.end)),
        )
        for code, mark in judgement.marks
    )
    return judgement._replace(marks=marks)


def _members(source: Text, reading: Reading) -> dict[str, Any]:
    """F-MEMBERS."""
    claim, match = reading.claim, reading.match
    field, unit = claim.get("field"), claim.get("unit")
    evidence = reading.evidence
    return {
        "field": field if isinstance(field, str) else None,
        "value": reading.value,
        "unit": unit if isinstance(unit, str) else None,
        "evidence": None if evidence is None else source.span(*evidence),
        "reading": None if match is None else _reading(source, match),
        "parts": [
            {
                "role": part.role,
                "start": None if part.span is None else source.byte_offset(part.span.start),
                "end": None if part.span is None else source.byte_offset(part.span.end),
                "passed": part.passed,
                "cited": part.cited,
            }
            for part in reading.parts
        ],
        "missing": list(reading.missing),
        "units": [] if match is None or match.field_unit is None else _units(source, match),
        "rivals": list(reading.rivals),
    }


def _reading(source: Text, match: Match) -> dict[str, Any]:
    """F-READING."""
    figure = match.amount.figure
    form = match.amount.unit
    unit = (
        form.code
        if form is not None
        else match.field_unit
        if match.heading_unit is not None
        else None
    )
    return {
        **source.span(figure.start, figure.end),
        "number": "" if figure.number is None else figure.number.text(),
        "sign": "-" if match.negative else "+",
        "scale": match.scale,
        "unit": unit,
        "comparators": list(match.around.qualifiers.comparators) or ["eq"],
    }


def _units(source: Text, match: Match) -> list[dict[str, Any]]:
    """F-UNITS."""
    amount, found = match.amount, []
    rows: list[tuple[str, Form | None]] = [
        ("prefix", amount.prefix),
        ("shared" if amount.shared else "suffix", amount.suffix),
    ]
    for name, form in rows:
        if form is not None:
            found.append({"code": form.code, "from": name, **source.span(form.start, form.end)})
    heading = match.heading_unit
    if heading is not None:
        found.append(
            {"code": match.field_unit, "from": "heading", **source.span(heading.start, heading.end)}
        )
    return found


CHECK: Final = FactCheck()
