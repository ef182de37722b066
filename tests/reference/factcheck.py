"""Facts for `groundspec fact check`, and what the sentences of their codes are."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import groundspec
from groundspec import resources
from groundspec.apps.facts.cases import Decided
from groundspec.apps.facts.sentences import OUTSIDE, sentence
from groundspec.core import jsonread
from groundspec.fact.arguments import packet
from reference.program import Ran

DOCUMENT = (
    "Fees\n"
    "The fee is $5 million.\n"
    "Caf\u00e9 sales were up to 25 bps and $1,500 million in 2023.\n"
    "Staff: 12\n"
)
SCHEMA: dict[str, Any] = {
    "fields": {
        "fee": {"type": "number", "unit": "USD", "required": True},
        "sales": {"type": "number", "unit": "USD"},
        "rate": {"type": "number", "unit": "%"},
        "staff": {"type": "integer"},
        "auditor": {"type": "string", "required": True},
    }
}
CLAIMS: list[dict[str, Any]] = [
    {"field": "fee", "value": "5000000", "unit": "USD", "evidence": "$5 million"},
    {"field": "sales", "value": "1500", "unit": "USD", "evidence": [{"text": "$1,500 million"}]},
    {"field": "rate", "value": "25", "unit": "%", "evidence": {"text": "up to 25 bps"}},
    {"id": "staff", "field": "staff", "value": 12, "evidence": [{"start": 86, "end": 95}]},
]
ABSENCES = [{"field": "fee", "proposer": "m"}, {"field": "auditor"}]
EVERY_POLICY = {**resources.policy("fact", "default"), "min_confidence": "0.8"}


def written(folder: Path, claims: Any = None, **files: bytes) -> None:
    """Put a document, a schema and claims into a folder, and other files."""
    given = {"claims": CLAIMS, "absences": ABSENCES} if claims is None else claims
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    (folder / "d.txt").write_bytes(files.pop("document", DOCUMENT.encode()))
    (folder / "s.json").write_bytes(files.pop("schema", json.dumps(SCHEMA).encode()))
    (folder / "c.json").write_bytes(data)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def check(folder: Path, *options: str, stdin: bytes = b"") -> Ran:
    return Ran("fact", "check", "d.txt", "s.json", "c.json", *options, stdin=stdin, cwd=folder)


def table(folder: Path, *options: str) -> str:
    ran = check(folder, "--format", "table", *options)
    assert (ran.status, ran.errors) == (0, "")
    return ran.out.decode()


def valid(value: Any) -> Any:
    """A report that has the published shape."""
    shapes = [resources.schema(name) for name in ("fact-check", "receipt")]
    library: Registry[Any] = Registry().with_resources(
        (row["$id"], Resource.from_contents(row)) for row in shapes
    )
    Draft202012Validator(resources.schema("fact-check"), registry=library).validate(value)
    return value


def as_json(folder: Path, *options: str) -> Any:
    ran = check(folder, *options)
    assert (ran.status, ran.errors) == (0, "")
    return valid(json.loads(ran.out))


def decided(
    text: str,
    fields: dict[str, Any],
    claims: list[Any],
    absences: list[Any] | None = None,
    policy: Any = "default",
) -> Decided:
    """A packet and its receipt, both as they would be read from files."""
    given = packet(text, {"fields": fields}, claims, policy, absences or [])
    made = jsonread.read(json.dumps(given))
    return Decided(made, groundspec.decide(made))


def says(
    text: str, field: dict[str, Any], *claims: dict[str, Any], policy: Any = "default"
) -> dict[str, str]:
    """The sentences of the first claim, by their codes; its field is `f` where it names none."""
    given = [
        {"field": "f", **({"unit": field["unit"]} if "unit" in field else {}), **c} for c in claims
    ]
    case = decided(text, {"f": field}, given, policy=policy).cases[0]
    return {code: sentence(case, code) for code in case.decision["codes"]}


def says_outside(given: Decided) -> list[str]:
    rows = [(row["code"], row) for row in given.receipt["coverage"]]
    rows += [(code, row) for row in given.receipt["absences"] for code in row["codes"]]
    return [OUTSIDE[code](given, row) for code, row in rows]
