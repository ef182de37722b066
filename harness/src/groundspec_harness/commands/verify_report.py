"""`verify-report`: whether a saved report is whole and agrees with itself; nothing is run.

Of a report that is not of a run, its form and its footer are checked, and no more.
"""

from pathlib import Path

from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain
from groundspec_harness.rechecking import beside, problems
from groundspec_harness.saved import load
from groundspec_harness.schemas import Problem
from groundspec_harness.specification import Specification, at
from groundspec_harness.wording import number


def verify_report(report: Path, form: str, output: Path | None, root: Path | None) -> int:
    """Check and show; 1 if the report does not verify."""
    known = at(root)
    saved = load(report, known.schemas, of_any_kind=True)
    corpus = None
    if saved.problem:
        found = [saved.problem]
    elif saved.of_a_run:
        found = list(problems(saved.report, known))
        corpus = beside(saved.report, known.corpus)
    else:
        found = []
    if form == "json":
        emit_json(_as_json(saved.report, corpus, found), output)
    else:
        page = Page(output)
        page.lines(*(f"{p.pointer or '(the whole)'}: {plain(p.message)}" for p in found))
        page.lines(_sentence(saved.report, corpus, found, known))
        page.finish()
    return 1 if found else 0


def _as_json(report: JsonObject, corpus: str | None, found: list[Problem]) -> JsonObject:
    """As `schemas/harness-verify-report.schema.json` says."""
    footer = report.get("footer")
    digest = footer.get("sha256") if isinstance(footer, dict) else None
    return {
        "report": "groundspec-harness/verify-report",
        "version": 1,
        "verifies": not found,
        "corpus": corpus,
        "sha256": digest if isinstance(digest, str) else None,
        "problems": [{"pointer": p.pointer, "message": p.message} for p in found],
    }


def _sentence(
    report: JsonObject, corpus: str | None, found: list[Problem], known: Specification
) -> str:
    if found:
        return f"the report does not verify: {number(len(found), 'problem')}"
    footer = report["footer"]
    beyond = "its vectors were checked too"
    if corpus == "another":
        beyond = f"its vectors were not checked, for the corpus here is {known.corpus.sha256}"
    elif corpus is None:
        beyond = f"of {report['report']!a}, form and footer are checked and no more"
    return f"the report verifies: {footer['results']} results, {footer['sha256']}; {beyond}"
