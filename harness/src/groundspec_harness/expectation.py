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

_PLACES = ("spans", "elsewhere")


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
    """Each list of places in an expected decision, resolved: its member and its spans or marks."""
    here = f"/expect/decisions/{claim}"
    for member in _PLACES:
        if member in decision:
            yield (
                member,
                [
                    resolve(place, known.source, f"{here}/{member}/{number}", "the source")
                    for number, place in enumerate(_list(decision[member]))
                ],
            )
    if "marks" in decision:
        yield (
            "marks",
            [
                _mark(mark, known, claim, f"{here}/marks/{number}")
                for number, mark in enumerate(_list(decision["marks"]))
            ],
        )


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
    decisions = receipt.get("decisions")
    wanted = expect.get("decisions", [])
    if not isinstance(decisions, list) or len(decisions) != len(wanted):
        found = f"{len(decisions)} decisions" if isinstance(decisions, list) else "none"
        yield Contradiction("/decisions", f"{len(wanted)} decisions", found)
        return
    known = texts(packet)
    for claim, (ours, theirs) in enumerate(zip(wanted, decisions, strict=True)):
        spans = dict(places(ours, known, claim))
        yield from _subset({**ours, **spans}, theirs, f"/decisions/{claim}")


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
