"""Wrong answers: what is said is not what the specification asks for."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable

from harness.broken.known import (
    REPLIES,
    Answer,
    Ask,
    canonical,
    digest,
    line,
    reply,
    sha256,
)


def wrong(function: Callable[[Ask], Answer]) -> None:
    """A fault in the members of an answer, which stays canonical."""
    REPLIES[function.__name__.replace("_", "-")] = lambda ask: line(
        {**ask.answer, **(function(ask) if ask.vector else {})}
    )


def digested(ask: Ask, text: str) -> Answer:
    return {"canonical": text, "sha256": digest(ask.vector["kind"], text)}


def receipt(ask: Ask, decisions: list[Answer]) -> Answer:
    """The expected receipt with other decisions, its count and digest made anew."""
    summary = dict.fromkeys(("admitted", "needs_verification", "rejected"), 0)
    for decision in decisions:
        summary[decision["outcome"]] += 1
    return sealed({**ask.answer["receipt"], "decisions": decisions, "summary": summary})


def sealed(value: Answer) -> Answer:
    body = {name: item for name, item in value.items() if name != "receipt_sha256"}
    return {"receipt": {**body, "receipt_sha256": digest("receipt", canonical(body))}}


@wrong
def code_point_order(ask: Ask) -> Answer:
    """Members in the order of their code points, which is that of UTF-8 bytes too."""
    return digested(ask, canonical(json.loads(ask.answer["canonical"]), order="utf-8"))


@wrong
def escaped_value(ask: Ask) -> Answer:
    return digested(ask, canonical(json.loads(ask.answer["canonical"]), ascii_only=True))


@wrong
def normalised_value(ask: Ask) -> Answer:
    return digested(ask, unicodedata.normalize("NFC", ask.answer["canonical"]))


@wrong
def floats(ask: Ask) -> Answer:
    value = json.loads(ask.answer["canonical"], parse_int=float)
    return digested(ask, json.dumps(value, ensure_ascii=False, separators=(",", ":")))


@wrong
def digest_without_prefix(ask: Ask) -> Answer:
    return {"sha256": sha256(ask.answer["canonical"])}


@wrong
def wrong_refusal(ask: Ask) -> Answer:
    return {"refusal": "PACKET_INVALID"} if "refusal" in ask.answer else {}


@wrong
def wrong_verification_code(ask: Ask) -> Answer:
    return {"code": "RECEIPT_DIFFERS"} if ask.answer.get("code") else {}


@reply
def always_verified(ask: Ask) -> bytes:
    if "verified" not in ask.answer:
        return ask.right
    return line({"id": ask.answer["id"], "verified": True})


@reply
def accepts_duplicates(ask: Ask) -> bytes:
    """As most readers do: the last of two members is kept."""
    if ask.answer.get("refusal") != "DUPLICATE_MEMBER" or "value_text" not in ask.vector:
        return ask.right
    text = canonical(json.loads(ask.vector["value_text"]))
    return line({"id": ask.answer["id"], **digested(ask, text)})


@reply
def refuses_everything(ask: Ask) -> bytes:
    if not ask.vector:
        return ask.right
    return line({"id": ask.answer["id"], "refusal": "JSON_INVALID"})


@reply
def says_unsupported(ask: Ask) -> bytes:
    if "expect" not in ask.vector:
        return ask.right
    return line({"id": ask.answer["id"], "unsupported": "quote/0.1"})


@wrong
def always_admitted(ask: Ask) -> Answer:
    decisions = ask.answer["receipt"]["decisions"]
    return receipt(
        ask, [{**decision, "outcome": "admitted", "codes": []} for decision in decisions]
    )


@wrong
def no_info_codes(ask: Ask) -> Answer:
    decisions = ask.answer["receipt"]["decisions"]
    return receipt(ask, [{**decision, "codes": []} for decision in decisions])


def recounted(ask: Ask, width: Callable[[str], int]) -> Answer:
    """Spans in another unit than bytes."""
    source = ask.source.encode()

    def offset(place: int) -> int:
        return width(source[:place].decode())

    def spans(found: list[dict[str, int]]) -> list[dict[str, int]]:
        return [{edge: offset(place) for edge, place in span.items()} for span in found]

    decisions = ask.answer["receipt"]["decisions"]
    return receipt(ask, [{**decision, "spans": spans(decision["spans"])} for decision in decisions])


@wrong
def offsets_in_code_points(ask: Ask) -> Answer:
    return recounted(ask, len)


@wrong
def offsets_in_utf_16(ask: Ask) -> Answer:
    return recounted(ask, lambda text: len(text.encode("utf-16-le")) // 2)


@wrong
def normalised_source(ask: Ask) -> Answer:
    """The source digested in Normalization Form C."""
    text = unicodedata.normalize("NFC", ask.source)
    value = ask.answer["receipt"]
    inputs = {**value["inputs"], "source_sha256": sha256(text)}
    return sealed({**value, "inputs": inputs})


@wrong
def receipt_digest_over_itself(ask: Ask) -> Answer:
    value = ask.answer["receipt"]
    return {"receipt": {**value, "receipt_sha256": digest("receipt", canonical(value))}}


@wrong
def member_too_many(ask: Ask) -> Answer:
    return sealed({**ask.answer["receipt"], "time": "now"})
