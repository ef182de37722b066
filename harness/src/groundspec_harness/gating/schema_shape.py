"""Does a schema accept more or less than it did? Read off its keywords, or not known.

Both schemas are walked together. A keyword that can only refuse more, or only less, says so;
annotations say nothing; whatever is not known to go one way goes both.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal

from groundspec_harness.jsontext import Json, JsonObject, pointer
from groundspec_harness.judge import same

Way = Literal["more", "less", "unknown"]  # what is accepted

_ANNOTATIONS = frozenset({"$comment", "$schema", "default", "description", "examples", "title"})
_NAMED = ("properties", "patternProperties", "$defs", "dependentSchemas")
_LOWER = ("minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum", "minContains")
_UPPER = ("maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum", "maxContains")
_ONE = (
    "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "propertyNames",
    "then", "else",
)  # fmt: skip

Found = Iterator[tuple[str, Way]]


def differences(old: Json, new: Json) -> list[tuple[str, Way]]:
    """JSON Pointers into the new schema, each with what the difference there does."""
    return list(dict.fromkeys(_schema(old, new, ())))


def _schema(old: Any, new: Any, place: tuple[str | int, ...]) -> Found:
    """Two schemas at one place; `True` and `{}` accept all, `False` accepts nothing."""
    if same(old, new):
        return
    if new is False or old is True or old == {}:
        yield pointer(place), "less"
    elif old is False or new is True or new == {}:
        yield pointer(place), "more"
    elif isinstance(old, dict) and isinstance(new, dict):
        old, new = _enumerated(old), _enumerated(new)
        for keyword in sorted({*old, *new}):
            if keyword not in _ANNOTATIONS and not same(old.get(keyword), new.get(keyword)):
                yield from _keyword(keyword, old, new, place)
    else:
        yield pointer(place), "unknown"


def _keyword(keyword: str, old: JsonObject, new: JsonObject, place: tuple[str | int, ...]) -> Found:
    here = (*place, keyword)
    if keyword in _NAMED:
        yield from _named(keyword, old, new, here)
    elif keyword in _ONE:
        yield from _schema(old.get(keyword, True), new.get(keyword, True), here)
    elif keyword in _SIMPLE:
        yield pointer(here), _SIMPLE[keyword](old.get(keyword), new.get(keyword))
    elif keyword in ("allOf", "anyOf", "prefixItems") and _same_length(old, new, keyword):
        for number, (before, after) in enumerate(zip(old[keyword], new[keyword], strict=True)):
            yield from _schema(before, after, (*here, number))
    elif keyword == "anyOf" and keyword in old and keyword in new:
        yield pointer(here), _branches(old[keyword], new[keyword])
    elif keyword not in new or keyword not in old:
        yield pointer(here), _appeared(keyword, keyword not in old)
    else:
        yield pointer(here), "unknown"


def _named(keyword: str, old: JsonObject, new: JsonObject, here: tuple[str | int, ...]) -> Found:
    """Schemas by name; a property that appears was judged by `additionalProperties` before."""
    before, after = old.get(keyword, {}), new.get(keyword, {})
    others = {
        False: old.get("additionalProperties", True),
        True: new.get("additionalProperties", True),
    }
    for name in sorted({*before, *after}):
        if keyword == "$defs" and (name not in before or name not in after):
            continue  # reached, if at all, from a reference that changed too
        if keyword != "properties" and (name not in before or name not in after):
            yield pointer((*here, name)), "less" if name in after else "more"
            continue
        earlier = before.get(name, others[False])
        yield from _schema(earlier, after.get(name, others[True]), (*here, name))


def _same_length(old: JsonObject, new: JsonObject, keyword: str) -> bool:
    return len(old.get(keyword, ())) == len(new.get(keyword, ()))


def _appeared(keyword: str, appeared: bool) -> Way:
    """A keyword that was not there, or no longer is, where it can only restrict."""
    if keyword.startswith("x-") or keyword in ("if", "$id", "$anchor", "contains"):
        return "unknown"
    return "less" if appeared else "more"


def _enumerated(schema: JsonObject) -> JsonObject:
    """`const` written as the `enum` that it is."""
    if "const" not in schema:
        return schema
    rest = {name: held for name, held in schema.items() if name != "const"}
    return {**rest, "enum": [schema["const"]]}


def _within(some: list[Any], others: list[Any]) -> bool:
    return all(any(same(one, other) for other in others) for one in some)


def _branches(old: list[Any], new: list[Any]) -> Way:
    """The branches of `anyOf`, of which one may take over what another one accepted."""
    if _within(old, new):
        return "more"
    return "less" if _within(new, old) else "unknown"


def _alternatives(old: Any, new: Any) -> Way:
    if old is None or new is None:
        return "less" if old is None else "more"
    return "more" if _within(_list(old), _list(new)) else "less"


def _required(old: Any, new: Any) -> Way:
    return "more" if _within(new or [], old or []) else "less"


def _bound(larger: Way, smaller: Way) -> Callable[[Any, Any], Way]:
    def way(old: Any, new: Any) -> Way:
        if old is None or new is None:
            return "less" if old is None else "more"
        return larger if new > old else smaller

    return way


def _flag(_old: Any, new: Any) -> Way:
    return "less" if new else "more"


def _list(value: Any) -> list[Any]:
    found = value if isinstance(value, list) else [value]
    return [*found, "integer"] if "number" in found else found


_SIMPLE: dict[str, Callable[[Any, Any], Way]] = {
    "enum": _alternatives,
    "type": _alternatives,
    "required": _required,
    "uniqueItems": _flag,
    **dict.fromkeys(_LOWER, _bound("less", "more")),
    **dict.fromkeys(_UPPER, _bound("more", "less")),
}
