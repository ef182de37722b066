"""`lint`: every defect of the specification's own files, each on one line."""

from pathlib import Path

from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.lint import CHECKS, run
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.plain import plain
from groundspec_harness.specification import at
from groundspec_harness.wording import number


def lint_all(form: str, output: Path | None, root: Path | None) -> int:
    """Lint and show; 1 if there is any defect."""
    material = Material(at(root))
    found = run(material)
    if form == "json":
        emit_json(
            {
                "report": "groundspec-harness/lint",
                "version": 1,
                "checks": list(CHECKS),
                "vectors": len(material.entries),
                "problems": [
                    {"check": name, "file": p.file, "pointer": p.pointer, "message": p.message}
                    for name, p in found
                ],
            },
            output,
        )
    else:
        page = Page(output)
        page.lines(*(_line(name, problem) for name, problem in found))
        page.lines(_summary(len(found), len(material.entries)))
        page.finish()
    return 1 if found else 0


def _line(name: str, problem: Problem) -> str:
    pointer = f" {problem.pointer}" if problem.pointer else ""
    return f"{problem.file}{pointer}: {plain(problem.message)} [{name}]"


def _summary(problems: int, vectors: int) -> str:
    if problems:
        return f"{number(problems, 'problem')} in {vectors} vectors and what they rest on"
    return f"{vectors} vectors and what they rest on: no problems ({len(CHECKS)} checks)"
