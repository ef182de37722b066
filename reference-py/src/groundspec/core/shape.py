"""Shape: values against the normative JSON Schemas, which are read from the package alone.

`jsonschema_rs` validates; a schema that refers to another by its URN finds it among the files of
schemas/. What is wrong is said in a sentence of our own: the library's quotes the whole value. It
is imported when it is first needed: that takes longer than to decide a claim.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from groundspec import resources
from groundspec.core.pointer import pointer_to

if TYPE_CHECKING:
    import jsonschema_rs

_REFERRED: dict[str, tuple[str, ...]] = {
    "quote.packet": ("quote.policy",),
    "fact.packet": ("fact.policy", "fact.schema"),
}


class ShapeError(NamedTuple):
    """The first thing that is wrong: where (JSON Pointer) and what; of a name, what to do too."""

    pointer: str
    message: str
    hint: str = ""


@cache
def validator(name: str) -> "jsonschema_rs.Draft202012Validator":
    """The validator of schemas/NAME.schema.json."""
    import jsonschema_rs

    referred = map(resources.schema, _REFERRED.get(name, ()))
    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in referred])
    return jsonschema_rs.Draft202012Validator(
        resources.schema(name), registry=registry, offline=True
    )


def shape_error(name: str, value: Any) -> ShapeError | None:
    """None if the value validates against a schema (E-SHAPE)."""
    check = validator(name)
    if check.is_valid(value):
        return None
    error = _plainest(next(iter(check.iter_errors(value))))
    if error.kind.name == "propertyNames":
        return _of_name(error)
    return ShapeError(pointer_to(error.instance_path), _sentence(error.kind))


def _plainest(error: "jsonschema_rs.ValidationError") -> "jsonschema_rs.ValidationError":
    """Of alternatives that all failed, the error of the one that the value's type fits."""
    if error.kind.name != "anyOf":
        return error
    branches: Iterable[list[jsonschema_rs.ValidationError]] = error.kind.as_dict()["context"]
    for branch in branches:
        if branch[0].kind.name != "type" or branch[0].instance_path != error.instance_path:
            return _plainest(branch[0])
    return error


def _of_name(error: "jsonschema_rs.ValidationError") -> ShapeError:
    """What is wrong with the name of a member, at that member."""
    wrong = error.kind.as_dict()["error"]
    name = str(wrong.instance)
    pointer = pointer_to([*error.instance_path, name])
    said = f"The name {_names([name])} is not allowed"
    pattern = wrong.kind.as_dict().get("pattern")
    if pattern is None:
        return ShapeError(pointer, f"{said}.")
    meant = _spelled(name) if pattern == FIELD_NAME else ""
    write = f"Write {meant}. " if meant else ""
    says = _NAMES.get(pattern)
    return ShapeError(
        pointer, f"{said}; it must match {pattern}.", f"{write}{says}" if says else ""
    )


FIELD_NAME: Final = "^[a-z][a-z0-9_]{0,63}$"
_NAMES: Final = {
    FIELD_NAME: "A field's name is one letter of a to z, and then at most 63 of a to z, 0 to 9 "
    "and _.",
    "^[A-Za-z0-9%\u00b0\u00b5\u00b7/^_.*-]{1,32}$": "The code of a unit is 1 to 32 of A to Z, "
    "a to z, 0 to 9 and %\u00b0\u00b5\u00b7/^_.*-.",
}
_SMALL: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _spelled(name: str) -> str:
    """The name of a field that was perhaps meant, or nothing."""
    apart = re.sub("([a-z0-9])([A-Z])", r"\1_\2", name)
    plain = re.sub("[^a-z0-9_]+", "_", apart.translate(_SMALL)).strip("_")
    return plain if name.isascii() and re.fullmatch(FIELD_NAME, plain) else ""


def _sentence(kind: "jsonschema_rs.ValidationErrorKind") -> str:
    """What an error of a schema keyword means."""
    say = _SENTENCES.get(kind.name)
    return say(kind.as_dict()) if say else f"The value breaks the schema's keyword {kind.name}."


def _names(names: Iterable[Any]) -> str:
    shown = [ascii(name)[:60] for name in names]
    more = f" and {len(shown) - 5} more" if len(shown) > 5 else ""
    return ", ".join(shown[:5]) + more


def _alternatives(detail: dict[str, Any]) -> str:
    types = [
        kind
        for branch in detail["context"]
        for error in branch
        if error.kind.name == "type"
        for kind in error.kind.as_dict()["types"]
    ]
    return f"The value must be of type {' or '.join(types)}."


_SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "additionalProperties": lambda d: f"The schema names no member {_names(d['unexpected'])}.",
    "anyOf": _alternatives,
    "const": lambda d: f"The value must be {d['expected_value']!r}.",
    "enum": lambda d: f"The value must be one of {', '.join(map(str, d['options']))}.",
    "maxItems": lambda d: f"The array may have at most {d['limit']} items.",
    "maxLength": lambda d: f"The string may have at most {d['limit']} code points.",
    "maximum": lambda d: f"The number may be at most {d['limit']}.",
    "minItems": lambda d: f"The array must have at least {d['limit']} items.",
    "minLength": lambda d: f"The string must have at least {d['limit']} code points.",
    "minimum": lambda d: f"The number must be at least {d['limit']}.",
    "pattern": lambda d: f"The string must match {d['pattern']}.",
    "required": lambda d: f"The member {_names([d['property']])} is missing.",
    "type": lambda d: f"The value must be of type {' or '.join(d['types'])}.",
    "uniqueItems": lambda _: "No two items of the array may be equal.",
}
