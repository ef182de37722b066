"""Decisions of `quote` that are wrong in a way that is known of ports (Q-OCCURRENCE, Q-CLAIM).

How often a claim stands in its source is counted here code point by code point, as the tier `exact`
compares; at other tiers nothing is said of it.
"""

from groundspec_harness.expectation import texts
from groundspec_harness.hints.pair import Pair
from groundspec_harness.jsontext import Json, JsonObject

_SPANS = 16  # that a list holds (Q-MEMBERS)
_CAP = 1000  # occurrences that are counted (Q-CAPPED)
_LISTS = ("spans", "elsewhere")


def caps(pair: Pair) -> str | None:
    """A list that is longer than it may be, a count that goes on."""
    for _, ours, theirs in pair.decisions():
        right, found = ours.get("occurrences"), theirs.get("occurrences")
        if right == _CAP and isinstance(found, int) and found > _CAP:
            return (
                f"`occurrences` is {found}; the search ends with the 1001st candidate, of which "
                "1000 are counted, and OCCURRENCES_CAPPED is given (Q-CAPPED)"
            )
        for name in _LISTS:
            right, found = ours.get(name), theirs.get(name)
            if not isinstance(right, list) or not isinstance(found, list):
                continue
            if len(found) > _SPANS and found[:_SPANS] == right:
                return "a list of spans goes on; the first 16 are written (Q-MEMBERS)"
    return None


def overlaps(pair: Pair) -> str | None:
    """Fewer occurrences, as if none could begin within another."""
    known = texts(pair.vector.packet)
    for place, ours, theirs in pair.decisions():
        source, claim = known.source, known.named("claim", place)
        if not source or not claim:
            continue
        every = min(_overlapping(source, claim), _CAP)
        apart = min(source.count(claim), _CAP)
        if every != apart and (ours.get("occurrences"), theirs.get("occurrences")) == (
            every,
            apart,
        ):
            return (
                "occurrences may overlap: search on one code point behind the beginning of the "
                "last, not behind its end (Q-OCCURRENCE)"
            )
    return None


def _overlapping(source: str, claim: str) -> int:
    count, place = 0, source.find(claim)
    while place >= 0 and count < _CAP:
        count, place = count + 1, source.find(claim, place + 1)
    return count


def at(pair: Pair) -> str | None:
    """A stated place that can be none, and that was looked at all the same."""
    known = texts(pair.vector.packet)
    packet = pair.vector.packet
    claims = packet.get("claims") if isinstance(packet, dict) else None
    for place, ours, theirs in pair.decisions():
        if ours.get("codes") != ["CLAIM_INVALID"] or theirs.get("codes") == ours.get("codes"):
            continue
        wrong = _misplaced(claims[place], known.source) if isinstance(claims, list) else None
        if wrong:
            return f"`at` {wrong}, which makes the claim CLAIM_INVALID (Q-CLAIM)"
    return None


def _misplaced(claim: Json, source: str | None) -> str | None:
    stated: JsonObject | None = claim.get("at") if isinstance(claim, dict) else None
    if not isinstance(stated, dict) or source is None:
        return None
    start, end = stated.get("start"), stated.get("end")
    if type(start) is not int or type(end) is not int:
        return None
    data = source.encode("utf-8")
    if start >= end:
        return "does not begin before it ends"
    if end > len(data):
        return "ends behind the source, which is counted in bytes"
    if any(edge < len(data) and data[edge] & 0xC0 == 0x80 for edge in (start, end)):
        return "does not lie on boundaries of code points"
    return None
