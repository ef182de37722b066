"""A policy of the check quote, explained: every assumption that a decision under it rests on.

`explained` gives an object of explain-policy.schema.json; `lines` says the same for people. What
is said comes from the tables, the registry and SPEC.md.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from groundspec import resources
from groundspec.cli.spec import lists_under, paragraphs, steps_of
from groundspec.cli.wrap import wrapped
from groundspec.core.canonical import digest_value
from groundspec.core.codes import Code, registry

_CHECK = "quote"
_EXCUSED = re.compile(r"Excused by ((?:Q-EDGE-[A-Z]+(?:, | and )?)+)")


def explained(name: str, policy: dict[str, Any]) -> dict[str, Any]:
    """All there is to say about a complete policy; `name` says which it is."""
    tiers = [_tier(tier) for tier in policy["tiers"]]
    near = [_tier(tier) for tier in policy["near"]]
    names = [_name(tier) for tier in policy["tiers"]]
    loosest = names.index(policy["accept_through"])
    edges = policy["boundaries"]
    return {
        "report": "groundspec/explain-policy",
        "version": 1,
        "policy": name,
        "check": policy["check"],
        "sha256": digest_value("policy", policy),
        "unicode": resources.UNICODE,
        "tiers": [{**tier, "admits": at <= loosest} for at, tier in enumerate(tiers)],
        "steps": _steps(step for tier in [*tiers, *near] for step in tier["steps"]),
        "accept_through": policy["accept_through"],
        "review": names[loosest + 1 :],
        "allow_unsound": policy["allow_unsound"],
        "near": near,
        "boundaries": edges,
        "classes": [_edge_class(code) for code in _edge_codes()] if edges else [],
        "excuses": _excuses() if edges else [],
        "ellipsis": policy["ellipsis"],
        "min_fragment_words": policy["min_fragment_words"],
        "markers": [{"parts": parts, "says": _marker(parts)} for parts in policy["markers"]],
        "meaning": {"language": "en", "lists": _word_lists()},
        "rejects": [_plain(code) for code in _codes("reject") if _is_asked(code, policy)],
        "flags": [_flag(code, policy) for code in _codes("flag")],
        "infos": [_plain(code) for code in _codes("info") if _is_asked(code, policy)],
        "waive": policy["waive"],
        "limits": _limits(),
    }


def tier_row(name: str) -> dict[str, Any] | None:
    """The row of a tier of table quote-tiers."""
    rows = resources.table(f"{_CHECK}-tiers")["tiers"]
    return next((row for row in rows if row["tier"] == name), None)


def _tier(given: Any) -> dict[str, Any]:
    """A tier of the table, or one of the policy's own, which has no `states`."""
    if isinstance(given, dict):
        return {**given, "states": None}
    return dict(tier_row(given) or {})


def _name(given: Any) -> str:
    """The name of a tier as a policy writes it."""
    return str(given["tier"] if isinstance(given, dict) else given)


