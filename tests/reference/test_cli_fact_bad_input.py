"""fact check: whatever is wrong with an input is said in a line, and nothing is written."""

import json
from pathlib import Path
from typing import Any

import pytest

from groundspec import resources
from reference.factcheck import CLAIMS, SCHEMA, as_json, check, table, written
from reference.program import Ran

ONE = json.dumps(CLAIMS[0]).encode()


def refused(folder: Path, *options: str) -> str:
    """The one line about what is wrong; no file came of it."""
    before = {path.name for path in folder.iterdir()}
    said = check(folder, *options, "-o", "r.json", "--packet", "p.json").refused()
    assert {path.name for path in folder.iterdir()} == before
    assert said.count("\n") == 1 + said.count("\n  hint: ")
    return said


def schema(**members: Any) -> bytes:
    return json.dumps({**SCHEMA, **members}).encode()


def field(**members: Any) -> bytes:
    return schema(fields={"f": {"type": "number", **members}})


DOCUMENTS = [
    (b"\xef\xbb\xbfa", "groundspec: d.txt begins with a byte order mark (EF BB BF)\n  hint: It wo"),
    (b"a\xff\xfe", "groundspec: d.txt: the bytes FF FE at byte 1 are not UTF-8\n  hint: Save the"),
    (b"\xed\xa0\x80", "groundspec: d.txt: the bytes ED A0 80 at byte 0 are not UTF-8\n"),
    (
        b"e\xcc\x81",
        "d.txt: SOURCE_NOT_NFC: The text of the source is not in Normalization Form C\n",
    ),
]


@pytest.mark.parametrize(("data", "said"), DOCUMENTS)
def test_documents(tmp_path: Path, data: bytes, said: str) -> None:
    written(tmp_path, document=data)
    assert refused(tmp_path).startswith(said)


def test_an_empty_document_is_a_document(tmp_path: Path) -> None:
    written(tmp_path, document=b"")
    assert as_json(tmp_path)["summary"]["rejected"] == 4


SCHEMAS = [
    (b"", "groundspec: s.json:1:1: JSON_INVALID: The text ends where a value is due\n"),
    (b"[]", "groundspec: s.json: a schema of fields is an object\n  hint: A schema is {"),
    (b'{"fields":{},"fields":{}}', "groundspec: s.json:1:14: DUPLICATE_MEMBER: The member 'fiel"),
    (b'{"a":1}', "s.json: PACKET_INVALID: The schema names no member 'a'\n  hint: A schema is {"),
    (b"{}", "s.json: PACKET_INVALID: The member 'fields' is missing\n  hint: A schema is {"),
    (field(type="float"), "s.json: PACKET_INVALID: The value must be one of number, integer, stri"),
    (
        b'{"fields":{"Fee":{"type":"string"}}}',
        "s.json: PACKET_INVALID: The name 'Fee' is not allowed; it must match ^[a-z][a-z0-9_]{0,63}"
        "$ (at /fields/Fee)\n  hint: Write fee. A field's name is one letter of a to z, and then",
    ),
    (
        b'{"fields":{},"units":{"a b":{}}}',
        "s.json: PACKET_INVALID: The name 'a b' is not allowed; it must match ^[A-Za-z0-9%\\xb0"
        "\\xb5\\xb7/^_.*-]{1,32}$ (at /units/a b)\n  hint: The code of a unit is 1 to 32 of A to",
    ),
    (field(minimum="x"), "s.json: PACKET_INVALID: "),
    (b'{"fields":{"f":{"type":"number","minimum":0.5}}}', "groundspec: s.json:1:43: NUMBER_FORM: "),
    (
        field(unit="zz"),
        "s.json: UNIT_UNKNOWN: Neither the pack nor the schema has the unit 'zz' (at /fields/f/uni"
        "t)\n  hint: Give a new unit its forms in the member units of the schema.\n",
    ),
    (schema(units={"zz": {}}), "s.json: UNIT_WITHOUT_FORMS: The unit 'zz' has no form by which a"),
    (
        schema(units={"zz": {"suffix": ["a "]}}),
        "s.json: UNIT_FORM_INVALID: 'a ' is no form of a unit (at /units/zz/suffix/0)\n  hint: ",
    ),
    (
        field(minimum=5, maximum=4),
        "s.json: FIELD_UNSATISFIABLE: No value can be given for the field f: its minimum is great",
    ),
]


