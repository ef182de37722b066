"""Packets: envelope, shape and meaning (section 4), after strict reading.

`read_packet` asks the phases in their order and refuses at the first that fails. The canonical
bytes of the claims are made once and joined into those of the packet.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from groundspec import resources
from groundspec.core import canonical, jsonread
from groundspec.core.codes import refusal, registry
from groundspec.core.shape import shape_error
from groundspec.errors import Unsupported

RawPacket = bytes | bytearray | memoryview | str | Mapping[str, Any]


class PreparesPolicy(Protocol):
    """The part of a check that the meaning phase needs."""

    def prepare_policy(self, packet: Mapping[str, Any]) -> Mapping[str, Any]:
        """The complete policy; raises Refusal."""


class Packet(NamedTuple):
    """A packet that is not refused. `policy` is complete; `claim_bytes` are canonical bytes."""

    value: dict[str, Any]
    check: str
    policy: dict[str, Any]
    claims: list[dict[str, Any]]
    claim_bytes: tuple[bytes, ...]
    sha256: str

    @property
    def source_text(self) -> str:
        """The text of the source, in checks that have one."""
        text: str = self.value["source"]["text"]
        return text


def read_packet(raw: RawPacket, checks: Mapping[str, PreparesPolicy]) -> Packet:
    """A packet from its bytes, its text, or a Python value. Raises Refusal or Unsupported.

    `checks` are those that the implementation decides. (E-PHASE, E-CHECK, E-SHAPE)
    """
    value = jsonread.from_python(raw) if isinstance(raw, Mapping) else jsonread.read(raw)
    check = _envelope(value, checks)
    if check not in checks or not registry().checks[check]:
        raise Unsupported(check)
    _shape(value, check)
    policy = _meaning(value, check, checks[check])
    claim_bytes = tuple(canonical.canonical_bytes(claim) for claim in value["claims"])
    return Packet(
        value=value,
        check=check,
        policy=policy,
        claims=value["claims"],
        claim_bytes=claim_bytes,
        sha256=_digest(value, claim_bytes),
    )


def _digest(value: dict[str, Any], claim_bytes: tuple[bytes, ...]) -> str:
    """`packet_sha256` (R-INPUTS)."""
    parts = {
        name: canonical.array_bytes(claim_bytes)
        if name == "claims"
        else canonical.canonical_bytes(member)
        for name, member in value.items()
    }
    return canonical.digest_bytes("packet", canonical.object_bytes(parts))


def _envelope(value: Any, checks: Iterable[str]) -> str:
    """E-OBJECT, E-VERSION, E-CHECK: the packet's check."""
    if not isinstance(value, dict):
        raise refusal("ENVELOPE_INVALID", "A packet is an object.", hint=_ENVELOPE_HINT, pointer="")
    for name in ("groundspec", "check"):
        if not isinstance(value.get(name), str):
            what = "is not a string" if name in value else "is missing"
            pointer = f"/{name}" if name in value else ""
            raise refusal(
                "ENVELOPE_INVALID",
                f"The member {name!r} {what}.",
                hint=_ENVELOPE_HINT,
                pointer=pointer,
            )
    version, check = value["groundspec"], value["check"]
    if version != registry().groundspec:
        raise refusal(
            "UNKNOWN_VERSION",
            f"There is no envelope version {_short(version)}.",
            hint=f'This specification defines "{registry().groundspec}".',
            pointer="/groundspec",
        )
    if check not in registry().checks:
        raise refusal(
            "UNKNOWN_CHECK",
            f"There is no check {_short(check)}.",
            hint=f"Decided here: {', '.join(name for name in checks if registry().checks[name])}.",
            pointer="/check",
        )
    return str(check)


_ENVELOPE_HINT = 'It begins like {"groundspec": "0.1", "check": "quote/0.1", ...}.'


def _shape(value: dict[str, Any], check: str) -> None:
    """E-SHAPE."""
    error = shape_error(f"{_name(check)}.packet", value)
    if error is not None:
        raise refusal(
            "PACKET_INVALID",
            error.message,
            hint=error.hint or _shape_hint(_name(check), error.pointer, value),
            pointer=error.pointer,
        )


def _shape_hint(check: str, pointer: str, value: Mapping[str, Any]) -> str:
    """What the packet, its policy or its schema is like, and the file that says the rest.

    A policy that does not name its check may be one of an earlier shape.
    """
    policy = value.get("policy")
    unnamed = isinstance(policy, dict) and "tiers" in policy and "check" not in policy
    if pointer == "/policy" and unnamed:
        return "If an earlier release took this policy, `groundspec policy migrate` converts it."
    if pointer.startswith("/schema"):
        return f"{_FIELDS}; {resources.schema_path(f'{check}.schema')} says the rest."
    part = "policy" if pointer.startswith("/policy") else "packet"
    schema = f"{check}.{part}"
    members = ", ".join(resources.schema(schema)["properties"])
    return f"A {part} has the members {members}; {resources.schema_path(schema)} says the rest."


_FIELDS = 'A schema is {"fields": {"fee": {"type": "number", "unit": "USD"}}}'


def _meaning(value: dict[str, Any], check: str, prepares: PreparesPolicy) -> dict[str, Any]:
    """E-CLAIM-ID, E-POLICY-NAME, and what the check itself asks: the complete policy."""
    _distinct_ids(value["claims"])
    policy = value.get("policy")
    if isinstance(policy, str) and policy not in resources.policy_names(_name(check)):
        raise refusal(
            "UNKNOWN_POLICY",
            f"The check {_name(check)} has no policy {_short(policy)}.",
            hint=f"Its policies are {', '.join(resources.policy_names(_name(check)))}.",
            pointer="/policy",
        )
    return dict(prepares.prepare_policy(value))


def _distinct_ids(claims: list[dict[str, Any]]) -> None:
    """E-CLAIM-ID."""
    seen: dict[str, int] = {}
    for index, claim in enumerate(claims):
        first = seen.setdefault(claim["id"], index)
        if first != index:
            raise refusal(
                "DUPLICATE_CLAIM_ID",
                f"The id {_short(claim['id'])} is that of /claims/{first} too.",
                hint="Give every claim an id of its own.",
                pointer=f"/claims/{index}/id",
            )


def _name(check: str) -> str:
    """A check's name without its version."""
    return check.partition("/")[0]


def _short(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:40] + "...")
