"""Writing the list anew from a run, and taking out what passes.

A vector that was not run keeps its entry; one that still fails keeps what people wrote to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from groundspec_harness import totals
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.known_failures.entries import Entry


@dataclass(frozen=True)
class Update:
    """The entries of the new file, and how they came about."""

    entries: tuple[Entry, ...]
    added: int
    changed: int
    removed: int


def written(old: Sequence[Entry], results: Iterable[JsonObject]) -> Update:
    """An entry for each vector that fails now, besides those of vectors that were not run."""
    before = {entry.vector: entry for entry in old}
    run = {result["id"]: result for result in results}
    now = {name: _entry(result) for name, result in run.items() if totals.fails(result)}
    merged = {name: _with_words(entry, before.get(name)) for name, entry in now.items()}
    kept = {name: entry for name, entry in before.items() if name not in run}
    stayed = [name for name in before if name in merged]
    return Update(
        entries=(*merged.values(), *kept.values()),
        added=len(merged) - len(stayed),
        changed=sum(before[name] != merged[name] for name in stayed),
        removed=len(before) - len(stayed) - len(kept),
    )


def pruned(old: Sequence[Entry], results: Iterable[JsonObject]) -> Update:
    """The old entries without those of vectors that pass."""
    passing = {result["id"] for result in results if not totals.fails(result)}
    left = tuple(entry for entry in old if entry.vector not in passing)
    return Update(left, added=0, changed=0, removed=len(old) - len(left))


def _entry(result: JsonObject) -> Entry:
    fault = result["fault"]
    return Entry(
        vector=result["id"],
        fingerprint=result["fingerprint"],
        level=None if fault else result["level"],
        fault=fault["kind"] if fault else None,
    )


def _with_words(entry: Entry, old: Entry | None) -> Entry:
    """An entry with the issue, the expiry and the reason that the old one had."""
    if old is None:
        return entry
    return replace(entry, issue=old.issue, expires=old.expires, reason=old.reason)
