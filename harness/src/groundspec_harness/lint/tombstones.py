"""Retired ids stand in `conformance/tombstones.json` and are never used again."""

from collections.abc import Iterator

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.resources import Resources

SCHEMA = "urn:groundspec:tombstones"


def _load(resources: Resources) -> JsonObject | None:
    path = resources.conformance / "tombstones.json"
    return resources.load(path) if path.exists() else None


def retired(resources: Resources) -> set[str]:
    """The ids that must not be given out again."""
    value = _load(resources)
    stones = value.get("tombstones") if value else None
    return set(stones) if isinstance(stones, dict) else set()


def check(material: Material) -> Iterator[Problem]:
    resources = material.known.resources
    file = resources.name(resources.conformance / "tombstones.json")
    value = _load(resources)
    if value is None:
        return
    for problem in material.known.schemas.problems(SCHEMA, value):
        yield Problem(file, problem.pointer, problem.message)
    gone = retired(resources)
    for entry in material.entries:
        if entry.name in gone:
            yield Problem(entry.file, "/id", "a retired id, which is never used again")
