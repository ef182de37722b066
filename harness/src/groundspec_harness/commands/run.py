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
    failed: bool,
    max_diffs: int,
    max_timeouts: int,
    root: Path | None,
) -> int:
    """Run, show, and give the exit status."""
    known = at(root)
    setting = report.Setting(command, per_case, timeout, selection, root)
    vectors = select(known.corpus, selection)
    with (
        Conversation(command, timeout, per_case=per_case) as conversation,
        progress.bar("vectors") as begin,
    ):
        outcome = known.runner(conversation, max_timeouts).run(vectors, begin)
    if form == "json":
        built = report.build(outcome, setting, known.registry, known.spec, known.corpus)
        emit_json(built, output)
    else:
        page = _page(known, outcome, setting, Page(output), max_diffs, failed)
        page.finish()
    if form == "json" or output:
        sentence = report.sentence(outcome, known.registry, known.corpus)
        click.echo(f"groundspec-harness: {sentence}", err=True)
    if output:
        click.echo(f"groundspec-harness: the report is in {output}", err=True)
    return outcome.status


def _page(
    known: Specification,
    outcome: Outcome,
    setting: report.Setting,
    page: Page,
    limit: int,
    failed: bool,
) -> Page:
    table.draw(outcome, page, failed=failed)
    page.lines(*table.details(outcome, setting, known.registry, limit))
    not_run = table.not_run(outcome)
    if not_run:
        page.lines(not_run)
    sentence = report.sentence(outcome, known.registry, known.corpus)
    page.lines(f"corpus {known.corpus.sha256}", sentence)
    return page
