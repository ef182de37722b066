"""Does it start, and does it answer at all?"""

import time

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.describe import PROTOCOL
from groundspec_harness.doctor.finding import Finding, failed, ok, shown, wrong
from groundspec_harness.doctor.patient import Patient, valued
from groundspec_harness.hints import lines
from groundspec_harness.process import Fault
from groundspec_harness.requests import DESCRIBE, line
from groundspec_harness.selection import near

SILENCE = 0.3  # seconds in which a program that writes unasked is caught
_FLUSH = (
    "flush standard output after each line: print(..., flush=True) in Python, fflush(stdout) in C, "
    "out.flush() in Java, Go and Rust, $stdout.sync = true in Ruby, $| = 1 in Perl (P-LINES)"
)
_LOOP = "read line after line until the input ends, and answer each (P-LINES)"


def start(patient: Patient) -> Finding:
    """A first process is asked at once; a second is not asked, and has to be silent as long."""
    begun = time.monotonic()
    child = patient.talk.start()
    child.send(line(DESCRIBE))
    patient.first = patient.noted(child.take_line(patient.timeout))
    if isinstance(patient.first, Fault) and patient.first.kind == "crash":
        patient.hindrance = "it ends before it answers"
        fault = patient.talk.fail(patient.first)
        return failed(fault, f"{_LOOP}; standard error may say why it ended")
    waits = SILENCE
    if isinstance(patient.first, bytes):
        waits = max(waits, 2 * (time.monotonic() - begun))
    with patient.afresh() as other:
        unasked = other.start()
        reply = unasked.take_line(waits)
        said = reply if isinstance(reply, bytes) else unasked.waiting()
    if said:
        patient.hindrance = "it writes before anything is asked"
        return wrong(
            f"it writes before anything is asked: {shown(said)}",
            "write banners and log lines to standard error (P-LINES)",
        )
    return ok("started, silent")


def flush(patient: Patient) -> Finding:
    """The answer to `describe` has to come while the program could still be asked more."""
    reply = patient.first
    if isinstance(reply, bytes):
        patient.description = reply
        return ok("the answer came while the input was open")
    found = _when_input_ends(patient, reply)
    patient.persistent = False
    patient.leave()
    if not patient.description:
        patient.hindrance = "it answers nothing"
    return found


def _when_input_ends(patient: Patient, fault: Fault) -> Finding:
    """Whether the answer was only waiting in a buffer."""
    child = patient.talk.start()
    child.close_input()
    late = child.take_line(patient.timeout)
    if isinstance(late, bytes):
        patient.description = late
        return wrong("the answer came only when the input ended: it waits in a buffer", _FLUSH)
    said = patient.talk.fail(fault)
    patient.last_words = said.stderr
    return failed(said, f"{_LOOP}; {_FLUSH}")


def stay(patient: Patient) -> Finding:
    """A program that answers once and exits can be run with --per-case alone."""
    if patient.talk.unasked(SILENCE):  # another check says so
        patient.leave()
        patient.ask(line(DESCRIBE))
    reply = patient.ask(line(DESCRIBE))
    if isinstance(reply, bytes):
        return ok("answered again")
    if reply.kind in ("malformed", "extra"):
        return ok("answered again, and more than that")
    patient.persistent = False
    patient.leave()
    return failed(reply, f"{_LOOP}; or give --per-case with every command of the harness")


def describes(patient: Patient) -> Finding:
    """The answer to `describe`, by its schema and by what this harness knows."""
    answer = valued(patient.description)
    said = lines.unreadable(answer.decode("utf-8", "replace").removesuffix("\n"))
    if said:
        return wrong(f"its first line is no answer: {shown(answer)}", said)
    found = read_answer(answer, DESCRIBE["id"], "answer-to-describe", patient.schemas)
    if isinstance(found, Malformed):
        return wrong(found.fault.detail, _like())
    made = found["implementation"]
    if made["protocol"] != PROTOCOL:
        return wrong(
            f"it speaks version {made['protocol']} of the protocol", f'write "protocol":{PROTOCOL}'
        )
    for name in made["classes"]:
        if name not in patient.registry.implies:
            known = ", ".join(patient.registry.offered)
            return wrong(
                f"the class {name!r} is not known{near(name, patient.registry.implies)}",
                f"claim classes of codes.json: {known} (C-CLASSES)",
            )
    lacking = patient.registry.lacking(made["classes"], made["checks"])
    if lacking:
        return wrong(
            f"it claims {', '.join(lacking)} and does not list what decides that in `checks`",
            f"list {', '.join(lacking.values())} in `checks` (C-CLASSES)",
        )
    patient.implementation = made
    claimed = ", ".join(made["classes"]) or "no class"
    return ok(f"{made['name']} {made['version']} ({made['language']}) claims {claimed}")


def _like() -> str:
    return (
        'answer like {"id":"1","implementation":{"checks":[],"classes":["core"],"language":"c",'
        '"name":"my-port","protocol":1,"version":"0.1"}} (P-DESCRIBE)'
    )
