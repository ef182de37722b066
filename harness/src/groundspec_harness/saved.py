"""Reading a saved report: what is no report at all, and what was one before it was edited.

Every JSON report of the harness has the same footer; what it counts is another member in each.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.jsontext import (
    Json,
    JsonError,
    JsonObject,
    canonical,
    read_strict,
    text_digest,
)
from groundspec_harness.report import NAME
from groundspec_harness.schemas import Problem, Schemas

COUNTED = {
    NAME: ("results",),
    "groundspec-harness/audit": ("results",),
    "groundspec-harness/compare": ("vectors", "differ"),
    "groundspec-harness/doctor": ("checks",),
    "groundspec-harness/fuzz": ("asked",),
    "groundspec-harness/gate": ("changes",),
    "groundspec-harness/probe": ("variations",),
}
"""For each kind of report the member that its footer counts: an array, or the number itself."""
_HEAD = 200  # bytes in which a report says what it is
_CUT = "the report was cut off"


@dataclass(frozen=True)
class Saved:
    """A report as it was read; `problem` says what keeps it from being used."""

    report: JsonObject
    problem: Problem | None

    @property
    def of_a_run(self) -> bool:
        return bool(self.report.get("report", NAME) == NAME)


def load(path: Path, schemas: Schemas, *, of_any_kind: bool = False) -> Saved:
    """Read a file; `HarnessError` where it is no report of a run, or of the harness at all."""
    kinds = tuple(COUNTED) if of_any_kind else (NAME,)
    none = "no report of this harness" if of_any_kind else "no report of a run"
    data = read(path, "the report")
    try:
        value = read_strict(data)
    except JsonError as error:
        if any(f'"{name}"'.encode() in data[:_HEAD] for name in kinds):
            return Saved({}, Problem("", f"{_CUT} or edited: it is not JSON ({error})"))
        raise HarnessError(f"{path}: {none}: {error}") from None
    complaint = _complaint(value, kinds, none)
    if complaint:
        raise HarnessError(f"{path}: {complaint}")
    return Saved(value, _unsound(value, schemas))


def _complaint(value: object, kinds: Collection[str], none: str) -> str | None:
    """Why a value is no report of some kinds."""
    name = value.get("report") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str):
        return f"{none}: it has no member `report`"
    if name not in kinds:
        return f"{none}, but of {name!a}"
    if value.get("version") != 1:
        version = value.get("version")
        return f"a report of version {version!a}; this harness reads version 1"
    return None


def _unsound(report: JsonObject, schemas: Schemas) -> Problem | None:
    """What is wrong with the footer, or else with the form."""
    if "footer" not in report:
        return Problem("/footer", f"{_CUT}: it has no footer")
    kind = report["report"].removeprefix("groundspec-harness/")
    schema = "report" if kind == "run" else kind
    problem = schemas.first_problem(f"urn:groundspec:harness-{schema}", report)
    if problem:
        return problem
    footer, counted = report["footer"], _counted(report)
    if footer["results"] != counted:
        return Problem(
            "/footer/results",
            f"{_CUT} or edited: it counts {footer['results']} results, there are {counted}",
        )
    try:
        digest = text_digest(canonical({k: v for k, v in report.items() if k != "footer"}))
    except JsonError as error:
        return Problem("", f"the report has no canonical form: {error}")
    if footer["sha256"] != digest:
        return Problem("/footer/sha256", f"the report was edited: its digest is {digest}")
    return None


def _counted(report: JsonObject) -> int:
    found: Json = report
    for member in COUNTED[report["report"]]:
        found = found[member]
    return len(found) if isinstance(found, list) else int(found)
