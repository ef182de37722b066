"""Policies of the quote check: complete, and consistent in themselves (Q-POLICY)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from groundspec.core.codes import refusal, registry
from groundspec.quote.steps import RULE_OF
from groundspec.quote.tiers import name_of, row_of, rows, step_rows
from groundspec.resources import policy


def complete(given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the complete policy for a known name or a policy of valid shape.

    Raises Refusal with POLICY_INVALID where the policy contradicts itself.
    """
    if isinstance(given, str):
        return policy("quote", given)
    for pointer, message, hint in _contradictions(given):
        raise refusal("POLICY_INVALID", message, hint=hint, pointer=f"/policy/{pointer}")
    return given


Fault = tuple[str, str, str]


def _contradictions(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the pointer, the fault and what to do, for each fault."""
    faults = [*_tier_faults(given, "tiers"), *_tier_faults(given, "near"), *_name_faults(given)]
    yield from faults
    if not faults:
        yield from _order_faults(given)
        yield from _acceptance_faults(given)
    yield from _marker_faults(given["markers"])
    yield from _waive_faults(given["waive"])


def _tier_faults(given: Mapping[str, Any], member: str) -> Iterator[Fault]:
    """Q-POLICY 1: each tier by itself."""
    known = ", ".join(rows())
    for place, item in enumerate(given[member]):
        pointer = f"{member}/{place}"
        if isinstance(item, str):
            if item not in rows():
                hint = f"Tiers are {known}; a tier of your own is an object with its steps."
                yield pointer, f"There is no tier {item[:64]!r}.", hint
            continue
        if item["tier"] in rows():
            yield f"{pointer}/tier", "A registered tier has this name.", "Choose another name."
        for at, name in enumerate(item["steps"]):
            if name not in RULE_OF:
                hint = f"Steps are {', '.join(RULE_OF)}."
                yield f"{pointer}/steps/{at}", f"There is no step {name[:64]!r}.", hint
            elif item["sound"] and not step_rows()[name]["sound"]:
                hint = "Say that the tier is not sound, or leave the step out."
                yield f"{pointer}/sound", f"The step {name} is not sound.", hint


def _name_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Q-POLICY 1: no name twice."""
    seen: list[str] = []
    for member in ("tiers", "near"):
        for place, item in enumerate(given[member]):
            if name_of(item) in seen:
                yield f"{member}/{place}", f"The tier {name_of(item)!r} is named twice.", _ONCE
            seen.append(name_of(item))


_ONCE: Final = "Name each tier once, in tiers or in near."


def _order_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Q-POLICY 2."""
    named = [item for item in given["tiers"] if isinstance(item, str)]
    in_order = [name for name in rows() if name in named]
    if named != in_order:
        hint = f"Write {', '.join(in_order)}."
        yield "tiers", "The tiers are not in the order of the ladder.", hint
    sound = [row_of(item)["sound"] for item in given["tiers"]]
    if sound != sorted(sound, reverse=True):
        place = sound.index(False)
        hint = "Put the tiers that are not sound last."
        yield f"tiers/{place}", "A sound tier stands behind this one, which is not.", hint


def _acceptance_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Q-POLICY 3."""
    by_name = {name_of(item): row_of(item) for item in given["tiers"]}
    through = given["accept_through"]
    if through not in by_name:
        hint = f"Name one of {', '.join(by_name)}."
        yield "accept_through", "No tier of the policy has this name.", hint
    elif not by_name[through]["sound"] and not given["allow_unsound"]:
        yield "accept_through", "This tier is not sound.", "Set allow_unsound to true."


def _marker_faults(markers: Sequence[Sequence[Any]]) -> Iterator[Fault]:
    """Q-POLICY 4."""
    for place, parts in enumerate(markers):
        if isinstance(parts[0], str):
            hint = "Begin it with a literal, so that it cannot match the empty text."
            yield f"markers/{place}/0", "A marker begins with a literal.", hint
        for at, part in enumerate(parts):
            following = parts[at + 1] if at + 1 < len(parts) else None
            pointer = f"markers/{place}/{at}"
            if part == "until" and not isinstance(following, Mapping):
                yield pointer, "Behind until stands no literal.", "Say what it reaches until."
            if part == following == "digits":
                yield pointer, "Digits stand behind digits.", "Write digits once."


def _waive_faults(waive: Sequence[str]) -> Iterator[Fault]:
    """Q-POLICY 5."""
    flags = [row.code for row in registry().codes.values() if _is_flag(row.cls, row.check)]
    for place, code in enumerate(waive):
        if code not in flags:
            hint = f"Flags are {', '.join(flags)}."
            yield f"waive/{place}", "This is no flag of the check.", hint


def _is_flag(cls: str, check: str | None) -> bool:
    return cls == "flag" and check == "quote"
