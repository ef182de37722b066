"""The results of a run by the place of their vectors, and how far the run goes.

A run may end early: after so many new failures, or after so many timeouts in a row. Places count in
the order of the vectors, whoever asks them and however many do. So what is known of the places
before one can only stop it sooner, never later, and when all who ask have stopped, everything
before the end is there: the same results, whatever the number of processes.
"""

import threading
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass

from groundspec_harness.judge import Level
from groundspec_harness.requests import Case, case
from groundspec_harness.results import Result, Unasked
from groundspec_harness.vectors import Vector

FIRST_ID = 2  # 1 is that of `describe`


@dataclass(frozen=True)
class Stops:
    """After how many a run asks no more; 0 for never. Failures of `listed` ids are not counted."""

    timeouts: int = 0
    failures: int = 0
    listed: frozenset[str] = frozenset()


class Board:
    """What is to be asked, and what has come out. Several threads may share it."""

    def __init__(self, vectors: Sequence[Vector], stops: Stops) -> None:
        self.vectors = vectors
        self._stops = stops
        self._results: list[Result | None] = [None] * len(vectors)
        self._failures: list[int] = []
        self._timeouts: set[int] = set()
        self._end = len(vectors)  # nothing from this place on is asked
        self._why = ""
        self._lock = threading.Lock()

    def case(self, place: int) -> Case:
        """The request of a place. Ids count up, so that no answer fits two requests."""
        return case(self.vectors[place], place + FIRST_ID)

    def wants(self, place: int) -> bool:
        """Whether a place is still to be asked."""
        return place < self._end

    def __getitem__(self, place: int) -> Result | None:
        return self._results[place]

    def __setitem__(self, place: int, result: Result) -> None:
        with self._lock:
            self._results[place] = result
            if result.level is not Level.BYTES and result.vector.id not in self._stops.listed:
                self._failed(place)
            if result.fault and result.fault.kind == "timeout":
                self._timed_out(place)

    def results(self) -> tuple[Result, ...]:
        """The results before the end, in order."""
        asked = self._results[: self._end]
        assert all(asked)
        return tuple(result for result in asked if result)

    def unasked(self) -> Unasked:
        """What stands behind the end: it counts as not asked, even if somebody did."""
        return Unasked(tuple(self.vectors[self._end :]), self._why)

    def _failed(self, place: int) -> None:
        limit = self._stops.failures
        if not limit:
            return
        if place not in self._failures:
            insort(self._failures, place)
        if len(self._failures) >= limit:
            end = self._failures[limit - 1] + 1
            self._stop(end, f"{limit} vectors before are not at bytes (--max-failures)")

    def _timed_out(self, place: int) -> None:
        limit = self._stops.timeouts
        if not limit:
            return
        self._timeouts.add(place)
        first, end = place, place + 1
        while first - 1 in self._timeouts:
            first -= 1
        while end in self._timeouts:
            end += 1
        if end - first >= limit:
            self._stop(first + limit, f"{limit} timeouts in a row came before (--max-timeouts)")

    def _stop(self, end: int, why: str) -> None:
        if end < self._end:
            self._end, self._why = end, why
