"""Raw model output into the claims and absences of a packet of `fact`, with every change listed.

A form turns the input into rows (`forms`), and each row becomes a claim or an absence here. Nothing
is rescaled and no unit is guessed; what the check will object to is left for it to object to.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from groundspec.apps.fact_claims.changes import (
    CONFIDENCE_LEFT_OUT,
    FIELD_UNKNOWN,
    ID_MADE,
    ID_MADE_UNIQUE,
    KINDS,
    MADE_AN_ABSENCE,
    MEMBER_LEFT_OUT,
    NUMBER_MADE_A_STRING,
    WILL_BE_REJECTED,
    Change,
    Changes,
    ClaimsFault,
    Given,
    Members,
    Number,
    Path,
    in_packet,
)
from groundspec.apps.fact_claims.forms import Reading, rows
from groundspec.apps.fact_claims.reading import Raw, read
from groundspec.apps.fact_claims.rows import Places, Row, leave_out
from groundspec.apps.fact_claims.shapes import FLAT, FORMS, GROUNDGATE, LANGEXTRACT, LIST, shape_of
from groundspec.apps.fact_claims.values import (
    Fields,
    SchemaFault,
    filled_unit,
    stated_unit,
    trimmed,
    value_of,
)
from groundspec.apps.offsets import BYTES, UNITS, Offsets
from groundspec.core.pointer import pointer_to
from groundspec.core.shape import ShapeError, shape_error
from groundspec.text.source import Text

__all__ = [
    "FLAT",
    "FORMS",
    "GROUNDGATE",
    "KINDS",
    "LANGEXTRACT",
    "LIST",
    "Change",
    "ClaimsFault",
    "Converted",
    "SchemaFault",
    "convert",
]


class Converted(NamedTuple):
    """The claims and absences of a packet, and every change that made them, in order.

    `bare` are the rows without evidence, `broken` those that are no claim, each with the reason.
    """

    claims: list[dict[str, Any]]
    absences: list[dict[str, Any]]
    changes: list[Change]
    bare: list[str]
    broken: list[tuple[str, str]]

    def as_value(self) -> dict[str, Any]:
        """An object of fact-claims.schema.json."""
        changes = [change.as_member() for change in self.changes]
        return {"claims": self.claims, "absences": self.absences, "changes": changes}

    def counts(self) -> dict[str, int]:
        """How many changes there are of each kind, in the order of KINDS."""
        counted = Counter(change.what for change in self.changes)
        return {kind: counted[kind] for kind in KINDS if counted[kind]}


def convert(
    raw: bytes | str,
    form: str,
    schema: Mapping[str, Any] | None = None,
    document: str | None = None,
    *,
    offset_unit: str = BYTES,
) -> Converted:
    """What model output of a form proposes. Raises ClaimsFault, and SchemaFault for the schema.

    `offset_unit` says what the offsets of `list` and `flat` count; what is not bytes needs the
    document. Those of groundgate are bytes, and those of langextract code points of its own text.
    """
    if form not in FORMS or offset_unit not in UNITS:
        raise ValueError(f"{form} is none of {FORMS}, or {offset_unit} none of {UNITS}")
    if form in (GROUNDGATE, LANGEXTRACT) and offset_unit != BYTES:
        raise ValueError(f"the form {form} has a unit of offsets of its own")
    if offset_unit != BYTES and document is None:
        raise ValueError(f"offsets in {offset_unit} need the document")
    fields = Fields(schema)
    changes = Changes()
    found = read(raw, changes)
    _check_form(form, found, fields)
    offsets = None
    if document is not None and offset_unit != BYTES:
        offsets = Offsets(Text(document), offset_unit)
    reading = Reading(Places(offsets, changes), document, changes)
    try:
        every = list(rows(form, found.value, found.lines is not None, reading))
        return _Conversion(fields, changes, found.lines).of(every)
    except ClaimsFault as fault:
        raise fault.at(_line(found, fault.path)) from None


def _check_form(form: str, raw: Raw, fields: Fields) -> None:
    """Raise ClaimsFault for an input that has another form."""
    if form == FLAT and fields.get("field") is not None:
        return
    found = shape_of(raw.value, raw.lines is not None, fields.names)
    if found is not None and form not in found.forms:
        fit = found.forms[0]
        by = found.by if form == GROUNDGATE or LIST not in found.forms else "each item has a field"
        said = f"this is not of the form {form}: {by}"
        raise ClaimsFault(said, f"say --from {fit}", found.path).at(_line(raw, found.path))


def _line(raw: Raw, path: Path | None) -> int | None:
    """The line of JSON Lines that a path leads into."""
    if raw.lines is None or not path or not isinstance(path[0], int):
        return None
    return raw.lines[path[0]]


class _Conversion:
    """One conversion: from rows to claims and absences."""

    def __init__(self, fields: Fields, changes: Changes, lines: tuple[int, ...] | None) -> None:
        self._fields = fields
        self._changes = changes
        self._lines = lines
        self._bare: list[str] = []
        self._broken: list[tuple[str, str]] = []
        self._given: dict[
            str, None
        ] = {}  # every id of the input, so that no made one is among them
        self._used: dict[str, None] = {}
        self._next: Counter[str] = Counter()

    def of(self, every: list[Row]) -> Converted:
        """The claims and absences of the rows."""
        made = Converted([], [], self._changes.rows, self._bare, self._broken)
        proposed = [(row, _is_absence(row)) for row in every]
        ids = {row.path: row.members.take("id") for row, absent in proposed if not absent}
        self._given = {id_: None for one in ids.values() if (id_ := _id(one)) is not None}
        for row, absent in proposed:
            unknown = self._fields.known and self._fields.get(row.field) is None
            if unknown:  # the packet of such an absence would be refused; a claim is rejected alone
                kept = None if absent else row.field
                self._changes.add(FIELD_UNKNOWN, row.path, row.field, kept)
            if absent and unknown:
                continue
            if absent:
                made.absences.append(self._absence(row))
            else:
                made.claims.append(self._claim(row, ids[row.path]))
            for members in row.every:
                leave_out(members, self._changes)
        return made

    def _absence(self, row: Row) -> dict[str, Any]:
        assert row.value is not None
        self._changes.add(MADE_AN_ABSENCE, row.value.path, row.value.value, row.field)
        proposer = row.members.take("proposer")
        if proposer is not None and not isinstance(proposer.value, str):
            self._changes.add(MEMBER_LEFT_OUT, proposer.path, proposer.value)
            proposer = None
        return {"field": row.field, "proposer": None if proposer is None else proposer.value}

    def _claim(self, row: Row, id_: Given | None) -> dict[str, Any]:
        field, members, changes = self._fields.get(row.field), row.members, self._changes
        claim: dict[str, Any] = {"id": self._unique(row, id_), "field": row.field}
        given = members.take("unit")
        unit = stated_unit(given, field, changes)
        if row.value is not None:
            claim["value"] = in_packet(value_of(row.value, field, unit, changes))
            if unit is None:
                at = given or _missing("unit", row)
                unit = filled_unit(claim["value"], field, at, changes)
        if unit is not None:
            claim["unit"] = in_packet(unit)
        claim["evidence"] = row.evidence()
        claim |= self._further(row)
        self._judge(row, claim)
        return claim

    def _further(self, row: Row) -> Iterator[tuple[str, Any]]:
        """The search region, the confidence and the proposer, where they are there."""
        region = row.members.take("search_region")
        if region is not None and isinstance(region.value, dict):
            ends = Members(region.path, region.value)
            yield "search_region", row.places.put(ends.take("start"), ends.take("end"), region.path)
            leave_out(ends, self._changes)
        elif region is not None:
            yield "search_region", in_packet(region.value)
        given = row.members.take("confidence")
        if given is not None:
            said = given.value.token if isinstance(given.value, Number) else given.value
            if isinstance(said, str) and shape_error("fact.claim", {**_LEAST, "confidence": said}):
                said = None
            if not isinstance(said, str):
                self._changes.add(CONFIDENCE_LEFT_OUT, given.path, given.value)
            else:
                if isinstance(given.value, Number):
                    self._changes.add(NUMBER_MADE_A_STRING, given.path, given.value, said)
                yield "confidence", said
        proposer = row.members.take("proposer")
        if proposer is not None:
            yield "proposer", in_packet(proposer.value)

    def _judge(self, row: Row, claim: dict[str, Any]) -> None:
        """Note what the check will reject a claim for, whatever the document says."""
        error = shape_error("fact.claim", claim)
        if error is not None:
            path, value = row.path, claim.get("value")
            name = error.pointer[1:].partition("/")[0]
            if name == "value" and row.value is not None:
                path = row.value.path
            elif name:
                path, value = (*row.members.path, name), claim[name]
            self._changes.add(WILL_BE_REJECTED, path, value, value)
            self._broken.append((self._name(row.path), _why(claim, error)))
        elif all(item.get("role") not in (None, "value") for item in claim["evidence"]):
            self._changes.add(WILL_BE_REJECTED, row.path, None, claim["evidence"])
            self._bare.append(self._name(row.path))

    def _name(self, path: Path) -> str:
        """Which row of the input it is, counted from 1, and where it stands."""
        first, last = (path[0], path[-1]) if path else (0, 0)
        if self._lines is not None and isinstance(first, int):
            line, path = f"line {self._lines[first]}", path[1:]
            return f"{line} (at {pointer_to(path)})" if path else line
        if not path:
            return "row 1"
        at = f"at {pointer_to(path)}"
        return f"row {last + 1} ({at})" if isinstance(last, int) else at

    # --- Ids --------------------------------------------------------------------------------------

    def _unique(self, row: Row, given: Given | None) -> str:
        """The id that is given, or else one that is no other's."""
        id_ = _id(given)
        if id_ is not None and id_ not in self._used:
            if given is not None and isinstance(given.value, Number):
                self._changes.add(NUMBER_MADE_A_STRING, given.path, given.value, id_)
        else:
            what = ID_MADE if id_ is None else ID_MADE_UNIQUE
            id_ = self._made(row.field)
            at = given or _missing("id", row)
            self._changes.add(what, at.path, at.value, id_)
        self._used[id_] = None
        return id_

    def _made(self, field: str) -> str:
        while True:
            self._next[field] += 1
            id_ = f"{field}-{self._next[field]}"
            if id_ not in self._given and id_ not in self._used:
                return id_


def _why(claim: Mapping[str, Any], error: ShapeError) -> str:
    """Why a row is no claim."""
    if "value" not in claim:
        return "there is no value"
    if error.pointer.startswith("/value"):
        value = claim["value"]
        if isinstance(value, dict | list | bool):
            kinds = {dict: "an object", list: "an array", bool: "true or false"}
            return f"its value is {kinds[type(value)]}"
    said = error.message.removesuffix(".")
    return f"{said[:1].lower()}{said[1:]} (at {error.pointer})"


_LEAST: Final = {"id": "i", "field": "f", "value": "v"}


def _id(given: Given | None) -> str | None:
    """An id that can stay."""
    if given is None:
        return None
    value = given.value.token if isinstance(given.value, Number) else given.value
    return value if isinstance(value, str) and value else None


def _missing(name: str, row: Row) -> Given:
    """Where a member stands that is null, or else the object that lacks it."""
    return Given((*row.members.path, name) if name in row.members else row.path, None)


def _is_absence(row: Row) -> bool:
    """Whether a row says that there is no value."""
    if row.value is None or row.is_absent:
        return row.is_absent
    value = row.value.value
    return value is None or (isinstance(value, str) and not trimmed(value))
