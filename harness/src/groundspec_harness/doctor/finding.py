"""What a check finds: a state, what was seen, what to change."""

from dataclasses import dataclass
from typing import Literal

from groundspec_harness.plain import plain
from groundspec_harness.process import Fault

State = Literal["ok", "wrong", "unsure"]
STATES: tuple[State, ...] = ("ok", "wrong", "unsure")
_SHOWN = 100


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
    """What a fault is, with the last line of standard error."""
    said = fault.stderr.strip().splitlines()
    last = f"; standard error ends with: {said[-1][:_SHOWN]}" if said else ""
    return wrong(f"{fault.kind}: {fault.detail}{last}", change)


def shown(line: bytes) -> str:
    """The beginning of a line, without its end."""
    line = line.rstrip(b"\r\n")
    text = plain(line[:_SHOWN].decode("utf-8", "backslashreplace"))
    return text if len(line) <= _SHOWN else f"{text}... ({len(line)} bytes)"
