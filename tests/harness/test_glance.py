"""What a glance finds to conform to a schema does so by `jsonschema` too."""

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from groundspec_harness.glance import conforms, definition
from groundspec_harness.specification import at

RIGHT = {
    "id": "1",
    "implementation": {
        "name": "n",
        "version": "1",
        "language": "python",
        "protocol": 1,
        "checks": ["quote/0.1", "fact/0.1"],
        "classes": ["core", "quote"],
        "rules": ["Q-CLAIM"],
        "more": {"a": None},
    },
}
TEXTS = ("", "x", "quote/0.1", "quote/0.1\n", "Q-CLAIM")
LISTS: tuple[Any, ...] = ([], [1], [[]], [None], *([text] for text in TEXTS), ["x", "x"])
OTHERS: tuple[Any, ...] = (None, True, 0, -1, 2**60, 1.0, *TEXTS, *LISTS, {}, {"id": "1"})
FORMS = ("answer-to-describe", "answer-to-digest", "answer-to-decide", "answer-to-verify", "answer")
SCHEMAS = at(None).schemas
PROTOCOL = SCHEMAS.documents["protocol.schema.json"]


def spoiled(value: Any) -> Iterator[Any]:
    """A value with each member left out, with another beside it, or made into something else."""
    yield from OTHERS
    if not isinstance(value, dict):
        return
    for name in value:
        yield {each: value[each] for each in value if each != name}
        yield {**value, f"{name}s": value[name]}
        yield from ({**value, name: other} for other in spoiled(value[name]))


def glance(form: str, value: Any) -> bool:
    return conforms(value, definition(PROTOCOL, f"#/$defs/{form}"), PROTOCOL)


def test_a_right_description_is_seen() -> None:
    assert glance("answer-to-describe", RIGHT)
    less = deepcopy(RIGHT)
    del less["implementation"]["rules"]  # type: ignore[attr-defined]
    assert glance("answer-to-describe", less)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_seen_to_conform_that_does_not(form: str) -> None:
    uri = f"urn:groundspec:protocol#/$defs/{form}"
    values = list(spoiled(RIGHT))
    seen = [value for value in values if glance(form, value)]
    assert len(seen) < len(values) / 2
    assert [value for value in seen if next(SCHEMAS.problems(uri, value), None)] == []


@pytest.mark.parametrize(
    "schema",
    [None, True, {"minLength": 1}, {"type": "number"}, {"type": ["string"]}, {"$ref": "other.json"},
     {"$ref": "#/$defs/none"}, {"additionalProperties": {}}, {"uniqueItems": False}],
)  # fmt: skip
def test_of_what_is_not_known_nothing_is_said(schema: Any) -> None:
    assert not any(conforms(value, schema, {}) for value in OTHERS)


def test_a_run_in_which_all_is_well_imports_no_validator() -> None:
    program = f"""
import sys
from groundspec_harness.specification import at
answer = {json.dumps(RIGHT).replace("null", "None")}
uri = "urn:groundspec:protocol#/$defs/answer-to-describe"
assert at(None).schemas.first_problem(uri, answer) is None
assert "jsonschema" not in sys.modules
assert at(None).schemas.first_problem(uri, {{}}) is not None
assert "jsonschema" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
