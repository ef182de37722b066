"""`known-failures`: the list of known failures, written or pruned from a run."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path

import click

from groundspec_harness import progress, report
from groundspec_harness.board import Stops
from groundspec_harness.conversation import Conversation
from groundspec_harness.files import write_whole
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.known_failures.entries import Entry, load, text
from groundspec_harness.known_failures.updating import Update, pruned, written
from groundspec_harness.pool import Pool
from groundspec_harness.specification import Specification, at
from groundspec_harness.tombstones import obituary, stones
from groundspec_harness.wording import number


def update(
    command: tuple[str, ...],
    write: Path | None,
    prune: Path | None,
    selection: tuple[str, ...],
    timeout: float,
    per_case: bool,
    jobs: int,
    today: datetime | None,
    root: Path | None,
) -> int:
    """Run, bring the list up to date, and say what became of it."""
    if (write is None) == (prune is None):
        raise click.UsageError("Say either --write FILE or --prune FILE.")
    known = at(root)
    path = write or prune
    assert path is not None
    conversations = [Conversation(command, timeout, per_case=per_case) for _ in range(jobs)]
    gone = stones(known.resources)
    old, retired = _old(known, path, gone, may_be_missing=write is not None)
    results = _results(known, selection, conversations)
    found = written(old, results) if write else pruned(old, results)
    write_whole(path, text(found.entries).encode("utf-8"))
    expired = _expired(found.entries, today.date() if today else date.today())
    for line in (_counts(found, len(retired)), *_buried(retired, gone), *expired):
        click.echo(f"groundspec-harness: {path}: {line}", err=True)
    return 0


def _old(
    known: Specification, path: Path, gone: Mapping[str, JsonObject], *, may_be_missing: bool
) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """The entries that there are, and those of retired vectors."""
    if may_be_missing and not path.exists():
        return (), ()
    found = load(path, known.schemas, known.corpus, gone)
    return found.entries, found.retired


def _counts(found: Update, retired: int) -> str:
    removed = found.removed + retired
    return (
        f"{number(len(found.entries), 'entry', 'entries')} "
        f"({found.added} added, {found.changed} changed, {removed} removed)"
    )


def _buried(retired: Sequence[Entry], gone: Mapping[str, JsonObject]) -> Iterator[str]:
    """A line for each entry that is taken out because its vector is no longer there."""
    return (f"removed: {obituary(each.vector, gone[each.vector])}" for each in retired)


def _expired(entries: Sequence[Entry], today: date) -> Iterator[str]:
    """A line for each entry that stays and counts no longer."""
    return (
        f"expired: {each.vector} was listed until {each.expires}; "
        "its entry stays and no longer counts: give it a later day, or mend the failure"
        for each in sorted(entries, key=lambda entry: entry.vector)
        if each.expired(today)
    )


def _results(
    known: Specification, selection: tuple[str, ...], conversations: list[Conversation]
) -> list[JsonObject]:
    """The results of a run that asks every vector, whatever fails."""
    vectors = known.select(selection)
    with Pool(conversations) as pool, progress.bar("vectors") as begin:
        pool.start()
        outcome = pool.run(known.runner, vectors, Stops(), begin)
    return [report.entry(result) for result in outcome.results]
