"""An answer beside the one that was expected, and the ways through both at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.vectors import Vector

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Pair:
    """What was expected of a vector, and what came."""

    vector: Vector
    expected: JsonObject
    actual: JsonObject

    def member(self, name: str) -> tuple[Json, Json]:
        return self.expected.get(name), self.actual.get(name)

    @property
    def receipts(self) -> tuple[JsonObject, JsonObject] | None:
        """Both receipts, where both answers have one."""
        ours, theirs = self.member("receipt")
        return (ours, theirs) if isinstance(ours, dict) and isinstance(theirs, dict) else None

    def decisions(self) -> Iterator[tuple[int, JsonObject, JsonObject]]:
        """The decisions of both receipts, claim by claim."""
        lists = [receipt.get("decisions") for receipt in self.receipts or ()]
        if len(lists) == 2 and all(isinstance(each, list) for each in lists):
            for place, (ours, theirs) in enumerate(zip(*lists, strict=False)):
                if isinstance(ours, dict) and isinstance(theirs, dict):
                    yield place, ours, theirs


Guess = Callable[[Pair], str | None]


def both(ours: Json, theirs: Json, path: Path = ()) -> Iterator[tuple[Path, Json, Json]]:
    """Every place that two values have in common, containers before what they hold."""
    yield path, ours, theirs
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in ours:
            if name in theirs:
                yield from both(ours[name], theirs[name], (*path, name))
    elif isinstance(ours, list) and isinstance(theirs, list):
        for place, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            yield from both(one, other, (*path, place))
