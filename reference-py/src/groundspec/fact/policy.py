"""Policies of the fact check: complete, and consistent in themselves (F-POLICY)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundspec.core.codes import refusal, registry
from groundspec.resources import policy


def complete(given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the complete policy for a known name or a policy of valid shape.

    Raises Refusal with POLICY_INVALID where the policy contradicts itself.
    """
    if isinstance(given, str):
        return policy("fact", given)
    flags = [row.code for row in registry().codes.values() if _is_flag(row.cls, row.check)]
    for place, code in enumerate(given["waive"]):
        if code not in flags:
            raise refusal(
                "POLICY_INVALID",
                "This is no flag of the check.",
                hint=f"Flags are {', '.join(flags)}.",
                pointer=f"/policy/waive/{place}",
            )
    return given


def _is_flag(cls: str, check: str | None) -> bool:
    return cls == "flag" and check in ("fact", None)
