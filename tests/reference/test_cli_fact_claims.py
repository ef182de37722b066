"""fact claims as a program: what is wrong with an input in one line, the output and the report."""

import json
from pathlib import Path
from typing import Any

import pytest

from groundspec import resources
from groundspec.apps.fact_claims import KINDS, ClaimsFault, SchemaFault, convert
from reference.factclaims import SCHEMA
from reference.program import Ran

# --- Bad input ------------------------------------------------------------------------------------

BAD: list[tuple[str, Any, str]] = [
    ("list", "", "there is no JSON in it (give the model's output, whole)"),
    ("list", "```json\n```", "there is no JSON in it ("),
    ("list", "I found nothing.", ":1:1: 'I' does not begin a value ("),
    ("list", '[\n{"field":"a","value":NaN}]', ":2:22: 'NaN' does not begin a value (JSON has no"),
    ("flat", '{"a":1,\n"a":2}', ":2:1: the member 'a' is there twice (keep one of the two"),
    ("list", '```json\n[{"field":"a",]\n```', ":2:15: ] stands where a member name"),
    ("list", '[{"field":"a","value":"5', ":1:23: this string is not closed ("),
    ("list", "[1,\n2", "the text ends where a comma or ] is due (the output was cut off: let the"),
    ("list", '{"field":"a","value":1}\n{"field":', ":2:10: the text ends where a value is due"),
    ("list", '{"field":"a","value":1}\n5', ":2: a number stands where an object is due (at /1)"),
    ("list", '[{"field":"a"}] x', ":1:17: 'x' stands where the end of the text is due"),
    ("list", '["\\ud800"]', ":1:3: \\ud800 is a surrogate that is no half of a pair"),
    ("list", "[" * 65 + "]" * 65, ":1:65: this bracket opens level 65; 64 are allowed (flatten"),
    ("list", b'["\xff"]', ":1:3: the bytes FF 22 5D at byte 2 are not well-formed UTF-8 (save the"),
    ("list", "```\n[]\n```\n```\n[]\n```", ":4: a second code fence begins here (keep one of"),
    ("list", '"text"', "raw: a string stands where an object is due (give an object; --from says"),
    ("list", "[5]", "a number stands where an object is due (at /0) (give an object; --from says"),
    ("list", '[{"value":1}]', "the member field is missing (at /0) (say which field"),
    ("list", '[{"field":5,"value":1}]', "field is no string (at /0/field) (give the field's name)"),
    ("list", "{}", "this object has neither a field nor an array in it ("),
    ("list", '{"a":[],"b":[]}', "this object has several arrays in it ("),
    ("groundgate", '{"facts":[]}', "this object has neither a field nor an array in it (give an"),
    ("groundgate", '{"candidates":[],"not_found":{}}', "not_found is no array (at /not_found) ("),
    ("flat", "[5]", "a number is no object (at /0) (give an object from field to value)"),
    ("langextract", '{"text":"a"}', "there is no member extractions (give annotated documents"),
    ("langextract", '{"text":1,"extractions":[]}', "text is no string (at /text) ("),
    ("langextract", '{"text":"a","extractions":5}', "extractions is no array (at /extractions)"),
    (
        "langextract",
        {"text": "a", "extractions": [{"extraction_class": "x", "attributes": [1]}]},
        "attributes is no object (at /extractions/0/attributes) (give an object or null)",
    ),
    (
        "langextract",
        {
            "text": "\u00e9a",
            "extractions": [
                {
                    "extraction_class": "x",
                    "extraction_text": "a",
                    "char_interval": {"start_pos": 1, "end_pos": 3},
                }
            ],
        },
        "end 3 is beyond the end of the source; the source has 2 code points (at /extractions/0/ch",
    ),
]


@pytest.mark.parametrize(("form", "raw", "said"), BAD)
def test_what_cannot_be_converted(tmp_path: Path, form: str, raw: Any, said: str) -> None:
    data = raw if isinstance(raw, bytes) else (raw if isinstance(raw, str) else json.dumps(raw))
    (tmp_path / "raw").write_bytes(data if isinstance(data, bytes) else data.encode())
    ran = Ran("fact", "claims", "raw", "--from", form, "-o", "out", cwd=tmp_path)
    errors = ran.refused()
    assert errors.startswith("raw")
    assert said in errors
    assert errors.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["raw"]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"start": 1}, "there is start alone (at /0) (give start and end, or neither)"),
        ({"start": 1.5, "end": 2}, "start is no integer (at /0) ("),
        ({"start": 2, "end": 2}, "start 2 is not before end 2; the source has 3 code points (at"),
    ],
)
def test_offsets_that_cannot_be_turned_into_bytes(members: dict[str, Any], said: str) -> None:
    raw = [{"field": "staff", "value": "5", **members}]
    with pytest.raises(ClaimsFault) as fault:
        convert(json.dumps(raw), "list", document="abc", offset_unit="code-points")
    error = fault.value
    assert said.startswith(error.message)
    assert error.pointer == "/0"


