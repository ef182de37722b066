"""Answers to requests that need no check, by their bytes."""

import os

from groundspec_harness.doctor.finding import Finding, failed, ok, shown, wrong
from groundspec_harness.doctor.patient import Patient, mended, valued
from groundspec_harness.hints import lines
from groundspec_harness.hints.writing import hint
from groundspec_harness.jsontext import canonical
from groundspec_harness.process import Fault
from groundspec_harness.requests import line

_IDS = ("a", "", "007", " 1 ", 'say "x"', "null", "a" * 300)
_BEYOND = "\u00e9\U0001f4a7\u2028\u007f</"
_ENCODING = (
    "name the encoding of both streams, and leave it to no locale: "
    "new PrintStream(System.out, true, UTF_8) and a reader of UTF_8 in Java, sys.stdin.buffer and "
    "sys.stdout.buffer in Python, STDOUT.set_encoding('UTF-8') in Ruby (P-ANSWER)"
)
_ASCII_ALONE = {  # Python would take C for C.UTF-8
    **dict.fromkeys(("LANG", "LC_ALL", "LANGUAGE"), "C"),
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}
_NO_REQUESTS: tuple[tuple[bytes, str | None], ...] = (
    (b"ready?\n", None),
    (b"\n", None),
    (b"[]\n", None),
    (b'{"do":"describe"}\n', None),
    (b'{"do":"describe","id":7}\n', None),
    (b'{"do":"describe","id":"m","id":"m"}\n', None),
    (b'{"id":"m"}\n', "m"),
    (b'{"do":"describe","id":"m","more":1}\n', "m"),
    (b'{"do":"decide","id":"m"}\n', "m"),
)


def unknown(patient: Patient) -> Finding:
    problem = _problem(patient, dance("u"), error("UNKNOWN_REQUEST", "u"), "P-UNKNOWN")
    return problem or ok("UNKNOWN_REQUEST")


def malformed(patient: Patient) -> Finding:
    """Lines of which nothing can be made; the program has to go on."""
    for request, name in _NO_REQUESTS:
        problem = _problem(patient, request, error("MALFORMED_REQUEST", name), "P-MALFORMED")
        if problem:
            return problem
    return ok(f"MALFORMED_REQUEST for each of {len(_NO_REQUESTS)}")


def ids(patient: Patient) -> Finding:
    for name in _IDS:
        problem = _problem(patient, describe(name), patient.describe(name))
        if problem:
            return problem
    return ok(f"{len(_IDS)} ids, as given")


def beyond_ascii(patient: Patient) -> Finding:
    """The id of a request comes as escapes; it goes back as the code points themselves."""
    right = patient.describe(_BEYOND)
    reply = patient.ask(describe(_BEYOND))
    change = f"write {shown(canonical(_BEYOND))} in UTF-8, and escape no more than J-CANONICAL says"
    if isinstance(reply, Fault):
        return failed(reply, change)
    found = mended(reply)
    if valued(found) == right and canonical(_BEYOND) in found:
        return ok("UTF-8, unescaped")
    said = lines.encoding(reply) or hint(_text(right), _text(found), rule="P-ANSWER")
    return wrong(said or f"answered {shown(found)}", change)


def locale(patient: Patient) -> Finding:
    """The same in a process whose locale knows ASCII alone."""
    environment = {**os.environ, **_ASCII_ALONE}
    with patient.afresh(per_case=not patient.persistent, environment=environment) as talk:
        reply = patient.noted(talk.ask(describe(_BEYOND)))
    if isinstance(reply, Fault):
        return failed(reply, _ENCODING)
    if valued(reply) == patient.describe(_BEYOND):
        return ok("UTF-8 whatever the locale")
    said = lines.encoding(reply) or hint(
        _text(patient.describe(_BEYOND)), _text(mended(reply)), rule="P-ANSWER"
    )
    return wrong(said or f"answered {shown(reply)}", _ENCODING)


def describe(name: str) -> bytes:
    return line({"do": "describe", "id": name})


def dance(name: str) -> bytes:
    """A request that no implementation knows (P-UNKNOWN)."""
    return line({"do": "dance", "id": name})


def error(code: str, name: str | None) -> bytes:
    return canonical({"error": code, "id": name}) + b"\n"


def _problem(
    patient: Patient, request: bytes, expected: bytes, rule: str = "P-ANSWER"
) -> Finding | None:
    """What is wrong with the answer to one request."""
    reply = patient.ask(request)
    asked = f"for {shown(request)}"
    change = f"answer {shown(expected)} ({rule})"
    if isinstance(reply, Fault):
        return failed(reply, change)
    found = valued(reply)
    if found == expected:
        return None
    return wrong(f"answered {shown(found)} {asked}", change)


def _text(found: bytes) -> str:
    return found.decode("utf-8", "replace").removesuffix("\n")
