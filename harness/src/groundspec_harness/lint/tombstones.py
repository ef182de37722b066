"""Retired ids stand in `conformance/tombstones.json` and are never used again."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.resources import Resources
from groundspec_harness.tombstones import load, place, stones

SCHEMA = "urn:groundspec:tombstones"


def retired(resources: Resources) -> set[str]:
    """The ids that must not be given out again."""
    return set(stones(resources))


def check(material: Material) -> Iterator[Problem]:
    resources = material.known.resources
    file = resources.name(place(resources))
    value = load(resources)
    if value is None:
        return
    for problem in material.known.schemas.problems(SCHEMA, value):
        yield Problem(file, problem.pointer, problem.message)
    gone = retired(resources)
    for entry in material.entries:
        if entry.name in gone:
            yield Problem(entry.file, "/id", "a retired id, which is never used again")
