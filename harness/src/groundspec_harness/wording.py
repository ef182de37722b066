"""What a report says of one vector, in words: shared by the table, by `why` and by every format.

All of it is printable ASCII on lines of its own, whatever the program under test wrote.
"""

from collections.abc import Iterator

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain, tail

MISSING = "(missing)"


def number(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun in the number that fits."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def known_words(result: JsonObject) -> str | None:
    """How a result stands to the list of known failures; None where it is not listed."""
    if not result["known"]:
        return None
    listed = result["known"]["listed"]
    return {
        "known": f"a known failure ({listed})",
        "changed": f"listed as a known failure ({listed}), but it fails otherwise",
        "expired": f"listed as a known failure until {result['known']['expires']}",
        "stale": f"listed as a known failure ({listed}), but it passes: remove the entry",
    }[result["known"]["state"]]


def explain(result: JsonObject, limit: int = 5) -> Iterator[str]:
    """What became of a vector that is not at bytes."""
    if result["fault"]:
        yield f"{result['id']}: {result['fault']['kind']}: {plain(result['fault']['detail'])}"
        yield from tail(result["fault"]["stderr"])
    else:
        yield from _divergence(result, limit)
    listed = known_words(result)
    if listed:
        yield f"  {listed}"
    if result["hint"]:
        yield f"  hint: {plain(result['hint'])}"


def _divergence(result: JsonObject, limit: int) -> Iterator[str]:
    yield f"{result['id']}: reaches {_reached(result)}. {plain(result['title'])}"
    if "differences" not in result:
        yield "  the vector is not blessed: it has no receipt yet to compare bytes with"
        return
    for place in result["differences"][:limit]:
        yield f"  {plain(place['pointer']) or '(the whole)'}"
        yield f"    expected  {_value(place['expected'])}"
        yield f"    actual    {_value(place['actual'])}"
    if len(result["differences"]) > limit or result["more_differences"]:
        yield "  and further members"
    yield f"  first differing byte: {result['first_byte']['offset']}"
    yield f"    expected  {plain(result['first_byte']['expected'])}"
    yield f"    actual    {plain(result['first_byte']['actual'])}"


def _reached(result: JsonObject) -> str:
    return "no level" if result["level"] == "none" else f"the level {result['level']}"


def _value(shown: str | None) -> str:
    return MISSING if shown is None else plain(shown)


def headline(result: JsonObject) -> str:
    """The same on one line: what is wrong first."""
    if result["known"] and result["known"]["state"] == "stale":
        return str(known_words(result))
    if result["fault"]:
        return f"{result['fault']['kind']}: {plain(result['fault']['detail'])}"
    if result["level"] == "bytes":
        return "byte-identical"
    head = f"reaches {_reached(result)}"
    if not result.get("differences"):
        return f"{head}; the vector is not blessed"
    first = result["differences"][0]
    where = plain(first["pointer"]) or "(the whole)"
    values = f"expected {_value(first['expected'])}, actual {_value(first['actual'])}"
    return f"{head}; {where}: {values}"
