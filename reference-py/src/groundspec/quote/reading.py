"""What is read of a claim before it is judged: whether it is one, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from groundspec.core.shape import validator
from groundspec.quote.edges import Cut
from groundspec.quote.search import Found, Placed, Searcher, Span
from groundspec.text.source import Text


class Reading(NamedTuple):
    """One claim, read. Spans are in code points of the source; ``accepted`` says of the tier."""

    valid: bool
    degenerate: bool = False
    limit: bool = False
    cut: Cut | None = None
    misplaced: bool = False
    tier: str | None = None
    accepted: bool = True
    occurrences: int = 0
    capped: bool = False
    spans: tuple[Span, ...] = ()
    elsewhere: tuple[Span, ...] = ()


class Reader:
    """Reads the claims of one packet."""

    def __init__(
        self, source: Text, policy: Mapping[str, Any], without: frozenset[str] = frozenset()
    ) -> None:
        self._source = source
        tiers: list[str] = policy["tiers"]
        self._accepted = tuple(tiers[: tiers.index(policy["accept_through"]) + 1])
        self._searcher = Searcher(source, tiers, policy["boundaries"], without)
        self._schema = validator("quote.claim")
        self._without = without

    def read(self, claim: Mapping[str, Any]) -> Reading:
        """Read a claim; whatever it holds, there is a reading of it."""
        place = self._place(claim.get("at"))
        valid = self._schema.is_valid(claim) and (place is not None or claim["at"] is None)
        if not valid and "Q-CLAIM" not in self._without:
            return Reading(valid=False)
        text = claim.get("text")
        quotation = self._searcher.quotation(text if isinstance(text, str) else "")
        degenerate = quotation.degenerate
        if degenerate and "Q-DEGENERATE" not in self._without:
            return Reading(valid, degenerate=True)
        if place is None:
            return self._found(valid, degenerate, self._searcher.find(quotation))
        placed = self._searcher.at(quotation, *place)
        if placed.tier:
            here = Found(placed.tier, 1, (place,))
            return self._found(valid, degenerate, here)
        return _not_at_place(valid, degenerate, placed, self._searcher.find(quotation))

    def _place(self, at: object) -> Span | None:
        """Give the stated place in code points, or None where it is none (Q-CLAIM)."""
        if not isinstance(at, dict) or sorted(at) != ["end", "start"]:
            return None
        offsets = []
        for name in ("start", "end"):
            offset = at[name]
            if not isinstance(offset, int) or isinstance(offset, bool):
                return None
            offsets.append(self._source.code_point_offset(offset))
        start, end = offsets
        return (start, end) if 0 <= start < end else None

    def _found(self, valid: bool, degenerate: bool, found: Found) -> Reading:
        return Reading(
            valid=valid,
            degenerate=degenerate,
            limit=found.limit,
            cut=found.cut,
            tier=found.tier,
            accepted=found.tier is None or found.tier in self._accepted,
            occurrences=found.occurrences,
            capped=found.capped,
            spans=found.spans,
        )


def _not_at_place(valid: bool, degenerate: bool, placed: Placed, found: Found) -> Reading:
    """Q-PLACE, steps 2 and 3: nothing found elsewhere is accepted."""
    return Reading(
        valid=valid,
        degenerate=degenerate,
        limit=found.limit and placed.cut is None,
        cut=placed.cut or found.cut,
        misplaced=found.tier is not None,
        elsewhere=found.spans,
    )
