"""What becomes of a receipt if its packet is changed in a stated way.

Digests are made anew from the changed packet, decisions are given. This asks that the first answer
has the right digests, so a receipt that has not is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from groundspec_harness.jsontext import (
    Json,
    JsonError,
    JsonObject,
    canonical,
    quoted,
    read_strict,
    text_digest,
    value_digest,
)
from groundspec_harness.probing.questions import Answered, Asked, LeftOut, rewritten


@dataclass(frozen=True)
class Decided:
    """A packet and the receipt that the program gave for it."""

    answered: Answered
    packet: JsonObject
    receipt: JsonObject

    @property
    def claims(self) -> list[JsonObject]:
        claims: list[JsonObject] = self.packet["claims"]
        return claims

    @property
    def decisions(self) -> list[JsonObject]:
        decisions: list[JsonObject] = self.receipt["decisions"]
        return decisions

    @property
    def source(self) -> str:
        return str(self.packet["source"]["text"])

    @property
    def check(self) -> str:
        return str(self.packet["check"]).partition("/")[0]

    def without(self, reason: str) -> LeftOut:
        return LeftOut(self.answered.id, reason)

    def question(self, packet: JsonObject, decisions: list[JsonObject]) -> Asked:
        """The changed packet, with the receipt that follows if these are its decisions."""
        receipt = _sealed(self.receipt, packet, decisions)
        return rewritten(
            self.answered,
            {"do": "decide", "id": self.answered.case.id, "packet": quoted(packet)},
            {"id": self.answered.case.id, "receipt": receipt},
        )


def decided(answered: Answered) -> Decided | LeftOut:
    """The receipt of a vector whose packet is decided."""
    if answered.case.vector.kind != "decision":
        return LeftOut(answered.id, "it asks for no decision")
    if answered.line == answered.case.expected:
        receipt = answered.case.vector.data["receipt"]
        return Decided(answered, answered.case.vector.packet, receipt)
    try:
        found = Decided(
            answered, answered.case.vector.packet, read_strict(answered.line)["receipt"]
        )
        again = _sealed(found.receipt, found.packet, found.decisions)
        if again == found.receipt:
            return found
    except (JsonError, KeyError, TypeError, ValueError):
        return LeftOut(answered.id, "the first answer is no receipt")
    return LeftOut(answered.id, "the first answer has not the right digests")


def _sealed(old: JsonObject, packet: JsonObject, decisions: list[JsonObject]) -> JsonObject:
    """A receipt for a packet with given decisions; policy and schema are those of the old one."""
    source = text_digest(packet["source"]["text"].encode("utf-8"))
    digests = {"packet_sha256": value_digest("packet", packet), "source_sha256": source}
    rows = [
        {**decision, "claim_sha256": value_digest("claim", claim)}
        for claim, decision in zip(packet["claims"], decisions, strict=True)
    ]
    receipt = {**old, "inputs": {**old["inputs"], **digests}, "decisions": rows}
    del receipt["receipt_sha256"]
    return {**receipt, "receipt_sha256": value_digest("receipt", receipt)}


def refusal(answered: Answered) -> bool:
    """Whether the first answer refuses the packet."""
    try:
        answer: Json = read_strict(answered.line)
    except JsonError:
        return False
    return isinstance(answer, Mapping) and "refusal" in answer and bool(canonical(answer))