# --- Program --------------------------------------------------------------------------------------

RAW = b'[{"field": "revenue", "value": "\xe2\x82\xac5", "quote": "q", "confidence": 2}]'


def test_the_output_and_the_report(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps(SCHEMA), "utf-8")
    given = ("fact", "claims", "-", "--from", "list", "--schema", "s.json")
    ran = Ran(*given, stdin=RAW, cwd=tmp_path)
    assert ran.status == 0
    assert ran.out.startswith(b'{\n  "claims": [\n    {\n      "id": "revenue-1",\n')
    assert ran.out.endswith(b"\n}\n")
    assert '"value": "\u20ac5"'.encode() in ran.out
    assert ran.errors == (
        "standard input: 1 claim, 0 absences, 3 changes\n"
        "changes  what\n"
        "      1  left as written\n"
        "      1  confidence left out\n"
        "      1  id made\n"
        "\n"
        "what                 where          from  to\n"
        'left as written      /0/value       "\\u20ac5"  "\\u20ac5"\n'
        'confidence left out  /0/confidence  "2"   null\n'
        'id made              /0             null  "revenue-1"\n'
    )
    other = Ran(*given, "--report", "json", "-o", "out.json", stdin=RAW, cwd=tmp_path)
    assert (other.status, other.out) == (0, b"")
    assert (tmp_path / "out.json").read_bytes() == ran.out
    assert json.loads(other.errors) == {
        "claims": 1,
        "absences": 0,
        "changes": {"left as written": 1, "confidence left out": 1, "id made": 1},
    }


def test_a_long_report_shows_the_first_of_each_kind() -> None:
    raw = json.dumps([{"field": "a\n", "value": 5, "quote": "q"}] * 9).encode()
    ran = Ran("fact", "claims", "-", "--from", "list", stdin=raw)
    assert ran.status == 0
    assert ran.errors.endswith("and 8 more; the output lists them all\n")
    assert "      9  id made\n" in ran.errors
    assert ran.errors.count("\nid made ") == 5


def test_rows_without_evidence_are_counted_and_named(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"field": "staff", "value": "5", "quote": "five staff"},
        {"field": "staff", "value": "6"},
        {"field": "revenue", "value": "7", "unit": "USD", "quote": ""},
        {"field": "staff", "value": "8", "evidence": [{"role": "unit", "text": "q"}]},
        {"field": "staff", "value": None},
    ]
    (tmp_path / "raw").write_text(json.dumps(rows[:1] + rows[1:3]))
    ran = Ran("fact", "claims", "raw", "--from", "list", "-o", "out.json", cwd=tmp_path)
    assert ran.status == 0
    assert "\n      2  will be rejected\n" in ran.errors
    assert "\nwill be rejected" in ran.errors
    assert ran.errors.endswith(
        "\nraw: 2 of 3 claims have no evidence, and will be rejected (NO_EVIDENCE): row 2 (at /1), "
        "row 3 (at /2)\n"
        "  hint: Ask for the words of the document that state each value, as the member quote.\n"
    )
    made = json.loads((tmp_path / "out.json").read_bytes())
    listed = [row["pointer"] for row in made["changes"] if row["what"] == "will be rejected"]
    assert listed == ["/1", "/2"]
    lines = "\n\n".join(json.dumps(row) for row in rows[3:])
    ran = Ran("fact", "claims", "-", "--from", "groundgate", stdin=lines.encode())
    assert "standard input: 1 of 1 claim has no evidence, and will be rejected" in ran.errors
    assert ": line 1\n" in ran.errors
    flat = Ran("fact", "claims", "-", "--from", "flat", stdin=b'{"a": 1, "b": ["x", "y"]}')
    assert ": at /a, row 1 (at /b/0), row 2 (at /b/1)\n" in flat.errors
    quiet = Ran("fact", "claims", "-", "--from", "flat", "--report", "json", stdin=b'{"a": 1}')
    assert json.loads(quiet.errors)["changes"]["will be rejected"] == 1


BROKEN: list[tuple[Any, str]] = [
    ({"value": {"amount": 5, "currency": "USD"}}, "its value is an object"),
    ({"value": ["5", "6"]}, "its value is an array"),
    ({"value": True}, "its value is true or false"),
    ({}, "there is no value"),
    ({"value": "5", "proposer": 7}, "the value must be of type null or string (at /proposer)"),
]


