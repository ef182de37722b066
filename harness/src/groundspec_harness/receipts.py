"""Checking a receipt without deciding anything: its schema, its digests, its own arithmetic.

Everything here follows from the packet by hashing and counting. It shares no code with any
implementation, so a receipt that passes has at least the right inputs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import (
    Json,
    JsonError,
    JsonObject,
    text_digest,
    value_digest,
)
from groundspec_harness.resources import Resources
from groundspec_harness.schemas import Schemas

OUTCOMES = ("admitted", "needs_verification", "rejected")


@dataclass(frozen=True)
class Defect:
    """A member of a receipt that cannot be right."""

    pointer: str
    message: str

    def __str__(self) -> str:
        return f"{self.pointer}: {self.message}"


def defects(
    packet: Json, receipt: JsonObject, resources: Resources, schemas: Schemas
) -> Iterator[Defect]:
    """All that is wrong with a receipt for a packet."""
    problems = [Defect(p.pointer, p.message) for p in schemas.problems(_RECEIPT, receipt)]
    yield from problems
    if problems or not isinstance(packet, dict):
        return
    try:
        yield from _digests(packet, receipt, resources)
    except JsonError as error:
        yield Defect("", str(error))
    yield from _arithmetic(packet, receipt)


_RECEIPT = "urn:groundspec:receipt"


def _digests(packet: JsonObject, receipt: JsonObject, resources: Resources) -> Iterator[Defect]:
    """The digests of R-INPUTS and R-DIGEST."""
    inputs = receipt["inputs"]
    yield from _differs("/inputs/packet_sha256", value_digest("packet", packet), inputs)
    source = packet.get("source")
    if isinstance(source, dict) and isinstance(source.get("text"), str):
        digest = text_digest(source["text"].encode("utf-8", "surrogatepass"))
        yield from _differs("/inputs/source_sha256", digest, inputs)
    policy = complete_policy(packet, resources)
    if policy is not None:
        yield from _differs("/inputs/policy_sha256", value_digest("policy", policy), inputs)
    for place, (claim, decision) in enumerate(_pairs(packet, receipt)):
        pointer = f"/decisions/{place}/claim_sha256"
        yield from _differs(pointer, value_digest("claim", claim), decision)
    body = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
    yield from _differs("/receipt_sha256", value_digest("receipt", body), receipt)


def _differs(pointer: str, wanted: str, holder: JsonObject) -> Iterator[Defect]:
    found = holder.get(pointer.rsplit("/", 1)[-1])
    if found != wanted:
        yield Defect(pointer, f"{found} is not the digest; {wanted} is")


def _arithmetic(packet: JsonObject, receipt: JsonObject) -> Iterator[Defect]:
    """Versions, ids in packet order, and the summary (R-MEMBERS, R-SUMMARY)."""
    for member in ("groundspec", "check"):
        if receipt[member] != packet.get(member):
            yield Defect(f"/{member}", "not that of the packet")
    claims = packet.get("claims")
    if isinstance(claims, list) and len(claims) != len(receipt["decisions"]):
        yield Defect("/decisions", f"{len(receipt['decisions'])} for {len(claims)} claims")
    for place, (claim, decision) in enumerate(_pairs(packet, receipt)):
        if isinstance(claim, dict) and claim.get("id") != decision["id"]:
            yield Defect(f"/decisions/{place}/id", "not that of the claim at this place")
    for outcome in OUTCOMES:
        count = sum(decision["outcome"] == outcome for decision in receipt["decisions"])
        if receipt["summary"][outcome] != count:
            yield Defect(f"/summary/{outcome}", f"the decisions have {count}")


def _pairs(packet: JsonObject, receipt: JsonObject) -> Iterator[tuple[Any, JsonObject]]:
    claims = packet.get("claims")
    if isinstance(claims, list):
        yield from zip(claims, receipt["decisions"], strict=False)


def complete_policy(packet: JsonObject, resources: Resources) -> JsonObject | None:
    """The policy of a packet, whole: a name stands for its document (E-POLICY-NAME)."""
    policy = packet.get("policy")
    if isinstance(policy, dict):
        return policy
    check = str(packet.get("check")).partition("/")[0]
    try:
        return resources.load(resources.schemas / "policies" / check / f"{policy}.json")
    except (HarnessError, ValueError):
        return None
