"""The ladder of a policy of gtrex as tiers of a policy of the check quote.

Built-in ladders become tiers of table quote-tiers with the same names. A ladder of somebody's own
becomes tiers of one's own: there each tier goes on from the one before, here each lists its steps.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from groundspec import resources
from groundspec.cli.policy.fault import Carried, Dropped, ImportFault

BUILT_IN = {
    "default": ("exact", "whitespace", "typography", "case", "skeleton"),
    "strict": ("exact", "whitespace", "typography"),
}

_MOST_TIERS, _MOST_STEPS = 16, 32
_TIGHTER = "no step here does it; the tier lets fewer differences pass"

_STEPS: dict[str, tuple[tuple[int, ...], tuple[str, ...], str]] = {
    "collapse_whitespace": ((1,), ("whitespace",), "white space is what Unicode lists as such"),
    "unescape_entities": (
        (1,),
        ("entities",),
        "a reference that names several code points or none stays as it is",
    ),
    "map_typography": (
        (1,),
        ("ignorables", "quotes", "dashes", "ellipsis"),
        "more quotation marks, dashes and invisible characters are equal; a space of another kind "
        "is one to the step whitespace alone",
    ),
    "fold_hyphen_variants": ((1,), ("hyphens",), "more hyphens are equal"),
    "nfkc": (
        (1, 2),
        ("nfc", "compatibility"),
        "canonically equivalent texts are equal as well; fractions never fold",
    ),
    "casefold": ((1,), ("case",), ""),
    "alphanumeric_skeleton": ((1,), ("skeleton",), "marks are kept"),
}
"""A step of gtrex: its versions, our steps, and what they do otherwise."""


class Ladder(NamedTuple):
    """Tiers of a policy; `became` and `sound` are by the names in the file, tightest first."""

    tiers: list[Any]
    became: dict[str, str]
    sound: dict[str, bool]
    carried: list[Carried]
    dropped: list[Dropped]
    patterns: list[str]


def built_in(name: str, given: Any, through: str | None) -> Ladder:
    """The ladder of a known name; what the file lists must be it."""
    names = BUILT_IN[name]
    if given is not None:
        listed = [(tier["name"], _fixed_steps(tier)) for tier in _tiers(given)]
        if listed != [(tier, _FIXED[tier]) for tier in names]:
            raise ImportFault(
                "/ladder",
                f"This is not the ladder that gtrex calls {name}.",
                f"Its tiers are {', '.join(names)}.",
            )
    differs = (
        "whitespace: canonically equivalent texts are equal, and white space is what Unicode lists "
        "as such; typography: so are more quotation marks, dashes, hyphens and compatibility "
        "forms, and no ignorable code point counts; fractions never fold"
    )
    if "case" in names:
        differs += "; skeleton: marks are kept"
        if through != "skeleton":
            differs += ", and what is found there alone is for review"
    row = Carried("ladder_name", name, {"tiers": [*names]}, differs)
    sound = {tier: tier != "skeleton" for tier in names}
    return Ladder([*names], {tier: tier for tier in names}, sound, [row], [], [])


_FIXED = {
    "exact": [],
    "whitespace": ["collapse_whitespace"],
    "typography": ["unescape_entities", "map_typography", "nfkc", "collapse_whitespace"],
    "case": ["casefold"],
    "skeleton": ["alphanumeric_skeleton"],
}
"""The steps of the built-in tiers, but for those that depend on the revision or on a marker."""


def _fixed_steps(tier: Mapping[str, Any]) -> list[str]:
    free = ("separate_markers", "strip_markers", "fold_hyphen_variants")
    return [step["op"] for step in tier["steps"] if step["op"] not in free]


def own(given: Any) -> Ladder:
    """A ladder of somebody's own."""
    ladder = Ladder([], {}, {}, [], [], [])
    steps: list[str] = []
    for place, tier in enumerate(_tiers(given)):
        name = tier["name"]
        if name in ladder.sound:
            raise ImportFault(f"/ladder/{place}/name", "Two tiers have this name.")
        if tier["sound"] and False in ladder.sound.values():
            raise ImportFault(f"/ladder/{place}", "A sound tier stands behind one that is not.")
        ladder.sound[name] = tier["sound"]
        if tier.get("rationale"):
            why = "a tier has no text of its own; the steps say what they assume"
            row = Dropped(f"ladder/{place}/rationale", tier["rationale"], why)
            ladder.dropped.append(row)
        notes: list[str] = []
        steps = _with_steps(steps, tier, place, ladder, notes)
        _add(ladder, steps, tier, place, notes)
    return ladder


