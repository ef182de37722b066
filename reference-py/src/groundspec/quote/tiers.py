"""The tiers of a policy (8.2): those of table ``quote-tiers`` and tiers of one's own."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from groundspec.quote.markers import marker_step
from groundspec.quote.steps import RULE_OF, make_steps
from groundspec.resources import table
from groundspec.text.node import Step

SKELETON = "skeleton"


class Tier(NamedTuple):
    """A tier, its steps made ready (Q-TIER).

    Of tiers that have a ``grade``, one with a higher one lets pass whatever one with a lower one
    does, over the same stretches, where only local steps change anything.
    """

    name: str
    sound: bool
    steps: tuple[Step, ...]
    grade: int | None

    def project(self, text: str) -> str:
        """Give the output of a short text's projection."""
        for step in self.steps:
            text = step.rewrite(text)
        return text

    def project_locally(self, text: str) -> str:
        """Give the output of a text that only local steps change."""
        for step in self.steps:
            if step.local:
                text = step.rewrite(text)
        return text


@cache
def rows() -> dict[str, Mapping[str, Any]]:
    """Give the tiers of table ``quote-tiers`` by name, tight to loose."""
    return {row["tier"]: row for row in table("quote-tiers")["tiers"]}


@cache
def step_rows() -> dict[str, Mapping[str, Any]]:
    """Give the steps of table ``quote-tiers`` by name."""
    return {row["step"]: row for row in table("quote-tiers")["steps"]}


def row_of(item: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the row of an item of a policy's ``tiers`` or ``near``."""
    return rows()[item] if isinstance(item, str) else item


def name_of(item: str | Mapping[str, Any]) -> str:
    """Give the name of an item of a policy's ``tiers`` or ``near``."""
    name: str = item if isinstance(item, str) else item["tier"]
    return name


class Ladder(NamedTuple):
    """The tiers that a policy tries, and those that say how close a claim came."""

    tiers: tuple[Tier, ...]
    near: tuple[Tier, ...]


def ladder(policy: Mapping[str, Any], without: frozenset[str] = frozenset()) -> Ladder:
    """Make a policy's tiers, the steps of some rules left out."""
    markers = marker_step(policy["markers"])

    def make(item: str | Mapping[str, Any]) -> Tier:
        row = row_of(item)
        kept = [name for name in row["steps"] if RULE_OF[name] not in without]
        listed = isinstance(item, str) and item != SKELETON
        grade = list(rows()).index(row["tier"]) if listed else None
        return Tier(row["tier"], row["sound"], make_steps(kept, markers), grade)

    return Ladder(tuple(map(make, policy["tiers"])), tuple(map(make, policy["near"])))
