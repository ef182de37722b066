"""Where a run writes: standard output or a file, and a manifest; never over what it reads."""

import json
import os
import stat
import sys
from contextlib import ExitStack
from typing import Any, BinaryIO

from groundspec.apps.manifest import Counted
from groundspec.cli.input import STANDARD_INPUT, same_file
from groundspec.cli.outfile import OutFile
from groundspec.cli.output import STANDARD_OUTPUT, write_output
from groundspec.errors import Unusable

_CHUNK = 262_144
_HINT = "Name another file."


class Outputs:
    """The files of one run. They stand in their places after `commit`, and not before.

    An output of None or `-` is standard output.
    """

    def __init__(self, output: str | None, manifest: str | None, read: list[str]) -> None:
        output = None if output == STANDARD_OUTPUT else output
        self.went_by = Counted(digested=manifest is not None)
        self._output = output
        self._manifest = manifest
        self._lines: list[bytes] = []
        self._held = 0
        self._names = [name for name in (output, manifest) if name is not None]
        if output is not None and manifest is not None and same_file(output, manifest):
            raise Unusable(f"{output}: the manifest would replace the output", _HINT)
        for name in self._names:
            for other in read:
                if other != STANDARD_INPUT and same_file(name, other):
                    raise Unusable(f"{name}: it would replace {other}, which is read", _HINT)
        self._there = [(name, os.stat(name)) for name in self._names if os.path.exists(name)]

    def open(self, stack: ExitStack) -> None:
        """Open the files; the stack closes them, and takes away what is not committed."""
        self._out = None if self._output is None else stack.enter_context(OutFile(self._output))
        manifest = self._manifest
        self._notes = None if manifest is None else stack.enter_context(OutFile(manifest))

    def refuse_input(self, file: BinaryIO) -> None:
        """Raise Unusable if what is read is what is written."""
        status = status_of(file)
        if status is None or not stat.S_ISREG(status.st_mode):
            return
        self.refuse_source("the input", status)
        shown = None if sys.stdout is None else status_of(sys.stdout.buffer)
        if self._output is None and shown is not None and os.path.samestat(shown, status):
            raise Unusable("standard output is the input", _HINT)

    def refuse_source(self, path: str, status: os.stat_result) -> None:
        """Raise Unusable if a file that is read is one that is written."""
        for name, there in self._there:
            if os.path.samestat(there, status):
                raise Unusable(f"{name}: it would replace {path}, which is read", _HINT)

    def write(self, line: bytes) -> None:
        """Write a line, not necessarily at once."""
        self._lines.append(line)
        self._held += len(line)
        if self._held > _CHUNK:
            self.flush()

    def flush(self) -> None:
        """Write all lines that are held back."""
        data = b"".join(self._lines)
        self._lines.clear()
        self._held = 0
        if not data:
            return
        self.went_by.update(data)
        if self._out is None:
            write_output(data)
        else:
            self._out.write(data)

    def commit(self, manifest: dict[str, Any] | None) -> None:
        """Put the files in their places, the manifest, if there is one, last."""
        if self._notes is not None:
            written = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
            self._notes.write(written.encode("utf-8"))
        files = [file for file in (self._out, self._notes) if file is not None]
        for file in files:
            file.finish()
        for file in files:
            file.commit()


def status_of(file: BinaryIO) -> os.stat_result | None:
    """What the system knows of an open file, if it is one of the system's."""
    try:
        return os.fstat(file.fileno())
    except (OSError, ValueError):
        return None
