"""How mutants are made: a constant set, a line of a function written otherwise, or by hand.

A function that is written otherwise keeps its identity: its code object is replaced, so that every
table and every module that holds it has the mutant. The text to replace must stand in its source
just once; where the reference was rewritten, that fails, and the mutant is to be written anew.
"""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from groundspec.quote import fragments, letters, meaning, steps, tiers
from groundspec.quote.boundaries import view
from groundspec.text import classes, normalise

Patch = pytest.MonkeyPatch
Change = Callable[[Patch], None]


class Mutant(NamedTuple):
    """A mistake: its name, the folders of vectors that notice it soonest, and how it is made."""

    name: str
    folders: tuple[str, ...]
    change: Change


class Mutants(list[Mutant]):
    """The mutants of one module, which looks at some folders of vectors first."""

    def __init__(self, *folders: str) -> None:
        super().__init__()
        self._folders = folders

    def add(self, name: str, change: Change, folder: str = "") -> None:
        """Add a mutant that vectors of one folder notice."""
        self.append(Mutant(name, (folder,) if folder else self._folders, change))

    def by_hand(self, change: Change) -> Change:
        """Add a function that makes its changes itself; its name is the mutant's."""
        name = getattr(change, "__name__", "")
        self.add(name.replace("_", "-"), change)
        return change

    def constant(self, name: str, module: ModuleType, known: str, value: Any, folder: str) -> None:
        """Add a mutant with another value of a constant."""
        if not hasattr(module, known):
            raise LookupError(f"{module.__name__} has no {known}")
        self.add(name, lambda patch: patch.setattr(module, known, value), folder)

    def around(self, name: str, module: ModuleType, known: str, folder: str) -> None:
        """Add two mutants: a whole number one less and one more."""
        value = getattr(module, known)
        for other in (value - 1, value + 1):
            self.constant(f"{name}-{other}", module, known, other, folder)

    def edit(self, name: str, function: Any, old: str, new: str, folder: str = "") -> None:
        """Add a mutant of a function in whose source one text stands for another."""
        self.edits(name, [(function, old, new)], folder)

    def edits(self, name: str, changes: list[tuple[Any, str, str]], folder: str = "") -> None:
        """Add a mutant of several such changes."""

        def change(patch: Patch) -> None:
            rewritings: dict[FunctionType, list[tuple[str, str]]] = {}
            for function, old, new in changes:
                rewritings.setdefault(_plain(function), []).append((old, new))
            for plain, pairs in rewritings.items():
                patch.setattr(plain, "__code__", _rewritten(plain, pairs))

        self.add(name, change, folder)


def _plain(function: Any) -> FunctionType:
    """Give the function behind a property or a cache."""
    for name in ("fget", "func", "__wrapped__"):
        function = getattr(function, name, function)
    assert isinstance(function, FunctionType)
    return function


def _rewritten(function: FunctionType, pairs: list[tuple[str, str]]) -> CodeType:
    source = textwrap.dedent(inspect.getsource(function))
    while source.startswith("@"):
        source = source.partition("\n")[2]
    for old, new in pairs:
        if source.count(old) != 1:
            raise LookupError(f"{function.__qualname__} has not once {old!r}")
        source = source.replace(old, new)
    flags = __future__.annotations.compiler_flag
    code = compile(source, function.__code__.co_filename, "exec", flags, True)
    return next(
        part
        for part in code.co_consts
        if isinstance(part, CodeType) and part.co_name == function.__name__
    )


def forget() -> None:
    """Drop what was worked out before a mutant."""
    # The names are looked up, since a mutant may have put others in the place of some.
    for module, name in (
        (tiers, "rows"),
        (steps, "_step"),
        (steps, "_line_ends"),
        (view, "_passed_over"),
        (fragments, "_marks"),
        (meaning, "_lists"),
        (normalise, "_tables"),
    ):
        kept = getattr(module, name)
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    for memo in (
        *(normalise.ATTACHED, normalise._SETTLED, classes.CLASS_OF),
        *(letters._CAPITAL, letters._CURRENCY),
    ):
        for char in [char for char in memo if not char.isascii()]:
            del memo[char]
    meaning._LETTERS.clear()
