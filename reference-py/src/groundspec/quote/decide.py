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
        decider = Decider(Text(packet.value["source"]["text"]), packet.policy, without)
        return [decider.decide(claim) for claim in packet.claims]


class Decider:
    """Decides claims about one source under one complete policy; the source is prepared once."""

    def __init__(
        self, source: Text, policy: Mapping[str, Any], without: frozenset[str] = frozenset()
    ) -> None:
        self._source = source
        self._waive = policy["waive"]
        self._reader = Reader(source, policy, without)
        self._without = without

    def decide(self, claim: Mapping[str, Any]) -> dict[str, Any]:
        """Give the decision of a claim that has an ``id``, without ``claim_sha256``."""
        reading = self._reader.read(claim)
        judgement = judge(
            reading,
            rejects=REJECTS,
            flags=FLAGS,
            infos=INFOS,
            waive=self._waive,
            without=self._without,
        )
        return {"id": claim["id"], **judgement.members(), **self._members(reading)}

    def _members(self, reading: Reading) -> dict[str, Any]:
        """Q-MEMBERS."""
        span = self._source.span
        return {
            "tier": reading.tier,
            "occurrences": reading.occurrences,
            "spans": [span(*place) for place in reading.spans],
            "elsewhere": [span(*place) for place in reading.elsewhere],
        }


CHECK: Final = QuoteCheck()
