"""The report for people. `rich` draws the tables and is imported for them alone."""

import io
import sys
from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from groundspec.apps.measure.report import Conflicts
from groundspec.cli.measure import rows
from groundspec.cli.measure.rows import Rows

_UNBOUNDED = 1000


def tables(value: dict[str, Any], conflicts: Conflicts, *, review: bool, to_file: bool) -> str:
    """The report as text, as wide as the terminal that it goes to, or else as it has to be."""
    parts = ["\n".join(rows.summary(value)) + "\n"]
    on_terminal = not to_file and sys.stdout is not None and sys.stdout.isatty()
    width = Console(file=sys.stdout).width if on_terminal else _UNBOUNDED
    for each in rows.every(value, conflicts, intervals=False, review=review):
        out = io.StringIO()
        Console(
            file=out,
            width=width,
            color_system=None,
            force_terminal=False,
            highlight=False,
            markup=False,
            emoji=False,
        ).print(_table(each))
        drawn = "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")
        parts.append(f"{each.title}\n{drawn}\n")
    parts.append("\n".join(_lists(value, conflicts)) + "\n")
    return "\n".join(parts)


def _table(shown: Rows) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 0, 0, 1),
    )
    for at, name in enumerate(shown.columns):
        words = at < shown.words
        table.add_column(Text(name), justify="left" if words else "right", overflow="fold")
    for row in shown.rows:
        if row.opens and row is not shown.rows[0]:
            table.add_section()
        table.add_row(*map(Text, row.cells))
    return table


def _lists(value: dict[str, Any], conflicts: Conflicts) -> Iterator[str]:
    for at, (title, candidates) in enumerate(rows.lists(value, conflicts)):
        yield from [""] * (at > 0)
        yield from _listed(title, candidates)


def _listed(title: str, candidates: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{title}: {len(candidates) or 'none'}"
    for candidate in candidates:
        which, decided = rows.said(candidate)
        yield f"  {which}"
        yield f"    {decided}"
        yield f"    {candidate['before']}[{candidate['cited']}]{candidate['after']}"
        for mark in candidate["marks"]:
            yield f"    {mark['code']} at {mark['start']}-{mark['end']}: {mark['text']}"
