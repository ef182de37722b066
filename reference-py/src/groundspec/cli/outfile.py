"""A file that is written bit by bit and stands in its place whole or not at all."""

import contextlib
import os
import stat
from types import TracebackType
from typing import BinaryIO

from groundspec.cli.input import shown
from groundspec.cli.output import reason
from groundspec.errors import Unusable

_BINARY = getattr(os, "O_BINARY", 0)
_HINT = "Nothing was written there."


class OutFile:
    """Written under a temporary name beside its own, which it gets with `commit`.

    Left without `commit` nothing of it stays. A device or a pipe is written at once.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._path = os.path.realpath(name)  # a link stays a link
        self._beside: str | None = None
        self._file: BinaryIO | None = None

    def __enter__(self) -> "OutFile":
        try:
            self._open()
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            if self._file is not None:
                self._file.close()
        if self._beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._beside)

    def write(self, data: bytes) -> None:
        """Write some more. Raises Unusable."""
        assert self._file is not None
        try:
            self._file.write(data)
        except OSError as error:
            raise self._unusable(error) from None

    def finish(self) -> None:
        """See that all of it is on the disk, still under the temporary name. Raises Unusable."""
        assert self._file is not None
        try:
            self._file.flush()
            if self._beside is not None:
                os.fsync(self._file.fileno())
            self._file.close()
        except OSError as error:
            raise self._unusable(error) from None

    def commit(self) -> None:
        """Put a finished file in its place. Raises Unusable."""
        if self._beside is None:
            return
        try:
            os.replace(self._beside, self._path)
        except OSError as error:
            raise self._unusable(error) from None
        self._beside = None

    def _open(self) -> None:
        mode = os.stat(self._path).st_mode if os.path.exists(self._path) else None
        if mode is not None and not stat.S_ISREG(mode):
            self._file = open(self._path, "wb")  # noqa: SIM115
            return
        beside = os.path.join(os.path.dirname(self._path), f".groundspec-{os.urandom(8).hex()}.tmp")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        self._beside = beside
        self._file = os.fdopen(descriptor, "wb")
        if mode is not None:
            os.chmod(beside, stat.S_IMODE(mode))

    def _unusable(self, error: OSError | ValueError) -> Unusable:
        why = reason(error) if isinstance(error, OSError) else str(error)
        return Unusable(f"{shown(self._name)}: {why}", _HINT)
