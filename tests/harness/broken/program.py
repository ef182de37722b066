"""Implementations with exactly one fault each: `python program.py FAULT`.

The right answers are the vectors' own expected ones, so nothing here decides anything; what is done
to an answer, or in its place, is the fault. A fault that is about one answer strikes at the vector
`MARKED` alone, so that a test can see the others come through. `../test_broken.py` says what the
harness must make of each.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from harness.broken import wrong  # noqa: F401 - its faults register themselves
from harness.broken.known import (
    CHUNK,
    FOREVER,
    IMPLEMENTATION,
    REPLIES,
    Answer,
    Ask,
    Json,
    Known,
    at_marked,
    canonical,
    line,
    reply,
)

# --- Faults in one answer -------------------------------------------------------------------------


def say(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def sleep() -> NoReturn:
    time.sleep(FOREVER)
    sys.exit("nobody ended me")


@reply
def no_fault(ask: Ask) -> bytes:
    return ask.right


@reply
def crashes_on_third(ask: Ask) -> bytes:
    return ask.right if ask.number != 3 else sys.exit("Segmentation fault (no, it is not)")


@reply
def crashes_after_describe(ask: Ask) -> bytes:
    return ask.right if not ask.vector else sys.exit(1)


@at_marked
def crashes_by_exception(ask: Ask) -> bytes:
    raise RuntimeError(f"cannot answer {ask.name}")


@at_marked
def is_killed(ask: Ask) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return ask.right


@reply
def crashes_for_refusal(ask: Ask) -> bytes:
    return ask.right if "refusal" not in ask.answer else sys.exit(2)


@reply
def exits_after_four(ask: Ask) -> bytes:
    return ask.right if ask.number <= 4 else sys.exit(0)


@at_marked
def hangs(_: Ask) -> bytes:
    sleep()


@reply
def hangs_always(ask: Ask) -> bytes:
    return ask.right if not ask.vector else sleep()


@at_marked
def answers_late(ask: Ask) -> bytes:
    """Rightly, when nobody waits any more."""
    time.sleep(4)
    return ask.right


@at_marked
def stops_in_the_middle(ask: Ask) -> bytes:
    say(ask.right[:20])
    sleep()


@at_marked
def writes_in_pieces(ask: Ask) -> bytes:
    for byte in ask.right[:-1]:
        say(bytes([byte]))
        time.sleep(0.0005)
    return b"\n"


@at_marked
def floods_one_line(_: Ask) -> bytes:
    while True:
        say(b"a" * CHUNK)


@at_marked
def floods_lines(_: Ask) -> bytes:
    while True:
        say(b"working on it\n" * 65536)


@at_marked
def floods_right_answers(ask: Ask) -> bytes:
    while True:
        say(ask.right * 4096)


@reply
def floods_stderr(ask: Ask) -> bytes:
    sys.stderr.write("a line for whoever debugs this\n" * 65536)
    sys.stderr.write("and one without an end" * 65536)
    sys.stderr.flush()
    return ask.right


@at_marked
def banner_before_an_answer(ask: Ask) -> bytes:
    return b"Loading tables... done.\n" + ask.right


@at_marked
def extra_line(ask: Ask) -> bytes:
    return ask.right + b"ok\n"


@at_marked
def extra_line_later(ask: Ask) -> bytes:
    say(ask.right)
    time.sleep(0.05)
    return b'{"id":"0","refusal":"JSON_INVALID"}\n'


@at_marked
def answers_twice(ask: Ask) -> bytes:
    return ask.right + ask.right


@at_marked
def extra_bytes(ask: Ask) -> bytes:
    return ask.right + b" "


PREVIOUS: list[bytes] = []


@reply
def answers_the_one_before(ask: Ask) -> bytes:
    """Each answer comes one request late, as from a program that reads ahead."""
    PREVIOUS.append(ask.right)
    return PREVIOUS[-2] if ask.vector and len(PREVIOUS) > 1 else ask.right


@at_marked
def wrong_id(ask: Ask) -> bytes:
    return line({**ask.answer, "id": "0"})


@at_marked
def id_as_number(ask: Ask) -> bytes:
    return line({**ask.answer, "id": int(ask.answer["id"])})


@at_marked
def no_id(ask: Ask) -> bytes:
    return line({name: value for name, value in ask.answer.items() if name != "id"})


@at_marked
def not_json(ask: Ask) -> bytes:
    return f"{ask.answer!r}\n".encode()


@at_marked
def not_an_object(ask: Ask) -> bytes:
    return canonical([ask.answer]).encode() + b"\n"


@at_marked
def empty_line(_: Ask) -> bytes:
    return b"\n"


@at_marked
def not_utf8(ask: Ask) -> bytes:
    return ask.right.replace(b"canonical", b"canonic\xe1l")


@at_marked
def byte_order_mark(ask: Ask) -> bytes:
    return b"\xef\xbb\xbf" + ask.right


@at_marked
def spaces(ask: Ask) -> bytes:
    return json.dumps(ask.answer, sort_keys=True, ensure_ascii=False).encode() + b"\n"


@at_marked
def members_as_made(ask: Ask) -> bytes:
    """The answer's own members unsorted."""
    answer = dict(sorted(ask.answer.items(), reverse=True))
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@at_marked
def carriage_return(ask: Ask) -> bytes:
    return ask.right[:-1] + b"\r\n"


@at_marked
def no_line_feed_and_exits(ask: Ask) -> bytes:
    say(ask.right[:-1])
    sys.exit(0)