def _steps(used: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What some steps do and assume, in the order of the text."""
    rows = {row["step"]: row for row in resources.table(f"{_CHECK}-tiers")["steps"]}
    return {
        step: {**does, "sound": rows[step]["sound"], "states": rows[step]["states"]}
        for step, does in steps_of(used).items()
    }


def _limits() -> dict[str, Any]:
    section, lists = lists_under("Limits of this version")
    return {"section": section, "lists": [{"says": says, "items": rows} for says, rows in lists]}


# --- Edges ----------------------------------------------------------------------------------------


def _edge_codes() -> list[Code]:
    return [code for code in registry().codes.values() if code.rule.startswith("Q-EDGE-")]


def _edge_class(code: Code) -> dict[str, Any]:
    excused = _EXCUSED.search(paragraphs()[code.rule].text)
    excuses = re.split(", | and ", excused[1]) if excused else []
    return {"code": code.code, "rule": code.rule, "title": code.title, "excuses": excuses}


def _excuses() -> list[dict[str, str]]:
    with_code = [code.rule for code in registry().codes.values()]
    return [
        {"rule": paragraph.id, "says": paragraph.first_sentence}
        for paragraph in paragraphs().values()
        if paragraph.id.startswith("Q-EDGE-") and paragraph.id not in with_code
    ]


# --- Markers, words, flags ------------------------------------------------------------------------


def _marker(parts: list[Any]) -> str:
    """A marker in words."""
    said = ""
    for part in parts:
        if said:
            said += " " if said.endswith(_UNTIL) else ", then "
        said += _shown(part["literal"]) if isinstance(part, dict) else _PARTS[part]
    return said


_UNTIL = "at most 64 code points without a line end, up to the nearest"
_PARTS = {"digits": "1 to 20 ASCII digits, all that stand there", "until": _UNTIL}


def _shown(text: str) -> str:
    """A text in quotation marks, with an escape for whatever is not to be seen."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in quoted)


def _word_lists() -> dict[str, list[str]]:
    words: dict[str, list[str]] = resources.table("meaning")["words"]
    return words


def _codes(cls: str) -> list[Code]:
    """The codes of a class that a decision of the check can have, without those of edges."""
    return [
        code
        for code in registry().codes.values()
        if code.cls == cls and code.check in (_CHECK, None) and not code.rule.startswith("Q-EDGE-")
    ]


def _is_asked(code: Code, policy: dict[str, Any]) -> bool:
    """Whether a decision under the policy can have the code at all."""
    if code.code in _OF_FRAGMENTS:
        return bool(policy["ellipsis"] == "stitch")
    if code.code in _OF_SURROUNDINGS:
        return bool(policy["boundaries"])
    if code.code == "TIER_NOT_ACCEPTED":
        return bool(_name(policy["tiers"][-1]) != policy["accept_through"])
    if code.code == "UNSOUND_TIER":
        return not all(_tier(tier)["sound"] for tier in policy["tiers"])
    return True


_OF_FRAGMENTS = (
    "FRAGMENT_TOO_SHORT",
    "FRAGMENT_ABSENT",
    "FRAGMENTS_OUT_OF_ORDER",
    "STITCHED",
    "OMITS_NEGATION",
    "ELLIPSIS_AT_EDGE",
)
_OF_SURROUNDINGS = ("NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF")


def _plain(code: Code) -> dict[str, Any]:
    return {"code": code.code, "rule": code.rule, "title": code.title}


def _flag(code: Code, policy: dict[str, Any]) -> dict[str, Any]:
    """A flag; `asked` says whether this policy can give it at all."""
    return {
        **_plain(code),
        "says": paragraphs()[code.rule].first_sentence.removeprefix(f"Flag `{code.code}`: "),
        "asked": _is_asked(code, policy),
        "waived": code.code in policy["waive"],
    }


# --- As text --------------------------------------------------------------------------------------


def lines(policy: dict[str, Any]) -> Iterator[str]:
    """The lines of an explained policy."""
    yield f"Policy {policy['policy']}, {policy['sha256']}"
    yield f"Of the check {policy['check']}, with the tables of Unicode {policy['unicode']}"
    yield ""
    yield "A quotation is looked for at these tiers, tightest first:"
    for tier in policy["tiers"]:
        yield from tier_lines(tier)
    for part in (
        _step_lines,
        _marker_lines,
        _admission_lines,
        _reject_lines,
        _boundary_lines,
        _ellipsis_lines,
        _near_lines,
        _flag_lines,
        _meaning_lines,
        _info_lines,
        _limit_lines,
    ):
        yield ""
        yield from part(policy)


def tier_lines(tier: dict[str, Any]) -> Iterator[str]:
    """A tier, whether it is sound and admits, its steps."""
    kind = "sound" if tier["sound"] else "unsound"
    own = "" if tier["states"] else ", the policy's own"
    states = tier["states"] or "It assumes what its steps assume."
    yield from wrapped(f"{tier['tier']} ({kind}{own}): {states}", "  ")
    steps = ", ".join(tier["steps"]) or "none, the text as given"
    yield from wrapped(f"steps: {steps}", "    ")


def _step_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield "What the steps do and assume:" if policy["steps"] else "No tier has a step."
    for step, row in policy["steps"].items():
        kind = "sound" if row["sound"] else "unsound"
        yield from wrapped(f"{step} ({kind}; {row['rule']}): {row['says']}", "  ")
        yield from wrapped(f"assumes: {row['states']}", "    ")


def _admission_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield from wrapped(f"A quotation found at {policy['accept_through']} or tighter is admitted.")
    if policy["review"]:
        found = " or ".join(policy["review"])
        waived = "TIER_NOT_ACCEPTED" in policy["waive"]
        needs = "is admitted all the same" if waived else "needs verification"
        yield from wrapped(f"Found only at {found}, it {needs} (TIER_NOT_ACCEPTED).")
    allowed = "may" if policy["allow_unsound"] else "may not"
    yield f"An unsound tier {allowed} admit."


def _near_lines(policy: dict[str, Any]) -> Iterator[str]:
    if not policy["near"]:
        yield "Of a quotation that stands nowhere, no near-miss is looked for (Q-NEAR)."
        return
    said = (
        "A quotation that stands nowhere is rejected, but looked for once more at these tiers, to "
        "say how close it came (Q-NEAR):"
    )
    yield from wrapped(said)
    for tier in policy["near"]:
        yield from tier_lines(tier)


def _boundary_lines(policy: dict[str, Any]) -> Iterator[str]:
    if not policy["boundaries"]:
        yield "Boundaries are not judged: a quotation may begin or end inside a word or a figure."
        return
    yield "Boundaries are judged. A quotation is rejected where an edge is of a class below:"
    for row in policy["classes"]:
        excuses = f" Excused by {', '.join(row['excuses'])}." if row["excuses"] else ""
        yield from wrapped(f"{row['code']} ({row['rule']}): {row['title']}{excuses}", "  ")
    yield "Such an edge is excused:"
    for row in policy["excuses"]:
        says = row["says"].removeprefix("Excused: ")
        yield from wrapped(f"{row['rule']}: {says}", "  ")


def _ellipsis_lines(policy: dict[str, Any]) -> Iterator[str]:
    if policy["ellipsis"] == "literal":
        yield from wrapped("An ellipsis in a quotation is text like any other: nothing is split.")
        return
    words = policy["min_fragment_words"]
    yield from wrapped(
        "A quotation that stands nowhere is split at its ellipsis marks (Q-FRAGMENTS). An ellipsis "
        "at an edge is left off (ELLIPSIS_AT_EDGE). Fragments between ellipses must each have "
        f"{words} word{'s' * (words != 1)} or more, stand in the source, and in this order; the "
        "quotation is then STITCHED. Other text between them is not judged, but for negations "
        "(OMITS_NEGATION)."
    )


def _marker_lines(policy: dict[str, Any]) -> Iterator[str]:
    if not policy["markers"]:
        yield "No layout marker stands for white space (Q-MARKERS)."
        return
    yield "These layout markers stand for white space where a tier has the step markers:"
    for marker in policy["markers"]:
        yield from wrapped(marker["says"], "  ")


def _flag_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield "Flags. One that is not waived sends a quotation to review:"
    for row in policy["flags"]:
        how = "waived" if row["waived"] else "not waived"
        never = "" if row["asked"] else "; never given under this policy"
        yield from wrapped(f"{row['code']} ({row['rule']}; {how}{never}): {row['title']}", "  ")


def _meaning_lines(policy: dict[str, Any]) -> Iterator[str]:
    asked = [row for row in policy["flags"] if row["asked"] and row["code"] in _BY_WORDS]
    if not asked:
        yield "Negations and hedges beside a quotation or left out of it are not looked for."
        return
    lists = policy["meaning"]["lists"]
    count = sum(map(len, lists.values()))
    yield from wrapped(
        f"Negations and hedges are looked for by {count} words of table meaning. They are English: "
        "in a source in another language none is found (section 8.5)."
    )
    for row in asked:
        yield from wrapped(f"{row['code']} ({row['rule']}): {row['says']}", "  ")
    for name, words in lists.items():
        yield from wrapped(f"{name} ({len(words)}): {', '.join(words)}", "  ")


_BY_WORDS = ("OMITS_NEGATION", *_OF_SURROUNDINGS)


def _reject_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield "A quotation is rejected, whatever is waived:"
    yield from _code_lines(policy["rejects"])


def _info_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield "What is said of a quotation and changes nothing:"
    yield from _code_lines(policy["infos"])


def _code_lines(rows: Iterable[dict[str, str]]) -> Iterator[str]:
    for row in rows:
        yield from wrapped(f"{row['code']} ({row['rule']}): {row['title']}", "  ")


def _limit_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield f"SPEC.md, section {policy['limits']['section']}:"
    for group in policy["limits"]["lists"]:
        yield from wrapped(group["says"])
        for text in group["items"]:
            yield from wrapped(f"- {text}", "  ")
