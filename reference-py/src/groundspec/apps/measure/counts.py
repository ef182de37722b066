"""What is counted of scored candidates: by class and outcome, distinct ones, and slots.

Candidates repeat, within a run and from proposer to proposer; distinct ones do not, so only their
shares have intervals. Where one of them has several outcomes, the least favourable one counts:
the least that became of a right value, the most that became of a wrong one.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from groundspec.apps.measure.gold import Document
from groundspec.apps.measure.measure import CLASSES, WRONG, Measured, Scored
from groundspec.apps.wilson import Share, share
from groundspec.core.codes import registry
from groundspec.core.rules import OUTCOMES

ADMITTED: Final = OUTCOMES.index("admitted")

Cells = dict[str, dict[str, int]]
"""Counts by class and outcome."""


class Slots(NamedTuple):
    """Of the documents' fields: those with a gold value first, then those of absent ones.

    `admitted`, `review` and `nothing` say what became of right values. `missing` counts slots of
    which every value is rejected, right or wrong, if there is one: coverage would report them if
    the field were required. `wrong_admitted` counts those with a wrong value that is admitted.
    """

    stated: int
    admitted: int
    review: int
    nothing: int
    missing: int
    wrong_admitted: int
    absent: int
    absent_silent: int
    absent_doubted: int
    absent_admitted: int


class Column(NamedTuple):
    """What is counted of one proposer, or of all (None)."""

    proposer: str | None
    documents: int
    candidates: Cells
    distinct: Cells
    slots: Slots
    conflicting: int
    """Wrong distinct ones that only a conflict keeps from being admitted."""

    def items(self, kind: str) -> int:
        """How many distinct ones of a class there are."""
        return sum(self.distinct[kind].values())

    def share(self, kind: str, outcome: str) -> Share:
        """The share of distinct ones of a class that had an outcome."""
        return share(self.distinct[kind][outcome], self.items(kind))

    @property
    def admitted(self) -> int:
        """How many distinct ones are admitted."""
        return sum(row["admitted"] for row in self.distinct.values())

    @property
    def escaped(self) -> Share:
        """The share of wrong ones among the distinct ones that are admitted."""
        return share(self.distinct[WRONG]["admitted"], self.admitted)


class CodeRow(NamedTuple):
    """A code that sent candidates to review: how many, by class."""

    code: str
    counts: dict[str, int]


def columns(measured: Measured) -> list[Column]:
    """Each proposer by name, and all of them last."""
    documents = measured.gold.documents
    found = [
        _column(
            proposer,
            [one for one in documents if proposer in (run.proposer for run in one.runs)],
            [one for one in measured.scored if one.proposer == proposer],
        )
        for proposer in measured.gold.proposers
    ]
    return [*found, _column(None, documents, measured.scored)]


def _column(
    proposer: str | None, documents: Sequence[Document], scored: Sequence[Scored]
) -> Column:
    merged: dict[tuple[object, ...], tuple[str, int]] = {}
    conflicting: dict[tuple[object, ...], None] = {}
    for one in scored:
        rank = OUTCOMES.index(one.outcome)
        if one.distinct in merged:
            known = merged[one.distinct][1]
            rank = min(known, rank) if one.kind == WRONG else max(known, rank)
        merged[one.distinct] = (one.kind, rank)
        if one.kind == WRONG and one.only_conflicts:
            conflicting[one.distinct] = None
    return Column(
        proposer=proposer,
        documents=len(documents),
        candidates=_cells((one.kind, one.outcome) for one in scored),
        distinct=_cells((kind, OUTCOMES[rank]) for kind, rank in merged.values()),
        slots=_slots(documents, scored),
        conflicting=sum(merged[key][1] != ADMITTED for key in conflicting),
    )


def _cells(found: Iterable[tuple[str, str]]) -> Cells:
    cells = {kind: dict.fromkeys(OUTCOMES, 0) for kind in CLASSES}
    for kind, outcome in found:
        cells[kind][outcome] += 1
    return cells


def _slots(documents: Sequence[Document], scored: Sequence[Scored]) -> Slots:
    right: dict[tuple[str, str], list[str]] = {}
    wrong: dict[tuple[str, str], list[str]] = {}
    for one in scored:
        (wrong if one.kind == WRONG else right).setdefault(one.slot, []).append(one.outcome)
    stated = [(one.name, field) for one in documents for field in one.stated]
    absent = [(one.name, field) for one in documents for field in one.absent]
    best = [_best(right.get(slot, [])) for slot in stated]
    worst = [_best(wrong.get(slot, [])) for slot in stated]
    doubted = [_best(wrong.get(slot, [])) for slot in absent]
    return Slots(
        stated=len(stated),
        admitted=best.count("admitted"),
        review=best.count("needs_verification"),
        nothing=best.count("rejected"),
        missing=[*zip(best, worst, strict=True)].count(("rejected", "rejected")),
        wrong_admitted=worst.count("admitted"),
        absent=len(absent),
        absent_silent=doubted.count("rejected"),
        absent_doubted=doubted.count("needs_verification"),
        absent_admitted=doubted.count("admitted"),
    )


def _best(outcomes: Iterable[str]) -> str:
    """The outcome that lets most through; `rejected` where nothing was proposed."""
    return min(outcomes, key=OUTCOMES.index, default="rejected")


def reviews(scored: Iterable[Scored]) -> list[CodeRow]:
    """The flags of candidates that need verification, in the order of the registry."""
    known = registry().codes
    found: dict[str, dict[str, int]] = {}
    for one in scored:
        if one.outcome != "needs_verification":
            continue
        for code in one.flags:
            found.setdefault(code, dict.fromkeys(CLASSES, 0))[one.kind] += 1
    ranks = {code: known[code].rank if code in known else len(known) for code in found}
    return [CodeRow(code, found[code]) for code in sorted(found, key=lambda c: (ranks[c], c))]
