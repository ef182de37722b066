"""The check `fact` on packets that are drawn: both implementations decide alike."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

import groundspec
from independent.fact import decide
from independent.fact_packets import packets

Json = dict[str, Any]


def differences(packet: Json) -> list[tuple[str, Any, Any]]:
    """The members that differ: which, those of the second implementation, the reference's."""
    ours, theirs = decide(packet), groundspec.decide(packet)
    pairs = list(zip(ours["decisions"], theirs["decisions"], strict=True))
    pairs.append(({name: ours[name] for name in ("coverage", "absences")}, theirs))
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
    assert differences(packet) == []
