"""What is counted while records are decided, and the share of them that is admitted."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from groundspec.apps.quote_records import Answer
from groundspec.apps.wilson import points
from groundspec.core.codes import order
from groundspec.core.rules import OUTCOMES
from groundspec.errors import Unusable
from groundspec.quote.tiers import name_of

_NONE: Final = "none"
_RATE: Final = r"([0-9]{1,9})(?:\.([0-9]{1,18}))?(%?)"


MOST_REFUSED: Final = 10


class Refused(NamedTuple):
    """A record that was not admitted."""

    number: int
    id: str
    outcome: str
    codes: tuple[str, ...]


class Tally:
    """Counts answers, and keeps the first that are not admitted.

    With `sources` it counts the claims of each source too, which takes memory.
    """

    def __init__(self, policy: Mapping[str, Any], *, sources: bool) -> None:
        self.records = 0
        self.errors = 0
        self.outcomes = dict.fromkeys(OUTCOMES, 0)
        self.tiers = dict.fromkeys([*map(name_of, policy["tiers"]), _NONE], 0)
        self.refused: list[Refused] = []
        self._codes: dict[str, int] = {}
        self._sources: dict[tuple[str, str | None], int] | None = {} if sources else None

    def add(self, answer: Answer) -> None:
        """Count one answer."""
        self.records += 1
        if answer.outcome is None or answer.source is None:
            self.errors += 1
            return
        self.outcomes[answer.outcome] += 1
        if answer.outcome != "admitted" and len(self.refused) < MOST_REFUSED:
            self.refused.append(Refused(answer.number, answer.id, answer.outcome, answer.codes))
        tier = answer.tier or _NONE
        self.tiers[tier] = self.tiers.get(tier, 0) + 1
        for code in answer.codes:
            self._codes[code] = self._codes.get(code, 0) + 1
        if self._sources is not None:
            self._sources[answer.source] = self._sources.get(answer.source, 0) + 1

    @property
    def admitted(self) -> int:
        """How many are admitted."""
        return self.outcomes["admitted"]

    @property
    def codes(self) -> dict[str, int]:
        """How often each code was given, in the order of the registry."""
        return {code: self._codes[code] for code in sorted(self._codes, key=order)}

    @property
    def sources(self) -> list[dict[str, Any]]:
        """The sources in the order of their first claims."""
        rows = (self._sources or {}).items()
        return [
            {"source_sha256": sha256, "path": path, "claims": claims}
            for (sha256, path), claims in rows
        ]


class Rate(NamedTuple):
    """A share from 0 to 1, exactly, and as it was written."""

    numerator: int
    denominator: int
    written: str

    def is_reached(self, part: int, whole: int) -> bool:
        """Whether a share is at least this one."""
        return part * self.denominator >= self.numerator * whole


def read_rate(written: str) -> Rate:
    """A decimal such as 0.95, or a percentage such as 95%. Raises Unusable."""
    found = re.fullmatch(_RATE, written)
    if found is not None:
        decimals = found[2] or ""
        denominator = 10 ** (len(decimals) + 2 * len(found[3]))
        rate = Rate(int(found[1] + decimals), denominator, written)
        if rate.numerator <= rate.denominator:
            return rate
    raise Unusable(f"{written} is no rate from 0 to 1", "Write a decimal such as 0.95, or 95%.")


def percent(part: int, whole: int) -> str:
    """A share as every report has it: two digits, half even."""
    return f"{points(part, whole or 1)}%"
