"""Going through packets until one fails, and shrinking that one with Hypothesis.

The sequence of packets follows from the seed alone. A packet is asked once: what came of it holds,
whatever a program that answers by chance would say later. The smallest failing packet seen is kept,
so that what is given back is a failure however the search ended; shrinking stops after a number of
packets, not after a time.
"""

import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

import hypothesis
from hypothesis.configuration import set_hypothesis_home_dir

from groundspec_harness.errors import HarnessError
from groundspec_harness.fuzzing.asking import Finding, Oracle
from groundspec_harness.fuzzing.drawing import Strategy
from groundspec_harness.fuzzing.packets import Packet

_REPEATS = 4  # packets that are made for each that is asked; many come a second time


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
    _known: dict[str, bool] = field(default_factory=dict)
    _until: float = float("inf")

    def run(self, strategy: Strategy[Packet]) -> None:
        """Look for a failing packet, and make it smaller."""
        if self.effort.seconds is not None:
            self._until = time.monotonic() + self.effort.seconds
        settings = hypothesis.settings(
            max_examples=_REPEATS * max(self.effort.examples, 1),
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
        with _apart(), _terminable():
            try:
                probe()
            except _FailedError:
                pass
            except _Stopped as stop:
                if stop.error:
                    raise stop.error from None

    def _try(self, packet: Packet) -> None:
        """Fail where the packet does, always from this line: Hypothesis tells failures by it."""
        if self._fails(packet):
            raise _FailedError

    def _fails(self, packet: Packet) -> bool:
        """Whether a packet fails, and in the way of the first that did."""
        if packet.text not in self._known:
            self._known[packet.text] = self._asked(packet)
        return self._known[packet.text]

    def _asked(self, packet: Packet) -> bool:
        self._count()
        try:
            finding = self.oracle(packet)
        except HarnessError as error:
            raise _Stopped(error) from None
        if finding is None or (self.found and self.found[1].kind != finding.kind):
            return False
        if self.found is None or _size(packet) < _size(self.found[0]):
            self.found = packet, finding
        return True

    def _count(self) -> None:
        """One more is asked, if there may be one more."""
        if self.found is not None:
            self.shrinking += 1
            if self.shrinking > self.found[1].tries:
                raise _Stopped
            return
        if self.asked >= self.effort.examples:
            raise _Stopped
        if time.monotonic() >= self._until:
            self.out_of_time = True
            raise _Stopped
        self.asked += 1
        self.tick()


def _size(packet: Packet) -> tuple[int, str]:
    return len(packet.text), packet.text


class _FailedError(Exception):
    """The packet fails: what Hypothesis shrinks."""


class _Stopped(BaseException):
    """The search ends here: it has gone on for long enough, or cannot go on."""

    def __init__(self, error: BaseException | None = None) -> None:
        super().__init__()
        self.error = error


@contextmanager
def _apart() -> Iterator[None]:
    """Within the block, Hypothesis warns of nothing and keeps its files in a folder that goes."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


@contextmanager
def _terminable() -> Iterator[None]:
    """Within the block, SIGTERM ends the search; Hypothesis takes `SystemExit` for a failure."""

    def stop(number: int, _frame: object) -> NoReturn:
        raise _Stopped(SystemExit(128 + number))

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
