"""Files are written whole or not at all: into a temporary file beside the target, then renamed."""

import contextlib
import os
from pathlib import Path

from groundspec_harness.errors import HarnessError


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` at `path`; on any failure the old file, or none, is still there."""
    import tempfile

    target = path.resolve()  # through a symbolic link, which stays
    if target.exists() and not target.is_file():
        _write_into(target, data)
        return
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise HarnessError(f"cannot write {path}: {error.strerror}") from None
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except OSError as error:
        raise HarnessError(f"cannot write {path}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _write_into(target: Path, data: bytes) -> None:
    """A device or a pipe cannot be renamed over; it is simply written to."""
    try:
        target.write_bytes(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise HarnessError(f"cannot write {target}: {error.strerror}") from None


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, else what the process's mask allows."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read(path: Path | str, what: str) -> bytes:
    """The bytes of a file; where it cannot be read, one line that names it."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 # thousands are read
            return file.read()
    except OSError as error:
        raise HarnessError(f"cannot read {what} {path}: {error.strerror}") from None
