"""Sources, each prepared once and kept while there is room.

What is counted is the text in bytes of UTF-8. A source that much is asked of takes some 20 times
as much memory, because each projection of it has an index.
"""

import gc
import os
import stat
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from groundspec.apps.jsonlines import RecordError
from groundspec.apps.offsets import Offsets
from groundspec.core.canonical import digest_text
from groundspec.errors import Unusable
from groundspec.quote.decide import Decider
from groundspec.text.source import Text

LARGEST: Final = 268_435_456
_FIXED: Final = 8_192  # what a short text costs all the same
_BOM: Final = b"\xef\xbb\xbf"
_MANY: Final = 512


class SourceKey(NamedTuple):
    """A source as a record names it: by its path, or else by its text."""

    path: str | None
    text: str | None


class Prepared(NamedTuple):
    """A source that claims are decided about; its name is its digest and its path, if any."""

    name: tuple[str, str | None]
    decider: Decider
    offsets: Offsets
    size: int


class Sources:
    """Prepared sources, the least recently used of them given up first.

    `protected` raises Unusable for a file that must not be a source.
    """

    def __init__(
        self,
        policy: Mapping[str, Any],
        *,
        root: str | None,
        room: int,
        unit: str,
        protected: Callable[[str, os.stat_result], None],
    ) -> None:
        self._policy = policy
        self._folder = Folder(root)
        self._room = room
        self._unit = unit
        self._protected = protected
        self._kept: dict[SourceKey, Prepared] = {}
        self._held = 0
        self._garbage = 0
        self._given_up = 0

    def __contains__(self, key: SourceKey) -> bool:
        return key in self._kept

    def prepared(self, key: SourceKey) -> Prepared:
        """The source that a record names. Raises RecordError."""
        found = self._kept.pop(key, None)
        if found is None:
            found = self._prepare(key)
            self._held += found.size + _FIXED
        self._kept[key] = found
        while self._held > self._room and len(self._kept) > 1:
            self._give_up(next(iter(self._kept)))
        return found

    def _prepare(self, key: SourceKey) -> Prepared:
        path, text = key
        if text is None:
            text = read_source(self._folder, path or "", self._protected)
        source = Text(text)
        decider = Decider(source, self._policy)
        size = source.byte_offset(len(text))
        return Prepared((digest_text(text), path), decider, Offsets(source, self._unit), size)

    def _give_up(self, key: SourceKey) -> None:
        """Forget a source. Its parts refer to one another, so that it takes a collection."""
        size = self._kept.pop(key).size
        self._held -= size + _FIXED
        self._garbage += size
        self._given_up += 1
        if 8 * self._garbage > self._room or self._given_up > _MANY:
            self._garbage = self._given_up = 0
            gc.collect()


class Folder:
    """Where relative paths start. Where it is given, no path leads out of it."""

    def __init__(self, root: str | None) -> None:
        self._root = None if root is None else os.path.realpath(root)
        if self._root is not None and not os.path.isdir(self._root):
            raise Unusable(f"--root {root} is no directory")

    def find(self, path: str) -> str:
        """The file's name for the system. Raises RecordError if it lies outside."""
        if not path or "\0" in path:
            raise RecordError("source_path is no file name")
        if os.name == "posix":  # names are bytes there, whatever the locale
            path = os.fsdecode(path.encode("utf-8"))
        if self._root is None:
            return path
        name = os.path.realpath(os.path.join(self._root, path))
        try:
            inside = os.path.commonpath([self._root, name]) == self._root
        except ValueError:  # another drive
            inside = False
        if not inside:
            raise RecordError(f"{_shown(path)} leads out of --root", "name a file below it")
        return name


def read_source(
    folder: Folder, path: str, protected: Callable[[str, os.stat_result], None] | None = None
) -> str:
    """The text of the file that a record names. Raises RecordError, and what `protected` does."""
    name = folder.find(path)
    try:
        status = os.stat(name)
        if stat.S_ISDIR(status.st_mode):
            raise RecordError(f"{_shown(path)} is a directory", "source_path names a file")
        if not stat.S_ISREG(status.st_mode):
            raise RecordError(f"{_shown(path)} is no regular file", "source_path names a file")
        if protected is not None:
            protected(path, status)
        with open(name, "rb") as file:
            return decoded(_shown(path), file.read(LARGEST + 1))
    except OSError as error:
        why = error.strerror or type(error).__name__
        hint = "relative paths start at --root, else at the current directory"
        raise RecordError(f"{_shown(path)}: {why}", hint) from None


def decoded(name: str, data: bytes) -> str:
    """A source's text from its file. Raises RecordError."""
    if len(data) > LARGEST:
        raise RecordError(f"{name}: more than {LARGEST // 1_048_576} MiB")
    if data.startswith(_BOM):
        hint = "it would shift every offset; save the file without it"
        raise RecordError(f"{name} begins with a byte order mark (EF BB BF)", hint)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        found = " ".join(f"{byte:02X}" for byte in data[error.start : error.start + 4])
        message = f"{name}: the bytes {found} at byte {error.start} are not UTF-8"
        raise RecordError(message, "save the file as UTF-8") from None


def _shown(path: str) -> str:
    return path if path.isprintable() else ascii(path)
