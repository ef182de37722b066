"""How much is asked in the seconds that there are."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

Item = TypeVar("Item")

PILOT = 24  # requests by which the time of one is estimated
_SHARE = 0.7  # of the budget, for what asks many requests of one process


@dataclass(frozen=True)
class Pace:
    """Seconds that a program takes to start, and for one request."""

    start: float
    request: float


@dataclass(frozen=True)
class Budget:
    """Seconds from now on, or None for as long as it takes; and the seed of the sample."""

    seconds: float | None
    seed: int
    begun: float = field(default_factory=time.monotonic)

    def until(self, parts: int) -> float:
        """The end of the first of so many equal parts of what is left."""
        now = time.monotonic()
        if self.seconds is None:
            return math.inf
        return now + max(self.begun + self.seconds - now, 0) / parts

    def ranked(self, items: Sequence[Item]) -> list[Item]:
        """All items, in the order in which they are the first to be in a sample."""
        ranked = list(items)
        Random(f"sample {self.seed}").shuffle(ranked)
        return ranked

    def sample(self, items: Sequence[Item], pace: Pace, rounds: int) -> list[Item]:
        """As many as can be asked so many rounds, in the order of the items."""
        if self.seconds is None:
            return list(items)
        number = affordable(self.seconds * _SHARE, pace, rounds)
        places = sorted(self.ranked(range(len(items)))[:number])
        return [items[place] for place in places]


def affordable(seconds: float, pace: Pace, rounds: int) -> int:
    """How many requests can be asked so many rounds, each of a new process; one at least."""
    return max(1, int((seconds / rounds - pace.start) / max(pace.request, 1e-6)))
