"""The check `fact` on packets that are drawn: both implementations decide alike."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, Phase, assume, given, settings

import groundspec
from independent.fact import decide
from independent.fact_packets import packets

Json = dict[str, Any]
OPEN = [  # texts of which the specification does not yet say enough
    "[0-9][-\u2013][(-]?(?:[$\u20ac]|US|C[$]|EUR|USD|Rs)",  # a list over a dash, then a prefix form
    "[)] ?[A-Za-z.]{1,12} *[-\u2013]",  # a word between a bracket and what joins a range
    "(?i:to|and|through) +(?:[-\u2013]|to|and|through)",  # a word that joins, and one more
    "dollars,? in",  # a form of a currency within another's
]


def differences(packet: Json) -> list[tuple[str, Any, Any]]:
    """The members that differ: which, those of the second implementation, the reference's."""
    ours, theirs = decide(packet), groundspec.decide(packet)
    pairs = list(zip(ours["decisions"], theirs["decisions"], strict=True))
    pairs.append(({name: ours[name] for name in ("coverage", "absences")}, theirs))
    for mine, other in pairs[:-1]:  # whether a heading scale is listed that the value leaves off
        if "scale" in mine["missing"]:
            mine["parts"], other["parts"] = (
                [row for row in one["parts"] if row["role"] != "scale"] for one in (mine, other)
            )
    return [
        (name, value, other[name])
        for mine, other in pairs
        for name, value in mine.items()
        if value != other[name]
    ]


@given(packets())
@settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.generate, Phase.shrink],
)
def test_agrees_with_an_implementation_that_shares_no_code(packet: Json) -> None:
    assume(not any(re.search(pattern, packet["source"]["text"]) for pattern in OPEN))
    assert differences(packet) == []
