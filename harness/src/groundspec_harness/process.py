"""The program under test as a child process that can crash, hang or flood without harm to us.

Requests are written without waiting (`feed`), standard output is waited for with a deadline
(`drain`), and a thread keeps the tail of standard error: no pipe that is full or empty can stop the
harness. The child leads a process group of its own; whatever of that group is left at the end is
killed, and with it whatever left the group (`strays`).
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Literal

from groundspec_harness import strays
from groundspec_harness.drain import drain
from groundspec_harness.errors import HarnessError
from groundspec_harness.feed import Feed
from groundspec_harness.limits import LINE_LIMIT as LINE_LIMIT  # noqa: PLC0414
from groundspec_harness.limits import Limits

FaultKind = Literal["crash", "timeout", "malformed", "extra", "not-asked"]
FAULT_KINDS: tuple[FaultKind, ...] = ("crash", "timeout", "malformed", "extra")

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


@dataclass(frozen=True)
class Start:
    """How a program is started, beside its command."""

    limits: Limits = field(default_factory=Limits)
    environment: Mapping[str, str] | None = None  # None for that of the harness
    folder: Path | None = None  # None for that of the harness
    token: str = ""  # by which what it leaves behind is found


class Child:
    """One run of the program. All methods return; none waits longer than it is told."""

    def __init__(self, command: Sequence[str], start: Start | None = None) -> None:
        start = start or Start()
        self._limits = start.limits
        self._token = start.token
        self._process = _start(command, start)
        self._feed = Feed(_pipe(self._process.stdin))
        self._out = drain(_pipe(self._process.stdout))
        self._abandoned = False
        self._err = b""
        self._errors = threading.Thread(target=self._read_errors, daemon=True)
        self._errors.start()

    def send(self, line: bytes) -> None:
        """Hand over a request; its writing may fail without a word."""
        self._feed.send(line)

    def close_input(self) -> None:
        """Let the program see the end of its input, after what was sent."""
        self._feed.close()

    def take_line(self, seconds: float) -> bytes | Fault:
        """The next line of standard output, LF included."""
        deadline = time.monotonic() + seconds
        data = self._out.data
        seen = 0
        while (end := data.find(b"\n", seen)) < 0:
            seen = len(data)
            if seen > self._limits.output:
                return self._too_long()
            if self._out.ended or self._abandoned:
                return Fault("crash", self._last_words(seen))
            if time.monotonic() >= deadline:
                return Fault("timeout", self._waited(seconds, seen))
            self._out.wait(deadline)
        if end > self._limits.output:
            return self._too_long()
        line = bytes(data[: end + 1])
        del data[: end + 1]
        return line

    def waiting(self) -> bytes:
        """What stands in standard output unread, as far as it has come."""
        self._out.wait(0)
        return bytes(self._out.data[:_CHUNK])

    def finish(self, seconds: float) -> Fault | None:
        """Close the input and see the program end as P-LINES says: silently, with status 0."""
        self.close_input()
        deadline = time.monotonic() + seconds
        while not (self._out.data or self._out.ended or self._abandoned):
            if time.monotonic() >= deadline:
                return Fault("timeout", self._lingers(seconds))
            self._out.wait(deadline)
        if self._out.data:
            return extra(self.waiting())
        status = self._status(max(deadline - time.monotonic(), _PATIENCE))
        if status is None:
            return Fault("timeout", self._lingers(seconds))
        if status == 0:
            return None
        return Fault("crash", f"{_ended(status)} at the end of input{self._limits.note}")

    @property
    def running(self) -> bool:
        """Whether the program itself has not ended; what it started may go on without it."""
        return self._process.poll() is None

    def abandon(self) -> None:
        """End the program while another thread waits for it; that thread waits no longer."""
        self._abandoned = True
        self._out.give_up()
        self._kill_group()

    def kill(self) -> None:
        """End the program and everything it started, and forget what it still says."""
        self.abandon()
        self.close_input()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        if self._token:
            strays.end(self._token)
        self._feed.join(_PATIENCE)
        self._errors.join(_PATIENCE)
        self._out.close()

    def linger(self) -> None:
        """Give a program that says no more a moment to end, and so to write its last words."""
        if self._out.ended:
            self._status(_PATIENCE / 10)

    def with_stderr(self, fault: Fault) -> Fault:
        """The fault with the tail of standard error, which is whole once the program is killed."""
        return replace(fault, stderr=self._err.decode("utf-8", "replace"))

    def _status(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _too_long(self) -> Fault:
        limit = self._limits.output
        return Fault("malformed", f"a line of more than {limit} bytes (--output-limit)")

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
            return f"{how} after {unfinished} bytes of a line without LF{self._limits.note}"
        hint = "; if it answers one line and exits, use --per-case" if status == 0 else ""
        return f"{how} before it answered{hint or self._limits.note}"

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _read_errors(self) -> None:
        with _pipe(self._process.stderr) as pipe, suppress(OSError, ValueError):
            while chunk := pipe.read(_CHUNK):
                self._err = (self._err + chunk)[-STDERR_LIMIT:]


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


def _start(command: Sequence[str], start: Start) -> subprocess.Popen[bytes]:
    environment = dict(os.environ if start.environment is None else start.environment)
    if start.token:
        strays.adopt()
        environment[strays.MARKER] = start.token
    try:
        process = subprocess.Popen(
            list(command),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=environment,
            cwd=start.folder,
        )
    except (FileNotFoundError, NotADirectoryError):
        message = f"cannot start {command[0]!r}: there is no such program"
    except PermissionError:
        what = "a folder" if Path(command[0]).is_dir() else "not executable"
        message = f"cannot start {command[0]!r}: it is {what}"
    except (OSError, ValueError) as error:
        message = f"cannot start {command[0]!r}: {getattr(error, 'strerror', None) or error}"
    else:
        start.limits.impose(process.pid)
        return process
    raise HarnessError(message)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # Popen was asked for all three
    return pipe


def _ended(status: int) -> str:
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
