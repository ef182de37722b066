"""What follows from the results of a report: counts, exit status and the sentence that says them.

Everything here is worked out from the report's own members, so that a report that was saved is
shown, and checked, by the code that made it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import LEVELS, Level
from groundspec_harness.process import FAULT_KINDS

NOT_ASKED, NOT_CLAIMED = "not-asked", "not-claimed"  # why a vector was not run
_BY_LABEL = {each.label: each for each in Level}
Verdict = Literal["passed", "failed", "fault", "known", "stale"]


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


def level(result: JsonObject) -> Level:
    """The level that a result reached."""
    return _BY_LABEL[result["level"]]


def diverges(result: JsonObject) -> bool:
    """Whether a result was judged and differs."""
    return result["fault"] is None and fails(result)


def fails(result: JsonObject) -> bool:
    """Whether a vector is not at bytes, for whatever reason."""
    return level(result) is not Level.BYTES


def state(result: JsonObject) -> str | None:
    """How a result stands to the list of known failures: known, changed, expired, stale, or not."""
    return result["known"]["state"] if result["known"] else None


def verdict(result: JsonObject) -> Verdict:
    """What a result counts as: every format sorts by this, so that their counts agree."""
    if state(result) in ("known", "stale"):
        return "known" if fails(result) else "stale"
    if not fails(result):
        return "passed"
    return "fault" if result["fault"] else "failed"


def topic(name: str) -> tuple[str, str]:
    """Check and topic: the first two parts of a vector's id."""
    check, section, _ = name.split("/")
    return check, section


def tally(results: Iterable[JsonObject]) -> Tally:
    """Count a group of results."""
    group = list(results)
    reached = Counter(map(level, group))
    levels = tuple(sum(reached[each] for each in LEVELS if each >= least) for least in LEVELS)
    return Tally(len(group), levels, sum(result["fault"] is not None for result in group))


def by_topic(results: Sequence[JsonObject]) -> dict[tuple[str, str], Tally]:
    """The counts of each check and topic."""
    groups: dict[tuple[str, str], list[JsonObject]] = {}
    for result in results:
        groups.setdefault(topic(result["id"]), []).append(result)
    return {name: tally(group) for name, group in sorted(groups.items())}


def topics(results: Sequence[JsonObject]) -> list[JsonObject]:
    """The counts of each check and topic as the report has them."""
    return [
        {"check": check, "topic": name, **counts.counts()}
        for (check, name), counts in by_topic(results).items()
    ]


def by_class(order: Iterable[str], rows: Iterable[JsonObject]) -> list[JsonObject]:
    """How many rows there are of each class, in a given order of classes."""
    counts = Counter(row["class"] for row in rows)
    return [{"class": name, "vectors": counts[name]} for name in order if name in counts]


def faults(results: Iterable[JsonObject]) -> dict[str, int]:
    """How many vectors were not judged, by kind of fault."""
    counts = Counter(result["fault"]["kind"] for result in results if result["fault"])
    return {kind: counts[kind] for kind in FAULT_KINDS}


def known_states(results: Iterable[JsonObject]) -> dict[str, int]:
    """How many results stand how to the list of known failures."""
    counts = Counter(filter(None, map(state, results)))
    return {name: counts[name] for name in ("known", "changed", "expired", "stale")}


def status(results: Iterable[JsonObject], end_of_input: JsonObject | None) -> int:
    """The exit status: 1 for a divergence or a stale entry, else 3 for a fault, else 0."""
    verdicts = {verdict(result) for result in results}
    if verdicts & {"failed", "stale"}:
        return 1
    return 3 if "fault" in verdicts or end_of_input else 0


def unasked(skipped: Iterable[JsonObject]) -> list[JsonObject]:
    """Of the vectors that were not run, those that an early end of the run left."""
    return [vector for vector in skipped if vector["kind"] == NOT_ASKED]


def sentence(
    results: Sequence[JsonObject],
    skipped: Iterable[JsonObject],
    end_of_input: JsonObject | None,
    conforms: Sequence[str],
    without_vectors: Sequence[str],
) -> str:
    """What came out, in one sentence."""
    later = f"; no vectors yet of {_listed(without_vectors)}" if without_vectors else ""
    right = sum(not fails(result) for result in results)
    parts = [f"{right} of {len(results)} vectors at bytes", *_troubles(results)]
    left = unasked(skipped)
    if left:
        parts.append(f"{len(left)} not asked")
    if end_of_input:
        parts.append(f"at the end of input: {end_of_input['detail']}")
    if len(parts) > 1:
        return "; ".join(parts) + later
    head = f"conforms to {_listed(conforms)}: " if conforms else ""
    return f"{head}{parts[0]}; answers byte-identical{later}"


def _troubles(results: Sequence[JsonObject]) -> Iterable[str]:
    found = known_states(results)
    expired = sum(fails(result) and state(result) == "expired" for result in results)
    counted = (
        (sum(map(diverges, results)), "diverge"),
        (sum(result["fault"] is not None for result in results), "not judged because of a fault"),
        (found["known"], "known before and not counted against it"),
        (found["changed"], "listed as known, but failing otherwise"),
        (expired, "listed as known, but expired"),
        (found["stale"], "listed as known, but passing (known-failures --prune)"),
    )
    return (f"{count} {words}" for count, words in counted if count)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
