"""`groundspec explain`: what receipts and policies name, in the words of the specification."""

import json
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from groundspec import resources
from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.output import write_output
from groundspec.cli.spec import paragraphs
from groundspec.core.canonical import digest_value
from groundspec.core.codes import Code, registry
from groundspec.core.rules import OUTCOMES
from groundspec.errors import Unusable

_WIDTH = 96
_CHECK = "quote"
"""The check whose tiers and steps are known by their names alone."""


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec explain",
        "Explain what a receipt names (a code, an outcome, a tier), a step of a tier, a rule of\n"
        "SPEC.md or a policy, in the words of the specification.\n\n"
        "exit status:\n  0 explained; 2 there is no such thing, or output could not be written",
        (
            "groundspec explain UNLOCATED",
            "groundspec explain typography",
            "groundspec explain Q-PLACE",
            "groundspec explain quote/default --format json",
        ),
    )
    parser.add_argument(
        "subject", metavar="NAME", help="What to explain; a policy is named CHECK/POLICY."
    )
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
    if subject in OUTCOMES:
        return _rule("O-OUTCOME")
    if subject in _tiers(_CHECK):
        return _tier(_tiers(_CHECK)[subject])
    if subject in _step_rules():
        return _rule(_step_rules()[subject])
    check, _, name = subject.partition("/")
    if name in resources.policy_names(check):
        return _policy(check, name)
    raise _nothing_like(subject)


def _nothing_like(subject: str) -> Unusable:
    from difflib import get_close_matches

    checks = dict.fromkeys(check.partition("/")[0] for check in registry().checks)
    policies = [f"{check}/{name}" for check in checks for name in resources.policy_names(check)]
    receipts = (*OUTCOMES, *_tiers(_CHECK), *_step_rules())
    names = (*registry().codes, *paragraphs(), *policies, *receipts)
    known = {name.upper(): name for name in names}
    wanted = subject.upper().replace(" ", "_")
    near = [known[name] for name in get_close_matches(wanted, known, n=4, cutoff=0.5)]
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Policies are {', '.join(policies)}."
    what = "code, outcome, tier, step, rule or policy"
    return Unusable(f"there is no {what} {subject[:60]!r}", hint)


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


def _tiers(check: str) -> dict[str, dict[str, Any]]:
    return {row["tier"]: row for row in resources.table(f"{check}-tiers")["tiers"]}


def _step_rules() -> dict[str, str]:
    """The rule of each step, in the order of the text."""
    rows = paragraphs().values()
    return {paragraph.step: paragraph.id for paragraph in rows if paragraph.step}


def _steps(used: Iterable[str]) -> dict[str, dict[str, str]]:
    """What some steps do, in the order of the text."""
    names = frozenset(used)
    return {
        step: {"rule": rule, "says": paragraphs()[rule].first_sentence}
        for step, rule in _step_rules().items()
        if step in names
    }


def _tier(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "rules": _steps(row["steps"])}


def _policy(check: str, name: str) -> dict[str, Any]:
    policy = resources.policy(check, name)
    tiers = [_tiers(check)[tier] for tier in policy["tiers"]]
    return {
        "policy": f"{check}/{name}",
        "sha256": digest_value("policy", policy),
        "tiers": tiers,
        "steps": _steps(step for tier in tiers for step in tier["steps"]),
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
    elif "tier" in members:
        yield "A tier (Q-TIER):"
        yield from _tier_lines(members)
        yield from _step_lines(members["rules"])
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
    yield from _step_lines(policy["steps"])
    yield ""
    yield from _acceptance_lines(policy)
    yield ""
    yield from _boundary_lines(policy)
    yield ""
    waived = ", ".join(policy["waive"])
    yield f"Flags waived: {waived}." if waived else "No flag is waived."


def _step_lines(steps: dict[str, dict[str, str]]) -> Iterator[str]:
    if steps:
        yield ""
        yield "What the steps do:"
    for step, row in steps.items():
        yield from _wrapped(f"{step} ({row['rule']}): {row['says']}", "  ")


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
