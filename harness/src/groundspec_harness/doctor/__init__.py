"""What is wrong with how a program is spoken to, before any vector: flushing, framing, manners.

`CHECKS` are asked in their order; each gives one finding, with what to change. A program that
answers nothing while its input is open is examined in a process for each request, and one that
answers nothing at all is not asked further, so that an examination ends soon.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Flag, auto

from groundspec_harness import __version__
from groundspec_harness.doctor import ending, framing, reading, starting, writing
from groundspec_harness.doctor.finding import STATES, Finding, unsure
from groundspec_harness.doctor.patient import Patient
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.progress import Begin, silent
from groundspec_harness.report import sealed

NAME = "groundspec-harness/doctor"
_PATIENCE = 3  # timeouts after which nothing more is asked


class Needs(Flag):
    """What a program has to do for a check to make sense."""

    NOTHING = 0
    STAYS = auto()  # it answers more than one request in a process
    TELLS = auto()  # it describes itself: the answer is then known for every id


@dataclass(frozen=True)
class Check:
    """One thing that is looked at."""

    name: str
    title: str
    look: Callable[[Patient], Finding]
    needs: Needs = Needs.NOTHING
    after: str = ""  # a check without which it says nothing


_STAYS, _TELLS = Needs.STAYS, Needs.TELLS


CHECKS = (
    Check("start", "starts, and waits in silence for a request", starting.start),
    Check("flush", "answers while the input is open", starting.flush),
    Check("stay", "is there for a second request", starting.stay, _STAYS),
    Check("encoding", "writes UTF-8 without a byte order mark", writing.encoding),
    Check("line-end", "ends a line with LF alone", writing.line_end),
    Check("canonical", "writes canonical JSON", writing.canonical_form),
    Check("describe", "describes itself", starting.describes),
    Check("one-line", "writes one line for a request", writing.one_line),
    Check("unknown", "answers a request that it does not know", reading.unknown),
    Check("malformed", "answers lines that are no requests", reading.malformed),
    Check("id", "gives every id back as it came", reading.ids, _TELLS),
    Check("beyond-ascii", "writes what is not ASCII as itself", reading.beyond_ascii, _TELLS),
    Check("locale", "writes the same under LC_ALL=C", reading.locale, _TELLS, "beyond-ascii"),
    Check("long-line", "reads a line of 10 MB, and answers the next", framing.long_line, _TELLS),
    Check("size", "reads a line of 64 MiB, and not a byte more", framing.size, _TELLS, "long-line"),
    Check(
        "long-answer", "writes an answer of 1 MB whole", framing.long_answer, _TELLS, "long-line"
    ),
    Check("two-at-once", "answers two requests of one write", framing.two_at_once, _STAYS | _TELLS),
    Check("in-pieces", "waits for the end of a line", framing.in_pieces, _STAYS | _TELLS),
    Check("carriage-return", "reads a CR as white space", framing.carriage_return, _TELLS),
    Check("between", "is silent between answers", framing.between, _STAYS | _TELLS),
    Check("last-line", "answers a last line without LF", ending.last_line, _TELLS),
    Check("end", "exits in silence with status 0 when the input ends", ending.end),
    Check("no-input", "the same for an empty input", ending.no_input),
    Check("per-case", "works with --per-case", ending.per_case),
    Check("stderr", "may write to standard error", ending.stderr),
)


@dataclass(frozen=True)
class Examination:
    """What was found, check by check."""

    command: tuple[str, ...]
    timeout: float
    implementation: JsonObject | None
    persistent: bool
    findings: tuple[tuple[Check, Finding], ...]

    def count(self, state: str) -> int:
        return sum(finding.state == state for _, finding in self.findings)

    @property
    def status(self) -> int:
        """The exit status: 1 if something is wrong."""
        return 1 if self.count("wrong") else 0

    def as_json(self) -> JsonObject:
        """As `schemas/harness-doctor.schema.json` says."""
        body: JsonObject = {
            "report": NAME,
            "version": 1,
            "harness": __version__,
            "command": [a.encode("utf-8", "backslashreplace").decode() for a in self.command],
            "timeout_ms": round(self.timeout * 1000),
            "implementation": self.implementation,
            "mode": "persistent" if self.persistent else "per-case",
            "checks": [
                {
                    "name": check.name,
                    "title": check.title,
                    "state": finding.state,
                    "found": finding.found,
                    "change": finding.change or None,
                }
                for check, finding in self.findings
            ],
            "counts": {state: self.count(state) for state in STATES},
            "status": self.status,
        }
        return sealed(body, len(self.findings))


def examine(
    patient: Patient, begin: Begin = silent, checks: Sequence[Check] = CHECKS
) -> Examination:
    """Make every check that can be made."""
    tick = begin(len(checks))
    findings: list[tuple[Check, Finding]] = []
    with patient:
        for check in checks:
            before = next((each for each in findings if each[0].name == check.after), None)
            findings.append((check, _look(check, patient, before)))
            tick()
    return Examination(
        patient.command,
        patient.timeout,
        patient.implementation,
        patient.persistent,
        tuple(findings),
    )


def _look(check: Check, patient: Patient, before: tuple[Check, Finding] | None) -> Finding:
    if patient.hindrance:
        return unsure(f"not asked: {patient.hindrance}")
    if patient.timeouts >= _PATIENCE:
        return unsure(f"not asked: {patient.timeouts} answers did not come in time")
    if Needs.STAYS in check.needs and not patient.persistent:
        return unsure("not asked: it answers one request in a process")
    if Needs.TELLS in check.needs and patient.implementation is None:
        return unsure("not asked: it does not describe itself")
    if before and before[1].state == "wrong":
        return unsure(f"not asked: that it {before[0].title} comes first")
    finding = check.look(patient)
    if finding.state != "ok":  # the two sides may be out of step
        patient.leave()
    return finding
