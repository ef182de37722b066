"""`audit`: kept packets and receipts, derived again by a program."""

from contextlib import ExitStack, closing
from pathlib import Path

import click

from groundspec_harness import progress
from groundspec_harness.auditing import report
from groundspec_harness.auditing.auditor import Auditor
from groundspec_harness.auditing.containers import open_container
from groundspec_harness.auditing.examining import Examiner
from groundspec_harness.auditing.index import indexed
from groundspec_harness.auditing.state import State
from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.specification import at
from groundspec_harness.wording import number


def audit_kept(
    kept: Path,
    command: tuple[str, ...],
    timeout: float,
    per_case: bool,
    state: Path | None,
    form: str,
    output: Path | None,
    max_diffs: int,
    max_timeouts: int,
    root: Path | None,
) -> int:
    """Index, ask, show, and give the exit status."""
    known = at(root)
    own = frozenset(path.resolve() for path in (state, output) if path)
    with ExitStack() as stack:
        receipts, packets = (
            stack.enter_context(closing(open_container(kept, own))) for _ in range(2)
        )
        with progress.count("files and lines looked through") as tick:
            index = indexed(receipts, kept, tick)
        for _ in packets.entries():
            pass  # numbered like those of the other
        conversation = stack.enter_context(Conversation(command, timeout, per_case=per_case))
        implementation = describe(conversation, known.registry, known.schemas)
        remembered = stack.enter_context(State(state, command, implementation))
        begin = stack.enter_context(progress.bar("receipts"))
        examiner = Examiner(conversation, known.schemas, max_timeouts)
        findings = Auditor(index, receipts, packets, examiner).findings(remembered, begin)
        fault = conversation.finish()
    found = report.Audit(command, implementation, index, findings, fault)
    if form == "json":
        emit_json(report.build(found), output)
    else:
        page = Page(output)
        page.lines(*report.page(found, max_diffs))
        page.finish()
    reused = sum(finding.remembered for finding in findings)
    if reused:
        said = f"{number(reused, 'answer was', 'answers were')} taken from {state}"
        click.echo(f"groundspec-harness: {said}", err=True)
    if form == "json" or output:
        click.echo(f"groundspec-harness: {found.sentence()}", err=True)
    if output:
        click.echo(f"groundspec-harness: the report is in {output}", err=True)
    return found.status
