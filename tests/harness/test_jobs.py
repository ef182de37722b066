"""Several processes at a time, early ends, limits: what is reported, and that it is the same."""

import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness import pool
from groundspec_harness.board import Board, Stops
from groundspec_harness.cli import run_command
from groundspec_harness.judge import Level
from groundspec_harness.limits import Limits
from groundspec_harness.pool import share
from groundspec_harness.process import Fault
from groundspec_harness.results import Result
from groundspec_harness.specification import Specification, at
from harness import tiny

Json = Any
ALL = 20


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    """A tiny specification with twenty vectors."""
    (tmp_path / "spec").mkdir()
    made = tiny.make(tmp_path / "spec")
    for number in range(ALL - len(made.corpus.vectors)):
        tiny.add(made, tiny.decision(f"quote/many/n{number}", f"the {number}th depot", "depot"))
    return at(made.resources.root)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "BLOCK", 3)


def report(known: Specification, command: list[str], *options: str) -> tuple[int, bytes]:
    """The exit status of a run, and its report."""
    root, output = known.resources.root, known.resources.root / "report.json"
    words = ["run", "--format", "json", "-o", str(output), "--root", str(root), *options]
    return run_command([*words, "--", *command]), output.read_bytes()


def failing(known: Specification, folder: Path) -> list[str]:
    """A program that is wrong about some vectors and says something else than JSON of others."""
    pairs = tiny.exchanges(known)
    for place in (2, 5, 6, 11, 17):
        pairs[place] = (pairs[place][0], pairs[place][1].replace(b"sha256:", b"sha256:0"))
    for place in (4, 9):
        pairs[place] = (pairs[place][0], b"what?\n")
    return tiny.oracle(folder, pairs)


def scripted(known: Specification, folder: Path, *lines: str) -> list[str]:
    """A right program, with lines of Python that see each request, `line`, before its answer."""
    file = tiny.oracle(folder, tiny.exchanges(known))[-1]
    program = [
        "import json, os, sys, time",
        f"sys.path.insert(0, {str(tiny.HERE)!r})",
        "from oracle import split",
        f"answers = json.loads(open({file!r}).read())",
        "for line in sys.stdin:",
        *(f"    {each}" for each in lines),
        "    key, name = split(line)",
        "    before, after = answers[key]",
        "    sys.stdout.write(before if after is None else before + name + after)",
        "    sys.stdout.flush()",
    ]
    script = folder / "program.py"
    script.write_text("\n".join(program), "utf-8")
    return [sys.executable, str(script)]


@pytest.mark.parametrize("options", [(), ("--per-case",), ("--max-failures", "3")], ids=str)
def test_the_report_is_the_same_whatever_the_number_of_processes(
    known: Specification, tmp_path: Path, options: tuple[str, ...]
) -> None:
    command = failing(known, tmp_path)
    alone = report(known, command, *options)
    assert alone[0] == 1
    found = json.loads(alone[1])
    assert len(found["results"]) + len(found["skipped"]) == ALL
    for jobs in ("2", "3"):
        assert report(known, command, "--jobs", jobs, *options) == alone


def test_all_processes_are_asked(known: Specification, tmp_path: Path) -> None:
    note = f"open({str(tmp_path)!r} + f'/pid-{{os.getpid()}}', 'a').write('x')"
    status, _ = report(known, scripted(known, tmp_path, note), "--jobs", "3")
    assert status == 0
    asked = sorted(len(path.read_text()) for path in tmp_path.glob("pid-*"))
    assert asked == [7, 7, 9]  # describe, and blocks of three, three and two


def test_each_place_is_dealt_out_once_and_in_order() -> None:
    for jobs in (1, 2, 3, 7):
        for total in (0, 1, 3, 20, 100):
            shares = [list(share(number, jobs, total)) for number in range(jobs)]
            assert sorted(place for each in shares for place in each) == list(range(total))
            assert all(each == sorted(each) for each in shares)


