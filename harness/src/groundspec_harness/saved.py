"""Reading a saved report: what is no report at all, and what was one before it was edited."""

from dataclasses import dataclass
from pathlib import Path

from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.jsontext import JsonError, JsonObject, canonical, read_strict, text_digest
from groundspec_harness.report import NAME
from groundspec_harness.schemas import Problem, Schemas

SCHEMA = "urn:groundspec:harness-report"
_HEAD = 200  # bytes in which a report says what it is
_CUT = "the report was cut off"


@dataclass(frozen=True)
class Saved:
    """A report as it was read; `problem` says what keeps it from being used."""

    report: JsonObject
    problem: Problem | None


def load(path: Path, schemas: Schemas) -> Saved:
    """Read a file; `HarnessError` where it is no report of a run."""
    data = read(path, "the report")
    try:
        value = read_strict(data)
    except JsonError as error:
        if f'"{NAME}"'.encode() in data[:_HEAD]:
            return Saved({}, Problem("", f"{_CUT} or edited: it is not JSON ({error})"))
        raise HarnessError(f"{path}: no report of a run: {error}") from None
    _must_be_report(path, value)
    return Saved(value, _unsound(value, schemas))


def _must_be_report(path: Path, value: object) -> None:
    name = value.get("report") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str):
        raise HarnessError(f"{path}: no report of a run: it has no member `report`")
    if name != NAME:
        raise HarnessError(f"{path}: no report of a run, but of {name!a}")
    if value.get("version") != 1:
        raise HarnessError(
            f"{path}: a report of version {value.get('version')!a}; this harness reads version 1"
        )


def _unsound(report: JsonObject, schemas: Schemas) -> Problem | None:
    """What is wrong with the footer, or else with the form."""
    if "footer" not in report:
        return Problem("/footer", f"{_CUT}: it has no footer")
    problem = schemas.first_problem(SCHEMA, report)
    if problem:
        return problem
    footer, results = report["footer"], len(report["results"])
    if footer["results"] != results:
        return Problem(
            "/footer/results",
            f"{_CUT} or edited: it counts {footer['results']} results, there are {results}",
        )
    try:
        digest = text_digest(canonical({k: v for k, v in report.items() if k != "footer"}))
    except JsonError as error:
        return Problem("", f"the report has no canonical form: {error}")
    if footer["sha256"] != digest:
        return Problem("/footer/sha256", f"the report was edited: its digest is {digest}")
    return None
