"""Policy files of gtrex, made by hand from the members that they have, and what becomes of them."""

import json
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from groundspec.apps.policy_document import completed
from groundspec.cli.policy import gtrex
from groundspec.cli.policy.importing import _report
from groundspec.core.canonical import digest_value

SHAPE = Draft202012Validator(
    resources.schema("policy-import"),
    registry=Registry().with_resource(
        "urn:groundspec:quote-policy", Resource.from_contents(resources.schema("quote.policy"))
    ),
)


def step(op: str, version: int = 1, **params: Any) -> dict[str, Any]:
    return {"op": op, "params": params, "version": version}


def tier(name: str, *steps: dict[str, Any], sound: bool = True) -> dict[str, Any]:
    return {"name": name, "rationale": "", "sound": sound, "steps": [*steps]}


BUILT_IN = [
    tier("exact"),
    tier("whitespace", step("collapse_whitespace")),
    tier(
        "typography",
        step("unescape_entities"),
        step("map_typography"),
        step("fold_hyphen_variants"),
        step("nfkc", 2),
        step("collapse_whitespace"),
    ),
    tier("case", step("casefold")),
    tier("skeleton", step("alphanumeric_skeleton"), sound=False),
]
ALIGNMENT = (
    b'{"case_sensitive": false, "coverage_weight": 0.65, "gap_extend": -0.5, "gap_open": -2.0, '
    b'"match_score": 2.0, "max_regions": 24, "mismatch_score": -1.0, "region_pad_tokens": 12, '
    b'"seed_ngram": 3}'
)


def whole(**members: Any) -> bytes:
    """A file with every member, as gtrex 1.1.0 writes its default policy, with some changed."""
    value = {
        "accept_through": "case",
        "alignment": {},
        "allow_unsound": False,
        "ellipsis_policy": "fragments",
        "fingerprint": "e7f3cb264417247b",
        "ladder": BUILT_IN,
        "ladder_name": "default",
        "marker_pattern": None,
        "match_boundaries": True,
        "max_source_expansion": 3,
        "min_fragment_tokens": 8,
        "min_repair_coverage": 1,
        "numeric_guard": True,
        "polarity_guard": True,
        "polarity_tokens": [f"word{number}" for number in range(55)],
        "repair_mode": "substitute",
        "repair_threshold": None,
        "require_contiguous": True,
        "salvage_policy": "off",
        "schema": "gtrex/policy/2",
        "upstream": {},
        "verifier_revision": 7,
        **members,
    }
    return (
        json.dumps(value).encode("ascii").replace(b'"alignment": {}', b'"alignment": ' + ALIGNMENT)
    )


DEFAULT = whole()
STRICT = whole(
    accept_through="exact",
    ladder=BUILT_IN[:3],
    ladder_name="strict",
    ellipsis_policy="reject",
    repair_mode="off",
)
PERMISSIVE = whole(
    accept_through="skeleton",
    allow_unsound=True,
    ellipsis_policy="ignore",
    require_contiguous=False,
    numeric_guard=False,
    polarity_guard=False,
    repair_mode="off",
)
POLICY: dict[str, Any] = {
    "check": "quote/0.1",
    "tiers": ["exact", "whitespace", "typography", "case", "skeleton"],
    "accept_through": "case",
    "allow_unsound": False,
    "near": [],
    "boundaries": True,
    "ellipsis": "stitch",
    "min_fragment_words": 8,
    "markers": [],
    "waive": [],
}
WAIVED = ["STITCHED", "OMITS_NEGATION", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"]


def minimal(**members: Any) -> bytes:
    return json.dumps({"schema": "gtrex/policy/2", **members}).encode("ascii")


def imported(data: bytes) -> dict[str, Any]:
    """The report of a file, checked against its schema; the policy in it is complete."""
    found = gtrex.convert(gtrex.read(data))
    report: dict[str, Any] = json.loads(json.dumps(_report(found, completed(found.policy))))
    SHAPE.validate(report)
    assert report["policy_sha256"] == digest_value("policy", report["policy"])
    return report


def dropped(report: dict[str, Any]) -> dict[str, Any]:
    return {row["member"]: row["value"] for row in report["dropped"]}


def differs(report: dict[str, Any], member: str) -> str:
    return "; ".join(row["differs"] for row in report["carried"] if row["member"] == member)
