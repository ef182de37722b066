"""A glance at a value by its schema, for which `jsonschema` need not be imported.

Importing that takes longer than asking some hundred vectors, and a run in which all is well needs
it for one small answer. What a glance finds to conform does conform; of anything else, and of
schemas with other keywords than the few known here, it says nothing.
"""

import re
from collections.abc import Callable

from groundspec_harness.jsontext import Json, JsonObject

_HERE = "#/$defs/"
_TYPES = {"object": dict, "array": list, "string": str, "integer": int}
_ANNOTATIONS = ("title", "description")


def conforms(value: Json, schema: Json, document: JsonObject) -> bool:
    """Whether a value surely conforms to a schema that stands in a document."""
    return isinstance(schema, dict) and all(
        keyword in _KEYWORDS and _KEYWORDS[keyword](value, told, schema, document)
        for keyword, told in schema.items()
        if keyword not in _ANNOTATIONS
    )


def definition(document: JsonObject, fragment: str) -> Json:
    """What a fragment such as `#/$defs/name` points to; None where it is no such fragment."""
    name = fragment.removeprefix(_HERE)
    return document.get("$defs", {}).get(name) if fragment.startswith(_HERE) else None


Keyword = Callable[[Json, Json, JsonObject, JsonObject], bool]
"""Value, what stands at the keyword, the schema around it, the document."""


def _type(value: Json, told: Json, _schema: JsonObject, _document: JsonObject) -> bool:
    kind = _TYPES.get(told) if isinstance(told, str) else None
    return kind is not None and isinstance(value, kind) and not isinstance(value, bool)


def _pattern(value: Json, told: Json, _schema: JsonObject, _document: JsonObject) -> bool:
    return isinstance(value, str) and re.search(told, value) is not None


def _required(value: Json, told: Json, _schema: JsonObject, _document: JsonObject) -> bool:
    return isinstance(value, dict) and all(name in value for name in told)


def _properties(value: Json, told: Json, _schema: JsonObject, document: JsonObject) -> bool:
    return isinstance(value, dict) and all(
        conforms(value[name], schema, document) for name, schema in told.items() if name in value
    )


def _additional(value: Json, told: Json, schema: JsonObject, _document: JsonObject) -> bool:
    known = schema.get("properties", {})
    return told is False and isinstance(value, dict) and all(name in known for name in value)


def _items(value: Json, told: Json, _schema: JsonObject, document: JsonObject) -> bool:
    return isinstance(value, list) and all(conforms(each, told, document) for each in value)


def _unique(value: Json, told: Json, _schema: JsonObject, _document: JsonObject) -> bool:
    texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return told is True and texts and len(set(value)) == len(value)


def _reference(value: Json, told: Json, _schema: JsonObject, document: JsonObject) -> bool:
    return conforms(value, definition(document, told), document)


_KEYWORDS: dict[str, Keyword] = {
    "type": _type,
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "uniqueItems": _unique,
    "$ref": _reference,
}
