"""The registry: codes with their rows and their order, checks, kinds and classes."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from groundspec_harness.gating.compare_spec import moved
from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import ENVELOPE, PROTOCOL, decided_before
from groundspec_harness.jsontext import JsonObject

FILE = "schemas/codes.json"
ALIKE = 0.8  # of two titles, from which a new code is an old one renamed

_DECIDING = ("class", "phase", "check")
_WORDS = ("title", "rule", "unvectored")


def changes(base: Side, head: Side) -> Iterator[Change]:
    """Everything that differs in codes.json."""
    yield from _codes(base, head)
    yield from _lists(base, head)
    old, new = base.registry["groundspec"], head.registry["groundspec"]
    if old != new:
        detail = f"{old}, now {new}"
        yield Change(
            "envelope-changed", ENVELOPE, FILE, 1, detail, (ENVELOPE,), ("E-VERSION", ENVELOPE)
        )


def _codes(base: Side, head: Side) -> Iterator[Change]:
    old, new = _rows(base), _rows(head)
    renamed = _renamed(old, new)
    for name, row in old.items():
        if name in new:
            yield from _row(head, name, row, new[name])
            continue
        kind = "code-renamed" if name in renamed else "code-removed"
        now = renamed.get(name, "")
        detail = f"now {now}" if now else str(row["title"])
        yield Change(kind, name, FILE, _line(head, now or name), detail, _owners(row), (name,))
    for name, row in new.items():
        if name not in old and name not in renamed.values():
            yield _added(base, head, name, row)
    common = [n for n in old if n in new], [n for n in new if n in old]
    for name, before in moved(*common):
        detail = f"behind {before}" if before else "first"
        yield Change(
            "code-moved", name, FILE, _line(head, name), detail, _owners(new[name]), (name,)
        )


def _added(base: Side, head: Side, name: str, row: JsonObject) -> Change:
    owners = _owners(row)
    deciding = any(decided_before(base, owner) for owner in owners)
    kind = "deciding-code-added" if deciding else "code-added"
    return Change(kind, name, FILE, _line(head, name), str(row["title"]), owners, (name,))


def _row(head: Side, name: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    for kind, members in (("code-changed", _DECIDING), ("code-words-changed", _WORDS)):
        differing = [member for member in members if old.get(member) != new.get(member)]
        if differing:
            detail = "; ".join(f"{m}: {old.get(m)}, now {new.get(m)}" for m in differing)
            yield Change(kind, name, FILE, _line(head, name), detail, _owners(new), (name,))


def _rows(side: Side) -> dict[str, JsonObject]:
    return {str(row["code"]): row for row in side.registry["codes"]}


def _line(side: Side, name: str) -> int:
    return side.line_of(FILE, f'"{name}"')


def _owners(row: JsonObject) -> tuple[str, ...]:
    if row["class"] == "protocol":
        return (PROTOCOL,)
    return (str(row.get("check") or ENVELOPE),)


def _renamed(old: dict[str, JsonObject], new: dict[str, JsonObject]) -> dict[str, str]:
    """Old name -> new name of codes whose rows are otherwise nearly the same."""
    added = [name for name in new if name not in old]
    found: dict[str, str] = {}
    for name, row in old.items():
        if name in new:
            continue
        same = [other for other in added if _alike(row, new[other])]
        if same:
            found[name] = same[0]
            added.remove(same[0])
    return found


def _alike(old: JsonObject, new: JsonObject) -> bool:
    if any(old.get(member) != new.get(member) for member in _DECIDING):
        return False
    titles = SequenceMatcher(None, str(old["title"]), str(new["title"]), False)
    return titles.ratio() >= ALIKE


def _lists(base: Side, head: Side) -> Iterator[Change]:
    old, new = base.known.registry, head.known.registry
    for what, before, after in (
        ("check", old.specified, new.specified),
        ("kind", old.kinds, new.kinds),
        ("class", tuple(old.implies), tuple(new.implies)),
    ):
        for name in [name for name in before if name not in after]:
            owners = (name.partition("/")[0],) if what == "check" else (ENVELOPE,)
            yield Change("registry-shrunk", f"{what}-{name}", FILE, 1, "", owners, (name,))
        for name in [name for name in after if name not in before]:
            yield Change("registry-grown", f"{what}-{name}", FILE, _line(head, name))
    for name, implied in old.implies.items():
        if name in new.implies and set(new.implies[name]) != set(implied):
            detail = f"implies {', '.join(new.implies[name]) or 'nothing'}"
            names = (name, "C-CLASSES")
            yield Change("class-changed", name, FILE, _line(head, name), detail, (PROTOCOL,), names)
