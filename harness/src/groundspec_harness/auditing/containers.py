"""A folder or an archive as numbered entries that can be read at any place.

Nothing is unpacked: the name of an entry is only ever shown, so one with `../` in it is harmless.
What an archive says of its sizes is checked before it is read, and no more is read than it said.
"""

import gzip
import io
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from groundspec_harness.errors import HarnessError
from groundspec_harness.process import LINE_LIMIT

DOCUMENT_LIMIT = LINE_LIMIT  # bytes: a packet or receipt that is longer fits into no request
ENTRIES_LIMIT = 1_000_000  # of an archive
TOTAL_LIMIT = 4 * 1024**3  # bytes: all entries of an archive, unpacked
DAMAGE = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError)
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"  # how such files begin
_CHUNK = 1 << 20
_END = 1024  # bytes: two blocks of zeros end a tar archive
_ENCRYPTED = 1  # the flag of a zip entry


@dataclass(frozen=True)
class Entry:
    """A file: its name, its size, and why it cannot be looked into, if it cannot."""

    name: str
    size: int
    obstacle: str | None = None


class Container(Protocol):
    """Entries, numbered from 0 in an order that is always the same."""

    def entries(self) -> Iterator[Entry]: ...

    def open(self, number: int) -> IO[bytes]:
        """The content of an entry, which can be read from any place."""

    def close(self) -> None: ...


class Folder:
    """The files below a folder, by name; links are not followed."""

    def __init__(self, root: Path, ignored: Set[Path]) -> None:
        self._root = root
        self._ignored = ignored
        self._paths: list[str] = []

    def entries(self) -> Iterator[Entry]:
        for path in self._walk():
            self._paths.append(path)
            name = Path(path).relative_to(self._root).as_posix()
            yield _found(name, Path(path).lstat())

    def _walk(self) -> Iterator[str]:
        for folder, folders, names in os.walk(self._root, onerror=_unreadable):
            folders.sort()
            linked = [name for name in folders if Path(folder, name).is_symlink()]
            for name in sorted([*names, *linked]):
                path = Path(folder, name)
                if not self._ignored or path.resolve() not in self._ignored:
                    yield str(path)

    def open(self, number: int) -> IO[bytes]:
        return Path(self._paths[number]).open("rb")

    def close(self) -> None:
        pass


def _found(name: str, status: os.stat_result) -> Entry:
    if stat.S_ISLNK(status.st_mode):
        return Entry(name, 0, "a symbolic link")
    return Entry(name, status.st_size, None if stat.S_ISREG(status.st_mode) else "no regular file")


def _unreadable(error: OSError) -> None:
    raise HarnessError(f"cannot read the folder {error.filename}: {error.strerror}")


class Zip:
    """A zip archive."""

    def __init__(self, path: Path) -> None:
        self._archive = zipfile.ZipFile(path)
        self._members: list[zipfile.ZipInfo] = []

    def entries(self) -> Iterator[Entry]:
        for member in self._archive.infolist():
            if not member.is_dir():
                self._members.append(member)
                encrypted = "encrypted" if member.flag_bits & _ENCRYPTED else None
                yield Entry(member.filename, member.file_size, encrypted)

    def open(self, number: int) -> IO[bytes]:
        try:
            return self._archive.open(self._members[number])
        except (NotImplementedError, RuntimeError) as error:
            raise HarnessError(f"cannot read {self._members[number].filename}: {error}") from None

    def close(self) -> None:
        self._archive.close()


class Tar:
    """A tar archive, as it is or compressed with gzip."""

    def __init__(self, path: Path) -> None:
        compressed = _begins(path, _GZIP)
        opened: Any = gzip.open(path) if compressed else path.open("rb")  # noqa: SIM115
        self._file: IO[bytes] = opened
        try:
            self._archive = tarfile.open(fileobj=_Sober(self._file), mode="r:")  # noqa: SIM115
        except ValueError as error:
            self._file.close()
            raise tarfile.StreamError(f"a header that cannot be read: {error}") from None
        except BaseException:
            self._file.close()
            raise
        self._members: list[tarfile.TarInfo] = []

    def entries(self) -> Iterator[Entry]:
        while (member := self._next()) is not None:
            if member.isdir():
                continue
            self._members.append(member)
            kind = None if member.isreg() else "a link" if member.linkname else "no regular file"
            yield Entry(member.name, member.size, kind)
        self._must_end()

    def _next(self) -> tarfile.TarInfo | None:
        try:
            member = self._archive.next()
        except ValueError as error:
            raise tarfile.ReadError(f"a header that cannot be read: {error}") from None
        if member is not None and member.size < 0:
            raise tarfile.ReadError(f"a header of {member.size} bytes")
        return member

    def _must_end(self) -> None:
        """See that nothing is lost: the library takes a bad header for the end of the archive."""
        place = self._archive.offset
        self._file.seek(place)
        zeros = 0
        while chunk := self._file.read(_CHUNK):
            if chunk.count(0) != len(chunk) or zeros > TOTAL_LIMIT:
                raise tarfile.ReadError(f"at byte {place}: neither a header nor the end")
            zeros += len(chunk)
        if zeros < _END:
            raise tarfile.ReadError(f"at byte {place}: cut off, for no end of the archive stands")

    def open(self, number: int) -> IO[bytes]:
        return self._archive.extractfile(self._members[number]) or io.BytesIO()

    def close(self) -> None:
        self._archive.close()
        self._file.close()


class _Sober(io.RawIOBase):
    """A file of which no header makes us read more at once than a document may have."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= 2 * DOCUMENT_LIMIT:
            raise tarfile.ReadError(f"a header of {size} bytes")
        return self._file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._file.tell()


def open_container(path: Path, ignored: Set[Path] = frozenset()) -> Container:
    """A folder, or an archive as its content says; `ignored` files of a folder are not listed."""
    if path.is_dir():
        return Folder(path, ignored)
    try:
        if zipfile.is_zipfile(path):
            return Zip(path)
        if _begins(path, _ZIP):
            raise zipfile.BadZipFile(
                "the zip archive is damaged: the directory at its end is missing"
            )
        return Tar(path)
    except tarfile.ReadError:
        message = f"{path} is neither a folder nor a zip, tar or tar.gz archive"
    except DAMAGE as error:
        message = f"cannot read {path}: {getattr(error, 'strerror', None) or error}"
    raise HarnessError(message)


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def listed(container: Container, *, archive: bool) -> Iterator[Entry]:
    """The entries, as long as an archive stays within its limits."""
    total = 0
    for number, entry in enumerate(container.entries(), 1):
        total += entry.size
        if archive and number > ENTRIES_LIMIT:
            raise HarnessError(f"an archive may have at most {ENTRIES_LIMIT} entries{_UNPACK}")
        if archive and total > TOTAL_LIMIT:
            raise HarnessError(
                f"at {entry.name!a}: the entries of an archive may have at most "
                f"{TOTAL_LIMIT} bytes, these have {total} so far{_UNPACK}"
            )
        yield entry


_UNPACK = "; if you trust it, unpack it and audit the folder"
