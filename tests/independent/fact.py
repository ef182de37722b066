"""The check `fact/0.1` a second time, written from SPEC.md and the tables it names.

Nothing here is clever or fast. It exists to be compared with, so each function says which paragraph
of SPEC.md it follows, and none is shared with the reference. The packet has a valid shape
(E-SHAPE). The sections stand in modules of their own: data, text (9.2), figures (9.3), parts (9.3),
units (9.4, 9.5), headings (9.5), qualifiers (9.6), places and match (9.7, 9.8), schema (9.1).
"""

from fractions import Fraction
from typing import Any

from independent.fact_data import one_spaced
from independent.fact_match import (
    Judged,
    differ,
    figures_in,
    judged,
    part_list,
    reading,
    row,
    unit_list,
)
from independent.fact_places import (
    Item,
    Span,
    cited,
    occurrences,
    offsets,
    span_of,
    string_negation,
    string_place,
)
from independent.fact_schema import (
    canonical_value,
    claim_valid,
    field_of,
    null_literal,
    range_invalid,
    refusal,
    type_invalid,
    units_of,
)
from independent.fact_text import Doc
from independent.fact_units import Reader
from independent.quote_tables import CODES, LETTER, Json, is_in, table

ROLES = ("sign", "scale", "unit")


class Decided:
    """A decision while it is made: codes with their marks, and the members of F-MEMBERS."""

    def __init__(self, claim: Json) -> None:
        self.claim = claim
        self.codes: dict[str, Span | None] = {}
        field, unit = claim.get("field"), claim.get("unit")
        self.members: Json = {
            "field": field if isinstance(field, str) else None,
            "unit": unit if isinstance(unit, str) else None,
            "value": None,
            "evidence": None,
            "reading": None,
            "parts": [],
            "missing": [],
            "units": [],
            "rivals": [],
        }

    def reject(self, code: str) -> "Decided":
        """O-STAGES: a reject stands alone."""
        self.codes = {code: None}
        return self

    @property
    def rejected(self) -> bool:
        return any(CODES[code] == "reject" for code in self.codes)


class Packet:
    """What the decisions of a packet share."""

    def __init__(self, packet: Json) -> None:
        self.packet = packet
        policy = packet["policy"]
        self.policy: Json = (
            table(f"policies/fact/{policy}.json") if isinstance(policy, str) else policy
        )
        self.doc = Doc(packet["source"]["text"], units_of(packet["schema"]))
        fields = packet["schema"]["fields"]
        self.readers = {
            name: Reader(self.doc, name, field_of(field), self.policy)
            for name, field in fields.items()
        }


def spanned(text: str, value: Any) -> Any:
    """T-OFFSET: positions as bytes."""
    if isinstance(value, list):
        return [spanned(text, item) for item in value]
    if isinstance(value, dict) and value.get("start") is not None:
        known = offsets(text)
        return {**value, "start": known[value["start"]], "end": known[value["end"]]}
    return value


def judge(p: Packet, claim: Json) -> Decided:
    """F-CLAIM to F-EVIDENCE, F-SPAN, F-QUOTE."""
    decided = Decided(claim)
    if not claim_valid(claim):
        return decided.reject("CLAIM_INVALID")
    r = p.readers.get(claim["field"])
    if r is None:
        return decided.reject("FIELD_UNKNOWN")
    if null_literal(r.field, claim["value"]):
        return decided.reject("NULL_STRING_LITERAL")
    value = canonical_value(r.field, claim["value"])
    if value is None or type_invalid(r.field, claim["value"]):
        return decided.reject("TYPE_INVALID")
    decided.members["value"] = value
    if range_invalid(r.field, value):
        return decided.reject("RANGE_INVALID")
    if claim.get("unit") != r.unit:
        return decided.reject("UNIT_INVALID")
    items = claim.get("evidence") or []
    item = next((item for item in items if item.get("role", "value") == "value"), None)
    if item is None:
        return decided.reject("NO_EVIDENCE")
    given = claim.get("search_region")
    region = (0, len(r.text)) if given is None else span_of(r.text, given)
    span = span_of(r.text, item) if "start" in item else None
    if region is None or ("start" in item and span is None):
        return decided.reject("SPAN_INVALID")
    found = occurrences(r.text, item.get("text", ""), None) if "text" in item else ()
    stands = [s for s in found if region[0] <= s[0] and s[1] <= region[1]][:1000]
    if span is None and not stands:
        return decided.reject("QUOTE_NOT_FOUND")
    spans = stands if span is None else [span]
    others = [s for s in stands if s != span] if span is not None else []
    if not r.policy["reanchor"]:
        others = []
    if r.field["type"] == "string":
        return of_string(r, decided, value, item, items, spans, others)
    return of_number(r, decided, Fraction(value), item, items, spans, others)


