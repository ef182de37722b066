"""Rules, and the one function that judges with them.

A check reads a claim into a frozen reading, and hands it here with its tuples of rules. Nothing
else gives a code. A rule that is named in `without` is left out (P-ABLATION).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Generic, NamedTuple, TypeVar

from groundspec.core.codes import order, sort_codes

Reading = TypeVar("Reading")
OUTCOMES = ("admitted", "needs_verification", "rejected")


class Mark(NamedTuple):
    """A stretch of a named text, half-open, in bytes of its UTF-8 form (O-MARKS)."""

    text: str
    start: int
    end: int


class Finding(NamedTuple):
    """That a rule holds, and where."""

    marks: tuple[Mark, ...] = ()


class Rule(NamedTuple, Generic[Reading]):
    """One row of a check: its identifier in SPEC.md, the code it gives, and its test."""

    id: str
    code: str
    test: Callable[[Reading], Finding | None]


class Judgement(NamedTuple):
    """The members of a decision that every check has, but for `id` and `claim_sha256`."""

    outcome: str
    codes: tuple[str, ...]
    waived: tuple[str, ...]
    marks: tuple[tuple[str, Mark], ...]

    def members(self) -> dict[str, Any]:
        """As they stand in a decision."""
        return {
            "outcome": self.outcome,
            "codes": list(self.codes),
            "waived": list(self.waived),
            "marks": [
                {"code": code, "in": mark.text, "start": mark.start, "end": mark.end}
                for code, mark in self.marks
            ],
        }


CLEAN: Final = Judgement("admitted", (), (), ())


def judge(
    reading: Reading,
    *,
    rejects: Sequence[Rule[Reading]],
    flags: Sequence[Rule[Reading]],
    infos: Sequence[Rule[Reading]],
    waive: Iterable[str] = (),
    without: AbstractSet[str] = frozenset(),
) -> Judgement:
    """O-STAGES, O-OUTCOME, O-WAIVE: the first reject rule that holds, else every flag and info."""
    if not (rejects or flags or infos):
        return CLEAN
    rejected = next(_holding(reading, rejects, without), None)
    if rejected is not None:
        return Judgement("rejected", (rejected[0],), (), _in_order([rejected]))
    flagged = list(_holding(reading, flags, without))
    found = [*flagged, *_holding(reading, infos, without)]
    if not found:
        return CLEAN
    allowed = tuple(waive)
    waived = [code for code, _ in flagged if code in allowed]
    outcome = "admitted" if len(waived) == len(flagged) else "needs_verification"
    codes = sort_codes(code for code, _ in found)
    return Judgement(outcome, tuple(codes), tuple(sort_codes(waived)), _in_order(found))


def _holding(
    reading: Reading, rules: Iterable[Rule[Reading]], without: AbstractSet[str]
) -> Iterator[tuple[str, Finding]]:
    for rule in rules:
        if rule.id not in without:
            finding = rule.test(reading)
            if finding is not None:
                yield rule.code, finding


def _in_order(found: Iterable[tuple[str, Finding]]) -> tuple[tuple[str, Mark], ...]:
    """O-ORDER for marks: by code, then start, then end."""
    marks = [(code, mark) for code, finding in found for mark in finding.marks]
    return tuple(sorted(marks, key=lambda row: (order(row[0]), row[1].start, row[1].end)))
