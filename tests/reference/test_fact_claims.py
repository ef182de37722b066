"""fact claims: what values, units, ids and confidences become, and which changes are listed."""

import json
from typing import Any

import pytest

from reference.factclaims import SCHEMA, changes, converted


def one(member: dict[str, Any] | str, schema: Any = SCHEMA) -> tuple[dict[str, Any], list[Any]]:
    """The claim of a list of one item with an id and evidence, and the changes."""
    text = member if isinstance(member, str) else json.dumps(member)[1:-1]
    quote = "" if '"quote"' in text else '"quote": "q", '
    found = converted('[{"id": "a", ' + quote + text + "}]", "list", schema)
    [claim] = found.claims
    return claim, [(row.what, row.from_, row.to) for row in found.changes]


# --- Values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "written", "value"),
    [
        ("revenue", "1.50", "1.50"),
        ("revenue", "5000", "5000"),
        ("revenue", "-0", "-0"),
        ("revenue", "100000000000000000000000000000.10", "100000000000000000000000000000.10"),
        ("staff", "5.0", "5.0"),
        ("auditor", "7", "7"),
    ],
)
def test_a_number_is_the_string_that_spells_it(field: str, written: str, value: str) -> None:
    claim, listed = one(f'"field": "{field}", "unit": "USD", "value": {written}')
    assert claim["value"] == value
    assert listed == [("number made a string", written, written)]


@pytest.mark.parametrize("written", ["1e6", "1.5E-3", "-2E+10"])
@pytest.mark.parametrize("schema", [None, SCHEMA])
def test_an_exponent_is_kept_and_listed(written: str, schema: Any) -> None:
    claim, listed = one(f'"field": "revenue", "unit": "USD", "value": {written}', schema)
    assert claim["value"] == written
    number = ("number made a string", written, written)
    assert listed == [number, ("exponent kept", written, written)]


GROUPED = [
    ("5,000", "5000"),
    ("1,234,567.80", "1234567.80"),
    ("-5,000", "-5000"),
    ("\u22125,000", "\u22125000"),
    ("1,50,000", "150000"),
    ("12,34,56,789", "123456789"),
]


@pytest.mark.parametrize(("written", "value"), GROUPED)
def test_grouping_is_removed(written: str, value: str) -> None:
    claim, listed = one({"field": "revenue", "unit": "USD", "value": written})
    assert claim["value"] == value
    assert listed == [("grouping removed", written, value)]
    assert one({"field": "revenue", "unit": "USD", "value": written}, None)[1] == []
    assert one({"field": "auditor", "value": written})[0]["value"] == written


@pytest.mark.parametrize(
    ("field", "written", "value"),
    [
        ("revenue", "$5000", "5000"),
        ("revenue", "US$ 5000", "5000"),
        ("revenue", "-$5000", "-5000"),
        ("revenue", "$-5000", "-5000"),
        ("revenue", "5000 dollars", "5000"),
        ("revenue", "$5000 USD", "5000"),
        ("revenue", "5000\u00a0USD", "5000"),
        ("revenue", "$1e6", "1e6"),
        ("dose", "5 mg", "5"),
        ("dose", "2.50mg", "2.50"),
        ("rate", "12.5%", "12.5"),
        ("rate", "12.5 percent", "12.5"),
        ("boxes", "3 boxes", "3"),
    ],
)
def test_forms_of_the_field_s_unit_are_removed(field: str, written: str, value: str) -> None:
    unit = SCHEMA["fields"][field]["unit"]
    claim, listed = one({"field": field, "unit": unit, "value": written})
    assert (claim["value"], claim["unit"]) == (value, unit)
    assert listed[0] == ("unit form removed", written, value)
    assert [what for what, _, _ in listed[1:]] == (["exponent kept"] if "e" in value else [])


def test_every_step_is_listed() -> None:
    claim, listed = one({"field": "revenue", "value": " \u00a0$5,000\n"})
    assert (claim["value"], claim["unit"]) == ("5000", "USD")
    assert listed == [
        ("white space trimmed", " \u00a0$5,000\n", "$5,000"),
        ("unit form removed", "$5,000", "5,000"),
        ("grouping removed", "5,000", "5000"),
        ("unit filled", None, "USD"),
    ]


AS_WRITTEN = [
    "5 million",
    "(730)",
    "$(730)",
    "$5 million",
    "- $5",
    "5,00",
    "0,500",
    "1,2345",
    "50,00,00",
    "12,345,67",
    "1.234,50",
    "1 000",
    "+5",
    ".5",
    "5.",
    "about 5",
    "five",
    "5-10",
    "\u20ac5,000",
    "5 mg",
    "n/a",
    "\u0665",
]


@pytest.mark.parametrize("written", AS_WRITTEN)
def test_nothing_is_rescaled_signed_or_guessed(written: str) -> None:
    claim, listed = one({"field": "revenue", "unit": "USD", "value": written})
    assert claim["value"] == written
    assert listed == [("left as written", written, written)]


def test_a_value_with_another_stated_unit_keeps_its_forms() -> None:
    claim, listed = one({"field": "dose", "unit": "mcg", "value": "5 mg"})
    assert (claim["value"], claim["unit"]) == ("5 mg", "mcg")
    assert listed == [("left as written", "5 mg", "5 mg")]