def test_an_early_end_is_the_same_in_whatever_order_results_come(known: Specification) -> None:
    """Those who ask are simulated: any of them may be the next to have a result."""
    vectors = known.corpus.vectors
    chance = random.Random(1)
    ended_early = 0
    for _ in range(300):
        stops = Stops(timeouts=chance.choice((0, 1, 2, 3)), failures=chance.choice((0, 1, 3, 6)))
        kinds = chance.choices(("bytes", "codes", "timeout", "crash"), (3, 1, 3, 1), k=ALL)
        expected = _simulated(vectors, stops, kinds, 1, chance)
        ended_early += len(expected) < ALL
        for jobs in (2, 3, 5):
            assert _simulated(vectors, stops, kinds, jobs, chance) == expected
    assert 100 < ended_early < 300


def _simulated(
    vectors: Any, stops: Stops, kinds: list[str], jobs: int, chance: random.Random
) -> list[tuple[Level, str]]:
    board = Board(vectors, stops)
    waiting = [list(share(number, jobs, len(vectors))) for number in range(jobs)]
    while any(waiting):
        place = chance.choice([each for each in waiting if each]).pop(0)
        if board.wants(place):
            level = Level[kinds[place].upper()] if kinds[place] in ("bytes", "codes") else None
            fault = Fault(kinds[place], "") if level is None else None  # type: ignore[arg-type]
            board[place] = Result(board.case(place), level or Level.NONE, fault=fault)
    return [(each.level, each.fault.kind if each.fault else "") for each in board.results()]


def test_max_failures_ends_the_run(known: Specification, tmp_path: Path) -> None:
    status, data = report(known, failing(known, tmp_path), "--max-failures", "3")
    found = json.loads(data)
    assert status == 1
    assert sum(each["level"] != "bytes" for each in found["results"]) == 3
    left = found["skipped"]
    assert len(left) == ALL - len(found["results"]) > 0
    assert {each["kind"] for each in left} == {"not-asked"}
    assert {each["reason"] for each in left} == {
        "3 vectors before are not at bytes (--max-failures)"
    }
    assert f"; {len(left)} not asked" in found["summary"]
    faults = sum(found["faults"].values())
    assert faults == sum(each["fault"] is not None for each in found["results"])
    assert f"; {faults} not judged because of a fault" in found["summary"]


def test_max_failures_asks_what_to_mend_first_first(known: Specification, tmp_path: Path) -> None:
    wrong = (b'"occurrences":1', b'"occurrences":2')
    pairs = [(asked, answer.replace(*wrong)) for asked, answer in tiny.exchanges(known)]
    command = tiny.oracle(tmp_path, pairs)
    every = json.loads(report(known, command)[1])["mend_first"]
    ids = [vector.id for vector in known.corpus.vectors]
    assert every[:3] != [name for name in ids if name in every][:3]
    first = json.loads(report(known, command, "--max-failures", "3")[1])
    assert first["mend_first"] == every[:3]
    failing = [each["id"] for each in first["results"] if each["level"] != "bytes"]
    assert failing == sorted(every[:3], key=ids.index)


