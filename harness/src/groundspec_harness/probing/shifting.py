"""Offsets after a change of the source: where each byte has gone, in packets and in decisions."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from groundspec_harness.jsontext import Json, JsonObject

Move = Callable[[int], int]
"""From a byte offset in the old text to the one in the new."""


def by(bytes_before: int) -> Move:
    """Everything has gone further by so many bytes."""
    return lambda offset: offset + bytes_before


def widened(text: str, point: str) -> Move:
    """One byte has come before each occurrence of a code point of ASCII."""
    places = [place for place, byte in enumerate(text.encode("utf-8")) if byte == ord(point)]
    return lambda offset: offset + bisect_left(places, offset)


@dataclass(frozen=True)
class Shift:
    """How offsets move in the source, and in each claim's own text."""

    source: Move
    claims: tuple[Move, ...] = ()

    def claim(self, claim: JsonObject) -> JsonObject:
        """A claim whose offsets in the source have moved: in `at`, `evidence`, `search_region`."""
        moved: JsonObject = _moved(claim, self.source, self.source)
        return moved

    def decision(self, decision: JsonObject, place: int) -> JsonObject:
        """A decision whose spans and marks have moved."""
        own = self.claims[place] if self.claims else _still
        moved: JsonObject = _moved(decision, self.source, own)
        if "fragments" in decision:
            moved["fragments"] = [
                {**_ends(fragment, own), "span": _moved(fragment["span"], self.source, own)}
                for fragment in decision["fragments"]
            ]
        return moved


def _still(offset: int) -> int:
    return offset


def _moved(value: Json, source: Move, own: Move) -> Json:
    if isinstance(value, list):
        return [_moved(item, source, own) for item in value]
    if not isinstance(value, dict):
        return value
    held = {name: _moved(item, source, own) for name, item in value.items()}
    return _ends(held, own if value.get("in") == "claim" else source)


def _ends(span: JsonObject, move: Move) -> JsonObject:
    """An object with `start` and `end` moved, where it has them."""
    ends = {name: span[name] for name in ("start", "end") if isinstance(span.get(name), int)}
    return {**span, **{name: move(offset) for name, offset in ends.items()}}


def spans(value: Json) -> list[tuple[Json, Json]]:
    """Every pair of `start` and `end` in a value."""
    if isinstance(value, list):
        return [span for item in value for span in spans(item)]
    if not isinstance(value, dict):
        return []
    own = [(value.get("start"), value.get("end"))] if {"start", "end"} & set(value) else []
    return own + [span for item in value.values() for span in spans(item)]


def is_span(span: tuple[Json, Json], text: str) -> bool:
    """Whether a pair is a span of a text that is not empty (T-OFFSET)."""
    start, end = span
    data = text.encode("utf-8")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(data):
        return False
    continues = [byte & 0xC0 == 0x80 for byte in (*data, 0)]
    return not (continues[start] or continues[end])
