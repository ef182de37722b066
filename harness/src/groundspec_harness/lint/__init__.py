"""Checks of the specification's own files, one module each.

A check is a function from the material to problems. `CHECKS` lists them in the order in which their
findings are shown; a check that is not listed does not run. All problems are found, not the first.
"""

from collections.abc import Callable, Iterator

from groundspec_harness.lint import (
    codes_fit,
    digests,
    examples,
    expectations,
    form,
    identity,
    likeness,
    members,
    places,
    policies,
    receipts,
    registry,
    requests,
    rules,
    schemas,
    shape,
    tombstones,
    twins,
    unfilled,
    verifications,
)
from groundspec_harness.lint.material import Material, Problem

Check = Callable[[Material], Iterator[Problem]]

CHECKS: dict[str, Check] = {
    "schemas": schemas.check,
    "registry": registry.check,
    "policies": policies.check,
    "form": form.check,
    "identity": identity.check,
    "tombstones": tombstones.check,
    "unfilled": unfilled.check,
    "shape": shape.check,
    "members": members.check,
    "rules": rules.check,
    "twins": twins.check,
    "examples": examples.check,
    "codes": codes_fit.check,
    "places": places.check,
    "expectations": expectations.check,
    "receipts": receipts.check,
    "verifications": verifications.check,
    "digests": digests.check,
    "requests": requests.check,
    "likeness": likeness.check,
}


def run(material: Material) -> list[tuple[str, Problem]]:
    """Every problem that any check finds, with the check's name.

    Where a schema is not one, nothing can be held against it, and only that is told.
    """
    found: list[tuple[str, Problem]] = []
    for name, check in CHECKS.items():
        found += [(name, problem) for problem in check(material)]
        if name == "schemas" and found:
            break
    return found
