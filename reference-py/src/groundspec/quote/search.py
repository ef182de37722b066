"""Search for a quotation in a prepared source (8.4).

The plain way walks the tiers and examines the candidates of each. Most sources and quotations allow
a shorter way to the same result: where no step but white space and single code points changes
either, an occurrence at one of the graded tiers is one at the loosest of them too, over the same
stretch. One search there settles a miss, and the few stretches it finds say for themselves at which
tier they agree. Where quotations are literal as a rule, ``exact`` is searched before; a few vain
searches end that.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from groundspec.quote.boundaries.judge import Cut, Edges
from groundspec.quote.markers import MarkerStep
from groundspec.quote.quotation import Quotation
from groundspec.quote.tiers import Tier
from groundspec.text.node import Node
from groundspec.text.source import Text

EXAMINED: Final = 1000
_LUCK: Final = 3
_STRETCHES: Final = 64
_COMPARED: Final = 1 << 18

Span = tuple[int, int]


class Found(NamedTuple):
    """What a search found (Q-SEARCH): every span that passed, in code points."""

    tier: str | None = None
    spans: tuple[Span, ...] = ()
    capped: bool = False
    limit: bool = False
    cut: Cut | None = None

    @property
    def absent(self) -> bool:
        """Q-ABSENT: there is neither a tier, nor a limit, nor a refused occurrence."""
        return not (self.tier or self.limit or self.cut)

    @property
    def code(self) -> str | None:
        """The code that rejects a claim of which this was found; None where a tier was."""
        if self.tier:
            return None
        if self.limit:
            return "OCCURRENCE_LIMIT"
        return self.cut.code if self.cut else "UNLOCATED"


class Placed(NamedTuple):
    """What stands at a stated place (Q-PLACE): the tier at which the claim does, or the refusal."""

    tier: str | None = None
    cut: Cut | None = None


class Searcher:
    """Finds quotations in one source at some tiers; boundaries are judged by ``edges``, if any."""

    def __init__(
        self, source: Text, root: Node, tiers: Sequence[Tier], edges: Edges | None, plain: bool
    ) -> None:
        """Take the tiers, tightest first; ``plain`` allows no shorter way."""
        self._source = source
        self._root = root
        self._tiers = tuple(tiers)
        self._graded = _graded(self._tiers)
        self._edges = edges
        self._judged: dict[Span, Cut | None] = {}
        self._plain = plain or not self._graded
        self._literal = 0 if plain or not tiers or tiers[0].steps else _LUCK

    def quotation(self, text: str, whole: bool = True) -> Quotation:
        """Make a quotation of a claim's text, or of a piece of one."""
        return Quotation(text, self._tiers, self._marked, whole)

    @cached_property
    def _marked(self) -> bool:
        return any(isinstance(step, MarkerStep) for tier in self._tiers for step in tier.steps)

    def find(self, quotation: Quotation) -> Found:
        """Search for a quotation anywhere (Q-SEARCH)."""
        self._judged.clear()
        output = quotation.output(0) if self._literal > 0 else ""
        if output:
            found = self._find_literally(output)
            if found.tier or found.limit:
                self._literal = min(self._literal + 1, _LUCK)
                return found
            self._literal -= 1
        return self._find(quotation)

    def _find_literally(self, output: str) -> Found:
        """Examine the candidates at the tier ``exact``, the first of the tiers."""
        start = self._root.alone(output)
        if start is None:
            return self._examine(self._tiers[0], self._root, output)
        if start < 0:
            return Found()
        span = start, start + len(output)
        cut = self._refuse(span)
        return Found(cut=cut) if cut else Found(self._tiers[0].name, (span,))

    def _find(self, quotation: Quotation) -> Found:
        if self._plain or not (self._is_local and quotation.graded):
            return self._find_by_tier(quotation)
        found = self._find_loosest_first(quotation)
        if found is None:
            return self._find_by_tier(quotation)
        if found.tier or len(self._graded) == len(self._tiers):
            return found
        return self._find_by_tier(quotation, len(self._graded), found.cut)

    def at(self, quotation: Quotation, start: int, end: int) -> Placed:
        """Look for a quotation at one place, in code points (Q-PLACE, steps 1 and 2)."""
        for tier, output in zip(self._tiers, quotation.outputs(), strict=True):
            node = self._node(tier)
            stretch = node.place(start, end)
            if stretch is not None and node.text[stretch[0] : stretch[1]] == output:
                cut = self._refuse((start, end))
                return Placed(cut=cut) if cut else Placed(tier=tier.name)
        return Placed()

    def _node(self, tier: Tier) -> Node:
        return self._root.after(tier.steps)

    def _refuse(self, span: Span) -> Cut | None:
        """Judge the edges of a span, once for all tiers of a search."""
        if self._edges is None:
            return None
        if span not in self._judged:
            self._judged[span] = self._edges.refuse(*span)
        return self._judged[span]

    @cached_property
    def _is_local(self) -> bool:
        """Say whether only local steps change the source, at every graded tier."""
        return all(map(self._changed_locally, self._graded))

    def _changed_locally(self, tier: Tier) -> bool:
        node = self._root
        for step in tier.steps:
            after = node.then(step)
            if after is not node and not step.local:
                return False
            node = after
        return True

    def _find_by_tier(self, quotation: Quotation, first: int = 0, cut: Cut | None = None) -> Found:
        """Search tier by tier, from one of them on, with the refusal remembered so far."""
        tried: tuple[str, str] | None = None
        for tier, output in zip(self._tiers[first:], quotation.outputs(first), strict=True):
            node = self._node(tier)
            if not output or tried == (node.text, output):
                continue
            tried = node.text, output
            found = self._examine(tier, node, output)
            if found.tier or found.limit:
                return found
            cut = cut or found.cut
        return Found(cut=cut)

    def _examine(self, tier: Tier, node: Node, output: str) -> Found:
        """Examine the candidates at one tier (Q-SEARCH, steps 1 to 5)."""
        spans: list[Span] = []
        cut: Cut | None = None
        starts = node.places(output)
        for start in islice(starts, EXAMINED):
            span = node.span(start, start + len(output))
            if span is None:
                continue
            refused = self._refuse(span)
            if refused is None:
                spans.append(span)
            cut = cut or refused
        more = next(starts, None) is not None
        if spans:
            return Found(tier.name, tuple(spans), capped=more)
        return Found(limit=True) if more else Found(cut=cut)

    def _find_loosest_first(self, quotation: Quotation) -> Found | None:
        """Search at the loosest graded tier alone; None where that finds too much to compare."""
        last = len(self._graded) - 1
        node, output = self._node(self._graded[last]), quotation.output(last)
        if not output:
            return None
        starts = list(islice(node.places(output), _STRETCHES + 1))
        if len(starts) < 2:
            return self._only(node, starts, quotation)
        if len(starts) > _STRETCHES or len(starts) * len(output) > _COMPARED:
            return None
        spans = [node.span(start, start + len(output)) for start in starts]
        whole = [span for span in spans if span is not None]
        levels = [self._tightest(span, quotation) for span in whole]
        cuts = [self._refuse(span) for span in whole]
        passing = [level for level, cut in zip(levels, cuts, strict=True) if cut is None]
        best = min(passing or levels, default=0)
        examined = zip(whole, levels, cuts, strict=True)
        kept = [(span, cut) for span, level, cut in examined if level <= best]
        if not passing:
            return Found(cut=kept[0][1] if kept else None)
        good = tuple(span for span, cut in kept if cut is None)
        return Found(self._graded[best].name, good)

    def _only(self, node: Node, starts: Sequence[int], quotation: Quotation) -> Found:
        """Give what one candidate at the loosest graded tier, or none, comes to."""
        for start in starts:
            span = node.span(start, start + len(quotation.output(len(self._graded) - 1)))
            if span is not None:
                cut = self._refuse(span)
                if cut is not None:
                    return Found(cut=cut)
                return Found(self._graded[self._tightest(span, quotation)].name, (span,))
        return Found()

    def _tightest(self, span: Span, quotation: Quotation) -> int:
        """Give the first graded tier at which a stretch of the source and the quotation agree."""
        stretch = self._source.text[span[0] : span[1]]
        last = len(self._graded) - 1
        for level, tier in enumerate(self._graded[:last]):
            if tier.project_locally(stretch) == quotation.output(level):
                return level
        return last


def _graded(tiers: Sequence[Tier]) -> tuple[Tier, ...]:
    """Give the first tiers as long as each is looser than the one before."""
    graded: list[Tier] = []
    for tier in tiers:
        if tier.grade is None or (graded and tier.grade <= (graded[-1].grade or 0)):
            break
        graded.append(tier)
    return tuple(graded)
