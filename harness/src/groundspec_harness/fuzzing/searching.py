"""Going through packets until one fails, and shrinking that one with Hypothesis.

The sequence of packets follows from the seed alone. A packet that came before is not asked again.
The smallest failing packet seen is kept, so that what is given back is a failure however the search
ended: shrinking stops after a number of asked packets, not after a time.
"""

import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

import hypothesis
from hypothesis.configuration import set_hypothesis_home_dir

from groundspec_harness.errors import HarnessError
from groundspec_harness.fuzzing.asking import Finding, Oracle
from groundspec_harness.fuzzing.drawing import Strategy
from groundspec_harness.fuzzing.packets import Packet

SHRINKING = 1500  # packets that are asked at most to make a failure smaller


@dataclass(frozen=True)
class Effort:
    """How long to look: packets, seconds, and the seed of the sequence."""

    examples: int
    seconds: float | None
    seed: int


@dataclass
class Search:
    """One search: what was asked, and what was found."""

    oracle: Oracle
    effort: Effort
    tick: Callable[[], None]
    asked: int = 0
    shrinking: int = 0
    out_of_time: bool = False
    found: tuple[Packet, Finding] | None = None
    _passed: set[str] = field(default_factory=set)
    _until: float = float("inf")

    def run(self, strategy: Strategy[Packet]) -> None:
        """Look for a failing packet, and make it smaller."""
        if self.effort.seconds is not None:
            self._until = time.monotonic() + self.effort.seconds
        settings = hypothesis.settings(
            max_examples=self.effort.examples,
            database=None,
            deadline=None,
            derandomize=False,
            phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
            print_blob=False,
            report_multiple_bugs=False,
            suppress_health_check=list(hypothesis.HealthCheck),
            verbosity=hypothesis.Verbosity.quiet,
        )
        probe = hypothesis.seed(self.effort.seed)(settings(hypothesis.given(strategy)(self._try)))
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            set_hypothesis_home_dir(folder)
            try:
                probe()
            except _FailedError:
                pass
            except _Stopped as stop:
                if stop.error:
                    raise stop.error from None
            finally:
                set_hypothesis_home_dir(None)

    def _try(self, packet: Packet) -> None:
        """One packet; raises where it fails in the way of the first that did."""
        if packet.text in self._passed:
            return
        if self.found is not None:
            self.shrinking += 1
            if self.shrinking > SHRINKING:
                raise _Stopped
        elif time.monotonic() >= self._until:
            self.out_of_time = True
            raise _Stopped
        else:
            self.asked += 1
            self.tick()
        try:
            finding = self.oracle(packet)
        except HarnessError as error:
            raise _Stopped(error) from None
        if finding is None or (self.found and self.found[1].kind != finding.kind):
            self._passed.add(packet.text)
            return
        self._keep(packet, finding)

    def _keep(self, packet: Packet, finding: Finding) -> NoReturn:
        if self.found is None or _size(packet) < _size(self.found[0]):
            self.found = packet, finding
        raise _FailedError


def _size(packet: Packet) -> tuple[int, str]:
    return len(packet.text), packet.text


class _FailedError(Exception):
    """The packet fails: what Hypothesis shrinks."""


class _Stopped(BaseException):
    """The search ends here: time is up, or the harness cannot go on."""

    def __init__(self, error: HarnessError | None = None) -> None:
        super().__init__()
        self.error = error
