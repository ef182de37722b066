"""`trace`: rules and codes against the vectors that pin them."""

from collections.abc import Sequence
from pathlib import Path

from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.specification import at
from groundspec_harness.tracing import WANTED, Row, Trace, as_json, trace

_NAMED = 2  # vectors that a line names


def trace_all(form: str, output: Path | None, root: Path | None) -> int:
    """Show the trace; 1 if something is pinned too thinly."""
    known = at(root)
    found = trace(known.spec, known.registry, known.corpus)
    if form == "json":
        emit_json(as_json(found, known.corpus), output)
    else:
        page = Page(output)
        _write(page, found)
        page.finish()
    return 1 if found.thin else 0


def _write(page: Page, found: Trace) -> None:
    own = [row for row in found.rules if row.kind == "protocol"]
    _section(page, "Rules and definitions", [row for row in found.rules if row not in own])
    _section(page, "Codes", found.codes)
    _section(page, "Pinned by the harness itself", own)
    if found.thin:
        names = ", ".join(row.name for row in found.thin)
        page.lines(f"pinned by fewer than {WANTED} vectors: {names}")
    else:
        page.lines(f"every rule, definition and code is pinned by at least {WANTED} vectors")


def _section(page: Page, title: str, rows: Sequence[Row]) -> None:
    page.lines(title)
    width = max((len(row.name) for row in rows), default=0)
    page.lines(*(_line(row, width) for row in rows), "")


def _line(row: Row, width: int) -> str:
    named = ", ".join(row.vectors[:_NAMED])
    more = len(row.vectors) - _NAMED
    seen = f"{named}, and {more} more" if more > 0 else named
    reason = f"({row.excused})" if row.excused and not row.vectors else ""
    mark = "!" if row.thin else " "
    text = f"{mark} {row.name:{width}}  {row.kind:12}  {len(row.vectors):3}  {seen}{reason}"
    return text.rstrip()