@pytest.mark.parametrize(("members", "why"), BROKEN, ids=[why for _, why in BROKEN])
def test_a_row_of_which_no_claim_can_be_made_is_named_and_ends_with_1(
    tmp_path: Path, members: dict[str, Any], why: str
) -> None:
    good = {"field": "staff", "value": "5", "quote": "five"}
    rows = [good, {"field": "staff", "quote": "five", **members}]
    (tmp_path / "raw").write_text(json.dumps({"facts": rows}))
    ran = Ran("fact", "claims", "raw", "--from", "list", "-o", "out.json", cwd=tmp_path)
    assert ran.status == 1
    assert ran.errors.endswith(
        "\nraw: 1 row makes no claim, and will be rejected (CLAIM_INVALID): row 2 (at /facts/1), "
        f"{why}\n"
        "  hint: Give a value as a string or a number, its unit as the member unit, and a row for "
        "each of several; null where there is none.\n"
    )
    assert len(json.loads((tmp_path / "out.json").read_bytes())["claims"]) == 2


def test_of_many_such_rows_the_first_are_named() -> None:
    raw = json.dumps([{"field": "a", "value": [], "quote": "q"}] * 7).encode()
    ran = Ran("fact", "claims", "-", "--from", "list", "--report", "text", stdin=raw)
    assert ran.status == 1
    assert "standard input: 7 rows make no claim, and will be rejected" in ran.errors
    assert "; row 5 (at /4), its value is an array; and 2 more\n" in ran.errors


QUOTED = {"field": "staff", "value": "5", "quote": "five"}
CITED = {"field": "staff", "value": "5", "evidence": [{"text": "five"}]}
EXTRACTED = {"extraction_class": "staff", "extraction_text": "five"}
ANNOTATED = {"text": "five", "extractions": [EXTRACTED]}
OTHERS: list[tuple[str, Any, str, str]] = [
    ("groundgate", [QUOTED], "there is quote beside the value, and no evidence (at /0)", "list"),
    ("groundgate", [{"field": "a", "value": 1}, QUOTED], "there is quote beside", "list"),
    ("groundgate", {"candidates": [QUOTED]}, "there is quote beside the value, and no", "list"),
    ("groundgate", {"facts": [CITED]}, "each item has a field (at /facts/0)", "list"),
    ("groundgate", {"staff": 5}, "there is no member field, and values stand at names", "flat"),
    ("groundgate", ANNOTATED, "there are extractions in it", "langextract"),
    ("list", {"staff": 5}, "there is no member field, and values stand at names", "flat"),
    ("list", {"staff": {"value": 5}, "auditor": ["a"]}, "there is no member field", "flat"),
    ("list", [ANNOTATED], "there are extractions in it (at /0)", "langextract"),
    ("flat", [QUOTED], "each item has a field (at /0)", "list"),
    ("flat", QUOTED, "each item has a field (", "list"),
    ("flat", {"facts": [QUOTED], "not_found": ["a"]}, "each item has a field (at /fa", "list"),
    ("flat", {"candidates": [CITED]}, "each item has a field (at /candidates/0)", "groundgate"),
    ("flat", ANNOTATED, "there are extractions in it", "langextract"),
    ("langextract", [QUOTED], "each item has a field (at /0)", "list"),
    ("langextract", {"staff": 5}, "there is no member field, and values", "flat"),
]


@pytest.mark.parametrize(("form", "raw", "why", "fit"), OTHERS)
def test_another_form_than_from_says_is_refused(
    tmp_path: Path, form: str, raw: Any, why: str, fit: str
) -> None:
    (tmp_path / "raw").write_text(json.dumps(raw))
    said = Ran("fact", "claims", "raw", "--from", form, cwd=tmp_path).refused()
    assert said.startswith(f"raw: this is not of the form {form}: {why}")
    assert said.endswith(f" (say --from {fit})\n")
    assert Ran("fact", "claims", "raw", "--from", fit, cwd=tmp_path).status == 0


def test_another_form_is_refused_with_its_line() -> None:
    raw = f"{json.dumps({'field': 'a', 'value': 1})}\n\n{json.dumps(QUOTED)}\n".encode()
    said = Ran("fact", "claims", "-", "--from", "groundgate", stdin=raw).refused()
    assert said.startswith("standard input:3: this is not of the form groundgate: ")


@pytest.mark.parametrize(
    ("form", "raw"),
    [
        ("list", {"candidates": [CITED]}),
        ("list", [CITED, QUOTED]),
        ("groundgate", [CITED, {"field": "a", "value": 1}]),
        ("flat", {"candidates": ["Ann", "Bo"], "staff": 5}),
        ("flat", {"facts": [{"value": 5, "quote": "five"}]}),
        ("flat", {"unit": "mg", "text": "a"}),
        ("list", [{"field": "a", "value": 1}]),
    ],
)
def test_what_may_have_the_form_is_converted(form: str, raw: Any) -> None:
    ran = Ran("fact", "claims", "-", "--from", form, stdin=json.dumps(raw).encode())
    assert ran.status == 0


