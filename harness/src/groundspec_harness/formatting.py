"""How a vector's file is written: ASCII JSON, two spaces a level, members in the schemas' order.

The order is read from `properties` of vector.schema.json and receipt.schema.json. A packet keeps
the order it has, because that is the order in which it is sent.
"""

from dataclasses import dataclass
from typing import Any

from groundspec_harness.jsontext import Json, JsonObject, indented
from groundspec_harness.schemas import Schemas


@dataclass(frozen=True)
class Formatter:
    """Arranges and writes vectors."""

    vector: JsonObject
    receipt: JsonObject

    def text(self, vector: JsonObject) -> bytes:
        """The bytes of a vector's file."""
        value = _arranged(vector, self.vector, self.vector)
        if isinstance(value.get("receipt"), dict):
            schema = _of_check(self.receipt, value["receipt"].get("check"))
            value["receipt"] = _arranged(value["receipt"], schema, self.receipt)
        return f"{indented(value)}\n".encode("ascii")


def load(schemas: Schemas) -> Formatter:
    """The order as the schemas have it."""
    documents = schemas.documents
    return Formatter(documents["vector.schema.json"], documents["receipt.schema.json"])


def _of_check(schema: JsonObject, check: Json) -> JsonObject:
    """The receipt schema with what it says of receipts of one check as its `then`."""
    for branch in schema.get("allOf", ()):
        if branch["if"]["properties"]["check"]["const"] == check:
            return {**schema, "allOf": [], "then": branch["then"]}
    return {**schema, "allOf": []}


def _arranged(value: Json, schema: JsonObject, document: JsonObject) -> Json:
    """A value with its members in the order of a schema; members it does not name come last."""
    if isinstance(value, list):
        items = _items(schema, document)
        return [_arranged(item, items, document) for item in value]
    if not isinstance(value, dict):
        return value
    known = _properties(schema, document)
    if not known:
        return value
    names = [*(n for n in known if n in value), *(n for n in value if n not in known)]
    return {name: _arranged(value[name], known.get(name, {}), document) for name in names}


def _parts(schema: Any, document: JsonObject) -> list[JsonObject]:
    """A schema and all that it is made of: what it refers to first, then itself, then `then`."""
    if not isinstance(schema, dict):
        return []
    parts: list[JsonObject] = []
    reference = schema.get("$ref", "")
    if reference.startswith("#/$defs/"):
        parts += _parts(document["$defs"][reference.removeprefix("#/$defs/")], document)
    for part in schema.get("allOf", ()):
        parts += _parts(part, document)
    parts.append(schema)
    return parts + _parts(schema.get("then"), document)


def _properties(schema: JsonObject, document: JsonObject) -> dict[str, JsonObject]:
    known: dict[str, JsonObject] = {}
    for part in _parts(schema, document):
        known.update(part.get("properties", {}))
        known.update((name, {}) for name in part.get("required", ()) if name not in known)
    return known


def _items(schema: JsonObject, document: JsonObject) -> JsonObject:
    found: JsonObject = {}
    for part in _parts(schema, document):
        if isinstance(part.get("items"), dict):
            found = part["items"]
    return found
