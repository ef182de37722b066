"""The way through `fact` in docs/port.md is what the reference measures with rules left out."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from groundspec.engine import default
from groundspec_harness.divergences import urgency
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.requests import case
from groundspec_harness.specification import at
from groundspec_harness.vectors import Vector

KNOWN = at(None)
GUIDE = (Path(__file__).resolve().parents[1] / "docs" / "port.md").read_text("utf-8")
VECTORS = [
    vector
    for vector in KNOWN.corpus.vectors
    if vector.conformance_class == "fact" and {"refusal", "receipt"} & set(vector.data)
]
RULE_OF = {code.name: code.rule for code in KNOWN.registry.codes} | {"CLAIM_INVALID": "F-CLAIM"}
RULES = [rule for rule in default().rules() if rule.startswith("F-")]
UNREAD = 2  # rows of a port that reads no figure yet


@dataclass(frozen=True)
class Row:
    """A row of the table: its rules, how many vectors are green then, the topics that are."""

    rules: frozenset[str]
    told: int | None
    topics: tuple[str, ...]


@cache
def rows() -> list[Row]:
    found = re.findall(
        r"^\| [a-z] \| [^|]+ \| ([A-Z*\- ]+) \| (?:over ([0-9,]+)|all) \| ([^|]+) \|$",
        GUIDE,
        re.MULTILINE,
    )
    return [
        Row(_rules(rules), int(told.replace(",", "")) if told else None, _topics(topics))
        for rules, told, topics in found
    ]


def _rules(patterns: str) -> frozenset[str]:
    return frozenset(
        rule for pattern in patterns.split() for rule in RULES if fnmatchcase(rule, pattern)
    )


def _topics(cell: str) -> tuple[str, ...]:
    return tuple(re.findall("`([a-z]+)`", cell))


def topic(vector: Vector) -> str:
    return vector.id.split("/")[1]


@cache
def green() -> list[set[str]]:
    """The vectors that a port has right, row by row."""
    had: set[str] = set()
    found = []
    for number, done in enumerate(_cumulated(), 1):
        had |= {v.id for v in VECTORS if v.id not in had and _is_right(v, done, number <= UNREAD)}
        found.append(set(had))
    return found


def _cumulated() -> Iterator[frozenset[str]]:
    done: frozenset[str] = frozenset()
    for row in rows():
        done |= row.rules
        yield done


def _is_right(vector: Vector, rules: frozenset[str], unread: bool) -> bool:
    if "refusal" in vector.data:
        return True
    decisions = vector.data["receipt"]["decisions"]
    if unread and not all(_needs_no_figure(vector, decision, rules) for decision in decisions):
        return False
    packet = vector.packet if vector.packet is not None else vector.packet_text
    assert packet is not None
    made = default().ablate(packet, frozenset(RULES) - rules)
    return made == [{k: v for k, v in row.items() if k != "claim_sha256"} for row in decisions]


def _needs_no_figure(vector: Vector, decision: JsonObject, rules: frozenset[str]) -> bool:
    """Whether a rule of the first row rejects it, or, where strings are done, its field is one."""
    if {RULE_OF[code] for code in decision["codes"]} & rows()[0].rules:
        return True
    assert isinstance(vector.packet, dict)
    field = vector.packet["schema"]["fields"][decision["field"]]
    return "F-ABSENT" in rules and field["type"] == "string"


def test_its_rows_hold_every_rule_once() -> None:
    listed = Counter(rule for row in rows() for rule in row.rules)
    assert listed == Counter(RULES)


def test_its_numbers_are_reached() -> None:
    for row, held in zip(rows(), green(), strict=True):
        assert len(held) >= (row.told or len(VECTORS)), sorted(row.rules)


def test_its_topics_are_nearly_whole_where_they_are_named() -> None:
    of = Counter(map(topic, VECTORS))
    for row, held in zip(rows(), green(), strict=True):
        had = Counter(topic(v) for v in VECTORS if v.id in held)
        for name in row.topics:
            assert 3 * had[name] >= 2 * of[name], name


def test_divergences_come_in_its_order() -> None:
    key = urgency(KNOWN.registry)
    ordered = sorted(VECTORS, key=lambda vector: key(case(vector, 2)))
    assert list(dict.fromkeys(map(topic, ordered))) == [t for row in rows() for t in row.topics]
