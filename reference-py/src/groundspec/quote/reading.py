"""What is read of a claim before it is judged: whether it is one, and where and how it stands."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from groundspec.core.shape import validator
from groundspec.quote.boundaries.judge import Cut, Edges
from groundspec.quote.fragments import MOST_PIECES, Stitching, pieces, stitch
from groundspec.quote.meaning import Beside, Meaning
from groundspec.quote.quotation import Quotation
from groundspec.quote.search import Found, Searcher, Span
from groundspec.quote.tiers import ladder
from groundspec.text.node import Node
from groundspec.text.source import Text

LISTED: Final = 16


class Standing(NamedTuple):
    """Where a quotation stands (Q-SEARCH, Q-PLACE). Spans are in code points of the source."""

    found: Found = Found()
    misplaced: bool = False
    elsewhere: tuple[Span, ...] = ()

    @property
    def absent(self) -> bool:
        """Q-ABSENT."""
        return self.found.absent and not self.misplaced


class Reading(NamedTuple):
    """One claim, read; ``accepted`` and ``sound`` say of the tier."""

    valid: bool
    degenerate: bool = False
    standing: Standing = Standing()
    stitching: Stitching | None = None
    truncated: bool = False
    near: Found | None = None
    accepted: bool = True
    sound: bool = True
    negation: Span | None = None
    hedge: Span | None = None
    omitted: Span | None = None


class Reader:
    """Reads the claims of one packet. Marks of a reading are in bytes, all else in code points."""

    def __init__(
        self, source: Text, policy: Mapping[str, Any], without: frozenset[str] = frozenset()
    ) -> None:
        tiers, near = ladder(policy, without)
        root = Node.root(source)
        self._edges = Edges(source, root, without)
        judged = self._edges if policy["boundaries"] else None
        plain = bool(without)
        self._source = source
        self._searcher = Searcher(source, root, tiers, judged, plain)
        self._near = Searcher(source, root, near, None, plain) if near else None
        self._meaning = Meaning(self._edges)
        self._sound = {tier.name: tier.sound for tier in tiers}
        self._order = [tier.name for tier in tiers]
        self._accepted = self._order[: self._order.index(policy["accept_through"]) + 1]
        self._boundaries: bool = policy["boundaries"]
        self._stitches = policy["ellipsis"] == "stitch"
        self._fewest: int = policy["min_fragment_words"]
        self._without = without

    def read(self, claim: Mapping[str, Any]) -> Reading:
        """Read a claim; whatever it holds, there is a reading of it."""
        place = self._place(claim.get("at"))
        shapely = validator("quote.claim").is_valid(claim)
        valid = shapely and (place is not None or claim["at"] is None)
        if not valid and "Q-CLAIM" not in self._without:
            return Reading(valid=False)
        given = claim.get("text")
        return self._read(valid, given if isinstance(given, str) else "", place)

    def read_shapely(self, claim: Mapping[str, Any]) -> Reading:
        """Read a claim that validates against its schema."""
        place = self._place(claim["at"])
        if place is None and claim["at"] is not None:
            return Reading(valid=False)
        return self._read(True, claim["text"], place)

    def _read(self, valid: bool, text: str, place: Span | None) -> Reading:
        quotation = self._searcher.quotation(text)
        degenerate = quotation.degenerate
        if degenerate and "Q-DEGENERATE" not in self._without:
            return Reading(valid, degenerate=True)
        reading = Reading(valid, degenerate, self._stand(quotation, place))
        if reading.standing.absent:
            reading = self._split(reading, text, place)
        return self._weigh(reading)

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

    def _stand(self, quotation: Quotation, place: Span | None) -> Standing:
        """Q-SEARCH, and Q-PLACE where a place is stated."""
        if place is None:
            return Standing(self._searcher.find(quotation))
        placed = self._searcher.at(quotation, *place)
        if placed.tier:
            return Standing(Found(placed.tier, (place,)))
        found = self._searcher.find(quotation)
        return _misplaced(found, placed.cut)

    def _split(self, reading: Reading, text: str, place: Span | None) -> Reading:
        """Q-FRAGMENTS of a claim that stands nowhere as a whole; Q-NEAR where that is no help."""
        parts = pieces(text) if self._stitches else []
        if 1 < len(parts) <= MOST_PIECES:
            return self._stitched(reading, text, parts, place)
        if len(parts) == 1:
            text = text[slice(*parts[0])]
            standing = self._stand(self._searcher.quotation(text, whole=False), place)
            reading = reading._replace(standing=standing, truncated=True)
        if reading.standing.absent and self._near:
            whole = not reading.truncated
            found = self._near.find(self._near.quotation(text, whole))
            reading = reading._replace(near=found if found.tier else None)
        return reading

    def _stitched(
        self, reading: Reading, text: str, parts: list[Span], place: Span | None
    ) -> Reading:
        """Q-STITCH."""

        def search(fragment: str) -> Found:
            return self._searcher.find(self._searcher.quotation(fragment, whole=False))

        stitching = stitch(text, parts, self._fewest, search)
        standing = Standing()
        if stitching.whole:
            tiers = (row.found.tier for row in stitching.fragments if row.found)
            loosest = max(self._order.index(tier) for tier in tiers if tier)
            standing = Standing(Found(self._order[loosest], (stitching.whole,)))
            if place not in (None, stitching.whole):
                standing = _misplaced(standing.found, None)
        return reading._replace(standing=standing, stitching=stitching)

    def _weigh(self, reading: Reading) -> Reading:
        """Read what the flags ask of a claim that stands somewhere."""
        found = reading.standing.found
        if found.tier is None:
            return reading
        beside = self._beside(found.spans) if self._boundaries else Beside(None, None)
        omitted = None
        if reading.stitching:
            omitted = self._meaning.omitted(list(reading.stitching.omitted))
        accepted, sound = found.tier in self._accepted, self._sound[found.tier]
        if accepted and sound and beside == (None, None) and omitted is None:
            return reading
        valid, degenerate, standing, stitching, truncated, near, *_ = reading
        return Reading(
            valid,
            degenerate,
            standing,
            stitching,
            truncated,
            near,
            accepted=accepted,
            sound=sound,
            negation=self._marked(beside.negation),
            hedge=self._marked(beside.hedge),
            omitted=self._marked(omitted),
        )

    def _beside(self, spans: tuple[Span, ...]) -> Beside:
        """Give what stands beside the first span, where something does beside every other too."""
        first = self._meaning.beside(*spans[0])
        for span in spans[1:LISTED]:
            if first == (None, None):
                break
            other = self._meaning.beside(*span)
            first = Beside(other.negation and first.negation, other.hedge and first.hedge)
        return first

    def _marked(self, stretch: Span | None) -> Span | None:
        return None if stretch is None else self._edges.in_source(*stretch)


def _misplaced(found: Found, cut: Cut | None) -> Standing:
    """Q-PLACE, steps 2 and 3: nothing found elsewhere is accepted."""
    rejected = Found(limit=found.limit and cut is None, cut=cut or found.cut)
    return Standing(rejected, found.tier is not None, found.spans[:LISTED])
