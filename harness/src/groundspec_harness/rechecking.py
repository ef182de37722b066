"""Checking a saved report against itself, and against the corpus where that is the same one.

Whoever edits a report can give it a new digest. So everything that follows from the results is
worked out again, and each result is held against its vector. Nothing is run.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Literal

from groundspec_harness import totals
from groundspec_harness.codes import Registry
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import Json, JsonObject, canonical, quoted
from groundspec_harness.known_failures.fingerprints import fingerprint
from groundspec_harness.report import conforms, without_vectors
from groundspec_harness.saved import load
from groundspec_harness.schemas import Problem
from groundspec_harness.selection import near, select
from groundspec_harness.specification import Specification
from groundspec_harness.vectors import Corpus, Vector

Beside = Literal["the same", "another"]

_SHOWN = 200


def beside(report: JsonObject, corpus: Corpus) -> Beside:
    """Whether the corpus at hand is that of the report."""
    return "the same" if report["corpus"]["sha256"] == corpus.sha256 else "another"


def usable(path: Path, known: Specification) -> JsonObject:
    """The report in a file, if it is whole and agrees with itself."""
    saved = load(path, known.schemas)
    problem = saved.problem or next(_itself(saved.report, known.registry), None)
    if problem:
        raise HarnessError(f"{path}: {problem}; `verify-report` lists all that is wrong")
    return saved.report


def problems(report: JsonObject, known: Specification) -> Iterator[Problem]:
    """All that is wrong with a report whose form and footer are right."""
    yield from _itself(report, known.registry)
    if beside(report, known.corpus) == "the same":
        yield from _corpus(report, known)


def _itself(report: JsonObject, registry: Registry) -> Iterator[Problem]:
    yield from _ids(report)
    for place, result in enumerate(report["results"]):
        yield from _result(f"/results/{place}", result)
    yield from _derived(report, registry)


def _ids(report: JsonObject) -> Iterator[Problem]:
    """Ids that could be none, or stand twice."""
    first: dict[str, str] = {}
    for where, row in _rows(report):
        name = row["id"]
        if name in first:
            yield Problem(f"{where}/id", f"{name!a} stands at {first[name]} already")
        first.setdefault(name, where)


def _rows(report: JsonObject) -> Iterable[tuple[str, JsonObject]]:
    return chain(
        ((f"/results/{place}", row) for place, row in enumerate(report["results"])),
        ((f"/skipped/{place}", row) for place, row in enumerate(report["skipped"])),
    )


def _result(where: str, result: JsonObject) -> Iterator[Problem]:
    """A result whose members contradict one another."""
    failing = totals.fails(result)
    if result["fault"] and result["level"] != "none":
        yield Problem(f"{where}/level", "a vector that was kept from judgement reaches no level")
    expected = fingerprint(result) if failing else None
    yield from _compare(f"{where}/fingerprint", expected, result.get("fingerprint"))
    if not failing and not {"differences", "first_byte", "member", "hint"}.isdisjoint(result):
        yield Problem(f"{where}/level", "a vector that is at bytes has no differences")
    state = totals.state(result)
    if (state == "stale" and failing) or (state in ("known", "changed") and not failing):
        yield Problem(f"{where}/known/state", f"{state} contradicts the level {result['level']}")


def _derived(report: JsonObject, registry: Registry) -> Iterator[Problem]:
    """What follows from the results."""
    results, ended = report["results"], report["end_of_input"]
    order = registry.implies
    diverging = sorted(result["id"] for result in results if totals.diverges(result))
    yield from _compare("/classes/run", totals.by_class(order, results), report["classes"]["run"])
    skipped = totals.by_class(order, report["skipped"])
    yield from _compare("/classes/not_run", skipped, report["classes"]["not_run"])
    yield from _compare("/topics", totals.topics(results), report["topics"])
    yield from _compare("/total", totals.tally(results).counts(), report["total"])
    yield from _compare("/faults", totals.faults(results), report["faults"])
    yield from _compare("/mend_first", diverging, sorted(report["mend_first"]))
    yield from _known(report)
    yield from _compare("/status", totals.status(results, ended), report["status"])
    summary = totals.sentence(
        results,
        report["skipped"],
        ended,
        report["conforms"],
        report["classes"]["without_vectors"],
    )
    yield from _compare("/summary", summary, report["summary"])


def _known(report: JsonObject) -> Iterator[Problem]:
    listed = report["known_failures"]
    states = totals.known_states(report["results"])
    if listed is None:
        if any(states.values()):
            yield Problem("/known_failures", "results are listed as known, but no list was given")
        return
    run = sum(states.values())
    expected = {"sha256": listed["sha256"], "entries": listed["entries"], **states}
    yield from _compare("/known_failures", {**expected, "not_run": listed["entries"] - run}, listed)


def _corpus(report: JsonObject, known: Specification) -> Iterator[Problem]:
    """What the vectors themselves say, if they are those that were run."""
    corpus = known.corpus
    yield from _compare("/corpus/vectors", len(corpus.vectors), report["corpus"]["vectors"])
    for where, row in _rows(report):
        vector = corpus.by_id.get(row["id"])
        if vector is None:
            hint = near(row["id"], corpus.by_id)
            yield Problem(f"{where}/id", f"there is no vector {row['id']!a}{hint}")
        else:
            yield from _vector(where, row, vector)
    yield from _missing(report, corpus)
    whole = conforms(known.registry, corpus, report["results"])
    yield from _compare("/conforms", whole, report["conforms"])
    empty = without_vectors(known.registry, corpus, report["implementation"]["classes"])
    where = "/classes/without_vectors"
    yield from _compare(where, empty, report["classes"]["without_vectors"])


def _vector(where: str, row: JsonObject, vector: Vector) -> Iterator[Problem]:
    yield from _compare(f"{where}/class", vector.conformance_class, row["class"])
    if "title" in row:
        yield from _compare(f"{where}/title", vector.title, row["title"])
        yield from _compare(f"{where}/rules", vector.rules, row["rules"])


def _missing(report: JsonObject, corpus: Corpus) -> Iterator[Problem]:
    try:
        chosen = select(corpus, report["selection"])
    except HarnessError as error:
        yield Problem("/selection", str(error))
        return
    seen = {row["id"] for _, row in _rows(report)}
    names = [vector.id for vector in chosen if vector.id not in seen]
    if names:
        more = f" and {len(names) - 1} more" if names[1:] else ""
        yield Problem("/results", f"selected, but neither run nor skipped: {names[0]}{more}")


def _compare(where: str, expected: Json, found: Json) -> Iterator[Problem]:
    if canonical(expected) != canonical(found):
        yield Problem(where, f"it is {_cut(found)}, but {_cut(expected)} follows")


def _cut(value: Json) -> str:
    text = quoted(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
