"""What became of vectors that were run."""

from dataclasses import dataclass

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import Level
from groundspec_harness.process import Fault
from groundspec_harness.requests import Case
from groundspec_harness.vectors import Vector


@dataclass(frozen=True)
class Result:
    """What became of one vector: the level it reached, or the fault that kept it from judgement."""

    case: Case
    level: Level
    answer: JsonObject | None = None  # where it was read because it was not the expected bytes
    line: bytes = b""
    fault: Fault | None = None

    @property
    def vector(self) -> Vector:
        return self.case.vector

    @property
    def diverges(self) -> bool:
        return self.fault is None and self.level is not Level.BYTES


@dataclass(frozen=True)
class Unasked:
    """Vectors that an early end of the run left unasked, and why it ended."""

    vectors: tuple[Vector, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Outcome:
    """A whole run: what was asked, and what was not, be it unclaimed or left by an early end."""

    implementation: JsonObject
    results: tuple[Result, ...]
    not_run: tuple[Vector, ...]
    end_of_input: Fault | None = None
    unasked: Unasked = Unasked()

    @property
    def status(self) -> int:
        """The exit status: 1 for a divergence, else 3 for a fault, else 0."""
        if any(result.diverges for result in self.results):
            return 1
        faults = any(result.fault for result in self.results)
        return 3 if faults or self.end_of_input else 0
