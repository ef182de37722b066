"""Files and standard input as bytes, up to a size that a packet may well have."""

import os
import sys
from typing import BinaryIO

from groundspec.cli.output import reason
from groundspec.errors import Unusable

STANDARD_INPUT = "-"
LARGEST = 268_435_456


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises Unusable."""
    try:
        if name != STANDARD_INPUT:
            with open(name, "rb") as file:
                return _bounded(file, name)
        if sys.stdin is None:
            raise Unusable("standard input is closed", "Name a file.")
        return _bounded(sys.stdin.buffer, shown(name))
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise Unusable(f"{shown(name)}: {why}", "Name a file that can be read.") from error


def _bounded(file: BinaryIO, name: str) -> bytes:
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        limit = f"{LARGEST // 1_048_576} MiB"
        raise Unusable(f"{name}: more than {limit}", "Split the source, or leave parts of it out.")
    return data


def shown(name: str) -> str:
    """A file's name for people, on one line."""
    if name == STANDARD_INPUT:
        return "standard input"
    return name if name.isprintable() else ascii(name)


def same_file(one: str, other: str) -> bool:
    """Whether two names lead to one file that exists."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)
