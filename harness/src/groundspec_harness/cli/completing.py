"""Completion for shells: the script of each, and the vectors, rules and codes that it offers.

The shell starts the command anew for each key, so nothing is parsed that need not be: ids of
vectors are names of files, and no vector is read.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    get_completion_class,
    shell_complete,
)

from groundspec_harness.errors import HarnessError

if TYPE_CHECKING:
    from groundspec_harness.resources import Resources

Names = Callable[["Resources"], Iterator[str]]

PROGRAM = "groundspec-harness"
VARIABLE = "_GROUNDSPEC_HARNESS_COMPLETE"


def script(shell: str) -> str:
    """The script of a shell, which asks this command."""
    complete = _completion(shell)(click.Group(), {}, PROGRAM, VARIABLE)
    return ShellComplete.source(complete)  # without asking for the version of the shell


def _completion(shell: str) -> type[ShellComplete]:
    found = get_completion_class(shell)
    assert found is not None  # click knows each shell that the command offers
    return found


def answer(group: click.Group) -> int | None:
    """Answer a shell that asks; None where none does."""
    instruction = os.environ.get(VARIABLE)
    return shell_complete(group, {}, PROGRAM, VARIABLE, instruction) if instruction else None


def vector_ids(
    context: click.Context, _parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """The ids of vectors that begin so."""
    return _beginning(begun, _ids, context)


def expressions(
    context: click.Context, _parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """What -k understands and begins so: an id, a rule, a code, a class."""
    return _beginning(begun, _all, context)


def _beginning(begun: str, names: Names, context: click.Context) -> list[CompletionItem]:
    """Nothing where the specification is not there: a shell shows no messages."""
    from groundspec_harness.resources import find

    with suppress(HarnessError, OSError):
        found = find(context.params.get("root"))
        return [CompletionItem(n) for n in sorted(set(names(found))) if n.startswith(begun)]
    return []


def _ids(resources: "Resources") -> Iterator[str]:
    from groundspec_harness import codes, vectors

    for place in vectors.files(resources, codes.load(resources)):
        yield vectors.identity(place)


def _all(resources: "Resources") -> Iterator[str]:
    from groundspec_harness import codes, spec

    registry = codes.load(resources)
    yield from _ids(resources)
    yield from registry.by_name
    yield from registry.implies
    yield from spec.load(resources).by_id
