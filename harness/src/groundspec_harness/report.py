"""The report of a run as one JSON object: `schemas/harness-report.schema.json`.

It binds what was run (specification, corpus, command, the program's own description) to what came
out, holds no time and no path of the harness, and so is the same for the same run. It is the one
model of a run: `table` and `formats` render it and look at nothing else. Its last member is a
footer with the number of results and the digest of everything before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from groundspec_harness import __version__, totals
from groundspec_harness.codes import Registry
from groundspec_harness.describe import PROTOCOL
from groundspec_harness.diff import Difference, byte_difference
from groundspec_harness.divergences import member, ordered, telling
from groundspec_harness.jsontext import JsonObject, canonical, text_digest
from groundspec_harness.known_failures.cells import Listed
from groundspec_harness.known_failures.fingerprints import fingerprint
from groundspec_harness.process import Fault
from groundspec_harness.runner import Outcome, Result
from groundspec_harness.spec import Spec
from groundspec_harness.vectors import Corpus, Vector

NAME = "groundspec-harness/run"
DIFFERENCES = 10  # a result lists at most so many


@dataclass(frozen=True)
class Setting:
    """What a run was started with."""

    command: tuple[str, ...]
    per_case: bool
    timeout: float
    selection: tuple[str, ...]
    root: Path | None = None


def conforms(registry: Registry, corpus: Corpus, results: Sequence[JsonObject]) -> list[str]:
    """The classes of which every vector, those of implied classes too, was run and is at bytes."""
    right = {result["id"] for result in results if not totals.fails(result)}
    groups: dict[str, list[bool]] = {}
    for vector in corpus.vectors:
        groups.setdefault(vector.conformance_class, []).append(vector.id in right)
    whole = {name for name in registry.implies if all(groups.get(name, ()))}
    return [n for n in registry.implies if n in groups and registry.closure([n]) <= whole]


def without_vectors(registry: Registry, corpus: Corpus, claimed: Iterable[str]) -> list[str]:
    """The claimed classes of which there is no vector: nothing is known of them."""
    there = {vector.conformance_class for vector in corpus.vectors}
    return [name for name in registry.implies if name in claimed and name not in there]


def build(
    outcome: Outcome,
    setting: Setting,
    registry: Registry,
    spec: Spec,
    corpus: Corpus,
    listed: Listed | None = None,
) -> JsonObject:
    """The whole report; `listed` are the failures that are known before."""
    results = [entry(result) for result in outcome.results]
    hints = {result["id"]: result["hint"] for result in results if "hint" in result}
    known = listed.mark(results) if listed else None
    skipped = _skipped(outcome)
    ended = _fault(outcome.end_of_input)
    whole = conforms(registry, corpus, results)
    empty = without_vectors(registry, corpus, outcome.implementation["classes"])
    body: JsonObject = {
        "report": NAME,
        "version": 1,
        "harness": __version__,
        "spec": _spec(registry, spec),
        "corpus": {"sha256": corpus.sha256, "vectors": len(corpus.vectors)},
        "command": [sendable(argument) for argument in setting.command],
        "mode": "per-case" if setting.per_case else "persistent",
        "timeout_ms": round(setting.timeout * 1000),
        "selection": [sendable(expression) for expression in setting.selection],
        "implementation": outcome.implementation,
        "classes": {
            "run": totals.by_class(registry.implies, results),
            "not_run": totals.by_class(registry.implies, skipped),
            "without_vectors": empty,
        },
        "topics": totals.topics(results),
        "total": totals.tally(results).counts(),
        "faults": totals.faults(results),
        "known_failures": known,
        "results": results,
        "skipped": skipped,
        "mend_first": [result.vector.id for result in ordered(outcome, registry)],
        "variants": _variants(outcome, registry, hints),
        "end_of_input": ended,
        "conforms": whole,
        "status": totals.status(results, ended),
        "summary": totals.sentence(results, skipped, ended, whole, empty),
    }
    return sealed(body, len(results))


def sealed(body: JsonObject, results: int) -> JsonObject:
    """A report with its footer: the digest is over the canonical bytes of what precedes it."""
    return {**body, "footer": {"results": results, "sha256": text_digest(canonical(body))}}


def entry(result: Result, limit: int = DIFFERENCES) -> JsonObject:
    """What the report says of one vector."""
    value: dict[str, Any] = {
        "id": result.vector.id,
        "class": result.vector.conformance_class,
        "title": result.vector.title,
        "rules": result.vector.rules,
        "level": result.level.label,
        "fault": _fault(result.fault),
        "known": None,
    }
    if not totals.fails(value):
        return value
    if result.diverges:
        value["member"] = member(result)
        value |= _places(result, limit)
    value["hint"] = _hint(result)
    value["fingerprint"] = fingerprint(value)
    return value


# What explains failures is imported where there are any.


def _hint(result: Result) -> str | None:
    from groundspec_harness.hints import hint

    return hint(result)


def _variants(
    outcome: Outcome, registry: Registry, hints: dict[str, str | None]
) -> list[JsonObject]:
    if not any(result.diverges for result in outcome.results):
        return []
    from groundspec_harness.variants import named

    return [each.as_json() for each in named(outcome.results, registry, hints)]


def _places(result: Result, limit: int) -> JsonObject:
    """Where an answer parts from the expected one; nothing if it has nothing to differ from."""
    if result.case.answer is None or result.answer is None:
        return {}
    found = telling(result, limit + 1)
    return {
        "differences": [_difference(place) for place in found[:limit]],
        "more_differences": len(found) > limit,
        "first_byte": asdict(byte_difference(result.case.expected, result.line)),
    }


def _difference(place: Difference) -> JsonObject:
    return asdict(place)


def _skipped(outcome: Outcome) -> list[JsonObject]:
    """The vectors that were not run: of classes that are not claimed, or behind an early end."""
    unclaimed = "the program does not claim the class"
    rows = [
        *(
            _unrun(v, totals.NOT_CLAIMED, f"{unclaimed} {v.conformance_class}")
            for v in outcome.not_run
        ),
        *(_unrun(v, totals.NOT_ASKED, outcome.unasked.why) for v in outcome.unasked.vectors),
    ]
    return sorted(rows, key=lambda row: str(row["id"]))


def _unrun(vector: Vector, kind: str, reason: str) -> JsonObject:
    return {
        "id": vector.id,
        "class": vector.conformance_class,
        "kind": kind,
        "reason": reason,
    }


def _spec(registry: Registry, spec: Spec) -> JsonObject:
    return {
        "groundspec": registry.envelope,
        "protocol": PROTOCOL,
        "checks": list(registry.specified),
        "sha256": text_digest(spec.source),
    }


def sendable(argument: str) -> str:
    """An argument as text, even if its bytes are none."""
    return argument.encode("utf-8", "backslashreplace").decode("utf-8")


def _fault(fault: Fault | None) -> JsonObject | None:
    return asdict(fault) if fault else None
