"""`run`: the vectors against a program, as a table or as a report."""

from datetime import date, datetime
from pathlib import Path

from groundspec_harness import progress, report
from groundspec_harness.board import Stops
from groundspec_harness.commands.showing import show
from groundspec_harness.conversation import Conversation
from groundspec_harness.known_failures.cells import Listed
from groundspec_harness.known_failures.entries import load, must_be_alive
from groundspec_harness.limits import Limits
from groundspec_harness.pool import Pool
from groundspec_harness.specification import Specification, at
from groundspec_harness.tombstones import stones


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
    max_failures: int,
    jobs: int,
    output_limit: int,
    memory_limit: int | None,
    known_failures: Path | None,
    today: datetime | None,
    root: Path | None,
) -> int:
    """Run, show, and give the exit status."""
    known = at(root)
    setting = report.Setting(command, per_case, timeout, selection, root)
    limits = Limits(output_limit, memory_limit)
    limits.must_be_possible()
    conversations = [
        Conversation(command, timeout, per_case=per_case, limits=limits) for _ in range(jobs)
    ]
    with Pool(conversations) as pool, progress.bar("vectors") as begin:
        pool.start()
        vectors = known.select(selection)
        listed = _listed(known, known_failures, today)
        stops = Stops(max_timeouts, max_failures, listed.ids if listed else frozenset())
        outcome = pool.run(known.runner, vectors, stops, begin)
    built = report.build(outcome, setting, known.registry, known.spec, known.corpus, listed)
    show(built, form, output, max_diffs=max_diffs, failed=failed, root=root)
    return int(built["status"])


def _listed(known: Specification, path: Path | None, today: datetime | None) -> Listed | None:
    if path is None:
        return None
    day = today.date() if today else date.today()
    gone = stones(known.resources)
    found = load(path, known.schemas, known.corpus, gone)
    must_be_alive(path, found, gone)
    return Listed(found, day)
