"""BASE and HEAD: where each comes from, and what of it is compared."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from groundspec_harness import vectors
from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.gating import revisions
from groundspec_harness.gating.revisions import CHANGELOG
from groundspec_harness.jsontext import Json, JsonError, JsonObject, read_strict
from groundspec_harness.lint import tombstones
from groundspec_harness.plain import plain
from groundspec_harness.resources import PARTS, Resources
from groundspec_harness.specification import Specification
from groundspec_harness.vectors import Vector

WORKING_TREE = "the working tree"


@dataclass(frozen=True)
class Side:
    """One of the two states that are compared."""

    name: str  # as it was given
    role: Literal["BASE", "HEAD"]
    commit: str | None
    known: Specification

    @property
    def root(self) -> Path:
        return self.known.resources.root

    @cached_property
    def registry(self) -> JsonObject:
        """codes.json as it stands."""
        return self.known.resources.load(self.known.resources.schemas / "codes.json")

    @cached_property
    def vectors(self) -> dict[str, Vector]:
        return self.known.corpus.by_id

    @cached_property
    def retired(self) -> set[str]:
        """The ids in tombstones.json."""
        return tombstones.retired(self.known.resources)

    @cached_property
    def changelog(self) -> str | None:
        """The text of CHANGELOG.md; None where there is none."""
        path = self.root / CHANGELOG
        return read(path, "the changelog").decode("utf-8", "replace") if path.exists() else None

    @cached_property
    def data(self) -> dict[str, bytes]:
        """Files under schemas/ that are no schema: `tables/numbers.json` -> its bytes."""
        folder = self.known.resources.schemas
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.glob("*/**/*"))
            if path.is_file() and path.name != "digests.json" and "__pycache__" not in path.parts
        }

    def file(self, vector: Vector) -> str:
        return self.known.resources.name(vector.path)

    def line_of(self, file: str, text: str) -> int:
        """The first line of a file that holds a text; 1 where none does."""
        path = self.root / file
        lines = path.read_text("utf-8", "replace").splitlines() if path.is_file() else []
        return next((number for number, line in enumerate(lines, 1) if text in line), 1)


def value(side: Side, name: str, data: bytes) -> Json:
    """A file's value."""
    try:
        return read_strict(data)
    except JsonError as error:
        raise HarnessError(f"{side.role} ({side.name}): schemas/{name}: {error}") from None


@contextmanager
def both(base: str, head: str | None, folder: Path) -> Iterator[tuple[Side, Side]]:
    """The two sides; a revision's files exist within the block only."""
    with TemporaryDirectory(prefix="groundspec-gate-") as temporary:
        yield (
            _side("BASE", base, folder, Path(temporary, "base")),
            _side("HEAD", head, folder, Path(temporary, "head")),
        )


def _side(role: Literal["BASE", "HEAD"], given: str | None, folder: Path, temporary: Path) -> Side:
    commit: str | None = None
    if given is None:
        root = _working_tree(folder)
    elif _complete(folder / given):
        root = (folder / given).resolve()
    else:
        root, commit = temporary, _copied(role, given, folder, temporary)
    name = WORKING_TREE if given is None else given
    _must_hold(role, name, root)
    side = Side(plain(name), role, commit, Specification(Resources(root)))
    _read(side)
    return side


def _working_tree(folder: Path) -> Path:
    repository = revisions.around(folder)
    return repository.top if repository else folder.resolve()


def _copied(role: str, revision: str, folder: Path, temporary: Path) -> str:
    if not folder.is_dir():
        raise HarnessError(f"--repository {folder}: no such folder")
    repository = revisions.needed(folder, revision)
    commit = repository.commit(revision)
    if commit is None:
        raise HarnessError(
            f"{role}: {revision!r} is neither a revision of the repository {repository.top} nor a "
            f"folder with {', '.join(PARTS)}; in a shallow clone, fetch the revision first"
        )
    temporary.mkdir()
    repository.copy(commit, temporary)
    return commit


def _complete(folder: Path) -> bool:
    return all((folder / part).exists() for part in PARTS)


def _must_hold(role: str, name: str, root: Path) -> None:
    missing = [part for part in PARTS if not (root / part).exists()]
    if "conformance" in missing:
        raise HarnessError(f"{role} ({plain(name)}) has no vectors: no folder conformance/")
    if missing:
        raise HarnessError(f"{role} ({plain(name)}) has no {', '.join(missing)}")


def _read(side: Side) -> None:
    """Read all that comparing needs, so that what cannot be read is said of the right side."""
    try:
        known = side.known
        if not vectors.files(known.resources, known.registry):
            raise HarnessError("no vectors in conformance/")
        _ = known.corpus, known.spec, known.schemas.documents, side.registry, side.retired
    except HarnessError as error:
        said = str(error).replace(f"{side.root}/", "")
        raise HarnessError(f"{side.role} ({side.name}): {said}") from None
