"""The file of known failures: read with every complaint placed, written in one order.

Its schema is `schemas/harness-known-failures.schema.json`. An entry holds for one vector.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.jsontext import JsonError, JsonObject, indented, read_strict, text_digest
from groundspec_harness.schemas import Schemas
from groundspec_harness.selection import near
from groundspec_harness.tombstones import obituary
from groundspec_harness.vectors import Corpus

NAME = "groundspec-harness/known-failures"
SCHEMA = "urn:groundspec:harness-known-failures"
_NAMED = 3  # retired vectors of which a message says why they are


@dataclass(frozen=True)
class Entry:
    """One failure that is known: the level reached, or the kind of fault, and its fingerprint."""

    vector: str
    fingerprint: str
    level: str | None = None
    fault: str | None = None
    issue: str | None = None
    expires: str | None = None
    reason: str | None = None

    @property
    def form(self) -> str:
        """How the vector is listed as failing, in words."""
        return f"fault {self.fault}" if self.fault else f"level {self.level}"

    def expired(self, today: date) -> bool:
        """Whether the last day on which it counts is over."""
        return self.expires is not None and date.fromisoformat(self.expires) < today


@dataclass(frozen=True)
class KnownFailures:
    """A file of known failures: its entries, those of retired vectors apart, and its digest."""

    entries: tuple[Entry, ...]
    retired: tuple[Entry, ...]
    sha256: str


def load(
    path: Path, schemas: Schemas, corpus: Corpus, stones: Mapping[str, JsonObject]
) -> KnownFailures:
    """Read a file; the first thing wrong with it is said with its place.

    `stones` are the tombstones of vectors that are retired.
    """
    data = read(path, "the known failures")
    try:
        value = read_strict(data)
    except JsonError as error:
        raise HarnessError(f"{path}: {error}") from None
    problem = schemas.first_problem(SCHEMA, value)
    if problem:
        raise HarnessError(f"{path}: {problem}")
    entries = tuple(Entry(**entry) for entry in value["entries"])
    gone = stones.keys() - corpus.by_id.keys()
    for complaint in _complaints(entries, corpus, gone):
        raise HarnessError(f"{path}: {complaint}")
    return KnownFailures(
        tuple(entry for entry in entries if entry.vector not in gone),
        tuple(entry for entry in entries if entry.vector in gone),
        text_digest(data),
    )


def must_be_alive(path: Path, known: KnownFailures, stones: Mapping[str, JsonObject]) -> None:
    """Say of the entries of retired vectors, if there are any, what to do with them."""
    if not known.retired:
        return
    names = [entry.vector for entry in known.retired]
    said = [obituary(name, stones[name]) for name in names[:_NAMED]]
    if len(names) > _NAMED:
        said.append(f"and so are {len(names) - _NAMED} more")
    entries = "its entry" if len(names) == 1 else f"these {len(names)} entries"
    how = f"`known-failures --prune {path}` takes out {entries}"
    raise HarnessError(f"{path}: {'; '.join(said)}; {how}")


def _complaints(entries: Iterable[Entry], corpus: Corpus, gone: Set[str]) -> Iterator[str]:
    """What the schema cannot say."""
    first: dict[str, int] = {}
    for place, entry in enumerate(entries):
        here = f"/entries/{place}"
        if entry.vector not in corpus.by_id and entry.vector not in gone:
            hint = near(entry.vector, corpus.by_id)
            yield f"{here}/vector: there is no vector {entry.vector!a}{hint}"
        if entry.vector in first:
            before = f"/entries/{first[entry.vector]}"
            yield f"{here}/vector: {entry.vector} stands at {before} already"
        first[entry.vector] = place
        if entry.expires is not None and not _is_date(entry.expires):
            yield f"{here}/expires: {entry.expires} is no day of the calendar"


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def text(entries: Iterable[Entry]) -> str:
    """The file with these entries, by the ids of their vectors."""
    rows = [_row(entry) for entry in sorted(entries, key=lambda entry: entry.vector)]
    return f"{indented({'file': NAME, 'version': 1, 'entries': rows})}\n"


def _row(entry: Entry) -> JsonObject:
    """The members that are there, in the order in which people read them."""
    order = ("vector", "level", "fault", "fingerprint", "issue", "expires", "reason")
    values = asdict(entry)
    return {name: values[name] for name in order if values[name] is not None}
