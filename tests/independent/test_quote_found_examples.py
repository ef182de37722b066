"""The examples of SPEC.md, sections 8.1 (policies), 8.4 (fragments, near) and 8.5, decided by the
second implementation."""

from typing import Any

import pytest

from independent.examples import FULL, one, pairs
from independent.quote import policy_valid

GOODS = "The supplier shall, at its own cost, replace defective goods."


def fragments_of(decided: dict[str, Any]) -> list[tuple[Any, ...]]:
    rows = decided["fragments"]
    names = ("start", "end", "code", "tier", "span")
    return [tuple(row[name] for name in names) for row in rows]


def test_q_fragments_one_piece_and_q_truncated() -> None:
    source = "We depend on a limited number of suppliers for parts."
    decided = one(source, "... a limited number of suppliers [. . .]")
    assert (decided["outcome"], decided["codes"]) == ("admitted", ["ELLIPSIS_AT_EDGE"])
    assert (decided["tier"], decided["occurrences"]) == ("exact", 1)
    assert (pairs(decided["spans"]), decided["fragments"]) == ([(13, 42)], [])


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("The supplier shall (\u2026) replace defective goods", (25, 48)),
        ("The supplier shall ... replace defective goods", (23, 46)),
    ],
)
def test_q_stitch_and_q_stitched(text: str, second: tuple[int, int]) -> None:
    decided = one(GOODS, text)
    assert (decided["outcome"], decided["codes"]) == ("needs_verification", ["STITCHED"])
    assert (decided["tier"], decided["occurrences"]) == ("exact", 1)
    assert pairs(decided["spans"]) == [(0, 60)]
    assert pairs(decided["omitted"]) == [(18, 37)]
    assert fragments_of(decided) == [
        (0, 18, None, "exact", {"start": 0, "end": 18}),
        (*second, None, "exact", {"start": 37, "end": 60}),
    ]


def test_q_fragment_short() -> None:
    text = "Revenue ... rose in the second quarter"
    decided = one("Revenue from services rose in the second quarter", text)
    assert (decided["outcome"], decided["codes"]) == ("rejected", ["FRAGMENT_TOO_SHORT"])
    assert fragments_of(decided) == [
        (0, 7, "FRAGMENT_TOO_SHORT", None, None),
        (12, 38, None, "exact", {"start": 22, "end": 48}),
    ]


def test_q_fragment_absent() -> None:
    decided = one(GOODS, "The supplier shall ... replace defective good")
    assert (decided["outcome"], decided["codes"]) == ("rejected", ["FRAGMENT_ABSENT"])
    assert (decided["marks"], decided["omitted"], decided["near"]) == ([], [], None)
    assert fragments_of(decided) == [
        (0, 18, None, "exact", {"start": 0, "end": 18}),
        (23, 45, "CUTS_WORD", None, None),
    ]


def test_q_fragment_order() -> None:
    source = "Delivery is complete today. Interest accrues until payment."
    decided = one(source, "Interest accrues until payment ... Delivery is complete today")
    assert (decided["outcome"], decided["codes"]) == ("rejected", ["FRAGMENTS_OUT_OF_ORDER"])
    spans = [row[-1] for row in fragments_of(decided)]
    assert pairs(spans) == [(28, 58), (0, 26)]


def test_q_near_bracket() -> None:
    decided = one("Familial disorder (FCRD) is inherited.", "FCRD is inherited")
    assert (decided["outcome"], decided["codes"]) == ("rejected", ["UNLOCATED"])
    span = {"start": 19, "end": 37}
    assert decided["near"] == {"tier": "skeleton", "occurrences": 1, "spans": [span]}


def test_q_negation_not() -> None:
    decided = one("We do not expect revenue to grow.", "expect revenue to grow")
    assert (decided["outcome"], decided["codes"]) == ("needs_verification", ["NEGATION_LEFT_OFF"])
    assert pairs(decided["marks"]) == [(6, 9)]


def test_q_hedge_may() -> None:
    decided = one("The company may pay dividends.", "pay dividends")
    assert (decided["outcome"], decided["codes"]) == ("needs_verification", ["HEDGE_LEFT_OFF"])
    assert pairs(decided["marks"]) == [(12, 15)]


def test_q_omitted_not() -> None:
    source = "the supplier shall not be obliged to replace goods"
    decided = one(source, "the supplier shall ... be obliged to replace goods")
    assert decided["codes"] == ["STITCHED", "OMITS_NEGATION"]
    assert pairs(decided["marks"]) == [(19, 22)]


OWN = {"tier": "own", "sound": True, "steps": ["case"]}
LOOSE = {"tier": "loose", "sound": False, "steps": []}


@pytest.mark.parametrize(
    ("valid", "change"),
    [
        (True, {}),
        (False, {"tiers": ["case", "exact"], "accept_through": "exact"}),
        (False, {"tiers": ["exact", "exakt", "case"]}),
        (False, {"near": ["exakt"]}),
        (False, {"near": ["case"]}),
        (False, {"near": ["skeleton", "skeleton"]}),
        (True, {"tiers": [OWN, "case"], "near": [LOOSE, "exact"]}),
        (False, {"tiers": [OWN, "case", OWN]}),
        (False, {"tiers": [{**OWN, "tier": "skeleton"}, "case"]}),
        (False, {"near": [{**OWN, "steps": ["fold"]}]}),
        (False, {"near": [{**OWN, "steps": ["skeleton"]}]}),
        (True, {"near": [{**OWN, "steps": ["skeleton"], "sound": False}]}),
        (False, {"tiers": [LOOSE, "case"]}),
        (True, {"tiers": ["case", LOOSE]}),
        (False, {"accept_through": "skeleton"}),
        (False, {"tiers": ["case", LOOSE], "accept_through": "loose"}),
        (True, {"tiers": ["case", LOOSE], "accept_through": "loose", "allow_unsound": True}),
        (True, {"markers": [[{"literal": "["}, "digits", "until", {"literal": "]"}]]}),
        (False, {"markers": [["digits"]]}),
        (False, {"markers": [[{"literal": "["}, "until"]]}),
        (False, {"markers": [[{"literal": "["}, "until", "digits"]]}),
        (False, {"markers": [[{"literal": "["}, "digits", "digits"]]}),
        (True, {"waive": ["STITCHED", "HEDGE_LEFT_OFF"]}),
        (False, {"waive": ["MULTIPLE_OCCURRENCES"]}),
        (False, {"waive": ["CUTS_WORD"]}),
    ],
)
def test_q_policy(valid: bool, change: dict[str, Any]) -> None:
    assert policy_valid({**FULL, **change}) is valid