@pytest.mark.parametrize(("data", "said"), SCHEMAS)
def test_schemas(tmp_path: Path, data: bytes, said: str) -> None:
    written(tmp_path, schema=data)
    assert refused(tmp_path).startswith(said)


FILES: list[tuple[Any, str]] = [
    (b"", "groundspec: c.json:1:1: JSON_INVALID: The text ends where a value is due\n"),
    (b"\n\n", "groundspec: c.json:3:1: JSON_INVALID: The text ends where a value is due\n"),
    (b"5", "groundspec: c.json: there are no claims in it\n  hint: Give [{"),
    (b"{}", "groundspec: c.json: there are no claims in it\n"),
    (b"[5]", "groundspec: c.json: a claim is an object (at /0)\n"),
    ({"claims": [{}, 5]}, "groundspec: c.json: a claim is an object (at /claims/1)\n"),
    ({"claims": {}}, "groundspec: c.json: claims is no array (at /claims)\n"),
    ({"claims": [], "absences": {"a": 1}}, "groundspec: c.json: absences is no array (at /absenc"),
    ({"claims": [], "x\x1b": 1}, "groundspec: c.json: there is a member 'x\\x1b' beside claims\n"),
    (
        {"claims": [], "source": {}},
        "groundspec: c.json: this looks like a packet\n  hint: `groundspec decide` decides it;",
    ),
    (
        {"claims": [], "absences": [{"field": "zz"}]},
        "c.json: ABSENCE_UNKNOWN: The schema has no field 'zz' (at /absences/0/field)\n",
    ),
    ({"claims": [], "absences": [5]}, "c.json: PACKET_INVALID: The value must be of type object"),
    ({"claims": [], "absences": [{"field": "fee", "x": 1}]}, "c.json: PACKET_INVALID: The schema"),
    ([{"id": 5}], "c.json: PACKET_INVALID: The value must be of type string (at /0/id)\n"),
    ([{"id": ""}], "c.json: PACKET_INVALID: The string must have at least 1 code points (at /0/i"),
    (
        {"claims": [{"id": ["a"]}]},
        "c.json: PACKET_INVALID: The value must be of type string (at /c",
    ),
    ([{"id": "a"}, {"id": "a"}], "c.json: DUPLICATE_CLAIM_ID: The id 'a' is that of /claims/0 too"),
    ([{"id": "f2"}, {}], "c.json: DUPLICATE_CLAIM_ID: The id 'f2' is that of /claims/0 too (at /1"),
    (b'[{"value":5.5}]', "groundspec: c.json:1:11: NUMBER_FORM: The number 5.5 is not a plain in"),
    (b'[{"confidence":1e0}]', "groundspec: c.json:1:16: NUMBER_FORM: The number 1e0 is not a plai"),
    (b'[{"value":NaN}]', "groundspec: c.json:1:11: JSON_INVALID: 'NaN' does not begin a value"),
    (b'[{"value":9007199254740992}]', "groundspec: c.json:1:11: NUMBER_RANGE: "),
    (b'[{"a":1,"a":2}]', "groundspec: c.json:1:9: DUPLICATE_MEMBER: The member 'a' is there twice"),
    (b'[{"value":"\\ud800"}]', "groundspec: c.json:1:12: LONE_SURROGATE: "),
    (b"\xef\xbb\xbf[]", "groundspec: c.json:1:1: BYTE_ORDER_MARK: "),
    (b"\xff", "groundspec: c.json:1:1: NOT_UTF8: The bytes FF at byte 0 are not well-formed UTF-8"),
    (b"[" * 5000 + b"]" * 5000, "groundspec: c.json:1:65: NESTING_TOO_DEEP: "),
    (ONE + b"\n5\n", "groundspec: c.json: line 2 is no object\n  hint: A claim is an object.\n"),
    (ONE + b"\n\n" + ONE[:-1], "groundspec: c.json:3:"),
    (ONE + b'\n{"value":5.5}', "groundspec: c.json:2:10: NUMBER_FORM: The number 5.5 is not"),
    (b'{"value":5.5}\n' + ONE, "groundspec: c.json:1:10: NUMBER_FORM: The number 5.5 is not"),
    (ONE + b'\n{"a":"\xff"}', "groundspec: c.json:2:7: NOT_UTF8: "),
    (b'{"id":"a"}\n\n{"id":"a"}\n', "c.json:3: DUPLICATE_CLAIM_ID: The id 'a' is that of /claims"),
]


