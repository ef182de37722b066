"""The whole comparison, its exit status, and its report (`schemas/harness-gate.schema.json`)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from groundspec_harness import __version__
from groundspec_harness.gating import (
    changelog,
    compare_codes,
    compare_data,
    compare_schemas,
    compare_spec,
    compare_vectors,
    demands,
    replay,
    waivers,
)
from groundspec_harness.gating.demands import Finding
from groundspec_harness.gating.kinds import KINDS, Change, ChangeClass, worst
from groundspec_harness.gating.replay import Replay
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.waivers import Entry, Waiver
from groundspec_harness.jsontext import JsonObject, text_digest
from groundspec_harness.report import sealed

UNMET = 1
FAULTY = 3
STATUS = {
    ChangeClass.ADDITIVE: 6,  # above what is allowed only with `--allow editorial`
    ChangeClass.DECISION: 4,
    ChangeClass.BREAKING: 5,
}


@dataclass(frozen=True)
class Verdict:
    """Everything that was found."""

    base: Side
    head: Side
    allowed: ChangeClass
    changes: tuple[Change, ...]  # the worst first
    findings: tuple[Finding, ...]
    waivers: tuple[Waiver, ...]
    replay: Replay | None

    @property
    def change_class(self) -> ChangeClass | None:
        return worst(list(self.changes))

    @property
    def waived(self) -> dict[str, Waiver]:
        """The waivers that are in force, by the id of their finding."""
        return {waiver.entry.id: waiver for waiver in self.waivers if waiver.state == "used"}

    @property
    def unmet(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.id not in self.waived]

    @property
    def wrong(self) -> list[Waiver]:
        return [waiver for waiver in self.waivers if waiver.wrong]

    @property
    def too_much(self) -> bool:
        """Whether the change is of a higher class than is allowed."""
        return self.change_class is not None and self.change_class > self.allowed

    @property
    def status(self) -> int:
        if self.change_class is not None and self.too_much:
            return STATUS[self.change_class]
        if self.unmet or self.wrong:
            return UNMET
        return FAULTY if self.replay and not self.replay.whole else 0

    def counts(self) -> dict[str, int]:
        """How many changes there are of each class, the worst first."""
        found = Counter(change.change_class for change in self.changes)
        return {each.label: found[each] for each in reversed(ChangeClass)}


def judge(
    sides: tuple[Side, Side],
    replayed: Replay | None,
    entries: Sequence[Entry],
    allowed: ChangeClass,
    today: date,
) -> Verdict:
    """Compare two sides, and say what the changes lack."""
    base, head = sides
    changes = _changes(base, head, replayed)
    found = demands.findings(base, head, changes)
    released = changelog.read(base.changelog, head.changelog).released
    held = waivers.apply(entries, found, sides, today, released=released)
    return Verdict(base, head, allowed, changes, tuple(found), tuple(held), replayed)


def _changes(base: Side, head: Side, replayed: Replay | None) -> tuple[Change, ...]:
    """All changes, each once, the worst class first and in the order of the table within it."""
    found = [
        *compare_spec.changes(base, head),
        *compare_codes.changes(base, head),
        *compare_schemas.changes(base, head),
        *compare_data.changes(base, head),
        *compare_vectors.changes(base, head),
        *(replay.changes(base, replayed) if replayed else ()),
    ]
    once = {change.id: change for change in reversed(found)}
    order = list(KINDS)
    return tuple(
        sorted(once.values(), key=lambda c: (-c.change_class, order.index(c.kind), c.subject))
    )


def sentence(verdict: Verdict) -> str:
    """What came out, in one sentence."""
    if verdict.change_class is None:
        head = "nothing changed"
    else:
        head = f"{verdict.change_class.label}: {_counted(len(verdict.changes), 'change')}"
    parts = [head]
    if verdict.too_much:
        parts.append(f"more than is allowed (--allow {verdict.allowed.label})")
    for count, word, rest in (
        (len(verdict.unmet), "demand", "not met"),
        (len(verdict.waived), "finding", "waived"),
        (len(verdict.wrong), "waiver", "in error"),
    ):
        if count:
            parts.append(f"{_counted(count, word)} {rest}")
    if verdict.replay and not verdict.replay.whole:
        parts.append("a fault kept old vectors from being replayed")
    return "; ".join(parts)


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count != 1 else ''}"


def as_json(verdict: Verdict) -> JsonObject:
    """The report."""
    label = verdict.change_class.label if verdict.change_class is not None else None
    body: JsonObject = {
        "report": "groundspec-harness/gate",
        "version": 1,
        "harness": __version__,
        "base": _side(verdict.base),
        "head": _side(verdict.head),
        "allow": verdict.allowed.label,
        "class": label,
        "counts": verdict.counts(),
        "changes": [_change(change) for change in verdict.changes],
        "findings": [_finding(finding, verdict) for finding in verdict.findings],
        "waivers": [
            {
                "id": waiver.entry.id,
                "reason": waiver.entry.reason,
                "expires": waiver.entry.expires.isoformat(),
                "state": waiver.state,
            }
            for waiver in verdict.waivers
        ],
        "replay": verdict.replay.as_json() if verdict.replay else None,
        "status": verdict.status,
        "summary": sentence(verdict),
    }
    return sealed(body, len(verdict.changes))


def _side(side: Side) -> JsonObject:
    return {
        "name": side.name,
        "commit": side.commit,
        "spec_sha256": text_digest(side.known.spec.source),
        "corpus": {"sha256": side.known.corpus.sha256, "vectors": len(side.vectors)},
    }


def _change(change: Change) -> JsonObject:
    return {
        "id": change.id,
        "class": change.change_class.label,
        "kind": change.kind,
        "subject": change.subject,
        "file": change.file,
        "line": change.line,
        "detail": change.detail,
        "owners": list(change.owners),
        "replayed": change.replayed,
    }


def _finding(finding: Finding, verdict: Verdict) -> JsonObject:
    return {
        "id": finding.id,
        "demand": finding.demand,
        "subject": finding.subject,
        "file": finding.file,
        "line": finding.line,
        "message": finding.message,
        "waived": finding.id in verdict.waived,
    }
