"""quote check: what a record becomes, and what the options do."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from groundspec.apps.tally import percent
from groundspec.core.canonical import canonical_bytes
from reference.program import PROGRAM, Ran, needs_posix
from reference.quotecheck import SOURCE, checked, decision, jsonl

FEE = {"claim": "The fee", "source": SOURCE}


# --- Records --------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["default", "strict", "exact"])
@pytest.mark.parametrize(
    "claim",
    ["The fee", "the fee", 'We "never" waive', "fee is 2", "nowhere", "", "\u2026", "5 May"],
)
def test_a_result_is_what_a_receipt_says(claim: str, policy: str) -> None:
    stdin = jsonl({"claim": claim, "source": SOURCE, "id": "a"}, {"claim": claim, "source": SOURCE})
    first, second = checked("--policy", policy, stdin=stdin)
    assert first["groundspec"] == decision(SOURCE, claim, "a", policy=policy)
    assert second["groundspec"] == decision(SOURCE, claim, "line 2", policy=policy)


def test_a_result_is_canonical_and_has_the_published_shape() -> None:
    names = ("quote-result", "receipt")
    shapes = {name: resources.schema(name) for name in names}
    library: Registry[Any] = Registry().with_resources(
        (shape["$id"], Resource.from_contents(shape)) for shape in shapes.values()
    )
    shape = Draft202012Validator(shapes["quote-result"], registry=library)
    closed = {"$ref": "urn:groundspec:receipt#/$defs/quote-decision"}
    stdin = jsonl(FEE, {**FEE, "claim": "fee is 2"}, {**FEE, "claim": 5})
    ran = Ran("quote", "check", "-", "--keep-going", stdin=stdin)
    for line in ran.out.splitlines():
        result = json.loads(line)["groundspec"]
        shape.validate(result)
        assert line.endswith(b',"groundspec":' + canonical_bytes(result) + b"}")
        if "error" not in result:
            del result["source_sha256"]
            Draft202012Validator(closed, registry=library).validate(result)
    assert not shape.is_valid({"error": {"line": 0, "message": "", "hint": None}})
    assert not shape.is_valid({"error": {"line": 1, "message": "", "hint": None}, "id": "1"})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('{"claim":"a","source":"a"}', '{"claim":"a"'),
        ('{"source":"a","claim":"a"}', '{"claim":"a"'),
        ('{"z":0.930,"source":"a","claim":"a","y":1e2}', '{"z":0.930,"claim":"a","y":1e2'),
        ('  { "z" : 1E+400 , "claim":"\\u0061", "source":"a" } \t\r',
         '{ "z" : 1E+400 , "claim":"\\u0061"'),
        ('{"claim":"a","source":"a","\\u0073":[ {"b":-0}, "\\/\\ud83d\\ude00" ]}',
         '{"claim":"a","\\u0073":[ {"b":-0}, "\\/\\ud83d\\ude00" ]'),
        ('{"claim":"a","s":"\u2028\u0085\U0001f600","\\u0073ource":"a"}',
         '{"claim":"a","s":"\u2028\u0085\U0001f600"'),
        ('{"start":"x","claim":"a","source":"a","end":null,"":{}}',
         '{"start":"x","claim":"a","end":null,"":{}'),
        ('{"claim":"a","n":' + "9" * 5000 + ',"source":"a"}', '{"claim":"a","n":' + "9" * 5000),
        ('{"claim":"a","n":1.' + "9" * 5000 + ',"source":"a"}', '{"claim":"a","n":1.' + "9" * 5000),
        ('{"id":7,"claim":"a","source":"a"}', '{"id":7,"claim":"a"'),
        ('{"id":"","claim":"a","source":"a"}', '{"id":"","claim":"a"'),
    ],
)  # fmt: skip
def test_what_is_passed_on_is_as_it_was_written(given: str, kept: str) -> None:
    ran = Ran("quote", "check", "-", "--quiet", stdin=given.encode())
    result = canonical_bytes(decision("a", "a", "line 1"))
    assert (ran.status, ran.errors) == (0, "")
    assert ran.out == kept.encode() + b',"groundspec":' + result + b"}\n"


def test_a_source_path_is_passed_on(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_bytes(SOURCE.encode())
    line = b'{"source_path":"s.txt", "claim":"The fee" }'
    ran = Ran("quote", "check", "-", "--quiet", stdin=line, cwd=tmp_path)
    result = canonical_bytes(decision(SOURCE, "The fee", "line 1"))
    assert ran.out == line[:-2] + b',"groundspec":' + result + b"}\n"


def test_lines_end_with_a_line_feed_alone() -> None:
    bom, line = b"\xef\xbb\xbf", json.dumps(FEE).encode()
    stdin = (
        bom + line + b"\r\n\n \t\r\n" + line.replace(b"The", "\u2028The".encode()) + b"\n" + line
    )
    ids = [record["groundspec"]["id"] for record in checked(stdin=stdin)]
    assert ids == ["line 1", "line 4", "line 5"]


def test_records_come_out_in_the_order_they_came_in(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text(f"number {number} stands here", "utf-8")
    records = [
        {"id": str(row), "claim": f"number {row % 7}", "source_path": f"{row % 5}.txt"}
        for row in range(400)
    ]
    for room in ("0", "8"):
        out = checked("--cache-mb", room, stdin=jsonl(*records), cwd=tmp_path)
        assert [{**record, "groundspec": 0} for record in out] == [
            {**record, "groundspec": 0} for record in records
        ]
        admitted = [record["groundspec"]["outcome"] == "admitted" for record in out]
        assert admitted == [row % 7 == row % 5 for row in range(400)]


# --- The result's member --------------------------------------------------------------------------


def test_a_policy_may_be_named_with_its_check() -> None:
    stdin = jsonl(FEE, {**FEE, "claim": "the fee"})
    found = checked("--policy", "quote/strict", stdin=stdin)
    assert found == checked("--policy", "strict", stdin=stdin) != checked(stdin=stdin)


def test_the_member_of_the_result_can_be_named() -> None:
    out = Ran(
        "quote", "check", "-", "--quiet", "--key", 'a"\u00e9', stdin=jsonl({**FEE, "groundspec": 1})
    )
    assert out.status == 0
    assert out.out.startswith(
        b'{"claim": "The fee", "groundspec": 1,"a\\"\xc3\xa9":{"claim_sha256":'
    )


def test_an_old_result_is_replaced() -> None:
    stdin = b'{"groundspec":{"tier":1}, "claim":"The fee","source":"The fee","x": 1}'
    ran = Ran("quote", "check", "-", "--quiet", "--replace-existing", stdin=stdin)
    assert ran.out.startswith(b'{"claim":"The fee","x": 1,"groundspec":{"claim_sha256":')
    again = ran.out.replace(b'"x"', b'"source":"The fee","x"')
    assert Ran("quote", "check", "-", "--quiet", "--replace-existing", stdin=again).out == ran.out


# --- Places ---------------------------------------------------------------------------------------

WIDE = "a\U0001f600e\u0301 \u00dcber caf\u00e9 \U0001d54f end"


@pytest.mark.parametrize("unit", ["bytes", "code-points", "utf-16"])
def test_the_units_of_offsets_lead_to_one_place(unit: str) -> None:
    measure: dict[str, Callable[[str], int]] = {
        "bytes": lambda text: len(text.encode()),
        "code-points": len,
        "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    }
    records, wanted = [], []
    for source in (WIDE, "\U0001f600" * 2000 + " " + WIDE, "x" * 1500 + "\u00e9 " + WIDE, WIDE[2:]):
        for claim in ("\u00dcber", "caf\u00e9", "\U0001d54f", "end", source):
            start = source.index(claim)
            parts = source[:start], source[: start + len(claim)]
            low, high = (measure[unit](part) for part in parts)
            records.append({"claim": claim, "source": source, "start": low, "end": high})
            at = dict(zip(("start", "end"), (len(part.encode()) for part in parts), strict=True))
            wanted.append(decision(source, claim, f"line {len(records)}", at))
    out = checked("--at-offsets", "--offset-unit", unit, stdin=jsonl(*records))
    assert [row["groundspec"] for row in out] == wanted
    assert [row["start"] for row in out] == [row["start"] for row in records]
    if unit == "bytes":
        assert checked("--at-offsets", stdin=jsonl(*records)) == out


def test_another_place_is_not_accepted() -> None:
    record = {**FEE, "start": 15, "end": 22}
    assert checked("--at-offsets", stdin=jsonl(record))[0]["groundspec"]["spans"][0]["start"] == 15
    found = checked("--at-offsets", stdin=jsonl({**record, "start": 16}))[0]["groundspec"]
    assert found["codes"] == ["NOT_AT_PLACE"]


# --- Policies, shares, summary --------------------------------------------------------------------


def test_a_policy_from_a_file(tmp_path: Path) -> None:
    policy = {**resources.policy("quote", "default"), "boundaries": False}
    (tmp_path / "p.json").write_text(json.dumps(policy))
    stdin = jsonl({**FEE, "claim": "fee is 2"})
    assert checked(stdin=stdin)[0]["groundspec"]["outcome"] == "rejected"
    found = checked("--policy", "p.json", stdin=stdin, cwd=tmp_path)[0]["groundspec"]
    assert found == decision(SOURCE, "fee is 2", "line 1", policy=policy)
    assert found["outcome"] == "admitted"


@pytest.mark.parametrize(
    ("rate", "status"),
    [
        ("0", 0), ("0.6", 0), ("60%", 0), ("60.000%", 0), ("0.600000000000000000", 0),
        ("0.600000000000000001", 1), ("60.1%", 1), ("1", 1), ("100%", 1),
    ],
)  # fmt: skip
def test_fail_under_compares_exactly(rate: str, status: int) -> None:
    records = [FEE] * 3 + [{**FEE, "claim": "nowhere"}] * 2
    ran = Ran("quote", "check", "-", "--quiet", "--fail-under", rate, stdin=jsonl(*records))
    said = f"standard input: 3 of 5 admitted (60.00%), below --fail-under {rate}\n"
    assert (ran.status, ran.errors) == (status, said if status else "")
    assert ran.out.count(b"\n") == 5


def test_records_that_fail_count_as_not_admitted() -> None:
    stdin = jsonl(FEE, FEE, FEE, {})
    arguments = ("quote", "check", "-", "--quiet", "--keep-going", "--fail-under")
    assert "below" not in Ran(*arguments, "75%", stdin=stdin).errors
    ran = Ran(*arguments, "76%", stdin=stdin)
    assert ran.status == 3
    assert ran.errors.endswith("3 of 4 admitted (75.00%), below --fail-under 76%\n")


def test_the_summary_is_one_table() -> None:
    stdin = jsonl(FEE, {**FEE, "claim": "the fee"}, {**FEE, "claim": "nowhere"})
    ran = Ran("quote", "check", "-", stdin=stdin)
    rows = [line.rsplit(None, 2) for line in ran.errors.splitlines()[:-1]]
    assert rows[0] == ["records", "share"]
    table = {name: (count, share) for name, count, share in rows[1:]}
    assert table["admitted"] == ("2", "66.67%")
    assert table["rejected"] == ("1", "33.33%")
    assert table["tier exact"] == table["tier case"] == table["tier none"] == ("1", "33.33%")
    assert table["all"] == ("3", "100.00%")
    assert "failed" not in table
    assert "failed" in Ran("quote", "check", "-", "--keep-going", stdin=jsonl(FEE, {})).errors
    assert len({len(line) for line in ran.errors.splitlines()[:-1]}) == 1
    assert Ran("quote", "check", "-", "--quiet", stdin=stdin).errors == ""


def test_the_summary_lists_the_first_records_that_are_not_admitted() -> None:
    records: list[Any] = [
        {**FEE, "claim": "nowhere", "id": "a\u202e" + "b" * 60},
        FEE,
        {"claim": "be sold", "source": "It may not be sold.", "id": "k"},
        {},
        {**FEE, "claim": "e is 2", "id": 5},
    ]
    ran = Ran("quote", "check", "-", "--keep-going", stdin=jsonl(*records))
    assert ran.errors.splitlines()[-3:] == [
        "line 1 (a\\u202E" + "b" * 38 + "): rejected UNLOCATED",
        "line 3 (k): needs_verification NEGATION_LEFT_OFF, HEDGE_LEFT_OFF",
        "line 5: rejected CUTS_WORD",
    ]
    many = jsonl(*[{**FEE, "claim": "nowhere"}] * 11, FEE)
    *_, last, more = Ran("quote", "check", "-", stdin=many).errors.splitlines()
    assert (last, more) == ("line 10: rejected UNLOCATED", "and 1 more")
    *_, last = Ran("quote", "check", "-", stdin=many[many.index(b"\n") + 1 :]).errors.splitlines()
    assert last == "line 10: rejected UNLOCATED"
    assert Ran("quote", "check", "-", "--quiet", stdin=many).errors == ""


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [(0, 0, "0.00%"), (2, 3, "66.67%"), (1, 20_000, "0.00%"), (3, 20_000, "0.02%")],
)
def test_shares_are_rounded_half_even(part: int, whole: int, said: str) -> None:
    assert percent(part, whole) == said


@needs_posix
def test_a_terminal_sees_progress_that_goes_away(tmp_path: Path) -> None:
    import os
    import pty

    (tmp_path / "c.jsonl").write_bytes(jsonl(*[FEE] * 4_000))
    for more, seen in ((["--quiet"], False), ([], True)):
        ours, theirs = pty.openpty()
        command = [*PROGRAM, "quote", "check", "c.jsonl", "-o", "out.jsonl", *more]
        started = time.monotonic()
        process = subprocess.Popen(command, stderr=theirs, cwd=tmp_path)
        os.close(theirs)
        said = b""
        while True:
            try:
                said += os.read(ours, 65536)
            except OSError:
                break
        os.close(ours)
        assert process.wait(timeout=60) == 0
        drawn, _, rest = said.rpartition(b"\r\x1b[K")
        assert (b"% admitted" in drawn and b"/s  " in drawn) == seen
        assert (b"all" in rest) == seen
        assert drawn.count(b"\r\x1b[K") <= 10 * (time.monotonic() - started)


# --- The program ----------------------------------------------------------------------------------


def test_help_says_what_there_is() -> None:
    out = Ran("quote", "--help").out.decode()
    assert out.startswith("usage: groundspec quote [-h] VERB ...")
    assert "\n  check " in out
    out = Ran("quote", "check", "--help").out.decode()
    assert out.startswith("usage: groundspec quote check [-h]")
    for option in (
        "--output", "--manifest", "--root", "--policy", "--at-offsets", "--offset-unit", "--key",
        "--replace-existing", "--keep-going", "--fail-under", "--cache-mb", "--quiet",
    ):  # fmt: skip
        assert option in out
    assert "exit status:" in out
    assert "or output could not be written" in " ".join(out.split())
    assert "count bytes, whatever the unit" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "groundspec quote: name a verb\n"),
        (("chekc",), "groundspec quote: there is no verb chekc\n  hint: Did you mean check?\n"),
        (("check",), "groundspec quote check: the following arguments are required: CLAIMS\n"),
        (("check", "-", "--key", "claim"), "groundspec quote check: argument --key: claim is a"),
        (("check", "-", "--key", ""), "groundspec quote check: argument --key: the decisi"),
        (("check", "-", "--cache-mb", "-1"), "groundspec quote check: argument --cache-mb: "),
        (("check", "-", "--cache-mb", "1e3"), "groundspec quote check: argument --cache-mb: 1e3"),
        (("check", "-", "--offset-unit", "words"), "groundspec quote check: argument --offset-un"),
        (("check", "-", "--keep-goin"), "groundspec quote check: there is no option --keep-goin\n"),
        *(
            (("check", "-", f"--fail-under={rate}"), f"groundspec: {rate} is no rate from 0 to 1 (")
            for rate in ("1.01", "101%", "-1", "x", "1/2", "1e-1", "0..1", ".", "0.5 ", "%")
        ),
    ],
)  # fmt: skip
def test_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    assert Ran("quote", *arguments, stdin=jsonl(FEE)).refused().startswith(said)
