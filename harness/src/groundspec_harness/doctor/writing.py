"""How the answer to `describe` is written, byte for byte."""

from groundspec_harness.doctor.finding import Finding, ok, shown, unsure, wrong
from groundspec_harness.doctor.patient import Patient, mended
from groundspec_harness.doctor.starting import SILENCE
from groundspec_harness.hints import lines
from groundspec_harness.hints.writing import hint
from groundspec_harness.jsontext import JsonError, canonical, read_strict
from groundspec_harness.requests import DESCRIBE, line

_UTF_8 = (
    "write UTF-8 bytes: sys.stdout.buffer in Python, PrintStream(System.out, true, UTF_8) in Java, "
    "new UTF8Encoding(false) in C# (P-ANSWER)"
)
_LF = (
    "open standard output in binary mode and write \\n: sys.stdout.buffer in Python, "
    'NewLine = "\\n" in C#, _setmode(1, _O_BINARY) in C on Windows (P-LINES)'
)


def encoding(patient: Patient) -> Finding:
    said = lines.encoding(patient.description)
    return wrong(said, _UTF_8) if said else ok("UTF-8")


def line_end(patient: Patient) -> Finding:
    said = lines.line_end(patient.description)
    return wrong(f"{said}: {shown(patient.description[-12:])}", _LF) if said else ok("LF")


def one_line(patient: Patient) -> Finding:
    """Nothing behind the answer, neither at once nor a moment later."""
    patient.leave()
    reply = patient.ask(line(DESCRIBE))
    late = patient.talk.unasked(SILENCE) if isinstance(reply, bytes) else reply
    if late is None:
        return ok("one line, and nothing behind it")
    if late.kind != "extra":
        return unsure(f"{late.kind}: {late.detail}")
    patient.hindrance = "it writes more than one line for a request"
    return wrong(
        late.detail,
        "write one line for each request, without a line break in it or an empty line behind it; "
        "log lines go to standard error (P-LINES)",
    )


def canonical_form(patient: Patient) -> Finding:
    """Compact, sorted, nothing escaped that need not be."""
    answer = mended(patient.description)
    try:
        right = canonical(read_strict(answer)).decode()
    except JsonError as error:
        return unsure(f"not JSON: {error}")
    found = answer.decode("utf-8", "replace").removesuffix("\n")
    if found == right:
        return ok("canonical")
    said = hint(right, found, rule="P-ANSWER") or "other bytes than the canonical form (P-ANSWER)"
    return wrong(said, f"write {right[:80]}{'...' if len(right) > 80 else ''} (J-CANONICAL)")
