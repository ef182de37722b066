"""Request vectors: the expected answer is one that the protocol defines."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem


def check(material: Material) -> Iterator[Problem]:
    schemas = material.known.schemas
    for vector in material.of_kind("request"):
        answer = vector.data["answer"]
        for problem in schemas.problems("urn:groundspec:protocol#/$defs/answer", answer):
            pointer = f"/answer{problem.pointer}"
            yield Problem(material.file(vector), pointer, problem.message)
