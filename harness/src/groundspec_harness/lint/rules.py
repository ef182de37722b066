"""The rules that a vector says it pins are paragraphs of SPEC.md."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.selection import near


def check(material: Material) -> Iterator[Problem]:
    known = material.known.spec.by_id
    for vector in material.corpus.vectors:
        for place, name in enumerate(vector.rules):
            if name not in known:
                message = f"SPEC.md has no paragraph {name!r}{near(name, known)}"
                yield Problem(material.file(vector), f"/rules/{place}", message)
