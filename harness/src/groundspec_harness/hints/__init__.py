"""Likely causes of a divergence or a fault, guessed from bytes; a hint explains and never judges.

Each guess is a function that looks at what was expected and what came, and names a well-known
mistake with the rule that it breaks, or not. The first that does is shown below the diff.
"""

from collections.abc import Callable
from contextlib import suppress

from groundspec_harness.hints import (
    digests,
    lines,
    members,
    offsets,
    quotes,
    refusals,
    requests,
    writing,
)
from groundspec_harness.hints.pair import Guess, Pair
from groundspec_harness.judge import Level
from groundspec_harness.runner import Result

_GUESSES: tuple[Guess, ...] = (
    requests.malformed,
    refusals.other_kind,
    writing.canonical_member,
    offsets.other_count,
    quotes.caps,
    quotes.overlaps,
    quotes.at,
    members.order,
    members.shape,
    digests.form,
    digests.of_something_else,
    digests.of_itself,
    refusals.other_code,
)


def hint(result: Result) -> str | None:
    """What has probably gone wrong, if it is one of the mistakes that are known."""
    if result.level is Level.BYTES:
        return None
    if result.fault is not None:
        return _first(lambda: lines.hint(result))
    vector, expected, actual = result.vector, result.case.answer, result.answer
    if expected is None or actual is None:
        return None
    pair = Pair(vector, expected, actual)
    found = (_first(lambda guess=guess: guess(pair)) for guess in _GUESSES)  # type: ignore[misc]
    return next((text for text in found if text), None)


def _first(guess: Callable[[], str | None]) -> str | None:
    """What a guess says; answers have any shape, and one that trips a guess up gets no hint."""
    with suppress(ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return guess()
    return None
