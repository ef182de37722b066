"""A policy of the check fact, explained: every assumption that a decision under it rests on.

`explained` gives an object of explain-fact-policy.schema.json; `lines` says the same for people.
"""

from collections.abc import Iterator
from typing import Any

from groundspec import resources
from groundspec.cli.wrap import wrapped
from groundspec.core.canonical import digest_value
from groundspec.core.codes import Code, registry

_CHECK = "fact"
_PACK = "packs/en.json"


def explained(name: str, policy: dict[str, Any]) -> dict[str, Any]:
    """All there is to say about a complete policy; `name` says which it is."""
    pack = resources.json_file(_PACK)
    return {
        "report": "groundspec/explain-fact-policy",
        "version": 1,
        "policy": name,
        "check": policy["check"],
        "sha256": digest_value("policy", policy),
        "unicode": resources.UNICODE,
        "min_confidence": policy["min_confidence"],
        "unit_window": policy["unit_window"],
        "reanchor": policy["reanchor"],
        "parts": policy["parts"],
        "decimal": policy["decimal"],
        "vocabulary": {
            "language": "en",
            "sha256": digest_value("pack", pack),
            "units": sorted(pack["units"]),
        },
        "rejects": [_plain(code) for code in _codes("reject")],
        "flags": [_flag(code, policy) for code in _codes("flag")],
        "infos": [_plain(code) for code in _codes("info") if _is_asked(code, policy)],
        "coverage": [_plain(code) for code in _codes("coverage")],
        "waive": policy["waive"],
    }


def _codes(cls: str) -> list[Code]:
    """The codes of a class that the check gives."""
    return [code for code in registry().codes.values() if code.cls == cls and _is_given(code)]


def _is_given(code: Code) -> bool:
    return code.check == _CHECK or (code.check is None and code.code == "CLAIM_INVALID")


def _is_asked(code: Code, policy: dict[str, Any]) -> bool:
    """Whether a decision under the policy can have the code at all."""
    if code.code == "LOW_CONFIDENCE":
        return policy["min_confidence"] is not None
    if code.code == "EVIDENCE_REANCHORED":
        return bool(policy["reanchor"])
    return True


def _plain(code: Code) -> dict[str, Any]:
    rule = "F-CLAIM" if code.check is None else code.rule
    return {"code": code.code, "rule": rule, "title": code.title}


def _flag(code: Code, policy: dict[str, Any]) -> dict[str, Any]:
    """A flag; `asked` says whether this policy can give it at all."""
    waived = code.code in policy["waive"]
    return {**_plain(code), "asked": _is_asked(code, policy), "waived": waived}


# --- As text --------------------------------------------------------------------------------------


def lines(policy: dict[str, Any]) -> Iterator[str]:
    """The lines of an explained policy."""
    yield f"Policy {policy['policy']}, {policy['sha256']}"
    yield f"Of the check {policy['check']}, with the tables of Unicode {policy['unicode']}"
    yield ""
    yield from wrapped(_confidence(policy))
    window = policy["unit_window"]
    points = "code point" if window == 1 else "code points"
    yield from wrapped(
        f"A unit behind a number is its own if at most {window} {points} lie between "
        "(F-UNIT-SUFFIX)."
    )
    yield from wrapped(_REANCHOR[policy["reanchor"]])
    yield from wrapped(_PARTS[policy["parts"]])
    yield from wrapped("The decimals of a number stand behind a point; commas part groups.")
    yield ""
    vocabulary = policy["vocabulary"]
    yield from wrapped(
        "The words that are known are English; a text in another language is read without its "
        f"words. Of the vocabulary pack, {vocabulary['sha256']}, are {len(vocabulary['units'])} "
        "units; a schema can have more."
    )
    yield from wrapped(", ".join(vocabulary["units"]), "  ", "  ")
    yield ""
    yield "A claim is rejected, whatever is waived:"
    yield from _code_lines(policy["rejects"])
    yield ""
    yield "Flags. One that is not waived sends a claim to review:"
    for row in policy["flags"]:
        how = "waived" if row["waived"] else "not waived"
        never = "" if row["asked"] else "; never given under this policy"
        yield from wrapped(f"{row['code']} ({row['rule']}; {how}{never}): {row['title']}", "  ")
    yield ""
    yield "What is said of a claim and changes nothing:"
    yield from _code_lines(policy["infos"])
    yield ""
    yield "What is said of fields, whatever the outcomes:"
    yield from _code_lines(policy["coverage"])


def _confidence(policy: dict[str, Any]) -> str:
    least = policy["min_confidence"]
    if least is None:
        return "A claim may have any confidence, or none."
    return f"A claim with a confidence below {least}, or without one, is flagged (LOW_CONFIDENCE)."


_REANCHOR = {
    True: "Evidence whose words do not state the value at the stated place is moved, if they do at "
    "exactly one other place (EVIDENCE_REANCHORED).",
    False: "Evidence is never moved: its words count at the stated place alone.",
}
_PARTS = {
    "found": "A heading gives a number its scale and unit, whether the claim cites it or not "
    "(F-PARTS).",
    "cited": "A heading gives a number its scale and unit only where the claim cites it; else the "
    "part is missing (F-PARTS).",
}


def _code_lines(rows: list[dict[str, str]]) -> Iterator[str]:
    for row in rows:
        yield from wrapped(f"{row['code']} ({row['rule']}): {row['title']}", "  ")
