"""Packets of both checks, and some that have to be refused."""

import json
from dataclasses import dataclass

from groundspec_harness.fuzzing import facts, prose, quotations, quote_policies
from groundspec_harness.fuzzing.amounts import Forms
from groundspec_harness.fuzzing.drawing import Draw, Hand, Strategy, composite
from groundspec_harness.fuzzing.vocabulary import Vocabulary
from groundspec_harness.jsontext import Json, JsonError, JsonObject, canonical, read_strict

CHECKS = ("quote", "fact")

_WRONG: tuple[Json, ...] = (
    None,
    "",
    5,
    [],
    {},
    "0.2",
    "quote/0.1",
    "answer/0.1",
    "quote/0.9",
    "Default",
    "exact",
)
_SPELLINGS = (
    ("null", "1.0"), ("null", "-0"), ("null", "1e2"), ("null", "01"), ("null", "NaN"),
    ("null", '"\\ud800"'), ("null", '"\\udc00\\ud800"'),
    ("null", "9007199254740992"), ("null", "-9007199254740991"), ("null", '"\\x41"'),
    ('"id"', '"text"'), ('"id"', '"\\u0069d"'), ("}", ",}"), ("{", "/**/{"),
    ("null", "[" * 65), ("null", "[" * 60 + "]" * 60), (": ", ":\u00a0"), ("null", '"\t"'),
)  # fmt: skip


@dataclass(frozen=True)
class Packet:
    """The JSON text that is sent, and its value if it has one."""

    text: str
    value: JsonObject | None

    @property
    def is_plain(self) -> bool:
        """Whether the text is how a vector that holds the value is sent."""
        return self.value is not None and self.text == plain(self.value).text

    @property
    def check(self) -> str:
        return "fact" if '"fact/0.1"' in self.text else "quote"


def plain(value: JsonObject) -> Packet:
    """A packet as vectors send it."""
    return Packet(json.dumps(value, ensure_ascii=True), value)


def spelled(text: str) -> Packet:
    """A packet by its text, whatever that is."""
    try:
        value = read_strict(text.encode("utf-8", "surrogatepass"))
        canonical(value)
    except JsonError:
        value = None
    return Packet(text, value if isinstance(value, dict) else None)


@dataclass(frozen=True)
class Kinds:
    """Which packets are made: of which checks, and whether only under the policy `exact`."""

    checks: tuple[str, ...]
    exact_alone: bool = False


def drawn(known: Vocabulary, kinds: Kinds) -> Strategy[Packet]:
    """Packets of some kinds."""
    forms, ways = Forms(known), quotations.changes(known)

    @composite
    def packet(draw: Draw) -> Packet:
        hand = Hand(draw)
        if hand.of(kinds.checks) == "fact":
            value = facts.packet(hand, forms)
        else:
            value = _quote(hand, known, ways, kinds.exact_alone)
        return _refused(hand, value) if hand.once_in(12) else plain(value)

    return packet()


def _quote(
    hand: Hand, known: Vocabulary, ways: tuple[quotations.Change, ...], exact: bool
) -> JsonObject:
    source = prose.source(hand, known)
    return {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": source.text, "id": hand.of((None, None, None, "a")), "url": None},
        "policy": "exact" if exact else quote_policies.policy(hand, known),
        "claims": quotations.claims(hand, source, ways),
    }


def _refused(hand: Hand, value: JsonObject) -> Packet:
    """A packet with one or two things wrong, in its members or in the spelling of its text."""
    if hand.once_in(2):
        text = plain(value).text
        for old, new in hand.some(lambda one: one.of(_SPELLINGS), most=2, least=1):
            text = text.replace(old, new, 1)
        return spelled(text)
    member = hand.of(("note", *value))
    way = hand.of(("wrong", "missing", "inside", "twice"))
    if way == "missing":
        value.pop(member, None)
    elif way == "inside" and isinstance(value.get(member), dict):
        value[member] = {
            **value[member],
            hand.of(("note", "id", "units", "waive")): hand.of(_WRONG),
        }
    elif way == "twice" and value["claims"]:
        value["claims"] = [*value["claims"], value["claims"][0]]
    else:
        value[member] = hand.of(_WRONG)
    return plain(value)
