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

RAW = b'[{"field": "revenue", "value": "\xe2\x82\xac5", "confidence": 2}]'


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
    raw = json.dumps([{"field": "a\n", "value": 5}] * 9).encode()
    ran = Ran("fact", "claims", "-", "--from", "list", stdin=raw)
    assert ran.status == 0
    assert ran.errors.endswith("and 8 more; the output lists them all\n")
    assert "      9  id made\n" in ran.errors
    assert ran.errors.count("\nid made ") == 5


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
