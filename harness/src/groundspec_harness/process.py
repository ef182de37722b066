"""The program under test as a child process that can crash, hang or flood without harm to us.

Three threads stand between the harness and the pipes: one writes requests, one reads standard
output into a bounded buffer, one keeps the tail of standard error. The harness itself only waits,
always with a deadline, so no pipe that is full or empty can stop it. The child leads a process
group of its own, and whatever of that group is left at the end is killed.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import IO, Literal

from groundspec_harness.errors import HarnessError

FaultKind = Literal["crash", "timeout", "malformed", "extra", "not-asked"]
FAULT_KINDS: tuple[FaultKind, ...] = ("crash", "timeout", "malformed", "extra", "not-asked")

LINE_LIMIT = 64 * 1024 * 1024
STDERR_LIMIT = 4096
FLUSH = "does it flush after each line? --per-case works without"
_NO_ANSWER = "no answer within"
_HELD = "probably held by a child of its own"
_CHUNK = 65536
_PATIENCE = 2.0  # seconds for the system to say how a process ended


@dataclass(frozen=True)
class Fault:
    """Why a vector could not be judged (C-LEVELS)."""

    kind: FaultKind
    detail: str
    stderr: str = ""

    @property
    def unflushed(self) -> bool:
        """Whether an answer may be waiting in a buffer of the program, which was still running."""
        waited = self.kind == "timeout" and self.detail.startswith(_NO_ANSWER)
        return waited and _HELD not in self.detail


class Child:
    """One run of the program. All methods return; none waits longer than it is told."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = _start(command)
        self._changed = threading.Condition()
        self._out = bytearray()
        self._ended = False
        self._abandoned = False
        self._err = bytearray()
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._write_requests, self._read_output, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Hand over a request; the writing happens elsewhere and may fail without a word."""
        self._requests.put(line)

    def close_input(self) -> None:
        """Let the program see the end of its input, after what was sent."""
        self._requests.put(None)

    def take_line(self, seconds: float) -> bytes | Fault:
        """The next line of standard output, LF included."""
        deadline = time.monotonic() + seconds
        seen = 0
        with self._changed:
            while (end := self._out.find(b"\n", seen)) < 0:
                seen = len(self._out)
                if seen > LINE_LIMIT:
                    return Fault("malformed", f"a line of more than {LINE_LIMIT} bytes")
                if self._ended:
                    break
                left = deadline - time.monotonic()
                if left <= 0:
                    return Fault("timeout", self._waited(seconds, seen))
                self._changed.wait(left)
            else:
                line = bytes(self._out[: end + 1])
                del self._out[: end + 1]
                self._changed.notify_all()
                return line
        return Fault("crash", self._last_words(seen))

    def waiting(self) -> bytes:
        """What stands in standard output unread, as far as it has come."""
        with self._changed:
            return bytes(self._out[:_CHUNK])

    def finish(self, seconds: float) -> Fault | None:
        """Close the input and see the program end as P-LINES says: silently, with status 0."""
        self.close_input()
        deadline = time.monotonic() + seconds
        with self._changed:
            while not self._out and not self._ended:
                left = deadline - time.monotonic()
                if left <= 0:
                    return Fault("timeout", self._lingers(seconds))
                self._changed.wait(left)
            if self._out:
                return extra(bytes(self._out[:_CHUNK]))
        status = self._status(max(deadline - time.monotonic(), _PATIENCE))
        if status is None:
            return Fault("timeout", self._lingers(seconds))
        return None if status == 0 else Fault("crash", f"{_ended(status)} at the end of input")

    @property
    def running(self) -> bool:
        """Whether the program itself has not ended; what it started may go on without it."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the program and everything it started, and forget what it still says."""
        with self._changed:
            self._abandoned = True
            self._changed.notify_all()
        self.close_input()
        self._kill_group()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        for thread in self._threads:
            thread.join(_PATIENCE)

    def with_stderr(self, fault: Fault) -> Fault:
        """The fault with the tail of standard error; a dying program is given a moment for it."""
        if self._ended:
            self._threads[-1].join(_PATIENCE / 10)
        with self._changed:
            tail = bytes(self._err)
        return replace(fault, stderr=tail.decode("utf-8", "replace"))

    def _status(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _waited(self, seconds: float, unfinished: int) -> str:
        so_far = f", {unfinished} bytes of a line without LF so far" if unfinished else ""
        ended = "" if self.running else f"; the program {self._left_open('')}"
        return f"{_NO_ANSWER} {seconds:g} s{so_far}{ended}"

    def _lingers(self, seconds: float) -> str:
        when = f" {seconds:g} s after the end of input"
        return f"still running{when}" if self.running else self._left_open(when)

    def _left_open(self, when: str) -> str:
        how = _ended(self._process.returncode)
        return f"{how}, but its standard output is still open{when}, {_HELD}"

    def _last_words(self, unfinished: int) -> str:
        status = self._status(_PATIENCE)
        how = "closed its standard output" if status is None else _ended(status)
        if unfinished:
            return f"{how} after {unfinished} bytes of a line without LF"
        hint = "; if it answers one line and exits, use --per-case" if status == 0 else ""
        return f"{how} before it answered{hint}"

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _write_requests(self) -> None:
        pipe = _pipe(self._process.stdin)
        with suppress(OSError):
            while (line := self._requests.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) :]
        with suppress(OSError):
            pipe.close()

    def _read_output(self) -> None:
        pipe = _pipe(self._process.stdout)
        while chunk := _chunk(pipe):
            with self._changed:
                self._out += chunk
                self._changed.notify_all()
                while len(self._out) > LINE_LIMIT and not self._abandoned:
                    self._changed.wait()
                if self._abandoned:
                    break
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        pipe.close()

    def _read_errors(self) -> None:
        pipe = _pipe(self._process.stderr)
        while chunk := _chunk(pipe):
            with self._changed:
                self._err += chunk
                del self._err[:-STDERR_LIMIT]
        pipe.close()


def extra(data: bytes) -> Fault:
    """The fault of a program that wrote more than its answer."""
    shown = data[:60].decode("utf-8", "backslashreplace")
    more = "..." if len(data) > len(data[:60]) else ""
    return Fault("extra", f"output that no request asked for: {shown!a}{more}{log_line(data)}")


def log_line(line: bytes) -> str:
    """Advice to be added where a line does not even begin like an answer."""
    if line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return ""
    return "; standard output is for answers only; write log lines to standard error"


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (FileNotFoundError, NotADirectoryError):
        message = f"cannot start {command[0]!r}: there is no such program"
    except PermissionError:
        message = f"cannot start {command[0]!r}: it is not executable"
    except (OSError, ValueError) as error:
        message = f"cannot start {command[0]!r}: {getattr(error, 'strerror', None) or error}"
    raise HarnessError(message)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # Popen was asked for all three
    return pipe


def _chunk(pipe: IO[bytes]) -> bytes:
    try:
        return pipe.read(_CHUNK)
    except (OSError, ValueError):
        return b""


def _ended(status: int) -> str:
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
