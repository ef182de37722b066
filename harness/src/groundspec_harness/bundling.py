"""A published schema in one document: those that it refers to are embedded under `$defs`.

An embedded schema keeps its `$id` (JSON Schema 2020-12, section 9.3), so no reference is rewritten
and any validator can use the document without the other files.
"""

from collections.abc import Iterator

from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.schemas import Schemas


def bundled(schemas: Schemas, name: str) -> JsonObject:
    """The schema of a file name, whole."""
    if name not in schemas.documents:
        raise HarnessError(f"{schemas.resources.schemas}: no schema {name}")
    document = schemas.documents[name]
    others = _reached(document, {str(each["$id"]): each for each in schemas.documents.values()})
    if not others:
        return document
    return {**document, "$defs": {**document.get("$defs", {}), **others}}


def _reached(document: JsonObject, by_id: dict[str, JsonObject]) -> dict[str, JsonObject]:
    """The other schemas that a schema needs, by `$id`, sorted."""
    found = {str(document["$id"]): document}
    waiting = [document]
    while waiting:
        for identity in _references(waiting.pop()):
            if identity in by_id and identity not in found:
                found[identity] = by_id[identity]
                waiting.append(by_id[identity])
    return {name: found[name] for name in sorted(found) if name != document["$id"]}


def _references(value: Json) -> Iterator[str]:
    """The documents that the references in a schema lead to."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].partition("#")[0]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _references(item)
