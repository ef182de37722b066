"""A receipt bears out what is written by hand: `expect` is a subset, its places are the spans.

Also asked: that `expect` has one decision for each claim of the packet.
"""

from collections.abc import Iterator

from groundspec_harness.expectation import contradictions, texts
from groundspec_harness.lint.material import Material, Problem


def check(material: Material) -> Iterator[Problem]:
    for vector in material.of_kind("decision"):
        file, expect = material.file(vector), vector.data["expect"]
        wanted = len(expect.get("decisions", []))
        claims = len(texts(vector.packet).claims)
        if wanted != claims:
            yield Problem(file, "/expect/decisions", f"{wanted} decisions for {claims} claims")
        if "receipt" not in vector.data:
            yield Problem(file, "", "not blessed: it has no receipt (`groundspec-harness bless`)")
            continue
        for found in contradictions(expect, vector.packet, vector.data["receipt"]):
            message = f"expect says {found.expected}, the receipt {found.actual}"
            yield Problem(file, f"/receipt{found.pointer}", message)
