"""Claims in another order: each is decided by itself, but for what F-CONFLICT lists."""

from collections.abc import Sequence

from groundspec_harness.jsontext import Json, JsonObject, quoted
from groundspec_harness.probing.following import Decided, decided, refusal
from groundspec_harness.probing.questions import Answered, Asked, LeftOut, rewritten

_LISTED = 16  # rivals that F-CONFLICT lists


def in_reverse(answered: Answered) -> Asked:
    """The last claim first; so are the decisions, and `rivals` follow the packet's order."""
    if answered.case.vector.kind == "refusal":
        return _refused(answered)
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    if len(found.claims) < 2:
        return found.without("it has fewer than two claims")
    if any(len(_rivals(decision)) >= _LISTED for decision in found.decisions):
        return found.without("a decision lists 16 rivals, perhaps not all (F-CONFLICT)")
    packet = _reversed(found.packet)
    return found.question(packet, _decisions(found, [claim["id"] for claim in packet["claims"]]))


def _decisions(found: Decided, order: Sequence[str]) -> list[JsonObject]:
    rows = []
    for decision in found.decisions[::-1]:
        rivals = {"rivals": [id for id in order if id in _rivals(decision)]}
        rows.append({**decision, **(rivals if "rivals" in decision else {})})
    return rows


def _rivals(decision: JsonObject) -> list[str]:
    rivals: list[str] = decision.get("rivals", [])
    return rivals


def _refused(answered: Answered) -> Asked:
    """A packet is refused for any order of its claims (E-PHASE)."""
    packet = answered.case.vector.packet
    if not refusal(answered):
        return LeftOut(answered.id, "the first answer is no refusal")
    claims: Json = packet.get("claims") if isinstance(packet, dict) else None
    if not isinstance(claims, list) or len(claims) < 2:
        return LeftOut(answered.id, "it has fewer than two claims")
    request = {"do": "decide", "id": answered.case.id, "packet": quoted(_reversed(packet))}
    return rewritten(answered, request)


def _reversed(packet: JsonObject) -> JsonObject:
    return {**packet, "claims": packet["claims"][::-1]}
