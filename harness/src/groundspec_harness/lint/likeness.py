"""No two vectors show the same thing in other words, unless one is the other's twin.

Two vectors are alike if they expect the same and their packets are equal once each run of ASCII
letters and each ASCII digit is blanked. Where JSON text itself is what is tested, only its digits
are. Receipts handed in for verification are compared as they are.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from groundspec_harness.jsontext import Json, JsonError, canonical
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.vectors import Vector

_WORD = re.compile(r"[A-Za-z]+")
_DIGIT = re.compile(r"[0-9]")
_ASIDE = ("id", "title", "rules", "class", "origin", "twin", "note", "receipt")
_DERIVED = ("canonical", "sha256")


def check(material: Material) -> Iterator[Problem]:
    groups: dict[bytes, list[Vector]] = defaultdict(list)
    for vector in material.corpus.vectors:
        try:
            groups[canonical(_blanked(vector))].append(vector)
        except JsonError:
            continue
    for group in groups.values():
        for place, vector in enumerate(group):
            like = [other.id for other in group[:place] if not _twins(vector, other)]
            if like:
                message = f"equal to {like[0]} once words and digits are blanked, and no twin of it"
                yield Problem(material.file(vector), "", message)


def _twins(left: Vector, right: Vector) -> bool:
    return left.data.get("twin") == right.id or right.data.get("twin") == left.id


def _blanked(vector: Vector) -> Json:
    known = {name: value for name, value in vector.data.items() if name not in _ASIDE}
    return {name: _member(name, value) for name, value in known.items() if name not in _DERIVED}


def _member(name: str, value: Any) -> Json:
    if name == "packet":
        return {part: _packet(part, held) for part, held in value.items()}
    if name == "expect":
        return _expect(value)
    if name in ("packet_text", "value_text", "request_text"):
        return _DIGIT.sub("0", value)
    return value


def _packet(name: str, value: Json) -> Json:
    return _words(value) if name in ("source", "claims") else value


_PLACED = ("id", "spans", "elsewhere", "marks", "omitted", "fragments", "near")


def _expect(value: Json) -> Json:
    """Codes, tiers and counts stay; the texts of places are words like those of the packet."""
    decisions = value.get("decisions", [])
    return [
        {name: _words(held) if name in _PLACED else held for name, held in decision.items()}
        for decision in decisions
    ]


def _words(value: Json) -> Json:
    if isinstance(value, str):
        return _DIGIT.sub("0", _WORD.sub("x", value))
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return 0
    if isinstance(value, list):
        return [_words(item) for item in value]
    return {name: _words(item) for name, item in value.items()}
