"""Plausible mistakes in the fact check, each of which some vector of it must notice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec_harness.expectation import contradictions
from mutants import (
    fact_amounts,
    fact_figures,
    fact_matching,
    fact_notations,
    fact_places,
    fact_qualifiers,
    fact_schema,
    fact_tables,
    fact_units,
)
from mutants.making import Mutant, forget

CONFORMANCE = Path(__file__).resolve().parents[1] / "conformance"
MODULES = (
    fact_figures,
    fact_notations,
    fact_amounts,
    fact_units,
    fact_tables,
    fact_qualifiers,
    fact_matching,
    fact_places,
    fact_schema,
)
MUTANTS: list[Mutant] = [mutant for module in MODULES for mutant in module.MUTANTS]


@cache
def vectors() -> list[dict[str, Any]]:
    """Every vector of the check, the short ones first."""
    files = [path.read_bytes() for path in (CONFORMANCE / "fact").rglob("*.json")]
    return [json.loads(data) for data in sorted(files, key=len)]


def disagrees(vector: dict[str, Any]) -> bool:
    """Say whether the reference as it is now gives another answer than a vector expects."""
    given = vector.get("packet") or vector.get("packet_text")
    assert given is not None
    try:
        receipt = groundspec.decide(given)
    except groundspec.Refusal as refusal:
        return refusal.code != vector.get("refusal")
    if "refusal" in vector:
        return True
    if "receipt" in vector:
        return bool(receipt != vector["receipt"])
    return next(contradictions(vector["expect"], given, receipt), None) is not None


def noticing(*folders: str) -> Iterator[str]:
    """Yield the ids of the vectors that disagree, those below some folders first."""
    rows = sorted(vectors(), key=lambda vector: not vector["id"].startswith(folders))
    return (vector["id"] for vector in rows if disagrees(vector))


def test_without_a_mutant_every_vector_agrees() -> None:
    assert list(islice(noticing(), 3)) == []


def test_names_are_distinct() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_mutant_is_noticed(mutant: Mutant) -> None:
    with pytest.MonkeyPatch.context() as patch:
        mutant.change(patch)
        forget()
        try:
            assert next(noticing(*mutant.folders), None) is not None
        finally:
            patch.undo()
            forget()
