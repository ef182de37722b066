"""Several processes of a program that are asked at the same time.

The places of the vectors are dealt out in blocks, to each process in turn, so that none has all
that takes long, and always in the same way. Each process has a thread of its own; results are kept
by place (`board`), so that the report is the same whatever the number of processes.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

from groundspec_harness import strays
from groundspec_harness.board import FIRST_ID, Board, Stops
from groundspec_harness.codes import Registry
from groundspec_harness.conversation import Conversation
from groundspec_harness.diff import differences
from groundspec_harness.divergences import urgency
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain
from groundspec_harness.process import Fault
from groundspec_harness.progress import Begin, Tick, silent
from groundspec_harness.requests import case
from groundspec_harness.results import Outcome
from groundspec_harness.runner import Runner, split
from groundspec_harness.vectors import Vector

BLOCK = 32  # places that are dealt out together

Given = TypeVar("Given")
Item = TypeVar("Item")


class Pool:
    """Conversations with processes of one program. Leaving it leaves none of them behind."""

    def __init__(self, conversations: Sequence[Conversation]) -> None:
        self.conversations = tuple(conversations)
        self._others: set[int] = set()  # children that this process had before

    def __enter__(self) -> Self:
        self._others = strays.children()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with ExitStack() as stack:
            stack.callback(strays.end_unmarked, self._others)
            for conversation in self.conversations:
                stack.push(conversation)

    def start(self) -> None:
        """Start every process now, so that they get ready while something else is done."""
        for conversation in self.conversations:
            conversation.start()

    def run(
        self,
        runner: Callable[[Conversation], Runner],
        vectors: Sequence[Vector],
        stops: Stops,
        begin: Begin = silent,
    ) -> Outcome:
        """Describe each, ask every vector of the classes that the program claims, end the input."""
        runners = [runner(conversation) for conversation in self.conversations]
        implementation = agreed(self.each([each.describe for each in runners]))
        chosen, others = split(vectors, implementation, runners[0].registry)
        board = Board(_in_order(chosen, stops, runners[0].registry), stops)
        tick = one_at_a_time(begin(len(chosen)))

        def work(number: int) -> Fault | None:
            runners[number].ask(board, share(number, len(runners), len(chosen)), tick)
            return runners[number].close(board)

        endings = self.each([partial(work, number) for number in range(len(runners))])
        closing = next((fault for fault in endings if fault), None)
        places = {vector.id: place for place, vector in enumerate(chosen)}
        results = sorted(board.results(), key=lambda result: places[result.vector.id])
        return Outcome(implementation, tuple(results), others, closing, board.unasked())

    def spread(self, items: Sequence[Item], work: Callable[[int, Item], Given]) -> list[Given]:
        """Work on items, dealt out one by one; `work` is told by number which process to ask."""
        of = len(self.conversations)

        def share(number: int) -> list[Given]:
            return [work(number, item) for item in items[number::of]]

        shares = self.each([partial(share, number) for number in range(of)])
        return [shares[place % of][place // of] for place in range(len(items))]

    def each(self, works: Sequence[Callable[[], Given]]) -> list[Given]:
        """Do a work for each conversation at the same time; the first error ends them all."""
        if len(works) == 1:
            return [works[0]()]
        with ThreadPoolExecutor(len(works)) as executor:
            futures = [executor.submit(work) for work in works]
            try:
                done, _ = wait(futures, return_when=FIRST_EXCEPTION)
                for future in futures:
                    if future in done:
                        future.result()
            except BaseException:
                for conversation in self.conversations:
                    conversation.abandon()
                raise
            return [future.result() for future in futures]


def _in_order(vectors: Sequence[Vector], stops: Stops, registry: Registry) -> Sequence[Vector]:
    """As they are given; what to mend first comes first where failures may end the run."""
    if not stops.failures:
        return vectors
    key = urgency(registry)
    return sorted(vectors, key=lambda vector: key(case(vector, FIRST_ID)))


def share(number: int, of: int, total: int) -> Iterator[int]:
    """The places of one of several processes, rising."""
    for first in range(number * BLOCK, total, of * BLOCK):
        yield from range(first, min(first + BLOCK, total))


def agreed(descriptions: Sequence[JsonObject]) -> JsonObject:
    """What all processes say of themselves; a HarnessError where one differs."""
    first = descriptions[0]
    for number, other in enumerate(descriptions[1:], 2):
        found = differences(first, other, 1)
        if found:
            place = found[0]
            raise HarnessError(
                f"process {number} of the program describes itself unlike process 1, at "
                f"{place.pointer}: {plain(str(place.actual))}, not {plain(str(place.expected))}; "
                "a program must be the same whenever it is started (P-DESCRIBE)"
            )
    return first


def one_at_a_time(tick: Tick) -> Tick:
    """A tick that several threads may give."""
    lock = threading.Lock()

    def ticked() -> None:
        with lock:
            tick()

    return ticked
