"""What is declared of mutants that no vector can notice: `tests/mutants/equivalent.json`.

`equivalent` names mutants that decide as the reference does, `outside` functions that no packet
reaches, those that share a reason together. Whatever matches nothing any more is an error.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutants.scoring.sites import Mutant

FILE = Path(__file__).resolve().parents[1] / "equivalent.json"


class DeclarationError(Exception):
    """A declaration that cannot be right; the text says which and what to do."""


@dataclass(frozen=True)
class Declared:
    """Reasons by key of a mutant, and by function."""

    equivalent: dict[str, str]
    outside: dict[str, str]

    def is_equivalent(self, mutant: Mutant) -> bool:
        return mutant.key in self.equivalent

    def is_outside(self, mutant: Mutant) -> bool:
        return f"{mutant.module}:{mutant.function}" in self.outside


def load(path: Path = FILE) -> Declared:
    """Read the file strictly."""
    try:
        data = json.loads(path.read_bytes())
        equivalent = _rows(data["equivalent"], "mutants")
        outside = _rows(data["outside"], "functions")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DeclarationError(f"{path.name}: cannot be read: {error!r}") from None
    for name, reason in (*equivalent, *outside):
        if not str(reason).strip():
            raise DeclarationError(f"{path.name}: {name}: a declaration needs its reason")
    for rows in (equivalent, outside):
        counts = Counter(name for name, _ in rows)
        for name in (name for name, count in counts.items() if count > 1):
            raise DeclarationError(f"{path.name}: {name}: declared twice")
    return Declared(dict(equivalent), dict(outside))


def _rows(rows: list[dict[str, Any]], names: str) -> list[tuple[str, str]]:
    """Each name with the reason that it shares with others."""
    return [(name, row["reason"]) for row in rows for name in row[names]]


def check(declared: Declared, mutants: Iterable[Mutant], called: Iterable[str]) -> None:
    """See that every declaration matches; a function that a packet reaches is not outside."""
    every = list(mutants)
    keys = {mutant.key for mutant in every}
    functions = {f"{mutant.module}:{mutant.function}" for mutant in every}
    stale = [key for key in declared.equivalent if key not in keys]
    stale += [name for name in declared.outside if name not in functions]
    if stale:
        names = "\n  ".join(stale)
        raise DeclarationError(
            f"{FILE.name}: these match no mutant any more; remove them, or declare anew what "
            f"became of them:\n  {names}"
        )
    reached = sorted(declared.outside.keys() & set(called))
    if reached:
        raise DeclarationError(f"{FILE.name}: vectors do reach {', '.join(reached)}")
