"""Where a command's result goes: standard output, or a file that is written whole."""

import io
import sys
from pathlib import Path

import click

from groundspec_harness.files import write_whole
from groundspec_harness.jsontext import JsonObject, indented


def emit(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file."""
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text.encode("utf-8"))


def emit_json(value: JsonObject, output: Path | None) -> None:
    emit(f"{indented(value)}\n", output)


class Page(io.StringIO):
    """A text that is drawn before it is printed; it is as wide and as colourful as its place."""

    def __init__(self, output: Path | None) -> None:
        super().__init__()
        self._output = output

    @property
    def encoding(self) -> str:  # type: ignore[override] # read-only here
        """What the place can show: lines that it cannot are drawn otherwise."""
        return "utf-8" if self._output else sys.stdout.encoding

    def isatty(self) -> bool:
        return self._output is None and sys.stdout.isatty()

    def lines(self, *lines: str) -> None:
        for line in lines:
            self.write(f"{line}\n")

    def finish(self) -> None:
        emit(self.getvalue(), self._output)
