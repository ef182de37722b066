"""What a user is told who gives the harness odd streams, an odd folder, or a program in the making.

Whether a program flushes shows only without PYTHONUNBUFFERED, so every child here goes without.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness import resources
from groundspec_harness.auditing.containers import open_container
from groundspec_harness.auditing.index import indexed
from groundspec_harness.cli import BROKEN_PIPE, INTERRUPTED, UNUSABLE, run_command
from groundspec_harness.conversation import Conversation
from groundspec_harness.progress import bar, count
from groundspec_harness.resources import Resources
from groundspec_harness.specification import Specification
from harness import tiny

HARNESS = f'"{sys.executable}" -m groundspec_harness'
RUN = f'"{sys.executable}" -c "input()"'
COMMANDS = ("list", "lint", "trace", "why quote/absent/one", f"run -- {RUN}", "fmt --check")
DESCRIBED = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "    if 'describe' in line:\n"
    f"        print(json.dumps({{'id': '1', 'implementation': {tiny.DESCRIPTION!r}}},\n"
    "              sort_keys=True, separators=(',', ':')), flush=True)\n"
    "    else:\n"
    "        print('{}')\n"
)


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    (tmp_path / "spec").mkdir()
    return tiny.make(tmp_path / "spec")


@pytest.fixture(autouse=True)
def _buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def shell(
    known: Specification, command: str, rest: str, pass_fds: tuple[int, ...] = ()
) -> "subprocess.CompletedProcess[str]":
    """A command of the harness as a shell runs it, with redirections behind it."""
    name, _, arguments = command.partition(" ")
    root = f'--root "{known.resources.root}"' if not name.startswith("-") else ""
    words = f"{HARNESS} {name} {root} {arguments} {rest}"
    return subprocess.run(
        ["bash", "-c", words], capture_output=True, text=True, check=False, pass_fds=pass_fds
    )


posix = pytest.mark.skipif(
    os.name != "posix" or not shutil.which("bash"), reason="redirections are those of bash"
)


@posix
@pytest.mark.parametrize("command", [*COMMANDS, "--help", "--version"])
def test_closed_streams_are_told_in_one_line(known: Specification, command: str) -> None:
    done = shell(known, command, ">&-")
    assert done.returncode == 2
    assert done.stderr == (
        "groundspec-harness: standard output is closed; "
        "send it to a file (> FILE) or nowhere (> /dev/null)\n"
    )
    assert shell(known, command, ">&- 2>&-").returncode == 2
    assert shell(known, command, "> /dev/null").returncode == shell(
        known, command, "> /dev/null 2>&-"
    ).returncode  # fmt: skip


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["list", "lint", "trace", "why quote/absent/one", "--help"])
def test_a_full_standard_output_is_named(known: Specification, command: str) -> None:
    done = shell(known, command, "> /dev/full")
    assert done.returncode == 2
    assert done.stderr == "groundspec-harness: standard output: No space left on device\n"


@posix
@pytest.mark.parametrize("command", [*COMMANDS, "--help", "--version", "none-such"])
def test_a_reader_that_has_gone_is_no_news(known: Specification, command: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)  # so that nobody reads, from the first byte on
    try:
        gone = shell(known, command, f">&{writes} 2>&1", pass_fds=(writes,))
    finally:
        os.close(writes)
    assert (gone.returncode, gone.stdout, gone.stderr) == (141, "", "")


def test_help_lists_the_statuses_that_every_command_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_command(["--help"]) == 0
    said = capsys.readouterr().out
    assert {str(UNUSABLE), str(INTERRUPTED), str(BROKEN_PIPE)} <= set(re.findall(r"\d+", said))


@posix
def test_a_program_that_does_not_flush_is_given_a_hint(known: Specification) -> None:
    silent = "import sys\nfor line in sys.stdin: print('{}')"
    described = ["--timeout", "1", "--max-timeouts", "1"]
    for program, status, stream in ((silent, 2, "stderr"), (DESCRIBED, 3, "stdout")):
        done = run(known, *described, "-k", "core", "--", sys.executable, "-c", program)
        assert done.returncode == status
        said = getattr(done, stream)
        assert "does it flush after each line? --per-case works without" in said
    done = run(known, "--timeout", "1", "--per-case", "--", "sleep", "60")
    assert "timeout" in done.stderr
    assert "flush" not in done.stderr


def run(known: Specification, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "groundspec_harness", "run"]
    root = ["--root", str(known.resources.root)]
    return subprocess.run(
        [*command, *root, *arguments], capture_output=True, text=True, check=False
    )


def test_a_banner_is_told_where_to_go(known: Specification) -> None:
    program = "print('port 1.0, ready', flush=True); input()"
    done = run(known, "--", sys.executable, "-c", program)
    assert done.returncode == 2
    assert "standard output is for answers only; write log lines to standard error" in done.stderr


def elsewhere(known: Specification, folder: Path) -> Path:
    shutil.copytree(known.resources.root, folder)
    return folder


def test_a_checkout_that_is_not_in_use_is_mentioned_once(
    known: Specification,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    installed = replace(known.resources, bundled=True)

    def find(root: Path | None) -> Resources:
        return installed if root is None else Resources(root.resolve())

    monkeypatch.setattr(resources, "find", find)
    here = elsewhere(known, tmp_path / "checkout")
    monkeypatch.chdir(here)
    assert run_command(["list"]) == 0
    assert capsys.readouterr().err == ""  # the same vectors
    (here / "conformance/quote/absent/one.json").unlink()
    assert run_command(["list"]) == 0
    said = capsys.readouterr()
    assert "quote/absent/one" in said.out
    assert said.err == (
        "groundspec-harness: the vectors in use are those of the installed package; "
        "the current folder has others (--root . for those)\n"
    )
    assert run_command(["list", "--root", "."]) == 0
    assert "quote/absent/one" not in capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    assert run_command(["list"]) == 0
    assert capsys.readouterr().err == ""


def test_a_long_run_says_now_and_then_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with bar("vectors") as begin:
        tick = begin(60)
        for second in range(1, 61):
            now[0] = second / 2
            tick()
    assert capsys.readouterr().err.splitlines() == [
        f"groundspec-harness: {done} of 60 vectors" for done in (10, 30, 50)
    ]


def test_what_has_no_known_number_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As it is for an archive that is looked through: each file counts, and each of its lines."""
    now = iter(range(0, 1000, 4))
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    (tmp_path / "one.txt").write_text("nothing", "utf-8")
    (tmp_path / "two.jsonl").write_bytes(b"\n" * 6 + b'{"groundspec": "0.1", "check": "x"}\n')
    folder = open_container(tmp_path)
    with count("files and lines looked through") as tick:
        index = indexed(folder, tmp_path, tick)
    assert [packet.place.line for packet in index.packets.values()] == [7]
    assert capsys.readouterr().err.splitlines() == [
        f"groundspec-harness: {done} files and lines looked through" for done in (2, 5, 8)
    ]


def test_progress_counts_what_is_run(known: Specification, tmp_path: Path) -> None:
    totals: list[int] = []

    def begin(total: int) -> Any:
        totals.append(total)
        return lambda: totals.append(0)

    command = tiny.oracle(tmp_path, tiny.exchanges(known, classes=["packet"]))
    with Conversation(command, 30) as conversation:
        outcome = known.runner(conversation).run(known.corpus.vectors, begin)
    assert (len(outcome.results), len(outcome.not_run)) == (4, 4)
    assert totals == [4, 0, 0, 0, 0]


def test_where_the_report_was_written_is_said(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    root, output = str(known.resources.root), str(tmp_path / "report.json")
    for form in ("json", "table"):
        options = ["--format", form, "-o", output, "--root", root]
        assert run_command(["run", *options, "--", *command]) == 0
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.endswith(f"groundspec-harness: the report is in {output}\n")
