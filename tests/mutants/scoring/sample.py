"""In which order mutants are tried: of every module a like share, whenever the time is up."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from mutants.scoring.judge import Vector

Item = TypeVar("Item")


def stratified(strata: Mapping[str, Sequence[Item]], seed: int) -> list[Item]:
    """All items, each stratum shuffled and spread evenly: any beginning is a sample of all."""
    chance = random.Random(seed)
    placed = []
    for name, items in strata.items():
        shuffled = list(items)
        chance.shuffle(shuffled)
        offset = chance.random()
        count = len(shuffled)
        placed += [((n + offset) / count, name, n, item) for n, item in enumerate(shuffled)]
    return [item for *_, item in sorted(placed, key=lambda row: row[:3])]


def nearest_first(
    vectors: Sequence[Vector], rules: Iterable[str], near: Iterable[int]
) -> list[Vector]:
    """The vectors that call a function, those that pin its rules first, and then the others."""
    wanted = frozenset(rules)
    calling = frozenset(near)

    def rank(place: int) -> tuple[bool, bool, int]:
        return place not in calling, not wanted & vectors[place].rules, place

    return [vectors[place] for place in sorted(range(len(vectors)), key=rank)]
