"""What the tests of `gate` compare."""

import shutil
from pathlib import Path

import pytest

from harness import changing


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This repository, cut down."""
    root = tmp_path_factory.mktemp("gate") / "base"
    root.mkdir()
    changing.make(root)
    return root


@pytest.fixture
def head(base: Path, tmp_path: Path) -> Path:
    """A copy of it, for a test to change."""
    return Path(shutil.copytree(base, tmp_path / "head"))
