"""What the program prints and writes: whole or not at all, as UTF-8, whatever the locale."""

import contextlib
import os
import sys
from typing import NoReturn

from groundspec.errors import Unusable

STANDARD_OUTPUT = "-"
_LONGEST_LINE = 2000


def complain(message: str, hint: str = "") -> None:
    """One line on standard error, and a second one that says what to do."""
    line = message if len(message) <= _LONGEST_LINE else message[:_LONGEST_LINE] + "..."
    write_error(f"{_plain(line)}\n" + (f"  hint: {_plain(hint)}\n" if hint else ""))


def _plain(text: str) -> str:
    """The text with an escape for whatever a terminal might act on or not show."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def on_terminal() -> bool:
    """Whether a person reads standard error."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def write_error(text: str) -> None:
    """Write to standard error, if there is one."""
    with contextlib.suppress(OSError, AttributeError, ValueError):
        sys.stderr.write(text.encode("utf-8", "backslashreplace").decode("utf-8"))
        sys.stderr.flush()


def write_output(data: bytes) -> None:
    """Write to standard output, and see that it arrived. Raises Unusable.

    If nobody reads it any more, the program ends there and says nothing.
    """
    if sys.stdout is None:
        raise Unusable("standard output is closed", "Use -o FILE, or leave it open.")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        end_quietly()
    except OSError as error:
        give_up_output()
        raise Unusable(f"standard output: {reason(error)}") from error


def end_quietly() -> NoReturn:
    """Exit because the reader of standard output went away."""
    give_up_output()
    raise SystemExit(2)


def give_up_output() -> None:
    """Send what is still buffered for standard output nowhere, so that exiting says nothing."""
    with contextlib.suppress(OSError, AttributeError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def write_file(name: str, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, then in its place. Raises Unusable."""
    from groundspec.cli.outfile import OutFile

    with OutFile(name) as file:
        file.write(data)
        file.finish()
        file.commit()


def reason(error: OSError) -> str:
    """Why the system refused, without the file's name."""
    return error.strerror or type(error).__name__
