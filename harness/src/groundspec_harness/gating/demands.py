"""What a change has to bring along, and the findings where it does not.

A finding's id is its demand and its subject, so that it is the same from run to run and can be
waived by it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundspec_harness import tracing
from groundspec_harness.gating import changelog, versions
from groundspec_harness.gating.changelog import Changelog
from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.revisions import CHANGELOG
from groundspec_harness.gating.sides import Side

DEMANDS = {
    "version-not-raised": "a decision-changing or breaking change raises the version of what it"
    " changes: a check, the envelope or the protocol",
    "changelog-missing": "a decision-changing or breaking change is named in CHANGELOG.md",
    "rule-without-vectors": "a new rule or definition has at least two vectors",
    "tombstone-missing": "a vector that is gone is a tombstone",
    "id-reused": "an id never stands for another vector, and a tombstone stays",
}

_CODES = "schemas/codes.json"
_TOMBSTONES = "conformance/tombstones.json"


@dataclass(frozen=True)
class Finding:
    """A demand that is not met."""

    demand: str
    subject: str
    file: str
    line: int
    message: str

    @property
    def id(self) -> str:
        return f"{self.demand}:{self.subject}"


def findings(base: Side, head: Side, changes: Sequence[Change]) -> list[Finding]:
    """Every demand that is not met, in the order of `DEMANDS`, each once."""
    log = changelog.read(base.changelog, head.changelog)
    found = (
        *_versions(base, head, changes),
        *_unnamed(log, changes),
        *_unpinned(head, changes),
        *_vectors(changes),
    )
    return list({finding.id: finding for finding in reversed(found)}.values())[::-1]


def _versions(base: Side, head: Side, changes: Sequence[Change]) -> Iterator[Finding]:
    raised, current = versions.raised(base, head), versions.versions(head)
    weighty = [change for change in changes if change.weighty]
    for owner in sorted({owner for change in weighty for owner in change.owners} - raised):
        concerned = [change for change in weighty if owner in change.owners]
        now = f"is still {versions.shown(current[owner])}" if owner in current else "has none now"
        line = head.line_of(_CODES, f'"{owner}/')
        if owner == versions.PROTOCOL:
            file, line = "SPEC.md", head.line_of("SPEC.md", "protocol (version")
        else:
            file = _CODES
        message = f"the version of {owner} {now}; {_first(concerned)} changes it"
        yield Finding("version-not-raised", owner, file, line, message)


def _unnamed(log: Changelog, changes: Sequence[Change]) -> Iterator[Finding]:
    for change in changes:
        if not change.weighty or not change.names or any(map(log.names, change.names)):
            continue
        subject = change.names[0]
        others = ", ".join(change.names[1:4])
        what = f"{subject} (or {others})" if others else subject
        where = "a new sentence under Unreleased" if log.exists else "a file CHANGELOG.md"
        message = f"{change.id} needs {where} that names {what}"
        yield Finding("changelog-missing", subject, CHANGELOG, log.line, message)


def _unpinned(head: Side, changes: Sequence[Change]) -> Iterator[Finding]:
    """New identifiers, and those that old ones were renamed to, with too few vectors."""
    named = {c.subject for c in changes if c.kind in ("rule-added", "deciding-rule-added")}
    named |= {c.detail.removeprefix("now ") for c in changes if c.kind == "rule-renamed"}
    for row in tracing.trace(head.known.spec, head.known.registry, head.known.corpus).rules:
        if row.name in named and row.thin:
            line = head.known.spec.by_id[row.name].line
            message = f"{len(row.vectors)} of {tracing.WANTED} vectors list it under `rules`"
            yield Finding("rule-without-vectors", row.name, "SPEC.md", line, message)


def _vectors(changes: Sequence[Change]) -> Iterator[Finding]:
    for change in changes:
        if change.kind in ("vector-removed", "vector-renamed"):
            message = f"retire the id {change.subject} in tombstones.json, and say why"
            yield Finding("tombstone-missing", change.subject, _TOMBSTONES, 1, message)
        if change.kind == "vector-reused":
            message = "give the new request an id of its own, and retire this one"
            yield Finding("id-reused", change.subject, change.file, 1, message)
        if change.kind == "tombstone-removed":
            message = "put the tombstone back: a retired id is never used again"
            yield Finding("id-reused", change.subject, _TOMBSTONES, 1, message)


def _first(changes: Sequence[Change]) -> str:
    worst = max(changes, key=lambda change: change.change_class)
    more = f" (and {len(changes) - 1} more)" if len(changes) > 1 else ""
    return f"{worst.id}{more}"
