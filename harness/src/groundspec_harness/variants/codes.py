"""Variants that never give one code, or never refuse for one reason."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from groundspec_harness.codes import Registry
from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.requests import Case
from groundspec_harness.runner import Result
from groundspec_harness.variants.model import MAYBE, Prediction, Variant

_LIKELY = 5  # codes that are tried


def missing_codes(failing: Sequence[Result], registry: Registry) -> list[Variant]:
    """A variant for each of the codes that failing answers lack most often."""
    counts: Counter[str] = Counter()
    for result in failing:
        expected, actual = result.case.answer, result.answer
        if expected is not None and actual is not None and not _follows(result, registry):
            counts.update(set(_codes(expected)) - set(_codes(actual)))
    likely = [code for code, _ in counts.most_common() if code in registry.by_name][:_LIKELY]
    return [_without(code, registry.by_name[code].rule) for code in likely]


def _follows(result: Result, registry: Registry) -> bool:
    """Whether a verification ends at an earlier condition: its own receipt differs before."""
    right, found = (
        answer.get("code") for answer in (result.case.answer or {}, result.answer or {})
    )
    places = registry.order
    return right in places and found in places and places[found] < places[right]


def _without(code: str, rule: str) -> Variant:
    return Variant(f"never/{code}", rule, f"never gives `{code}`", _predictor(code))


def _predictor(code: str) -> Callable[[Case], Prediction]:
    def predict(asked: Case) -> Prediction:
        if asked.answer is None or code not in _codes(asked.answer):
            return None
        if asked.vector.kind == "verification":
            return MAYBE if asked.answer.get("code") != code else _lacks
        return _lacks

    def _lacks(actual: JsonObject) -> bool:
        return code not in _codes(actual)

    return predict


def _codes(answer: JsonObject) -> Iterator[str]:
    """Every code of an answer: refusal, verification, error, and those of decisions."""
    for member in ("refusal", "code", "error"):
        if isinstance(answer.get(member), str):
            yield answer[member]
    receipt = answer.get("receipt")
    decisions = receipt.get("decisions") if isinstance(receipt, dict) else None
    for decision in decisions if isinstance(decisions, list) else ():
        codes: Json = decision.get("codes") if isinstance(decision, dict) else None
        yield from (code for code in codes if isinstance(code, str)) if codes else ()
