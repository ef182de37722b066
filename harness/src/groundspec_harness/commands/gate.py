"""`gate`: compare two states of the specification, and say what the change lacks."""

from datetime import date, datetime
from pathlib import Path

import click

from groundspec_harness import progress, resources
from groundspec_harness.commands.output import Page, emit, emit_json
from groundspec_harness.conversation import Conversation
from groundspec_harness.gating import showing, sides, verdict, waivers
from groundspec_harness.gating.kinds import LABELS
from groundspec_harness.gating.replay import Replay, failing_as_listed
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.verdict import Verdict
from groundspec_harness.known_failures.cells import Listed
from groundspec_harness.known_failures.entries import load, must_be_alive
from groundspec_harness.schemas import Schemas
from groundspec_harness.tombstones import stones
from groundspec_harness.vectors import Corpus


def gate_change(
    base: str,
    head: str | None,
    command: tuple[str, ...],
    repository: Path,
    allow: str,
    waivers_file: Path | None,
    known_failures: Path | None,
    today: datetime | None,
    timeout: float,
    max_changes: int,
    form: str,
    output: Path | None,
) -> int:
    """Compare, show, and give the exit status."""
    if known_failures and not command:
        raise click.UsageError("--known-failures needs a program behind `--` that fails")
    schemas = Schemas(resources.find())
    entries = waivers.load(waivers_file, schemas)
    day = today.date() if today else date.today()
    with sides.both(base, head, repository) as found:
        listed = _listed(known_failures, found, schemas, day)
        replayed = _replay(found, command, timeout, listed) if command else None
        judged = verdict.judge(found, replayed, entries, LABELS[allow], day)
        _show(judged, form, output, max_changes)
    return judged.status


def _listed(
    path: Path | None, found: tuple[Side, Side], schemas: Schemas, day: date
) -> Listed | None:
    """The list of known failures; it may be one of BASE's vectors or one of HEAD's."""
    if path is None:
        return None
    base, head = found
    gone = stones(base.known.resources)
    known = load(path, schemas, Corpus((*{**head.vectors, **base.vectors}.values(),)), gone)
    must_be_alive(path, known, gone)
    return Listed(known, day)


def _replay(
    found: tuple[Side, Side], command: tuple[str, ...], timeout: float, listed: Listed | None
) -> Replay:
    base, head = found
    with (
        Conversation(command, timeout) as conversation,
        progress.bar("old vectors") as begin,
    ):
        outcome = head.known.runner(conversation).run(base.known.corpus.vectors, begin)
    known = failing_as_listed(outcome, listed) if listed else frozenset[str]()
    return Replay(command, outcome, known)


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
