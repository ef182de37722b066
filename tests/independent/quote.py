"""The check `quote/0.1` a second time, written from SPEC.md and the tables it names.

Nothing here is clever or fast. It exists to be compared with, so each function says which paragraph
of SPEC.md it follows, and none is shared with the reference. A packet that is refused is not its
concern. The sections stand in modules of their own: tables, steps (8.2), edges and view (8.3),
search and fragments (8.4), meaning (8.5), policy (8.1).
"""

from independent.canonical import text_digest, value_digest
from independent.quote_fragments import pieces, stitch
from independent.quote_meaning import meaning_marks
from independent.quote_policy import complete_policy, markers_of, policy_valid, tiers_of
from independent.quote_search import Verdict, locate, near
from independent.quote_steps import code_points, joined, nfc_assigned, project
from independent.quote_tables import ALPHANUMERIC, CODES, Json

__all__ = ["decide", "joined", "nfc_assigned", "policy_valid", "project", "receipt"]

OUTCOMES = ("admitted", "needs_verification", "rejected")
NOTHING: Json = {
    "marks": [],
    "tier": None,
    "occurrences": 0,
    "spans": [],
    "elsewhere": [],
    "fragments": [],
    "omitted": [],
    "near": None,
}


def claim_valid(claim: Json, source: str) -> bool:
    """Q-CLAIM: the claim schema, then the place against the source."""
    if set(claim) != {"id", "text", "at"} or not isinstance(claim["text"], str):
        return False
    at = claim["at"]
    if at is None:
        return True
    if not isinstance(at, dict) or set(at) != {"start", "end"}:
        return False
    bounds = {0} | {point.end for point in code_points(source)}
    places = all(type(at[name]) is int and at[name] in bounds for name in at)
    return places and at["start"] < at["end"]


def degenerate(text: str, policy: Json) -> bool:
    """Q-DEGENERATE."""
    outputs = [joined(project(text, tier, markers_of(policy))) for tier in tiers_of(policy)]
    return not all(any(ord(c) in ALPHANUMERIC for c in output) for output in outputs)


def judge(source: str, claim: Json, policy: Json) -> tuple[list[str], Json]:
    """Q-STAGES: the codes of a claim, and the members of its decision that are not empty."""
    if not claim_valid(claim, source):
        return ["CLAIM_INVALID"], {}
    text, at = claim["text"], claim["at"]
    if degenerate(text, policy):
        return ["DEGENERATE"], {}
    verdict = locate(source, text, at, policy, piece=False)
    if verdict.code == "UNLOCATED" and policy["ellipsis"] == "stitch":  # Q-FRAGMENTS
        parts = pieces(text)
        if len(parts) == 1:
            text = text[parts[0][0] : parts[0][1]]
            verdict = locate(source, text, at, policy, piece=True)
            verdict = verdict._replace(truncated=True)
        elif 2 <= len(parts) <= 16:
            verdict = stitch(source, text, at, policy, parts)
    if verdict.code is not None:
        members: Json = {
            "marks": list(verdict.marks),
            "elsewhere": list(verdict.elsewhere),
            "fragments": list(verdict.fragments),
        }
        if verdict.code == "UNLOCATED":
            members["near"] = near(source, text, policy, piece=verdict.truncated)
        return [verdict.code], members
    return admit(source, verdict, policy)


def admit(source: str, verdict: Verdict, policy: Json) -> tuple[list[str], Json]:
    """The flag stage and the info stage, of a claim for which a tier was found."""
    assert verdict.tier is not None
    names = [tier.name for tier in tiers_of(policy)]
    spans, omitted = list(verdict.spans[:16]), list(verdict.omitted)
    marks = meaning_marks(source, spans, omitted, policy)
    holds = {
        "TIER_NOT_ACCEPTED": names.index(verdict.tier.name) > names.index(policy["accept_through"]),
        "STITCHED": verdict.stitched,
        "MULTIPLE_OCCURRENCES": len(verdict.spans) > 1,
        "OCCURRENCES_CAPPED": verdict.capped,
        "UNSOUND_TIER": not verdict.tier.sound,
        "ELLIPSIS_AT_EDGE": verdict.truncated,
        **{mark["code"]: True for mark in marks},
    }
    members = {
        "marks": marks,
        "tier": verdict.tier.name,
        "occurrences": len(verdict.spans),
        "spans": spans,
        "fragments": list(verdict.fragments),
        "omitted": omitted,
    }
    return [code for code in CODES if holds.get(code)], members


def decision(source: str, claim: Json, policy: Json) -> Json:
    """O-OUTCOME, O-WAIVE, R-MEMBERS: one decision with all its members."""
    codes, found = judge(source, claim, policy)
    flags = [code for code in codes if CODES[code] == "flag"]
    waived = [code for code in flags if code in policy["waive"]]
    outcome = "admitted" if flags == waived else "needs_verification"
    if any(CODES[code] == "reject" for code in codes):
        outcome = "rejected"
    decided = {"id": claim["id"], "claim_sha256": value_digest("claim", claim), "outcome": outcome}
    return {**decided, "codes": codes, "waived": waived, **NOTHING, **found}


def decide(packet: Json) -> list[Json]:
    """Section 5: the decisions of a packet that is not refused, in packet order."""
    assert (packet["groundspec"], packet["check"]) == ("0.1", "quote/0.1")
    policy = complete_policy(packet)
    return [decision(packet["source"]["text"], claim, policy) for claim in packet["claims"]]


def receipt(packet: Json) -> Json:
    """R-MEMBERS, R-INPUTS, R-SUMMARY, R-DIGEST: the receipt of a packet that is not refused."""
    decisions = decide(packet)
    outcomes = [decided["outcome"] for decided in decisions]
    inputs = {
        "packet_sha256": value_digest("packet", packet),
        "source_sha256": text_digest(packet["source"]["text"]),
        "policy_sha256": value_digest("policy", complete_policy(packet)),
    }
    body = {
        "groundspec": packet["groundspec"],
        "check": packet["check"],
        "inputs": inputs,
        "decisions": decisions,
        "summary": {name: outcomes.count(name) for name in OUTCOMES},
    }
    return {**body, "receipt_sha256": value_digest("receipt", body)}
