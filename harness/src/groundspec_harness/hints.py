"""Likely causes of a divergence, guessed from the two answers; a hint explains and never judges.

Each guess is a function that looks at the case and the answer and names a well-known mistake, or
not. The first that does is shown below the diff.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from groundspec_harness.expectation import PLACES, texts
from groundspec_harness.jsontext import Json, JsonError, JsonObject, canonical, text_digest
from groundspec_harness.runner import Result


@dataclass(frozen=True)
class Pair:
    """An answer beside the one that was expected."""

    packet: Json
    packet_text: str | None
    expected: JsonObject
    actual: JsonObject

    def member(self, name: str) -> tuple[Json, Json]:
        return self.expected.get(name), self.actual.get(name)


def hint(result: Result) -> str | None:
    """What has probably gone wrong, if it is one of the mistakes that are known."""
    vector, expected, actual = result.vector, result.case.answer, result.answer
    if expected is None or actual is None:
        return None
    pair = Pair(vector.packet, vector.packet_text, expected, actual)
    with suppress(AttributeError, KeyError, TypeError, ValueError):  # answers have any shape
        return next((text for guess in _GUESSES if (text := guess(pair))), None)
    return None


def _other_unit(pair: Pair) -> str | None:
    """Offsets that are right in another unit than bytes (T-OFFSET)."""
    source = texts(pair.packet).source
    pairs = list(_spans(pair))
    if source is None or not any(ours != theirs for ours, theirs in pairs):
        return None
    units = " or ".join(
        unit
        for unit, width in (("code points", _points), ("UTF-16 code units", _units))
        if all(_measured(ours, source, width) == theirs for ours, theirs in pairs)
    )
    if not units:
        return None
    return f"offsets seem to count {units}; they count bytes of the UTF-8 form (T-OFFSET)"


def _spans(pair: Pair) -> Iterator[tuple[Json, Json]]:
    for ours, theirs in zip(_decisions(pair.expected), _decisions(pair.actual), strict=False):
        for member in PLACES:
            yield from zip(ours.get(member, ()), theirs.get(member) or (), strict=False)


def _measured(span: JsonObject, source: str, width: Callable[[str], int]) -> JsonObject:
    data = source.encode("utf-8", "surrogatepass")
    return {edge: width(data[: span[edge]].decode("utf-8", "ignore")) for edge in ("start", "end")}


def _points(text: str) -> int:
    return len(text)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _decisions(answer: JsonObject) -> list[JsonObject]:
    receipt = answer.get("receipt")
    decisions = receipt.get("decisions") if isinstance(receipt, dict) else None
    return [d for d in decisions if isinstance(d, dict)] if isinstance(decisions, list) else []


def _bare_digest(pair: Pair) -> str | None:
    """A value digested without the prefix of its kind (D-VALUE)."""
    found = set(_digests(pair.actual)) - set(_digests(pair.expected))
    for kind, value in _digested(pair):
        try:
            bare = hashlib.sha256(canonical(value)).hexdigest()
        except JsonError:
            continue
        if f"sha256:{bare}" in found:
            prefix = f"groundspec/0.1:{kind}"
            return f"a {kind} is digested without its prefix `{prefix}` and NUL (D-VALUE)"
    return None


def _digested(pair: Pair) -> Iterator[tuple[str, Json]]:
    if isinstance(pair.packet, dict):
        yield "packet", pair.packet
        yield from (("claim", claim) for claim in pair.packet.get("claims") or ())
        yield "policy", pair.packet.get("policy")
    receipt = pair.actual.get("receipt")
    if isinstance(receipt, dict):
        yield "receipt", {k: v for k, v in receipt.items() if k != "receipt_sha256"}


def _digests(value: Json) -> Iterator[str]:
    if isinstance(value, str) and value.startswith("sha256:"):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _digests(item)


def _digest_of_text(pair: Pair) -> str | None:
    """A packet digested as it was written, not in canonical form (R-INPUTS)."""
    if pair.packet_text is None:
        return None
    as_written = text_digest(pair.packet_text.encode("utf-8", "surrogatepass"))
    if as_written not in _digests(pair.actual):
        return None
    return "the packet's text is digested as written; its canonical form is meant (R-INPUTS)"


def _self_digest(pair: Pair) -> str | None:
    """Everything right but the receipt's own digest (R-DIGEST)."""
    ours, theirs = pair.member("receipt")
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return None
    differ = {k for k in {*ours, *theirs} if ours.get(k) != theirs.get(k)}
    if differ != {"receipt_sha256"}:
        return None
    return "only receipt_sha256 differs: it covers the receipt without that member (R-DIGEST)"


def _code_point_order(pair: Pair) -> str | None:
    """Members sorted by code point, not by UTF-16 code unit (J-CANONICAL)."""
    ours, theirs = pair.member("canonical")
    if not isinstance(ours, str) or not isinstance(theirs, str) or ours == theirs:
        return None
    if sorted(ours) != sorted(theirs):
        return None
    return "the same characters in another order: names sort by UTF-16 code units (J-CANONICAL)"


def _other_case(pair: Pair) -> str | None:
    """Hexadecimal digits of the other case (J-CANONICAL)."""
    ours, theirs = pair.member("canonical")
    if not isinstance(ours, str) or not isinstance(theirs, str) or "\\u00" not in ours:
        return None
    if ours == theirs or ours.lower() != theirs.lower():
        return None
    return "escapes `\\u00xx` are written in lower case (J-CANONICAL)"


_GUESSES: tuple[Callable[[Pair], str | None], ...] = (
    _other_unit,
    _self_digest,
    _digest_of_text,
    _bare_digest,
    _code_point_order,
    _other_case,
)
