"""Where the specification's own files are: SPEC.md, schemas/ and conformance/.

An installed wheel carries them in `_spec/` inside the package. An editable install carries none;
then they are looked for up the tree from this file. `--root` names another place.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.jsontext import JsonError, JsonObject, read_strict

PARTS = ("SPEC.md", "schemas", "conformance")


@dataclass(frozen=True)
class Resources:
    """A folder that holds a specification with its schemas and vectors."""

    root: Path
    bundled: bool = False

    @property
    def spec(self) -> Path:
        return self.root / "SPEC.md"

    @property
    def schemas(self) -> Path:
        return self.root / "schemas"

    @cached_property
    def conformance(self) -> Path:
        return self.root / "conformance"

    def name(self, path: Path) -> str:
        """A path as a message should name it: from the root, with slashes."""
        return path.relative_to(self.root).as_posix() if self.holds(path) else str(path)

    def holds(self, path: Path) -> bool:
        return path.is_relative_to(self.root)

    def load(self, path: Path) -> JsonObject:
        """A JSON object from a file of the specification."""
        try:
            value = read_strict(read(path, "file"))
        except JsonError as error:
            raise HarnessError(f"{self.name(path)}: {error}") from None
        if not isinstance(value, dict):
            raise HarnessError(f"{self.name(path)}: not a JSON object")
        return value

    def must_be_writable(self) -> None:
        """Vectors are changed in a checkout, never inside an installed package."""
        if self.bundled:
            raise HarnessError(
                "the vectors inside an installed package are not changed; "
                "name a checkout with --root DIR"
            )


def find(root: Path | None = None) -> Resources:
    """The specification's files: at `root`, else in the package, else up the tree from it."""
    if root is not None:
        return _given(root)
    package = Path(__file__).resolve().parent
    if _complete(package / "_spec"):
        return Resources(package / "_spec", bundled=True)
    for folder in package.parents:
        if _complete(folder):
            return Resources(folder)
    raise HarnessError(
        "SPEC.md, schemas/ and conformance/ are neither in the package nor above it; "
        "name the folder that holds them with --root DIR"
    )


def passed_over(found: Resources) -> bool:
    """Whether the current folder has a specification of its own, and vectors unlike those found."""
    with suppress(OSError):
        here = Path.cwd()
        if not _complete(here) or here.samefile(found.root):
            return False
        return _vectors(here / "conformance") != _vectors(found.conformance)
    return False


def _vectors(folder: Path) -> dict[str, bytes]:
    paths = folder.glob("*/*/*.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _complete(folder: Path) -> bool:
    return all((folder / part).exists() for part in PARTS)


def _given(root: Path) -> Resources:
    missing = [part for part in PARTS if not (root / part).exists()]
    if missing:
        raise HarnessError(f"--root {root}: no {', '.join(missing)} there")
    return Resources(root.resolve())
