"""The rules of the quote check, as rows: rejects in their order, then flags, then infos (8.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from groundspec.core.rules import Finding, Mark, Rule
from groundspec.quote.boundaries.judge import EDGE_CLASSES
from groundspec.quote.fragments import Stitching
from groundspec.quote.reading import Reading
from groundspec.quote.search import Span
from groundspec.quote.steps import RULE_OF

Test = Callable[[Reading], Finding | None]


def _when(holds: Callable[[Reading], bool]) -> Test:
    return lambda reading: Finding() if holds(reading) else None


def _marked(place: Callable[[Reading], Span | None]) -> Test:
    """Hold where there is a place, in bytes of the source, and mark it."""

    def test(reading: Reading) -> Finding | None:
        found = place(reading)
        return None if found is None else Finding((Mark("source", *found),))

    return test


def _cut_by(rule: str) -> Test:
    """Q-EDGE: the class that refused the occurrence, with its mark."""

    def place(reading: Reading) -> Span | None:
        cut = reading.standing.found.cut
        return (cut.start, cut.end) if cut is not None and cut.rule == rule else None

    return _marked(place)


def _fragments(holds: Callable[[Stitching], bool]) -> Test:
    return _when(lambda reading: reading.stitching is not None and holds(reading.stitching))


def _limited(reading: Reading) -> bool:
    """Q-LIMIT."""
    stitching = reading.stitching
    return reading.standing.found.limit or (stitching is not None and stitching.limited)


def _absent(reading: Reading) -> bool:
    """Q-ABSENT."""
    return reading.standing.absent and reading.stitching is None


def _stitched(reading: Reading) -> bool:
    """Q-STITCHED."""
    return reading.stitching is not None and reading.stitching.whole is not None


_CUTS: Final = tuple(Rule(row.rule, row.code, _cut_by(row.rule)) for row in EDGE_CLASSES)
REJECTS: Final = (
    Rule("Q-CLAIM", "CLAIM_INVALID", _when(lambda reading: not reading.valid)),
    Rule("Q-DEGENERATE", "DEGENERATE", _when(lambda reading: reading.degenerate)),
    Rule("Q-LIMIT", "OCCURRENCE_LIMIT", _when(_limited)),
    *_CUTS,
    Rule("Q-FRAGMENT-SHORT", "FRAGMENT_TOO_SHORT", _fragments(lambda row: row.short)),
    Rule("Q-FRAGMENT-ABSENT", "FRAGMENT_ABSENT", _fragments(lambda row: row.absent)),
    Rule("Q-FRAGMENT-ORDER", "FRAGMENTS_OUT_OF_ORDER", _fragments(lambda row: row.disordered)),
    Rule("Q-PLACE", "NOT_AT_PLACE", _when(lambda reading: reading.standing.misplaced)),
    Rule("Q-ABSENT", "UNLOCATED", _when(_absent)),
)
_UNCUT: Final = tuple(rule for rule in REJECTS if rule not in _CUTS)


FLAGS: Final = (
    Rule("Q-ACCEPT", "TIER_NOT_ACCEPTED", _when(lambda reading: not reading.accepted)),
    Rule("Q-STITCHED", "STITCHED", _when(_stitched)),
    Rule("Q-OMITTED", "OMITS_NEGATION", _marked(lambda reading: reading.omitted)),
    Rule("Q-NEGATION", "NEGATION_LEFT_OFF", _marked(lambda reading: reading.negation)),
    Rule("Q-HEDGE", "HEDGE_LEFT_OFF", _marked(lambda reading: reading.hedge)),
)


def _several(reading: Reading) -> bool:
    """Q-MULTIPLE."""
    return len(reading.standing.found.spans) > 1


INFOS: Final = (
    Rule("Q-MULTIPLE", "MULTIPLE_OCCURRENCES", _when(_several)),
    Rule("Q-CAPPED", "OCCURRENCES_CAPPED", _when(lambda reading: reading.standing.found.capped)),
    Rule("Q-UNSOUND", "UNSOUND_TIER", _when(lambda reading: not reading.sound)),
    Rule("Q-TRUNCATED", "ELLIPSIS_AT_EDGE", _when(lambda reading: reading.truncated)),
)

Stages = tuple[tuple[Rule[Reading], ...], tuple[Rule[Reading], ...], tuple[Rule[Reading], ...]]


def stages(reading: Reading) -> Stages:
    """Give the rules of the three stages that can hold of a reading.

    None does of a claim that simply stands in one place; of one that is cut nowhere, no class.
    """
    found = reading.standing.found
    if not (found.tier and reading.valid) or reading.degenerate or reading.stitching:
        return (REJECTS if found.cut else _UNCUT), FLAGS, INFOS
    plain = reading.accepted and reading.sound and len(found.spans) == 1 and not found.capped
    if plain and not (reading.truncated or reading.negation or reading.hedge):
        return (), (), ()
    return (), FLAGS, INFOS


RULES: Final = tuple(
    dict.fromkeys(
        [
            *RULE_OF.values(),
            *(rule for row in EDGE_CLASSES for rule, _ in row.excuses),
            *(rule.id for rule in (*REJECTS, *FLAGS, *INFOS)),
        ]
    )
)
