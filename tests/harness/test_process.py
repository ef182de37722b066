"""The child process: it may crash, hang, flood or be deaf; the harness always gets an answer."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from groundspec_harness import process
from groundspec_harness.conversation import Conversation
from groundspec_harness.drain import Drain, Polled, Threaded
from groundspec_harness.errors import HarnessError
from groundspec_harness.limits import Limits
from groundspec_harness.process import STDERR_LIMIT, Child, Fault, Start

ECHO = "import sys\nfor line in sys.stdin:\n    print(line.strip(), flush=True)\n"


@pytest.fixture(params=[Polled, Threaded], autouse=True)
def of_either_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test with the drain for systems that can wait for a pipe, and for those that cannot."""
    way: type[Drain] = request.param
    monkeypatch.setattr(process, "drain", way)


@contextmanager
def child(program: str, limits: Limits | None = None) -> Iterator[Child]:
    running = Child([sys.executable, "-c", program], Start(limits or Limits()))
    try:
        yield running
    finally:
        running.kill()


def fault(answer: bytes | Fault | None) -> Fault:
    assert isinstance(answer, Fault)
    return answer


def test_a_line_is_handed_over_with_its_end() -> None:
    with child(ECHO) as program:
        program.send(b"one\n")
        assert program.take_line(10) == b"one\n"
        assert program.finish(10) is None


def test_a_large_request_to_a_deaf_program_times_out() -> None:
    with child("import time; time.sleep(60)") as program:
        program.send(b"x" * 10_000_000)
        started = time.monotonic()
        assert fault(program.take_line(0.3)).kind == "timeout"
        assert time.monotonic() - started < 5


def test_a_flood_on_standard_error_does_not_block_and_leaves_a_tail() -> None:
    noisy = "import sys\nsys.stderr.write('noise ' * 500_000 + 'last words')\n" + ECHO
    with child(noisy) as program:
        program.send(b"one\n")
        assert program.take_line(30) == b"one\n"
        program.kill()  # only then is the tail whole
        tail = program.with_stderr(Fault("crash", "")).stderr
        assert len(tail) == STDERR_LIMIT
        assert tail.endswith("last words")


def test_a_flood_on_standard_output_is_bounded() -> None:
    flood = "import sys\nwhile True: sys.stdout.write('x' * 10_000)"
    with child(flood, Limits(output=200_000)) as program:
        found = fault(program.take_line(30))
        assert (found.kind, "200000 bytes" in found.detail) == ("malformed", True)
        assert len(program._out.data) < 400_000


def test_the_end_of_a_program_is_told() -> None:
    with child("import os, signal; os.kill(os.getpid(), signal.SIGTERM)") as program:
        assert "SIGTERM" in fault(program.take_line(10)).detail
    with child("print('half', end='', flush=True); raise SystemExit(7)") as program:
        found = fault(program.take_line(10)).detail
        assert "status 7" in found
        assert "4 bytes of a line" in found


def test_a_one_shot_program_is_pointed_to_per_case() -> None:
    with child("print(input())") as program:
        program.send(b"one\n")
        assert program.take_line(10) == b"one\n"
        program.send(b"two\n")
        assert "--per-case" in fault(program.take_line(10)).detail


def test_the_end_of_input_must_be_the_end() -> None:
    with child(ECHO + "print('bye')") as program:
        assert fault(program.finish(10)).kind == "extra"
    with child(ECHO + "raise SystemExit(3)") as program:
        assert fault(program.finish(10)).detail == "exited with status 3 at the end of input"
    with child(ECHO + "import time; time.sleep(60)") as program:
        assert fault(program.finish(0.3)).kind == "timeout"


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="process groups are of POSIX systems")
def test_what_the_program_started_is_killed_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    starts_another = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(p.pid))\n"
    )
    with child(starts_another + ECHO) as program:
        program.send(b"one\n")
        assert program.take_line(30) == b"one\n"
    grandchild = int(note.read_text())
    deadline = time.monotonic() + 10
    while alive(grandchild) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(grandchild)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] not in "ZX"


def test_a_missing_program_is_named() -> None:
    with pytest.raises(HarnessError, match="'/no/such/program': there is no such program"):
        Child(["/no/such/program"])


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="process groups are of POSIX systems")
def test_a_child_that_holds_standard_output_is_told_from_a_program_that_still_runs() -> None:
    leaves = "import subprocess, sys; subprocess.Popen(['sleep', '60'], stdin=subprocess.DEVNULL)"
    with child(leaves) as program:
        assert program._process.wait(30) == 0
        waited = fault(program.take_line(0.2))
        assert "exited with status 0, but its standard output is still open" in waited.detail
        assert not waited.unflushed
        closing = fault(program.finish(0.2))
        assert (closing.kind, "still running" in closing.detail) == ("timeout", False)
        assert closing.detail.startswith("exited with status 0, but its standard output is still")
        assert closing.detail.endswith(
            "after the end of input, probably held by a child of its own"
        )
    with child("import time; time.sleep(60)") as program:
        assert fault(program.take_line(0.2)).unflushed
        assert fault(program.finish(0.2)).detail.startswith("still running")


def test_a_conversation_starts_the_program_again_after_a_fault() -> None:
    program = (
        "import os, sys\nfor line in sys.stdin:\n"
        "    os._exit(9) if 'die' in line else print(os.getpid(), flush=True)\n"
    )
    with Conversation([sys.executable, "-c", program], 30) as conversation:
        first = conversation.ask(b"one\n")
        assert conversation.ask(b"two\n") == first
        assert fault(conversation.ask(b"die\n")).detail.startswith("exited with status 9")
        again = conversation.ask(b"three\n")
        assert isinstance(again, bytes)
        assert again != first


def test_per_case_starts_the_program_for_each_request() -> None:
    program = "import os\ninput()\nprint(os.getpid())"
    with Conversation([sys.executable, "-c", program], 30, per_case=True) as conversation:
        answers = {conversation.ask(b"one\n"), conversation.ask(b"two\n")}
    assert len(answers) == 2
    assert all(isinstance(answer, bytes) for answer in answers)


def test_output_too_much_is_found_in_all_three_places() -> None:
    twice = "import sys\nfor line in sys.stdin: sys.stdout.write('a\\nb\\n'); sys.stdout.flush()"
    with Conversation([sys.executable, "-c", twice], 30) as conversation:
        assert fault(conversation.ask(b"one\n")).kind == "extra"
    late = (
        "import sys, time\nfor line in sys.stdin:\n    print('a', flush=True)\n"
        "    time.sleep(0.1)\n    print('b', flush=True)\n"
    )
    with Conversation([sys.executable, "-c", late], 30) as conversation:
        assert conversation.ask(b"one\n") == b"a\n"
        assert fault(conversation.unasked(10)).kind == "extra"
        assert conversation.ask(b"one\n") == b"a\n"
        assert fault(conversation.finish()).kind == "extra"
