"""Schemas: does one refuse more than it did, and is a packet of an old vector refused?

The specification rests on the schemas that SPEC.md names and on all that these refer to. The others
describe what tools print, and are versioned with the tools.
"""

from collections.abc import Iterator
from typing import Any

from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.schema_shape import differences
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import ENVELOPE, PROTOCOL, mentions
from groundspec_harness.jsontext import JsonObject

_SHOWN = 3


def changes(base: Side, head: Side) -> Iterator[Change]:
    """Every schema that differs, and the packets that one refuses now."""
    old, new = base.known.schemas.documents, head.known.schemas.documents
    resting = _resting(base) | _resting(head)
    narrowed = False
    for name in sorted({*old, *new}):
        if name in old and name in new and _bytes(base, name) == _bytes(head, name):
            continue
        kind, detail = _kind(old.get(name), new.get(name), name in resting)
        narrowed |= kind in ("schema-changed", "schema-refuses-more")
        yield _change(base, head, kind, name, detail)
    if narrowed:
        yield from _refused(base, head)


def _bytes(side: Side, name: str) -> bytes:
    return (side.known.resources.schemas / name).read_bytes()


def _kind(old: JsonObject | None, new: JsonObject | None, resting: bool) -> tuple[str, str]:
    """The kind of change, and the places that make it so."""
    ways = differences(old, new) if old is not None and new is not None else []
    if old is not None and new is not None and not ways:
        return "schema-words-changed", ""
    if not resting:
        return "tool-schema-changed", "new" if old is None else "gone" if new is None else ""
    if old is None:
        return "schema-added", ""
    if new is None:
        return "schema-removed", ""
    for way, kind in (("less", "schema-refuses-more"), ("unknown", "schema-changed")):
        places = [place or "(the whole)" for place, found in ways if found == way]
        if places:
            more = f" and {len(places) - _SHOWN} more places" if len(places) > _SHOWN else ""
            return kind, f"{', '.join(places[:_SHOWN])}{more}"
    return "schema-accepts-more", ", ".join(place for place, _ in ways[:_SHOWN])


def _change(base: Side, head: Side, kind: str, name: str, detail: str) -> Change:
    file = f"schemas/{name}"
    rules = {rule for side in (base, head) for rule in mentions(side, name)[1]}
    return Change(kind, name, file, 1, detail, (_owner(base, name),), (name, file, *sorted(rules)))


def _owner(side: Side, name: str) -> str:
    first = name.partition(".")[0]
    if first == PROTOCOL:
        return PROTOCOL
    return first if first in side.known.registry.folders[3:] else ENVELOPE


def _resting(side: Side) -> set[str]:
    """The files of the schemas that SPEC.md names, and of those that they refer to."""
    documents = side.known.schemas.documents
    text = side.known.spec.source.decode("utf-8")
    files = {str(document.get("$id")): name for name, document in documents.items()}
    waiting = [name for name in documents if name in text]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            targets = (reference.partition("#")[0] for reference in _references(documents[name]))
            waiting += [files[target] for target in targets if target in files]
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for held in value:
            yield from _references(held)


def _refused(base: Side, head: Side) -> Iterator[Change]:
    """Old decision vectors whose packet HEAD's schema of the same check refuses."""
    for vector in base.vectors.values():
        packet = vector.packet
        if vector.kind != "decision" or not isinstance(packet, dict):
            continue
        check = str(packet.get("check")).partition("/")[0]
        schema = f"{check}.packet.schema.json"
        if schema not in head.known.schemas.documents:
            continue
        problem = head.known.schemas.first_problem(f"urn:groundspec:{check}-packet", packet)
        if problem:
            file, names = base.file(vector), (schema, "E-SHAPE", *vector.rules)
            yield Change("packet-refused", vector.id, file, 1, str(problem), (check,), names)