def test_processes_that_describe_themselves_otherwise_are_refused(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = scripted(
        known,
        tmp_path,
        "if 'describe' in line:",
        f"    said = {{**{tiny.DESCRIPTION!r}, 'version': str(os.getpid())}}",
        "    said = {'id': '1', 'implementation': said}",
        "    print(json.dumps(said, sort_keys=True, separators=(',', ':')), flush=True)",
        "    continue",
    )
    root = str(known.resources.root)
    assert run_command(["run", "--root", root, "--", *command]) == 0
    assert run_command(["run", "--jobs", "2", "--root", root, "--", *command]) == 2
    assert "process 2 of the program describes itself unlike process 1, at /version: " in (
        capsys.readouterr().err
    )


def first(folder: Path, then: str, otherwise: str = "pass") -> str:
    """A line of Python that does something in the first process of a program to come there."""
    mark = str(folder / "first")
    return (
        f"m = {mark!r}; p = str(os.getpid()); "
        "open(m, 'x').write(p) if not os.path.exists(m) else None; "
        f"({then}) if open(m).read() == p else ({otherwise or 'None'})"
    )


def test_an_error_of_one_process_does_not_wait_for_the_others(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = scripted(known, tmp_path, first(tmp_path, "sys.exit(5)", "time.sleep(60)"))
    root = str(known.resources.root)
    started = time.monotonic()
    assert (
        run_command(["run", "--jobs", "2", "--timeout", "60", "--root", root, "--", *command]) == 2
    )
    assert time.monotonic() - started < 30
    assert "exited with status 5" in capsys.readouterr().err


def test_the_end_of_input_is_asked_of_each_process(known: Specification, tmp_path: Path) -> None:
    command = scripted(known, tmp_path, first(tmp_path, "sys.stdin.reconfigure()", "None"))
    script = Path(command[-1])
    ending = f"\nif open({str(tmp_path / 'first')!r}).read() == str(os.getpid()): sys.exit(4)\n"
    script.write_text(script.read_text("utf-8") + ending, "utf-8")
    status, data = report(known, command, "--jobs", "3")
    found = json.loads(data)
    assert (status, found["total"]["bytes"]) == (3, ALL)
    assert found["end_of_input"]["detail"] == "exited with status 4 at the end of input"


def test_a_line_that_is_too_long_is_told_with_its_limit(
    known: Specification, tmp_path: Path
) -> None:
    command = scripted(known, tmp_path, "if 'northern' in line: print('a' * 5000)")
    status, data = report(known, command, "--output-limit", "4000")
    faults = {r["id"]: r["fault"] for r in json.loads(data)["results"] if r["fault"]}
    assert status == 3
    assert {name: fault["kind"] for name, fault in faults.items()} == {
        "quote/absent/one": "malformed"
    }
    assert faults["quote/absent/one"]["detail"] == "a line of more than 4000 bytes (--output-limit)"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_a_program_that_uses_too_much_memory_crashes_and_the_limit_is_named(
    known: Specification, tmp_path: Path
) -> None:
    command = scripted(known, tmp_path, "if 'northern' in line: bytearray(400_000_000)")
    assert report(known, command)[0] == 0
    status, data = report(known, command, "--memory-limit", "200")
    faults = {r["id"]: r["fault"] for r in json.loads(data)["results"] if r["fault"]}
    assert (status, list(faults)) == (3, ["quote/absent/one"])
    fault = faults["quote/absent/one"]
    assert fault["kind"] == "crash"
    assert "it may use 200 MB of memory (--memory-limit)" in fault["detail"]
    assert "MemoryError" in fault["stderr"]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
@pytest.mark.parametrize(("stream", "pause"), [("stdout", 0), ("stdout", 0.3), ("stderr", 0)])
def test_a_runtime_that_gets_no_memory_is_not_told_to_log_elsewhere_alone(
    known: Specification, tmp_path: Path, stream: str, pause: float
) -> None:
    """As a JVM does, which then says so on standard output or goes on without."""
    says = "error='Not enough space' (errno=12)"
    line = f"'northern' in line and print({says!r}, file=sys.{stream}, flush=True)"
    bad = "'northern' in line and print('no', flush=True)"
    wait = f"'northern' in line and time.sleep({pause})"
    command = scripted(known, tmp_path, line, wait if stream == "stdout" else bad)
    for options, told in (((), False), (("--memory-limit", "1000"), True)):
        found = json.loads(report(known, command, *options)[1])["results"]
        (detail,) = [each["fault"]["detail"] for each in found if each["fault"]]
        note = "it may use 1000 MB of memory (--memory-limit), and seems to get no more"
        assert (note in detail) == told


def test_where_memory_cannot_be_limited_that_is_said(
    known: Specification, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "platform", "darwin")
        assert run_command(["run", "--memory-limit", "9", "--root", root, "--", "program"]) == 2
    assert "--memory-limit is not available on this system" in capsys.readouterr().err


def test_a_number_of_processes(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    assert report(known, command, "--jobs", "auto") == report(known, command, "--jobs", "1")
    for value in ("-1", "many", "1.5"):
        assert run_command(["run", "--jobs", value, "--", *command]) == 2
        assert "--jobs" in capsys.readouterr().err


def test_a_limit_on_a_process_that_has_ended_is_no_error() -> None:
    pid = os.spawnl(os.P_NOWAIT, sys.executable, sys.executable, "-c", "")
    os.waitpid(pid, 0)
    Limits(memory=100).impose(pid)


@pytest.mark.parametrize(
    "options", [("--jobs", "257"), ("--jobs", "9" * 5000), ("--memory-limit", "9" * 20)]
)
def test_numbers_beyond_reason_are_usage_errors(options: tuple[str, str]) -> None:
    assert run_command(["run", *options, "--", "no-such-program"]) == 2
