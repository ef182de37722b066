"""TAP version 14: one test point for each row, with a YAML block where there is more to say.

The values of a block are JSON strings, which YAML reads as they are. Known failures are marked
TODO, vectors that were not run SKIP; neither fails a TAP reader.
"""

from collections.abc import Iterator

from groundspec_harness.formats.rows import Row, closing, rows
from groundspec_harness.jsontext import JsonObject, quoted
from groundspec_harness.plain import plain

_OK = ("passed", "skipped")
_DIRECTIVES = {"known": "TODO", "skipped": "SKIP"}


def render(report: JsonObject) -> str:
    found = rows(report)
    lines = ["TAP version 14", f"1..{len(found)}"]
    for number, row in enumerate(found, 1):
        lines += _point(number, row)
    lines += [f"# {plain(report['summary'])}", f"# {closing(report)}"]
    return "\n".join([*lines, ""])


def _point(number: int, row: Row) -> Iterator[str]:
    mark = "ok" if row.kind in _OK else "not ok"
    directive = _DIRECTIVES.get(row.kind)
    after = f" # {directive} {_escaped(row.says)}" if directive else ""
    yield f"{mark} {number} - {_escaped(row.id)}{after}"
    if row.kind not in _OK:
        yield "  ---"
        yield from (f"  {name}: {value}" for name, value in _members(row))
        yield "  ..."


def _members(row: Row) -> Iterator[tuple[str, str]]:
    yield "kind", quoted(row.kind)
    yield "message", quoted(row.says)
    if row.rules:
        yield "rules", quoted(list(row.rules))
    if row.hint:
        yield "hint", quoted(row.hint)
    if row.issue:
        yield "issue", quoted(row.issue)
    if row.lines:
        yield "detail", quoted(list(row.lines))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("#", "\\#")
