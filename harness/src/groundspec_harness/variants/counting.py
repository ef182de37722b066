"""Variants that count offsets otherwise (T-OFFSET)."""

from collections.abc import Callable, Iterator
from typing import Any

from groundspec_harness.expectation import Texts, texts
from groundspec_harness.jsontext import Json, JsonError, JsonObject, read_strict, value_digest
from groundspec_harness.judge import same
from groundspec_harness.requests import Case
from groundspec_harness.variants.model import MAYBE, Prediction, Variant, answers, verdict

Count = Callable[[str, int, int], tuple[int, int]]  # text, start, end -> what is written


def by_width(width: Callable[[str], int]) -> Count:
    def count(text: str, start: int, end: int) -> tuple[int, int]:
        data = text.encode("utf-8", "surrogatepass")
        first, last = (data[:edge].decode("utf-8", "surrogatepass") for edge in (start, end))
        return width(first), width(last)

    return count


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def variants() -> list[Variant]:
    rows: list[tuple[str, str, Count]] = [
        ("code-points", "counts offsets in code points", by_width(len)),
        ("utf-16", "counts offsets in UTF-16 code units", by_width(_units)),
        ("utf-16-bytes", "counts offsets in bytes of UTF-16", by_width(lambda t: 2 * _units(t))),
        ("from-one", "counts offsets from 1", lambda _, start, end: (start + 1, end + 1)),
        ("end-included", "includes the end in a span", lambda _, start, end: (start, end - 1)),
        ("length", "writes a span's length as its end", lambda _, a, b: (a, b - a)),
    ]
    return [
        Variant(f"offsets/{name}", "T-OFFSET", does, _predictor(count))
        for name, does, count in rows
    ]


def _predictor(count: Count) -> Callable[[Case], Prediction]:
    def predict(asked: Case) -> Prediction:
        receipt = _receipt(asked)
        if receipt is None:
            return None
        packet = asked.vector.packet
        decisions = recounted(receipt.get("decisions"), texts(packet), count)
        if _placed(packet, count):  # what it makes of such a claim cannot be told
            return MAYBE
        if same(decisions, receipt.get("decisions")):
            return None
        if asked.vector.kind == "verification":
            return verdict("DECISIONS_DIFFER", asked)
        body = {n: v for n, v in receipt.items() if n != "receipt_sha256"}
        body["decisions"] = decisions
        sealed = {**body, "receipt_sha256": value_digest("receipt", body)}
        return answers({"id": asked.id, "receipt": sealed}, asked)

    return predict


def _receipt(asked: Case) -> JsonObject | None:
    """The receipt that a right implementation derives, where the vector has it."""
    answer = asked.answer or {}
    if answer.get("verified") is True:
        try:
            value = read_strict(str(asked.vector.data.get("receipt_text", "")).encode())
        except JsonError:
            return None
        return value if isinstance(value, dict) else None
    receipt = answer.get("receipt")
    return receipt if isinstance(receipt, dict) else None


def recounted(value: Json, known: Texts, count: Count) -> Any:
    """Decisions with every span counted otherwise."""
    if not isinstance(value, list):
        return value
    return [_walk(decision, known, place, count, ()) for place, decision in enumerate(value)]


def _walk(value: Json, known: Texts, place: int, count: Count, path: tuple[str, ...]) -> Json:
    if isinstance(value, list):
        return [_walk(item, known, place, count, path) for item in value]
    if not isinstance(value, dict):
        return value
    made = {name: _walk(item, known, place, count, (*path, name)) for name, item in value.items()}
    start, end = value.get("start"), value.get("end")
    if type(start) is int and type(end) is int:
        in_claim = value.get("in") == "claim" or path == ("fragments",)
        text = known.named("claim" if in_claim else "source", place)
        if text is not None:
            made["start"], made["end"] = count(text, start, end)
    return made


def _placed(packet: Json, count: Count) -> bool:
    """Whether a claim gives a place in the source that would be read otherwise."""
    source = texts(packet).source
    claims = packet.get("claims") if isinstance(packet, dict) else None
    return source is not None and any(_otherwise(claims, source, count))


def _otherwise(value: Json, source: str, count: Count) -> Iterator[bool]:
    if isinstance(value, list):
        for item in value:
            yield from _otherwise(item, source, count)
    elif isinstance(value, dict):
        start, end = value.get("start"), value.get("end")
        if type(start) is int and type(end) is int:
            try:
                yield count(source, start, end) != (start, end)
            except UnicodeDecodeError:
                yield True
        for item in value.values():
            yield from _otherwise(item, source, count)
