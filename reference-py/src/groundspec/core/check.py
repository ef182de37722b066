"""What the engine knows of a check."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from groundspec.core.packet import Packet


class Check(Protocol):
    """A check at one version. It reads and judges; digests and receipts are core's."""

    @property
    def name(self) -> str:
        """Name and version, such as `quote/0.1`."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The identifiers marked `rule` that can be left out."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The conformance classes that the check adds to `core` and `packet`."""

    def prepare_policy(self, packet: Mapping[str, Any]) -> Mapping[str, Any]:
        """The complete policy of a packet of valid shape whose policy name is known.

        Raises Refusal with POLICY_INVALID. This is the end of the meaning phase.
        """

    def decide(self, packet: Packet, without: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
        """One decision per claim, in packet order, each without `claim_sha256`."""

    def outside(self, packet: Packet, decisions: Sequence[Mapping[str, Any]], /) -> dict[str, Any]:
        """The members of the receipt that the check adds to those that all have (R-MEMBERS)."""
