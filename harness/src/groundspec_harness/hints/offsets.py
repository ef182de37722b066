"""Offsets that are right in another unit, or counted from or up to another place (T-OFFSET)."""

from collections.abc import Callable, Iterator
from itertools import product

from groundspec_harness.expectation import texts
from groundspec_harness.hints.pair import Pair, both
from groundspec_harness.jsontext import Json, JsonObject


def _bytes(text: bytes) -> int:
    return len(text)


def _points(text: bytes) -> int:
    return len(text.decode("utf-8", "ignore"))


def _units(text: bytes) -> int:
    return len(text.decode("utf-8", "ignore").encode("utf-16-le")) // 2


_UNITS: tuple[tuple[str, Callable[[bytes], int]], ...] = (
    ("", _bytes),
    ("count code points", _points),
    ("count UTF-16 code units", _units),
    ("count bytes of UTF-16", lambda text: 2 * _units(text)),
)
_FIRST = ((0, ""), (1, "begin at 1"))
_ENDS = (("behind", ""), ("last", "include `end`"), ("length", "have a length in `end`"))


def other_count(pair: Pair) -> str | None:
    """The simplest other ways of counting that explain every span of an answer."""
    spans = list(_spans(pair))
    if all(ours == theirs for ours, theirs, _ in spans):
        return None
    found: dict[int, list[str]] = {}
    for (unit, width), (first, base), (end, said) in product(_UNITS, _FIRST, _ENDS):
        words = [word for word in (unit, base, said) if word]
        if words and all(
            _counted(ours, text, width, first, end) == theirs for ours, theirs, text in spans
        ):
            found.setdefault(len(words), []).append(" and ".join(words))
    if not found:
        return None
    ways = " or ".join(found[min(found)])
    ways = ways.replace(" or count ", " or ")
    return (
        f"offsets seem to {ways}; they count bytes of the UTF-8 form, "
        "from 0 and up to the end, which is not included (T-OFFSET)"
    )


def _spans(pair: Pair) -> Iterator[tuple[JsonObject, JsonObject, bytes]]:
    """Spans at the same place of both answers, each with the text that it lies in."""
    known = texts(pair.vector.packet)
    for place, decision, other_decision in pair.decisions():
        for path, ours, theirs in both(decision, other_decision):
            span, other = _edges(ours), _edges(theirs)
            if span is None or other is None:
                continue
            in_claim = ours.get("in") == "claim" or (len(path) == 2 and path[0] == "fragments")
            text = known.named("claim" if in_claim else "source", place)
            if text is not None:
                yield span, other, text.encode("utf-8", "surrogatepass")


def _edges(value: Json) -> JsonObject | None:
    if not isinstance(value, dict):
        return None
    edges = {edge: value.get(edge) for edge in ("start", "end")}
    return edges if all(type(edge) is int for edge in edges.values()) else None


def _counted(
    span: JsonObject, text: bytes, width: Callable[[bytes], int], first: int, end: str
) -> JsonObject:
    start, behind = (width(text[: span[edge]]) for edge in ("start", "end"))
    ends = {"behind": behind, "last": behind - 1, "length": behind - start}
    ended = ends[end] if end == "length" else ends[end] + first
    return {"start": start + first, "end": ended}
