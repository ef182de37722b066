"""docs/differences.md: what it names exists, and vectors are decided as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from groundspec.core.codes import registry

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs/differences.md").read_text("utf-8")
SPEC = (ROOT / "SPEC.md").read_text("utf-8")
RULES = frozenset(re.findall(r"^\*\*([A-Z]-[A-Z-]+)\*\*", SPEC, re.MULTILINE))
OUTCOMES = {"admitted": "admitted", "needs_verification": "review", "rejected": "rejected"}


def vector(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((ROOT / "conformance" / f"{name}.json").read_bytes())
    return read


def test_rules_that_are_named_exist() -> None:
    named = frozenset(re.findall(r"\b[A-Z]-[A-Z]+(?:-[A-Z]+)*\b", TEXT))
    assert len(named) > 50
    assert named - RULES == frozenset()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:fact|quote)/[a-z/0-9-]+)`", TEXT))))
def test_vector_that_is_named_exists(name: str) -> None:
    assert vector(name)["id"] == name


def test_codes_that_are_named_exist() -> None:
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", TEXT))
    assert named - registry().codes.keys() == {"CANDIDATE_INVALID"}  # groundgate's


@pytest.mark.parametrize(
    ("rule", "name", "said"), re.findall(r"^\| (F-[A-Z-]+) \| `([^`]+)` \| ([^|]+) \|", TEXT, re.M)
)
def test_vector_of_a_new_rule_is_of_that_rule_and_decided_so(
    rule: str, name: str, said: str
) -> None:
    given = vector(name)
    decision = given["expect"]["decisions"][0]
    outcome, *codes = said.replace("`", "").split(", ")
    assert rule in given["rules"]
    assert (OUTCOMES[decision["outcome"]], decision["codes"]) == (outcome, codes)


@pytest.mark.parametrize(
    ("rules", "names"),
    re.findall(r"^\| [^|]+ \| (Q-[A-Z, -]+|T-CLASSES) \| (`quote/[^|]+) \|$", TEXT, re.MULTILINE),
)
def test_vectors_of_a_row_are_of_its_rules(rules: str, names: str) -> None:
    for name in names.replace("`", "").split(", "):
        assert set(rules.split(", ")) & set(vector(name)["rules"]), name
