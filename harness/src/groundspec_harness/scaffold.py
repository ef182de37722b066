"""A new vector before anybody has filled it in, and what still stands in it of these words."""

from collections.abc import Iterator, Sequence

from groundspec_harness.jsontext import Json, JsonObject

_TITLE = "Say in one sentence what this vector shows."
_TEXT = "TEXT"
_RULE = "RULE"
_WORDS = {"title": _TITLE, "rules": _RULE, "packet": _TEXT, "expect": _TEXT}


def scaffold(
    name: str,
    conformance_class: str,
    rules: Sequence[str],
    twin: str | None,
    refusal: str | None,
    envelope: str,
) -> JsonObject:
    """The scaffold of a decision vector, or of a refusal."""
    decision = {"outcome": "admitted", "codes": [], "tier": "exact", "spans": [[_TEXT, 1]]}
    return {
        "id": name,
        "title": _TITLE,
        "rules": list(rules) or [_RULE],
        "class": conformance_class,
        "origin": "spec",
        **({"twin": twin} if twin else {}),
        "packet": {
            "groundspec": envelope,
            "check": "quote/0.1",
            "source": {"text": _TEXT, "id": None, "url": None},
            "policy": "default",
            "claims": [{"id": "q", "text": _TEXT, "at": None}],
        },
        **({"refusal": refusal} if refusal else {"expect": {"decisions": [decision]}}),
    }


def unfilled(vector: JsonObject) -> Iterator[tuple[str | int, ...]]:
    """The path to each of the scaffold's own words that a vector still has."""
    for member, word in _WORDS.items():
        yield from _places(vector.get(member), word, (member,))


def _places(value: Json, word: str, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if value == word:
        yield path
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _places(item, word, (*path, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _places(item, word, (*path, number))
