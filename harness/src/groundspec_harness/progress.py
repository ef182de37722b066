"""How far a long run has come: a bar where standard error is a terminal, elsewhere a rare line."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Tick = Callable[[], None]
Begin = Callable[[int], Tick]

_PATIENCE = 5.0  # seconds without a word
_PAUSE = 10.0  # seconds between two lines


@contextmanager
def bar(what: str) -> Iterator[Begin]:
    """Within the block, say how many there are; each call of what that gives is one of them."""
    if not sys.stderr.isatty():
        yield lambda total: _lines(what, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def begin(total: int) -> Tick:
            task = progress.add_task(what, total=total)
            return lambda: progress.advance(task)

        yield begin


@contextmanager
def count(what: str) -> Iterator[Tick]:
    """Within the block, say how many there were so far of what nobody knows the number of."""
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} {task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda: progress.advance(task)


def _lines(what: str, total: int | None = None) -> Tick:
    done = 0
    due = time.monotonic() + _PATIENCE
    of = f" of {total}" if total is not None else ""

    def tick() -> None:
        nonlocal done, due
        done += 1
        now = time.monotonic()
        if now >= due and done != total:
            click.echo(f"groundspec-harness: {done}{of} {what}", err=True)
            due = now + _PAUSE

    return tick


def silent(_total: int) -> Tick:
    """No progress is shown."""
    return nothing


def nothing() -> None:
    """A tick of which nothing is shown."""
