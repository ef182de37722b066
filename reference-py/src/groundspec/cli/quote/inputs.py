"""What the verbs of `groundspec quote` read: files of records, and policies by name or file."""

import argparse
import signal
import sys
from typing import Any, BinaryIO, NoReturn

from groundspec.apps import policies
from groundspec.apps.offsets import BYTES, UNITS
from groundspec.cli.arguments import Parser, near
from groundspec.cli.input import STANDARD_INPUT, shown
from groundspec.cli.output import reason
from groundspec.errors import Unusable


def add_reading(parser: Parser, room: int) -> None:
    """Add the options that say how sources and offsets are read."""
    add = parser.add_argument
    add("--root", metavar="FOLDER", help="Where source_path starts; nothing outside is read.")
    add("--at-offsets", action="store_true", help="A quotation stands at `start` to `end` only.")
    add(
        "--offset-unit",
        metavar="UNIT",
        type=_unit,
        default=BYTES,
        help=f"What start and end count: {', '.join(UNITS)} (default: {BYTES}).",
    )
    add(
        "--cache-mb",
        metavar="N",
        type=_megabytes,
        default=room,
        help=f"Keep so much source text ready, at some 20 times the memory (default: {room}).",
    )


def policy_of(given: str, check: str = policies.CHECK) -> policies.Policy:
    """The policy of that name or file; for a wrong name, the one that was meant."""
    name, names = policies.short(given, check), policies.names(check)
    if not policies.is_file(given, check) and name not in names:
        every = f"The policies are {', '.join(names)}; a file's name ends in .json."
        raise Unusable(f"there is no policy {given}", near(name, names) or every)
    return policies.load(given, check)


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


def _unit(written: str) -> str:
    """A unit of offsets, as an argument."""
    if written not in UNITS:
        raise argparse.ArgumentTypeError(f"{written} is none of {', '.join(UNITS)}")
    return written


def _megabytes(written: str) -> int:
    """A number of megabytes, as an argument."""
    if not (written.isascii() and written.isdecimal() and len(written) < 7):
        raise argparse.ArgumentTypeError(f"{written} is no number of megabytes")
    return int(written)
