"""`run`: the vectors against a program, as a table or as a report."""

from datetime import date, datetime
from pathlib import Path

from groundspec_harness import progress, report
from groundspec_harness.commands.showing import show
from groundspec_harness.conversation import Conversation
from groundspec_harness.known_failures.cells import Listed
from groundspec_harness.known_failures.entries import load
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
    known_failures: Path | None,
    today: datetime | None,
    root: Path | None,
) -> int:
    """Run, show, and give the exit status."""
    known = at(root)
    setting = report.Setting(command, per_case, timeout, selection, root)
    vectors = select(known.corpus, selection)
    listed = _listed(known, known_failures, today)
    with (
        Conversation(command, timeout, per_case=per_case) as conversation,
        progress.bar("vectors") as begin,
    ):
        outcome = known.runner(conversation, max_timeouts).run(vectors, begin)
    built = report.build(outcome, setting, known.registry, known.spec, known.corpus, listed)
    show(built, form, output, max_diffs=max_diffs, failed=failed, root=root)
    return int(built["status"])


def _listed(known: Specification, path: Path | None, today: datetime | None) -> Listed | None:
    if path is None:
        return None
    day = today.date() if today else date.today()
    return Listed(load(path, known.schemas, known.corpus), day)
