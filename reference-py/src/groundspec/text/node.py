"""Texts rewritten step by step, with every place still known (Q-TIER, Q-REGION).

A ``Node`` is a text and how it came from its parent: the code points that changed one for one need
no map, the stretches that did not are in ``Edits``. A step that changes nothing gives the node it
was asked of. A node knows which characters it can hold before it knows its text, which is made when
it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from groundspec.text.deletions import Deletions
from groundspec.text.edits import Edits
from groundspec.text.find import Finder
from groundspec.text.source import Effort, Text

Map = Edits | Deletions
Rewritten = tuple[str, Map | None]


class Step(Protocol):
    """One rewriting of a text.

    A local step changes single code points, whatever stands beside them, and runs of white space.
    """

    local: bool

    def apply(self, node: Node) -> Node:
        """Give the node of the rewritten text, or the node itself where nothing changes."""
        ...

    def rewrite(self, text: str) -> str:
        """Rewrite a short text whose places nobody asks for."""
        ...


class Node:
    """A projection: the output of some steps and the way back to the text as given.

    ``alphabet`` holds every character of the text, each once, and perhaps some that are not there.
    """

    __slots__ = ("_finder", "_make", "_next", "_ready", "alphabet", "effort", "parent")

    def __init__(
        self,
        alphabet: str,
        parent: Node | None,
        effort: Effort,
        make: Callable[[], Rewritten],
    ) -> None:
        self.alphabet = alphabet
        self.parent = parent
        self.effort = effort
        self._make = make
        self._ready: Rewritten | None = None
        self._next: dict[Step, Node] = {}
        self._finder: Finder | None = None

    @classmethod
    def root(cls, source: Text) -> Node:
        """Give the text as given."""
        return cls(source.alphabet, None, source.effort, lambda: (source.text, None))

    def child(self, alphabet: str, change: Callable[[str], Rewritten]) -> Node:
        """Give the node of what a change makes of this text, when it is asked for."""

        def make() -> Rewritten:
            self.effort.folded += len(self.text)
            return change(self.text)

        return Node(alphabet, self, self.effort, make)

    def _made(self) -> Rewritten:
        if self._ready is None:
            self._ready = self._make()
        return self._ready

    @property
    def text(self) -> str:
        """The output."""
        return self._made()[0]

    @property
    def edits(self) -> Map | None:
        """The map to the parent's text; None where both run in step."""
        return self._made()[1]

    def then(self, step: Step) -> Node:
        """Give the projection after one more step."""
        found = self._next.get(step)
        if found is None:
            found = self._next[step] = step.apply(self)
        return found

    def after(self, steps: Sequence[Step]) -> Node:
        """Give the projection after all of the steps."""
        node = self
        for step in steps:
            node = node.then(step)
        return node

    def places(self, wanted: str) -> Iterator[int]:
        """Yield each candidate for a string that is not empty, in order (Q-OCCURRENCE)."""
        return self._find().places(wanted)

    def alone(self, wanted: str) -> int | None:
        """Give the only candidate for a string, -1 for none, None where there are more."""
        return self._find().alone(wanted)

    def _find(self) -> Finder:
        if self._finder is None:
            self._finder = Finder(self.text, self.effort)
        return self._finder

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Map a stretch of the output to the text as given; None if a region is cut.

        Both offsets count code points, and the stretch is not empty (Q-OCCURRENCE).
        """
        low, high = self._start(start), self._end(end)
        return None if low < 0 or high < 0 else (low, high)

    def _start(self, offset: int) -> int:
        """Give where the region that begins at an output offset begins, or -1 inside one.

        Where stretches were deleted at the offset, a region whose first part they took begins
        before them; one that they left whole begins behind them.
        """
        if self.parent is None:
            return offset
        if self.edits is None:
            return self.parent._start(offset)
        starts = map(self.parent._start, self.edits.starts_in_input(offset))
        return next((start for start in starts if start >= 0), -1)

    def _end(self, offset: int) -> int:
        """Give where the region that ends at an output offset ends, or -1 inside one."""
        if self.parent is None:
            return offset
        if self.edits is None:
            return self.parent._end(offset)
        ends = map(self.parent._end, self.edits.ends_in_input(offset))
        return next((end for end in ends if end >= 0), -1)

    def path(self) -> Iterator[Map]:
        """Yield the maps from the text as given to this one, the first step's first."""
        if self.parent is not None:
            yield from self.parent.path()
            if self.edits is not None:
                yield self.edits

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Map a stretch of the text as given to the output; None if it is no run of regions."""
        low, high = start, end
        for edits in self.path():
            low, high = edits.start_to_output(low), edits.end_to_output(high)
            if low < 0 or high < 0:
                return None
        return (low, high) if low < high and self.span(low, high) == (start, end) else None