@pytest.mark.parametrize(("data", "said"), FILES)
def test_claims(tmp_path: Path, data: Any, said: str) -> None:
    written(tmp_path, data)
    assert refused(tmp_path).startswith(said)


QUOTED = {"field": "fee", "value": "5", "quote": "$5"}
RAW: list[tuple[Any, str, str]] = [
    ([QUOTED], "there is quote beside the value, and no evidence (at /0)", "list"),
    ([{"field": "fee", "value": "5"}, {"field": "fee", "start": 1}], "there is start be", "list"),
    (QUOTED, "there is quote beside the value, and no evidence", "list"),
    ({"candidates": [CLAIMS[0]]}, "each item has a field (at /candidates/0)", "groundgate"),
    ({"facts": [CLAIMS[0]], "not_found": []}, "each item has a field (at /facts/0)", "list"),
    ({"fee": 5}, "there is no member field, and values stand at names", "flat"),
    ([{"fee": "5"}], "there is no member field, and values stand at names (at /0)", "flat"),
    ({"text": "a", "extractions": []}, "there are extractions in it", "langextract"),
    (
        b'{"field":"a","value":"1"}\n' + json.dumps(QUOTED).encode(),
        "there is quote beside the value, and no evidence, on line 2",
        "list",
    ),
]


@pytest.mark.parametrize(("data", "why", "form"), RAW)
def test_model_output_is_no_file_of_claims(tmp_path: Path, data: Any, why: str, form: str) -> None:
    written(tmp_path, data)
    said = refused(tmp_path)
    assert said.startswith(f"groundspec: c.json: this is model output, not claims: {why}")
    hint = f"`groundspec fact claims RAW --from {form} --schema SCHEMA -o CLAIMS` makes claims of"
    assert f"\n  hint: {hint} it.\n" in said


@pytest.mark.parametrize("data", [b'[{"field":"fee","value":4.2}]', b"```json\n[]\n```\n"])
def test_decimals_and_code_fences_are_those_of_model_output(tmp_path: Path, data: bytes) -> None:
    written(tmp_path, data)
    assert refused(tmp_path).endswith(
        " Of model output as it comes, `groundspec fact claims` makes claims.\n"
    )


def test_claims_without_evidence_and_with_members_too_many_are_decided(tmp_path: Path) -> None:
    odd = [{"field": "fee", "value": "5"}, {**CLAIMS[0], "quote": "$5"}]
    written(tmp_path, odd)
    codes = [row["decision"]["codes"] for row in as_json(tmp_path)["claims"]]
    assert codes == [["UNIT_INVALID"], ["CLAIM_INVALID"]]


USAGE: list[tuple[tuple[str, ...], str]] = [
    (("--policy", "sed"), "groundspec: there is no policy sed\n  hint: Did you mean seed?\n"),
    (("--policy", "quote/exact"), "groundspec: quote/exact: No such file or directory\n"),
    (("--policy", "exact"), "groundspec: there is no policy exact\n  hint: The policies are def"),
    (("--policy", "no.json"), "groundspec: no.json: No such file or directory\n"),
    (("--policy", "flag.json"), "groundspec: flag.json: This is no flag of the check (at /waive/0"),
    (("--policy", "quote.json"), "groundspec: quote.json: The "),
    (
        ("--policy", "list.json"),
        "groundspec: list.json: A policy is an object\n  hint: `groundspec explain fact/default --",
    ),
    (
        ("--policy", "typo.json"),
        "groundspec: typo.json: This is no flag of the check (at /waive/0)\n  hint: Did you mean "
        "QUALIFIED_VALUE? Flags are ",
    ),
    (("--document-url", " \t"), "--document-url: PACKET_INVALID: It holds nothing but white space"),
    (("--fail-on", "rejected,"), "groundspec fact check: argument --fail-on: '' is none of reject"),
    (
        ("--fail-on", "all"),
        "groundspec fact check: argument --fail-on: 'all' is none of rejected, ",
    ),
    (("--offset-unit", "words"), "groundspec fact check: argument --offset-unit: invalid choice: "),
    (("--format", "html"), "groundspec fact check: argument --format: invalid choice: "),
    (("--nfcc",), "groundspec fact check: there is no option --nfcc\n  hint: Did you mean --nfc?"),
    (("more",), "groundspec fact check: there is one argument too many, more\n"),
]


