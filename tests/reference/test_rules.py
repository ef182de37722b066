"""Judging (SPEC.md 5) with rules made up for the purpose: a reading says which of them hold."""

from typing import Any

import pytest

from groundspec.core.codes import sort_codes
from groundspec.core.rules import Finding, Judgement, Mark, Rule, judge

Holding = dict[str, tuple[Mark, ...]]


def rule(name: str, code: str) -> Rule[Holding]:
    def test(holding: Holding) -> Finding | None:
        return Finding(holding[name]) if name in holding else None

    return Rule(name, code, test)


REJECTS = (rule("R2", "UNLOCATED"), rule("R1", "CLAIM_INVALID"))
FLAGS = (rule("F1", "TIER_NOT_ACCEPTED"), rule("F2", "TIER_NOT_ACCEPTED"))
INFOS = (rule("I2", "OCCURRENCES_CAPPED"), rule("I1", "MULTIPLE_OCCURRENCES"))


def judged(*names: str, **options: Any) -> Judgement:
    holding: Holding = dict.fromkeys(names, ())
    return judge(holding, rejects=REJECTS, flags=FLAGS, infos=INFOS, **options)


@pytest.mark.parametrize(
    ("names", "outcome", "codes"),
    [
        ((), "admitted", []),
        (("I1", "I2"), "admitted", ["MULTIPLE_OCCURRENCES", "OCCURRENCES_CAPPED"]),
        (("F1", "I1"), "needs_verification", ["TIER_NOT_ACCEPTED", "MULTIPLE_OCCURRENCES"]),
        (("F1", "F2"), "needs_verification", ["TIER_NOT_ACCEPTED"]),
        (("R1", "F1", "I1"), "rejected", ["CLAIM_INVALID"]),
        (("R1", "R2"), "rejected", ["UNLOCATED"]),
    ],
)
def test_outcome_and_codes(names: tuple[str, ...], outcome: str, codes: list[str]) -> None:
    members = judged(*names).members()
    assert (members["outcome"], members["codes"], members["waived"]) == (outcome, codes, [])


def test_a_waived_flag_stays_in_codes_and_leaves_the_outcome_alone() -> None:
    members = judged("F1", "F2", waive=["TIER_NOT_ACCEPTED"]).members()
    assert members["outcome"] == "admitted"
    assert members["codes"] == members["waived"] == ["TIER_NOT_ACCEPTED"]


def test_waived_lists_only_codes_of_the_decision() -> None:
    assert judged("I1", waive=["TIER_NOT_ACCEPTED"]).waived == ()
    assert judged("R1", waive=["TIER_NOT_ACCEPTED", "CLAIM_INVALID"]).outcome == "rejected"


def test_a_rule_left_out_never_holds() -> None:
    assert judged("R1", "R2", without=frozenset(["R2"])).codes == ("CLAIM_INVALID",)
    assert judged("F1", "I1", without=frozenset(["F1", "I1"])).codes == ()


def test_later_stages_are_not_asked_after_a_reject() -> None:
    def fail(_: Holding) -> Finding | None:
        raise AssertionError("asked")

    watched = (Rule("W", "TIER_NOT_ACCEPTED", fail),)
    holding: Holding = {"R1": ()}
    judge(holding, rejects=REJECTS, flags=watched, infos=watched)


def test_marks_stand_by_code_then_start_then_end() -> None:
    holding: Holding = {
        "I1": (Mark("source", 5, 9), Mark("source", 5, 7), Mark("claim", 0, 1)),
        "F1": (Mark("source", 8, 9),),
    }
    members = judge(holding, rejects=(), flags=FLAGS, infos=INFOS).members()
    assert [
        (mark["code"], mark["in"], mark["start"], mark["end"]) for mark in members["marks"]
    ] == [
        ("TIER_NOT_ACCEPTED", "source", 8, 9),
        ("MULTIPLE_OCCURRENCES", "claim", 0, 1),
        ("MULTIPLE_OCCURRENCES", "source", 5, 7),
        ("MULTIPLE_OCCURRENCES", "source", 5, 9),
    ]


def test_codes_are_sorted_as_the_registry_lists_them() -> None:
    codes = ["OCCURRENCES_CAPPED", "UNLOCATED", "CUTS_TIME", "UNLOCATED"]
    assert sort_codes(codes) == ["CUTS_TIME", "UNLOCATED", "OCCURRENCES_CAPPED"]
