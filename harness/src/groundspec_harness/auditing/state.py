"""What an audit has found so far, kept in a file so that a later one need not ask again.

The file is JSON Lines: a header that binds the command and how the program described itself, then
one record for each answer, appended and flushed. A last line that was cut off is written anew.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from groundspec_harness.auditing.documents import Packet, Receipt
from groundspec_harness.auditing.findings import LASTING, Verdict, from_members
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonError, JsonObject, read_strict

NAME = "groundspec-harness/audit-state"
VERSION = 1


class State:
    """Verdicts by the bytes of receipt and packet; without a path nothing is kept."""

    def __init__(
        self, path: Path | None, command: Sequence[str], implementation: JsonObject
    ) -> None:
        self._path = path
        self._header = {
            "state": NAME,
            "version": VERSION,
            "command": [word.encode("utf-8", "backslashreplace").decode() for word in command],
            "implementation": implementation,
        }
        self._known: dict[tuple[str, str], Verdict] = {}
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        if self._path is not None:
            try:
                self._file = self._opened(self._path)
            except OSError as error:
                raise HarnessError(f"cannot use {self._path}: {error.strerror}") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def known(self, receipt: Receipt, packet: Packet) -> Verdict | None:
        return self._known.get((receipt.sha256, packet.sha256))

    def keep(self, receipt: Receipt, packet: Packet, verdict: Verdict) -> None:
        """Append an answer; a fault may pass and is asked again."""
        if self._file is not None and verdict.kind in LASTING:
            pair = {"receipt": receipt.sha256, "packet": packet.sha256}
            self._file.write(_written({**pair, **verdict.members()}))
            self._file.flush()

    def _opened(self, path: Path) -> IO[bytes]:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            file.seek(self._read(file, path))
            file.truncate()
            if file.tell() == 0:
                file.write(_written(self._header))
                file.flush()
        except BaseException:
            file.close()
            raise
        return file

    def _read(self, file: IO[bytes], path: Path) -> int:
        """Take up the records; the offset behind the last whole line."""
        end = 0
        for number, line in enumerate(file, 1):
            whole = line.endswith(b"\n")
            if number == 1:
                self._take_header(line, whole, path)
            elif whole:
                self._take_record(line, f"{path}, line {number}")
            end += len(line) if whole else 0
        return end

    def _take_header(self, line: bytes, whole: bool, path: Path) -> None:
        wanted = _written(self._header)
        if line == wanted or (not whole and wanted.startswith(line)):
            return
        try:
            found = read_strict(line)
        except JsonError:
            found = None
        if not isinstance(found, dict) or found.get("state") != NAME:
            raise HarnessError(f"{path} is no state of an audit; name a new file")
        parts = {"version": "form", "command": "command", "implementation": "description"}
        other = next((said for name, said in parts.items() if _other(name, found, self)), "form")
        raise HarnessError(
            f"{path} is the state of an audit with another {other} of the program; "
            "name another file, or remove this one to ask everything again"
        )

    def _take_record(self, line: bytes, where: str) -> None:
        try:
            record = read_strict(line)
            self._known[record["receipt"], record["packet"]] = from_members(record)
        except (JsonError, KeyError, TypeError):
            message = "is no record of an audit; remove the line to have it asked again"
            raise HarnessError(f"{where} {message}") from None


def _other(name: str, found: JsonObject, state: State) -> bool:
    return bool(found.get(name) != state._header[name])


def _written(value: JsonObject) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"