@at_marked
def no_line_feed_and_waits(ask: Ask) -> bytes:
    return ask.right[:-1]


@at_marked
def closes_stdout(_: Ask) -> bytes:
    os.close(sys.stdout.fileno())
    sleep()


@at_marked
def stops_reading(ask: Ask) -> bytes:
    say(ask.right)
    sleep()


@at_marked
def other_members(ask: Ask) -> bytes:
    return line({"id": ask.answer["id"], "result": ask.answer["canonical"]})


@at_marked
def one_member_more(ask: Ask) -> bytes:
    return line({**ask.answer, "milliseconds": 3})


@reply
def escaped_answer(ask: Ask) -> bytes:
    """Code points above ASCII written as escapes: JSON, but not its canonical form."""
    return canonical(ask.answer, ascii_only=True).encode() + b"\n"


@reply
def floats_in_receipt(ask: Ask) -> bytes:
    """Offsets as a language prints them that has no integers."""

    def floated(value: Json) -> Json:
        if isinstance(value, dict):
            return {name: floated(item) for name, item in value.items()}
        if isinstance(value, list):
            return [floated(item) for item in value]
        return float(value) if type(value) is int else value

    return line({**ask.answer, **floated({k: v for k, v in ask.answer.items() if k == "receipt"})})


# --- Faults in the description --------------------------------------------------------------------


def describes(name: str, change: Callable[[Answer], Answer]) -> None:
    """A program that says something else of itself."""

    def changed(ask: Ask) -> bytes:
        return ask.right if ask.vector else line(change(ask.answer))

    REPLIES[name] = changed


def implementation(**members: Json) -> Callable[[Answer], Answer]:
    return lambda answer: {**answer, "implementation": {**IMPLEMENTATION, **members}}


describes("class-unknown", implementation(classes=["core", "quote-exactly"]))
describes("check-not-listed", implementation(checks=[]))
describes("class-none", implementation(classes=[]))
describes("class-core-alone", implementation(classes=["core"]))
describes("protocol-2", implementation(protocol=2))
describes("protocol-as-text", implementation(protocol="1"))
describes("description-unnamed", implementation(name=None))
describes("describe-unknown", lambda answer: {"id": answer["id"], "error": "UNKNOWN_REQUEST"})
describes("describe-other-id", lambda answer: {**answer, "id": "describe"})


@reply
def describe_hangs(ask: Ask) -> bytes:
    return ask.right if ask.vector else sleep()


# --- Faults at the start and at the end -----------------------------------------------------------


def child(**streams: Any) -> None:
    """Start a process that outlives this one, unless somebody ends it."""
    note(
        subprocess.Popen(
            [sys.executable, "-c", f"import time; time.sleep({FOREVER})"], **streams
        ).pid
    )


def note(pid: int) -> None:
    """Tell the test of a process, so that it can see whether it is still there."""
    if "BROKEN_PROCESSES" in os.environ:
        with Path(os.environ["BROKEN_PROCESSES"]).open("a", encoding="ascii") as file:
            file.write(f"{pid}\n")


def child_apart() -> None:
    child(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def fork(then: Callable[[], object]) -> None:
    """End, and let a child of the same process group go on."""
    if os.fork():
        os._exit(0)
    note(os.getpid())
    then()


def daemon(environment: dict[str, str], *, on_stdout: bool = False) -> None:
    """Start a process that leaves the process group and whose parent is gone."""
    if os.fork():
        os.wait()
        return
    os.setsid()
    if not os.fork():
        note(os.getpid())
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 2) if on_stdout else (0, 1, 2):
            os.dup2(null, stream)
        program = f"import time; time.sleep({FOREVER})"
        os.execve(sys.executable, [sys.executable, "-c", program], environment)
    os._exit(0)


STARTS: dict[str, Callable[[], object]] = {
    "crashes-at-once": lambda: sys.exit(1),
    "exits-at-once": lambda: sys.exit(0),
    "never-reads": sleep,
    "banner-at-start": lambda: say(b"groundspec 0.1, ready\n"),
    "leaves-a-child": child_apart,
    "leaves-a-child-on-stdout": child,
    "forks-and-exits": lambda: fork(lambda: None),
    "forks-and-sleeps": lambda: fork(sleep),
    "leaves-a-daemon": lambda: daemon(dict(os.environ)),
    "leaves-a-daemon-on-stdout": lambda: daemon(dict(os.environ), on_stdout=True),
    "leaves-a-daemon-without-environment": lambda: daemon({}),
}
ENDS: dict[str, Callable[[], object]] = {
    "exits-with-3": lambda: sys.exit(3),
    "stays-at-the-end": sleep,
    "says-goodbye": lambda: say(b"bye\n"),
}


def main(fault: str) -> None:
    note(os.getpid())
    STARTS.get(fault, lambda: None)()
    answer = REPLIES.get(fault, no_fault)
    known = Known()
    for number, request in enumerate(sys.stdin.buffer, 1):
        say(answer(known.ask(number, request.decode().removesuffix("\n"))))
        if fault == "one-answer":  # right where it is started for each request
            return
    ENDS.get(fault, lambda: None)()


if __name__ == "__main__":
    faults = sorted({*REPLIES, *STARTS, *ENDS, "one-answer"})
    if sys.argv[1:] == ["--list"]:
        print("\n".join(faults))
    elif len(sys.argv) == 2 and sys.argv[1] in faults:
        main(sys.argv[1])
    else:
        sys.exit("usage: program.py FAULT, or --list for the faults")
