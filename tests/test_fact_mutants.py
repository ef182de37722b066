"""Plausible mistakes in the fact check, each of which some vector of it must notice."""

from __future__ import annotations

from itertools import islice

import pytest

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
from mutants.judging import Judges
from mutants.making import Mutant

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
JUDGES = Judges("fact")


def test_without_a_mutant_every_vector_agrees() -> None:
    assert list(islice(JUDGES.disagreeing(), 3)) == []


def test_names_are_distinct() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_mutant_is_noticed(mutant: Mutant) -> None:
    assert JUDGES.notice(mutant)
