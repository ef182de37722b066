"""The tables against one another, the library that normalises, and their digests."""

from __future__ import annotations

import hashlib
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import unicodedata2

from groundspec.text.classes import CLASS_OF, members
from independent import quote as independent

ROOT = Path(__file__).resolve().parents[1]
UNICODE = ROOT / "schemas" / "unicode" / "17.0.0"
EVERY = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]


@cache
def table(name: str) -> Any:
    return json.loads((UNICODE / f"{name}.json").read_bytes())


@cache
def held(name: str) -> frozenset[str]:
    return frozenset(
        chr(code) for first, last in table(name)["ranges"] for code in range(first, last + 1)
    )


def test_digests_are_those_of_the_files() -> None:
    files = table("digests")["files"]
    assert sorted(files) == sorted(
        path.name for path in UNICODE.glob("*.json") if path.name != "digests.json"
    )
    for name, digest in files.items():
        assert digest == "sha256:" + hashlib.sha256((UNICODE / name).read_bytes()).hexdigest()


def test_library_composes_every_assigned_code_point_as_the_tables_do() -> None:
    for char in EVERY:
        if char in held("assigned"):
            assert unicodedata2.normalize("NFC", char) == independent.nfc_assigned(char), hex(
                ord(char)
            )


def test_library_composes_every_pair_as_the_tables_do() -> None:
    firsts = sorted({first for first, _, _ in table("canonical-composition")["pairs"]})
    seconds = sorted({second for _, second, _ in table("canonical-composition")["pairs"]})
    for first in firsts:
        for second in seconds:
            text = chr(first) + chr(second)
            assert unicodedata2.normalize("NFC", text) == independent.nfc_assigned(text), ascii(
                text
            )


def test_library_composes_runs_of_assigned_code_points_as_the_tables_do() -> None:
    chance = random.Random(17)
    moving = sorted(
        {chr(code) for pair in table("canonical-composition")["pairs"] for code in pair}
        | {
            chr(code)
            for first, last, _ in table("combining-class")["classes"]
            for code in range(first, last + 1)
        }
        | {chr(code) for code, _ in table("canonical-decomposition")["map"]}
        | set("\u1100\u1161\u11a8\uac00\uac01ab\u0378")
    )
    for _ in range(20_000):
        text = "".join(chance.choices(moving, k=chance.randrange(2, 9)))
        for run in runs_of(text):
            if run[0] in held("assigned"):
                composed = independent.nfc_assigned(run)
                assert unicodedata2.normalize("NFC", run) == composed, ascii(run)


def runs_of(text: str) -> list[str]:
    """Split a text into maximal runs of assigned and of other code points (T-NFC)."""
    runs: list[str] = []
    for char in text:
        if runs and (runs[-1][-1] in held("assigned")) == (char in held("assigned")):
            runs[-1] += char
        else:
            runs.append(char)
    return runs


@pytest.mark.parametrize(
    "name", ["letter", "mark", "digit", "white-space", "default-ignorable", "unsegmented"]
)
def test_classes_hold_assigned_code_points_alone(name: str) -> None:
    assert held(name) <= held("assigned")


def test_letter_mark_and_digit_are_apart() -> None:
    assert not held("letter") & held("mark")
    assert not held("letter") & held("digit")
    assert not held("mark") & held("digit")


def test_lookups_are_those_of_the_tables() -> None:
    letters = {"L": "letter", "M": "mark", "D": "digit"}
    for char in EVERY:
        found = next((key for key, name in letters.items() if char in held(name)), ".")
        assert CLASS_OF[char] == found, hex(ord(char))
        assert members("assigned")[char] == (char in held("assigned"))


def test_tables_that_no_ascii_asks_for_hold_no_ascii() -> None:
    assert not any(char.isascii() for char in held("default-ignorable") | held("unsegmented"))
    assert not any(code < 128 for code, _ in table("compatibility")["map"])
    steps = json.loads((ROOT / "schemas/tables/typography.json").read_bytes())["steps"]
    for name in ("dashes", "hyphens", "ellipsis"):
        assert not any(code < 128 for code, _ in steps[name])


def test_the_compatibility_fold_makes_no_digit_of_anything_else() -> None:
    for code, parts in table("compatibility")["map"]:
        holds = any(chr(part) in held("digit") for part in parts)
        assert not holds or chr(code) in held("digit"), hex(code)


def test_no_step_makes_white_space_or_touches_it() -> None:
    maps = [table("compatibility")["map"], table("case-folding")["map"]]
    steps = json.loads((ROOT / "schemas/tables/typography.json").read_bytes())["steps"]
    for rows in [*maps, *steps.values()]:
        for code, parts in rows:
            assert chr(code) not in held("white-space")
            assert not any(chr(part) in held("white-space") for part in parts)
