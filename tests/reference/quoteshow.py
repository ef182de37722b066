"""A source for `groundspec quote show`, and what the command says of it."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from reference.program import Ran

SOURCE = (
    "First line.\n"
    "The \u201climited\u201d num-\n"
    "   ber of sup\u00adpliers \x1b[31mred\n"
    "shall not\u202e be sold. We pay -5 EUR.\r\n"
    "The supplier shall, at its own cost, replace goods. The supplier too.\n"
)


def shown(source: str, *arguments: str, cwd: Path | None = None) -> str:
    ran = Ran("quote", "show", source, *arguments, cwd=cwd)
    assert (ran.status, ran.errors) == (0, "")
    return ran.out.decode("utf-8").replace(f"{source}:", "S:")


def library() -> Registry[Any]:
    shapes = [resources.schema(name) for name in ("quote-show", "receipt")]
    return Registry().with_resources((row["$id"], Resource.from_contents(row)) for row in shapes)


def as_json(source: str, *arguments: str) -> Any:
    value = json.loads(shown(source, *arguments, "--format", "json"))
    Draft202012Validator(resources.schema("quote-show"), registry=library()).validate(value)
    return value
