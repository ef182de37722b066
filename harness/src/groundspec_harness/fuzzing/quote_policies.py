"""Policies of the check `quote`: by name, or written out with some members otherwise."""

from groundspec_harness.fuzzing.drawing import Hand
from groundspec_harness.fuzzing.vocabulary import Vocabulary, copied
from groundspec_harness.jsontext import Json, JsonObject

_MARKERS: tuple[Json, ...] = (
    [{"literal": "[p. "}, "digits", {"literal": "]"}],
    [{"literal": "["}, "until", {"literal": "]"}],
    [{"literal": "<"}, "until", {"literal": ">"}],
    [{"literal": "[p. 3]"}],
    [{"literal": "\u2026"}],
    ["digits"],
    ["until", {"literal": "]"}],
    [{"literal": "a"}, "until"],
    [{"literal": "1"}, "digits", "digits"],
)
_VALID_MARKERS = 5


def policy(hand: Hand, known: Vocabulary) -> Json:
    """What may stand in a packet's member `policy`."""
    if hand.once_in(3):
        return _written_out(hand, known)
    return hand.of(("default", "default", *known.policies["quote"]))


def _written_out(hand: Hand, known: Vocabulary) -> JsonObject:
    base = hand.of(("default", "default", "permissive", "strict", "exact"))
    policy: JsonObject = copied(known.policies["quote"][base])
    names = [tier["tier"] for tier in known.tiers]
    if hand.once_in(2):
        kept = hand.distinct(names, most=3, least=1)
        policy["tiers"] = sorted(kept, key=names.index)
        policy["near"] = [name for name in policy["near"] if name not in kept]
        policy["accept_through"] = hand.of(kept)
        unsound = next(t["tier"] for t in known.tiers if not t["sound"]) in kept
        policy["allow_unsound"] = unsound or hand.once_in(6)
    if hand.once_in(5):
        policy["tiers"] = [*policy["tiers"], _own_tier(hand, known)]
    for member in hand.distinct(_MEMBERS, most=2):
        policy[member] = _member(hand, known, member)
    return policy


_MEMBERS = ("markers", "boundaries", "ellipsis", "min_fragment_words", "waive", "near")


def _member(hand: Hand, known: Vocabulary, member: str) -> Json:
    """Another value of a member, most often a lawful one."""
    odd = hand.once_in(12)
    if member == "markers":
        return hand.distinct(_MARKERS if odd else _MARKERS[:_VALID_MARKERS], most=2, least=1)
    if member == "waive":
        return hand.of(_BAD_WAIVES) if odd else hand.distinct(known.flags("quote"), most=3, least=1)
    if member == "near":
        return hand.of((["skeleton"], [], ["case"], ["exact"], ["no-such-tier"]))
    if member == "boundaries":
        return not hand.once_in(2)
    return hand.of(("literal", "stitch") if member == "ellipsis" else (1, 2, 3, 4))


_BAD_WAIVES = (["UNLOCATED"], ["NO_SUCH_CODE"], ["SIGN_WORD"])


def _own_tier(hand: Hand, known: Vocabulary) -> JsonObject:
    steps = hand.some(lambda one: one.of(known.steps), most=4)
    name = hand.of(("own", "own", "own", "own", "case"))
    return {"tier": name, "sound": "skeleton" not in steps or hand.once_in(6), "steps": steps}
