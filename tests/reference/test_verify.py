"""Verification (SPEC.md 7): a receipt holds, or the first code that applies is given."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import groundspec
from groundspec.core.codes import registry
from independent import canonical as independent
from reference.packets import packet, raw

CLAIMS = ("The fee", 'We "never" waive it', "not there")
PACKET = raw(*CLAIMS, policy="strict")
RECEIPT = groundspec.decide(PACKET)
Receipt = dict[str, Any]


def sealed(receipt: Receipt) -> Receipt:
    """The same with its digest made anew."""
    rest = {name: member for name, member in receipt.items() if name != "receipt_sha256"}
    return {**rest, "receipt_sha256": independent.value_digest("receipt", rest)}


def changed(change: Callable[[Receipt], object]) -> Receipt:
    receipt: Receipt = json.loads(json.dumps(RECEIPT))
    change(receipt)
    return receipt


def forged(change: Callable[[Receipt], object]) -> Receipt:
    return sealed(changed(change))


def admit(receipt: Receipt) -> None:
    receipt["decisions"][2]["outcome"] = "admitted"


def test_a_receipt_holds() -> None:
    assert groundspec.verify(RECEIPT, PACKET).ok
    assert groundspec.verify(groundspec.decide_bytes(PACKET), PACKET)
    assert groundspec.verify(json.dumps(RECEIPT, indent=3), packet(*CLAIMS, policy="strict"))


def test_member_order_and_white_space_are_no_part_of_it() -> None:
    turned = dict(reversed(RECEIPT.items()))
    assert groundspec.verify(json.dumps(turned, indent=1).encode(), PACKET).code is None


@pytest.mark.parametrize(
    ("receipt", "code"),
    [
        (b"\xff", "RECEIPT_UNREADABLE"),
        (b"", "RECEIPT_UNREADABLE"),
        (b"[]", "RECEIPT_UNREADABLE"),
        (b'{"a":1,"a":1}', "RECEIPT_UNREADABLE"),
        (b"[" * 100_000, "RECEIPT_UNREADABLE"),
        ({"a": 1.5}, "RECEIPT_UNREADABLE"),
        (b"{}", "RECEIPT_DIGEST_DIFFERS"),
        (changed(admit), "RECEIPT_DIGEST_DIFFERS"),
        (changed(lambda r: r.pop("receipt_sha256")), "RECEIPT_DIGEST_DIFFERS"),
        (changed(lambda r: r.update(receipt_sha256=None)), "RECEIPT_DIGEST_DIFFERS"),
        (
            changed(lambda r: r.update(receipt_sha256=r["receipt_sha256"][7:])),
            "RECEIPT_DIGEST_DIFFERS",
        ),
        (sealed({}), "VERSION_UNSUPPORTED"),
        (forged(lambda r: r.update(groundspec="0.2")), "VERSION_UNSUPPORTED"),
        (forged(lambda r: r.update(check="quote/0.9")), "VERSION_UNSUPPORTED"),
        (forged(lambda r: r.update(check="answer/0.1")), "VERSION_UNSUPPORTED"),
        (forged(lambda r: r.update(check=["quote/0.1"])), "VERSION_UNSUPPORTED"),
        (forged(lambda r: r.pop("check")), "VERSION_UNSUPPORTED"),
        (forged(lambda r: r.pop("inputs")), "PACKET_DIFFERS"),
        (forged(lambda r: r.update(inputs=[])), "PACKET_DIFFERS"),
        (forged(lambda r: r["inputs"].pop("packet_sha256")), "PACKET_DIFFERS"),
        (sealed(groundspec.decide(raw("The fee"))), "PACKET_DIFFERS"),
        (forged(lambda r: r["inputs"].pop("policy_sha256")), "INPUTS_DIFFER"),
        (forged(lambda r: r["inputs"].update(extra=1)), "INPUTS_DIFFER"),
        (forged(lambda r: r["inputs"].update(source_sha256=None)), "INPUTS_DIFFER"),
        (forged(admit), "DECISIONS_DIFFER"),
        (forged(lambda r: r.pop("decisions")), "DECISIONS_DIFFER"),
        (forged(lambda r: r["decisions"].reverse()), "DECISIONS_DIFFER"),
        (forged(lambda r: r["decisions"].pop()), "DECISIONS_DIFFER"),
        (forged(lambda r: r["decisions"][0].update(occurrences=True)), "DECISIONS_DIFFER"),
        (forged(lambda r: r["decisions"][0]["codes"].append("X")), "DECISIONS_DIFFER"),
        (forged(lambda r: r.pop("summary")), "SUMMARY_DIFFERS"),
        (forged(lambda r: r["summary"].update(rejected=0)), "SUMMARY_DIFFERS"),
        (forged(lambda r: r["summary"].update(rejected=True)), "SUMMARY_DIFFERS"),
        (forged(lambda r: r.update(note="")), "RECEIPT_DIFFERS"),
    ],
)
def test_the_first_code_that_applies(receipt: Any, code: str) -> None:
    if not isinstance(receipt, bytes):
        assert groundspec.verify(receipt, PACKET).code == code
        receipt = json.dumps(receipt).encode()
    answer = groundspec.verify(receipt, PACKET)
    assert (answer.ok, answer.code, bool(answer)) == (False, code, False)
    assert registry().codes[code].cls == "verification"
    assert answer.message


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"", "PACKET_REFUSED"),
        (raw({"id": "a"}, {"id": "a"}), "PACKET_REFUSED"),
        (b'{"groundspec":"0.1","check":"answer/0.1"}', "VERSION_UNSUPPORTED"),
        (b'{"groundspec":"0.2","check":"quote/0.1"}', "PACKET_REFUSED"),
        (raw(*CLAIMS, policy="default"), "PACKET_DIFFERS"),
    ],
)
def test_what_the_packet_has_to_do_with_it(given: bytes, code: str) -> None:
    answer = groundspec.verify(RECEIPT, given)
    assert answer.code == code
    assert (answer.refusal is not None) == (code == "PACKET_REFUSED")


def test_a_packet_in_the_receipt_s_place_is_known() -> None:
    assert groundspec.verify(PACKET, RECEIPT).hint.startswith("This looks like a packet")
    assert not groundspec.verify(changed(admit), PACKET).hint
    assert not groundspec.verify({**changed(admit), "claims": []}, PACKET).hint


def test_the_receipt_is_asked_before_the_packet() -> None:
    assert groundspec.verify(changed(admit), b"").code == "RECEIPT_DIGEST_DIFFERS"
    assert groundspec.verify(sealed({}), b"").code == "VERSION_UNSUPPORTED"
    assert groundspec.verify(forged(admit), b"").code == "PACKET_REFUSED"
    assert groundspec.verify(forged(admit), raw("x")).code == "PACKET_DIFFERS"


@pytest.mark.parametrize(
    ("receipt", "place"),
    [
        (forged(admit), "/decisions/2/outcome"),
        (forged(lambda r: r["decisions"].pop()), "/decisions/2"),
        (forged(lambda r: r["summary"].update(rejected=0)), "/summary/rejected"),
        (forged(lambda r: r["inputs"].update(extra=1)), "/inputs/extra"),
        (forged(lambda r: r.update(note="")), "/note"),
        (forged(lambda r: r["decisions"][0].update(occurrences=True)), "/decisions/0/occurrences"),
    ],
)
def test_the_first_difference_is_named(receipt: Receipt, place: str) -> None:
    assert f"(first at {place})" in groundspec.verify(receipt, PACKET).message
