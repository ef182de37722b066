"""The kept mutants of the tests, found and made in a process of their own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

OF_CHECKS = {
    "quote": ("tiers", "search", "edges", "figures", "fragments", "meaning"),
    "fact": (
        "fact_figures",
        "fact_notations",
        "fact_amounts",
        "fact_units",
        "fact_tables",
        "fact_qualifiers",
        "fact_matching",
        "fact_places",
        "fact_schema",
    ),
}


@dataclass(frozen=True)
class Kept:
    """A kept mutant, by its name."""

    module: str
    name: str
    place: int
    folders: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.module}: {self.name}"


def rows() -> list[tuple[str, str, int, list[str]]]:
    """All of them; imports the reference, so only for a process of its own."""
    return [
        (module, mutant.name, place, list(mutant.folders))
        for modules in OF_CHECKS.values()
        for module in modules
        for place, mutant in enumerate(importlib.import_module(f"mutants.{module}").MUTANTS)
    ]


def maker(kept: Kept) -> Callable[[], None]:
    """What makes a kept mutant, for ever; a LookupError where the reference was rewritten."""

    def make() -> None:
        import pytest

        from mutants.making import forget

        mutant = importlib.import_module(f"mutants.{kept.module}").MUTANTS[kept.place]
        assert mutant.name == kept.name
        mutant.change(pytest.MonkeyPatch())
        forget()

    return make
