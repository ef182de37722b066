"""The check ``quote/0.1``: reads each claim, judges it, and writes the decision (section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from groundspec.core.packet import Packet
from groundspec.core.rules import judge
from groundspec.quote.policy import complete
from groundspec.quote.reading import Reader, Reading
from groundspec.quote.rules import FLAGS, INFOS, REJECTS, RULES
from groundspec.text.source import Text


class QuoteCheck:
    """The check as the engine knows it."""

    name: Final = "quote/0.1"
    rules: Final = RULES
    classes: Final = ("quote-exact", "quote")

    def prepare_policy(self, packet: Mapping[str, Any]) -> Mapping[str, Any]:
        """Give the packet's complete policy, or refuse it (Q-POLICY)."""
        return complete(packet["policy"])

    def decide(self, packet: Packet, without: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
        """Decide each claim, in packet order; ``without`` leaves rules out (P-ABLATION)."""
        source = Text(packet.value["source"]["text"])
        reader = Reader(source, packet.policy, without)
        return [
            _decision(claim["id"], reader.read(claim), source, packet.policy["waive"], without)
            for claim in packet.claims
        ]


def _decision(
    claim_id: str, reading: Reading, source: Text, waive: list[str], without: frozenset[str]
) -> dict[str, Any]:
    judgement = judge(
        reading, rejects=REJECTS, flags=FLAGS, infos=INFOS, waive=waive, without=without
    )
    return {
        "id": claim_id,
        **judgement.members(),
        "tier": reading.tier,
        "occurrences": reading.occurrences,
        "spans": [source.span(*span) for span in reading.spans],
        "elsewhere": [source.span(*span) for span in reading.elsewhere],
    }


CHECK: Final = QuoteCheck()
