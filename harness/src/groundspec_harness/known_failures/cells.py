"""Known failures beside the results of a run: listed or not, failing or not, and how.

| | fails as listed | fails otherwise | passes |
|---|---|---|---|
| listed | known: not counted | changed: a failure | stale: an error |
| not listed, or expired | a failure | a failure | passed |
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from groundspec_harness import totals
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.known_failures.entries import Entry, KnownFailures


@dataclass(frozen=True)
class Listed:
    """A list of known failures as it counts on a day."""

    known: KnownFailures
    today: date

    @property
    def ids(self) -> frozenset[str]:
        """The vectors that are listed and not expired."""
        entries = self.known.entries
        return frozenset(entry.vector for entry in entries if not entry.expired(self.today))

    def mark(self, results: Iterable[JsonObject]) -> JsonObject:
        """Say in each result how it stands to the list; give the counts for the report."""
        by_id = {entry.vector: entry for entry in self.known.entries}
        run = [result for result in results if result["id"] in by_id]
        for result in run:
            result["known"] = self._cell(by_id[result["id"]], result)
        return {
            "sha256": self.known.sha256,
            "entries": len(by_id),
            **totals.known_states(run),
            "not_run": len(by_id) - len(run),
        }

    def _cell(self, entry: Entry, result: JsonObject) -> JsonObject:
        return {
            "state": self._state(entry, result),
            "listed": entry.form,
            "issue": entry.issue,
            "expires": entry.expires,
            "reason": entry.reason,
        }

    def _state(self, entry: Entry, result: JsonObject) -> str:
        if entry.expired(self.today):
            return "expired"
        if not totals.fails(result):
            return "stale"
        return "known" if same(entry, result) else "changed"


def same(entry: Entry, result: JsonObject) -> bool:
    """Whether a result fails as an entry says."""
    fault = result["fault"]
    how = (None, fault["kind"]) if fault else (result["level"], None)
    return (entry.level, entry.fault) == how and entry.fingerprint == str(result["fingerprint"])
