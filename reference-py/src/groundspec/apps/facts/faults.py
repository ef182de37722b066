"""What is wrong with claims that are decided CLAIM_INVALID (F-CLAIM)."""

from collections.abc import Mapping
from typing import Any

from groundspec.core.shape import ShapeError, shape_error
from groundspec.fact.values import collapse


def fault(claim: Mapping[str, Any]) -> ShapeError:
    """What keeps a claim from being one, where something does."""
    return shape_error("fact.claim", claim) or _of_items(claim.get("evidence") or ())


def _of_items(items: Any) -> ShapeError:
    seen: dict[str, int] = {}
    for at, item in enumerate(items):
        pointer = f"/evidence/{at}"
        start, end, text = item.get("start"), item.get("end"), item.get("text")
        if (start is None) != (end is None):
            one, other = ("start", "end") if end is None else ("end", "start")
            return ShapeError(pointer, f"There is {one} without {other}.")
        role = item.get("role") or "value"
        first = seen.setdefault(role, at)
        if first != at:
            return ShapeError(pointer, f"The role {role} is that of item {first} too.")
        if start is None and (text is None or not collapse(text)):
            return ShapeError(pointer, "There are neither words nor offsets.")
    return ShapeError("", "Something that the schema does not say is wrong.")
