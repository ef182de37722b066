"""How much of some records is admitted, policy by policy, and how much hangs on the policy.

`Panel.value` gives the report of schemas/quote-sensitivity.schema.json. Of a record no more is kept
than a digest of its source and claim, and of one that is decided differently its outcomes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from groundspec.apps.policies import Policy
from groundspec.apps.quote_records import Answer, Fault
from groundspec.apps.tally import Tally
from groundspec.apps.wilson import FORMULA, ROUNDING, Z, points, share
from groundspec.core.codes import registry
from groundspec.quote.decide import CHECK

LISTED: Final = 20
KEY: Final = "groundspec"
"""The member that an answer's line has the decision under."""
MEASURES: Final = ("admitted", "needs_verification", "rejected", "contiguous", "exact")


class Column(NamedTuple):
    """A policy as it was named, and what is counted under it."""

    label: str
    policy: Policy
    tally: Tally
    further: dict[str, int]

    def count(self, measure: str) -> int:
        """How many records a measure counts."""
        return self.further[measure] if measure in self.further else self.tally.outcomes[measure]

    def verdict(self, answer: Answer) -> dict[str, Any]:
        """What a record came to, with the codes that made it so."""
        deciding = {"rejected": "reject", "needs_verification": "flag"}.get(answer.outcome or "")
        waive = self.policy.document["waive"]
        codes = [
            code
            for code in answer.codes
            if registry().codes[code].cls == deciding and code not in waive
        ]
        return {
            "policy": self.label,
            "outcome": answer.outcome,
            "tier": answer.tier,
            "codes": codes,
        }

    def add(self, answer: Answer) -> None:
        """Count one record."""
        self.tally.add(answer)
        contiguous = answer.outcome == "admitted" and "STITCHED" not in answer.codes
        self.further["contiguous"] += contiguous
        self.further["exact"] += answer.tier == "exact"


class Panel:
    """Counts the same records under several policies."""

    def __init__(self, policies: Mapping[str, Policy], *, keep_all: bool) -> None:
        self.columns = [
            Column(
                label, policy, Tally(policy.document, sources=False), dict.fromkeys(MEASURES[3:], 0)
            )
            for label, policy in policies.items()
        ]
        self.read = 0
        self.failed = 0
        self.changed = 0
        self.listed: list[dict[str, Any]] = []
        self._keep_all = keep_all
        self._pairs: set[bytes] = set()

    def add(self, answers: Sequence[Answer]) -> Fault | None:
        """Count a record by its answers, one for each policy; or say what was wrong with it."""
        self.read += 1
        fault = _fault(answers)
        if fault is not None:
            self.failed += 1
            return fault
        first = answers[0]
        record = json.loads(first.line)
        decision = record[KEY]
        pair = f"{decision['source_sha256']}{record['claim']}".encode()
        self._pairs.add(blake2b(pair, digest_size=16).digest())
        for column, answer in zip(self.columns, answers, strict=True):
            column.add(answer)
        if any(answer.outcome != first.outcome for answer in answers):
            self.changed += 1
            if self._keep_all or len(self.listed) < LISTED:
                self.listed.append(self._changed(first.number, decision["id"], answers))
        return None

    def _changed(self, line: int, id_: str, answers: Sequence[Answer]) -> dict[str, Any]:
        rows = zip(self.columns, answers, strict=True)
        verdicts = [column.verdict(answer) for column, answer in rows]
        return {"line": line, "id": id_, "verdicts": verdicts}

    @property
    def decided(self) -> int:
        """How many records the shares are of."""
        return self.read - self.failed

    @property
    def distinct(self) -> int:
        """How many pairs of a source and a claim there are."""
        return len(self._pairs)

    # --- Report -----------------------------------------------------------------------------------

    def value(self) -> dict[str, Any]:
        """The report."""
        return {
            "report": "groundspec/quote-sensitivity",
            "version": 1,
            "check": CHECK.name,
            "interval": {
                "method": "Wilson score",
                "confidence": "95%",
                "formula": FORMULA,
                "z": {"numerator": Z[0], "denominator": Z[1]},
                "rounding": ROUNDING,
            },
            "records": {
                "read": self.read,
                "failed": self.failed,
                "decided": self.decided,
                "distinct_pairs": self.distinct,
            },
            "policies": [self._column(column) for column in self.columns],
            "spread": {measure: self.spread(measure) for measure in MEASURES},
            "changed": {"count": self.changed, "records": self.listed},
        }

    def _column(self, column: Column) -> dict[str, Any]:
        shares = {
            measure: share(column.count(measure), self.decided)._asdict() for measure in MEASURES
        }
        return {
            "policy": column.label,
            "policy_sha256": column.policy.sha256,
            "shares": shares,
            "tiers": column.tally.tiers,
            "codes": column.tally.codes,
        }

    def spread(self, measure: str) -> dict[str, Any]:
        """How far the policies are apart, and the first that has least and the first with most."""
        counts = [(column.count(measure), column.label) for column in self.columns]
        least = min(counts, key=lambda row: row[0])
        most = max(counts, key=lambda row: row[0])
        far = points(most[0] - least[0], self.decided) if self.decided else None
        return {"points": far, "lowest": least[1], "highest": most[1]}


def _fault(answers: Sequence[Answer]) -> Fault | None:
    faults: Iterator[Fault] = (answer.error for answer in answers if answer.error is not None)
    fault = next(faults, None)
    if fault is None and any(answer.source != answers[0].source for answer in answers):
        return Fault("the source changed while it was read", "leave it alone, and try again")
    return fault
