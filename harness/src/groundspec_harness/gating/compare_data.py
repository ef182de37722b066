"""What SPEC.md refers to under schemas/: policies, tables, vocabulary packs, Unicode data."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from groundspec_harness.diff import shown
from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side, value
from groundspec_harness.gating.versions import mentions
from groundspec_harness.jsontext import Json, canonical, pointer
from groundspec_harness.judge import same
from groundspec_harness.plain import plain

_CHANGED = {"policies": "policy-changed", "packs": "pack-changed"}
_TOLD = 3  # places of a value, and items of an array, that a detail names


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
    detail = _detail(base, head, name) if kind in ("table-changed", *_CHANGED.values()) else ""
    return Change(kind, name, f"schemas/{name}", 1, detail, owners, (name, *words, *rules))


def _detail(base: Side, head: Side, name: str) -> str:
    """What is new in a value and what is gone, the first places."""
    old, new = value(base, name, base.data[name]), value(head, name, head.data[name])
    return plain("; ".join(_told(list(_differing(old, new, ())))))


def _differing(old: Json, new: Json, path: tuple[str, ...]) -> Iterator[str]:
    """Each place of a value that differs; an array is told by its items, whatever their places."""
    here = pointer(path)
    if isinstance(old, dict) and isinstance(new, dict):
        for name in (*old, *(name for name in new if name not in old)):
            if name not in new:
                yield f"gone {pointer((*path, name))}"
            elif name not in old:
                yield f"new {pointer((*path, name))} {shown(new[name])}"
            else:
                yield from _differing(old[name], new[name], (*path, name))
    elif isinstance(old, list) and isinstance(new, list):
        gone, added = _lacking(old, new), _lacking(new, old)
        if added or gone:
            parts = (("new", added), ("gone", gone))
            said = [f"{word} {', '.join(_told(items))}" for word, items in parts if items]
            yield f"in {here}: {' and '.join(said)}" if here else " and ".join(said)
        elif not same(old, new):
            yield f"{here or 'the array'} in another order, or other copies"
    elif not same(old, new):
        yield f"{here} {shown(old)} -> {shown(new)}"


def _lacking(items: Iterable[Json], other: Iterable[Json]) -> list[str]:
    """The items of an array that another does not have, as they are shown."""
    there = {canonical(item) for item in other}
    return [shown(item) for item in items if canonical(item) not in there]


def _told(texts: Sequence[str]) -> list[str]:
    """The first of some texts, and how many more there are."""
    more = [f"{len(texts) - _TOLD} more"] if len(texts) > _TOLD else []
    return [*texts[:_TOLD], *more]
