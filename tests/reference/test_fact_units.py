"""What one schema says of units holds for its packet, and not for the next one."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import groundspec
from groundspec.fact.tables import _patterns
from groundspec.resources import json_file

USD = json_file("packs/en.json")["units"]["USD"]
# both have the same forms, but in the second `tokens` is none of a currency
OWN = {
    "of-dollars": {"USD": {**USD, "suffix": [*USD["suffix"], "tokens"]}},
    "of-a-thing": {"thing": {"suffix": ["tokens"]}},
}


def _codes(units: dict[str, Any]) -> list[str]:
    packet = {
        "groundspec": "0.1",
        "check": "fact/0.1",
        "source": {"text": "In tokens\nSales  500", "id": None, "url": None},
        "schema": {"fields": {"sales": {"type": "number", "unit": "USD"}}, "units": units},
        "policy": "default",
        "claims": [
            {"id": "f1", "field": "sales", "value": "500", "unit": "USD",
             "evidence": [{"text": "500"}]}
        ],
        "absences": [],
    }  # fmt: skip
    codes: list[str] = groundspec.decide(packet)["decisions"][0]["codes"]
    return codes


def test_the_order_of_packets_does_not_matter() -> None:
    expected = {"of-dollars": ["VALUE_DERIVED"], "of-a-thing": ["PART_MISSING"]}
    for order in permutations(OWN):
        _patterns.cache_clear()
        assert {name: _codes(OWN[name]) for name in order} == expected
