"""check_facts: claims as Python values, and what it says of arguments of another type."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import groundspec
from groundspec.core.codes import registry
from groundspec.fact.arguments import packet
from reference.factcheck import CLAIMS, DOCUMENT, SCHEMA

FEE: dict[str, Any] = {"field": "fee", "value": "5000000", "unit": "USD"}


def codes(*claims: Any, **options: Any) -> list[list[str]]:
    receipt = groundspec.check_facts(DOCUMENT, SCHEMA, claims, **options)
    return [decision["codes"] for decision in receipt["decisions"]]


def test_the_receipt_is_that_of_the_packet() -> None:
    given = packet(DOCUMENT, SCHEMA, CLAIMS, "default", [{"field": "fee"}])
    receipt = groundspec.check_facts(DOCUMENT, SCHEMA, CLAIMS, absences=["fee"])
    assert receipt == groundspec.decide(given)
    assert groundspec.verify(receipt, given)
    assert [decision["id"] for decision in receipt["decisions"]] == ["f1", "f2", "f3", "staff"]
    assert receipt["absences"][0]["codes"] == ["ABSENCE_DOUBTED"]


def test_evidence_is_words_or_an_item_or_items() -> None:
    span = groundspec.Text(DOCUMENT).span(16, 26)
    items = [{"role": "value", **span}, {"role": "unit", "text": "$"}]
    for evidence in ("$5 million", {"text": "$5 million"}, span, [span], (span,), items):
        assert codes({**FEE, "evidence": evidence}) == [[]]
    assert codes({**FEE, "evidence": None}, FEE) == [["NO_EVIDENCE"]] * 2
    assert codes({**FEE, "evidence": " "}) == [["CLAIM_INVALID"]]


def test_claims_are_left_as_they_are() -> None:
    claim = {**FEE, "evidence": "$5 million"}
    before = dict(claim)
    groundspec.check_facts(DOCUMENT, SCHEMA, iter([claim]))
    assert claim == before
    assert codes(*(FEE for _ in range(2)), policy="seed") == [["NO_EVIDENCE"]] * 2


def test_policies_and_absences() -> None:
    own = {"check": "fact/0.1", "min_confidence": "0.5", "unit_window": 24, "reanchor": True}
    own |= {"parts": "found", "decimal": "point", "waive": ["LOW_CONFIDENCE"]}
    claim = {**FEE, "evidence": "$5 million"}
    assert codes(claim, policy=own) == [["LOW_CONFIDENCE"]]
    receipt = groundspec.check_facts(
        DOCUMENT, SCHEMA, [], absences=["auditor", {"field": "fee", "proposer": "m"}]
    )
    assert receipt["absences"] == [
        {"field": "auditor", "proposer": None, "codes": []},
        {"field": "fee", "proposer": "m", "codes": []},
    ]
    with pytest.raises(groundspec.Refusal, match="POLICY_INVALID"):
        groundspec.check_facts(DOCUMENT, SCHEMA, [], {**own, "waive": ["NO_EVIDENCE"]})
    with pytest.raises(groundspec.Refusal, match="UNKNOWN_POLICY"):
        groundspec.check_facts(DOCUMENT, SCHEMA, [], "exact")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"source": b"x"}, "source is a string, not bytes"),
    ({"schema": []}, "schema is a mapping, not list"),
    ({"policy": None}, "policy is a name or a mapping, not NoneType"),
    ({"claims": {"field": "fee"}}, "claims is a list of mappings, not dict"),
    ({"claims": "fee"}, "claims is a list of mappings, not str"),
    ({"claims": 5}, "claims is a list of mappings, not int"),
    ({"claims": [FEE, "fee"]}, r"claims\[1\] is a mapping, not str"),
    ({"absences": "fee"}, "absences is a list of fields, not str"),
    ({"absences": {"field": "fee"}}, "absences is a list of fields, not dict"),
    ({"absences": [5]}, r"absences\[0\] is a field's name or a mapping, not int"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_arguments_of_another_type(arguments: dict[str, Any], said: str) -> None:
    given = {"source": DOCUMENT, "schema": SCHEMA, "claims": [], **arguments}
    with pytest.raises(TypeError, match=f"^{said}$"):
        groundspec.check_facts(**given)


@pytest.mark.parametrize("value", [5.0, 0.1, float("nan"), Decimal("5"), Fraction(1, 2), 1j])
def test_numbers_that_are_not_exact_are_not_converted(value: Any) -> None:
    name = type(value).__name__
    said = rf"^claims\[0\]: value is a string or an integer, not {name}; give decimals as strings$"
    with pytest.raises(TypeError, match=said):
        codes({**FEE, "value": value})
    said = rf"^claims\[0\]: confidence is a string, not {name}; give decimals as strings$"
    with pytest.raises(TypeError, match=said):
        codes({**FEE, "confidence": value})


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"value": True}, r"claims\[0\]: value is a string or an integer, not bool"),
        ({"value": [1]}, r"claims\[0\]: value is a string or an integer, not list"),
        (
            {"confidence": 1},
            r"claims\[0\]: confidence is a string, not int; give decimals as str.*",
        ),
        ({"confidence": False}, r"claims\[0\]: confidence is a string, not bool"),
        ({"evidence": 5}, r"claims\[0\]: evidence is a quote, a mapping or a list, not int"),
        ({"evidence": ["$5"]}, r"claims\[0\]: evidence\[0\] is a mapping, not str"),
    ],
)
def test_members_of_another_type(members: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=f"^{said}$"):
        codes({**FEE, **members})


def test_what_is_no_packet_is_refused() -> None:
    for source, schema, claims, code in (
        ("e\u0301", SCHEMA, [], "SOURCE_NOT_NFC"),
        ("\ud800", SCHEMA, [], "LONE_SURROGATE"),
        ("x", {}, [], "PACKET_INVALID"),
        ("x", {"fields": {"f": {"type": "number", "minimum": 0.5}}}, [], "NUMBER_FORM"),
        ("x", SCHEMA, [{"id": 5}], "PACKET_INVALID"),
        ("x", SCHEMA, [{"id": "f2"}, {}], "DUPLICATE_CLAIM_ID"),
        ("x", SCHEMA, [{"evidence": {"start": 0.5, "end": 1}}], "NUMBER_FORM"),
    ):
        with pytest.raises(groundspec.Refusal, match=f"^{code}: "):
            groundspec.check_facts(source, schema, claims)
    assert all(registry().codes[code] for code in ("SOURCE_NOT_NFC", "DUPLICATE_CLAIM_ID"))


def test_to_import_the_package_costs_no_check() -> None:
    import subprocess
    import sys

    script = "import groundspec, sys; sys.exit('groundspec.fact.arguments' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    assert "check_facts" in groundspec.__all__
