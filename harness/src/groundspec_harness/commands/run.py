"""`run`: the vectors against a program, as a table or as a report."""

from pathlib import Path

import click

from groundspec_harness import progress, report, table
from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.conversation import Conversation
from groundspec_harness.runner import Outcome
from groundspec_harness.selection import select
from groundspec_harness.specification import Specification, at


def run_vectors(
    command: tuple[str, ...],
    selection: tuple[str, ...],
    timeout: float,
    per_case: bool,
    form: str,
    output: Path | None,
    max_diffs: int,
    max_timeouts: int,
    root: Path | None,
) -> int:
    """Run, show, and give the exit status."""
    known = at(root)
    setting = report.Setting(command, per_case, timeout, selection)
    vectors = select(known.corpus, selection)
    with (
        Conversation(command, timeout, per_case=per_case) as conversation,
        progress.bar("vectors", len(vectors)) as tick,
    ):
        outcome = known.runner(conversation, max_timeouts).run(vectors, tick)
    if form == "json":
        built = report.build(outcome, setting, known.registry, known.spec, known.corpus)
        emit_json(built, output)
    else:
        _page(known, outcome, setting, max_diffs, output)
    if form == "json" or output:
        click.echo(f"groundspec-harness: {report.sentence(outcome)}", err=True)
    return outcome.status


def _page(
    known: Specification, outcome: Outcome, setting: report.Setting, limit: int, output: Path | None
) -> None:
    page = Page(output)
    table.draw(outcome, page)
    page.lines(*table.details(outcome, setting, limit))
    not_run = table.not_run(outcome)
    if not_run:
        page.lines(not_run)
    page.lines(f"corpus {known.corpus.sha256}", report.sentence(outcome))
    page.finish()
