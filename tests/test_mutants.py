"""Plausible mistakes in the reference, each of which some vector must notice.

`ablate` leaves out whole rules; these change what the definitions say: a unit, a limit, an order, a
step forgotten. The vectors alone judge. Without a mutant none of them may complain.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec.core import canonical
from mutants import core, edges, figures, fragments, meaning, search, tiers
from mutants.making import Mutant, forget

CONFORMANCE = Path(__file__).resolve().parents[1] / "conformance"
MUTANTS: list[Mutant] = [
    mutant
    for module in (core, tiers, search, edges, figures, fragments, meaning)
    for mutant in module.MUTANTS
]
# Mutants that vectors of another folder notice, which would be reached late.
ELSEWHERE = {
    "no-case-in-the-skeleton": "quote/near",
    "no-references-in-the-skeleton": "quote/truncated/reference",
    "white-space-in-the-skeleton": "quote/markers/until-over",
    "a-letter-anywhere-is-enough": "quote/degenerate",
    "the-refusal-of-the-loosest-tier": "quote/edge-group",
    "near-of-a-truncated-claim-by-its-whole": "quote/truncated",
    "ignorables-before-references": "quote/edge-word/ignorable",
    "a-capital-behind-a-capital": "quote/edge-word/inside",
    "contractions-before-digits-too": "quote/edge-group",
    "sign-behind-a-word": "quote/edge-hyphen",
    "caret-before-no-sign": "quote/edge-sign",
    "tabs-are-no-breaks": "quote/negation/every",
    "dashes-are-no-breaks": "quote/negation/every",
    "the-first-break-of-a-lead": "quote/negation/every",
    "the-last-break-of-a-trail": "quote/negation/every",
}


@cache
def vectors() -> list[dict[str, Any]]:
    """Every vector of a packet or a value, the short ones first."""
    folders = ("core", "packet", "receipt", "quote")
    paths = [path for folder in folders for path in (CONFORMANCE / folder).rglob("*.json")]
    return [json.loads(data) for data in sorted((path.read_bytes() for path in paths), key=len)]


def disagrees(vector: dict[str, Any]) -> bool:
    """Say whether the reference as it is now gives another answer than a vector expects."""
    given = vector.get("packet") or vector.get("packet_text")
    try:
        if "receipt" in vector:
            return groundspec.decide(given) != vector["receipt"] if given else False
        if "canonical" in vector and "value_text" in vector:
            value = json.loads(vector["value_text"])
            digest = canonical.digest_value(vector["kind"], value)
            written = canonical.canonical_bytes(value).decode()
            return (written, digest) != (vector["canonical"], vector["sha256"])
        if "refusal" in vector and given:
            groundspec.decide(given)
            return True
    except groundspec.Refusal as refusal:
        return refusal.code != vector.get("refusal")
    except (LookupError, TypeError):
        if "refusal" not in vector:
            raise  # a mutant that merely fails shows nothing
        return True
    return False


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
            folders = (ELSEWHERE[mutant.name],) if mutant.name in ELSEWHERE else mutant.folders
            assert next(noticing(*folders), None) is not None
        finally:
            patch.undo()
            forget()
