"""The table of known variants."""

from collections.abc import Callable

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.requests import Case
from groundspec_harness.variants import counting, digesting, reading
from groundspec_harness.variants.model import Prediction, Test, Variant


def known() -> list[Variant]:
    """Every variant, the particular ones before the general ones."""
    return [*counting.variants(), *digesting.variants(), *reading.variants(), *_sweeping()]


def _sweeping() -> list[Variant]:
    rows: list[tuple[str, str, str, Callable[[JsonObject], bool], Test]] = [
        ("refuses-nothing", "E-PHASE", "refuses nothing",
         lambda right: "refusal" in right, lambda found: "refusal" not in found),
        ("verifies-everything", "V-ORDER", "finds that every receipt holds",
         lambda right: right.get("verified") is False,
         lambda found: found.get("verified") is True),
        ("admits-everything", "O-OUTCOME", "admits every claim",
         lambda right: bool(_outcomes(right) - {"admitted"}),
         lambda found: _outcomes(found) == {"admitted"}),
        ("rejects-everything", "O-OUTCOME", "rejects every claim",
         lambda right: bool(_outcomes(right) - {"rejected"}),
         lambda found: _outcomes(found) == {"rejected"}),
        ("decides-nothing", "P-DECIDE", "answers every packet as unsupported",
         lambda right: "receipt" in right, lambda found: "unsupported" in found),
    ]  # fmt: skip
    return [
        Variant(name, rule, does, _predictor(concerned, test))
        for name, rule, does, concerned, test in rows
    ]


def _predictor(concerned: Callable[[JsonObject], bool], test: Test) -> Callable[[Case], Prediction]:
    return lambda asked: test if asked.answer and concerned(asked.answer) else None


def _outcomes(answer: JsonObject) -> set[str]:
    receipt = answer.get("receipt")
    decisions = receipt.get("decisions") if isinstance(receipt, dict) else None
    rows = decisions if isinstance(decisions, list) else []
    return {str(row.get("outcome")) for row in rows if isinstance(row, dict)}