def test_a_flat_object_may_have_a_field_called_field() -> None:
    schema = {"fields": {"field": {"type": "string"}, "value": {"type": "string"}}}
    raw = json.dumps({"field": "wheat", "value": "high"})
    assert [claim["field"] for claim in convert(raw, "flat", schema).claims] == ["field", "value"]
    with pytest.raises(ClaimsFault):
        convert(raw, "flat", SCHEMA)


def test_a_flat_object_has_a_field_of_the_schema() -> None:
    with pytest.raises(ClaimsFault, match="neither a field nor an array"):
        convert('{"error": "nothing was found"}', "list", SCHEMA)


def test_the_name_of_a_field_is_said_with_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text('{"fields": {"Net Fee": {"type": "number"}}}')
    given = ("fact", "claims", "-", "--from", "list", "--schema", "s.json")
    assert Ran(*given, stdin=b"[]", cwd=tmp_path).refused() == (
        "s.json: The name 'Net Fee' is not allowed; it must match ^[a-z][a-z0-9_]{0,63}$ (at "
        "/fields/Net Fee)\n"
        "  hint: Write net_fee. A field's name is one letter of a to z, and then at most 63 of a "
        "to z, 0 to 9 and _.\n"
    )


def test_nothing_to_change() -> None:
    ran = Ran("fact", "claims", "-", "--from", "list", stdin=b"[]")
    assert json.loads(ran.out) == {"claims": [], "absences": [], "changes": []}
    assert ran.errors == "standard input: 0 claims, 0 absences, 0 changes\n"


USAGE: list[tuple[tuple[str, ...], str]] = [
    (("--from", "list", "--offset-unit", "utf-16"), "groundspec: offsets in utf-16 need the sour"),
    (("--from", "groundgate", "--offset-unit", "bytes"), "groundspec: offsets of the form groundg"),
    (("--from", "list", "--schema", "-"), "groundspec: only one file can be standard input\n"),
    (("--from", "list", "--schema", "no.json"), "groundspec: no.json: No such file or directory"),
    (("--from", "list", "--schema", "bad.json"), "bad.json: The member 'fields' is missing (a sc"),
    (("--from", "list", "--schema", "twice.json"), "groundspec: twice.json:1:9: The member 'a' is"),
    (("--from", "list", "--schema", "list.json"), "groundspec: list.json: a schema of fields is "),
    (("--from", "list", "--document", "bom"), "groundspec: bom begins with a byte order mark"),
    (("--from", "list", "--document", "latin"), "groundspec: latin: the bytes at byte 1 are not "),
    (("--from", "list", "--schema", "ok.json", "-o", "ok.json"), "groundspec: ok.json: it would r"),
    (("--from", "list", "-o", "no/out"), "groundspec: no/out: No such file or directory\n"),
    ((), "groundspec fact claims: the following arguments are required: --from\n"),
    (("--from", "csv"), "groundspec fact claims: argument --from: invalid choice: 'csv'"),
]


@pytest.mark.parametrize(("options", "said"), USAGE)
def test_wrong_usage(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    files = {
        "bad.json": b'{"units":{}}',
        "twice.json": b'{"a":1, "a":2}',
        "list.json": b"[]",
        "ok.json": json.dumps(SCHEMA).encode(),
        "bom": b"\xef\xbb\xbfa",
        "latin": b"a\xff",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    ran = Ran("fact", "claims", "-", *options, stdin=b"[]", cwd=tmp_path)
    assert ran.refused().startswith(said)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_the_verbs_and_the_help() -> None:
    assert "there is no verb claim\n  hint: Did you mean claims?" in Ran("fact", "claim").refused()
    ran = Ran("fact", "claims", "--help")
    assert (ran.status, ran.errors) == (0, "")
    assert all(len(line) <= 100 for line in ran.out.decode().splitlines())


def test_the_library_refuses_what_makes_no_sense() -> None:
    with pytest.raises(SchemaFault):
        convert("[]", "list", {"units": {}})
    for form, unit in (("csv", "bytes"), ("list", "words"), ("list", "utf-16")):
        with pytest.raises(ValueError, match=r"none of|need the document"):
            convert("[]", form, offset_unit=unit)
    with pytest.raises(ValueError, match="has a unit of offsets of its own"):
        convert("[]", "langextract", document="a", offset_unit="utf-16")


def test_the_kinds_are_those_of_the_schema() -> None:
    items = resources.schema("fact-claims")["properties"]["changes"]["items"]
    assert items["properties"]["what"]["enum"] == list(KINDS)
