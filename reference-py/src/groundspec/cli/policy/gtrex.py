"""A policy file of gtrex, read and said in the members of a policy of the check quote.

Files of the schema gtrex/policy/2 (verifier revisions 2 to 7) and of its two forerunners are known,
whole ones and ones that list only what differs from the default. Each member of the file ends in
`carried` or `dropped`: nothing is left out in silence.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from groundspec.cli.policy import ladders
from groundspec.cli.policy.fault import Carried, Decimal, Dropped, ImportFault
from groundspec.cli.policy.ladders import Ladder
from groundspec.cli.policy.patterns import is_pattern, markers_of
from groundspec.core import jsonread
from groundspec.errors import Refusal

REVISIONS = range(2, 8)
_LARGEST_WORDS = 1000

_REPAIR = "a policy of quote repairs nothing"
_GUARD = "it guards repairs, and a policy of quote repairs nothing"
_NO_PART = "it was no part of what is decided"
_IDENTITY = "the policy has a digest of its own"

_DEFAULTS: dict[str, Any] = {
    "ladder_name": "default",
    "ladder": None,
    "accept_through": None,
    "allow_unsound": False,
    "match_boundaries": True,
    "ellipsis_policy": "fragments",
    "min_fragment_tokens": 8,
    "require_contiguous": True,
    "polarity_guard": True,
    "marker_pattern": None,
}
"""What is read, and what it is where a file does not say."""

_DROPPED = {
    "fingerprint": _IDENTITY,
    "verifier_revision": "it says which verifier the file was written for",
    "repair_mode": _REPAIR,
    "repair_threshold": _REPAIR,
    "salvage_policy": _REPAIR,
    "alignment": _REPAIR,
    "min_repair_coverage": _GUARD,
    "max_source_expansion": _GUARD,
    "numeric_guard": _GUARD,
    "polarity_tokens": f"{_GUARD}; the words of the flags of 8.5 are those of table meaning",
    "upstream": _NO_PART,
    "migrated_from": _NO_PART,
}

_NOT_IN_1 = frozenset(
    ("match_boundaries", "max_source_expansion", "min_repair_coverage", "salvage_policy")
)
_EVERY = frozenset(("schema", *_DEFAULTS, *_DROPPED))
SCHEMAS = {
    "gtrex/policy/2": _EVERY,
    "gtrex/policy/1": _EVERY - _NOT_IN_1 - {"migrated_from"},
    "groundcheck/policy/1": (_EVERY - _NOT_IN_1 - {"migrated_from"}) | {"max_claim_tokens"},
}
"""The members of each schema."""


class Import(NamedTuple):
    """What became of a file: the policy, and the rows of the report."""

    origin: dict[str, Any]
    policy: dict[str, Any]
    carried: list[Carried]
    dropped: list[Dropped]


def read(data: bytes) -> dict[str, Any]:
    """The object in a file, read strictly but for numbers. Raises Refusal or ImportFault."""
    try:
        value = jsonread.read(data)
    except Refusal as refusal:
        if refusal.code not in ("NUMBER_FORM", "NUMBER_RANGE"):
            raise
        value = json.loads(data, parse_float=Decimal, parse_int=_integer)
    if not isinstance(value, dict):
        raise ImportFault("", "A policy file of gtrex is an object.")
    return value


def _integer(token: str) -> int | Decimal:
    is_plain = token != "-0" and len(token) <= len(str(jsonread.LARGEST))
    return int(token) if is_plain and abs(int(token)) <= jsonread.LARGEST else Decimal(token)


def convert(given: Mapping[str, Any]) -> Import:
    """The policy that a file becomes. Raises ImportFault."""
    schema = _known_schema(given)
    _check_members(given, schema)
    members = {**_DEFAULTS, **{name: given[name] for name in given if name in _DEFAULTS}}
    _check_types(members)
    made = _Made({}, [], [])
    ladder = _tiers(members, made)
    made.carried.append(_boundaries(members))
    _fragments(members, made)
    _markers(members, ladder, made)
    _acceptance(members, ladder, made)
    _waive(members, made)
    for name, value in given.items():
        why = _DROPPED.get(name) or (_REPAIR if name == "max_claim_tokens" else None)
        if why is not None and value is not None and value != {}:
            made.dropped.append(Dropped(name, value, why))
    carried = [row for row in made.carried if row.member.partition("/")[0] in given or row.differs]
    origin = {
        "schema": schema,
        "verifier_revision": given.get("verifier_revision"),
        "fingerprint": given.get("fingerprint"),
    }
    return Import(origin, _complete(made.policy, ladder, members), carried, made.dropped)


class _Made(NamedTuple):
    policy: dict[str, Any]
    carried: list[Carried]
    dropped: list[Dropped]


def _complete(policy: dict[str, Any], ladder: Ladder, members: Mapping[str, Any]) -> dict[str, Any]:
    """The members in the order of the named policies."""
    return {
        "check": "quote/0.1",
        "tiers": ladder.tiers,
        "accept_through": policy["accept_through"],
        "allow_unsound": members["allow_unsound"],
        "near": [],
        "boundaries": members["match_boundaries"],
        "ellipsis": policy["ellipsis"],
        "min_fragment_words": policy["min_fragment_words"],
        "markers": policy["markers"],
        "waive": policy["waive"],
    }


# --- What the file has to be ----------------------------------------------------------------------


def _known_schema(given: Mapping[str, Any]) -> str:
    known = f"Known are {', '.join(SCHEMAS)}."
    if "schema" not in given:
        if {"tiers", "accept_through"} <= given.keys():
            hint = "`groundspec policy check` says whether it is complete."
            raise ImportFault("", "This is a policy of groundspec already.", hint)
        raise ImportFault("", "The member 'schema' is missing.", known)
    schema = given["schema"]
    if not isinstance(schema, str) or schema not in SCHEMAS:
        raise ImportFault("/schema", "This is no schema of a policy file that is known.", known)
    revision = given.get("verifier_revision")
    if schema == "gtrex/policy/2" and revision is not None and not _is_revision(revision):
        raise ImportFault(
            "/verifier_revision",
            "This is no verifier revision that is known.",
            f"Known are {REVISIONS[0]} to {REVISIONS[-1]}.",
        )
    return schema


def _is_revision(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in REVISIONS


def _check_members(given: Mapping[str, Any], schema: str) -> None:
    unknown = [name for name in given if name not in SCHEMAS[schema]]
    if unknown:
        listed = ", ".join(ascii(name)[:60] for name in unknown[:5])
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise ImportFault("", f"The schema {schema} has no member {listed}{more}.")


_BOOLEANS = ("allow_unsound", "match_boundaries", "require_contiguous", "polarity_guard")
_ELLIPSES = ("reject", "fragments", "ignore")


def _check_types(members: Mapping[str, Any]) -> None:
    for name in _BOOLEANS:
        if not isinstance(members[name], bool):
            raise ImportFault(f"/{name}", "The value must be of type boolean.")
    if not isinstance(members["ladder_name"], str):
        raise ImportFault("/ladder_name", "The value must be of type string.")
    for name in ("accept_through", "marker_pattern"):
        if members[name] is not None and not isinstance(members[name], str):
            raise ImportFault(f"/{name}", "The value must be of type null or string.")
    if members["ellipsis_policy"] not in _ELLIPSES:
        said = f"The value must be one of {', '.join(_ELLIPSES)}."
        raise ImportFault("/ellipsis_policy", said)
    words = members["min_fragment_tokens"]
    if not isinstance(words, int) or isinstance(words, bool) or words < 1:
        said = "The value must be an integer of at least 1."
        raise ImportFault("/min_fragment_tokens", said)


# --- What the members become ----------------------------------------------------------------------


def _tiers(members: Mapping[str, Any], made: _Made) -> Ladder:
    name, listed = members["ladder_name"], members["ladder"]
    if name in ladders.BUILT_IN:
        ladder = ladders.built_in(name, listed, members["accept_through"])
    elif listed is None:
        known = f"Built in are {', '.join(ladders.BUILT_IN)}."
        said = "The ladder of this name is not built in, and the file does not list it."
        raise ImportFault("/ladder_name", said, known)
    else:
        if members["marker_pattern"] is not None:
            said = "A ladder of one's own has its markers among its steps."
            raise ImportFault("/marker_pattern", said)
        ladder = ladders.own(listed)
        made.dropped.append(Dropped("ladder_name", name, "a policy does not name its ladder"))
    made.carried.extend(ladder.carried)
    made.dropped.extend(ladder.dropped)
    return ladder


def _boundaries(members: Mapping[str, Any]) -> Carried:
    judged = members["match_boundaries"]
    differs = ""
    if judged:
        differs = (
            "more classes of edges are refused (contractions, units, percent and currency signs, "
            "exponents, fractions and more), some others excused (section 8.3)"
        )
    return Carried("match_boundaries", judged, {"boundaries": judged}, differs)


def _fragments(members: Mapping[str, Any], made: _Made) -> None:
    ellipsis, words = members["ellipsis_policy"], members["min_fragment_tokens"]
    stitch = ellipsis == "fragments"
    became = "stitch" if stitch else "literal"
    differs = ""
    if stitch:
        differs = (
            "fragments must stand in their order without overlap, two full stops are no ellipsis, "
            "brackets around one belong to it, and an ellipsis at an edge alone is left off "
            "(ELLIPSIS_AT_EDGE, no flag)"
        )
    made.policy["ellipsis"] = became
    made.carried.append(Carried("ellipsis_policy", ellipsis, {"ellipsis": became}, differs))
    kept = made.policy["min_fragment_words"] = min(words, _LARGEST_WORDS)
    differs = "words are counted, not tokens: punctuation marks do not count" if stitch else ""
    if kept != words:
        differs = f"the most is {_LARGEST_WORDS}" + (f"; {differs}" if differs else "")
    row = Carried("min_fragment_tokens", words, {"min_fragment_words": kept}, differs)
    made.carried.append(row)


def _markers(members: Mapping[str, Any], ladder: Ladder, made: _Made) -> None:
    """Q-MARKERS; the markers of a policy are those of its first pattern."""
    made.policy["markers"] = []
    pattern, member = members["marker_pattern"], "marker_pattern"
    if pattern is None and ladder.patterns:
        pattern, member = ladder.patterns[0], "ladder/separate_markers"
    for other in dict.fromkeys(ladder.patterns[1:]):
        if other != pattern:
            why = "a policy has one list of markers, and this is a second pattern"
            made.dropped.append(Dropped("ladder/separate_markers", other, why))
    if pattern is None:
        return
    if not is_pattern(pattern):
        pointer = "/marker_pattern" if member == "marker_pattern" else "/ladder"
        raise ImportFault(pointer, "The pattern is no regular expression.")
    markers, notes, left = markers_of(pattern)
    for alternative, why in left:
        made.dropped.append(Dropped(member, alternative, why))
    if markers:
        made.policy["markers"] = markers
        made.carried.append(Carried(member, pattern, {"markers": markers}, "; ".join(notes)))


_ACROSS = {"tier": "exact-across-markers", "sound": True, "steps": ["markers"]}
"""The tightest tier of gtrex reads a marker as a space; the tier `exact` changes nothing."""


def _acceptance(members: Mapping[str, Any], ladder: Ladder, made: _Made) -> None:
    """`accept_through`; null is the loosest sound tier."""
    through = given = members["accept_through"]
    if through is None:
        sound = [name for name, is_sound in ladder.sound.items() if is_sound]
        if not sound:
            raise ImportFault("/accept_through", "No tier of the ladder is sound.")
        through = sound[-1]
    if through not in ladder.sound:
        hint = f"Its tiers are {', '.join(ladder.sound)}."
        raise ImportFault("/accept_through", "No tier of the ladder has this name.", hint)
    if not ladder.sound[through] and not members["allow_unsound"]:
        said = "This tier is unsound, and allow_unsound is false."
        raise ImportFault("/accept_through", said)
    became, differs = _accepted(through, ladder, members["allow_unsound"])
    if became == "exact" and made.policy["markers"]:
        ladder.tiers.insert(ladder.tiers.index("exact") + 1, _ACROSS)
        became = str(_ACROSS["tier"])
        differs = "a tier of its own admits quotations that run across a marker"
    made.policy["accept_through"] = became
    row = Carried("accept_through", given, {"accept_through": became}, differs)
    made.carried.append(row)
    allowed = members["allow_unsound"]
    made.carried.append(Carried("allow_unsound", allowed, {"allow_unsound": allowed}, ""))


def _accepted(through: str, ladder: Ladder, allow_unsound: bool) -> tuple[str, str]:
    """The loosest tier that is not looser, was carried over and may admit; why it is another."""
    rows = {_name(tier): isinstance(tier, str) or tier["sound"] for tier in ladder.tiers}
    if through == "skeleton" and "skeleton" in rows:
        return through, ""
    names = [*ladder.sound]
    for name in reversed(names[: names.index(through) + 1]):
        became = ladder.became.get(name)
        if became is not None and (rows[became] or allow_unsound):
            why = "" if name == through else f"{through} was not carried over, or is unsound here"
            return became, why
    raise ImportFault("/ladder", "No tier that could admit was carried over.")


def _name(tier: Any) -> str:
    return str(tier["tier"] if isinstance(tier, dict) else tier)


_MEANING = ("OMITS_NEGATION", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF")


def _waive(members: Mapping[str, Any], made: _Made) -> None:
    """Flags that are waived: what an earlier decision let pass, as far as a member says so."""
    contiguous, guarded = members["require_contiguous"], members["polarity_guard"]
    stitched = [] if contiguous else ["STITCHED"]
    differs = ""
    if contiguous and members["ellipsis_policy"] == "fragments":
        differs = "a quotation in fragments is for review (STITCHED), not simply not grounded"
    elif not contiguous and members["ellipsis_policy"] != "fragments":
        differs = "without effect, as in gtrex: no fragments are looked for"
    made.carried.append(Carried("require_contiguous", contiguous, {"waive": stitched}, differs))
    meaning = [] if guarded else [*_MEANING]
    differs = (
        "the guard was for repairs alone; here flags send literal quotations to review that leave "
        f"off or leave out such a word: {', '.join(_MEANING)}; waive them to let those pass again"
        if guarded
        else "the guard was for repairs alone; here it stands for the flags on literal quotations"
    )
    made.carried.append(Carried("polarity_guard", guarded, {"waive": meaning}, differs))
    made.policy["waive"] = stitched + meaning
