"""No vector has words of the scaffold that `new-vector` wrote."""

from collections.abc import Iterator

from groundspec_harness.jsontext import pointer
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.scaffold import unfilled


def check(material: Material) -> Iterator[Problem]:
    for entry, value in material.objects:
        for path in unfilled(value):
            yield Problem(entry.file, pointer(path), "still the scaffold's own words: fill it in")
