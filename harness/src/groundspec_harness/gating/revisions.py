"""A revision of a git repository, read into a folder without a checkout.

Blobs are copied byte for byte (`git cat-file`), so that no attribute, filter or setting of line
ends touches them. Only the specification's own files are read.
"""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from groundspec_harness.errors import HarnessError
from groundspec_harness.plain import plain
from groundspec_harness.resources import PARTS

CHANGELOG = "CHANGELOG.md"
_FILES = (*PARTS, CHANGELOG)
_QUIET = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
_OWN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")  # of a hook that calls us


@dataclass(frozen=True)
class Repository:
    """A git repository by the top folder of its working tree."""

    top: Path

    def commit(self, revision: str) -> str | None:
        """The full name of the commit that a revision means; None where it means none."""
        wanted = f"{revision}^{{commit}}"
        found = _git(self.top, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        return found.stdout.decode("ascii").strip() if found.returncode == 0 else None

    def copy(self, commit: str, folder: Path) -> None:
        """Write the specification's files of a commit into a folder."""
        listed = _checked(self.top, "ls-tree", "-r", "-z", commit, "--", *_FILES)
        entries = [entry for entry in _entries(listed) if entry[1].startswith("100")]
        asked = "".join(f"{blob}\n" for _, _, blob in entries).encode("ascii")
        blobs = _blobs(_checked(self.top, "cat-file", "--batch", given=asked))
        for (path, _, _), data in zip(entries, blobs, strict=True):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def around(folder: Path) -> Repository | None:
    """The repository that holds a folder; None where none does, or there is no git."""
    try:
        found = _git(folder, "rev-parse", "--show-toplevel")
    except HarnessError:
        return None
    return Repository(Path(os.fsdecode(found.stdout.rstrip(b"\n")))) if found.stdout else None


def needed(folder: Path, revision: str) -> Repository:
    """The repository that holds a folder; `HarnessError` that says why there is none."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    if not found.stdout:
        said = plain(found.stderr.decode("utf-8", "backslashreplace").strip()[:300])
        raise HarnessError(
            f"{revision!r} is no folder with {', '.join(PARTS)}, and as a revision it cannot be "
            f"read: {said or 'no working tree of git here'}"
        )
    return Repository(Path(os.fsdecode(found.stdout.rstrip(b"\n"))))


def _entries(listed: bytes) -> Iterator[tuple[str, str, str]]:
    """Path, mode and blob of each row of `git ls-tree -r -z`."""
    for row in filter(None, listed.split(b"\0")):
        about, _, path = row.partition(b"\t")
        mode, _, blob = about.decode("ascii").split(" ")
        yield os.fsdecode(path), mode, blob


def _blobs(stream: bytes) -> Iterator[bytes]:
    """The contents in what `git cat-file --batch` prints."""
    place = 0
    while place < len(stream):
        end = stream.index(b"\n", place)
        size = int(stream[place:end].rpartition(b" ")[2])
        yield stream[end + 1 : end + 1 + size]
        place = end + size + 2


def _checked(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    found = _git(folder, *arguments, given=given)
    if found.returncode:
        said = plain(found.stderr.decode("utf-8", "backslashreplace").strip()[:300])
        raise HarnessError(f"git {arguments[0]} failed in {folder}: {said}")
    return found.stdout


def _git(folder: Path, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in _OWN}
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments],
            input=given,
            capture_output=True,
            check=False,
            env=environment | _QUIET,
        )
    except OSError as error:
        raise HarnessError(f"cannot start git: {error.strerror}; name folders instead") from None
