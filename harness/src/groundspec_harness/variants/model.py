"""What a variant is: an implementation with one known fault, as far as its answers can be told."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import same
from groundspec_harness.requests import Case

Test = Callable[[JsonObject], bool]


class Doubt(Enum):
    """The one value that says: what the variant answers cannot be told."""

    MAYBE = "maybe"


MAYBE: Final = Doubt.MAYBE
Prediction = Test | Doubt | None  # whether an answer is the variant's; None: it is right


@dataclass(frozen=True)
class Variant:
    """A known way of being wrong."""

    name: str
    rule: str
    does: str
    predict: Callable[[Case], Prediction]


def answers(predicted: JsonObject | None, asked: Case) -> Prediction:
    """The prediction of one answer; None for a right one."""
    if predicted is None or same(predicted, asked.answer):
        return None
    return lambda actual: same(predicted, actual)


def verdict(code: str, asked: Case) -> Prediction:
    """The prediction of a verification that fails with a code."""
    return answers({"code": code, "id": asked.id, "verified": False}, asked)
