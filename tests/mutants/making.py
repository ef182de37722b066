"""How mutants are made: a constant set, a line of a function written otherwise, or by hand.

A function that is written otherwise keeps its identity: its code object is replaced, so that every
table and every module that holds it has the mutant. The text to replace must stand in its source
just once; where the reference was rewritten, that fails, and the mutant is to be written anew.
"""

from __future__ import annotations
import __future__

import inspect
import re
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pkgutil import resolve_name
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

Patch = pytest.MonkeyPatch
Change = Callable[[Patch], None]
Holder = Callable[[], Any]
_REMEMBERING = ("groundspec.quote.", "groundspec.text.", "groundspec.fact.", "groundspec.vocab.")


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
        self.add(name, lambda patch: patch.setattr(module, known, value), folder)

    def around(self, name: str, module: ModuleType, known: str, value: int, folder: str) -> None:
        """Add two mutants of a constant that is a whole number: one less and one more."""

        def changed(patch: Patch, other: int) -> None:
            if getattr(module, known) != value:
                raise LookupError(f"{module.__name__}: {known} is not {value}")
            patch.setattr(module, known, other)

        for other in (value - 1, value + 1):
            self.add(f"{name}-{other}", partial(changed, other=other), folder)

    def edit(self, name: str, path: str, old: str, new: str, folder: str = "") -> None:
        """Add a mutant of a function of the check, one text in its source made another."""
        self.edits(name, [(path, old, new)], folder)

    def edits(self, name: str, changes: list[tuple[str, str, str]], folder: str = "") -> None:
        """Add a mutant of several such changes."""

        def change(patch: Patch) -> None:
            rewritings: dict[FunctionType, list[tuple[str, str]]] = {}
            for path, old, new in changes:
                rewritings.setdefault(_function(path), []).append((old, new))
            for plain, pairs in rewritings.items():
                patch.setattr(plain, "__code__", _rewritten(plain, pairs))

        self.add(name, change, folder)

    def pattern(
        self, name: str, module: ModuleType, known: str, old: str, new: str, folder: str = ""
    ) -> None:
        """Add a mutant of a compiled pattern, one text in it made another."""

        def change(patch: Patch) -> None:
            written = getattr(module, known).pattern
            if written.count(old) != 1:
                raise LookupError(f"{module.__name__}: {known} has not once {old!r}")
            patch.setattr(module, known, re.compile(written.replace(old, new)))

        self.add(name, change, folder)

    def member(self, name: str, holder: Holder, listed: str, left: Any, folder: str = "") -> None:
        """Add a mutant of a list or map of a table or pack, one member left out of it."""

        def change(patch: Patch) -> None:
            rows = holder()
            known = rows[listed]
            if left not in known:
                raise LookupError(f"{listed} has no {left!r}")
            kept = [row for row in known if row != left]
            rest = {row: known[row] for row in kept} if isinstance(known, dict) else kept
            patch.setitem(rows, listed, rest)

        self.add(name, change, folder)


def _function(path: str) -> FunctionType:
    """Give a function of a check, the one behind a property or a cache."""
    of_edges = path.startswith(("view.", "words.", "figures.", "judge."))
    package = "groundspec.quote.boundaries" if of_edges else "groundspec.quote"
    if path.startswith(("fact.", "text.", "vocab.")):
        package = "groundspec"
    function: Any = resolve_name(f"{package}.{path}")
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
    """Drop what was worked out before a mutant: caches, and memos but for their ASCII."""
    modules = [module for name, module in sys.modules.items() if name.startswith(_REMEMBERING)]
    for value in (value for module in modules for value in vars(module).values()):
        if hasattr(value, "cache_clear") and value.__module__.startswith(_REMEMBERING):
            value.cache_clear()
        elif isinstance(value, dict) and hasattr(value, "__missing__"):
            for key in [key for key in value if not (isinstance(key, str) and key.isascii())]:
                del value[key]
