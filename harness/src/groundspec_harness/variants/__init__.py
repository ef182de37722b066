"""Do a run's failures look like those of an implementation that is wrong in a known way?

A variant says of each vector what such an implementation answers there, worked out from the
expected answer; so it stays right when vectors are added. It is named if it fails nowhere else than
the program does, and the program answers there as it would. One fault of many is found as well:
then it explains some of the failures.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundspec_harness.codes import Registry
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import Level
from groundspec_harness.runner import Result
from groundspec_harness.variants.codes import missing_codes
from groundspec_harness.variants.known import known
from groundspec_harness.variants.model import MAYBE, Variant

LEAST = 2  # failures that a variant has to explain
_GLANCE = 400  # failures after which a variant that explains none is given up


@dataclass(frozen=True)
class Named:
    """A variant whose failures are among those of a run."""

    name: str
    rule: str
    does: str  # what such an implementation does, as a clause
    explains: int
    failures: int

    @property
    def sentence(self) -> str:
        whole = self.explains == self.failures
        which = "these" if whole else f"{self.explains} of the {self.failures}"
        return f"{which} failures are those of an implementation that {self.does} ({self.rule})"

    def as_json(self) -> JsonObject:
        return {
            "name": self.name,
            "rule": self.rule,
            "explains": self.explains,
            "sentence": self.sentence,
        }


def named(results: Sequence[Result], registry: Registry) -> list[Named]:
    """The known variants that explain failures of a run, the one that explains most first."""
    judged = [result for result in results if result.fault is None and result.case.answer]
    failing = [result for result in judged if result.level is not Level.BYTES]
    if len(failing) < LEAST:
        return []
    passing = [result for result in judged if result.level is Level.BYTES]
    variants: Iterable[Variant] = [*known(), *missing_codes(failing, registry)]
    found = [_held(variant, failing, passing) for variant in variants]
    rows = sorted(filter(None, found), key=lambda row: -row.explains)  # stable: general ones last
    return rows or _pinned(failing, passing)


def _held(variant: Variant, failing: Sequence[Result], passing: Sequence[Result]) -> Named | None:
    """A variant held against a run; None where it does not fit."""
    explained = unlike = excused = 0
    for number, result in enumerate(failing):
        if number == _GLANCE and explained == 0:
            return None
        test = variant.predict(result.case)
        if test is MAYBE:
            excused += 1
        elif callable(test) and result.answer is not None:
            like = test(result.answer)
            explained += like
            unlike += not like
    if explained < LEAST or unlike > explained:
        return None
    if any(callable(variant.predict(result.case)) for result in passing):
        return None
    whole = explained + excused == len(failing)
    return Named(
        variant.name,
        variant.rule,
        variant.does,
        len(failing) if whole else explained,
        len(failing),
    )


def _pinned(failing: Sequence[Result], passing: Sequence[Result]) -> list[Named]:
    """A rule that every failing vector pins, and hardly another that passes."""
    counts = Counter(rule for result in failing for rule in result.vector.rules)
    right = Counter(rule for result in passing for rule in result.vector.rules)
    shared = [rule for rule, count in counts.items() if count == len(failing)]
    if not shared:
        return []
    rule = min(shared, key=lambda name: (right[name], name))
    total = len(failing) + right[rule]
    at = f"fails at {len(failing)} of the {total} vectors of this rule and at no other"
    return [Named(f"rule/{rule}", rule, at, len(failing), len(failing))]
