"""The rules of the quote check, as rows: rejects in their order, then flags, then infos (8.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from groundspec.core.rules import Finding, Mark, Rule
from groundspec.quote.edges import EDGE_CLASSES
from groundspec.quote.reading import Reading
from groundspec.quote.steps import STEPS

Test = Callable[[Reading], Finding | None]


def _when(holds: Callable[[Reading], bool]) -> Test:
    return lambda reading: Finding() if holds(reading) else None


def _cut_by(rule: str) -> Test:
    """Q-EDGE: the class that refused the occurrence, with its mark."""

    def test(reading: Reading) -> Finding | None:
        cut = reading.cut
        if cut is None or cut.rule != rule:
            return None
        return Finding((Mark("source", cut.start, cut.end),))

    return test


def _absent(reading: Reading) -> bool:
    """Q-ABSENT."""
    return not (reading.tier or reading.limit or reading.cut or reading.misplaced)


REJECTS: Final = (
    Rule("Q-CLAIM", "CLAIM_INVALID", _when(lambda reading: not reading.valid)),
    Rule("Q-DEGENERATE", "DEGENERATE", _when(lambda reading: reading.degenerate)),
    Rule("Q-LIMIT", "OCCURRENCE_LIMIT", _when(lambda reading: reading.limit)),
    *(Rule(row.rule, row.code, _cut_by(row.rule)) for row in EDGE_CLASSES),
    Rule("Q-PLACE", "NOT_AT_PLACE", _when(lambda reading: reading.misplaced)),
    Rule("Q-ABSENT", "UNLOCATED", _when(_absent)),
)
FLAGS: Final = (Rule("Q-ACCEPT", "TIER_NOT_ACCEPTED", _when(lambda reading: not reading.accepted)),)
INFOS: Final = (
    Rule("Q-MULTIPLE", "MULTIPLE_OCCURRENCES", _when(lambda reading: reading.occurrences > 1)),
    Rule("Q-CAPPED", "OCCURRENCES_CAPPED", _when(lambda reading: reading.capped)),
)

RULES: Final = tuple(
    dict.fromkeys(
        [
            *(row.rule for row in STEPS),
            *(row.excuse[0] for row in EDGE_CLASSES if row.excuse),
            *(rule.id for rule in (*REJECTS, *FLAGS, *INFOS)),
        ]
    )
)
