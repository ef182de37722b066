"""What SPEC.md refers to under schemas/: policies, tables, vocabulary packs, Unicode data."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side, value
from groundspec_harness.gating.versions import mentions
from groundspec_harness.judge import same

_CHANGED = {"policies": "policy-changed", "packs": "pack-changed"}


def changes(base: Side, head: Side) -> Iterator[Change]:
    """Every file of data that differs. (Digests follow from these, and `lint` holds them.)"""
    for name in sorted({*base.data, *head.data}):
        old, new = base.data.get(name), head.data.get(name)
        if old != new:
            yield _change(base, head, name, _kind(base, head, name))


def _kind(base: Side, head: Side, name: str) -> str:
    if not name.endswith(".json"):
        return "data-layout"
    if name not in base.data:
        return "data-added"
    if name not in head.data:
        return "data-removed"
    if same(value(base, name, base.data[name]), value(head, name, head.data[name])):
        return "data-layout"
    return _CHANGED.get(name.partition("/")[0], "table-changed")


def _change(base: Side, head: Side, name: str, kind: str) -> Change:
    path = PurePosixPath(name)
    side = base if name in base.data else head
    rules: list[str] = []
    if path.parts[0] == "policies":
        owners: tuple[str, ...] = (path.parts[1],)
        words = [f"{path.parts[1]}/{path.stem}"]
    else:
        sought = "schemas/packs/" if path.parts[0] == "packs" else f"`{path.stem}`"
        owners, rules = mentions(side, sought)
        words = [f"`{path.stem}`"]
    return Change(kind, name, f"schemas/{name}", 1, "", owners, (name, *words, *rules))
