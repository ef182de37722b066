"""Filling in the receipts of decision vectors from what a program answers.

A receipt is written only if it is a receipt by its schema, its digests are right, and it bears out
everything that `expect` says. Otherwise the file stays as it is. Only files whose receipt changes
are written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.conversation import Conversation
from groundspec_harness.expectation import contradictions
from groundspec_harness.files import write_whole
from groundspec_harness.formatting import Formatter
from groundspec_harness.jsontext import JsonObject, pointer, quoted
from groundspec_harness.judge import same
from groundspec_harness.receipts import defects
from groundspec_harness.requests import case
from groundspec_harness.resources import Resources
from groundspec_harness.runner import FORMS
from groundspec_harness.scaffold import unfilled
from groundspec_harness.schemas import Schemas
from groundspec_harness.vectors import Vector

State = Literal["new", "changed", "unchanged", "contradicted", "faulty", "unfilled"]
STATES: tuple[State, ...] = ("new", "changed", "unchanged", "contradicted", "faulty", "unfilled")


@dataclass(frozen=True)
class Blessing:
    """What a program's answer means for one vector."""

    vector: Vector
    state: State
    problems: tuple[str, ...] = ()
    receipt: JsonObject | None = None


@dataclass(frozen=True)
class Blesser:
    """Asks a program, and holds its receipts against `expect`."""

    conversation: Conversation
    resources: Resources
    schemas: Schemas
    formatter: Formatter

    def bless(self, vector: Vector, number: int) -> Blessing:
        """Ask for a vector's receipt and decide what becomes of it."""
        still = [pointer(path) for path in unfilled(vector.data)]
        if still:
            return Blessing(
                vector, "unfilled", (f"the scaffold's own words at {', '.join(still)}",)
            )
        asked = case(vector, number)
        reply = self.conversation.ask(asked.request)
        if isinstance(reply, bytes):
            answer = read_answer(reply, asked.id, FORMS["decision"], self.schemas)
            if not isinstance(answer, Malformed):
                return self._held(vector, answer)
            reply = self.conversation.fail(answer.fault)
        return Blessing(vector, "faulty", (f"{reply.kind}: {reply.detail}",))

    def _held(self, vector: Vector, answer: JsonObject) -> Blessing:
        receipt = answer.get("receipt")
        if receipt is None:
            said = {name: value for name, value in answer.items() if name != "id"}
            return Blessing(vector, "contradicted", (f"a receipt is expected, not {quoted(said)}",))
        problems = [
            f"{found.pointer}: expect says {found.expected}, the receipt {found.actual}"
            for found in contradictions(vector.data["expect"], vector.packet, receipt)
        ]
        problems += map(str, defects(vector.packet, receipt, self.resources, self.schemas))
        if problems:
            return Blessing(vector, "contradicted", tuple(problems))
        return Blessing(vector, _state(vector, receipt), receipt=receipt)

    def write(self, blessing: Blessing) -> None:
        """Put a new or changed receipt into the vector's file."""
        data = {**blessing.vector.data, "receipt": blessing.receipt}
        write_whole(blessing.vector.path, self.formatter.text(data))


def _state(vector: Vector, receipt: JsonObject) -> State:
    if "receipt" not in vector.data:
        return "new"
    return "unchanged" if same(vector.data["receipt"], receipt) else "changed"


def counts(blessings: Sequence[Blessing]) -> dict[str, int]:
    return {state: sum(each.state == state for each in blessings) for state in STATES}
