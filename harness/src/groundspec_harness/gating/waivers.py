"""Waivers: findings that somebody has answered for, with a reason and up to a day.

A waiver whose day is over, or whose id no finding can have, is an error; one that no finding needs
at present is only noted, so that it may stand until it expires.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.gating.demands import DEMANDS, Finding
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import versions
from groundspec_harness.jsontext import JsonError, read_strict
from groundspec_harness.schemas import Schemas

State = Literal["used", "unused", "expired", "unknown", "refused"]
ERRORS: tuple[State, ...] = ("expired", "unknown", "refused")
SCHEMA = "urn:groundspec:harness-waivers"


@dataclass(frozen=True)
class Entry:
    """One entry of the file."""

    id: str
    reason: str
    expires: date


@dataclass(frozen=True)
class Waiver:
    """An entry, and what became of it."""

    entry: Entry
    state: State

    @property
    def wrong(self) -> bool:
        return self.state in ERRORS


EXPLAINED: dict[State, str] = {
    "used": "waives a finding",
    "unused": "no finding needs it at present",
    "expired": "its day is over: meet the demand, or decide again",
    "unknown": "no finding can have this id",
    "refused": "after the first release versions are raised, not waived (SPEC.md, section 12)",
}


def load(path: Path | None, schemas: Schemas) -> list[Entry]:
    """Read a file of waivers."""
    if path is None:
        return []
    try:
        value = read_strict(read(path, "the waivers"))
    except JsonError as error:
        raise HarnessError(f"{path}: {error}") from None
    problem = schemas.first_problem(SCHEMA, value)
    if problem:
        raise HarnessError(f"{path}: {problem}; see schemas/harness-waivers.schema.json")
    entries = [
        Entry(row["id"], row["reason"], _day(path, place, row["expires"]))
        for place, row in enumerate(value["waivers"])
    ]
    names = [entry.id for entry in entries]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise HarnessError(f"{path}: {twice} is waived twice")
    return entries


def _day(path: Path, place: int, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HarnessError(f"{path}: /waivers/{place}/expires: {text} is no day") from None


def apply(
    entries: Sequence[Entry],
    findings: Sequence[Finding],
    sides: tuple[Side, Side],
    today: date,
    *,
    released: bool,
) -> list[Waiver]:
    """Hold the entries against the findings; the day of expiry is the last one that counts."""
    found = {finding.id for finding in findings}

    def state(entry: Entry) -> State:
        if not _possible(entry.id, sides) and entry.id not in found:
            return "unknown"
        if entry.expires < today:
            return "expired"
        if released and entry.id.startswith("version-not-raised:"):
            return "refused"
        return "used" if entry.id in found else "unused"

    return [Waiver(entry, state(entry)) for entry in entries]


def _possible(name: str, sides: tuple[Side, Side]) -> bool:
    """Whether a finding could have this id, given what the two sides hold."""
    demand, _, subject = name.partition(":")
    if demand not in DEMANDS:
        return False
    for side in sides:
        known = side.known
        names: dict[str, set[str]] = {
            "version-not-raised": set(versions(side)),
            "rule-without-vectors": set(known.spec.by_id),
            "tombstone-missing": {*side.vectors, *side.retired},
            "id-reused": {*side.vectors, *side.retired},
        }
        words = {*known.spec.by_id, *known.registry.by_name, *side.vectors, *side.retired}
        words |= {*side.data, *known.schemas.documents, *known.registry.checks, *versions(side)}
        words |= {*known.registry.kinds, *known.registry.implies}
        if subject in names.get(demand, words):
            return True
    return False
