"""`gate -- COMMAND`: the old vectors put to a program, and known failures of it."""

import json
import shutil
from pathlib import Path

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.specification import Specification, at
from harness import changing, tiny
from harness.changing import Json, both, remove, vector
from harness.test_gate_inputs import ONE, REFUSED, complaint, gate, report

CLASSES = {"checks": ["quote/0.1", "fact/0.1"], "classes": ["quote", "fact"]}


def program(known: Specification, folder: Path, old: bytes = b"", new: bytes = b"") -> list[str]:
    """A program that answers the vectors rightly, but for one replacement in its answers."""
    pairs = tiny.exchanges(known, **CLASSES)
    return tiny.oracle(folder, [(asked, line.replace(old, new)) for asked, line in pairs])


def test_a_program_that_answers_as_before(base: Path, tmp_path: Path) -> None:
    found = report(tmp_path, base, base, "--", *program(at(base), tmp_path))
    assert found["changes"] == []
    assert found["replay"]["vectors"] == found["base"]["corpus"]["vectors"]
    assert (found["replay"]["changed"], found["replay"]["faults"], found["status"]) == (0, [], 0)


def test_a_program_that_answers_otherwise(base: Path, tmp_path: Path) -> None:
    command = program(at(base), tmp_path, b'"start":7', b'"start":3')
    found = report(tmp_path, base, base, "--", *command)
    assert f"receipt-changed:{ONE}" in {change["id"] for change in found["changes"]}
    assert all(change["replayed"] for change in found["changes"])
    assert found["replay"]["changed"] == len(found["changes"])
    assert found["status"] == 5


def test_what_was_refused_and_is_not_now(base: Path, tmp_path: Path) -> None:
    known = at(base)
    pairs = tiny.exchanges(known, **CLASSES)
    receipt = known.corpus.by_id[ONE].data["receipt"]
    answers = changing.answered(known, pairs, {REFUSED: {"receipt": receipt},
                                               ONE: {"refusal": "PACKET_INVALID"}})  # fmt: skip
    found = report(tmp_path, base, base, "--", *tiny.oracle(tmp_path, answers))
    assert {change["id"] for change in found["changes"]} == {
        f"packet-accepted:{REFUSED}",
        f"packet-refused:{ONE}",
    }


def test_a_change_in_files_and_in_answers_is_one(base: Path, head: Path, tmp_path: Path) -> None:
    def later(held: Json) -> None:
        held["receipt"]["decisions"][0]["outcome"] = "needs_verification"

    vector(ONE, later)(head)
    found = report(tmp_path, base, head, "--", *program(at(head), tmp_path))
    assert [change["id"] for change in found["changes"]] == [f"receipt-changed:{ONE}"]


def test_a_retired_vector_is_replayed(base: Path, head: Path, tmp_path: Path) -> None:
    """That its id is retired does not make the change of its receipt any smaller."""
    both(changing.retire(ONE), remove(f"conformance/{ONE}.json"))(head)
    command = program(at(base), tmp_path, b'"start":7', b'"start":3')
    changes = report(tmp_path, base, head, "--", *command)["changes"]
    assert {f"receipt-changed:{ONE}", f"vector-retired:{ONE}"} <= {each["id"] for each in changes}


def test_a_program_that_failed_before(
    base: Path, head: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What fails as listed is no change; the list may be one of HEAD's vectors as well."""
    wrong = program(at(base), tmp_path, b'"start":7', b'"start":3')
    path = tmp_path / "known.json"
    assert run_command(["known-failures", "--root", str(base), "--write", str(path), *wrong]) == 0
    listed = len(json.loads(path.read_text("utf-8"))["entries"])
    found = report(tmp_path, base, base, "--known-failures", path, "--", *wrong)
    assert (found["changes"], found["status"]) == ([], 0)
    assert (found["replay"]["known"], found["replay"]["changed"]) == (listed, 0)
    capsys.readouterr()
    assert gate(base, base, "--known-failures", path, "--", *wrong) == 0
    assert f"{listed} failing as listed, 0 answered otherwise" in capsys.readouterr().out

    other = program(at(base), tmp_path, b'"start":7', b'"start":2')
    found = report(tmp_path, base, base, "--known-failures", path, "--", *other)
    assert found["replay"]["known"] == 0
    assert f"receipt-changed:{ONE}" in {change["id"] for change in found["changes"]}

    shutil.copy(base / f"conformance/{ONE}.json", head / "conformance/quote/exact/later.json")
    vector("quote/exact/later", lambda held: held.update(id="quote/exact/later"))(head)
    rows = json.loads(path.read_text("utf-8"))
    rows["entries"] = [{**rows["entries"][0], "vector": "quote/exact/later"}]
    path.write_text(json.dumps(rows), "utf-8")
    assert gate(base, head, "--known-failures", path, "--", *program(at(base), tmp_path)) == 0
    capsys.readouterr()
    assert gate(base, base, "--known-failures", path, "--", *program(at(base), tmp_path)) == 2
    assert "there is no vector 'quote/exact/later'" in complaint(capsys)


def test_known_failures_without_a_program(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gate(base, base, "--known-failures", "known.json") == 2
    assert "--known-failures needs a program" in complaint(capsys)


def test_a_program_that_fails(
    base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = program(at(base), tmp_path, b'"start":7', b'"start":07')
    found = report(tmp_path, base, base, "--", *broken)
    assert ONE in {fault["id"] for fault in found["replay"]["faults"]}
    assert found["status"] == 3
    capsys.readouterr()
    assert gate(base, base, "--", "no-such-program") == 2
    assert "cannot start 'no-such-program'" in complaint(capsys)
