"""Decisions about facts as values of schemas/fact-check.schema.json."""

from collections.abc import Iterable, Mapping
from typing import Any

from groundspec.apps.facts.advice import ADVICE
from groundspec.apps.facts.cases import Case, Decided
from groundspec.apps.facts.sentences import OUTSIDE, sentence
from groundspec.apps.visible import visible
from groundspec.core.codes import registry

CHECK_REPORT, EXPLAIN_REPORT = "groundspec/fact-check", "groundspec/fact-explain"


def report(name: str, document: str, given: Decided, cases: Iterable[Case]) -> dict[str, Any]:
    """The whole report on some decisions; `document` is what the source is called."""
    packet, receipt = given.packet, given.receipt
    policy, inputs = packet["policy"], receipt["inputs"]
    return {
        "report": name,
        "version": 1,
        "check": receipt["check"],
        "document": {
            "name": visible(document),
            "id": packet["source"]["id"],
            "url": packet["source"]["url"],
            "bytes": given.size,
            "lines": given.lines.count,
        },
        "policy": policy if isinstance(policy, str) else None,
        "inputs": inputs,
        "receipt_sha256": receipt["receipt_sha256"],
        "summary": receipt["summary"],
        "claims": [claim(case) for case in cases],
        "coverage": [coverage(given, row) for row in receipt["coverage"]],
        "absences": [absence(given, row) for row in receipt["absences"]],
    }


def claim(case: Case) -> dict[str, Any]:
    """One decision: the claim as given, its places, and a sentence for each code."""
    decision = case.decision
    return {
        "claim": case.claim,
        "decision": decision,
        "evidence": _place(case, decision["evidence"]),
        "figure": _place(case, decision["reading"]),
        "codes": [code(case, name) for name in decision["codes"]],
    }


def code(case: Case, name: str) -> dict[str, Any]:
    """A code of a decision, what it says of it, and what can be done."""
    row = registry().codes[name]
    return {
        "code": name,
        "class": row.cls,
        "rule": rule_of(name),
        "waived": name in case.decision["waived"],
        "says": sentence(case, name),
        "advice": ADVICE[name],
    }


def rule_of(name: str) -> str:
    """The rule by which the check gives a code. CLAIM_INVALID is that of several checks."""
    return "F-CLAIM" if name == "CLAIM_INVALID" else registry().codes[name].rule


def coverage(given: Decided, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of coverage, and what it says."""
    return {**row, "says": OUTSIDE[row["code"]](given, row), "advice": ADVICE[row["code"]]}


def absence(given: Decided, row: Mapping[str, Any]) -> dict[str, Any]:
    """An absence, and what is said of it."""
    codes = [
        {"code": name, "says": OUTSIDE[name](given, row), "advice": ADVICE[name]}
        for name in row["codes"]
    ]
    return {**row, "codes": codes}


def _place(case: Case, span: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if span is None:
        return None
    lines = case.given.lines
    return {"place": lines.place(*lines.stretch(span)), "text": case.slice(span)}