@pytest.mark.parametrize("value", [True, False, [1, "2"], {"low": 1.5}])
def test_what_is_no_value_stays_and_will_be_rejected(value: Any) -> None:
    claim, listed = one({"field": "staff", "value": value})
    assert claim["value"] == (value if value != {"low": 1.5} else {"low": "1.5"})
    assert [what for what, _, _ in listed] == ["will be rejected"]


def test_a_claim_without_a_value_will_be_rejected() -> None:
    claim, listed = one({"field": "staff", "quote": "ten people"})
    assert claim == {"id": "a", "field": "staff", "evidence": [{"text": "ten people"}]}
    assert listed == [("will be rejected", None, None)]


# --- Units ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "unit", "what"),
    [
        (None, "USD", "unit filled"),
        ("", "USD", "unit filled"),
        ("$", "USD", "unit made the code"),
        ("dollars", "USD", "unit made the code"),
        ("USD", "USD", None),
        ("EUR", "EUR", None),
        ("million USD", "million USD", None),
        ("usd", "usd", None),
    ],
)
def test_units(stated: str | None, unit: str, what: str | None) -> None:
    claim, listed = one({"field": "revenue", "value": "5", "unit": stated})
    assert claim["unit"] == unit
    assert listed == ([(what, stated, unit)] if what else [])
    claim, listed = one({"field": "revenue", "value": "5", "unit": stated}, None)
    assert (claim.get("unit"), listed) == (stated or None, [])


def test_a_form_beside_the_value_is_removed_after_the_unit_is_known() -> None:
    claim, listed = one({"field": "revenue", "value": "$5", "unit": "dollars"})
    assert (claim["value"], claim["unit"]) == ("5", "USD")
    assert [what for what, _, _ in listed] == ["unit made the code", "unit form removed"]


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        ("(730)", True),
        ("5 million", True),
        ("$5 million", True),
        ("1e6", True),
        ("\u20ac5,000", False),
        ("5 mg", False),
        ("$5 million CAD", False),
        ("5 m", False),
        ("5 furlongs", False),
    ],
)
def test_no_unit_is_filled_where_the_value_may_state_another(value: str, filled: bool) -> None:
    claim, listed = one({"field": "revenue", "value": value})
    assert claim["value"] == value
    assert claim.get("unit") == ("USD" if filled else None)
    assert ("unit filled" in [what for what, _, _ in listed]) is filled


def test_a_field_without_a_unit_is_given_none() -> None:
    assert one({"field": "staff", "value": "1,200"})[0] == {
        "id": "a",
        "field": "staff",
        "value": "1200",
        "evidence": [{"text": "q"}],
    }


def test_an_unknown_field_is_kept_and_listed() -> None:
    claim, listed = one({"field": "ebitda", "value": "$5,000"})
    assert (claim["field"], claim["value"]) == ("ebitda", "$5,000")
    assert listed == [("field not in the schema", "ebitda", "ebitda")]


# --- Other members --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("0.93", "0.93"),
        ("0.90", "0.90"),
        ("1", "1"),
        ("1.0", "1.0"),
        ('"0.5"', "0.5"),
        ("93", None),
        ("1.01", None),
        ("-0.1", None),
        ("9e-1", None),
        ('"93%"', None),
        ('"high"', None),
        ("true", None),
    ],
)
def test_confidence(written: str, kept: str | None) -> None:
    claim, listed = one(f'"field": "staff", "value": "5", "confidence": {written}')
    assert claim.get("confidence") == kept
    spelled = json.loads(written, parse_int=str, parse_float=str)
    if kept is None:
        assert listed == [("confidence left out", spelled, None)]
    else:
        number = [("number made a string", kept, kept)]
        assert listed == ([] if written.startswith('"') else number)


def test_ids_are_kept_made_and_made_unique() -> None:
    items: list[dict[str, Any]] = [
        {"id": "x"},
        {"id": 7},
        {},
        {"id": "x"},
        {"id": "staff-2"},
        {"id": ""},
        {"id": None},
        {"id": "7"},
    ]
    raw = [{"field": "staff", "value": "5", "evidence": [{"text": "5"}], **item} for item in items]
    found = converted(raw, "groundgate")
    ids = [claim["id"] for claim in found.claims]
    assert ids == ["x", "7", "staff-1", "staff-3", "staff-2", "staff-4", "staff-5", "staff-6"]
    assert changes(found) == [
        ("/1/id", "number made a string", "7", "7"),
        ("/2", "id made", None, "staff-1"),
        ("/3/id", "id made unique", "x", "staff-3"),
        ("/5/id", "id made", "", "staff-4"),
        ("/6/id", "id made", None, "staff-5"),
        ("/7/id", "id made unique", "7", "staff-6"),
    ]


def test_nulls_and_empty_values_make_absences() -> None:
    raw = [
        {"id": "a", "field": "revenue", "value": None, "proposer": "m1", "quote": "none"},
        {"field": "auditor", "value": " "},
        {"field": "ceo", "value": ""},
    ]
    found = converted(raw, "list")
    assert found.claims == []
    assert found.absences == [
        {"field": "revenue", "proposer": "m1"},
        {"field": "auditor", "proposer": None},
    ]
    assert changes(found) == [
        ("/0/value", "made an absence", None, "revenue"),
        ("/0/id", "member left out", "a", None),
        ("/0/quote", "member left out", "none", None),
        ("/1/value", "made an absence", " ", "auditor"),
        ("/2", "field not in the schema", "ceo", None),
    ]
