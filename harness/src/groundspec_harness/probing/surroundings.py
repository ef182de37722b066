"""What a program is started in: environment, folders, mask, processors."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

_LAUNCH = Path(__file__).with_name("launch.py")


@dataclass(frozen=True)
class Surroundings:
    """What is unlike that of the harness; what is not said is as there."""

    environment: Mapping[str, str] = field(default_factory=dict)
    appended: Mapping[str, str] = field(default_factory=dict)  # to what a variable already holds
    folder: Literal["empty", "read-only"] | None = None  # to work in
    empty_home: bool = False
    umask: int | None = None
    one_cpu: bool = False


USUAL = Surroundings()


@dataclass(frozen=True)
class Place:
    """Surroundings that have been made: how to start the program in them."""

    command: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    folder: Path | None = None
    empty: tuple[Path, ...] = ()

    def left_behind(self) -> list[str]:
        """The names of what stands in the folders that were empty."""
        return sorted(path.name for folder in self.empty for path in folder.iterdir())


@contextmanager
def made(command: Sequence[str], surroundings: Surroundings) -> Iterator[Place]:
    """Make the surroundings, and take them away again."""
    if surroundings == USUAL:
        yield Place(tuple(command))
        return
    with tempfile.TemporaryDirectory(prefix="groundspec-probe-") as scratch:
        folder, home = Path(scratch, "work"), Path(scratch, "home")
        folder.mkdir(mode=0o555 if surroundings.folder == "read-only" else 0o755)
        home.mkdir()
        yield Place(
            (*_launcher(surroundings), *_from_anywhere(command, surroundings)),
            _environment(surroundings, home),
            folder if surroundings.folder else None,
            (folder, home),
        )


def _launcher(surroundings: Surroundings) -> list[str]:
    """The words before a command that needs a mask or a processor of its own."""
    if surroundings.umask is None and not surroundings.one_cpu:
        return []
    mask = "-" if surroundings.umask is None else f"{surroundings.umask:o}"
    processors = "one" if surroundings.one_cpu else "all"
    return [sys.executable, "-I", "-S", str(_LAUNCH), mask, processors]


def _environment(surroundings: Surroundings, home: Path) -> dict[str, str]:
    environment = {**os.environ, **surroundings.environment}
    for name, more in surroundings.appended.items():
        environment[name] = f"{environment.get(name, '')} {more}".strip()
    if surroundings.empty_home:
        environment |= {"HOME": str(home), "USERPROFILE": str(home)}
    return environment


def _from_anywhere(command: Sequence[str], surroundings: Surroundings) -> list[str]:
    """The command, for another folder with each word that is a relative path made absolute."""
    if surroundings.folder is None:
        return list(command)
    return [str(Path(word).absolute()) if _names_a_file(word) else word for word in command]


def _names_a_file(word: str) -> bool:
    """Whether a word is a path, and not just by chance the name of something here."""
    return ("." in word or os.sep in word) and Path(word).exists()
