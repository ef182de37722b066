"""Plausible mistakes in the reference, each of which some vector must notice.

`ablate` leaves out whole rules; these change what the definitions say: a unit, a limit, an order, a
step forgotten. The vectors alone judge. Without a mutant none of them may complain.
"""

from __future__ import annotations

from itertools import islice

import pytest

from mutants import core, edges, figures, fragments, meaning, search, tiers
from mutants.judging import Judges
from mutants.making import Mutant

MUTANTS: list[Mutant] = [
    mutant
    for module in (core, tiers, search, edges, figures, fragments, meaning)
    for mutant in module.MUTANTS
]
# Mutants that vectors of another folder notice, which would be reached late.
ELSEWHERE = {
    "no-case-in-the-skeleton": ("quote/near",),
    "no-references-in-the-skeleton": ("quote/truncated/reference",),
    "white-space-in-the-skeleton": ("quote/markers/until-over",),
    "a-letter-anywhere-is-enough": ("quote/degenerate",),
    "the-refusal-of-the-loosest-tier": ("quote/edge-group",),
    "near-of-a-truncated-claim-by-its-whole": ("quote/truncated",),
    "ignorables-before-references": ("quote/edge-word/ignorable",),
    "a-capital-behind-a-capital": ("quote/edge-word/inside",),
    "contractions-before-digits-too": ("quote/edge-group",),
    "sign-behind-a-word": ("quote/edge-hyphen",),
    "caret-before-no-sign": ("quote/edge-sign",),
    "tabs-are-no-breaks": ("quote/negation/every",),
    "dashes-are-no-breaks": ("quote/negation/every",),
    "the-first-break-of-a-lead": ("quote/negation/every",),
    "the-last-break-of-a-trail": ("quote/negation/every",),
}
JUDGES = Judges("core", "packet", "receipt", "quote")


def test_without_a_mutant_every_vector_agrees() -> None:
    assert list(islice(JUDGES.disagreeing(), 3)) == []


def test_names_are_distinct() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_mutant_is_noticed(mutant: Mutant) -> None:
    assert JUDGES.notice(mutant, *ELSEWHERE.get(mutant.name, ()))
