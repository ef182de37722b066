"""Drawing by Hypothesis, which only this package needs.

A packet is one strategy; what it is made of are plain functions that draw from a `Hand`. Every draw
is a number below a bound, and a strategy for each bound is made once: strategies made anew at each
packet would cost ten times what the packet does. The number 0 stands for the simplest choice, so
Hypothesis shrinks towards what is listed first.

Texts are made of listed words and code points, never of Hypothesis's own `text()`: that would keep
tables in the working folder, and draw what no document holds.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from groundspec_harness.errors import HarnessError

try:
    from hypothesis.strategies import DrawFn as Draw
    from hypothesis.strategies import SearchStrategy as Strategy
    from hypothesis.strategies import composite, integers
except ImportError:
    raise HarnessError(
        "this command makes its packets with the library hypothesis, which is not installed; "
        "`pip install hypothesis`"
    ) from None

Value = TypeVar("Value")


@cache
def _below(bound: int) -> Strategy[int]:
    return integers(0, bound - 1)


class Hand:
    """What draws within one packet."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def below(self, bound: int) -> int:
        """A number from 0 on, below a bound."""
        return self._draw(_below(bound)) if bound > 1 else 0

    def of(self, values: Sequence[Value]) -> Value:
        """One of some values."""
        return values[self.below(len(values))]

    def once_in(self, odds: int) -> bool:
        """True once in so many times."""
        return self.below(odds) == odds - 1

    def seldom(self, values: Sequence[str], odds: int) -> str:
        """One of some texts once in so many times, else the empty text."""
        return self.of(values) if self.once_in(odds) else ""

    def some(self, make: Callable[["Hand"], Value], most: int, least: int = 0) -> list[Value]:
        """A few things, each asked for by a draw of its own, so that any can be left out."""
        made = [make(self) for _ in range(least)]
        while len(made) < most and self.below(4):
            made.append(make(self))
        return made

    def distinct(self, values: Sequence[Value], most: int, least: int = 0) -> list[Value]:
        """A few of some values, none twice."""
        return list(
            {
                repr(value): value for value in self.some(lambda hand: hand.of(values), most, least)
            }.values()
        )


__all__ = ["Draw", "Hand", "Strategy", "composite"]
