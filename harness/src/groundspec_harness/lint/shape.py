"""Every vector validates against vector.schema.json."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem


def check(material: Material) -> Iterator[Problem]:
    for file, problems in material.misshapen.items():
        for problem in problems:
            yield Problem(file, problem.pointer, problem.message)