def _tiers(given: Any) -> list[Mapping[str, Any]]:
    """The tiers of a ladder as a file lists them, if they have the members that are read."""
    if not isinstance(given, list) or not given:
        raise ImportFault("/ladder", "A ladder is an array of at least one tier.")
    for place, tier in enumerate(given):
        for name, kind, says in (
            ("name", str, "string"),
            ("sound", bool, "boolean"),
            ("steps", list, "array"),
        ):
            if not isinstance(tier, dict) or not isinstance(tier.get(name), kind):
                message = f"A tier has the member {name}, of type {says}."
                raise ImportFault(f"/ladder/{place}", message)
        _check_members(tier, _TIER_MEMBERS, f"/ladder/{place}", "tier")
        for index, step in enumerate(tier["steps"]):
            pointer = f"/ladder/{place}/steps/{index}"
            if not isinstance(step, dict) or not isinstance(step.get("op"), str):
                raise ImportFault(pointer, "A step has the member op, of type string.")
            _check_members(step, _STEP_MEMBERS, pointer, "step")
            if not isinstance(step.get("params", {}), dict):
                raise ImportFault(f"{pointer}/params", "The value must be of type object.")
    return given


_TIER_MEMBERS = ("name", "sound", "rationale", "steps")
_STEP_MEMBERS = ("op", "version", "params")


def _check_members(value: Mapping[str, Any], known: Sequence[str], pointer: str, what: str) -> None:
    for name in value:
        if name not in known:
            said = f"A {what} has no member {ascii(name)[:60]}."
            raise ImportFault(pointer, said, f"Its members are {', '.join(known)}.")


def _with_steps(
    steps: Sequence[str],
    tier: Mapping[str, Any],
    place: int,
    ladder: Ladder,
    notes: list[str],
) -> list[str]:
    """The steps of the tier before and those of this one."""
    result = [*steps]
    for index, step in enumerate(tier["steps"]):
        op, version, params = step["op"], step.get("version"), step.get("params", {})
        versions, ours, differs = _STEPS.get(op, ((), (), ""))
        member = f"ladder/{place}/steps/{index}"
        if op == "separate_markers" and version == 1 and isinstance(params.get("pattern"), str):
            ladder.patterns.append(params["pattern"])
            ours = ("markers",)
        elif version not in versions or params:
            ladder.dropped.append(Dropped(member, f"{op}/{version}", _TIGHTER))
            continue
        if differs:
            notes.append(f"{op}: {differs}")
        result += [step for place, step in enumerate(ours) if place or [step] != result[-1:]]
    return result


def _add(
    ladder: Ladder, steps: Sequence[str], tier: Mapping[str, Any], place: int, notes: list[str]
) -> None:
    """Add a tier with these steps, unless the last one has the same."""
    member, name = f"ladder/{place}", tier["name"]
    before = ladder.tiers[-1] if ladder.tiers else None
    if before is not None and [*steps] == (before["steps"] if isinstance(before, dict) else []):
        ladder.became[name] = before["tier"] if isinstance(before, dict) else before
        ladder.dropped.append(Dropped(member, name, "its steps are those of the tier before"))
        return
    if len(ladder.tiers) == _MOST_TIERS or len(steps) > _MOST_STEPS:
        why = f"a policy has at most {_MOST_TIERS} tiers, a tier {_MOST_STEPS} steps"
        ladder.dropped.append(Dropped(member, name, why))
        return
    if not steps:
        new: Any = "exact"
        ladder.became[name] = new
    else:
        ladder.became[name] = _free_name(name, ladder)
        sound = tier["sound"] and _all_sound(steps)
        if tier["sound"] and not sound:
            notes.append("it is unsound, as one of its steps is")
        new = {"tier": ladder.became[name], "sound": sound, "steps": [*steps]}
    ladder.tiers.append(new)
    ladder.carried.append(Carried(member, name, new, "; ".join(notes)))


def _all_sound(steps: Sequence[str]) -> bool:
    rows = {row["step"]: row["sound"] for row in resources.table("quote-tiers")["steps"]}
    return all(rows[step] for step in steps)


def _free_name(name: str, ladder: Ladder) -> str:
    """The name as a tier of one's own may have it: no tier of the table, and not given yet."""
    plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:50]
    taken = {row["tier"] for row in resources.table("quote-tiers")["tiers"]}
    taken.update(ladder.became.values())
    base = plain if plain[:1].isalpha() and plain not in taken else f"own-{plain}".rstrip("-")
    number, found = 1, base
    while found in taken:
        number += 1
        found = f"{base}-{number}"
    return found
