"""T-CLASSES: the tables of SPEC.md as sets and maps, and the words the other modules speak in.

A text is a Python string, so that its elements are code points. A position is a number from 0 to
its length: position i lies directly before the code point number i.
"""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def table(path: str) -> Json:
    """T-CLASSES: the tables are data, and the only source of properties."""
    schemas = Path(__file__).resolve().parents[2] / "schemas"
    value: Json = json.loads((schemas / path).read_text(encoding="utf-8"))
    return value


def within(ranges: list[list[int]]) -> frozenset[int]:
    """T-CLASSES: a range table lists inclusive ranges."""
    return frozenset(c for first, last in ranges for c in range(first, last + 1))


def members(name: str) -> frozenset[int]:
    """The code points of a range table."""
    return within(table(f"unicode/17.0.0/{name}.json")["ranges"])


def mapping(rows: list[tuple[int, list[int]]]) -> dict[int, str]:
    """T-CLASSES: a map table gives a string for a code point."""
    return {c: "".join(map(chr, result)) for c, result in rows}


ASSIGNED, LETTER, MARK, DIGIT = map(members, ("assigned", "letter", "mark", "digit"))
WHITE_SPACE, IGNORABLE = map(members, ("white-space", "default-ignorable"))
UNSEGMENTED, OTHER_NUMBER = members("unsegmented"), members("other-number")
ALPHANUMERIC, WORD = LETTER | DIGIT, LETTER | MARK | DIGIT

DECOMPOSITION = mapping(table("unicode/17.0.0/canonical-decomposition.json")["map"])
CLASS_ROWS = table("unicode/17.0.0/combining-class.json")["classes"]
COMBINING_CLASS = {c: ccc for a, b, ccc in CLASS_ROWS for c in range(a, b + 1)}
PAIRS = table("unicode/17.0.0/canonical-composition.json")["pairs"]
COMPOSITION = {(first, second): composite for first, second, composite in PAIRS}
SECONDS = {second for _, second in COMPOSITION}
COMPATIBILITY = mapping(table("unicode/17.0.0/compatibility.json")["map"])
CASE_FOLDING = mapping(table("unicode/17.0.0/case-folding.json")["map"])
NAMES: dict[str, int] = dict(table("unicode/17.0.0/entities.json")["names"])
C1: dict[int, int] = dict(table("unicode/17.0.0/entities.json")["c1"])
TYPOGRAPHY = {k: mapping(rows) for k, rows in table("tables/typography.json")["steps"].items()}

BOUNDARIES = table("tables/boundaries.json")
SETS = {name: frozenset(points) for name, points in BOUNDARIES["sets"].items()}
ATTACHED = within(BOUNDARIES["ranges"]["attached"])
CURRENCY = within(BOUNDARIES["ranges"]["currency"])
ELISIONS, MONTHS = (frozenset(BOUNDARIES["words"][name]) for name in ("elisions", "months"))
CAPITAL = LETTER & set(CASE_FOLDING) - within(BOUNDARIES["ranges"]["not-capital"])
MEANING = {k: frozenset(words) for k, words in table("tables/meaning.json")["words"].items()}

CODES = {entry["code"]: entry["class"] for entry in table("codes.json")["codes"]}


def is_in(text: str, i: int, inside: frozenset[int]) -> bool:
    """Whether the code point behind position i exists and is in the set."""
    return 0 <= i < len(text) and ord(text[i]) in inside


def is_one(text: str, i: int, of: str) -> bool:
    """Whether the code point behind position i exists and is one of these."""
    return 0 <= i < len(text) and text[i] in of


def run_start(text: str, end: int, inside: frozenset[int]) -> int:
    """Where the run of a set that ends at a position begins; the position itself, if none."""
    start = end
    while is_in(text, start - 1, inside):
        start -= 1
    return start


def run_end(text: str, start: int, inside: frozenset[int]) -> int:
    """Where the run of a set that begins at a position ends; the position itself, if none."""
    end = start
    while is_in(text, end, inside):
        end += 1
    return end


def runs(text: str, inside: frozenset[int]) -> list[tuple[int, int]]:
    """The maximal runs of a set, as first and last (not included)."""
    starts = [i for i in range(len(text)) if is_in(text, i, inside)]
    starts = [i for i in starts if not is_in(text, i - 1, inside)]
    return [(start, run_end(text, start, inside)) for start in starts]


def case_folded(text: str) -> str:
    """Each code point that has an entry in table `case-folding` as that entry."""
    return "".join(CASE_FOLDING.get(ord(c), c) for c in text)
