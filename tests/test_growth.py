"""Growth, counted in steps and not in seconds.

A text is prepared once, in steps that grow with its length and with nothing else. A quotation costs
a bounded number of searches, whatever the length of the text, and however often the text repeats
itself only a bounded number of places is examined for it.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import pytest

from bench.prose import Prose
from groundspec.quote.reading import Reader, Reading
from groundspec.quote.search import EXAMINED
from groundspec.quote.tiers import ladder
from groundspec.resources import policy
from groundspec.text.source import Text

POLICY: Final = policy("quote", "default")
LADDER: Final = ladder(POLICY)
TIERS: Final = len(LADDER.tiers) + len(LADDER.near)
# Each step of each tier, the two of the view that edges are judged in, and the index of blocks.
STEPS: Final = 3 + sum(len(tier.steps) for tier in (*LADDER.tiers, *LADDER.near))
LOOSEST_FIRST: Final = 65  # places that may be examined at the loosest tier before the others
PROSE: Final = 40_000
# Letters with accents of their own, an entity and invisible code points among the typography.
MIXED: Final = " Cafe\u0301s \u2014 R&amp;D\u00a0\u2026 \ufb01ne so\u00adft \u201c12\u202f%\u201d. "


class Taken(NamedTuple):
    """What one quotation took."""

    searches: int
    examined: int
    edges: int


class Counted:
    """Reads quotations of one text and tells what each of them took."""

    def __init__(self, text: str) -> None:
        self._source = Text(text)
        self._reader = Reader(self._source, POLICY)

    @property
    def folded(self) -> int:
        """Characters that went through a step so far."""
        return self._source.effort.folded

    def read(self, quotation: str, at: tuple[int, int] | None = None) -> tuple[Reading, Taken]:
        """Read one quotation, at a place in bytes if one is given."""
        before = self._counts()
        place = at and {"start": at[0], "end": at[1]}
        reading = self._reader.read({"id": "q", "text": quotation, "at": place})
        after = self._counts()
        return reading, Taken(*(now - then for now, then in zip(after, before, strict=True)))

    def _counts(self) -> Taken:
        effort = self._source.effort
        return Taken(effort.searches, effort.examined, effort.edges)


@cache
def prose_of(size: int) -> Prose:
    """Give prose of one length, made once."""
    return Prose(size)


def mixed(size: int) -> str:
    """Give prose in which every step of every tier has something to do."""
    text = prose_of(size).text
    return "".join(text[start : start + PROSE // 8] + MIXED for start in range(0, size, PROSE // 8))


def test_preparation_grows_with_the_text() -> None:
    small, large = prose_of(PROSE), prose_of(2 * PROSE)
    folded = []
    for prose in (small, large):
        counted = Counted(prose.text)
        counted.read(prose.quotations(1)[0])
        folded.append(counted.folded)
        assert counted.folded <= STEPS * len(prose.text)
    assert folded[1] * len(small.text) <= folded[0] * len(large.text) * 1.01


@pytest.mark.parametrize("length", [PROSE, 2 * PROSE])
def test_preparation_of_text_where_every_step_works(length: int) -> None:
    text = mixed(length)
    counted = Counted(text)
    for quotation in ("R&D ... fine soft", "Caf\u00e9s - R&D", "CAF\u00c9S", "not in it at all"):
        counted.read(quotation)
    assert counted.folded <= STEPS * len(text) * 1.01


@pytest.mark.parametrize("text", [prose_of(PROSE).text, mixed(PROSE)], ids=["prose", "mixed"])
def test_text_is_prepared_once(text: str) -> None:
    prose = prose_of(PROSE)
    counted = Counted(text)
    claims = ["R&D ... fine soft", "nowhere in it", *prose.quotations(100), *prose.misses(100)]
    for claim in [*claims[:20], *claims[-20:]]:
        counted.read(claim)
    prepared = counted.folded
    for claim in claims:
        counted.read(claim)
    assert counted.folded == prepared


@pytest.mark.parametrize("times", [1, 2, 4])
def test_hit_costs_as_much_in_a_longer_text(times: int) -> None:
    prose = prose_of(times * PROSE)
    counted = Counted(prose.text)
    for quotation in prose.quotations(100):
        reading, effort = counted.read(quotation)
        assert reading.standing.found.tier == "typography"
        assert effort.searches <= 2 * TIERS
        assert (effort.examined, effort.edges) == (1, 1)


@pytest.mark.parametrize("times", [1, 2, 4])
def test_miss_costs_as_much_in_a_longer_text(times: int) -> None:
    prose = prose_of(times * PROSE)
    counted = Counted(prose.text)
    for quotation in prose.misses(100):
        reading, effort = counted.read(quotation)
        assert reading.standing.found.tier is None
        assert effort.searches <= TIERS
        assert (effort.examined, effort.edges) == (0, 0)


def test_stated_place_is_looked_at_and_nothing_searched() -> None:
    prose = prose_of(PROSE)
    counted = Counted(prose.text)
    for quotation in prose.quotations(20):
        [(start, end)] = counted.read(quotation)[0].standing.found.spans
        at = len(prose.text[:start].encode()), len(prose.text[:end].encode())
        reading, effort = counted.read(quotation, at)
        assert reading.standing.found.tier == "typography"
        assert (effort.searches, effort.examined) == (0, 0)
        assert effort.edges <= 1  # none, where the search before has judged that place


REPETITIVE: Final = [
    pytest.param("a", 0.5, id="letter-half"),
    pytest.param("a", 0.01, id="letter-little"),
    pytest.param("ab ", 0.5, id="words-half"),
    pytest.param("ab ", 0.0, id="words-one"),
    pytest.param("abab ", 0.0, id="inside-a-word"),
    pytest.param("\u201ca\u201d \u2013 ", 0.25, id="typography"),
    pytest.param("e\u0301&amp; ", 0.25, id="composed"),
]


@pytest.mark.parametrize(("unit", "share"), REPETITIVE)
def test_repetitive_text_is_examined_to_the_limit_alone(unit: str, share: float) -> None:
    efforts = []
    for times in (8_000, 16_000):
        counted = Counted(unit * times)
        quotation = (unit * round(share * times)).strip() or unit.strip()[-3:]
        _, effort = counted.read(quotation)
        efforts.append(effort)
        assert effort.examined <= TIERS * (EXAMINED + 1) + LOOSEST_FIRST
        assert effort.edges <= effort.examined
        assert effort.searches <= effort.examined + TIERS + 1
        assert counted.folded <= STEPS * len(unit) * times
    assert efforts[0].examined == efforts[1].examined
    assert efforts[0].searches == efforts[1].searches
    assert efforts[0].edges == efforts[1].edges


def test_limit_ends_the_search() -> None:
    """The first tier finds more than the limit and none passes: that ends it (Q-LIMIT)."""
    reading, effort = Counted("abab " * 5_000).read("bab")
    assert reading.standing.found.limit
    assert effort.examined <= EXAMINED + 1 + LOOSEST_FIRST
