"""One hunt through packets: which are made, what is asked, what comes of the first failure."""

from collections.abc import Sequence
from dataclasses import dataclass

from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.errors import HarnessError
from groundspec_harness.fuzzing import emitting
from groundspec_harness.fuzzing.asking import Finding, One, Two
from groundspec_harness.fuzzing.minimising import minimised
from groundspec_harness.fuzzing.packets import CHECKS, Kinds, Packet, drawn
from groundspec_harness.fuzzing.searching import Effort, Search
from groundspec_harness.fuzzing.vocabulary import Vocabulary
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.progress import Tick
from groundspec_harness.specification import Specification


@dataclass(frozen=True)
class Caught:
    """The first failure, made small, and the vector that it becomes."""

    packet: Packet
    finding: Finding
    vector: JsonObject


@dataclass(frozen=True)
class Bag:
    """What came of a hunt."""

    kinds: Kinds
    asked: int
    out_of_time: bool
    caught: Caught | None
    wanted: int  # packets that were to be asked


def hunt(
    known: Specification,
    conversations: Sequence[Conversation],
    kinds: Kinds,
    effort: Effort,
    tick: Tick,
) -> Bag:
    """Put packets to one program or two until something is wrong."""
    words = Vocabulary(known)
    oracle = (
        Two(*conversations)
        if len(conversations) == 2
        else One(conversations[0], known, kinds.checks)
    )
    search = Search(oracle, effort, tick)
    search.run(drawn(words, kinds))
    if search.found is None:
        return Bag(kinds, search.asked, search.out_of_time, None, effort.examples)
    packet, finding = search.found

    def fails(smaller: Packet) -> bool:
        nonlocal finding
        seen = oracle(smaller)
        if seen is None or seen.kind != finding.kind:
            return False
        finding = seen
        return True

    packet = minimised(packet, fails, finding.tries, words)
    caught = Caught(packet, finding, emitting.vector(packet, finding, known))
    return Bag(kinds, search.asked, search.out_of_time, caught, effort.examples)


def kinds(
    known: Specification, conversations: Sequence[Conversation], wanted: Sequence[str]
) -> Kinds:
    """The packets that all programs say they decide, narrowed to `wanted`."""
    claims = [describe(each, known.registry, known.schemas)["classes"] for each in conversations]
    shared = set(known.registry.implies).intersection(*map(known.registry.closure, claims))
    exact = "quote" not in shared and "quote-exact" in shared
    checks = [c for c in CHECKS if c in shared or (c == "quote" and exact)]
    if not checks:
        raise HarnessError(_none(claims))
    for check in wanted:
        if check not in checks:
            raise HarnessError(
                f"--check {check}: no packets, for it is not a class of every program"
            )
    return Kinds(tuple(c for c in checks if not wanted or c in wanted), exact)


def _none(claims: Sequence[Sequence[str]]) -> str:
    """Why there are no packets, and what can be done meanwhile."""
    said = [", ".join(classes) or "no class" for classes in claims]
    if len(said) == 1:
        who = f"the program claims {said[0]}"
        advice = "until it claims one, `probe` looks for what its answers depend on"
    else:
        who = f"A claims {said[0]}, B claims {said[1]}: none in common"
        advice = "`compare --examples 0` asks the vectors that both claim, and no packets"
    return f"packets are made for quote-exact, quote and fact alone, and {who}; {advice}"
