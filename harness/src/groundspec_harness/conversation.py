"""Asking one request at a time, and starting the program again after a fault.

A persistent program is started once and asked everything; with `per_case` it is started for each
request, sees the end of input behind it, and has to exit. A fault that leaves the two sides out of
step ends the process; the next request starts a new one. Leaving the conversation leaves no process
behind, however it is left.
"""

import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from groundspec_harness import strays
from groundspec_harness.limits import Limits
from groundspec_harness.process import Child, Fault, Start, extra

GRACE = 0.1  # seconds in which output that belongs to no request is still awaited
_LAST_WORDS = 1.0  # seconds for a program that has to see the end of its input


class AbandonedError(Exception):
    """The conversation was given up by another thread; there is nothing more to ask."""


class Conversation:
    """A program that is asked requests."""

    def __init__(
        self,
        command: Sequence[str],
        timeout: float,
        *,
        per_case: bool = False,
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.command = tuple(command)
        self.timeout = timeout
        self.per_case = per_case
        self.last_line = b""
        self._start = Start(limits or Limits(), environment, folder, secrets.token_hex(8))
        self._child: Child | None = None
        self._lock = threading.Lock()
        self._abandoned = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.drop()
        finally:
            strays.end_all(self._start.token)

    def start(self) -> Child:
        """The running program; it is started if none is."""
        with self._lock:
            if self._abandoned:
                raise AbandonedError
            if self._child is None:
                self._child = Child(self.command, self._start)
            return self._child

    def abandon(self) -> None:
        """End the program while another thread asks it, which gets `AbandonedError`."""
        with self._lock:
            self._abandoned = True
            if self._child:
                self._child.abandon()

    def ask(self, *request: bytes) -> bytes | Fault:
        """One request, perhaps in pieces, one line; a fault has already ended the process."""
        child = self.start()
        for piece in request:
            child.send(piece)
        if self.per_case:
            child.close_input()
        answer = child.take_line(self.timeout)
        self.last_line = answer if isinstance(answer, bytes) else b""
        if isinstance(answer, bytes) and (waiting := child.waiting()):
            answer = extra(waiting)
        if isinstance(answer, bytes) and self.per_case:
            answer = self.finish() or answer
        return self.fail(answer) if isinstance(answer, Fault) else answer

    def fail(self, fault: Fault) -> Fault:
        """End the process because of a fault, and keep what it said on standard error."""
        child = self._child
        if child is not None:
            child.linger()
            self.drop()
            fault = fault if fault.stderr else child.with_stderr(fault)
        line = self.last_line.decode("utf-8", "replace")  # what is too much may have come before
        doubt = self._start.limits.doubt(f"{fault.detail}\n{fault.stderr}\n{line}")
        return replace(fault, detail=f"{fault.detail}{doubt}") if doubt else fault

    def unasked(self, grace: float = 0.0) -> Fault | None:
        """The fault of having written since the last answer, if the program has."""
        if self._child is None:
            return None
        waiting = self._child.waiting()
        if not waiting and grace:
            line = self._child.take_line(grace)
            waiting = line if isinstance(line, bytes) else self._child.waiting()
        return self.fail(extra(waiting)) if waiting else None

    def another_line(self) -> bytes | None:
        """A line that follows a bad one: then the bad one was extra output.

        The input is ended for it, so that a program that has nothing more to say ends at once; the
        conversation has to be failed or dropped after this.
        """
        if self._child is None:
            return None
        self._child.close_input()
        line = self._child.take_line(min(self.timeout, _LAST_WORDS))
        return line if isinstance(line, bytes) else None

    def finish(self) -> Fault | None:
        """End the input and see the program end in good order; None where none is running."""
        if self._child is None:
            return None
        fault = self._child.finish(self.timeout)
        if fault:
            return self.fail(fault)
        self.drop()
        return None

    def drop(self) -> None:
        """End the process, if there is one."""
        child = self._child
        if child:
            child.kill()
            self._child = None
