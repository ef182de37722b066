"""What a variant is: an implementation with one known fault, as far as its answers can be told."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Final

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import same
from groundspec_harness.requests import Case

LEAST = 2  # failures that have to be explained

Test = Callable[[JsonObject], bool]


class Doubt(Enum):
    """The one value that says: what the variant answers cannot be told."""

    MAYBE = "maybe"


MAYBE: Final = Doubt.MAYBE
Prediction = Test | Doubt | None  # whether an answer is the variant's; None: it is right


@dataclass(frozen=True)
class Variant:
    """A known way of being wrong.

    One that is not `sure` may be right where it is predicted to be wrong; then it has to explain
    every failure.
    """

    name: str
    rule: str
    does: str
    predict: Callable[[Case], Prediction]
    sure: bool = True


@dataclass(frozen=True)
class Named:
    """What a run's failures look like, how many of them, and that in a sentence."""

    name: str
    rule: str
    explains: int
    sentence: str

    def as_json(self) -> JsonObject:
        return asdict(self)


def looks_like(variant: Variant, explains: int, failures: int) -> Named:
    """A variant that explains failures of a run."""
    which = "these" if explains == failures else f"{explains} of the {failures}"
    said = f"{which} failures are those of an implementation that {variant.does} ({variant.rule})"
    return Named(variant.name, variant.rule, explains, said)


def answers(predicted: JsonObject | None, asked: Case) -> Prediction:
    """The prediction of one answer; None for a right one."""
    if predicted is None or same(predicted, asked.answer):
        return None
    return lambda actual: same(predicted, actual)


def verdict(code: str, asked: Case) -> Prediction:
    """The prediction of a verification that fails with a code."""
    return answers({"code": code, "id": asked.id, "verified": False}, asked)
