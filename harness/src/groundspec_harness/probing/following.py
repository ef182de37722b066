"""What becomes of a receipt if its packet is changed in a stated way.

Digests are made anew from the changed packet, decisions are given. This asks that the first answer
has the right digests, so a receipt that has not is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundspec_harness.jsontext import (
    Json,
    JsonError,
    JsonObject,
    quoted,
    read_strict,
    text_digest,
    value_digest,
)
from groundspec_harness.probing import shifting
from groundspec_harness.probing.questions import Answered, Asked, LeftOut, rewritten
from groundspec_harness.probing.shifting import Shift


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

    @property
    def has_markers(self) -> bool:
        """Whether the policy is written out with layout markers; no named one has any."""
        policy = self.packet["policy"]
        return isinstance(policy, dict) and bool(policy.get("markers"))

    @property
    def places_fit(self) -> bool:
        """Whether each place that a claim states is a span of the source."""
        return all(
            shifting.is_span(span, self.source)
            for claim in self.claims
            for span in shifting.spans(claim)
        )

    def beside(self, *, behind: bool) -> Iterator[str]:
        """For each span that was found for a quotation, the source before it, or behind it."""
        data = self.source.encode("utf-8")
        for span in self._spans():
            yield (data[span["end"] :] if behind else data[: span["start"]]).decode(
                "utf-8", "replace"
            )

    def quoted(self) -> Iterator[str]:
        """The source at each span that was found for a quotation."""
        data = self.source.encode("utf-8")
        for span in self._spans():
            yield data[span["start"] : span["end"]].decode("utf-8", "replace")

    def _spans(self) -> Iterator[JsonObject]:
        for decision in self.decisions:
            yield from decision["spans"]

    def without(self, reason: str) -> LeftOut:
        return LeftOut(self.answered.id, reason)

    def shifted(self, source: str, shift: Shift, texts: Sequence[str] = ()) -> Asked:
        """Another source, offsets in claims and decisions moved, and perhaps other quotations."""
        claims = [shift.claim(claim) for claim in self.claims]
        if texts:
            pairs = zip(claims, texts, strict=True)
            claims = [{**claim, "text": text} for claim, text in pairs]
        packet = {
            **self.packet,
            "source": {**self.packet["source"], "text": source},
            "claims": claims,
        }
        decisions = [shift.decision(each, place) for place, each in enumerate(self.decisions)]
        return self.question(packet, decisions)

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
    if answered.receipt is None:
        return LeftOut(answered.id, "the first answer is no receipt")
    found = Decided(answered, answered.case.vector.packet, answered.receipt)
    if answered.line != answered.case.expected and not _has_its_digests(found):
        return LeftOut(answered.id, "the first answer has not the right digests or decisions")
    return found


def _has_its_digests(found: Decided) -> bool:
    """Whether a receipt is for its packet: claim by claim, and by every digest."""
    ids = [decision["id"] for decision in found.decisions]
    if ids != [claim["id"] for claim in found.claims]:
        return False
    return _sealed(found.receipt, found.packet, found.decisions) == found.receipt


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
    return isinstance(answer, dict) and "refusal" in answer
