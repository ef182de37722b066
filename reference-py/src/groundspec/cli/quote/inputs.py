"""What the verbs of `groundspec quote` read: files of records, and policies by name or file."""

import signal
import sys
from typing import Any, BinaryIO, NoReturn

from groundspec.apps import policies
from groundspec.cli.input import STANDARD_INPUT, shown
from groundspec.cli.output import reason
from groundspec.errors import Unusable


def policy_of(given: str) -> policies.Policy:
    """The policy of that name or file; for a wrong name, the one that was meant."""
    if not policies.is_file(given) and policies.short(given) not in policies.names():
        from groundspec.cli.arguments import near

        every = f"The policies are {', '.join(policies.names())}; a file's name ends in .json."
        meant = near(policies.short(given), policies.names())
        raise Unusable(f"there is no policy {given}", meant or every)
    return policies.load(given)


def opened(name: str) -> BinaryIO:
    """A file to read, or standard input for `-`. Raises Unusable."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise Unusable("standard input is closed", "Name a file.")
        return sys.stdin.buffer
    try:
        return open(name, "rb", buffering=0)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise Unusable(f"{shown(name)}: {why}", "Name a file that can be read.") from None


def end_cleanly() -> None:
    """A signal that asks the program to end lets it take its temporary files away."""

    def end(number: int, _: Any) -> NoReturn:
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)
