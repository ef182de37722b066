"""How far an answer agrees with the expected one: outcome, codes, evidence, bytes (C-LEVELS).

Each level is a projection of an answer; two answers agree at a level if the projections are equal
there and at every level before. Which members of a decision belong to which level is read from
`x-level` in receipt.schema.json.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from groundspec_harness.jsontext import Json, JsonError, JsonObject, canonical
from groundspec_harness.resources import Resources


class Level(IntEnum):
    """The level that an answer reached; each includes those before."""

    NONE = 0
    OUTCOME = 1
    CODES = 2
    EVIDENCE = 3
    BYTES = 4

    @property
    def label(self) -> str:
        return self.name.lower()


LEVELS = (Level.OUTCOME, Level.CODES, Level.EVIDENCE, Level.BYTES)


@dataclass(frozen=True)
class Judge:
    """Knows the members of a decision at each level, by check."""

    members: dict[str, dict[str, str]]  # check, or "" for every check -> member -> level

    def reached(self, expected: JsonObject, actual: JsonObject) -> Level:
        """The level of two answers whose bytes differ: at most evidence."""
        reached = Level.NONE
        for level in LEVELS[:-1]:
            if not same(self._project(expected, level), self._project(actual, level)):
                return reached
            reached = level
        return reached

    def evidence_of(self, check: str) -> dict[str, str]:
        """Member -> level for the decisions of a check such as `quote/0.1`."""
        return self.members[""] | self.members.get(check.partition("/")[0], {})

    def _project(self, answer: JsonObject, level: Level) -> Json:
        if isinstance(answer.get("receipt"), dict):
            return self._decisions(answer["receipt"], level)
        kind = next((name for name in _PROJECTIONS if name in answer), None)
        members = _PROJECTIONS.get(kind or "", {}).get(level, ())
        return [kind, *(answer.get(name) for name in members)]

    def _decisions(self, receipt: JsonObject, level: Level) -> Json:
        decisions = receipt.get("decisions")
        if not isinstance(decisions, list) or not all(isinstance(d, dict) for d in decisions):
            return ["receipt", None]
        levels = self.evidence_of(str(receipt.get("check")))
        names = sorted(name for name, mark in levels.items() if mark == level.label)
        return ["receipt", [{n: d[n] for n in names if n in d} for d in decisions]]


# What tells the other answers apart, and the members compared at each level.
_PROJECTIONS: dict[str, dict[Level, tuple[str, ...]]] = {
    "refusal": {Level.CODES: ("refusal",)},
    "verified": {Level.OUTCOME: ("verified",), Level.CODES: ("code",)},
    "canonical": {Level.EVIDENCE: ("canonical",)},
    "error": {Level.CODES: ("error",)},
    "unsupported": {Level.CODES: ("unsupported",)},
    "implementation": {Level.EVIDENCE: ("implementation",)},
    "ablated": {Level.EVIDENCE: ("ablated",)},
}


def load(resources: Resources) -> Judge:
    """Read `x-level` from receipt.schema.json: `$defs/decision`, and `$defs/CHECK-decision`."""
    members: dict[str, dict[str, str]] = {"": {}}
    schema = resources.load(resources.schemas / "receipt.schema.json")
    for name, definition in schema["$defs"].items():
        if name == "decision" or name.endswith("-decision"):
            members[name.removesuffix("decision").removesuffix("-")] = _levels(definition)
    return Judge(members)


def _levels(definition: dict[str, Any]) -> dict[str, str]:
    properties = definition.get("properties", {})
    return {name: schema["x-level"] for name, schema in properties.items() if "x-level" in schema}


def same(left: Json, right: Json) -> bool:
    """Whether two values are the same JSON: true is not 1."""
    try:
        return canonical(left) == canonical(right)
    except JsonError:
        return False
