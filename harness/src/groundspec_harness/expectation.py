"""The hand-written `expect` of a decision vector, held against a receipt.

`expect` names places in the source as a text and the number of its occurrence, overlapping ones
counted; a receipt has byte offsets. `contradictions` turns the one into the other and lists every
member that differs. Objects are subsets, arrays have equal length.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from groundspec_harness.diff import shown
from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.judge import Level, same
from groundspec_harness.vectors import Vector

PLACES = ("spans", "elsewhere", "omitted")
"""The members of a decision that are lists of spans in the source."""


@dataclass(frozen=True)
class Contradiction:
    """A member of `expect` that a receipt does not bear out."""

    pointer: str
    expected: str
    actual: str


@dataclass(frozen=True)
class NoPlace:
    """A place in `expect` that the text does not have."""

    pointer: str
    message: str


@dataclass(frozen=True)
class Texts:
    """The texts that places are counted in."""

    source: str | None
    claims: tuple[str | None, ...]

    def named(self, name: str, claim: int) -> str | None:
        if name == "source":
            return self.source
        return self.claims[claim] if claim < len(self.claims) else None


def texts(packet: Json) -> Texts:
    """The source and the claims' texts of a packet, None where they are no texts."""
    if not isinstance(packet, dict):
        return Texts(None, ())
    claims = packet.get("claims")
    found = claims if isinstance(claims, list) else []
    return Texts(_text(packet.get("source")), tuple(_text(claim) for claim in found))


def _text(holder: Json) -> str | None:
    text = holder.get("text") if isinstance(holder, dict) else None
    return text if isinstance(text, str) else None


def nth(text: str, stretch: str, number: int) -> tuple[int, int] | None:
    """The byte span (T-OFFSET) of an occurrence, counted from 1, overlapping ones too."""
    place = -1
    for _ in range(number):
        place = text.find(stretch, place + 1)
        if place < 0:
            return None
    start = len(text[:place].encode("utf-8"))
    return start, start + len(stretch.encode("utf-8"))


def resolve(place: Json, text: str | None, pointer: str, named: str) -> JsonObject | NoPlace:
    """The span of a place `[stretch, number]`."""
    try:
        stretch, number = place
        if not (isinstance(stretch, str) and stretch and isinstance(number, int)):
            raise ValueError
    except (TypeError, ValueError):
        return NoPlace(pointer, "not a place: [text, number]")
    if text is None:
        return NoPlace(pointer, f"the packet has no text for {named}")
    span = nth(text, stretch, number)
    if span is None:
        return NoPlace(pointer, f"{named} does not hold {shown(stretch)} {number} times")
    return {"start": span[0], "end": span[1]}


def places(decision: JsonObject, known: Texts, claim: int) -> Iterator[tuple[str, Any]]:
    """Each list of places in an expected decision, resolved: its member and what stands there."""
    here = f"/expect/decisions/{claim}"
    for member in PLACES:
        if member in decision:
            yield member, _spans(decision[member], known, f"{here}/{member}")
    if isinstance(decision.get("near"), dict):
        yield "near", [_near(decision["near"], known, f"{here}/near")]
    if "fragments" in decision:
        yield (
            "fragments",
            [
                _fragment(fragment, known, claim, f"{here}/fragments/{number}")
                for number, fragment in enumerate(_list(decision["fragments"]))
            ],
        )
    yield from _of_fact(decision, known.source, here)
    if "marks" in decision:
        yield (
            "marks",
            [
                _mark(mark, known, claim, f"{here}/marks/{number}")
                for number, mark in enumerate(_list(decision["marks"]))
            ],
        )


def _of_fact(decision: JsonObject, source: str | None, here: str) -> Iterator[tuple[str, Any]]:
    """The members that name places in decisions of the check `fact`."""
    for member, name in (("evidence", None), ("reading", "figure")):
        if decision.get(member) is not None:
            yield member, [_placed(decision[member], name, source, f"{here}/{member}")]
    for member in ("parts", "units"):
        if member in decision:
            yield (
                member,
                [
                    _placed(row, "place", source, f"{here}/{member}/{number}")
                    for number, row in enumerate(_list(decision[member]))
                ],
            )


def _placed(row: Json, name: str | None, source: str | None, pointer: str) -> JsonObject | NoPlace:
    """What is expected of an object whose member `name` says where it stands; None: it is a place.

    A place that is null stands for a span whose two ends are null.
    """
    if name is None:
        return resolve(row, source, pointer, "the source")
    if not isinstance(row, dict):
        return NoPlace(pointer, "not an object")
    found = {member: value for member, value in row.items() if member != name}
    if name not in row:
        return found
    if row[name] is None:
        return {**found, "start": None, "end": None}
    span = resolve(row[name], source, f"{pointer}/{name}", "the source")
    return span if isinstance(span, NoPlace) else {**found, **span}


def _spans(found: Json, known: Texts, pointer: str) -> list[JsonObject | NoPlace]:
    return [
        resolve(place, known.source, f"{pointer}/{number}", "the source")
        for number, place in enumerate(_list(found))
    ]


