"""Leaving out one rule at a time: do the vectors notice (P-ABLATION)?

First a program that leaves out nothing must give the decisions of all receipts. Then each rule is
left out, and a vector notices if it gets a well-formed answer with other decisions. A crash, a
timeout or a refusal is a defect of the program and no notice. Two vectors with different sources
must notice each rule; the control, the first reject rule, must be noticed or the machinery is
broken.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.conversation import Conversation
from groundspec_harness.errors import HarnessError
from groundspec_harness.expectation import texts
from groundspec_harness.jsontext import JsonObject, canonical, quoted
from groundspec_harness.requests import line, packet_member
from groundspec_harness.schemas import Schemas
from groundspec_harness.vectors import Corpus, Vector

WANTED = 2
_UNNOTICED = b'{"ablated":{"decisions":%b,"without":%b},"id":"%b"}\n'


@dataclass(frozen=True)
class Row:
    """One rule left out: who noticed, and where the program failed instead of answering."""

    rule: str
    noticing: tuple[str, ...]
    sources: int  # different source texts among those that noticed
    defects: tuple[tuple[str, str], ...]  # vector, what happened

    @property
    def thin(self) -> bool:
        return self.sources < WANTED


@dataclass(frozen=True)
class Ablation:
    """The whole of it."""

    control: str
    vectors: int
    rows: tuple[Row, ...]

    @property
    def thin(self) -> list[Row]:
        return [row for row in self.rows if row.thin]

    @property
    def control_noticed(self) -> bool:
        return any(row.noticing for row in self.rows if row.rule == self.control)

    @property
    def passed(self) -> bool:
        return self.control_noticed and not self.thin and not any(r.defects for r in self.rows)


class Ablator:
    """Sends decision vectors with rules left out."""

    def __init__(self, conversation: Conversation, schemas: Schemas) -> None:
        self.conversation = conversation
        self.schemas = schemas
        self._number = 1
        self._ready: dict[str, tuple[JsonObject, bytes]] = {}

    def problem(self, vector: Vector) -> str | None:
        """Why a receipt is not reproduced when nothing is left out, if it is not."""
        answer = self._ask(vector, [])
        return "other decisions" if answer is True else answer

    def row(self, rule: str, vectors: Sequence[Vector]) -> Row:
        """Leave out one rule."""
        noticing: list[Vector] = []
        defects: list[tuple[str, str]] = []
        for vector in vectors:
            answer = self._ask(vector, [rule])
            if answer is True:
                noticing.append(vector)
            elif answer is not None:
                defects.append((vector.id, answer))
        sources = {texts(vector.packet).source for vector in noticing}
        return Row(rule, tuple(v.id for v in noticing), len(sources), tuple(defects))

    def _ask(self, vector: Vector, without: list[str]) -> str | Literal[True] | None:
        """None: the decisions of the receipt; True: others; a text: no answer at all."""
        self._number += 1
        name = str(self._number)
        packet, decisions = self._prepared(vector)
        reply = self.conversation.ask(
            line({"do": "decide", "id": name, **packet, "without": without})
        )
        if reply == _UNNOTICED % (decisions, canonical(without), name.encode()):
            return None
        if isinstance(reply, bytes):
            answer = read_answer(reply, name, "answer-to-decide", self.schemas)
            if not isinstance(answer, Malformed):
                return _other(answer, without)
            reply = self.conversation.fail(answer.fault)
        return f"{reply.kind}: {reply.detail}"

    def _prepared(self, vector: Vector) -> tuple[JsonObject, bytes]:
        """The packet's member, and the receipt's decisions as an ablated answer has them."""
        if vector.id not in self._ready:
            decisions = vector.data["receipt"]["decisions"]
            bare = [{k: v for k, v in each.items() if k != "claim_sha256"} for each in decisions]
            self._ready[vector.id] = packet_member(vector), canonical(bare)
        return self._ready[vector.id]


def _other(answer: JsonObject, without: list[str]) -> str | Literal[True]:
    if "ablated" in answer:
        same = answer["ablated"]["without"] == without
        return True if same else "`without` is not answered as given"
    if answer.get("error") == "MALFORMED_REQUEST":
        raise HarnessError(
            "the program does not accept `without`; start it in its ablation mode, "
            "for example `groundspec stdio --ablation`"
        )
    said = {name: value for name, value in answer.items() if name not in ("id", "receipt")}
    return f"answered {quoted(said) if said else 'with a receipt'}"


def usable(vectors: Sequence[Vector], classes: set[str]) -> list[Vector]:
    """The decision vectors of the claimed classes; all of them must be blessed."""
    chosen = [v for v in vectors if v.kind == "decision" and v.conformance_class in classes]
    bare = [vector.id for vector in chosen if not vector.blessed]
    if bare:
        raise HarnessError(f"{len(bare)} vectors are not blessed, the first is {bare[0]}")
    if not chosen:
        raise HarnessError("no decision vector of a class that the program claims is selected")
    return chosen


def plan(rules: Sequence[str], vectors: Sequence[Vector]) -> list[tuple[str, list[Vector]]]:
    """Each rule, with the vectors of the checks that some vector pins it for.

    A rule that no vector lists is asked of all.
    """
    checks: defaultdict[str, set[str]] = defaultdict(set)
    for vector in vectors:
        for rule in vector.rules:
            checks[rule].add(_check(vector))
    every = {_check(vector) for vector in vectors}
    return [
        (rule, [vector for vector in vectors if _check(vector) in checks.get(rule, every)])
        for rule in rules
    ]


def _check(vector: Vector) -> str:
    """The check that decides a decision vector's packet."""
    packet = vector.packet
    return str(packet.get("check")) if isinstance(packet, dict) else ""


def as_json(found: Ablation, corpus: Corpus, command: Sequence[str]) -> JsonObject:
    """The ablation as `schemas/harness-ablate.schema.json` says."""
    return {
        "report": "groundspec-harness/ablate",
        "version": 1,
        "corpus": {"sha256": corpus.sha256, "vectors": len(corpus.vectors)},
        "command": list(command),
        "wanted": WANTED,
        "vectors": found.vectors,
        "control": {"rule": found.control, "noticed": found.control_noticed},
        "rules": [
            {
                "rule": row.rule,
                "noticing": list(row.noticing),
                "sources": row.sources,
                "defects": [{"id": name, "detail": detail} for name, detail in row.defects],
            }
            for row in found.rows
        ],
        "thin": [row.rule for row in found.thin],
        "passed": found.passed,
    }
