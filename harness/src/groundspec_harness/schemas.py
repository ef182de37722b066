"""Validation against the published JSON Schemas, which refer to one another by `urn:groundspec:`.

`jsonschema` is imported when something is validated, not before. A problem is one line: a JSON
Pointer and what the deepest failing keyword says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import Json, JsonObject, in_order, pointer
from groundspec_harness.resources import Resources

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from referencing import Registry

_SHOWN = 200


@dataclass(frozen=True)
class Problem:
    """A place in a value that a schema refuses."""

    pointer: str
    message: str

    def __str__(self) -> str:
        return f"{self.pointer or '(the whole)'}: {self.message}"


@dataclass(frozen=True)
class Schemas:
    """Every `*.schema.json`, read when first needed."""

    resources: Resources
    _validators: "dict[str, Draft202012Validator]" = field(default_factory=dict)

    @cached_property
    def documents(self) -> dict[str, JsonObject]:
        """The schemas by file name."""
        paths = sorted(self.resources.schemas.glob("*.schema.json"))
        return {path.name: self.resources.load(path) for path in paths}

    @cached_property
    def registry(self) -> "Registry[Any]":
        """The schemas by `$id`, for `$ref`."""
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012

        found = [DRAFT202012.create_resource(document) for document in self.documents.values()]
        return Registry().with_resources((r.id() or "", r) for r in found)

    def problems(self, uri: str, value: Json) -> Iterator[Problem]:
        """All that the schema at `uri` refuses in a value, the branches of `oneOf` descended."""
        for error in self._validator(uri).iter_errors(value):
            yield _problem(error)

    def first_problem(self, uri: str, value: Json) -> Problem | None:
        return next(self.problems(uri, value), None)

    def _validator(self, uri: str) -> "Draft202012Validator":
        from jsonschema import Draft202012Validator

        identity = uri.partition("#")[0]
        if identity not in self.registry:
            raise HarnessError(f"{self.resources.schemas}: no schema has the $id {identity}")
        if uri not in self._validators:
            self._validators[uri] = Draft202012Validator({"$ref": uri}, registry=self.registry)
        return self._validators[uri]


def _problem(error: "ValidationError") -> Problem:
    from jsonschema.exceptions import best_match

    deepest = best_match([error]) or error
    message = _in_json(deepest).encode("ascii", "backslashreplace").decode("ascii")
    if len(message) > _SHOWN:
        message = f"{message[:_SHOWN]}..."
    return Problem(pointer(deepest.absolute_path), message)


def _in_json(error: "ValidationError") -> str:
    """What the library says, with the values in it as JSON instead of Python's own form."""
    values: list[Json] = [error.instance, error.validator_value]
    for each in (error.instance, error.validator_value):
        values += each if isinstance(each, list | dict) else ()
    message, shown = error.message, repr(error.instance)
    if message.startswith(f"{shown} "):
        message = in_order(error.instance) + message.removeprefix(shown)
    for value in sorted(values, key=lambda value: -len(repr(value))):
        if isinstance(value, str | list | dict):
            message = message.replace(repr(value), in_order(value))
    return message
