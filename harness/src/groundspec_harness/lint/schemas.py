"""The schemas are valid draft 2020-12, have an `$id` each, and refer only to what exists."""

from collections.abc import Iterator
from typing import Any

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.lint.material import Material, Problem


def check(material: Material) -> Iterator[Problem]:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    resources, schemas = material.known.resources, material.known.schemas
    ids: dict[str, str] = {}
    for name, document in schemas.documents.items():
        file = resources.name(resources.schemas / name)
        try:
            Draft202012Validator.check_schema(document)
        except SchemaError as error:
            yield Problem(file, error.json_path, error.message)
        found = document.get("$id")
        if not isinstance(found, str) or found in ids:
            yield Problem(file, "/$id", f"missing, or that of {ids.get(str(found))} too")
        ids[str(found)] = name
    for name, document in schemas.documents.items():
        yield from _references(material, resources.name(resources.schemas / name), document)


def _references(material: Material, file: str, document: JsonObject) -> Iterator[Problem]:
    from referencing.exceptions import Unresolvable

    resolver = material.known.schemas.registry.resolver(str(document.get("$id", "")))
    for reference in sorted(set(_found(document))):
        try:
            resolver.lookup(reference)
        except Unresolvable:
            yield Problem(file, "", f"refers to {reference}, which does not exist")


def _found(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for held in value.values():
            yield from _found(held)
    elif isinstance(value, list):
        for held in value:
            yield from _found(held)
