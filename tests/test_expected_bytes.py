"""The expected bytes of the vectors, by paths that share no code with the reference.

Whole receipts come again from `independent.quote`; a dozen digests are those of bytes written out
here by hand.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from independent import canonical
from independent import quote as independent

CONFORMANCE = Path(__file__).resolve().parents[1] / "conformance"
SHORT = 1_500  # code points of a source that the slow implementation still decides quickly


@cache
def vectors() -> dict[str, Any]:
    found = {}
    for folder in ("core", "packet", "receipt", "quote"):
        for path in (CONFORMANCE / folder).rglob("*.json"):
            vector = json.loads(path.read_bytes())
            found[vector["id"]] = vector
    return found


def packet_of(vector: dict[str, Any]) -> Any:
    return vector["packet"] if "packet" in vector else json.loads(vector["packet_text"])


def with_receipts() -> list[tuple[Any, dict[str, Any]]]:
    rows = [vector for vector in vectors().values() if "receipt" in vector]
    return [(packet_of(row), row["receipt"]) for row in rows if "packet_base64" not in row]


def test_receipts_are_those_of_the_independent_implementation() -> None:
    decided = 0
    for packet, receipt in with_receipts():
        if len(packet["source"]["text"]) <= SHORT:
            decided += 1
            assert independent.receipt(packet) == receipt, packet
    assert decided > 400


def test_digests_are_those_of_the_independent_canonicaliser() -> None:
    for packet, receipt in with_receipts():
        rest = {name: member for name, member in receipt.items() if name != "receipt_sha256"}
        assert receipt["receipt_sha256"] == canonical.value_digest("receipt", rest)
        assert receipt["inputs"]["packet_sha256"] == canonical.value_digest("packet", packet)
        assert receipt["inputs"]["source_sha256"] == canonical.text_digest(packet["source"]["text"])
        for claim, decision in zip(packet["claims"], receipt["decisions"], strict=True):
            assert decision["claim_sha256"] == canonical.value_digest("claim", claim)


def test_digest_vectors_are_those_of_the_independent_canonicaliser() -> None:
    for vector in vectors().values():
        if "value_text" in vector and "canonical" in vector:
            value = json.loads(vector["value_text"])
            assert canonical.canonical(value).decode() == vector["canonical"], vector["id"]
            assert canonical.value_digest(vector["kind"], value) == vector["sha256"], vector["id"]


BY_HAND = [
    ("core/digest/empty-object-claim", "/sha256", b"groundspec/0.1:claim\0{}"),
    ("core/digest/empty-object-packet", "/sha256", b"groundspec/0.1:packet\0{}"),
    (
        "receipt/inputs/source-digest-is-sha256sum",
        "/receipt/inputs/policy_sha256",
        b"groundspec/0.1:policy\0"
        b'{"accept_through":"exact","allow_unsound":false,"boundaries":false,"check":"quote/0.1",'
        b'"ellipsis":"literal","markers":[],"min_fragment_words":3,"near":[],"tiers":["exact"],'
        b'"waive":[]}',
    ),
    ("receipt/inputs/source-digest-is-sha256sum", "/receipt/inputs/source_sha256", b"abc"),
    (
        "receipt/inputs/source-digest-is-sha256sum",
        "/receipt/decisions/0/claim_sha256",
        b'groundspec/0.1:claim\0{"at":null,"id":"q1","text":"abc"}',
    ),
    (
        "receipt/inputs/source-digest-is-sha256sum",
        "/receipt/inputs/packet_sha256",
        b'groundspec/0.1:packet\0{"check":"quote/0.1","claims":[{"at":null,"id":"q1","text":"abc"}],'
        b'"groundspec":"0.1","policy":"exact","source":{"id":null,"text":"abc","url":null}}',
    ),
    (
        "quote/exact/offsets-are-bytes",
        "/receipt/inputs/source_sha256",
        b"\xc3\xa9\xf0\x9f\x92\xa7 water",
    ),
    ("quote/case/sharp-s", "/receipt/inputs/source_sha256", b"Stra\xc3\x9fe"),
    (
        "quote/case/sharp-s",
        "/receipt/decisions/0/claim_sha256",
        b'groundspec/0.1:claim\0{"at":null,"id":"q1","text":"STRASSE"}',
    ),
    ("quote/hyphens/no-break-hyphen", "/receipt/inputs/source_sha256", b"cost\xe2\x80\x91plus"),
    (
        "quote/edge-sign/minus",
        "/receipt/inputs/packet_sha256",
        b'groundspec/0.1:packet\0{"check":"quote/0.1","claims":[{"at":null,"id":"q1",'
        b'"text":"5 percent"}],"groundspec":"0.1","policy":"default","source":{"id":null,'
        b'"text":"fell -5 percent","url":null}}',
    ),
    (
        "receipt/members/no-claims",
        "/receipt/receipt_sha256",
        b'groundspec/0.1:receipt\0{"check":"quote/0.1","decisions":[],"groundspec":"0.1","inputs":{'
        b'"packet_sha256":"sha256:b273c8451bff063de7e9c98d601d1e52d6628264d3322e3d2cab0b6e0368ed62",'
        b'"policy_sha256":"sha256:ca2fca03a8bc9053d85f2d087dadc0db66c3465864c5c78090e618a36dd2f080",'
        b'"source_sha256":"sha256:b35a27b4e901c7fada1de28b672c60c37f3a66771cea7ad24f011eb5925de439"},'
        b'"summary":{"admitted":0,"needs_verification":0,"rejected":0}}',
    ),
    (
        "quote/edge-sign/minus",
        "/receipt/inputs/policy_sha256",
        b'groundspec/0.1:policy\0{"accept_through":"case","allow_unsound":false,"boundaries":true,'
        b'"check":"quote/0.1","ellipsis":"stitch","markers":[],"min_fragment_words":3,'
        b'"near":["skeleton"],"tiers":["exact","canonical","whitespace","typography",'
        b'"line-hyphen-kept","line-hyphen-dropped","case"],"waive":[]}',
    ),
]


@pytest.mark.parametrize(("name", "pointer", "data"), BY_HAND)
def test_digest_is_that_of_bytes_written_by_hand(name: str, pointer: str, data: bytes) -> None:
    value = vectors()[name]
    for part in pointer[1:].split("/"):
        value = value[int(part)] if isinstance(value, list) else value[part]
    assert value == "sha256:" + hashlib.sha256(data).hexdigest()
