"""`codes.json`: by its schema, each code once, each rule in SPEC.md, implied classes listed."""

from collections import Counter
from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.selection import near


def check(material: Material) -> Iterator[Problem]:
    known = material.known
    path = known.resources.schemas / "codes.json"
    file, value = known.resources.name(path), known.resources.load(path)
    for problem in known.schemas.problems("urn:groundspec:codes", value):
        yield Problem(file, problem.pointer, problem.message)
    counts = Counter(code.name for code in known.registry.codes)
    for place, code in enumerate(known.registry.codes):
        if counts[code.name] > 1:
            yield Problem(file, f"/codes/{place}/code", f"{code.name} is listed twice")
        if code.rule not in known.spec.by_id:
            message = f"SPEC.md has no paragraph {code.rule!r}{near(code.rule, known.spec.by_id)}"
            yield Problem(file, f"/codes/{place}/rule", message)
    for place, (name, implied) in enumerate(known.registry.implies.items()):
        for other in implied:
            if other not in known.registry.implies:
                yield Problem(file, f"/classes/{place}/implies", f"{name}: no class {other!r}")
