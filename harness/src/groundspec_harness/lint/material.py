"""What the checks look at: every vector file, readable or not, and those that could be run."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from groundspec_harness import formatting, vectors
from groundspec_harness.files import read
from groundspec_harness.jsontext import Json, JsonError, JsonObject, read_strict, text_digest
from groundspec_harness.schemas import Problem as SchemaProblem
from groundspec_harness.specification import Specification
from groundspec_harness.vectors import Corpus, Vector

SCHEMA = "urn:groundspec:vector"


@dataclass(frozen=True)
class Problem:
    """Something wrong: in which file, at which JSON Pointer (or empty), and what."""

    file: str
    pointer: str
    message: str


@dataclass(frozen=True)
class Entry:
    """One file that should be a vector."""

    path: Path
    file: str  # as a message names it
    name: str  # the id that its place gives
    data: bytes
    value: Json
    error: str | None


@dataclass(frozen=True)
class Material:
    """The files of one specification."""

    known: Specification

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every JSON file in the folders that hold vectors."""
        found = vectors.files(self.known.resources, self.known.registry)
        return tuple(self._entry(place) for place in found)

    def _entry(self, place: str) -> Entry:
        resources = self.known.resources
        path = resources.conformance / place
        data = read(path, "the vector")
        value, error = None, None
        try:
            value = read_strict(data)
        except JsonError as problem:
            error = str(problem)
        return Entry(path, resources.name(path), vectors.identity(place), data, value, error)

    @cached_property
    def objects(self) -> tuple[tuple[Entry, JsonObject], ...]:
        """The entries that are JSON objects."""
        return tuple((e, e.value) for e in self.entries if isinstance(e.value, dict))

    @cached_property
    def misshapen(self) -> dict[str, list[SchemaProblem]]:
        """What vector.schema.json refuses, by file."""
        schemas = self.known.schemas
        found = {e.file: list(schemas.problems(SCHEMA, value)) for e, value in self.objects}
        return {file: problems for file, problems in found.items() if problems}

    @cached_property
    def corpus(self) -> Corpus:
        """The vectors of the right shape that could be run; further checks look at no others."""
        return Corpus(
            tuple(
                Vector(str(value["id"]), str(entry.path), text_digest(entry.data), value)
                for entry, value in self.objects
                if entry.file not in self.misshapen
                and vectors.unusable(value, entry.name, self.known.registry) is None
            )
        )

    @cached_property
    def formatter(self) -> formatting.Formatter:
        return formatting.load(self.known.schemas)

    def file(self, vector: Vector) -> str:
        return self.known.resources.name(vector.path)

    def of_kind(self, *kinds: str) -> Iterator[Vector]:
        """The usable vectors of some kinds."""
        return (vector for vector in self.corpus.vectors if vector.kind in kinds)
