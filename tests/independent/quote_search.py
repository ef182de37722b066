"""Section 8.4 of SPEC.md: the search for a whole text, anywhere or at a place; the near-miss."""

from typing import NamedTuple

from independent.quote_policy import markers_of, tiers_of
from independent.quote_steps import Tier, candidates, joined, project
from independent.quote_tables import ALPHANUMERIC, Json
from independent.quote_view import refusal


class Search(NamedTuple):
    """Q-SEARCH: how it ended; `refused` is the mark that it remembered."""

    tier: Tier | None = None
    spans: tuple[Json, ...] = ()  # all that passed
    limit: bool = False
    capped: bool = False
    refused: Json | None = None

    @property
    def code(self) -> str | None:
        """The code that the search rejects with, or None if it found a tier."""
        if self.tier is not None:
            return None
        if self.limit:
            return "OCCURRENCE_LIMIT"
        return self.refused["code"] if self.refused else "UNLOCATED"


class Verdict(NamedTuple):
    """What became of a claim: the code of the reject stage, if any, and what was found."""

    code: str | None
    marks: tuple[Json, ...] = ()
    tier: Tier | None = None
    spans: tuple[Json, ...] = ()
    elsewhere: tuple[Json, ...] = ()
    capped: bool = False
    truncated: bool = False
    stitched: bool = False
    fragments: tuple[Json, ...] = ()
    omitted: tuple[Json, ...] = ()


def candidates_at(
    source: str, text: str, tier: Tier, policy: Json, piece: bool
) -> list[Json | None]:
    """Q-OCCURRENCE: the candidates of a text at a tier of a policy; Q-FRAGMENTS of a piece."""
    markers = markers_of(policy)
    wanted = joined(project(text, tier, markers))
    if piece and not any(ord(c) in ALPHANUMERIC for c in wanted):
        return []
    return candidates(project(source, tier, markers), wanted)


def search(source: str, text: str, policy: Json, tiers: list[Tier], piece: bool) -> Search:
    """Q-SEARCH, with these tiers."""
    remembered: Json | None = None
    for tier in tiers:
        found = candidates_at(source, text, tier, policy, piece)
        judged = [(s, refusal(source, s, policy)) for s in found[:1000] if s is not None]
        passed = [span for span, mark in judged if mark is None]
        if passed:
            return Search(tier, tuple(passed), capped=len(found) > 1000)
        if len(found) > 1000:
            return Search(limit=True)
        if judged and remembered is None:
            remembered = judged[0][1]
    return Search(refused=remembered)


def locate(source: str, text: str, at: Json | None, policy: Json, piece: bool) -> Verdict:
    """Q-SEARCH, Q-LIMIT and Q-PLACE, as if no text were ever split."""
    tiers = tiers_of(policy)
    found = search(source, text, policy, tiers, piece)
    listed = found.spans[:16]
    if at is not None:
        there = [tier for tier in tiers if at in candidates_at(source, text, tier, policy, piece)]
        mark = refusal(source, at, policy) if there else None
        if mark is not None:  # Q-PLACE, 2
            return Verdict(mark["code"], (mark,), elsewhere=listed)
        if there:  # Q-PLACE, 1
            return Verdict(None, tier=there[0], spans=(at,))
        if found.tier is not None:  # Q-PLACE, 3
            return Verdict("NOT_AT_PLACE", elsewhere=listed)
    if found.tier is None:
        return Verdict(found.code, (found.refused,) if found.refused else ())
    return Verdict(None, tier=found.tier, spans=found.spans, capped=found.capped)


def near(source: str, text: str, policy: Json, piece: bool) -> Json | None:
    """Q-NEAR, of a claim that is rejected with UNLOCATED."""
    anywhere = {**policy, "boundaries": False}
    found = search(source, text, anywhere, tiers_of(policy, "near"), piece)
    if found.tier is None:
        return None
    spans = list(found.spans)
    return {"tier": found.tier.name, "occurrences": len(spans), "spans": spans[:16]}
