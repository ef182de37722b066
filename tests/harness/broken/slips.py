"""One slip each in the answer to one vector, for the hints that name it.

A slip is a function from a request with its right answer to the bytes that come instead.
`slips_in_values.py` and `slips_in_answers.py` say what the hint is. Unlike the faults of
`program.py`, these do not run as a program of their own: all of them are in what is written.
"""

from __future__ import annotations

import base64
import json
import re
import unicodedata
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

from harness.broken.known import Answer, Ask, Json, canonical, line, sha256
from harness.broken.wrong import digested, receipt, sealed

Slip = Callable[[Ask], bytes]

# Vectors at which slips show.
LETTERS = "core/canonical/no-normalisation"
ASTRAL = "core/canonical/member-order-utf16"
NESTED = "core/canonical/other-order-one"
MARKUP = "core/canonical/signs-of-markup"
CONTROLS = "core/canonical/control-escapes"
NUMBERS = "core/canonical/literals-and-small-numbers"
PROTO = "core/canonical/name-proto"
EMPTY = "core/digest/empty-object-claim"
DUPLICATE = "core/json/duplicate-by-escape"
OFFSETS = "quote/exact/offsets-are-bytes"
CRLF = "quote/exact/cr-lf-is-two-bytes"
SOURCE = "receipt/inputs/source-digest-is-sha256sum"
COMPOSED = "receipt/inputs/source-as-given"
WRITTEN = "receipt/inputs/packet-digest-is-canonical"
CODES = "receipt/order/two-infos"
MIXED = "receipt/summary/one-of-each"
EDITED = "receipt/verify/edited-outcome"
DANCE = "core/protocol/unknown-do"


@dataclass(frozen=True)
class Row:
    """A slip, where it strikes, and what the hint says."""

    name: str
    vector: str
    slip: Slip
    says: str
    rule: str

    def __str__(self) -> str:
        return self.name


def answer(change: Callable[[Ask], Answer]) -> Slip:
    """A slip in the members of an answer, which stays canonical."""
    return lambda ask: line({**ask.answer, **change(ask)})


def text(change: Callable[[str], str]) -> Slip:
    """A slip in the canonical form, its digest made of what it is then."""
    return answer(lambda ask: digested(ask, change(ask.answer["canonical"])))


def value(change: Callable[[Json], str]) -> Slip:
    """The same, made from the value."""
    return text(lambda right: change(json.loads(right)))


def printed(change: Callable[[bytes], bytes]) -> Slip:
    """A slip in how an answer is written out."""
    return lambda ask: change(ask.right)


def dumped(**options: Json) -> Slip:
    return lambda ask: json.dumps(ask.answer, **options).encode() + b"\n"


def decisions(change: Callable[[Answer], Answer]) -> Slip:
    """A slip in every decision; the receipt's summary and digest are made anew."""
    return answer(
        lambda ask: receipt(ask, [change(deepcopy(d)) for d in ask.answer["receipt"]["decisions"]])
    )


def sealed_with(change: Callable[[Ask, Answer], Answer]) -> Slip:
    """A slip beside the decisions; the receipt's digest is made anew."""
    return answer(
        lambda ask: sealed({**ask.answer["receipt"], **change(ask, ask.answer["receipt"])})
    )


def inputs(change: Callable[[Ask], Answer]) -> Slip:
    return sealed_with(lambda ask, value: {"inputs": {**value["inputs"], **change(ask)}})


def source(change: Callable[[str], str]) -> Slip:
    """Another text digested for the source."""
    return inputs(lambda ask: {"source_sha256": sha256(change(ask.source))})


def spans(change: Callable[[int, int, bytes], tuple[int, int]]) -> Slip:
    """Spans counted otherwise."""

    def made(ask: Ask) -> Answer:
        data = ask.source.encode()
        rows = deepcopy(ask.answer["receipt"]["decisions"])
        for row in rows:
            edges = [change(span["start"], span["end"], data) for span in row["spans"]]
            row["spans"] = [{"start": start, "end": end} for start, end in edges]
        return receipt(ask, rows)

    return answer(made)


def points(start: int, end: int, data: bytes) -> tuple[int, int]:
    return len(data[:start].decode()), len(data[:end].decode())


def units(start: int, end: int, data: bytes) -> tuple[int, int]:
    first, last = (len(data[:edge].decode().encode("utf-16-le")) // 2 for edge in (start, end))
    return first, last


def each(change: Callable[[Json], Json], found: Json) -> Json:
    """Every leaf of a value changed."""
    if isinstance(found, dict):
        return {name: each(change, item) for name, item in found.items()}
    return [each(change, item) for item in found] if isinstance(found, list) else change(found)


def without(found: Json, *dropped: Json) -> Json:
    """A value without the members that are one of some values."""
    if isinstance(found, dict):
        return {n: without(item, *dropped) for n, item in found.items() if item not in dropped}
    return [without(item, *dropped) for item in found] if isinstance(found, list) else found


def as_text(leaf: Json) -> Json:
    return str(leaf) if type(leaf) is int else leaf


def nfc(found: str) -> str:
    return unicodedata.normalize("NFC", found)


def cased(found: str) -> str:
    return found.replace("sha256:", "SHA256:").upper().replace("SHA256:", "sha256:")


def coded(found: str) -> str:
    return base64.b64encode(bytes.fromhex(found.removeprefix("sha256:"))).decode()


def escaped(found: str, pattern: str, form: str = "\\u%04x") -> str:
    """A text with some of its code points written as escapes."""
    return re.sub(pattern, lambda match: form % ord(match[0]), found)


def own_digest(change: Callable[[Answer], str]) -> Slip:
    """A receipt whose own digest is over something else."""
    return answer(
        lambda ask: {"receipt": {**(r := ask.answer["receipt"]), "receipt_sha256": change(r)}}
    )


def claim_digest(change: Callable[[Ask, int], str]) -> Slip:
    """Decisions whose claims are digested otherwise."""

    def made(ask: Ask) -> Answer:
        rows = deepcopy(ask.answer["receipt"]["decisions"])
        for place, row in enumerate(rows):
            row["claim_sha256"] = change(ask, place)
        return receipt(ask, rows)

    return answer(made)


def members(**changed: object) -> Slip:
    return answer(lambda _: changed)


def instead(**changed: object) -> Slip:
    """Another answer altogether."""
    return lambda ask: line({"id": ask.answer["id"], **changed})


def compact(value: object, **options: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, **options)  # type: ignore[arg-type]


def values(prefix: str) -> Callable[[Ask, int], str]:
    """Digests of claims, made with a prefix."""
    return lambda ask, place: sha256(prefix + canonical(ask.vector["packet"]["claims"][place]))


def summed(prefix: str) -> Slip:
    return answer(lambda ask: {"sha256": sha256(prefix + ask.answer["canonical"])})