def of_string(
    r: Reader,
    decided: Decided,
    value: str,
    item: Item,
    items: list[Item],
    spans: list[Span],
    others: list[Span],
) -> Decided:
    """F-STRING, F-REANCHOR, F-NEGATED."""
    found = [(span, string_place(r, value, span)) for span in spans]
    places = [(span, place) for span, place in found if place is not None]
    if not places:
        moved = [(span, string_place(r, value, span)) for span in others]
        places = [(span, place) for span, place in moved if place is not None]
        if len(places) != 1:
            decided.members["evidence"] = place_of(spans[0])
            return decided.reject("VALUE_NOT_IN_EVIDENCE")
        decided.codes["EVIDENCE_REANCHORED"] = None
    clear = [one for one in places if string_negation(r, one[1]) is None]
    span, place = (clear or places)[0]
    decided.members["evidence"] = place_of(span)
    negation = string_negation(r, place)
    if negation is not None:
        decided.codes["NEGATED_VALUE"] = negation
    for role in ROLES:
        given = cited(r, None, role, items)
        if given is not None:
            start, end = given.span if given.span is not None else (None, None)
            decided.members["parts"].append(row(role, start, end, False, True))
            decided.codes[f"{role.upper()}_CITATION_INVALID"] = None
    return common(r, decided, item, span)


def of_number(
    r: Reader,
    decided: Decided,
    value: Fraction,
    item: Item,
    items: list[Item],
    spans: list[Span],
    others: list[Span],
) -> Decided:
    """F-MATCH, F-CHOICE, F-REANCHOR, F-OTHER-UNIT."""
    read = matches(r, value, items, spans)
    if not any(one.rank < 2 for _, one in read):
        moved = [matches(r, value, items, [span]) for span in others]
        moved = [some for some in moved if any(one.rank < 2 for _, one in some)]
        if len(moved) == 1:
            read = moved[0]
            decided.codes["EVIDENCE_REANCHORED"] = None
    if not read:
        decided.members["evidence"] = place_of(spans[0])
        return decided.reject("VALUE_NOT_IN_EVIDENCE")
    lowest = min(one.rank for _, one in read)
    span, taken = next((span, one) for span, one in read if one.rank == lowest)
    decided.members["evidence"] = place_of(span)
    decided.members["reading"] = reading(r, taken)
    decided.members["units"] = unit_list(r, taken.figure)
    if taken.rank == 3:
        return decided.reject("UNIT_NOT_IN_EVIDENCE")
    decided.members["parts"] = part_list(r, taken)
    decided.members["missing"] = list(taken.missing)
    decided.codes |= taken.flags | taken.infos
    if taken.missing:
        decided.codes["PART_MISSING"] = None
    for role, passed in taken.passed.items():
        if not passed:
            decided.codes[f"{role.upper()}_CITATION_INVALID"] = None
    if differ(r, [one for _, one in read]):
        decided.codes["EVIDENCE_AMBIGUOUS"] = None
    return common(r, decided, item, span)


