"""The reference with one mistake of `tests/mutants/`: `python mutant.py NAME` runs its stdio."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pytest

import mutants
from groundspec.cli import main
from mutants.making import Mutant, Mutants, forget


def library() -> dict[str, Mutant]:
    """Every mutant by its name."""
    names = [module.name for module in pkgutil.iter_modules(mutants.__path__)]
    modules = [importlib.import_module(f"mutants.{name}") for name in names]
    lists = [
        module.MUTANTS
        for module in modules
        if isinstance(getattr(module, "MUTANTS", None), Mutants)
    ]
    return {mutant.name: mutant for listed in lists for mutant in listed}


def run(name: str) -> None:
    """Make the mistake, and answer requests until the input ends."""
    patch = pytest.MonkeyPatch()
    library()[name].change(patch)
    forget()
    sys.argv = ["groundspec", "stdio"]
    main()


if __name__ == "__main__":
    run(sys.argv[1])
