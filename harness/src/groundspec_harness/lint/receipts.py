"""The receipts of decision vectors: by their schema, digests and sums made anew."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.receipts import defects


def check(material: Material) -> Iterator[Problem]:
    known = material.known
    for vector in material.of_kind("decision"):
        if "receipt" in vector.data:
            receipt = vector.data["receipt"]
            for defect in defects(vector.packet, receipt, known.resources, known.schemas):
                file, pointer = material.file(vector), f"/receipt{defect.pointer}"
                yield Problem(file, pointer, defect.message)
