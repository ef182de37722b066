"""Every place that `expect` names is in the text: that occurrence exists."""

from collections.abc import Iterator

from groundspec_harness.expectation import unresolved
from groundspec_harness.lint.material import Material, Problem


def check(material: Material) -> Iterator[Problem]:
    for vector in material.of_kind("decision"):
        for place in unresolved(vector.data["expect"], vector.packet):
            yield Problem(material.file(vector), place.pointer, place.message)
