"""Vectors by id: added, gone, retired, and the same request with another answer."""

from collections.abc import Iterator

from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import owner_of_vector
from groundspec_harness.jsontext import Json, JsonObject, canonical, quoted, text_digest
from groundspec_harness.judge import same
from groundspec_harness.vectors import Vector

_TOMBSTONES = "conformance/tombstones.json"
_ABOUT = ("id", "title", "rules", "class", "origin", "twin", "note")
_ASKED = (
    "packet", "packet_text", "packet_base64", "kind", "value_text", "value_base64", "receipt_text",
    "receipt_base64", "request_text",
)  # fmt: skip
_ANSWERED = ("receipt", "refusal", "canonical", "sha256", "verified", "code", "answer")
_DIGESTS = ("receipt_sha256", "packet_sha256")


def changes(base: Side, head: Side) -> Iterator[Change]:
    """Every vector that differs."""
    old, new = base.vectors, head.vectors
    renamed = _renamed(base, head)
    for name, vector in old.items():
        if name not in new:
            yield _gone(base, head, vector, renamed.get(name))
        elif vector.sha256 != new[name].sha256:
            yield from _pair(head, vector, new[name])
    for name, vector in new.items():
        if name not in old and name not in renamed.values():
            yield Change("vector-added", name, head.file(vector), 1, vector.title)
    for name in sorted(base.retired - head.retired):
        yield Change("tombstone-removed", name, _TOMBSTONES, 1, "", (), (name,))


def _gone(base: Side, head: Side, vector: Vector, now: str | None) -> Change:
    stone = vector.id in head.retired
    kind = "vector-retired" if stone else "vector-renamed" if now else "vector-removed"
    line = head.line_of(_TOMBSTONES, f'"{vector.id}"')
    owners = (owner_of_vector(base, vector),)
    detail = f"now {now}" if now else vector.title
    return Change(kind, vector.id, _TOMBSTONES, line, detail, owners, (vector.id, *vector.rules))


def _renamed(base: Side, head: Side) -> dict[str, str]:
    """Old id -> new id of vectors that ask and expect the same."""
    added = [vector for name, vector in head.vectors.items() if name not in base.vectors]
    by_content = {_content(vector): vector.id for vector in added}
    kept = {*head.vectors, *head.retired}
    gone = [vector for name, vector in base.vectors.items() if name not in kept]
    found = {vector.id: by_content.get(_content(vector)) for vector in gone}
    return {name: now for name, now in found.items() if now}


def _content(vector: Vector) -> str:
    members = {name: held for name, held in vector.data.items() if name not in _ABOUT}
    return text_digest(canonical(members))


def _pair(head: Side, old: Vector, new: Vector) -> Iterator[Change]:
    """One id on both sides."""
    asked = _same_request(old, new)
    revised = not asked and _same_but_for_version(old, new)
    if not asked and not revised:
        detail = "another request stands under this id"
        yield _change(head, "vector-reused", new, detail)
        return
    kind, detail = answers(answer(old), answer(new), revised=revised)
    if kind:
        yield _change(head, kind, new, detail)
    if old.conformance_class != new.conformance_class:
        detail = f"{old.conformance_class}, now {new.conformance_class}"
        yield _change(head, "vector-class-changed", new, detail)
    elif kind is None:
        yield _change(head, "vector-edited", new, _edited(old, new))


def _edited(old: Vector, new: Vector) -> str:
    names = sorted({*old.data, *new.data})
    found = [name for name in names if not same(old.data.get(name), new.data.get(name))]
    return ", ".join(found) or "layout"


def _change(head: Side, kind: str, vector: Vector, detail: str) -> Change:
    owners, names = (owner_of_vector(head, vector),), tuple(vector.rules)
    return Change(kind, vector.id, head.file(vector), 1, detail, owners, names)


def _same_request(old: Vector, new: Vector) -> bool:
    """Whether both ask the same; a packet in other members' order is the same packet."""
    return all(same(old.data.get(name), new.data.get(name)) for name in _ASKED)


def _same_but_for_version(old: Vector, new: Vector) -> bool:
    """Whether the packets differ in the version of their check alone."""
    before, after = old.data.get("packet"), new.data.get("packet")
    if old.kind not in ("decision", "refusal") or not (
        isinstance(before, dict) and isinstance(after, dict)
    ):
        return False
    name, _, _ = str(before.get("check")).partition("/")
    moved = {**before, "check": after.get("check")}
    return str(after.get("check")).startswith(f"{name}/") and same(moved, after)


def answer(vector: Vector) -> JsonObject:
    """What a vector expects, without what no program answers."""
    return {name: vector.data[name] for name in _ANSWERED if name in vector.data}


def answers(old: JsonObject, new: JsonObject, *, revised: bool = False) -> tuple[str | None, str]:
    """The kind of change between two answers to one request, and what differs; None for none."""
    if same(old, new):
        return None, ""
    if not old:
        return "vector-blessed", ""
    if "receipt" in old and "refusal" in new:
        return "packet-refused", str(new["refusal"])
    if "refusal" in old and "receipt" in new:
        return "packet-accepted", f"it was refused with {old['refusal']}"
    if "refusal" in old and "refusal" in new:
        return "refusal-changed", f"{old['refusal']}, now {new['refusal']}"
    if "receipt" not in old or "receipt" not in new:
        return "answer-changed", f"{_short(old)}, now {_short(new)}"
    before, after = old["receipt"], new["receipt"]
    if revised:
        before, after = _unversioned(before), _unversioned(after)
    grown = _grown(before, after)
    detail = _receipts(before, after)
    if revised:
        return "receipt-extended" if grown else "receipt-revised", detail
    return "receipt-members-added" if grown else "receipt-changed", detail


def _unversioned(receipt: JsonObject) -> JsonObject:
    """A receipt without what another version of the check changes by itself."""
    inputs = receipt.get("inputs")
    kept = {name: held for name, held in receipt.items() if name not in ("check", *_DIGESTS)}
    if isinstance(inputs, dict):
        kept["inputs"] = {name: held for name, held in inputs.items() if name not in _DIGESTS}
    return kept


def _grown(old: Json, new: Json) -> bool:
    """Whether the new value is the old one with members added, its own digest apart."""
    if isinstance(old, dict) and isinstance(new, dict):
        kept = [name for name in old if name != "receipt_sha256"]
        return all(name in new and _grown(old[name], new[name]) for name in kept)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_grown, old, new))
    return same(old, new)


def _receipts(old: JsonObject, new: JsonObject) -> str:
    """The first decision that differs, by what it says most shortly."""
    for before, after in zip(old.get("decisions", ()), new.get("decisions", ()), strict=False):
        for member in ("outcome", "codes"):
            if not same(before.get(member), after.get(member)):
                shown = f"{_short(before.get(member))}, now {_short(after.get(member))}"
                return f"{_short(before.get('id'))}: {member} {shown}"
    found = sorted({*old, *new})
    differing = [name for name in found if not same(old.get(name), new.get(name))]
    return ", ".join(name for name in differing if name != "receipt_sha256") or "receipt_sha256"


def _short(value: Json) -> str:
    text = quoted(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
