"""Receipts and their verification (sections 6 and 7).

The canonical bytes of each decision are made once; those of the receipt are joined from them, with
and without its own digest.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from groundspec.core import jsonread
from groundspec.core.canonical import (
    array_bytes,
    canonical_bytes,
    digest_bytes,
    digest_text,
    digest_value,
    object_bytes,
)
from groundspec.core.codes import registry
from groundspec.core.packet import Packet
from groundspec.core.pointer import first_difference
from groundspec.core.rules import OUTCOMES
from groundspec.core.verification import Verification
from groundspec.errors import Refusal, Unsupported


class Receipt(NamedTuple):
    """A receipt, its canonical bytes, and those of its members."""

    value: dict[str, Any]
    canonical: bytes
    parts: Mapping[str, bytes]


def assemble(
    packet: Packet, decisions: Iterable[Mapping[str, Any]], outside: Mapping[str, Any]
) -> Receipt:
    """The receipt of a packet, from its decisions without `claim_sha256`.

    `outside` holds the members that the check adds.

    R-MEMBERS, R-INPUTS, R-SUMMARY, R-DIGEST.
    """
    claimed = [
        {"id": decision["id"], "claim_sha256": digest_bytes("claim", claim), **decision}
        for decision, claim in zip(decisions, packet.claim_bytes, strict=True)
    ]
    value: dict[str, Any] = {
        "groundspec": packet.value["groundspec"],
        "check": packet.check,
        "inputs": _inputs(packet),
        "decisions": claimed,
        "summary": _summary(claimed),
        **outside,
    }
    parts = {name: canonical_bytes(value[name]) for name in value if name != "decisions"}
    parts["decisions"] = array_bytes(map(canonical_bytes, claimed))
    value["receipt_sha256"] = digest_bytes("receipt", object_bytes(parts))
    parts["receipt_sha256"] = canonical_bytes(value["receipt_sha256"])
    return Receipt(value, object_bytes(parts), parts)


def _inputs(packet: Packet) -> dict[str, str]:
    """R-INPUTS: every input that the packet has."""
    inputs = {"packet_sha256": packet.sha256}
    if "source" in packet.value:
        inputs["source_sha256"] = digest_text(packet.source_text)
    if "schema" in packet.value:
        inputs["schema_sha256"] = digest_value("schema", packet.value["schema"])
    inputs["policy_sha256"] = digest_value("policy", packet.policy)
    return inputs


def _summary(decisions: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """R-SUMMARY."""
    summary = dict.fromkeys(OUTCOMES, 0)
    for decision in decisions:
        summary[decision["outcome"]] += 1
    return summary


# --- Verification ---------------------------------------------------------------------------------


def verify(
    raw_receipt: bytes | str | Mapping[str, Any],
    supported: Iterable[str],
    decide: Callable[[], Receipt],
) -> Verification:
    """The first code of section 7 that applies. `decide` decides the packet again."""
    try:
        given = _read_receipt(raw_receipt)
        _check_digest(given)
        _check_version(given, tuple(supported))
        _compare(given, _decide_again(decide))
    except _DifferenceError as found:
        return Verification(False, found.code, found.message, found.refusal, found.hint)
    return Verification(True, None, "The receipt is the one that the packet gives.")


class _DifferenceError(Exception):
    def __init__(
        self, code: str, message: str = "", refusal: Refusal | None = None, hint: str = ""
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message or registry().codes[code].title
        self.refusal = refusal
        self.hint = hint


def _read_receipt(raw: bytes | str | Mapping[str, Any]) -> dict[str, Any]:
    """V-READ."""
    try:
        value = jsonread.from_python(raw) if isinstance(raw, Mapping) else jsonread.read(raw)
    except Refusal as refusal:
        raise _DifferenceError("RECEIPT_UNREADABLE", str(refusal), refusal) from None
    if not isinstance(value, dict):
        raise _DifferenceError("RECEIPT_UNREADABLE", "A receipt is an object.")
    return value


def _check_digest(given: dict[str, Any]) -> None:
    """V-DIGEST."""
    rest = {name: member for name, member in given.items() if name != "receipt_sha256"}
    if given.get("receipt_sha256") != digest_value("receipt", rest):
        swapped = "claims" in given and "receipt_sha256" not in given
        hint = "This looks like a packet; the receipt comes first." if swapped else ""
        raise _DifferenceError("RECEIPT_DIGEST_DIFFERS", hint=hint)


def _check_version(given: dict[str, Any], supported: tuple[str, ...]) -> None:
    """V-VERSION."""
    if given.get("groundspec") != registry().groundspec or given.get("check") not in supported:
        raise _DifferenceError("VERSION_UNSUPPORTED")


def _decide_again(decide: Callable[[], Receipt]) -> Receipt:
    """V-VERSION for the packet, V-PACKET."""
    try:
        return decide()
    except Unsupported as unsupported:
        raise _DifferenceError("VERSION_UNSUPPORTED", f"{unsupported}.") from None
    except Refusal as refusal:
        raise _DifferenceError("PACKET_REFUSED", str(refusal), refusal) from None


def _compare(given: dict[str, Any], derived: Receipt) -> None:
    """V-PACKET-DIGEST, V-INPUTS, V-DECISIONS, V-SUMMARY, V-WHOLE."""
    inputs = given.get("inputs")
    packet_digest = inputs.get("packet_sha256") if isinstance(inputs, dict) else None
    if packet_digest != derived.value["inputs"]["packet_sha256"]:
        raise _DifferenceError("PACKET_DIFFERS")
    for name, code in _COMPARED:
        if name not in given or canonical_bytes(given[name]) != derived.parts[name]:
            raise _DifferenceError(code, _said(code, given, derived))
    if canonical_bytes(given) != derived.canonical:
        raise _DifferenceError("RECEIPT_DIFFERS", _said("RECEIPT_DIFFERS", given, derived))


def _said(code: str, given: dict[str, Any], derived: Receipt) -> str:
    """The code's title, and where the receipt differs first, its own digest aside."""
    derived_value = {**derived.value, "receipt_sha256": given.get("receipt_sha256")}
    place = first_difference(given, derived_value)
    return f"{registry().codes[code].title[:-1]} (first at {place})."


_COMPARED = (
    ("inputs", "INPUTS_DIFFER"),
    ("decisions", "DECISIONS_DIFFER"),
    ("summary", "SUMMARY_DIFFERS"),
)