@pytest.mark.parametrize(("options", "said"), USAGE)
def test_usage(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    written(tmp_path)
    flag = {**resources.policy("fact", "default"), "waive": ["NO_EVIDENCE"]}
    (tmp_path / "flag.json").write_text(json.dumps(flag))
    typo = {**flag, "waive": ["QUALIFED_VALUE"]}
    (tmp_path / "typo.json").write_text(json.dumps(typo))
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "quote.json").write_text(json.dumps(resources.policy("quote", "default")))
    ran = check(tmp_path, *options)
    assert ran.refused().startswith(said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("d.txt", "-", "-"),
            "groundspec: only one file can be standard input\n  hint: Name the o",
        ),
        (
            ("no", "s.json", "c.json"),
            "groundspec: no: No such file or directory\n  hint: Name a fi",
        ),
        (("d.txt", "no", "c.json"), "groundspec: no: No such file or directory\n"),
        (("d.txt", "s.json", "no"), "groundspec: no: No such file or directory\n"),
        ((".", "s.json", "c.json"), "groundspec: .: Is a directory\n"),
        (("d.txt", "s.json"), "groundspec fact check: the following arguments are required: CLAIM"),
    ],
)
def test_inputs_that_are_not_there(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    written(tmp_path)
    assert Ran("fact", "check", *arguments, cwd=tmp_path).refused().startswith(said)


# --- What is no fault of the input ----------------------------------------------------------------


@pytest.mark.parametrize("value", ["$5", "+5", "5e3", "5.", "", "\u0665", "1_000", "--5", "0x5"])
def test_values_that_are_no_numbers_are_rejected(tmp_path: Path, value: str) -> None:
    written(tmp_path, [{"field": "staff", "value": value, "evidence": "12"}])
    decision = as_json(tmp_path)["claims"][0]["decision"]
    assert (decision["outcome"], decision["codes"]) == ("rejected", ["TYPE_INVALID"])
    assert "is no number as the check reads them." in " ".join(table(tmp_path).split())


@pytest.mark.parametrize(
    "document",
    ["5\u202e6 5", "\x00\x07 5", "5\u20e3 5", "\u200b5\u200b 5", "a\x1b[31m 5", "5\u00ad5 5"],
)
def test_documents_with_strange_characters_are_shown_harmlessly(
    tmp_path: Path, document: str
) -> None:
    written(
        tmp_path,
        [{"field": "staff", "value": "7", "evidence": document}],
        document=document.encode(),
    )
    shown = table(tmp_path, "--nfc")
    assert all(char.isprintable() or char == "\n" for char in shown)


def test_confidence_that_the_policy_asks_for_is_asked_of_every_claim(tmp_path: Path) -> None:
    policy = {**resources.policy("fact", "default"), "min_confidence": "0.5"}
    written(tmp_path, CLAIMS[:1])
    (tmp_path / "p.json").write_text(json.dumps(policy))
    decision = as_json(tmp_path, "--policy", "p.json")["claims"][0]["decision"]
    assert decision["codes"] == ["LOW_CONFIDENCE"]
    wrongs: list[Any] = [1, "1.5", "-1", True, [], "high"]
    for wrong in wrongs:
        written(tmp_path, [{**CLAIMS[0], "confidence": wrong}])
        assert as_json(tmp_path)["claims"][0]["decision"]["codes"] == ["CLAIM_INVALID"]


def test_decide_says_what_is_wrong_with_a_claim(tmp_path: Path) -> None:
    written(tmp_path, [{"field": "fee"}, {"field": "fee", "value": "1", "evidence": [{"end": 1}]}])
    as_json(tmp_path, "--packet", "p.json")
    ran = Ran("decide", "p.json", cwd=tmp_path)
    assert ran.status == 0
    assert ran.errors == (
        "p.json: claim \"f1\": The member 'value' is missing. (at /claims/0)\n"
        'p.json: claim "f2": There is end without start. (at /claims/1/evidence/0)\n'
    )
