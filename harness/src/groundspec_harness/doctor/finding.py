"""What a check finds: a state, what was seen, what to change."""

import re
from dataclasses import dataclass
from typing import Literal

from groundspec_harness.plain import plain
from groundspec_harness.process import Fault

State = Literal["ok", "wrong", "unsure"]
STATES: tuple[State, ...] = ("ok", "wrong", "unsure")
_SHOWN = 100
_ERROR = re.compile(r"(?i:error|exception|panic|fatal|abort|terminate|memory)")
_EXHAUSTED = re.compile(r"(?i:out of memory|outofmemory|memoryerror|bad_alloc|heap space)")
_MEMORY = (
    "it ran out of memory: a request line may have 67108864 bytes (P-SIZE); let the runtime have "
    "more, for example java -Xmx1g, or keep fewer copies of a line"
)


@dataclass(frozen=True)
class Finding:
    """One line of an examination; all of it is printable ASCII."""

    state: State
    found: str
    change: str = ""


def ok(found: str) -> Finding:
    return Finding("ok", plain(found))


def unsure(found: str) -> Finding:
    return Finding("unsure", plain(found))


def wrong(found: str, change: str) -> Finding:
    return Finding("wrong", plain(found), plain(change))


def failed(fault: Fault, change: str) -> Finding:
    """What a fault is, with the line of standard error that says most."""
    said = telling(fault.stderr)
    words = f"; standard error says: {said[:_SHOWN]}" if said else ""
    return wrong(f"{fault.kind}: {fault.detail}{words}", _MEMORY if exhausted(fault) else change)


def telling(stderr: str) -> str:
    """The line that names an error, not one of the places below it, else the last."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    named = [line for line in lines if _ERROR.search(line) and not line[0].isspace()]
    return named[-1] if named else lines[-1].strip() if lines else ""


def exhausted(fault: Fault) -> bool:
    """Whether a program ended for want of memory."""
    return _EXHAUSTED.search(fault.stderr) is not None


def shown(line: bytes) -> str:
    """The beginning of a line, without its end."""
    line = line.rstrip(b"\r\n")
    text = plain(line[:_SHOWN].decode("utf-8", "backslashreplace"))
    return text if len(line) <= _SHOWN else f"{text}... ({len(line)} bytes)"