def matches(
    r: Reader, value: Fraction, items: list[Item], spans: list[Span]
) -> list[tuple[Span, Judged]]:
    """F-CHOICE: the first 64 figures that match."""
    found: list[tuple[Span, Judged]] = []
    for span in spans:
        for figure in figures_in(r.text, span):
            one = judged(r, figure, value, items) if len(found) < 64 else None
            if one is not None:
                found.append((span, one))
    return found


def place_of(span: Span) -> Json:
    return {"start": span[0], "end": span[1]}


def unbroken(text: str) -> str:
    """F-VERBATIM: each `-` and U+000A between two letters left out."""
    kept = []
    i = 0
    while i < len(text):
        between = is_in(text, i - 1, LETTER) and is_in(text, i + 2, LETTER)
        if between and text[i : i + 2] == "-\n":
            i += 2
            continue
        kept.append(text[i])
        i += 1
    return "".join(kept)


def common(r: Reader, decided: Decided, item: Item, span: Span) -> Decided:
    """F-VERBATIM, F-CONFIDENCE."""
    moved = "EVIDENCE_REANCHORED" in decided.codes
    if "start" in item and "text" in item and not moved:
        there, text = r.text[span[0] : span[1]], item["text"]
        same = one_spaced(there) == one_spaced(text)
        if not same and one_spaced(unbroken(there)) != one_spaced(unbroken(text)):
            decided.codes["NON_VERBATIM_EVIDENCE"] = None
    least, given = r.policy["min_confidence"], decided.claim.get("confidence")
    if least is not None and (given is None or Fraction(given) < Fraction(least)):
        decided.codes["LOW_CONFIDENCE"] = None
    return decided


def conflicts(p: Packet, found: list[Decided]) -> None:
    """F-CONFLICT."""
    for one in found:
        if one.rejected or p.readers[one.members["field"]].field["multiple"]:
            continue
        rivals = [
            other.claim["id"]
            for other in found
            if not other.rejected
            and other.members["field"] == one.members["field"]
            and other.members["value"] != one.members["value"]
        ]
        if rivals:
            one.codes["CONFLICTING_CANDIDATES"] = None
            one.members["rivals"] = rivals[:16]


def written(p: Packet, one: Decided) -> Json:
    """O-OUTCOME, O-WAIVE, O-ORDER, F-MEMBERS: a decision without `claim_sha256`."""
    codes = [code for code in CODES if code in one.codes]
    flags = [code for code in codes if CODES[code] == "flag"]
    waived = [code for code in flags if code in p.policy["waive"]]
    outcome = "admitted" if flags == waived else "needs_verification"
    marks = [
        {"code": code, "in": "source", "start": mark[0], "end": mark[1]}
        for code in codes
        if (mark := one.codes[code]) is not None
    ]
    text = p.doc.text
    members = {name: spanned(text, value) for name, value in one.members.items()}
    return {
        "id": one.claim["id"],
        "outcome": "rejected" if one.rejected else outcome,
        "codes": codes,
        "waived": waived,
        "marks": spanned(text, marks),
        **members,
    }


def decide(packet: Json) -> Json:
    """Section 9: the refusal of the meaning phase, or decisions, coverage and absences."""
    code = refusal(packet)
    if code is not None:
        return {"refusal": code}
    p = Packet(packet)
    found = [judge(p, claim) for claim in packet["claims"]]
    conflicts(p, found)
    answered = {one.members["field"] for one in found if not one.rejected}
    coverage = [
        {"field": name, "code": "REQUIRED_FIELD_MISSING"}
        for name in sorted(p.readers)
        if p.readers[name].field["required"] and name not in answered
    ]
    absences = [
        {
            "field": absence["field"],
            "proposer": absence.get("proposer"),
            "codes": ["ABSENCE_DOUBTED"] if absence["field"] in answered else [],
        }
        for absence in packet["absences"]
    ]
    return {
        "decisions": [written(p, one) for one in found],
        "coverage": coverage,
        "absences": absences,
    }
