"""Each code of the check fact has a sentence, which says what holds of the decision."""

import json
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec.apps.facts.advice import ADVICE
from groundspec.apps.facts.cases import Decided
from groundspec.apps.facts.sentences import OUTSIDE, SENTENCES
from groundspec.apps.facts.shown import CHECK_REPORT, report
from groundspec.cli.fact.pictures import at_length, table
from groundspec.core.codes import registry
from reference.factcases import CASES, HEADED, STRING, USD, quote
from reference.factcheck import EVERY_POLICY, decided, says, says_outside, valid


@pytest.mark.parametrize(("text", "field", "claim", "code", "said"), CASES)
def test_what_a_code_says(
    text: str, field: dict[str, Any], claim: dict[str, Any], code: str, said: str
) -> None:
    found = says(text, field, claim)
    assert code in found
    if said.endswith("."):
        assert found[code] == said
    else:
        assert found[code].startswith(said)
        assert found[code].endswith(".")


def test_what_needs_more_than_one_claim_or_a_policy() -> None:
    found = says("$5 and $6", USD, quote("5", "$5"), quote("6", "$6"), quote("6.00", "$6"))
    assert found == {
        "CONFLICTING_CANDIDATES": 'The claims f2 ("6") and f3 ("6") state other values for the '
        "field."
    }
    found = says("$5 and $6", USD, quote("5", "$5"), quote("6", "$6"))
    assert found["CONFLICTING_CANDIDATES"] == (
        'The claim f2 ("6") states another value for the field.'
    )
    found = says("$5", USD, quote("5", "$5", confidence="0.5"), policy=EVERY_POLICY)
    assert found == {
        "LOW_CONFIDENCE": "The claim's confidence, 0.5, is below the policy's least, 0.8."
    }
    found = says("$5", USD, quote("5", "$5"), policy=EVERY_POLICY)
    assert found["LOW_CONFIDENCE"] == (
        "The claim gives no confidence; the policy asks for 0.8 or more."
    )
    found = says(HEADED, USD, quote("5000", "5"), policy="seed")
    assert found["PART_MISSING"] == (
        "A heading gives the scale, and the policy asks that the claim cites it; a heading gives "
        "the unit, and the policy asks that the claim cites it."
    )


def test_a_field_that_names_a_year() -> None:
    text = "It is $23,500 for 2025 and $24,500 for 2026."
    claim = {"field": "limit_2025", **quote("24500", "$24,500", unit="USD")}
    case = decided(text, {"limit_2025": USD}, [claim]).cases[0]
    assert case.decision["codes"] == ["FIELD_NOT_AT_VALUE"]
    said = SENTENCES["FIELD_NOT_AT_VALUE"](case)
    assert said == '"2026" stands behind "24,500"; the field is limit_2025.'


def test_what_is_said_of_fields() -> None:
    required = {**USD, "required": True}
    given = decided(
        "$5",
        dict.fromkeys("fghi", required),
        [
            {"field": "f", **quote("5", "$5", unit="USD")},
            {"id": "again", "field": "f", **quote("5", "$5", unit="USD")},
            {"field": "g", "value": "6"},
            {"field": "h", "value": "6"},
            {"field": "h", "value": "7"},
        ],
        [{"field": "f", "proposer": "m\u202e"}, {"field": "f"}, {"field": "i"}],
    )
    assert says_outside(given) == [
        "The field g is required, and the one claim for it was rejected.",
        "The field h is required, and all 2 claims for it were rejected.",
        "The field i is required, and no claim was made for it.",
        'The field f is said to be absent by "m\\u202E", but the claims f1 and again passed.',
        "The field f is said to be absent, but the claims f1 and again passed.",
    ]


def test_every_code_of_the_check_has_a_sentence_an_advice_and_a_test() -> None:
    rows = [row for row in registry().codes.values() if row.check == "fact"]
    codes = {row.code for row in rows if row.cls in ("reject", "flag", "info")}
    outside = {row.code for row in rows if row.cls == "coverage"}
    assert set(SENTENCES) == codes | {"CLAIM_INVALID"}
    assert set(OUTSIDE) == outside
    assert set(ADVICE) == {*SENTENCES, *OUTSIDE}
    tested = {code for _, _, _, code, _ in CASES}
    elsewhere = {"CONFLICTING_CANDIDATES", "LOW_CONFIDENCE", "FIELD_NOT_AT_VALUE"}
    assert tested | elsewhere == set(SENTENCES)


def test_sentences_show_what_is_not_to_be_seen_and_stay_on_one_line() -> None:
    text = "\u202e$5\nmillion\x1b[31m"
    found = says(text, USD, quote("5", text), quote("6", "$6"))
    assert found["SCALE_WORD"] == 'The text says "5 million"; the claim says 5.'
    found = says("a", STRING, quote("x\x1b\u202e" * 60, "a"))
    said = found["VALUE_NOT_IN_EVIDENCE"]
    assert said.isprintable()
    assert "\\u001B\\u202E" in said
    assert "(180 code points)" in said


VECTORS = Path(__file__).resolve().parents[2] / "conformance" / "fact"


@pytest.mark.parametrize("folder", sorted(path.name for path in VECTORS.glob("*")))
def test_there_is_something_to_say_of_every_decision_of_the_vectors(folder: str) -> None:
    for path in sorted((VECTORS / folder).glob("*.json")):
        packet = json.loads(path.read_bytes()).get("packet")
        try:
            given = Decided(packet, groundspec.decide(packet)) if isinstance(packet, dict) else None
        except groundspec.Refusal:
            given = None
        if given is None:
            continue
        value = valid(report(CHECK_REPORT, "d.txt", given, given.cases))
        rows = [row for claim in value["claims"] for row in claim["codes"]]
        rows += value["coverage"]
        rows += [row for absence in value["absences"] for row in absence["codes"]]
        for row in rows:
            assert row["says"].endswith("."), path.name
            assert row["says"].isprintable(), path.name
        shown = [*(line for part in table(given) for line in part)]
        shown += [line for case in given.cases for line in at_length(case)]
        assert all(line.isprintable() for line in shown), path.name
