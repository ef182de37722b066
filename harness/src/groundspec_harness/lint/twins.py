"""A twin is another vector that exists."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.selection import near


def check(material: Material) -> Iterator[Problem]:
    known = {entry.name for entry in material.entries}
    for vector in material.corpus.vectors:
        twin = vector.data.get("twin")
        if twin is None:
            continue
        if twin == vector.id:
            yield Problem(material.file(vector), "/twin", "a vector is not its own twin")
        elif twin not in known:
            message = f"there is no vector {twin!r}{near(str(twin), known)}"
            yield Problem(material.file(vector), "/twin", message)
