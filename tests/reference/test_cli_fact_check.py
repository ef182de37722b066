"""fact check as a program: the table, the JSON, offsets, NFC, policies, exit status."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec import resources
from reference.factcheck import ABSENCES, CLAIMS, DOCUMENT, SCHEMA, as_json, check, table, written
from reference.program import PROGRAM, Ran, needs_posix

# --- The table ------------------------------------------------------------------------------------


def test_the_table_and_what_is_behind_it(tmp_path: Path) -> None:
    written(tmp_path)
    assert table(tmp_path) == (
        "id     field  value        outcome             codes\n"
        "f1     fee    5000000 USD  admitted\n"
        "f2     sales  1500 USD     needs_verification  SCALE_WORD\n"
        "f3     rate   25 %         rejected            UNIT_NOT_IN_EVIDENCE\n"
        "staff  staff  12           admitted\n"
        "\n"
        "f2: sales, 1500 USD: needs_verification\n"
        "  3 | Caf\u00e9 sales were up to 25 bps and $1,500 million in 2023.\n"
        "    |                                  -^^^^^-!!!!!!!\n"
        '  SCALE_WORD (flag): The text says "1,500 million"; the claim says 1500.\n'
        "\n"
        "f3: rate, 25 %: rejected\n"
        "  3 | Caf\u00e9 sales were up to 25 bps and $1,500 million in 2023.\n"
        "    |                 ------^^----\n"
        '  UNIT_NOT_IN_EVIDENCE (reject): The number "25" stands there with the unit bps ("bps"), '
        "and not\n    %.\n"
        "\n"
        "required fields that are missing: 1\n"
        "  REQUIRED_FIELD_MISSING: The field auditor is required, and no claim was made for it.\n"
        "\n"
        "absences that are doubted: 1 of 2\n"
        '  ABSENCE_DOUBTED: The field fee is said to be absent by "m", but the claim f1 passed.\n'
        "\n"
        "2 admitted, 1 needs verification, 1 rejected\n"
    )


def test_all_parts_are_left_out_that_have_nothing_to_say(tmp_path: Path) -> None:
    written(tmp_path, [], schema=b'{"fields":{}}')
    assert table(tmp_path) == "0 admitted, 0 need verification, 0 rejected\n"
    written(
        tmp_path,
        CLAIMS[:1],
        schema=json.dumps({"fields": {"fee": SCHEMA["fields"]["fee"]}}).encode(),
    )
    assert table(tmp_path).count("\n") == 4


def test_columns_are_those_of_a_terminal(tmp_path: Path) -> None:
    claims = [
        {"id": "\u6f22\u5b57", "field": "g", "value": "1"},
        {"id": "e\u0301\u200bx", "field": "g", "value": "1"},
        {"id": "a\\u0041", "field": "g", "value": "1"},
        {"id": "i" * 70, "field": "g", "value": "v" * 40},
    ]
    written(tmp_path, claims)
    rows = table(tmp_path).split("\n")[:5]
    assert rows[0].index("field") == 67
    assert rows[1].index(" g ") == 64  # two characters of two columns each
    assert rows[2].startswith("e\u0301\\u200Bx ")
    assert rows[2].index(" g ") == 67
    assert rows[3].startswith("a\\u005Cu0041 ")
    assert rows[3].index(" g ") == 66
    assert rows[4] == f"{'i' * 64}\u22ef  g      {'v' * 32}\u22ef  rejected  FIELD_UNKNOWN"


def test_wide_and_combining_text_is_marked_where_it_stands(tmp_path: Path) -> None:
    document = "\u6f22\u5b57 e\u0301 \u202e\u5186 5 x".encode()
    written(tmp_path, [{"field": "staff", "value": "-5", "evidence": "5 x"}], document=document)
    lines = table(tmp_path, "--nfc").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("  1 | "))
    assert lines[at] == "  1 | \u6f22\u5b57 \u00e9 \\u202E\u5186 5 x"
    assert lines[at + 1] == "    |" + " " * 17 + "^--"


# --- JSON -----------------------------------------------------------------------------------------


def test_the_json_has_the_published_shape_and_every_decision_whole(tmp_path: Path) -> None:
    written(tmp_path)
    value = as_json(tmp_path, "-o", "r.json", "--packet", "p.json")
    receipt = json.loads((tmp_path / "r.json").read_bytes())
    packet = json.loads((tmp_path / "p.json").read_bytes())
    assert [row["decision"] for row in value["claims"]] == receipt["decisions"]
    assert [row["claim"] for row in value["claims"]] == packet["claims"]
    for name in ("check", "inputs", "receipt_sha256", "summary"):
        assert value[name] == receipt[name]
    assert value["document"] == {"name": "d.txt", "id": None, "url": None, "bytes": 96, "lines": 4}
    assert value["policy"] == "default"
    row = value["claims"][1]
    assert row["evidence"]["text"] == "$1,500 million"
    assert row["figure"] == {
        "text": "1,500",
        "place": {"start": 63, "end": 68, "line": 3, "column": 35, "end_line": 3, "end_column": 40},
    }
    assert [code["class"] for code in row["codes"]] == ["flag"]
    assert row["codes"][0]["rule"] == "F-UNSCALED"
    assert [row["codes"] == [] for row in value["absences"]] == [False, True]


def test_invalid_claims_do_not_break_the_json(tmp_path: Path) -> None:
    claims = [{"field": 5, "value": [1], "x": {"a": None}}, {"value": "\u202e"}, {"field": "\n"}]
    written(tmp_path, claims)
    value = as_json(tmp_path)
    assert [row["decision"]["codes"] for row in value["claims"]] == [["CLAIM_INVALID"]] * 3
    assert [row["codes"][0]["rule"] for row in value["claims"]] == ["F-CLAIM"] * 3
    table(tmp_path)


def test_the_packet_and_the_receipt_verify_and_are_canonical(tmp_path: Path) -> None:
    written(tmp_path)
    as_json(
        tmp_path, "-o", "r.json", "--packet", "p.json", "--document-id", "d", "--document-url", "u"
    )
    ran = Ran("verify", "r.json", "p.json", cwd=tmp_path)
    assert (ran.status, ran.out) == (0, b"r.json: verified\n")
    packet = json.loads((tmp_path / "p.json").read_bytes())
    assert packet["source"] == {"text": DOCUMENT, "id": "d", "url": "u"}
    assert packet["schema"] == SCHEMA
    assert packet["absences"] == ABSENCES
    receipt = groundspec.decide_bytes(packet) + b"\n"
    assert (tmp_path / "r.json").read_bytes() == receipt
    ran = check(tmp_path, "-o", "-", "--document-id", "d", "--document-url", "u")
    assert (ran.status, ran.out, ran.errors) == (0, receipt, "")
    library = groundspec.check_facts(DOCUMENT, SCHEMA, CLAIMS, absences=ABSENCES)
    assert library["decisions"] == json.loads(receipt)["decisions"]


@needs_posix
def test_a_terminal_gets_the_table(tmp_path: Path) -> None:
    import pty

    written(tmp_path)
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "fact", "check", "d.txt", "s.json", "c.json"]
    with subprocess.Popen(command, stdout=theirs, cwd=tmp_path) as process:
        os.close(theirs)
        assert os.read(ours, 100).startswith(b"id     field  value")
        assert process.wait(timeout=30) == 0
    os.close(ours)


# --- Claims ---------------------------------------------------------------------------------------


def lines(*claims: Any, end: str = "\n") -> bytes:
    return "".join(json.dumps(claim) + end for claim in claims).encode()


FORMS = [
    json.dumps(CLAIMS).encode(),
    json.dumps({"claims": CLAIMS, "absences": [], "changes": []}).encode(),
    json.dumps({"claims": CLAIMS, "absences": None}).encode(),
    lines(*CLAIMS),
    b"\n \r\n" + lines(*CLAIMS, end="\r\n\t\n").rstrip(),
]


@pytest.mark.parametrize("data", FORMS)
def test_claims_come_in_three_forms(tmp_path: Path, data: bytes) -> None:
    written(tmp_path)
    whole = as_json(tmp_path)["claims"]
    written(tmp_path, data)
    assert as_json(tmp_path)["claims"] == whole


def test_one_line_is_a_claim_if_it_has_a_field(tmp_path: Path) -> None:
    written(tmp_path, lines(CLAIMS[0]))
    assert as_json(tmp_path)["summary"]["admitted"] == 1


def test_what_fact_claims_writes_can_be_checked(tmp_path: Path) -> None:
    raw = [
        {"field": "fee", "value": "5,000,000", "quote": "$5 million"},
        {"field": "auditor", "value": None},
    ]
    (tmp_path / "raw").write_text(json.dumps(raw))
    written(tmp_path)
    ran = Ran(
        "fact",
        "claims",
        "raw",
        "--from",
        "list",
        "--schema",
        "s.json",
        "-o",
        "c.json",
        cwd=tmp_path,
    )
    assert ran.status == 0
    value = as_json(tmp_path)
    assert value["summary"] == {"admitted": 1, "needs_verification": 0, "rejected": 0}
    assert [row["field"] for row in value["absences"]] == ["auditor"]


@pytest.mark.parametrize("dash", [0, 1, 2])
def test_each_input_can_be_standard_input(tmp_path: Path, dash: int) -> None:
    written(tmp_path)
    names = ["d.txt", "s.json", "c.json"]
    stdin = (tmp_path / names[dash]).read_bytes()
    whole = as_json(tmp_path)["claims"]
    names[dash] = "-"
    ran = Ran("fact", "check", *names, stdin=stdin, cwd=tmp_path)
    value = json.loads(ran.out)
    assert value["claims"] == whole
    assert value["document"]["name"] == ("standard input" if dash == 0 else "d.txt")


# --- Offsets and NFC ------------------------------------------------------------------------------

WIDE = "\U0001f600\u00e9 is 5 USD, e\u0301"


@pytest.mark.parametrize(
    ("unit", "start", "end"), [("bytes", 10, 15), ("code-points", 6, 11), ("utf-16", 7, 12)]
)
def test_offsets_of_every_unit_become_bytes(
    tmp_path: Path, unit: str, start: int, end: int
) -> None:
    region = {"start": start, "end": end}
    claims = [
        {"field": "fee", "value": "5", "unit": "USD", "evidence": {"start": start, "end": end}},
        {"field": "fee", "value": "5", "unit": "USD", "evidence": "5", "search_region": region},
        {"field": "fee", "value": "5", "unit": "USD", "evidence": [{"start": start, "end": end}]},
    ]
    written(tmp_path, claims, document=WIDE.encode())
    value = as_json(tmp_path, "--nfc", "--offset-unit", unit)
    assert value["summary"]["admitted"] == 3
    assert value["claims"][0]["claim"]["evidence"] == [{"start": 10, "end": 15}]
    assert value["claims"][1]["claim"]["search_region"] == {"start": 10, "end": 15}


@pytest.mark.parametrize("unit", ["bytes", "code-points", "utf-16"])
def test_offsets_that_are_no_place_are_none_in_bytes(tmp_path: Path, unit: str) -> None:
    inside = {"utf-16": (1, 3), "bytes": (1, 4)}.get(unit, (-1, 2))
    places = [inside, (3, 99), (-5, -1), (4, 4), (6, 2), (0, 2**53 - 1)]
    claims = [
        {"field": "fee", "value": "5", "unit": "USD", "evidence": {"start": start, "end": end}}
        for start, end in places
    ]
    claims.append({**claims[0], "evidence": {"start": True, "end": "5"}})
    written(tmp_path, claims, document=WIDE.encode())
    value = as_json(tmp_path, "--nfc", "--offset-unit", unit)
    codes = [row["decision"]["codes"] for row in value["claims"]]
    assert codes == [["SPAN_INVALID"]] * 6 + [["CLAIM_INVALID"]]


def test_a_document_that_is_not_nfc_is_refused_or_brought_there(tmp_path: Path) -> None:
    document = "Cafe\u0301 pays $5.".encode()
    claim = {"field": "fee", "value": "5", "unit": "USD", "evidence": "Caf\u00e9 pays $5"}
    written(tmp_path, [claim], document=document)
    assert check(tmp_path).refused() == (
        "d.txt: SOURCE_NOT_NFC: The text of the source is not in Normalization Form C\n"
        "  hint: --nfc brings it there; offsets then refer to what comes of it.\n"
    )
    value = as_json(tmp_path, "--nfc", "--packet", "p.json")
    assert value["summary"]["admitted"] == 1
    packet = json.loads((tmp_path / "p.json").read_bytes())
    assert packet["source"]["text"] == "Caf\u00e9 pays $5."


def test_nfc_is_that_of_the_pinned_tables(tmp_path: Path) -> None:
    text = "\u1100\u1161\u11a8 \u212b a\u0323\u0307 \u0378\u0301 \u2126 $5"
    written(tmp_path, [], document=text.encode())
    as_json(tmp_path, "--nfc", "--packet", "p.json")
    packet = json.loads((tmp_path / "p.json").read_bytes())
    assert packet["source"]["text"] == "\uac01 \u00c5 \u1ea1\u0307 \u0378\u0301 \u03a9 $5"


# --- Policies and exit status ---------------------------------------------------------------------


def test_policies_by_name_and_from_a_file(tmp_path: Path) -> None:
    own = {**resources.policy("fact", "default"), "waive": ["SCALE_WORD"]}
    written(tmp_path, own=json.dumps(own).encode())
    (tmp_path / "own").rename(tmp_path / "own.json")
    value = as_json(tmp_path, "--policy", "own.json")
    assert value["policy"] is None
    assert value["claims"][1]["decision"]["outcome"] == "admitted"
    assert value["claims"][1]["codes"][0]["waived"]
    for name in ("seed", "fact/seed"):
        assert as_json(tmp_path, "--policy", name)["policy"] == "seed"


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 0),
        (("--fail-on", "rejected"), 3),
        (("--fail-on", "review"), 4),
        (("--fail-on", "missing"), 5),
        (("--fail-on", "missing,review"), 4),
        (("--fail-on", "missing", "--fail-on", "review,rejected"), 3),
    ],
)
def test_the_exit_status_is_that_of_the_first_that_holds(
    tmp_path: Path, options: tuple[str, ...], status: int
) -> None:
    written(tmp_path)
    ran = check(tmp_path, *options, "-o", "r.json")
    assert (ran.status, ran.errors) == (status, "")
    assert json.loads(ran.out)["receipt_sha256"] in (tmp_path / "r.json").read_text()


def test_nothing_fails_where_nothing_is_wrong(tmp_path: Path) -> None:
    written(tmp_path, CLAIMS[:1], schema=b'{"fields":{"fee":{"type":"number","unit":"USD"}}}')
    assert check(tmp_path, "--fail-on", "rejected,review,missing").status == 0


def test_the_help_documents_each_status() -> None:
    ran = Ran("fact", "check", "--help")
    assert (ran.status, ran.errors) == (0, "")
    text = ran.out.decode()
    for status, what in ((3, "rejected"), (4, "review"), (5, "missing")):
        assert f"\n  {status} --fail-on {what}: " in text
    assert all(len(line) <= 100 for line in text.splitlines())
    assert "groundspec fact check" in text.partition("\nexamples:\n")[2]
