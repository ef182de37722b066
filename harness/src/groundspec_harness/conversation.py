"""Asking one request at a time, and starting the program again after a fault.

A persistent program is started once and asked everything; with `per_case` it is started for each
request, sees the end of input behind it, and has to exit. A fault that leaves the two sides out of
step ends the process; the next request starts a new one.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from groundspec_harness.process import Child, Fault, extra

GRACE = 0.1  # seconds in which output that belongs to no request is still awaited


class Conversation:
    """A program that is asked requests."""

    def __init__(self, command: Sequence[str], timeout: float, *, per_case: bool = False) -> None:
        self.command = tuple(command)
        self.timeout = timeout
        self.per_case = per_case
        self.last_line = b""
        self._child: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.drop()

    def ask(self, request: bytes) -> bytes | Fault:
        """One request, one line; a fault has already ended the process."""
        if self._child is None:
            self._child = Child(self.command)
        child = self._child
        child.send(request)
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
        if self._child is not None and not fault.stderr:
            fault = self._child.with_stderr(fault)
        self.drop()
        return fault

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
        """A line that follows a bad one at once: then the bad one was extra output."""
        line = self._child.take_line(GRACE) if self._child else None
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
        child, self._child = self._child, None
        if child:
            child.kill()