def _near(near: JsonObject, known: Texts, pointer: str) -> JsonObject | NoPlace:
    """What is expected of `near`, its spans resolved; the first that is no place in its stead."""
    if "spans" not in near:
        return near
    spans = _spans(near["spans"], known, f"{pointer}/spans")
    bad = next((span for span in spans if isinstance(span, NoPlace)), None)
    return bad or {**near, "spans": spans}


def _fragment(fragment: Json, known: Texts, claim: int, pointer: str) -> JsonObject | NoPlace:
    """What is expected of a fragment: `text` says where it stands in the claim."""
    if not isinstance(fragment, dict):
        return NoPlace(pointer, "not a fragment: an object")
    found = {name: value for name, value in fragment.items() if name not in ("text", "span")}
    if fragment.get("span") is not None:
        span = resolve(fragment["span"], known.source, f"{pointer}/span", "the source")
        if isinstance(span, NoPlace):
            return span
        found["span"] = span
    elif "span" in fragment:
        found["span"] = None
    if "text" in fragment:
        named = f"the claim {claim}"
        place = resolve(fragment["text"], known.named("claim", claim), f"{pointer}/text", named)
        if isinstance(place, NoPlace):
            return place
        found |= place
    return found


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _mark(mark: Json, known: Texts, claim: int, pointer: str) -> JsonObject | NoPlace:
    try:
        code, where, stretch, number = mark
    except (TypeError, ValueError):
        return NoPlace(pointer, "not a mark: [code, text named, stretch, number]")
    named = "the source" if where == "source" else f"the claim {claim}"
    span = resolve([stretch, number], known.named(where, claim), pointer, named)
    return span if isinstance(span, NoPlace) else {"code": code, "in": where, **span}


def unresolved(expect: JsonObject, packet: Json) -> Iterator[NoPlace]:
    """Every place in `expect` that the packet's texts do not have."""
    known = texts(packet)
    for claim, decision in enumerate(expect.get("decisions", [])):
        for _, found in places(decision, known, claim):
            yield from (place for place in found if isinstance(place, NoPlace))


def contradictions(expect: JsonObject, packet: Json, receipt: Json) -> Iterator[Contradiction]:
    """Everything in `expect` that a receipt says otherwise."""
    if not isinstance(receipt, dict):
        yield Contradiction("", "a receipt", "none")
        return
    for member in ("inputs", "summary"):
        yield from _subset(expect.get(member, {}), receipt.get(member), f"/{member}")
    beside = {name: expect[name] for name in ("coverage", "absences") if name in expect}
    yield from _subset(beside, receipt, "")
    decisions = receipt.get("decisions")
    wanted = expect.get("decisions", [])
    if not isinstance(decisions, list) or len(decisions) != len(wanted):
        found = f"{len(decisions)} decisions" if isinstance(decisions, list) else "none"
        yield Contradiction("/decisions", f"{len(wanted)} decisions", found)
        return
    known = texts(packet)
    for claim, (ours, theirs) in enumerate(zip(wanted, decisions, strict=True)):
        spans = {
            member: _filled(member, found, theirs) for member, found in places(ours, known, claim)
        }
        yield from _subset({**ours, **spans}, theirs, f"/decisions/{claim}")


def _filled(member: str, found: list[Any], decision: Json) -> Json:
    """What is expected of a member, with what `expect` leaves open as the receipt has it."""
    theirs = decision.get(member) if isinstance(decision, dict) else None
    if member in ("near", "evidence", "reading"):
        one = found[0]
        return [one] if isinstance(one, NoPlace) else _over(theirs, one)
    rows = theirs if isinstance(theirs, list) else []
    if member in ("fragments", "parts", "units") and len(rows) == len(found):
        return [_over(one, other) for one, other in zip(rows, found, strict=True)]
    return found


def _over(theirs: Json, ours: Json) -> Json:
    return {**theirs, **ours} if isinstance(theirs, dict) and isinstance(ours, dict) else ours


def _subset(expected: Json, actual: Json, pointer: str) -> Iterator[Contradiction]:
    if not isinstance(expected, dict):
        yield Contradiction(pointer, "an object", shown(expected))
        return
    for name, value in expected.items():
        here = f"{pointer}/{name}"
        if isinstance(value, list) and any(isinstance(item, NoPlace) for item in value):
            bad = next(item for item in value if isinstance(item, NoPlace))
            yield Contradiction(here, f"(unresolved: {bad.message})", _member(actual, name))
        elif not isinstance(actual, dict) or name not in actual or not same(value, actual[name]):
            yield Contradiction(here, shown(value), _member(actual, name))


def _member(actual: Json, name: str) -> str:
    return shown(actual[name]) if isinstance(actual, dict) and name in actual else "missing"


def agreement(vector: Vector, receipt: Json) -> Level:
    """The level at which a receipt bears out `expect`; bytes are known only once it is blessed."""
    found = list(contradictions(vector.data["expect"], vector.packet, receipt))
    members = {each.pointer.rsplit("/", 1)[-1] for each in found}
    if not found:
        return Level.EVIDENCE
    if members & {"", "decisions", "id", "outcome"}:
        return Level.NONE
    return Level.OUTCOME if members & {"codes", "waived"} else Level.CODES
