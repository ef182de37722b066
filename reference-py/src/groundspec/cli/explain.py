"""`groundspec explain`: codes, rules and policies in words, from the specification's own data."""

import json
import textwrap
from collections.abc import Iterator
from typing import Any

from groundspec import resources
from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.output import write_output
from groundspec.cli.spec import paragraphs
from groundspec.core.canonical import digest_value
from groundspec.core.codes import Code, registry
from groundspec.errors import Unusable

_WIDTH = 96


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec explain",
        "Explain a code, a rule of SPEC.md or a policy, in the words of the specification.\n\n"
        "exit status:\n  0 explained; 2 there is no such thing",
        (
            "groundspec explain UNLOCATED",
            "groundspec explain Q-PLACE",
            "groundspec explain quote/default --format json",
        ),
    )
    parser.add_argument("subject", metavar="CODE|RULE|CHECK/POLICY", help="What to explain.")
    report.add_format(parser, "How it is printed.")
    return parser


def run(subject: str, form: str) -> int:
    """Print all there is to say about a subject."""
    members = explained(subject)
    text = json.dumps(members, indent=2) if form == report.JSON else "\n".join(_lines(members))
    write_output(text.encode("utf-8") + b"\n")
    return 0


def explained(subject: str) -> dict[str, Any]:
    """All there is to say about a subject; raises Unusable if there is no such thing."""
    if subject in registry().codes:
        return _code(registry().codes[subject])
    if subject in paragraphs():
        return _rule(subject)
    check, _, name = subject.partition("/")
    if name in resources.policy_names(check):
        return _policy(check, name)
    raise _nothing_like(subject)


def _nothing_like(subject: str) -> Unusable:
    from difflib import get_close_matches

    checks = dict.fromkeys(check.partition("/")[0] for check in registry().checks)
    policies = [f"{check}/{name}" for check in checks for name in resources.policy_names(check)]
    known = {name.upper(): name for name in (*registry().codes, *paragraphs(), *policies)}
    wanted = subject.upper().replace(" ", "_")
    near = [known[name] for name in get_close_matches(wanted, known, n=4, cutoff=0.5)]
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Policies are {', '.join(policies)}."
    return Unusable(f"there is no code, rule or policy {subject[:60]!r}", hint)


def _code(code: Code) -> dict[str, Any]:
    return {
        "code": code.code,
        "class": code.cls,
        "phase": code.phase,
        "check": code.check,
        "title": code.title,
        "rule": _rule(code.rule),
    }


def _rule(name: str) -> dict[str, Any]:
    paragraph = paragraphs()[name]
    codes = [code.code for code in registry().codes.values() if code.rule == name]
    return {
        "rule": name,
        "kind": paragraph.kind,
        "section": paragraph.section,
        "text": paragraph.text,
        "codes": codes,
    }


def _policy(check: str, name: str) -> dict[str, Any]:
    policy = resources.policy(check, name)
    ladder = {row["tier"]: row for row in resources.table(f"{check}-tiers")["tiers"]}
    tiers = [ladder[tier] for tier in policy["tiers"]]
    used = dict.fromkeys(step for tier in tiers for step in tier["steps"])
    steps = {
        paragraph.step: {"rule": paragraph.id, "says": paragraph.first_sentence}
        for paragraph in paragraphs().values()
        if paragraph.step in used
    }
    return {
        "policy": f"{check}/{name}",
        "sha256": digest_value("policy", policy),
        "tiers": tiers,
        "steps": steps,
        "accept_through": policy["accept_through"],
        "allow_unsound": policy["allow_unsound"],
        "boundaries": policy["boundaries"],
        "classes": _boundary_classes() if policy["boundaries"] else [],
        "excuses": _boundary_excuses() if policy["boundaries"] else [],
        "waive": policy["waive"],
    }


def _boundary_classes() -> list[dict[str, str]]:
    return [
        {"code": code.code, "rule": code.rule, "title": code.title}
        for code in registry().codes.values()
        if code.rule.startswith("Q-EDGE-")
    ]


def _boundary_excuses() -> list[dict[str, str]]:
    with_code = [code.rule for code in registry().codes.values()]
    return [
        {"rule": paragraph.id, "says": paragraph.first_sentence}
        for paragraph in paragraphs().values()
        if paragraph.id.startswith("Q-EDGE-") and paragraph.id not in with_code
    ]


# --- As text --------------------------------------------------------------------------------------


def _lines(members: dict[str, Any]) -> Iterator[str]:
    if "policy" in members:
        yield from _policy_lines(members)
    elif "code" in members:
        of = f"check {members['check']}" if members["check"] else "every check"
        phase = f", phase {members['phase']}" if members["phase"] else ""
        yield f"{members['code']} ({members['class']}{phase}; {of})"
        yield from _wrapped(members["title"])
        yield ""
        yield from _rule_lines(members["rule"])
    else:
        yield from _rule_lines(members)
        if members["codes"]:
            yield f"Codes: {', '.join(members['codes'])}"


def _rule_lines(rule: dict[str, Any]) -> Iterator[str]:
    yield f"{rule['rule']} ({rule['kind']}), SPEC.md {rule['section']}"
    for line in rule["text"].split("\n"):
        yield from _wrapped(line, further="   " if line[:1].isdigit() else "") or [""]


def _policy_lines(policy: dict[str, Any]) -> Iterator[str]:
    yield f"Policy {policy['policy']}, {policy['sha256']}"
    yield ""
    yield "A quotation is looked for at these tiers, tightest first:"
    for tier in policy["tiers"]:
        yield from _tier_lines(tier)
    if policy["steps"]:
        yield ""
        yield "What the steps do:"
        for step, row in policy["steps"].items():
            yield from _wrapped(f"{step} ({row['rule']}): {row['says']}", "  ")
    yield ""
    yield from _acceptance_lines(policy)
    yield ""
    yield from _boundary_lines(policy)
    yield ""
    waived = ", ".join(policy["waive"])
    yield f"Flags waived: {waived}." if waived else "No flag is waived."


def _tier_lines(tier: dict[str, Any]) -> Iterator[str]:
    sound = "sound" if tier["sound"] else "unsound"
    yield from _wrapped(f"{tier['tier']} ({sound}): {tier['states']}", "  ")
    steps = ", ".join(tier["steps"]) or "none, the text as given"
    yield from _wrapped(f"steps: {steps}", "    ")


def _acceptance_lines(policy: dict[str, Any]) -> Iterator[str]:
    through = policy["accept_through"]
    names = [tier["tier"] for tier in policy["tiers"]]
    behind = names[names.index(through) + 1 :]
    yield from _wrapped(f"A quotation found at {through} or tighter is admitted.")
    if behind:
        found = " or ".join(behind)
        yield from _wrapped(f"Found only at {found}, it needs verification (TIER_NOT_ACCEPTED).")
    allowed = "may" if policy["allow_unsound"] else "may not"
    yield f"An unsound tier {allowed} admit."


def _boundary_lines(policy: dict[str, Any]) -> Iterator[str]:
    if not policy["boundaries"]:
        yield "Boundaries are not judged: a quotation may begin or end inside a word or a figure."
        return
    yield "Boundaries are judged. A quotation is rejected where an edge is of a class below:"
    for row in policy["classes"]:
        yield from _wrapped(f"{row['code']} ({row['rule']}): {row['title']}", "  ")
    for row in policy["excuses"]:
        yield from _wrapped(f"But {row['rule']}: {row['says']}", "  ")


def _wrapped(text: str, indent: str = "", further: str = "") -> list[str]:
    further = further or (indent + "  " if indent else "")
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
