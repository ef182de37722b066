"""Packets (SPEC.md 4): which are refused, with which code, and what goes before what."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import groundspec
from groundspec import Refusal, Unsupported, resources
from groundspec.core import canonical
from groundspec.core.codes import registry
from groundspec.core.packet import Packet, read_packet
from groundspec.core.shape import shape_error
from groundspec.engine import Engine
from independent import canonical as independent
from reference.packets import DEFAULT, SOURCE, packet, raw

SURROGATE = b'{"a":"\\ud800",'


class Trusting:
    """A check that asks nothing of a policy."""

    name = "quote/0.1"
    rules = ("X-ONE", "X-TWO")
    classes = ("quote",)

    def prepare_policy(self, packet: Mapping[str, Any]) -> Mapping[str, Any]:
        policy = packet["policy"]
        return resources.policy("quote", policy) if isinstance(policy, str) else policy

    def outside(self, _packet: Packet, _decisions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        return {}

    def decide(self, packet: Packet, without: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
        codes = sorted(without)
        return [
            {"id": claim["id"], "outcome": "rejected", "codes": codes, "waived": [], "marks": []}
            for claim in packet.claims
        ]


ENGINE = Engine({"quote/0.1": Trusting()})


def refused(given: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        ENGINE.decide(given)
    assert caught.value.phase == registry().codes[caught.value.code].phase
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(
    ("given", "code", "pointer"),
    [
        (b"[]", "ENVELOPE_INVALID", ""),
        (b'"quote/0.1"', "ENVELOPE_INVALID", ""),
        (b"{}", "ENVELOPE_INVALID", ""),
        (b'{"groundspec":"0.1"}', "ENVELOPE_INVALID", ""),
        (b'{"groundspec":1,"check":"quote/0.1"}', "ENVELOPE_INVALID", "/groundspec"),
        (b'{"groundspec":"0.2","check":null}', "ENVELOPE_INVALID", "/check"),
        (b'{"groundspec":"0.2","check":"quote/0.1"}', "UNKNOWN_VERSION", "/groundspec"),
        (b'{"groundspec":"0.1 ","check":"nothing/0.1"}', "UNKNOWN_VERSION", "/groundspec"),
        (b'{"groundspec":"0.1","check":"quote/0.10"}', "UNKNOWN_CHECK", "/check"),
        (b'{"groundspec":"0.1","check":"Quote/0.1"}', "UNKNOWN_CHECK", "/check"),
        (b'{"groundspec":"0.1","check":"quote"}', "UNKNOWN_CHECK", "/check"),
        (b'{"groundspec":"0.1","check":"quote/0.1"}', "PACKET_INVALID", ""),
        (raw("a", note=1), "PACKET_INVALID", ""),
        (raw("a", policy=...), "PACKET_INVALID", ""),
        (raw("a", policy=None), "PACKET_INVALID", "/policy"),
        (raw("a", policy={}), "PACKET_INVALID", "/policy"),
        (raw("a", policy={**DEFAULT, "boundaries": 1}), "PACKET_INVALID", "/policy/boundaries"),
        (raw("a", policy={**DEFAULT, "tiers": []}), "PACKET_INVALID", "/policy/tiers"),
        (raw("a", policy={**DEFAULT, "near": [{"tier": "X"}]}), "PACKET_INVALID", "/policy/near/0"),
        (raw("a", policy={**DEFAULT, "markers": [[]]}), "PACKET_INVALID", "/policy/markers/0"),
        (raw("a", policy={**DEFAULT, "waive": ["A", "A"]}), "PACKET_INVALID", "/policy/waive"),
        (raw("a", policy={**DEFAULT, "more": 0}), "PACKET_INVALID", "/policy"),
        (raw("a", claims={}), "PACKET_INVALID", "/claims"),
        (raw("a", None), "PACKET_INVALID", "/claims/1"),
        (raw({}), "PACKET_INVALID", "/claims/0"),
        (raw({"id": ""}), "PACKET_INVALID", "/claims/0/id"),
        (raw({"id": 7}), "PACKET_INVALID", "/claims/0/id"),
        (raw("a", source={"text": "", "id": None}), "PACKET_INVALID", "/source"),
        (
            raw("a", source={"text": None, "id": None, "url": None}),
            "PACKET_INVALID",
            "/source/text",
        ),
        (raw({"id": "a"}, {"id": "b"}, {"id": "a"}), "DUPLICATE_CLAIM_ID", "/claims/2/id"),
        (raw("a", policy="Default"), "UNKNOWN_POLICY", "/policy"),
        (raw("a", policy=""), "UNKNOWN_POLICY", "/policy"),
        (raw("a", policy="../default"), "UNKNOWN_POLICY", "/policy"),
    ],
)
def test_is_refused_with_its_place(given: bytes, code: str, pointer: str) -> None:
    refusal = refused(given)
    assert (refusal.code, refusal.pointer) == (code, pointer)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"\xef\xbb\xbf[1.5", "BYTE_ORDER_MARK"),
        (SURROGATE + b'"groundspec":"0.2","check":1}', "LONE_SURROGATE"),
        (SURROGATE + b'"a":1,"x":1.5}', "DUPLICATE_MEMBER"),
        (b'{"groundspec":"0.2","check":"quote/9.9"}', "UNKNOWN_VERSION"),
        (b'{"groundspec":"0.1","check":"quote/9.9","claims":0}', "UNKNOWN_CHECK"),
        (raw({"id": "a"}, {"id": "a"}, {"id": ""}), "PACKET_INVALID"),
        (raw({"id": "a"}, {"id": "a"}, policy="none"), "DUPLICATE_CLAIM_ID"),
    ],
)
def test_the_first_phase_and_the_first_code_decide(given: bytes, code: str) -> None:
    assert refused(given).code == code


def test_a_policy_that_contradicts_itself_comes_last() -> None:
    policy = {**DEFAULT, "tiers": ["case", "exact"]}
    with pytest.raises(Refusal) as caught:
        groundspec.decide(raw("a", policy=policy))
    assert caught.value.code == "POLICY_INVALID"
    with pytest.raises(Refusal) as caught:
        groundspec.decide(raw({"id": "a"}, {"id": "a"}, policy=policy))
    assert caught.value.code == "DUPLICATE_CLAIM_ID"


@pytest.mark.parametrize("check", ["repair/0.1", "answer/0.1", "calibration/0.1"])
def test_a_listed_check_is_unsupported_before_its_shape_is_asked(check: str) -> None:
    with pytest.raises(Unsupported) as caught:
        ENGINE.decide(json.dumps({"groundspec": "0.1", "check": check, "claims": 0}))
    assert caught.value.check == check


def test_ids_are_compared_as_code_points() -> None:
    claims = [{"id": name} for name in ("a", "A", "\u00e9", "e\u0301", "a ", "\U0001f4a7")]
    assert len(ENGINE.decide(raw(*claims)).value["decisions"]) == len(claims)


def test_bytes_text_and_value_are_one_packet() -> None:
    given = packet("The fee", {"id": "\U0001f4a7", "\U0001f4a7": [{"\uff21": True}], "\uff21": 1})
    text = json.dumps(given, ensure_ascii=False)
    receipts = {
        ENGINE.decide(form).canonical
        for form in (given, text, text.encode(), bytearray(text, "utf-8"))
    }
    assert len(receipts) == 1


def test_a_value_is_read_as_strictly_as_text() -> None:
    assert refused(packet("a", claims=({"id": 1.0},))).code == "NUMBER_FORM"
    assert refused(packet({"id": "a", 1: 2})).code == "JSON_INVALID"
    assert refused(packet({"id": "a", "at": 2**53})).code == "NUMBER_RANGE"
    assert refused(packet("a", policy={**DEFAULT, "waive": {"X"}})).code == "JSON_INVALID"


def test_a_value_is_not_changed_and_not_kept() -> None:
    given = packet("The fee", policy=dict(DEFAULT))
    before = json.dumps(given)
    read = read_packet(given, ENGINE.checks)
    assert json.dumps(given) == before
    given["claims"].append(3)
    assert len(read.claims) == 1


def test_what_a_packet_holds_once_it_is_read() -> None:
    given = packet("The fee", "never")
    read = read_packet(raw("The fee", "never"), ENGINE.checks)
    assert (read.value, read.claims, read.check) == (given, given["claims"], "quote/0.1")
    assert (read.source_text, read.policy) == (SOURCE, DEFAULT)
    assert read.sha256 == independent.value_digest("packet", given)
    assert list(read.claim_bytes) == [independent.canonical(claim) for claim in given["claims"]]


def test_the_receipt_of_any_check() -> None:
    given = packet({"id": "b", "extra": "\U0001f4a7"}, {"id": "a"})
    receipt = ENGINE.decide(given)
    value = receipt.value
    assert receipt.canonical == independent.canonical(value)
    assert shape_error("receipt", {**value, "decisions": []}) is None
    assert value["inputs"] == {
        "packet_sha256": independent.value_digest("packet", given),
        "source_sha256": independent.text_digest(SOURCE),
        "policy_sha256": independent.value_digest("policy", DEFAULT),
    }
    assert [row["id"] for row in value["decisions"]] == ["b", "a"]
    assert [row["claim_sha256"] for row in value["decisions"]] == [
        independent.value_digest("claim", claim) for claim in given["claims"]
    ]
    assert value["summary"] == {"admitted": 0, "needs_verification": 0, "rejected": 2}
    whole = {name: member for name, member in value.items() if name != "receipt_sha256"}
    assert value["receipt_sha256"] == independent.value_digest("receipt", whole)


def test_a_policy_written_out_has_the_digest_of_its_name() -> None:
    named = ENGINE.decide(packet("a")).value["inputs"]
    written = ENGINE.decide(packet("a", policy=DEFAULT)).value["inputs"]
    assert named["policy_sha256"] == written["policy_sha256"]
    assert named["packet_sha256"] != written["packet_sha256"]


def test_policy_documents_have_the_digests_that_are_listed() -> None:
    for name, listed in resources.policy_digests("quote").items():
        policy = resources.policy("quote", name)
        assert canonical.digest_value("policy", policy) == listed
        assert independent.value_digest("policy", policy) == listed
        assert shape_error("quote.policy", policy) is None


def test_an_ablated_decision_has_no_digest() -> None:
    decisions = ENGINE.ablate(raw("a"), frozenset(["X-ONE"]))
    assert decisions[0]["codes"] == ["X-ONE"]
    assert "claim_sha256" not in decisions[0]


def test_shape_is_told_without_the_value() -> None:
    secret = "do not repeat me " * 1000
    for member in ({"note": secret}, {"policy": [secret]}, {"claims": [secret]}):
        refusal = refused(packet(**member))
        assert secret[:40] not in str(refusal)
        assert len(str(refusal)) < 200


def test_check_quotes_builds_the_packet() -> None:
    receipt = groundspec.check_quotes(SOURCE, ["The fee", ("never", (46, 51))], "exact")
    claims = [
        {"id": "q1", "text": "The fee", "at": None},
        {"id": "q2", "text": "never", "at": {"start": 46, "end": 51}},
    ]
    assert receipt == groundspec.decide(packet(*claims, policy="exact"))
    assert [row["outcome"] for row in receipt["decisions"]] == ["admitted", "admitted"]


def test_a_check_that_is_not_known_is_told_which_are_decided() -> None:
    with pytest.raises(Refusal) as caught:
        groundspec.decide(b'{"groundspec":"0.1","check":"fact/9.9"}')
    assert caught.value.hint == "Decided here: quote/0.1, fact/0.1."
