"""A report in the form that was asked for: the one place from which `run` and `report` print."""

from pathlib import Path

import click

from groundspec_harness import table
from groundspec_harness.commands.output import Page, emit, emit_json
from groundspec_harness.formats import render
from groundspec_harness.jsontext import JsonObject


def show(
    report: JsonObject,
    form: str,
    output: Path | None,
    *,
    max_diffs: int,
    failed: bool,
    root: Path | None,
) -> None:
    """Print a report or write it to a file; what it comes to is told beside all but a table."""
    if form == "json":
        emit_json(report, output)
    elif form == "table":
        _page(report, Page(output), max_diffs, failed, root).finish()
    else:
        emit(render(report, form), output)
    if form != "table" or output:
        click.echo(f"groundspec-harness: {report['summary']}", err=True)
    if output:
        click.echo(f"groundspec-harness: the report is in {output}", err=True)


def _page(report: JsonObject, page: Page, limit: int, failed: bool, root: Path | None) -> Page:
    table.draw(report, page, failed=failed)
    page.lines(*table.details(report, limit, root))
    page.lines(*table.skipped(report))
    page.lines(f"corpus {report['corpus']['sha256']}", report["summary"])
    return page
