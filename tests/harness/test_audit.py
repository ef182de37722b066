"""`audit`: kept packets and receipts paired by digest, derived again, and remembered."""

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.auditing import containers, documents
from groundspec_harness.cli import run_command
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.specification import at
from harness import tiny

Json = Any
VERIFIER = [sys.executable, str(tiny.HERE / "verifier.py")]
ONE = tiny.packet("the northern depot", "depot")
TWO = tiny.packet("Over; and out.", "out; over")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with two packets and their receipts, under names that say nothing."""
    folder = tmp_path / "kept"
    folder.mkdir()
    for name, value in pairs().items():
        write(folder / name, value)
    return folder


def pairs() -> dict[str, Json]:
    return {"a.json": ONE, "b.json": TWO, "c.json": tiny.decided(TWO), "d.json": tiny.decided(ONE)}


def write(path: Path, value: Json) -> None:
    path.write_text(json.dumps(value, indent=1), "utf-8")


def audit(kept: Path, *options: str, command: list[str] | None = None) -> int:
    return run_command(["audit", *options, str(kept), "--", *(command or VERIFIER)])


def report(kept: Path, *options: str, command: list[str] | None = None) -> dict[str, Any]:
    """The report, valid by its schema, with a right footer and counts that agree."""
    output = kept.parent / "report.json"
    status = audit(kept, "--format", "json", "-o", str(output), *options, command=command)
    found: dict[str, Any] = json.loads(output.read_bytes())
    problems = at(tiny.REPOSITORY).schemas.problems("urn:groundspec:harness-audit", found)
    assert list(map(str, problems)) == []
    body = {name: value for name, value in found.items() if name != "footer"}
    assert found["footer"] == {
        "results": len(found["results"]),
        "sha256": text_digest(canonical(body)),
    }
    assert found["status"] == status
    assert sum(found["counts"].values()) == len(found["results"])
    return found


def results(found: dict[str, Any]) -> dict[str, str]:
    return {row["place"]: row["result"] for row in found["results"]}


def test_pairs_are_found_by_digest_and_verify(kept: Path) -> None:
    found = report(kept)
    assert found["status"] == 0
    assert results(found) == {"c.json": "verifies", "d.json": "verifies"}
    assert [row["packet"] for row in found["results"]] == ["b.json", "a.json"]
    assert found["summary"] == "2 of 2 receipts verify"


def test_the_report_is_the_same_again(kept: Path) -> None:
    assert report(kept) == report(kept)


def test_a_forged_decision_is_shown_at_its_place(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tiny.decided(TWO)
    forged["decisions"][0]["outcome"] = "admitted"
    write(kept / "c.json", tiny.sealed(forged))
    found = report(kept)
    row = found["results"][0]
    assert (found["status"], row["result"], row["code"]) == (1, "differs", "DECISIONS_DIFFER")
    assert row["differences"] == [
        {"pointer": "/decisions/0/outcome", "expected": '"rejected"', "actual": '"admitted"'}
    ]
    capsys.readouterr()
    assert audit(kept) == 1
    said = capsys.readouterr().out
    assert "c.json: differs: DECISIONS_DIFFER\n  packet: b.json\n  /decisions/0/outcome\n" in said
    assert said.endswith("1 of 2 receipts verify; 1 differs\n")


def test_what_is_counted_stands_in_its_number(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, packet in (("c.json", TWO), ("d.json", ONE)):
        forged = tiny.decided(packet)
        forged["decisions"][0]["outcome"] = "needs_verification"
        write(kept / name, tiny.sealed(forged))
    write(kept / "e.json", ONE)
    assert audit(kept, "--max-diffs", "1") == 1
    said = capsys.readouterr().out
    assert "\n2 packets and 1 copy, 2 receipts\n" in said
    assert "\n1 more differs; --max-diffs" in said
    assert said.endswith("0 of 2 receipts verify; 2 differ\n")


def test_an_edited_receipt_differs_even_without_its_packet(kept: Path) -> None:
    edited = {**tiny.decided(TWO), "summary": {"admitted": 1, "needs_verification": 0}}
    write(kept / "c.json", edited)
    (kept / "b.json").unlink()
    row = report(kept)["results"][0]
    assert (row["result"], row["code"], row["packet"]) == (
        "differs",
        "RECEIPT_DIGEST_DIFFERS",
        None,
    )


def test_receipts_swapped_inside_differ(kept: Path) -> None:
    one, two = tiny.decided(ONE), tiny.decided(TWO)
    one["inputs"], two["inputs"] = two["inputs"], one["inputs"]
    write(kept / "c.json", tiny.sealed(two))
    write(kept / "d.json", tiny.sealed(one))
    assert results(report(kept)) == {"c.json": "differs", "d.json": "differs"}


def test_an_edited_packet_leaves_both_alone(kept: Path) -> None:
    write(kept / "b.json", {**TWO, "policy": "default"})
    found = report(kept)
    assert found["status"] == 3
    assert results(found) == {
        "b.json": "receipt-missing",
        "c.json": "packet-missing",
        "d.json": "verifies",
    }


def test_what_is_neither_is_passed_over_with_its_reason(kept: Path) -> None:
    (kept / "notes.txt").write_text("notes", "utf-8")
    (kept / "list.json").write_text("[]", "utf-8")
    (kept / "other.json").write_text('{"groundspec":"0.1"}', "utf-8")
    (kept / "link.json").symlink_to(kept / "a.json")
    os.mkfifo(kept / "pipe.json")
    write(kept / "copy.json", ONE)
    found = report(kept)
    assert found["status"] == 0
    assert {row["place"]: row["reason"] for row in found["passed_over"]} == {
        "link.json": "a symbolic link",
        "list.json": "no JSON object",
        "notes.txt": "its name ends neither in .json nor in .jsonl or .ndjson",
        "other.json": "an object that is neither a packet nor a receipt",
        "pipe.json": "no regular file",
    }
    assert found["audited"]["copies"] == 1


def test_unreadable_documents_name_line_and_column(kept: Path) -> None:
    (kept / "c.json").write_text('{"receipt_sha256":\n  "sha256:', "utf-8")
    lines = [json.dumps(value) for value in (tiny.decided(TWO), tiny.decided(ONE))]
    (kept / "many.jsonl").write_text("\n\n".join(lines)[:-20], "utf-8")
    found = {row["place"]: row for row in report(kept)["results"]}
    assert found["c.json"]["detail"].startswith("line 2, column 3: ")
    assert found["many.jsonl:1"]["result"] == "verifies"
    assert found["many.jsonl:3"]["detail"].startswith("line 3, column ")


def test_a_check_that_the_program_does_not_decide_is_unsupported(kept: Path) -> None:
    other = {**TWO, "check": "fact/0.1"}
    receipt = {**tiny.decided(other), "check": "fact/0.1"}
    write(kept / "b.json", other)
    write(kept / "c.json", tiny.sealed(receipt))
    found = report(kept)
    assert (found["status"], results(found)["c.json"]) == (3, "unsupported")


def test_a_program_that_contradicts_itself_is_at_fault(kept: Path) -> None:
    found = report(kept, command=[*VERIFIER, "contradicts-itself"])
    assert found["status"] == 3
    assert found["counts"]["fault"] == 2
    assert "decide gives this very receipt" in found["results"][0]["fault"]["detail"]


def test_a_program_that_dies_is_started_again(kept: Path) -> None:
    found = report(kept, command=[*VERIFIER, "dies-on-third"])
    assert results(found) == {"c.json": "verifies", "d.json": "fault"}
    assert found["results"][1]["fault"]["kind"] == "crash"


def test_timeouts_in_a_row_end_the_asking(kept: Path) -> None:
    command = [*VERIFIER, "sleeps"]
    found = report(kept, "--timeout", "2", "--max-timeouts", "1", command=command)
    kinds = [row["fault"]["kind"] for row in found["results"]]
    assert kinds == ["timeout", "not-asked"]


# --- Archives -------------------------------------------------------------------------------------


def zipped(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def tarred(path: Path, members: dict[str, bytes]) -> None:
    with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as archive:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


ARCHIVES: dict[str, Callable[[Path, dict[str, bytes]], None]] = {
    "kept.zip": zipped,
    "kept.tar": tarred,
    "kept.tar.gz": tarred,
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_archives_are_read_and_not_unpacked(name: str, tmp_path: Path) -> None:
    lines = b"\n".join(json.dumps(value).encode() for value in pairs().values())
    ARCHIVES[name](tmp_path / name, {"../../escaped.jsonl": lines, "/etc/more.json": b"{}"})
    found = report(tmp_path / name)
    assert results(found) == {
        "../../escaped.jsonl:3": "verifies",
        "../../escaped.jsonl:4": "verifies",
    }
    assert {path.name for path in tmp_path.iterdir()} == {name, "report.json"}


def test_the_sentence_says_how_much_was_passed_over(kept: Path) -> None:
    (kept / "notes.txt").write_text("notes", "utf-8")
    assert report(kept)["summary"] == "2 of 2 receipts verify; 1 passed over"


def test_an_entry_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "DOCUMENT_LIMIT", 5000)
    good = {name: json.dumps(value).encode() for name, value in pairs().items()}
    bombs = {"bomb.json": b" " * 5001, "bomb.jsonl": b" " * 20_000}
    zipped(tmp_path / "kept.zip", {**bombs, **good})
    found = report(tmp_path / "kept.zip")
    assert found["counts"]["verifies"] == 2
    assert [row["place"] for row in found["passed_over"]] == ["bomb.json", "bomb.jsonl:1"]
    assert "at most 5000" in found["passed_over"][0]["reason"]
    assert "the rest of the file" in found["passed_over"][1]["reason"]


@pytest.mark.parametrize(
    ("limit", "said"), [("TOTAL_LIMIT", "at most 3 bytes"), ("ENTRIES_LIMIT", "at most 3 entries")]
)
def test_an_archive_over_its_limits_is_refused(
    limit: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(containers, limit, 3)
    tarred(tmp_path / "kept.tar.gz", dict.fromkeys("abcd", b"{}"))
    assert audit(tmp_path / "kept.tar.gz") == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_damaged_archive_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = bytes(range(256)) * 40
    ARCHIVES[name](tmp_path / name, {"a.json": json.dumps(ONE).encode(), "b.jsonl": noise})
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: len(whole) // 2])
    assert audit(tmp_path / name) == 2
    said = capsys.readouterr().err
    assert f": cannot read {tmp_path / name}" in said
    assert name != "kept.zip" or "the zip archive is damaged" in said


def test_nothing_to_audit_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("notes", "utf-8")
    assert audit(tmp_path) == 2
    why = "its name ends neither in .json nor in .jsonl or .ndjson"
    assert capsys.readouterr().err == (
        f"groundspec-harness: {tmp_path} holds no packet and no receipt; "
        f"1 passed over: notes.txt: {why}\n"
    )
    for name in ("a.json", "b.json", "c.json"):
        write(tmp_path / name, [])
    assert audit(tmp_path) == 2
    said = capsys.readouterr().err
    assert "; 4 passed over: a.json: no JSON object; b.json: no JSON object; c.json: " in said
    assert said.endswith("; and 1 more\n")
    assert audit(tmp_path / "notes.txt") == 2
    assert "neither a folder nor a zip, tar or tar.gz" in capsys.readouterr().err


# --- State ----------------------------------------------------------------------------------------


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """The requests that the program was asked since the last call."""
    file = tmp_path / "asked"
    monkeypatch.setenv("ASKED", str(file))

    def taken() -> list[str]:
        found = file.read_text("utf-8").split()
        file.unlink()
        return found

    return taken


def test_what_was_answered_is_not_asked_again(kept: Path, asked: Callable[[], list[str]]) -> None:
    state = kept / "state.jsonl"
    first = report(kept, "--state", str(state))
    assert asked() == ["describe", "verify", "verify"]
    assert report(kept, "--state", str(state)) == first
    assert asked() == ["describe"]
    write(kept / "c.json", {**tiny.decided(TWO), "note": ""})
    assert report(kept, "--state", str(state))["counts"]["differs"] == 1
    assert asked() == ["describe", "verify", "decide"]


def test_a_state_that_was_cut_off_goes_on(kept: Path, asked: Callable[[], list[str]]) -> None:
    state = kept.parent / "state"
    first = report(kept, "--state", str(state))
    asked()
    whole = state.read_bytes()
    for length in (len(whole) - 5, 40):
        state.write_bytes(whole[:length])
        assert report(kept, "--state", str(state)) == first
        kept_lines = max(whole[:length].count(b"\n") - 1, 0)
        assert asked().count("verify") == 2 - kept_lines
        assert state.read_bytes() == whole


def test_faults_are_asked_again(kept: Path) -> None:
    state = kept.parent / "state"
    command = [*VERIFIER, "dies-on-third"]
    assert report(kept, "--state", str(state), command=command)["counts"]["fault"] == 1
    assert report(kept, "--state", str(state), command=command)["counts"]["verifies"] == 2


def test_another_state_is_refused(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = kept.parent / "state"
    assert audit(kept, "--state", str(state)) == 0
    before = state.read_bytes()
    assert audit(kept, "--state", str(state), command=[*VERIFIER, "sleeps"]) == 2
    assert "another command of the program" in capsys.readouterr().err
    assert state.read_bytes() == before
    state.write_bytes(before.replace(b'"verifies"', b'"perhaps"', 1))
    assert audit(kept, "--state", str(state)) == 2
    assert "line 2 is no record of an audit" in capsys.readouterr().err
    state.write_text("notes\n", "utf-8")
    assert audit(kept, "--state", str(state)) == 2
    assert "is no state of an audit" in capsys.readouterr().err


def test_an_audit_that_is_killed_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = [tiny.packet(f"depot {number}", "depot") for number in range(200)]
    lines = [json.dumps(value) for packet in values for value in (packet, tiny.decided(packet))]
    folder, state = tmp_path / "folder", tmp_path / "state"
    folder.mkdir()
    (folder / "many.jsonl").write_text("\n".join(lines), "utf-8")
    arguments = ["audit", "--state", str(state), str(folder)]
    program = subprocess.Popen(
        [sys.executable, "-m", "groundspec_harness", *arguments, "--", *VERIFIER],
        stdout=subprocess.DEVNULL,
    )
    while not state.exists() or state.read_bytes().count(b"\n") < 20:
        assert program.poll() is None
        time.sleep(0.01)
    program.send_signal(signal.SIGKILL)
    program.wait()
    known = state.read_bytes().count(b"\n") - 1
    assert known < 200
    assert report(folder, "--state", str(state))["counts"]["verifies"] == 200
    assert f"{known} answers were taken from" in capsys.readouterr().err


def test_contents_are_not_kept(tmp_path: Path) -> None:
    """What an index holds of a document does not grow with the document."""
    sizes = []
    for length in (10, 100_000):
        folder = tmp_path / str(length)
        folder.mkdir()
        write(folder / "a.json", tiny.packet("x" * length, "x"))
        found = documents.classified((folder / "a.json").read_bytes(), documents.Place(0, 0, 0, 0))
        sizes.append(len(repr(found)))
    assert sizes[0] == sizes[1]
