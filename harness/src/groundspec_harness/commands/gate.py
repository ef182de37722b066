"""`gate`: compare two states of the specification, and say what the change lacks."""

from datetime import date, datetime
from pathlib import Path

import click

from groundspec_harness import progress, resources
from groundspec_harness.commands.output import Page, emit, emit_json
from groundspec_harness.conversation import Conversation
from groundspec_harness.gating import showing, sides, verdict, waivers
from groundspec_harness.gating.kinds import LABELS
from groundspec_harness.gating.replay import Replay
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.verdict import Verdict
from groundspec_harness.schemas import Schemas


def gate_change(
    base: str,
    head: str | None,
    command: tuple[str, ...],
    repository: Path,
    allow: str,
    waivers_file: Path | None,
    today: datetime | None,
    timeout: float,
    max_changes: int,
    form: str,
    output: Path | None,
) -> int:
    """Compare, show, and give the exit status."""
    entries = waivers.load(waivers_file, Schemas(resources.find()))
    with sides.both(base, head, repository) as found:
        replayed = _replay(found, command, timeout) if command else None
        day = today.date() if today else date.today()
        judged = verdict.judge(found, replayed, entries, LABELS[allow], day)
        _show(judged, form, output, max_changes)
    return judged.status


def _replay(found: tuple[Side, Side], command: tuple[str, ...], timeout: float) -> Replay:
    base, head = found
    with (
        Conversation(command, timeout) as conversation,
        progress.bar("old vectors") as begin,
    ):
        outcome = head.known.runner(conversation).run(base.known.corpus.vectors, begin)
    return Replay(command, outcome)


def _show(judged: Verdict, form: str, output: Path | None, limit: int) -> None:
    if form == "json":
        emit_json(verdict.as_json(judged), output)
    elif form == "markdown":
        emit(showing.markdown(judged), output)
    else:
        page = Page(output)
        page.lines(*showing.lines(judged, limit))
        page.finish()
    if form != "table" or output:
        click.echo(f"groundspec-harness: {verdict.sentence(judged)}", err=True)
