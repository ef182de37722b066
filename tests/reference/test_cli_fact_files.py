"""fact check: what is written stands there whole or not at all; signals, pipes, large inputs."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from groundspec import resources
from reference.factcheck import check, written
from reference.program import PROGRAM, Ran, needs_posix

BOTH = ("-o", "r.json", "--packet", "p.json")


def many(count: int) -> bytes:
    claim = {"field": "fee", "value": "5", "unit": "USD", "evidence": "$5 million"}
    return b"".join(json.dumps(claim).encode() + b"\n" for _ in range(count))


@needs_posix
def test_nothing_that_is_read_is_written_over(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "own.json").write_text(json.dumps(resources.policy("fact", "default")))
    names = ("d.txt", "s.json", "c.json", "own.json")
    for name in names:
        os.link(tmp_path / name, tmp_path / f"hard-{name}")
        (tmp_path / f"soft-{name}").symlink_to(name)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for name in names:
        for target in (name, f"./{name}", f"hard-{name}", f"soft-{name}"):
            option = "-o" if target.startswith("soft") else "--packet"
            said = check(tmp_path, "--policy", "own.json", option, target).refused()
            assert said.startswith(f"groundspec: {target}: it would replace a file that is read\n")
    for target in ("m", "./m", str(tmp_path / "m")):
        said = check(tmp_path, "-o", "m", "--packet", target).refused()
        assert said.startswith("groundspec: m: receipt and packet are one file\n")
    assert check(tmp_path, "--packet", "-").refused().startswith("groundspec: the packet needs a ")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("option", ["-o", "--packet"])
@pytest.mark.parametrize("target", [".", "no/such/folder/out"])
def test_an_output_that_cannot_be_written(tmp_path: Path, option: str, target: str) -> None:
    written(tmp_path)
    other = {"-o": ("--packet", "p.json"), "--packet": ("-o", "r.json")}[option]
    said = check(tmp_path, option, target, *other).refused()
    assert said.startswith(f"groundspec: {target}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.json", "d.txt", "s.json"]


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk(tmp_path: Path) -> None:
    written(tmp_path)
    said = check(tmp_path, "-o", "/dev/full", "--packet", "p.json").refused()
    assert said.startswith("groundspec: /dev/full: No space left on device\n")
    assert not (tmp_path / "p.json").exists()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "fact", "check", "d.txt", "s.json", "c.json"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            check=False,
        )
    assert (done.returncode, done.stderr.startswith(b"groundspec: standard output: ")) == (2, True)


def test_a_refused_run_leaves_what_was_there(tmp_path: Path) -> None:
    written(tmp_path, [{"id": "a"}, {"id": "a"}])
    for name in ("r.json", "p.json"):
        (tmp_path / name).write_bytes(b"before")
    assert "DUPLICATE_CLAIM_ID" in check(tmp_path, *BOTH).refused()
    assert (tmp_path / "r.json").read_bytes() == (tmp_path / "p.json").read_bytes() == b"before"


@needs_posix
def test_a_reader_that_went_away_is_no_news(tmp_path: Path) -> None:
    written(tmp_path, many(2000))
    for options in (("--format", "table"), ("--format", "json"), ("-o", "-"), BOTH):
        process = subprocess.Popen(
            [*PROGRAM, "fact", "check", "d.txt", "s.json", "c.json", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(timeout=60) == 2
    assert Ran("verify", "r.json", "p.json", cwd=tmp_path).status == 0


@needs_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_a_signal_leaves_old_files_or_whole_new_ones(tmp_path: Path, name: str) -> None:
    written(tmp_path, many(3000))
    for file in ("r.json", "p.json"):
        (tmp_path / file).write_bytes(b"before")
    for pause in (0.05, 0.3, 0.6, 0.9):
        process = subprocess.Popen(
            [*PROGRAM, "fact", "check", "d.txt", "s.json", "c.json", *BOTH],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        time.sleep(pause)
        process.send_signal(getattr(signal, name))
        process.wait(timeout=60)
        for file in ("r.json", "p.json"):
            data = (tmp_path / file).read_bytes()
            assert data == b"before" or json.loads(data)["check"] == "fact/0.1"
        left = [path.name for path in tmp_path.glob(".groundspec-*")]
        assert name == "SIGKILL" or not left


# --- Large inputs ---------------------------------------------------------------------------------


def report(folder: Path) -> Any:
    started = time.monotonic()
    ran = check(folder, "--format", "json")
    assert (ran.status, ran.errors) == (0, "")
    assert time.monotonic() - started < 50
    return json.loads(ran.out)


def test_a_large_document_with_many_claims(tmp_path: Path) -> None:
    line = "The fee \u00e9 of row {0} is ${0},5{1:02} million, paid in full to the bank.\n"
    document = "".join(line.format(at % 900 + 1, at % 100) for at in range(4000))
    claims = [
        {"field": "fee", "value": f"{at % 900 + 1}5{at % 100:02}", "unit": "USD"}
        | {"evidence": f"${at % 900 + 1},5{at % 100:02} million"}
        for at in range(300)
    ]
    written(tmp_path, claims, document=document.encode())
    value = report(tmp_path)
    assert value["document"]["bytes"] > 250_000
    assert value["summary"]["needs_verification"] == 300
    assert {row["codes"][0]["code"] for row in value["claims"]} == {"SCALE_WORD"}


@pytest.mark.parametrize(
    "document",
    [
        "x" * 300_000,
        "5" * 300_000,
        "5 " * 100_000,
        "5,\n" * 100_000,
        "\u0301" * 100_000,
        "a\t5" * 100_000,
    ],
)
def test_documents_in_which_nothing_ends(tmp_path: Path, document: str) -> None:
    claims = [
        {"field": "staff", "value": "7", "evidence": {"start": 0, "end": len(document)}},
        {"field": "staff", "value": "5", "evidence": "5"},
        {"field": "auditor", "value": "x" * 1000, "evidence": "x" * 1000},
        {"field": "y" * 100_000, "value": "z" * 100_000},
    ]
    written(tmp_path, claims, document=document.encode())
    started = time.monotonic()
    ran = check(tmp_path, "--format", "table")
    assert (ran.status, ran.errors) == (0, "")
    assert time.monotonic() - started < 50
    shown = ran.out.decode()
    assert max(map(len, shown.split("\n"))) < 2000
