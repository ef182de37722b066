"""`groundspec explain`: what receipts and policies name, in the words of the specification."""

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

from groundspec import resources
from groundspec.cli import explain_fact_policy, explain_policy, report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import STANDARD_INPUT, shown
from groundspec.cli.output import write_output
from groundspec.cli.spec import paragraphs, step_rules, steps_of
from groundspec.cli.wrap import wrapped
from groundspec.core.codes import Code, registry
from groundspec.core.rules import OUTCOMES
from groundspec.errors import Refusal, Unusable

_CHECK = "quote"
"""The check that has tiers and steps."""
_EXPLAINED: dict[str, Callable[[str, dict[str, Any]], dict[str, Any]]] = {
    "quote": explain_policy.explained,
    "fact": explain_fact_policy.explained,
}
"""What explains the policies of a check, in the order of the checks."""
_LINES = {"quote": explain_policy.lines, "fact": explain_fact_policy.lines}


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec explain",
        "Explain what a receipt names (a code, an outcome, a tier), a step of a tier, a rule of\n"
        "SPEC.md or a policy, in the words of the specification. Of a policy it lists every\n"
        "assumption, as JSON in the shape of schemas/explain-policy.schema.json (check quote) or\n"
        "schemas/explain-fact-policy.schema.json (check fact). A name that policies of several\n"
        "checks have means all of them, as JSON the array `policies`; CHECK/NAME means one.\n\n"
        "exit status:\n  0 explained; 2 there is no such thing, or output could not be written",
        (
            "groundspec explain UNLOCATED",
            "groundspec explain typography",
            "groundspec explain Q-PLACE",
            "groundspec explain quote/default --format json",
            "groundspec explain fact/default",
            "groundspec explain ./my-policy.json",
        ),
    )
    parser.add_argument(
        "subject",
        metavar="NAME",
        help="What to explain; a policy is named as strict or quote/strict are, or is a file, "
        "or - for standard input.",
    )
    report.add_format(parser, "How it is printed.")
    return parser


def run(subject: str, form: str) -> int:
    """Print all there is to say about a subject."""
    try:
        members = explained(subject)
    except Refusal as refusal:
        report.report_refusal(refusal, subject, form)
        return 2
    text = json.dumps(members, indent=2) if form == report.JSON else "\n".join(_lines(members))
    write_output(text.encode("utf-8") + b"\n")
    return 0


def explained(subject: str) -> dict[str, Any]:
    """All there is to say about a subject; raises Unusable if there is no such thing.

    A file is read where no name is meant; raises Refusal if it holds no policy.
    """
    if subject in registry().codes:
        return _code(registry().codes[subject])
    if subject in paragraphs():
        return _rule(subject)
    if subject in OUTCOMES:
        return _rule("O-OUTCOME")
    if subject in _tiers(_CHECK):
        return _tier(_tiers(_CHECK)[subject])
    if subject in step_rules():
        return _rule(step_rules()[subject])
    checks = [check for check in _EXPLAINED if subject in resources.policy_names(check)]
    if checks:
        policies = [explained(f"{check}/{subject}") for check in checks]
        return policies[0] if len(policies) == 1 else {"policies": policies}
    check, _, name = subject.partition("/")
    if check in _EXPLAINED and name in resources.policy_names(check):
        return _EXPLAINED[check](subject, resources.policy(check, name))
    if _is_file(subject):
        return _policy_in(subject)
    raise _nothing_like(subject)


def _is_file(subject: str) -> bool:
    """Whether a file is meant: it exists, or its name ends like one."""
    is_there = os.path.isfile(subject)  # noqa: PTH113 - Path raises where a name is too long
    return is_there or subject == STANDARD_INPUT or subject.endswith(".json")


def _policy_in(file: str) -> dict[str, Any]:
    from groundspec.apps.policy_document import completed
    from groundspec.cli.policy.document import read_value

    document = completed(read_value(file))
    return _EXPLAINED[document.check.partition("/")[0]](shown(file), document.value)


def _nothing_like(subject: str) -> Unusable:
    from difflib import get_close_matches

    checks = dict.fromkeys(check.partition("/")[0] for check in registry().checks)
    policies = [f"{check}/{name}" for check in checks for name in resources.policy_names(check)]
    receipts = (*OUTCOMES, *_tiers(_CHECK), *step_rules())
    names = (*registry().codes, *paragraphs(), *policies, *receipts)
    known = {name.partition("/")[2].upper(): name for name in policies}
    known.update((name.upper(), name) for name in names)
    wanted = subject.upper().replace(" ", "_")
    found = get_close_matches(wanted, known, n=4, cutoff=0.5)
    near = dict.fromkeys(known[name] for name in found)
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
        "also": [_rule(name) for name in _ALSO.get(code.code, ())],
    }


_ALSO = {"CLAIM_INVALID": ("F-CLAIM",), "POLICY_INVALID": ("F-POLICY",)}
"""The rules of other checks that give a code too."""


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


def _tier(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "rules": steps_of(row["steps"])}


# --- As text --------------------------------------------------------------------------------------


def _lines(members: dict[str, Any]) -> Iterator[str]:
    if "policies" in members:
        for at, policy in enumerate(members["policies"]):
            yield from [""] * (at > 0)
            yield from _lines(policy)
    elif "policy" in members:
        yield from _LINES[members["check"].partition("/")[0]](members)
    elif "tier" in members:
        yield "A tier (Q-TIER):"
        yield from explain_policy.tier_lines(members)
        yield from _step_lines(members["rules"])
    elif "code" in members:
        of = f"check {members['check']}" if members["check"] else "every check"
        phase = f", phase {members['phase']}" if members["phase"] else ""
        yield f"{members['code']} ({members['class']}{phase}; {of})"
        yield from wrapped(members["title"])
        for rule in (members["rule"], *members["also"]):
            yield ""
            yield from _rule_lines(rule)
    else:
        yield from _rule_lines(members)
        if members["codes"]:
            yield f"Codes: {', '.join(members['codes'])}"


def _rule_lines(rule: dict[str, Any]) -> Iterator[str]:
    yield f"{rule['rule']} ({rule['kind']}), SPEC.md {rule['section']}"
    for line in rule["text"].split("\n"):
        yield from wrapped(line, further="   " if line[:1].isdigit() else "") or [""]


def _step_lines(steps: dict[str, dict[str, str]]) -> Iterator[str]:
    if steps:
        yield ""
        yield "What the steps do:"
    for step, row in steps.items():
        yield from wrapped(f"{step} ({row['rule']}): {row['says']}", "  ")
