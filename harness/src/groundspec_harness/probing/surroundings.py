"""What a program is started in: environment, folders, mask, processors."""

import json
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
    """Surroundings that have been made: how to start the program in them, and their folders."""

    command: tuple[str, ...]
    folders: tuple[Path, ...] = ()

    def left_behind(self) -> list[str]:
        """The names of what stands in the folders, which were empty."""
        return sorted(path.name for folder in self.folders for path in folder.iterdir())


@contextmanager
def made(command: Sequence[str], surroundings: Surroundings) -> Iterator[Place]:
    """Make the surroundings, and take them away again."""
    if surroundings == USUAL:
        yield Place(tuple(command))
        return
    with tempfile.TemporaryDirectory(prefix="groundspec-probe-") as scratch:
        folder, home = Path(scratch, "work"), Path(scratch, "home")
        folder.mkdir()
        home.mkdir()
        if surroundings.folder == "read-only":
            folder.chmod(0o555)
        environment = dict(surroundings.environment)
        for name, more in surroundings.appended.items():
            environment[name] = f"{os.environ.get(name, '')} {more}".strip()
        if surroundings.empty_home:
            environment |= {"HOME": str(home), "USERPROFILE": str(home)}
        place = {
            "environment": environment,
            "folder": str(folder) if surroundings.folder else None,
            "umask": surroundings.umask,
            "one_cpu": surroundings.one_cpu,
        }
        words = _from_anywhere(command) if surroundings.folder else list(command)
        launch = [sys.executable, "-I", "-S", str(_LAUNCH), json.dumps(place)]
        try:
            yield Place((*launch, *words), (folder, home))
        finally:
            folder.chmod(0o755)


def _from_anywhere(command: Sequence[str]) -> list[str]:
    """The command with each word that is a relative path made absolute."""
    return [str(Path(word).absolute()) if _names_a_file(word) else word for word in command]


def _names_a_file(word: str) -> bool:
    """Whether a word is a relative path here, and not just by chance the name of something."""
    return ("." in word or os.sep in word) and Path(word).exists()
