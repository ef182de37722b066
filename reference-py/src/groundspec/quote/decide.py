"""The check ``quote/0.1``: reads each claim, judges it, and writes the decision (section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final

from groundspec.core.packet import Packet
from groundspec.core.rules import judge
from groundspec.quote.fragments import fragment_members
from groundspec.quote.policy import complete
from groundspec.quote.reading import LISTED, Reader, Reading
from groundspec.quote.rules import RULES, stages
from groundspec.quote.search import Found, Span
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

    def outside(self, _packet: Packet, _decisions: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Add nothing to the receipt."""
        return {}


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
        return self._judge(claim, self._reader.read(claim))

    def decide_shapely(self, claim: Mapping[str, Any]) -> dict[str, Any]:
        """Give the same of a claim that validates against its schema."""
        return self._judge(claim, self._reader.read_shapely(claim))

    def _judge(self, claim: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
        rejects, flags, infos = stages(reading)
        judgement = judge(
            reading,
            rejects=rejects,
            flags=flags,
            infos=infos,
            waive=self._waive,
            without=self._without,
        )
        return {"id": claim["id"], **judgement.members(), **self._members(claim, reading)}

    def _members(self, claim: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
        """Q-MEMBERS."""
        standing, stitching = reading.standing, reading.stitching
        fragments: list[dict[str, object]] = []
        omitted: list[dict[str, int]] = []
        if stitching:
            text = Text(claim["text"])
            fragments = [fragment_members(row, text, self._source) for row in stitching.fragments]
            if standing.found.tier:
                omitted = self._spans(stitching.omitted)
        return {
            "tier": standing.found.tier,
            "occurrences": len(standing.found.spans),
            "spans": self._spans(standing.found.spans),
            "elsewhere": self._spans(standing.elsewhere),
            "fragments": fragments,
            "omitted": omitted,
            "near": self._near(reading.near),
        }

    def _near(self, found: Found | None) -> dict[str, Any] | None:
        """Q-NEAR."""
        if found is None:
            return None
        spans = self._spans(found.spans)
        return {"tier": found.tier, "occurrences": len(found.spans), "spans": spans}

    def _spans(self, places: Iterable[Span]) -> list[dict[str, int]]:
        return [self._source.span(*place) for place in islice(places, LISTED)]


CHECK: Final = QuoteCheck()
