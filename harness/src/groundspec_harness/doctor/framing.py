"""Requests that are long, or that come together or in pieces."""

import time
from collections.abc import Iterator
from dataclasses import replace

from groundspec_harness.doctor.finding import Finding, failed, ok, shown, unsure, wrong
from groundspec_harness.doctor.patient import Patient, valued
from groundspec_harness.doctor.reading import describe, error
from groundspec_harness.doctor.starting import SILENCE
from groundspec_harness.limits import LINE_LIMIT
from groundspec_harness.process import Fault

LONG = 10_000_000
HASTE = 5.0  # seconds for an answer below which a line of that length is not sent
_BLOCK = b" " * (1 << 20)
_ANSWER = 1_000_000
_PAUSE = 0.05  # seconds between pieces
_LIMITS = (
    "read lines without a limit of their length: bufio.Reader and not bufio.Scanner in Go, "
    "getline and not fgets in C; up to 67108864 bytes (P-SIZE)"
)
_OVER = (
    'answer {"error":"TOO_LARGE","id":null} to a line of more than 67108864 bytes, its LF not '
    "counted, pass over the rest of it, and read on (P-SIZE)"
)
_TOO_LARGE = error("TOO_LARGE", None)
_BUFFER = (
    "keep what was read behind a LF for the next line, and wait where no LF has come yet: "
    "what one read gives is not one request (P-LINES)"
)


def long_line(patient: Patient) -> Finding:
    """White space between the members makes it long."""
    request = describe("long").replace(b",", b"," + b" " * LONG)
    for asked, name in ((request, "long"), (describe("next"), "next")):
        reply = patient.ask(asked)
        if isinstance(reply, Fault):
            return failed(reply, _LIMITS)
        if valued(reply) != patient.describe(name):
            return wrong(f"answered {shown(reply)} to the request {name!r}", _LIMITS)
    return ok(f"read {len(request)} bytes")


def size(patient: Patient) -> Finding:
    """A line as long as it may be, one that is a byte longer, and what comes behind it.

    Both are white space for the most part, sent in pieces that are one in memory.
    """
    if patient.timeout < HASTE:
        return unsure(f"not asked: it needs a --timeout of {HASTE:g} s")
    for length, name, right in (
        (LINE_LIMIT, "whole", patient.describe("whole")),
        (LINE_LIMIT + 1, "over", _TOO_LARGE),
    ):
        reply = patient.ask(*padded(describe(name), length))
        change = _LIMITS if right != _TOO_LARGE else _OVER
        if isinstance(reply, Fault):
            return failed(replace(reply, detail=f"{reply.detail}, to {length} bytes"), change)
        if valued(reply) != right:
            return wrong(f"answered {shown(reply)} to a line of {length} bytes", change)
    reply = patient.ask(describe("next"))
    if isinstance(reply, Fault):
        return failed(reply, _OVER)
    if valued(reply) != patient.describe("next"):
        return wrong(f"answered {shown(reply)} to the request behind a line too long", _OVER)
    return ok(f"read {LINE_LIMIT} bytes, refused {LINE_LIMIT + 1}")


def padded(request: bytes, length: int) -> Iterator[bytes]:
    """A request in pieces, made so long by white space before its last member; LF not counted."""
    head, comma, rest = request.partition(b",")
    blocks, more = divmod(length + 1 - len(request), len(_BLOCK))
    yield head + comma
    yield from (_BLOCK for _ in range(blocks))
    yield _BLOCK[:more] + rest


def carriage_return(patient: Patient) -> Finding:
    """Between two tokens a CR is white space, and no end of a line."""
    change = (
        "end lines at LF alone and read a CR as white space: sys.stdin.buffer in Python, a loop "
        "over the bytes of System.in in place of readLine in Java (P-LINES)"
    )
    reply = patient.ask(describe("cr").replace(b",", b",\r"))
    if isinstance(reply, Fault):
        return failed(reply, change)
    if valued(reply) != patient.describe("cr"):
        return wrong(f"answered {shown(reply)}", change)
    return ok("read as white space")


def long_answer(patient: Patient) -> Finding:
    """The id comes back, and with it as much as it holds."""
    name = "x" * _ANSWER
    reply = patient.ask(describe(name))
    change = "write until everything is written; a pipe takes less than that at once (P-LINES)"
    if isinstance(reply, Fault):
        return failed(reply, change)
    if valued(reply) != patient.describe(name):
        return wrong(f"answered {shown(reply)}", change)
    return ok(f"wrote {len(reply)} bytes")


def two_at_once(patient: Patient) -> Finding:
    child = patient.talk.start()
    child.send(describe("first") + describe("second"))
    for name in ("first", "second"):
        reply = patient.noted(child.take_line(patient.timeout))
        if isinstance(reply, Fault):
            return failed(patient.talk.fail(reply), _BUFFER)
        if valued(reply) != patient.describe(name):
            return wrong(f"answered {shown(reply)} to the request {name!r}", _BUFFER)
    return ok("two answers, in order")


def in_pieces(patient: Patient) -> Finding:
    """A request that comes slowly; before its LF there is nothing to be answered."""
    child = patient.talk.start()
    request = describe("pieces")
    for piece in (request[:9], request[9:20], request[20:-1]):
        child.send(piece)
        time.sleep(_PAUSE)
    early = child.waiting()
    child.send(request[-1:])
    reply = patient.noted(child.take_line(patient.timeout))
    if early:
        return wrong(f"it answers before the line ends: {shown(early)}", _BUFFER)
    if isinstance(reply, Fault):
        return failed(patient.talk.fail(reply), _BUFFER)
    if valued(reply) != patient.describe("pieces"):
        return wrong(f"answered {shown(reply)}", _BUFFER)
    return ok("answered when the LF had come")


def between(patient: Patient) -> Finding:
    """Nothing is said that was not asked for, while nobody asks."""
    change = "write log lines, prompts and progress to standard error (P-LINES)"
    for name in ("b1", "b2", "b3"):
        reply = patient.ask(describe(name))
        late = patient.talk.unasked(SILENCE / 3) if isinstance(reply, bytes) else reply
        if late:
            return failed(late, change)
    return ok("silent")
