"""In what a quotation and the source differ where a tier takes the one for the other.

Both are projected step by step, and each projection knows where its parts come from. Where a region
of both ends at the same place of the output, the two run together again; what lies between two such
places stands for the same, and is a difference if it is not the same. The source is projected once
for all quotations; of its characters only those of the quoted stretch are gone through.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from groundspec.quote.markers import marker_step
from groundspec.quote.steps import MARKERS, step
from groundspec.quote.tiers import name_of, row_of
from groundspec.text.node import Node
from groundspec.text.source import Text

Span = tuple[int, int]


class Difference(NamedTuple):
    """Two stretches that stand for each other, in code points of the source and of the quotation.

    `steps` are those that change either of them until they are equal.
    """

    source: Span
    claim: Span
    steps: tuple[str, ...]


class Level(NamedTuple):
    """A text after one more step."""

    step: str
    node: Node


class Tiers:
    """The tiers of a policy as the steps they take one by one."""

    def __init__(self, policy: Mapping[str, Any]) -> None:
        items = [*policy["tiers"], *policy["near"]]
        self._steps: dict[str, list[str]] = {name_of(item): row_of(item)["steps"] for item in items}
        self._markers = marker_step(policy["markers"])

    def levels(self, root: Node, tier: str) -> list[Level]:
        """A text after each step of a tier."""
        levels = []
        node = root
        for name in self._steps[tier]:
            one = self._markers if name == MARKERS else step(name)
            node = node if one is None else node.then(one)
            levels.append(Level(name, node))
        return levels


class Comparison:
    """Compares quotations with one source."""

    def __init__(self, source: Text, policy: Mapping[str, Any]) -> None:
        self._tiers = Tiers(policy)
        self._root = Node.root(source)

    def differences(self, tier: str, stretch: Span, claim: str) -> list[Difference]:
        """In what a stretch and a quotation that stands there at a tier differ, in order."""
        text = self._root.text
        if text[stretch[0] : stretch[1]] == claim:
            return []
        root = Node.root(Text(claim))
        pair = _Pair(self._tiers.levels(self._root, tier), self._tiers.levels(root, tier))
        found: list[Difference] = []
        for one, other in _pieces(pair.source, pair.claim, stretch, (0, len(claim))):
            if text[slice(*one)] == claim[slice(*other)]:
                continue
            steps = pair.steps(text, one, claim, other)
            new = Difference(one, other, steps)
            if pair.is_nothing(one):
                new = Difference(*_trimmed(text, one, claim, other), steps)
            if found and _joins(found[-1], new):
                (start, _), (low, _), _ = found.pop()
                new = Difference((start, new.source[1]), (low, new.claim[1]), steps)
            found.append(new)
        return found


def _joins(one: Difference, other: Difference) -> bool:
    beside = one.source[1] == other.source[0] and one.claim[1] == other.claim[0]
    return beside and one.steps == other.steps


class _Pair(NamedTuple):
    """The levels of the source and of the quotation at one tier."""

    source: Sequence[Level]
    claim: Sequence[Level]

    def steps(self, text: str, stretch: Span, claim: str, part: Span) -> tuple[str, ...]:
        """The steps that make two parts equal."""
        names: dict[str, None] = {}
        one, other = text[slice(*stretch)], claim[slice(*part)]
        follow = zip(_followed(self.source, stretch), _followed(self.claim, part), strict=True)
        for level, (new_one, new_other) in zip(self.source, follow, strict=True):
            if (one, other) != (new_one, new_other):
                names[level.step] = None
            one, other = new_one, new_other
            if one == other:
                break
        return tuple(names)

    def is_nothing(self, stretch: Span) -> bool:
        """Whether nothing is left of a part of the source, so that any of it stands by itself."""
        return not [*_followed(self.source, stretch)][-1]


def _trimmed(text: str, one: Span, claim: str, other: Span) -> tuple[Span, Span]:
    """Two parts without the code points that they begin or end with alike."""
    (start, end), (low, high) = one, other
    while start < end and low < high and text[start] == claim[low]:
        start, low = start + 1, low + 1
    while start < end and low < high and text[end - 1] == claim[high - 1]:
        end, high = end - 1, high - 1
    return (start, end), (low, high)


def _followed(levels: Sequence[Level], stretch: Span) -> Iterator[str]:
    """What a stretch between two regions is after each step."""
    start, end = stretch
    before = None
    for _, node in levels:
        if node is not before and node.parent is not None and node.edits is not None:
            start, end = map(node.edits.start_to_output, (start, end))
        before = node
        yield node.text[start:end]


def _pieces(
    source: Sequence[Level], claim: Sequence[Level], stretch: Span, whole: Span
) -> Iterator[tuple[Span, Span]]:
    """The parts of both between the places where regions of both end, in order.

    At one place of the output, each may have a part that left nothing there.
    """
    ones, others = _regions(source, *stretch), _regions(claim, *whole)
    last: tuple[int, int] | None = None
    for place, (start, end) in ones.items():
        if place not in others:
            continue
        other_start, other_end = others[place]
        if last is not None:
            yield (last[0], start), (last[1], other_start)
        if start < end or other_start < other_end:
            yield (start, end), (other_start, other_end)
        last = end, other_end


def _regions(levels: Sequence[Level], start: int, end: int) -> dict[int, Span]:
    """Where regions meet: by place in the output, the first and last such place in the text."""
    maps = [*levels[-1].node.path()] if levels else []
    found: dict[int, Span] = {}
    origin = None
    at = start
    while at <= end:
        place, further = at, at + 1
        for row, edits in enumerate(maps):
            inside = place
            place = edits.start_to_output(inside)
            if place < 0:
                further = max(further, edits.around(inside)[1]) if row == 0 else further
                break
        if place >= 0:
            origin = place if origin is None else origin
            first = found.get(place - origin, (at, at))[0]
            found[place - origin] = first, at
        at = further
    return found
