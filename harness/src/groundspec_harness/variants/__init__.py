"""Do a run's failures look like those of an implementation that is wrong in a known way?

A variant says of each vector what such an implementation answers there, worked out from the
expected answer; so it stays right when vectors are added. It is named if it fails nowhere else than
the program does, and the program answers there as it would. One fault of many is found as well:
then it explains some of the failures.
"""

from collections.abc import Iterable, Sequence

from groundspec_harness.codes import Registry
from groundspec_harness.judge import Level
from groundspec_harness.runner import Result
from groundspec_harness.variants.codes import missing_codes
from groundspec_harness.variants.hinted import Hints, hinted, pinned
from groundspec_harness.variants.known import known
from groundspec_harness.variants.model import LEAST, MAYBE, Named, Variant, looks_like

_GLANCE = 400  # failures after which a variant that explains none is given up


def named(results: Sequence[Result], registry: Registry, hints: Hints | None = None) -> list[Named]:
    """The known variants that explain failures of a run, the one that explains most first.

    Where none does, what the failures share: a hint, of those given by vector, or a rule.
    """
    judged = [result for result in results if result.fault is None and result.case.answer]
    failing = [result for result in judged if result.level is not Level.BYTES]
    if len(failing) < LEAST:
        return []
    passing = [result for result in judged if result.level is Level.BYTES]
    variants: Iterable[Variant] = [*known(), *missing_codes(failing, registry)]
    found = [_held(variant, failing, passing) for variant in variants]
    rows = sorted(filter(None, found), key=lambda row: -row.explains)  # stable: general ones last
    if rows:
        return rows
    return list(filter(None, (hinted(failing, hints or {}), pinned(failing, passing))))


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
    whole = explained + excused == len(failing)
    if variant.sure:
        held = not any(callable(variant.predict(result.case)) for result in passing)
    else:
        held = whole
    return looks_like(variant, len(failing) if whole else explained, len(failing)) if held else None
