"""Model output for `groundspec fact claims`, and what it becomes."""

import json
from typing import Any

from jsonschema import Draft202012Validator

from groundspec import resources
from groundspec.apps.fact_claims import Converted, convert
from groundspec.core import jsonread
from groundspec.core.shape import shape_error

SCHEMA: dict[str, Any] = {
    "fields": {
        "revenue": {"type": "number", "unit": "USD"},
        "net_income": {"type": "number", "unit": "USD"},
        "dose": {"type": "number", "unit": "mg"},
        "rate": {"type": "number", "unit": "%"},
        "staff": {"type": "integer"},
        "boxes": {"type": "integer", "unit": "box"},
        "auditor": {"type": "string"},
    },
    "units": {"box": {"prefix": [], "suffix": ["boxes", "box"]}},
}


def converted(raw: Any, form: str, schema: Any = SCHEMA, **options: Any) -> Converted:
    """A conversion whose output has the shape of its schema, and can stand in a packet."""
    given = raw if isinstance(raw, str | bytes) else json.dumps(raw)
    found = convert(given, form, schema, **options)
    value = found.as_value()
    Draft202012Validator(resources.schema("fact-claims")).validate(value)
    jsonread.read(json.dumps({"claims": value["claims"], "absences": value["absences"]}))
    rejected = [change for change in found.changes if change.what == "will be rejected"]
    wrong = [claim for claim in found.claims if shape_error("fact.claim", claim) is not None]
    assert len(found.broken) == len(wrong)
    assert len(rejected) == len(found.broken) + len(found.bare)
    return found


def changes(found: Converted, *without: str) -> list[tuple[str, str, Any, Any]]:
    return [tuple(change) for change in found.changes if change.what not in without]


def without_evidence(pointer: str) -> tuple[str, str, Any, Any]:
    """The change that says of a row that it cites nothing."""
    return (pointer, "will be rejected", None, [])
