"""What people see: the table by check and topic, the first divergences and faults, one sentence.

`rich` draws the table and is imported for it alone. Everything that comes from the program under
test is shown as ASCII, so that it can neither hide nor steer the terminal.
"""

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from groundspec_harness.hints import hint
from groundspec_harness.judge import LEVELS, Level
from groundspec_harness.plain import plain, tail
from groundspec_harness.report import Setting, Tally, by_topic, tally, where
from groundspec_harness.runner import Outcome, Result

if TYPE_CHECKING:
    from rich.table import Table

MISSING = "(missing)"
_WIDTH = 100  # of the table where there is no terminal


def draw(outcome: Outcome, out: TextIO) -> None:
    """The table of a run."""
    from rich.console import Console

    name = f"{outcome.implementation['name']} {outcome.implementation['version']}"
    width = None if out.isatty() else _WIDTH
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    console.print(_table(outcome, plain(f"{name} ({outcome.implementation['language']})")))


def _table(outcome: Outcome, title: str) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=Text(title), title_justify="left")
    for column in ("check", "topic"):
        table.add_column(column, no_wrap=True)
    for column in ("vectors", *(level.label for level in LEVELS), "faults"):
        table.add_column(column, justify="right", no_wrap=True)
    last = ""
    for (check, topic), counts in by_topic(outcome.results).items():
        table.add_row("" if check == last else check, topic, *_cells(counts), style=_style(counts))
        last = check
    table.add_section()
    total = tally(outcome.results)
    table.add_row("all", "", *_cells(total), style=f"bold {_style(total) or ''}".strip())
    return table


def _cells(counts: Tally) -> list[str]:
    return [str(number) for number in counts.counts().values()]


def _style(counts: Tally) -> str | None:
    if counts.levels[-1] == counts.vectors:
        return None
    return "yellow" if counts.levels[-1] + counts.faults == counts.vectors else "red"


def command_line(arguments: Sequence[str]) -> str:
    return shlex.join(arguments)


def details(outcome: Outcome, setting: Setting, limit: int) -> Iterator[str]:
    """Lines about the first divergences and, after them, the first faults."""
    diverging = [result for result in outcome.results if result.diverges]
    faulty = [result for result in outcome.results if result.fault]
    for group, word in ((diverging, "divergences"), (faulty, "faults")):
        for result in group[:limit]:
            yield from explain(result)
            yield f"  again: {rerun(result, setting)}"
            yield ""
        if len(group) > limit:
            yield f"{len(group) - limit} more {word}; --max-diffs shows more, --format json all"
            yield ""
    if outcome.end_of_input:
        yield f"end of input: {outcome.end_of_input.kind}: {plain(outcome.end_of_input.detail)}"
        yield from tail(outcome.end_of_input.stderr)
        yield ""


def rerun(result: Result, setting: Setting) -> str:
    """The shortest command that runs one vector again."""
    options = ["--per-case"] if setting.per_case else []
    return command_line(
        ["groundspec-harness", "run", "-k", result.vector.id, *options, "--", *setting.command]
    )


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
