"""What people see of a report: the table by topic, the first divergences and faults, one sentence.

`rich` draws the table and is imported for it alone. Everything that comes from the program under
test is shown as ASCII, so that it can neither hide nor steer the terminal.
"""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from groundspec_harness import totals
from groundspec_harness.divergences import summary
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.limits import TIMEOUT
from groundspec_harness.plain import plain, tail
from groundspec_harness.process import FLUSH, Fault
from groundspec_harness.totals import Tally
from groundspec_harness.wording import explain, known_words, number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDTH = 100  # of the table where there is no terminal
_UNBOUNDED = 1000
_DISPENSABLE = ("outcome", "evidence", "codes")  # columns, in the order in which narrow ones go


def draw(report: JsonObject, out: TextIO, *, failed: bool = False) -> None:
    """The table of a report; with `failed`, without the topics in which nothing is wrong."""
    from rich.console import Console

    made = report["implementation"]
    width = None if out.isatty() else _WIDTH
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    title = plain(f"{made['name']} {made['version']} ({made['language']})")
    columns = list(totals.tally(()).counts())
    table = _table(report["results"], title, columns, failed)
    dropped = [column for column in _DISPENSABLE if column in columns]
    while dropped and _width(console, table) > console.width:
        columns.remove(dropped.pop(0))
        table = _table(report["results"], title, columns, failed)
    console.print(table)


def _width(console: "Console", table: "Table") -> int:
    """How wide a table is that is not squeezed."""
    return console.measure(table, options=console.options.update(width=_UNBOUNDED)).maximum


def _table(
    results: Sequence[JsonObject], title: str, columns: Sequence[str], failed: bool
) -> "Table":
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
    total = totals.tally(results)
    for name, largest in zip(columns, _cells(total, columns), strict=True):
        # Told how wide they are, rich need not measure every cell, twice.
        width = max(len(name), len(largest))
        table.add_column(name, justify="right", no_wrap=True, width=width)
    last = ""
    for (check, topic), counts in totals.by_topic(results).items():
        if failed and counts.levels[-1] == counts.vectors:
            continue
        shown = "" if check == last else check
        table.add_row(shown, topic, *_cells(counts, columns), style=_style(counts))
        last = check
    table.add_section()
    style = f"bold {_style(total) or ''}".strip()
    table.add_row("all", "", *_cells(total, columns), style=style)
    return table


def _cells(counts: Tally, columns: Sequence[str]) -> list[str]:
    found = counts.counts()
    return [str(found[name]) for name in columns]


def _style(counts: Tally) -> str | None:
    if counts.levels[-1] == counts.vectors:
        return None
    return "yellow" if counts.levels[-1] + counts.faults == counts.vectors else "red"


def command_line(arguments: Sequence[str]) -> str:
    return shlex.join(arguments)


def details(report: JsonObject, limit: int, root: Path | None = None) -> Iterator[str]:
    """Lines about the first divergences, the first faults, and what else is wrong."""
    by_id = {result["id"]: result for result in report["results"]}
    diverging = [by_id[name] for name in report["mend_first"]]
    faulty = [result for result in report["results"] if result["fault"]]
    for group, one in ((diverging, "divergence"), (faulty, "fault")):
        counted = [result for result in group if totals.verdict(result) != "known"]
        for result in counted[:limit]:
            yield from explain(result)
            yield f"  again: {_again(['run', '-k', result['id']], report, root)}"
            yield f"  why:   {_again(['why', result['id']], report, root)}"
            yield ""
        if len(counted) > limit:
            more = len(counted) - limit
            yield f"{number(more, f'more {one}')}; --max-diffs shows more, --format json all"
            yield ""
        if one == "divergence" and len(counted) > 1:
            yield from (summary(counted, others=len(counted) < len(group)), "")
            yield from _variants(report)
    yield from _stale(report["results"])
    if report["mode"] == "persistent" and _never_in_time(report["results"]):
        yield from (f"no request was answered in time: {FLUSH}", "")
    ended = report["end_of_input"]
    if ended:
        yield f"end of input: {ended['kind']}: {plain(ended['detail'])}"
        yield from tail(ended["stderr"])
        yield ""


def _variants(report: JsonObject) -> Iterator[str]:
    """The known ways of being wrong that the failures look like."""
    for variant in report["variants"]:
        yield plain(variant["sentence"])
    if report["variants"]:
        yield ""


def _stale(results: Sequence[JsonObject]) -> Iterator[str]:
    found = [result for result in results if totals.verdict(result) == "stale"]
    yield from (f"{result['id']}: {known_words(result)}" for result in found)
    if found:
        yield ""


def _never_in_time(results: Sequence[JsonObject]) -> bool:
    faults = [Fault(**result["fault"]) if result["fault"] else None for result in results]
    return any(faults) and all(fault and fault.unflushed for fault in faults)


def _again(words: Sequence[str], report: JsonObject, root: Path | None) -> str:
    """The command that does something with one vector and the same program."""
    options = ["--per-case"] if report["mode"] == "per-case" else []
    if report["timeout_ms"] != TIMEOUT * 1000:
        options += ["--timeout", f"{report['timeout_ms'] / 1000:g}"]
    place = ["--root", str(root)] if root else []
    return command_line(["groundspec-harness", *words, *options, *place, "--", *report["command"]])


def skipped(report: JsonObject) -> Iterator[str]:
    """Lines about the vectors that an early end left, and those of classes that are not claimed."""
    left = totals.unasked(report["skipped"])
    if left:
        yield f"not asked: {len(left)} vectors; {plain(left[0]['reason'])}"
    others = [vector for vector in report["skipped"] if vector not in left]
    if others:
        names = ", ".join(sorted({vector["class"] for vector in others}))
        yield f"not run: {len(others)} vectors of classes not claimed ({names})"
