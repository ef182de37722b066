"""Miniatures that are no processes: what they say goes through the runner all the same."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import cast

from groundspec_harness.conversation import Conversation
from groundspec_harness.process import Fault, extra
from groundspec_harness.runner import Result
from groundspec_harness.specification import at
from groundspec_harness.vectors import Vector
from harness.broken.known import Ask, Known
from harness.broken.slips import Slip

KNOWN = at(None)


@dataclass
class Miniature:
    """A conversation with a miniature that is no process: what it says is cut into lines."""

    slip: Slip
    known: Known
    last_line: bytes = b""
    per_case: bool = False

    def ask(self, request: bytes) -> bytes | Fault:
        asked = self.known.ask(1, request.decode().removesuffix("\n"))
        said = self.slip(asked) if asked.vector else asked.right
        first, end, rest = said.partition(b"\n")
        if not end:
            return Fault("timeout", f"no answer within 1 s, {len(said)} bytes of a line without LF")
        self.last_line = first + end
        return extra(rest) if rest else self.last_line

    def unasked(self, _grace: float = 0.0) -> None:
        return None

    def another_line(self) -> None:
        return None

    def finish(self) -> None:
        return None

    def fail(self, fault: Fault) -> Fault:
        return fault


@cache
def known() -> Known:
    return Known()


def results(vectors: Iterable[Vector], slip: Slip) -> tuple[Result, ...]:
    """What the harness makes of a miniature's answers to some vectors."""
    conversation = cast("Conversation", Miniature(slip, known()))
    return KNOWN.runner(conversation).run(list(vectors)).results


def result(name: str, slip: Slip) -> Result:
    """What it makes of one."""
    (found,) = results([KNOWN.corpus.by_id[name]], slip)
    return found


def right(ask: Ask) -> bytes:
    return ask.right
