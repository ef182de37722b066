"""The old vectors against a program: what it answers now where it used to answer otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundspec_harness.gating.compare_vectors import answer, answers
from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import owner_of_vector
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain
from groundspec_harness.runner import Outcome, Result

_MEMBERS = ("receipt", "refusal", "canonical", "sha256", "verified", "code")


@dataclass(frozen=True)
class Replay:
    """A run of BASE's vectors against HEAD's implementation."""

    command: tuple[str, ...]
    outcome: Outcome

    @property
    def faulty(self) -> list[Result]:
        return [result for result in self.outcome.results if result.fault]

    @property
    def whole(self) -> bool:
        """Whether nothing was kept from judgement by a fault."""
        return not self.faulty and self.outcome.end_of_input is None

    def as_json(self) -> JsonObject:
        results, closing = self.outcome.results, self.outcome.end_of_input
        return {
            "command": [plain(word) for word in self.command],
            "implementation": self.outcome.implementation,
            "vectors": len(results),
            "changed": sum(result.diverges for result in results),
            "faults": [
                {"id": result.vector.id, "kind": result.fault.kind, "detail": result.fault.detail}
                for result in self.faulty
                if result.fault
            ],
            "not_run": len(self.outcome.not_run),
            "end_of_input": plain(closing.detail) if closing else None,
        }


def changes(base: Side, results: Sequence[Result]) -> Iterator[Change]:
    """Every old request that the program answers otherwise."""
    for result in results:
        if result.diverges and result.answer is not None and result.vector.blessed:
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
