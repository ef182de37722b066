"""The old vectors against a program: what it answers now where it used to answer otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass

from groundspec_harness import totals
from groundspec_harness.gating.compare_vectors import answer, answers
from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import owner_of_vector
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.known_failures.cells import Listed
from groundspec_harness.plain import plain
from groundspec_harness.report import entry
from groundspec_harness.runner import Outcome, Result

_MEMBERS = ("receipt", "refusal", "canonical", "sha256", "verified", "code")


@dataclass(frozen=True)
class Replay:
    """A run of BASE's vectors against HEAD's implementation."""

    command: tuple[str, ...]
    outcome: Outcome
    known: frozenset[str] = frozenset()  # ids of vectors that fail as a list says they did before

    @property
    def results(self) -> list[Result]:
        """The results that say something of the change."""
        return [result for result in self.outcome.results if result.vector.id not in self.known]

    @property
    def changed(self) -> list[Result]:
        return [result for result in self.results if result.diverges]

    @property
    def faulty(self) -> list[Result]:
        return [result for result in self.results if result.fault]

    @property
    def whole(self) -> bool:
        """Whether nothing was kept from judgement by a fault."""
        return not self.faulty and self.outcome.end_of_input is None

    def as_json(self) -> JsonObject:
        closing = self.outcome.end_of_input
        return {
            "command": [plain(word) for word in self.command],
            "implementation": self.outcome.implementation,
            "vectors": len(self.outcome.results),
            "known": len(self.known),
            "changed": len(self.changed),
            "faults": [
                {"id": result.vector.id, "kind": result.fault.kind, "detail": result.fault.detail}
                for result in self.faulty
                if result.fault
            ],
            "not_run": len(self.outcome.not_run),
            "end_of_input": plain(closing.detail) if closing else None,
        }


def failing_as_listed(outcome: Outcome, listed: Listed) -> frozenset[str]:
    """The ids of the vectors that fail as a list of known failures says."""
    results = [entry(result) for result in outcome.results]
    listed.mark(results)
    return frozenset(result["id"] for result in results if totals.state(result) == "known")


def changes(base: Side, replay: Replay) -> Iterator[Change]:
    """Every old request that the program answers otherwise."""
    for result in replay.changed:
        if result.answer is not None and result.vector.blessed:
            kind, detail = answers(answer(result.vector), _answer(result))
            if kind:
                vector = result.vector
                yield Change(
                    kind, vector.id, base.file(vector), 1, plain(detail),
                    (owner_of_vector(base, vector),), tuple(vector.rules), replayed=True,
                )  # fmt: skip


def _answer(result: Result) -> JsonObject:
    """A program's answer in the members that a vector has for it."""
    found = result.answer or {}
    if result.vector.kind == "request":
        return {"answer": found}
    known = {name: found[name] for name in _MEMBERS if name in found}
    return known or {"answer": found}
