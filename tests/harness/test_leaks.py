"""Nothing that a run started outlives it, however the run ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from groundspec_harness import strays
from groundspec_harness.conversation import Conversation
from groundspec_harness.pool import Pool
from harness.leaks import drawn, try_all
from harness.test_broken import PROGRAM, TABLE, Row, few_vectors, is_running, still_there

FAULTS = (
    "no-fault", "leaves-a-child", "leaves-a-daemon", "leaves-a-daemon-without-environment",
    "extra-line-later", "crashes-on-third", "floods-lines", "wrong-id", "crashes-at-once",
    "forks-and-exits",
)  # fmt: skip
QUICK = [row for row in TABLE if row.fault in FAULTS and "--per-case" not in row.options]

linux = pytest.mark.skipif(sys.platform != "linux", reason="daemons are found on Linux")


@linux
def test_runs_under_load_leave_nothing_and_are_alike() -> None:
    """Twenty of those that `python tests/harness/leaks.py --runs 200` does."""
    verdict = try_all(drawn(20, seed=0, rows=QUICK), at_a_time=2, busy=1)
    assert verdict.good, "\n".join(verdict.lines())


def test_the_verdict_is_not_a_matter_of_course(tmp_path: Path) -> None:
    """Of two runs with different results it says so."""
    mark = tmp_path / "mark"
    fickle = tmp_path / "fickle.py"
    fickle.write_text(
        f"import pathlib, sys\nmark = pathlib.Path({str(mark)!r})\n"
        "if mark.exists(): sys.exit('again')\nmark.touch()\nsys.exit('once')\n",
        "utf-8",
    )
    rows = [Row("fickle", 2)] * 2
    verdict = try_all(rows, at_a_time=1, busy=0, program=fickle)
    assert (verdict.good, len(verdict.unlike), verdict.left) == (False, 1, ())
    assert "again" in verdict.unlike[0]


@pytest.fixture
def started(tmp_path: Path) -> list[str]:
    """The command of a harness, up to what it is to run."""
    root = few_vectors(tmp_path / "root")
    harness = [sys.executable, "-m", "groundspec_harness", "run", "--root", str(root)]
    return [*harness, "--jobs", "2", "--timeout", "60"]


@linux
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_harness_that_is_ended_leaves_nothing(
    started: list[str], name: str, tmp_path: Path
) -> None:
    note = tmp_path / "processes"
    env = {**os.environ, "BROKEN_PROCESSES": str(note)}
    program = tmp_path / "program.py"
    program.write_text(
        f"import sys\nsys.path.insert(0, {str(PROGRAM.parents[2])!r})\n"
        "from harness.broken import program\n"
        "program.STARTS['leaves-a-daemon']()\nprogram.main('never-reads')\n",
        "utf-8",
    )
    with subprocess.Popen(
        [*started, "--", sys.executable, str(program)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as harness:
        pids = _noted(note, 4)  # two programs, and a daemon of each
        assert all(map(is_running, pids))
        harness.send_signal(getattr(signal, name))
        _, said = harness.communicate(timeout=30)
    assert harness.returncode == 128 + getattr(signal, name)
    assert b"Traceback" not in said
    assert still_there(pids) == []


def _noted(note: Path, wanted: int) -> list[int]:
    """The processes that have told of themselves, once there are so many."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        pids = note.read_text("ascii").split() if note.exists() else []
        if len(pids) >= wanted:
            return [int(pid) for pid in pids]
        time.sleep(0.02)
    raise AssertionError(f"fewer than {wanted} processes came to be")


@linux
def test_an_exception_leaves_nothing(tmp_path: Path) -> None:
    note = tmp_path / "processes"
    environment = {**os.environ, "BROKEN_PROCESSES": str(note)}
    command = [sys.executable, str(PROGRAM), "leaves-a-daemon"]
    conversations = [Conversation(command, 30, environment=environment) for _ in range(2)]

    def fail() -> None:
        with Pool(conversations) as pool:
            pool.start()
            _noted(note, 4)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert still_there(_noted(note, 4)) == []


@linux
def test_what_another_conversation_has_started_is_left_alone(tmp_path: Path) -> None:
    notes = [tmp_path / "one", tmp_path / "two"]
    command = [sys.executable, str(PROGRAM), "leaves-a-daemon"]
    one, two = (
        Conversation(command, 30, environment={**os.environ, "BROKEN_PROCESSES": str(note)})
        for note in notes
    )
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    with two:
        two.start()
        others = [*_noted(notes[1], 2), bystander.pid]
        with Pool([one]) as pool:
            pool.start()
            own = _noted(notes[0], 2)
        assert still_there(own) == []
        assert all(map(is_running, others))
    assert still_there(others[:2]) == []
    assert is_running(bystander.pid)
    bystander.kill()
    bystander.wait()


@linux
def test_adopted_orphans_are_collected() -> None:
    """None is left even as a zombie."""
    before = strays.children()
    command = [sys.executable, str(PROGRAM), "leaves-a-daemon"]
    with Pool([Conversation(command, 30)]) as pool:
        pool.conversations[0].ask(b'{"do":"describe","id":"1"}\n')
    assert strays.children() <= before
