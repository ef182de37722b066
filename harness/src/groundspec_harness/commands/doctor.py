"""`doctor`: what is wrong with how a program is spoken to, and what to change."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from groundspec_harness import progress
from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.doctor import Check, Examination, examine
from groundspec_harness.doctor.finding import STATES, Finding
from groundspec_harness.doctor.patient import Patient
from groundspec_harness.specification import at


def examine_program(
    command: tuple[str, ...], timeout: float, form: str, output: Path | None, root: Path | None
) -> int:
    """Examine, show, and give the exit status."""
    known = at(root)
    patient = Patient(command, timeout, known.registry, known.schemas)
    with progress.bar("checks") as begin:
        found = examine(patient, begin)
    if form == "json":
        emit_json(found.as_json(), output)
    else:
        page = Page(output)
        page.lines(*_lines(found))
        page.finish()
    return found.status


def _lines(found: Examination) -> Iterator[str]:
    width = max(len(check.title) for check, _ in found.findings)
    for _, group in groupby(found.findings, key=_together):
        (check, seen), *others = group
        title = f"{1 + len(others)} checks" if others else check.title
        yield f"{seen.state:<7} {title:<{width}}  {seen.found}"
        if seen.change:
            yield f"        change: {seen.change}"
    counts = ", ".join(f"{found.count(state)} {state}" for state in STATES)
    yield from ("", f"{counts}: {_advice(found)}")


def _advice(found: Examination) -> str:
    if found.count("wrong"):
        return "mend the first that is wrong, then look again"
    option = "" if found.persistent else " --per-case"
    return f"go on with `groundspec-harness run{option}`"


def _together(row: tuple[Check, Finding]) -> str:
    """Checks that could not be made for one reason are one line."""
    check, finding = row
    return finding.found if finding.state == "unsure" else check.name
