"""Codes are in the registry, of the class that fits their place, and in its order (O-ORDER)."""

from collections.abc import Iterator

from groundspec_harness.codes import DECISION, Registry
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.selection import near
from groundspec_harness.vectors import Vector


def check(material: Material) -> Iterator[Problem]:
    registry = material.known.registry
    for vector in material.corpus.vectors:
        for pointer, code, classes in _codes(vector):
            message = _misfit(registry, code, classes)
            if message:
                yield Problem(material.file(vector), pointer, message)
        for pointer, codes in _lists(vector):
            if not _ordered(registry, codes):
                message = "codes stand once each, in the order of codes.json (O-ORDER)"
                yield Problem(material.file(vector), pointer, message)


def _codes(vector: Vector) -> Iterator[tuple[str, object, frozenset[str]]]:
    """Each code of a vector, with the classes that its place allows."""
    data = vector.data
    if "refusal" in data:
        yield "/refusal", data["refusal"], frozenset({"refusal"})
    if "code" in data:
        yield "/code", data["code"], frozenset({"verification"})
    answer = data.get("answer", {})
    for member, kind in (("error", "protocol"), ("refusal", "refusal"), ("code", "verification")):
        if member in answer:
            yield f"/answer/{member}", answer[member], frozenset({kind})
    for pointer, codes in _lists(vector):
        allowed = frozenset({"flag"}) if pointer.endswith("waived") else DECISION
        for place, code in enumerate(codes):
            yield f"{pointer}/{place}", code, allowed


def _lists(vector: Vector) -> Iterator[tuple[str, list[object]]]:
    decisions = vector.data.get("expect", {}).get("decisions", [])
    for place, decision in enumerate(decisions):
        for member in ("codes", "waived"):
            if isinstance(decision.get(member), list):
                yield f"/expect/decisions/{place}/{member}", decision[member]


def _misfit(registry: Registry, code: object, classes: frozenset[str]) -> str | None:
    found = registry.by_name.get(str(code))
    if found is None:
        return f"codes.json has no code {code!r}{near(str(code), registry.by_name)}"
    if found.kind not in classes:
        return f"{code} is of class {found.kind}; here stands {' or '.join(sorted(classes))}"
    return None


def _ordered(registry: Registry, codes: list[object]) -> bool:
    places = [registry.order.get(str(code), -1) for code in codes]
    return -1 in places or places == sorted(set(places))
