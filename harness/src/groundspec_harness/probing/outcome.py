"""What came out of probing: for each variation what was asked, what changed, what was left out."""

from contextlib import suppress
from dataclasses import dataclass, field

from groundspec_harness.diff import ByteDifference, Difference, byte_difference, differences
from groundspec_harness.hints import lines, writing
from groundspec_harness.jsontext import Json, JsonError, JsonObject, read_strict
from groundspec_harness.probing.questions import LeftOut, Question
from groundspec_harness.probing.variations import Variation
from groundspec_harness.process import Fault


@dataclass(frozen=True)
class Change:
    """An answer that is not what had to follow."""

    vector: str
    first_byte: ByteDifference
    member: Difference | None  # the first, where both lines can be read
    hint: str | None = None


@dataclass(frozen=True)
class Failure:
    """A fault in place of an answer; of no vector, at the beginning or the end."""

    vector: str | None
    fault: Fault


@dataclass
class Probed:
    """One variation of all the vectors."""

    variation: Variation
    asked: int = 0
    changes: list[Change] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    files: list[str] = field(default_factory=list)  # that the program left in its empty folders

    @property
    def reasons(self) -> dict[str, list[str]]:
        """The vectors that were left out, by reason."""
        reasons: dict[str, list[str]] = {}
        for each in self.left_out:
            reasons.setdefault(each.reason, []).append(each.vector)
        return reasons


@dataclass(frozen=True)
class Baseline:
    """The first answers: how many are right is said here, and nowhere else asked."""

    vectors: int
    answered: int
    judged: int  # of these, for vectors whose expected answer is known whole
    right: int
    failures: tuple[Failure, ...]


@dataclass(frozen=True)
class Outcome:
    """A whole probe."""

    implementation: JsonObject
    baseline: Baseline
    probed: tuple[Probed, ...]
    not_run: int  # vectors of classes that the program does not claim
    sampled_out: int  # vectors for which there was no time

    @property
    def status(self) -> int:
        """The exit status: 1 for a change, else 3 for a fault, else 0."""
        if any(each.changes for each in self.probed):
            return 1
        return 3 if self.baseline.failures or any(each.failures for each in self.probed) else 0


def change(question: Question, line: bytes) -> Change:
    """Where an answer parts from what had to follow."""
    expected, actual = _value(question.expected), _value(line)
    places = [] if expected is None or actual is None else differences(expected, actual, 1)
    return Change(
        question.vector,
        byte_difference(question.expected, line),
        places[0] if places else None,
        _hint(question.expected, line),
    )


def _hint(expected: bytes, line: bytes) -> str | None:
    """What was done to the text of an answer, if that is all that changed."""
    said = lines.encoding(line)
    if said:
        return said
    with suppress(ValueError):
        right, found = (each.decode("utf-8").removesuffix("\n") for each in (expected, line))
        return writing.hint(right, found, rule="P-ANSWER")
    return None


def _value(line: bytes) -> Json:
    try:
        return read_strict(line)
    except JsonError:
        return None
