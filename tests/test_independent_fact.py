"""Every vector of the check `fact`, held against the second implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.expectation import contradictions
from independent.fact import decide

VECTORS = Path(__file__).resolve().parents[1] / "conformance" / "fact"


def vectors() -> list[Any]:
    """The vectors whose packet is written out, by id."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(VECTORS.rglob("*.json"))]
    return [
        pytest.param(v, id=v["id"])
        for v in found
        if "packet" in v and v.get("refusal") != "PACKET_INVALID"  # its shape is a schema's concern
    ]


@pytest.mark.parametrize("vector", vectors())
def test_vector(vector: Any) -> None:
    decided = decide(vector["packet"])
    if "refusal" in vector:
        assert decided == {"refusal": vector["refusal"]}
        return
    outcomes = [one["outcome"] for one in decided["decisions"]]
    names = ("admitted", "needs_verification", "rejected")
    receipt = {**decided, "summary": {name: outcomes.count(name) for name in names}}
    assert list(contradictions(vector["expect"], vector["packet"], receipt)) == []
