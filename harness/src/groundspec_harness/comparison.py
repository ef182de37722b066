"""Two programs over the vectors: where their answers part, and which of the two is right."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from groundspec_harness.conversation import Conversation
from groundspec_harness.diff import ByteDifference, byte_difference
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.process import Fault
from groundspec_harness.progress import Begin
from groundspec_harness.requests import case
from groundspec_harness.vectors import Vector

Right = Literal["A", "B", "neither", "unknown"]


@dataclass(frozen=True)
class Parting:
    """A vector to which two programs answer otherwise."""

    vector: Vector
    right: Right
    answers: tuple[bytes | Fault, bytes | Fault]

    @property
    def faults(self) -> tuple[Fault | None, Fault | None]:
        first, second = (a if isinstance(a, Fault) else None for a in self.answers)
        return first, second

    @property
    def first_byte(self) -> ByteDifference | None:
        ours, theirs = self.answers
        if isinstance(ours, Fault) or isinstance(theirs, Fault):
            return None
        return byte_difference(ours, theirs)


def partings(
    vectors: Iterable[Vector], first: Conversation, second: Conversation, begin: Begin
) -> list[Parting]:
    """Ask both every vector; those that they answer alike, rightly or not, are left out."""
    chosen = list(vectors)
    tick = begin(len(chosen))
    found: list[Parting] = []
    for number, vector in enumerate(chosen, 2):
        asked = case(vector, number)
        ours, theirs = first.ask(asked.request), second.ask(asked.request)
        tick()
        if ours == theirs and isinstance(ours, bytes):
            continue
        found.append(Parting(vector, _right(asked.expected, ours, theirs), (ours, theirs)))
    return found


def _right(expected: bytes, ours: bytes | Fault, theirs: bytes | Fault) -> Right:
    if not expected:
        return "unknown"
    if ours == expected:
        return "A"
    return "B" if theirs == expected else "neither"


def row(parting: Parting) -> JsonObject:
    """A parting as the report lists it."""
    place = parting.first_byte
    return {
        "id": parting.vector.id,
        "right": parting.right,
        "first_byte": {"offset": place.offset, "A": place.expected, "B": place.actual}
        if place
        else None,
        "faults": [
            {"command": letter, "kind": fault.kind, "detail": fault.detail}
            for letter, fault in zip("AB", parting.faults, strict=True)
            if fault
        ],
    }
