"""Policies of the quote check: complete, and consistent in themselves (Q-POLICY)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from groundspec.core.codes import refusal, registry
from groundspec.resources import policy, table


def complete(given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the complete policy for a known name or a policy of valid shape.

    Raises Refusal with POLICY_INVALID where the policy contradicts itself.
    """
    if isinstance(given, str):
        return policy("quote", given)
    for pointer, message, hint in _contradictions(given):
        raise refusal("POLICY_INVALID", message, hint=hint, pointer=f"/policy/{pointer}")
    return given


def _contradictions(given: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the pointer, the fault and what to do, for each fault."""
    rows = {row["tier"]: row for row in table("quote-tiers")["tiers"]}
    tiers, through = given["tiers"], given["accept_through"]
    in_order = [name for name in rows if name in tiers]
    if tiers != in_order:
        yield "tiers", "The tiers are not in the ladder's order.", f"Write {', '.join(in_order)}."
    if through not in tiers:
        yield "accept_through", "No tier of the policy has this name.", f"Name one of {tiers}."
    elif not rows[through]["sound"] and not given["allow_unsound"]:
        yield "accept_through", "This tier is unsound.", "Set allow_unsound to true."
    flags = [row.code for row in registry().codes.values() if _is_flag(row.cls, row.check)]
    for place, code in enumerate(given["waive"]):
        if code not in flags:
            yield (
                f"waive/{place}",
                "This is no flag of the check.",
                f"Flags are {', '.join(flags)}.",
            )


def _is_flag(cls: str, check: str | None) -> bool:
    return cls == "flag" and check in ("quote", None)
