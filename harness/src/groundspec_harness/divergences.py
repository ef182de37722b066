"""A run's divergences together: the order in which they are shown, and what they share."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from groundspec_harness.codes import Registry
from groundspec_harness.diff import Difference, differences
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.requests import Case
from groundspec_harness.runner import Outcome, Result

_RECEIPT_DIGEST = "/receipt/receipt_sha256"
_FIRST = ("outcome", "codes", "waived")  # what is wrong before evidence is
_LAST = ("summary", "sha256")  # what follows from other members
_RULES = 3  # that a summary names
_MANY = 10_000
# What a port of `fact` gets green first: the order of the rules in docs/port.md.
_TOPICS_OF_FACTS = (
    "refusal", "claim", "string", "absence", "coverage", "figure", "place", "scale", "sign", "unit",
    "composite", "part", "note", "qualifier", "doubt", "heading", "role", "flag",
)  # fmt: skip


def ordered(outcome: Outcome, registry: Registry) -> list[Result]:
    """The divergences, what to mend first at the front."""
    key = urgency(registry)
    diverging = (result for result in outcome.results if result.diverges)
    return sorted(diverging, key=lambda result: key(result.case))


def urgency(registry: Registry) -> Callable[[Case], tuple[int, int, bool, int, str]]:
    """The key of the order in which to mend: class, topic, origin, length of the request, id."""
    places = {name: place for place, name in enumerate(registry.implies)}
    topics = {f"fact/{topic}": place for place, topic in enumerate(_TOPICS_OF_FACTS)}

    def key(case: Case) -> tuple[int, int, bool, int, str]:
        vector = case.vector
        topic = topics.get(vector.id.rpartition("/")[0], len(topics))
        foreign = vector.data.get("origin") != "spec"
        size = len(case.request) - len(case.id)
        return places[vector.conformance_class], topic, foreign, size, vector.id

    return key


def telling(result: Result, limit: int) -> list[Difference]:
    """Where an answer differs; the receipt's own digest follows the rest and counts alone only."""
    found = differences(result.case.answer, result.answer, limit + 1)
    others = [place for place in found if place.pointer != _RECEIPT_DIGEST]
    return (others or found)[:limit]


def summary(diverging: Sequence[JsonObject], *, others: bool = False) -> str:
    """One line on a report's divergences: the members that differ, the rules most often pinned.

    With `others` it is said that these are not all: those that are known do not count.
    """
    members = Counter(result["member"] for result in diverging)
    rules = Counter(rule for result in diverging for rule in result["rules"])
    counting = " and count against it" if others else ""
    return (
        f"{len(diverging)} diverge{counting}: {_counted(members.most_common())}; "
        f"most often {_counted(rules.most_common(_RULES))}"
    )


def _counted(rows: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in rows)


def member(result: Result) -> str:
    """The first member that differs, in the order in which to mend them."""
    if result.case.answer is None:
        return "expect"
    return min((_name(place.pointer) for place in telling(result, _MANY)), key=_rank)


def _name(pointer: str) -> str:
    """The member of a decision, of the inputs, or of the answer that a pointer leads into."""
    parts = pointer.split("/")[1:]
    if parts[:2] == ["receipt", "decisions"] and len(parts) > 3:
        return parts[3]
    if parts[:2] == ["receipt", "inputs"] and len(parts) > 2:
        return parts[2]
    return parts[1] if parts[:1] == ["receipt"] and len(parts) > 1 else parts[0]


def _rank(member: str) -> tuple[bool, int]:
    """Members of one rank stay in the order of the answer."""
    place = _FIRST.index(member) if member in _FIRST else len(_FIRST)
    return member.endswith(_LAST), place
