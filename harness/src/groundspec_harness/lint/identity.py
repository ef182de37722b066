"""A vector's id is its place: `conformance/core/x/y.json` holds `core/x/y`."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.vectors import SEGMENTS


def check(material: Material) -> Iterator[Problem]:
    for entry, value in material.objects:
        if entry.name.count("/") != SEGMENTS - 1:
            yield Problem(entry.file, "", "vectors lie at folder/topic/name.json")
        elif value.get("id") != entry.name:
            yield Problem(entry.file, "/id", f"the file's place asks for {entry.name!r}")
