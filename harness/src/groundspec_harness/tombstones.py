"""Vectors that are retired: `conformance/tombstones.json` keeps their ids, and why they went."""

from collections.abc import Mapping
from pathlib import Path

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.resources import Resources


def place(resources: Resources) -> Path:
    """Where they stand, if there are any."""
    return resources.conformance / "tombstones.json"


def load(resources: Resources) -> JsonObject | None:
    """The file as it is."""
    path = place(resources)
    return resources.load(path) if path.exists() else None


def stones(resources: Resources) -> Mapping[str, JsonObject]:
    """What is said of each retired id, by the id."""
    value = load(resources)
    found = value.get("tombstones") if value else None
    if not isinstance(found, dict):
        return {}
    return {name: stone if isinstance(stone, dict) else {} for name, stone in found.items()}


def obituary(name: str, stone: JsonObject) -> str:
    """That a vector is retired, since when, why, and by what it is replaced: one clause."""
    heir = f"replaced by {stone['replaced_by']}" if "replaced_by" in stone else ""
    said = [str(stone[key]).rstrip(".") for key in ("retired", "reason") if key in stone]
    why = "; ".join(filter(None, [": ".join(said), heir]))
    return f"{name} is retired ({why})" if why else f"{name} is retired"
