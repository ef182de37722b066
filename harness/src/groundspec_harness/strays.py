"""Processes that a program under test leaves behind, even where they made themselves daemons.

A child of the program that calls `setsid` has left the process group that is ended with it, and one
that was forked twice has lost its parent. On Linux the harness has such orphans fall to itself
(PR_SET_CHILD_SUBREAPER): it finds all of them among its own children, whatever they did to
themselves, with one small read where there are none. A marker in the environment says of which
conversation each is; a marker alone would be lost by whoever starts afresh with another
environment, and parentage alone could not tell them from other children of the process that the
harness is part of. Elsewhere nothing is found here, and the process group is all that is ended.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

MARKER = "GROUNDSPEC_HARNESS_RUN"

_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE = 2.0  # seconds for what was killed to go
_PAUSE = 0.005
_STARTING = 0.05  # seconds in which a process may still be without its environment


@cache
def adopt() -> bool:
    """Have orphans fall to this process from now on; False where the system has no such thing."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    with suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    return False


def end(token: str) -> None:
    """End those children of this process, adopted ones too, that bear a token."""
    _end(lambda: [pid for pid in _listed() if _bears(pid, token)])


def end_all(token: str) -> None:
    """End every process that bears a token, whoever's child it is; this looks at all there are."""
    end(token)
    wanted = f"{MARKER}={token}".encode()
    _end(lambda: [pid for pid in _processes() if wanted in _environment(pid)])


def end_unmarked(but: set[int]) -> None:
    """End the children of this process that have no marker, but for those that it had before.

    These are orphans that were started with another environment. It is for a process that starts
    nothing else meanwhile.
    """
    _end(lambda: [pid for pid in children() - but if not _marked(pid)])


def children() -> set[int]:
    """The children of this process, adopted ones and dead ones included."""
    return {pid for pid in _processes() if _parent(pid) == os.getpid()}


def _listed() -> set[int]:
    """The same as the system lists them: quick, but one may be left out while others end."""
    lists = list(Path("/proc/self/task").glob("*/children"))
    if not lists:  # a kernel without these lists, or no Linux
        return children()
    found: set[int] = set()
    for path in lists:
        with suppress(OSError):  # the thread has ended
            found.update(map(int, path.read_bytes().split()))
    return found


def _end(find: Callable[[], list[int]]) -> None:
    """Kill until none is found: the children of what is killed fall to us, and are found next."""
    deadline = time.monotonic() + _PATIENCE
    while found := find():
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in found:
            _collect(pid, deadline)
        if time.monotonic() > deadline:
            return


def _collect(pid: int, deadline: float) -> None:
    """Wait until a child that was killed is gone."""
    with suppress(ChildProcessError):
        while os.waitpid(pid, os.WNOHANG)[0] == 0 and time.monotonic() < deadline:
            time.sleep(_PAUSE)


def _bears(pid: int, token: str) -> bool:
    return f"{MARKER}={token}".encode() in _environment(pid, _STARTING)


def _marked(pid: int) -> bool:
    return any(each.startswith(f"{MARKER}=".encode()) for each in _environment(pid))


def _environment(pid: int, patience: float = 0) -> list[bytes]:
    """The environment that a process was started with, as far as this one may know it."""
    deadline = time.monotonic() + patience
    while True:
        try:
            found = Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return []
        if found or _state(pid) in "ZX" or time.monotonic() >= deadline:
            return found.split(b"\0")
        time.sleep(_PAUSE)  # a process about to become another program has none for a moment


def _processes() -> list[int]:
    if not sys.platform.startswith("linux"):
        return []
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _state(pid: int) -> str:
    return (_stat(pid) or ["X"])[0]


def _parent(pid: int) -> int:
    return int((_stat(pid) or ["X", "0"])[1])


def _stat(pid: int) -> list[str]:
    """What /proc says of a process behind its name: state, parent and so on."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
