"""What people see: the table by check and topic, the first divergences and faults, one sentence.

`rich` draws the table and is imported for it alone. Everything that comes from the program under
test is shown as ASCII, so that it can neither hide nor steer the terminal.
"""

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from groundspec_harness.codes import Registry
from groundspec_harness.divergences import ordered, summary
from groundspec_harness.hints import hint
from groundspec_harness.judge import Level
from groundspec_harness.plain import plain, tail
from groundspec_harness.process import FLUSH
from groundspec_harness.report import Setting, Tally, by_topic, tally, where
from groundspec_harness.runner import Outcome, Result

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MISSING = "(missing)"
_WIDTH = 100  # of the table where there is no terminal
_UNBOUNDED = 1000
_DISPENSABLE = ("outcome", "evidence", "codes")  # columns, in the order in which narrow ones go


def draw(outcome: Outcome, out: TextIO, *, failed: bool = False) -> None:
    """The table of a run; with `failed`, without the topics in which nothing is wrong."""
    from rich.console import Console

    name = f"{outcome.implementation['name']} {outcome.implementation['version']}"
    width = None if out.isatty() else _WIDTH
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    title = plain(f"{name} ({outcome.implementation['language']})")
    columns = list(tally(()).counts())
    table = _table(outcome, title, columns, failed)
    dropped = [column for column in _DISPENSABLE if column in columns]
    while dropped and _width(console, table) > console.width:
        columns.remove(dropped.pop(0))
        table = _table(outcome, title, columns, failed)
    console.print(table)


def _width(console: "Console", table: "Table") -> int:
    """How wide a table is that is not squeezed."""
    return console.measure(table, options=console.options.update(width=_UNBOUNDED)).maximum


def _table(outcome: Outcome, title: str, columns: Sequence[str], failed: bool) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 0, 0, 1),
        title=Text(title),
        title_justify="left",
    )
    for name in ("check", "topic"):
        table.add_column(name, overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    last = ""
    for (check, topic), counts in by_topic(outcome.results).items():
        if failed and counts.levels[-1] == counts.vectors:
            continue
        shown = "" if check == last else check
        table.add_row(shown, topic, *_cells(counts, columns), style=_style(counts))
        last = check
    table.add_section()
    total = tally(outcome.results)
    style = f"bold {_style(total) or ''}".strip()
    table.add_row("all", "", *_cells(total, columns), style=style)
    return table


def _cells(counts: Tally, columns: Sequence[str]) -> list[str]:
    return [str(counts.counts()[name]) for name in columns]


def _style(counts: Tally) -> str | None:
    if counts.levels[-1] == counts.vectors:
        return None
    return "yellow" if counts.levels[-1] + counts.faults == counts.vectors else "red"


def command_line(arguments: Sequence[str]) -> str:
    return shlex.join(arguments)


def details(outcome: Outcome, setting: Setting, registry: Registry, limit: int) -> Iterator[str]:
    """Lines about the first divergences and, after them, the first faults."""
    diverging = ordered(outcome, registry)
    faulty = [result for result in outcome.results if result.fault]
    for group, word in ((diverging, "divergences"), (faulty, "faults")):
        for result in group[:limit]:
            yield from explain(result)
            yield f"  again: {_rerun(result, setting)}"
            yield f"  why:   {_why(result, setting)}"
            yield ""
        if len(group) > limit:
            yield f"{len(group) - limit} more {word}; --max-diffs shows more, --format json all"
            yield ""
        if word == "divergences" and len(group) > 1:
            yield from (summary(group), "")
    if not setting.per_case and _never_in_time(outcome):
        yield from (f"no request was answered in time: {FLUSH}", "")
    if outcome.end_of_input:
        yield f"end of input: {outcome.end_of_input.kind}: {plain(outcome.end_of_input.detail)}"
        yield from tail(outcome.end_of_input.stderr)
        yield ""


def _never_in_time(outcome: Outcome) -> bool:
    faults = [result.fault for result in outcome.results]
    return any(faults) and all(f and (f.unflushed or f.kind == "not-asked") for f in faults)


def _rerun(result: Result, setting: Setting) -> str:
    """The shortest command that runs one vector again."""
    return _again(["run", "-k", result.vector.id], setting)


def _why(result: Result, setting: Setting) -> str:
    """The command that shows all about one vector."""
    return _again(["why", result.vector.id], setting)


def _again(words: Sequence[str], setting: Setting) -> str:
    options = ["--per-case"] if setting.per_case else []
    root = ["--root", str(setting.root)] if setting.root else []
    return command_line(["groundspec-harness", *words, *options, *root, "--", *setting.command])


def explain(result: Result, limit: int = 5) -> Iterator[str]:
    """What became of a vector that is not at bytes."""
    if result.fault:
        yield f"{result.vector.id}: {result.fault.kind}: {plain(result.fault.detail)}"
        yield from tail(result.fault.stderr)
        return
    reached = "no level" if result.level is Level.NONE else f"the level {result.level.label}"
    yield f"{result.vector.id}: reaches {reached}. {result.vector.title}"
    if result.case.answer is None:
        yield "  the vector is not blessed: it has no receipt yet to compare bytes with"
        return
    places = where(result, limit + 1)
    if places is None:
        return
    for place in places.pointers[:limit]:
        yield f"  {place.pointer or '(the whole)'}"
        yield f"    expected  {MISSING if place.expected is None else place.expected}"
        yield f"    actual    {MISSING if place.actual is None else place.actual}"
    if len(places.pointers) > limit:
        yield "  and further members"
    yield f"  first differing byte: {places.first_byte.offset}"
    yield f"    expected  {places.first_byte.expected}"
    yield f"    actual    {places.first_byte.actual}"
    cause = hint(result)
    if cause:
        yield f"  hint: {cause}"


def not_run(outcome: Outcome) -> str | None:
    """A line about the vectors of classes that the program does not claim."""
    if not outcome.not_run:
        return None
    names = sorted({vector.conformance_class for vector in outcome.not_run})
    return f"not run: {len(outcome.not_run)} vectors of classes not claimed ({', '.join(names)})"
