"""The report of a run as one JSON object: `schemas/harness-report.schema.json`.

It binds what was run (specification, corpus, command, the program's own description) to what came
out, holds no time and no path of the harness, and so is the same for the same run. Its last member
is a footer with the number of results and the digest of everything before it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from groundspec_harness import __version__
from groundspec_harness.codes import Registry
from groundspec_harness.describe import PROTOCOL
from groundspec_harness.diff import ByteDifference, Difference, byte_difference
from groundspec_harness.divergences import telling
from groundspec_harness.hints import hint
from groundspec_harness.jsontext import JsonObject, canonical, text_digest
from groundspec_harness.judge import LEVELS, Level
from groundspec_harness.process import FAULT_KINDS, Fault
from groundspec_harness.runner import Outcome, Result
from groundspec_harness.spec import Spec
from groundspec_harness.vectors import Corpus, Vector

DIFFERENCES = 10  # a result lists at most so many


@dataclass(frozen=True)
class Setting:
    """What a run was started with."""

    command: tuple[str, ...]
    per_case: bool
    timeout: float
    selection: tuple[str, ...]
    root: Path | None = None


@dataclass(frozen=True)
class Tally:
    """How many vectors of a group reached each level, and how many were kept from it by faults."""

    vectors: int
    levels: tuple[int, ...]  # as LEVELS, each including those before
    faults: int

    def counts(self) -> JsonObject:
        names = [level.label for level in LEVELS]
        return {
            "vectors": self.vectors,
            **dict(zip(names, self.levels, strict=True)),
            "faults": self.faults,
        }


def tally(results: Iterable[Result]) -> Tally:
    """Count a group of results."""
    group = list(results)
    levels = tuple(sum(result.level >= level for result in group) for level in LEVELS)
    return Tally(len(group), levels, sum(result.fault is not None for result in group))


def by_topic(results: Sequence[Result]) -> dict[tuple[str, str], Tally]:
    """The counts of each check and topic."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault(result.vector.topic, []).append(result)
    return {topic: tally(group) for topic, group in sorted(groups.items())}


def by_class(registry: Registry, vectors: Iterable[Vector]) -> list[JsonObject]:
    """How many vectors there are of each class, in the registry's order."""
    counts = Counter(vector.conformance_class for vector in vectors)
    return [{"class": name, "vectors": counts[name]} for name in registry.implies if name in counts]


@dataclass(frozen=True)
class Where:
    """The places at which an answer parts from the expected one."""

    pointers: list[Difference]
    first_byte: ByteDifference


def where(result: Result, limit: int = DIFFERENCES) -> Where | None:
    """Where a result diverges; None where it agrees, is a fault, or has nothing to differ from."""
    expected, actual = result.case.answer, result.answer
    if not result.diverges or expected is None or actual is None:
        return None
    return Where(telling(result, limit), byte_difference(result.case.expected, result.line))


def conforms(outcome: Outcome, registry: Registry, corpus: Corpus) -> list[str]:
    """The classes of which every vector, those of implied classes too, was run and is at bytes."""
    right = {result.vector.id for result in outcome.results if result.level is Level.BYTES}
    groups: dict[str, list[bool]] = {}
    for vector in corpus.vectors:
        groups.setdefault(vector.conformance_class, []).append(vector.id in right)
    whole = {name for name in registry.implies if all(groups.get(name, ()))}
    return [n for n in registry.implies if n in groups and registry.closure([n]) <= whole]


def sentence(outcome: Outcome, registry: Registry, corpus: Corpus) -> str:
    """What came out, in one sentence."""
    total = len(outcome.results)
    right = sum(result.level is Level.BYTES for result in outcome.results)
    diverging = sum(result.diverges for result in outcome.results)
    faults = total - right - diverging
    parts = [f"{right} of {total} vectors at bytes"]
    if diverging:
        parts.append(f"{diverging} diverge")
    if faults:
        parts.append(f"{faults} not judged because of a fault")
    if outcome.end_of_input:
        parts.append(f"at the end of input: {outcome.end_of_input.detail}")
    if len(parts) > 1:
        return "; ".join(parts)
    classes = conforms(outcome, registry, corpus)
    head = f"conforms to {_listed(classes)}: " if classes else ""
    return f"{head}{parts[0]}; answers byte-identical"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def build(
    outcome: Outcome, setting: Setting, registry: Registry, spec: Spec, corpus: Corpus
) -> JsonObject:
    """The whole report."""
    results = outcome.results
    body: JsonObject = {
        "report": "groundspec-harness/run",
        "version": 1,
        "harness": __version__,
        "spec": _spec(registry, spec),
        "corpus": {"sha256": corpus.sha256, "vectors": len(corpus.vectors)},
        "command": [_sendable(argument) for argument in setting.command],
        "mode": "per-case" if setting.per_case else "persistent",
        "timeout_ms": round(setting.timeout * 1000),
        "selection": [_sendable(expression) for expression in setting.selection],
        "implementation": outcome.implementation,
        "classes": {
            "run": by_class(registry, (result.vector for result in results)),
            "not_run": by_class(registry, outcome.not_run),
        },
        "topics": [
            {"check": check, "topic": topic, **counts.counts()}
            for (check, topic), counts in by_topic(results).items()
        ],
        "total": tally(results).counts(),
        "faults": _faults(results),
        "results": [_result(result) for result in results],
        "end_of_input": _fault(outcome.end_of_input),
        "status": outcome.status,
        "summary": sentence(outcome, registry, corpus),
    }
    return sealed(body, len(results))


def sealed(body: JsonObject, results: int) -> JsonObject:
    """A report with its footer: the digest is over the canonical bytes of what precedes it."""
    return {**body, "footer": {"results": results, "sha256": text_digest(canonical(body))}}


def _spec(registry: Registry, spec: Spec) -> JsonObject:
    return {
        "groundspec": registry.envelope,
        "protocol": PROTOCOL,
        "checks": list(registry.specified),
        "sha256": text_digest(spec.source),
    }


def _sendable(argument: str) -> str:
    """An argument as text, even if its bytes are none."""
    return argument.encode("utf-8", "backslashreplace").decode("utf-8")


def _faults(results: Sequence[Result]) -> dict[str, int]:
    counts = Counter(result.fault.kind for result in results if result.fault)
    return {kind: counts[kind] for kind in FAULT_KINDS}


def _result(result: Result) -> JsonObject:
    value: dict[str, Any] = {
        "id": result.vector.id,
        "class": result.vector.conformance_class,
        "level": result.level.label,
        "fault": _fault(result.fault),
    }
    places = where(result)
    if places:
        value["differences"] = [asdict(place) for place in places.pointers]
        value["first_byte"] = asdict(places.first_byte)
        value["hint"] = hint(result)
    return value


def _fault(fault: Fault | None) -> JsonObject | None:
    return asdict(fault) if fault else None
