"""Variants that read JSON otherwise: they stop at the first defect of a text (E-PHASE).

Which defect comes first, a number or its form, a name or its second place, readers see in their own
way.
"""

from groundspec_harness.hints import given
from groundspec_harness.requests import Case
from groundspec_harness.variants.model import Prediction, Variant


def variants() -> list[Variant]:
    does = "stops at the first defect of a text"
    return [Variant("reading/first-defect", "E-PHASE", does, _first, sure=False)]


def _first(asked: Case) -> Prediction:
    right = (asked.answer or {}).get("refusal")
    text = given.text(asked.vector) if right is not None else None
    found = given.defects(text) if text is not None else []
    codes = {defect.code for defect in found}
    if right not in codes or found[0].code == right:
        return None
    return lambda actual: actual.get("refusal") in codes - {right}
