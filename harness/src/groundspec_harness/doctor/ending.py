"""What happens when the input ends."""

from groundspec_harness.doctor.finding import Finding, failed, ok, shown, unsure, wrong
from groundspec_harness.doctor.patient import Patient, valued
from groundspec_harness.doctor.reading import describe
from groundspec_harness.process import Fault
from groundspec_harness.requests import DESCRIBE, line

_EXIT = (
    "when the input has ended, write nothing more and exit with status 0, "
    "without waiting for anything else (P-LINES)"
)


def last_line(patient: Patient) -> Finding:
    with patient.afresh() as talk:
        child = talk.start()
        child.send(describe("last").removesuffix(b"\n"))
        child.close_input()
        reply = patient.noted(child.take_line(patient.timeout))
        change = "answer the last line also where no LF stands behind it (P-LINES)"
        if isinstance(reply, Fault):
            return failed(talk.fail(reply), change)
    if valued(reply) != patient.describe("last"):
        return wrong(f"answered {shown(reply)}", change)
    return ok("answered")


def end(patient: Patient) -> Finding:
    with patient.afresh() as talk:
        child = talk.start()
        child.send(line(DESCRIBE))
        if not patient.persistent:
            child.close_input()
        reply = patient.noted(child.take_line(patient.timeout))
        if isinstance(reply, Fault):
            return unsure(f"{reply.kind}: {reply.detail}")
        fault = talk.finish()
        patient.noted(fault or b"")
    return failed(fault, _EXIT) if fault else ok("status 0, silent")


def no_input(patient: Patient) -> Finding:
    with patient.afresh() as talk:
        talk.start()
        fault = talk.finish()
        patient.noted(fault or b"")
    return failed(fault, _EXIT) if fault else ok("status 0, silent")


def per_case(patient: Patient) -> Finding:
    with patient.afresh(per_case=True) as talk:
        reply = patient.noted(talk.ask(line(DESCRIBE)))
    if isinstance(reply, Fault):
        return failed(reply, _EXIT)
    how = "works" if patient.persistent else "works; the harness has to be told --per-case"
    return ok(how)


def stderr(patient: Patient) -> Finding:
    """Standard error is free; it is said whether there is something to read."""
    child = patient.talk.start()
    patient.ask(line(DESCRIBE))
    patient.leave()
    said = child.with_stderr(Fault("extra", "")).stderr
    if not said:
        return ok("silent")
    return ok(f"not silent, which is free; the last line is: {said.splitlines()[-1][:80]}")
