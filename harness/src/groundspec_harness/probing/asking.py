"""Asking one process many requests, and keeping the faults."""

import time

from groundspec_harness.conversation import Conversation
from groundspec_harness.probing.outcome import Failure
from groundspec_harness.process import Fault
from groundspec_harness.requests import DESCRIBE, line

_GIVEN_UP = "too many faults in a row came before"
_NO_TIME = "there was no time left (--budget)"
_PATIENCE = 5  # faults in a row, after which nothing more is asked


class Asking:
    """A conversation that begins like every other one, with `describe`, unless each has its own."""

    def __init__(self, conversation: Conversation, until: float) -> None:
        self.conversation = conversation
        self.until = until
        self.failures: list[Failure] = []
        self._last: str | None = None
        self._in_a_row = 0
        if not conversation.per_case:
            self.ask(None, line(DESCRIBE))

    @property
    def enough(self) -> str | None:
        """Why no more is to be asked, or None."""
        if self._in_a_row >= _PATIENCE:
            return _GIVEN_UP
        return _NO_TIME if time.monotonic() > self.until else None

    def ask(self, vector: str | None, request: bytes) -> bytes | None:
        """The line of an answer; None for a fault."""
        late = self.conversation.unasked()
        if late:
            self._fail(self._last, late)
        self._last = vector
        reply = self.conversation.ask(request)
        if isinstance(reply, Fault):
            self._fail(vector, reply)
            return None
        self._in_a_row = 0
        return reply

    def end(self) -> None:
        """End the input; output that comes only then belongs to the last request."""
        ending = self.conversation.finish()
        if ending:
            self._fail(self._last if ending.kind == "extra" else None, ending)

    def _fail(self, vector: str | None, fault: Fault) -> None:
        self._in_a_row += 1
        self.failures.append(Failure(vector, fault))
