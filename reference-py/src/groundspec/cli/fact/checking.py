"""The run of `groundspec fact check`: its inputs, its outputs and its exit status."""

import json
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from groundspec.apps import policies
from groundspec.apps.facts.cases import Decided
from groundspec.apps.facts.files import Claims, FormError, read_claims
from groundspec.apps.facts.packets import in_bytes, nfc, offsets_of
from groundspec.apps.facts.shown import CHECK_REPORT, report
from groundspec.apps.jsonlines import RecordError
from groundspec.apps.sources import decoded
from groundspec.cli.fact.check import JSON, MISSING, REJECTED, REVIEW, STATUS, TABLE, Arguments
from groundspec.cli.input import STANDARD_INPUT, read_input, same_file, shown
from groundspec.cli.output import STANDARD_OUTPUT, complain, write_output
from groundspec.cli.quote.inputs import end_cleanly, policy_of
from groundspec.core import jsonread
from groundspec.core.canonical import canonical_bytes
from groundspec.core.receipt import Receipt
from groundspec.engine import default
from groundspec.errors import Refusal, Unusable
from groundspec.fact.arguments import CHECK, packet

_NAME = CHECK.partition("/")[0]
_SCHEMA_HINT = 'A schema is {"fields": {"fee": {"type": "number", "unit": "USD"}}}.'


def check(arguments: Arguments) -> int:
    """Check the claims, and report."""
    _keep_apart(arguments)
    policy = policy_of(arguments.policy, _NAME)
    schema = _schema(arguments.schema)
    claims = _claims(arguments.claims)
    text = _document(arguments)
    offsets = offsets_of(text, arguments.offset_unit)
    given = claims.claims if offsets is None else [in_bytes(row, offsets) for row in claims.claims]
    made = packet(
        text,
        schema,
        given,
        policy.document if policy.name is None else policy.name,
        claims.absences,
        id=arguments.document_id,
        url=arguments.document_url,
    )
    try:
        receipt = default().decide(made)
    except Refusal as refusal:
        _tell(refusal, arguments, claims)
        return 2
    _write(arguments, made, receipt)
    return _status(arguments, receipt.value)


# --- Inputs ---------------------------------------------------------------------------------------


def _keep_apart(arguments: Arguments) -> None:
    """Raise Unusable if standard input is read twice, or an output would replace another file."""
    read = [arguments.document, arguments.schema, arguments.claims]
    if read.count(STANDARD_INPUT) > 1:
        raise Unusable("only one file can be standard input", "Name the others.")
    if policies.is_file(arguments.policy, _NAME):
        read.append(arguments.policy)
    if arguments.packet == STANDARD_OUTPUT:
        raise Unusable("the packet needs a file", "Give --packet the name of one.")
    outputs = [name for name in (arguments.output, arguments.packet) if name is not None]
    files = [name for name in outputs if name != STANDARD_OUTPUT]
    if len(files) == 2 and same_file(*files):
        raise Unusable(f"{shown(files[0])}: receipt and packet are one file", "Name another.")
    for name in files:
        if any(one != STANDARD_INPUT and same_file(one, name) for one in read):
            raise Unusable(f"{shown(name)}: it would replace a file that is read", "Name another.")


def _schema(name: str) -> dict[str, Any]:
    try:
        value = jsonread.read(read_input(name))
    except Refusal as refusal:
        raise _unreadable(refusal, name) from None
    if not isinstance(value, dict):
        raise Unusable(f"{shown(name)}: a schema of fields is an object", _SCHEMA_HINT)
    return value


def _claims(name: str) -> Claims:
    data = read_input(name)
    try:
        return read_claims(data)
    except Refusal as refusal:
        if refusal.code == "NUMBER_FORM" or data.lstrip()[:3] in (b"```", b"~~~"):
            refusal.hint += " Of model output as it comes, `groundspec fact claims` makes claims."
        raise _unreadable(refusal, name) from None
    except FormError as error:
        where = f" (at {error.pointer})" if error.pointer else ""
        raise Unusable(f"{shown(name)}: {error.message}{where}", error.hint) from None


def _unreadable(refusal: Refusal, name: str) -> Unusable:
    place = f":{refusal.line}:{refusal.column}" if refusal.line else ""
    where = f" (at {refusal.pointer})" if refusal.pointer else ""
    said = f"{shown(name)}{place}: {refusal.code}: {refusal.message.removesuffix('.')}{where}"
    return Unusable(said, refusal.hint)


def _document(arguments: Arguments) -> str:
    name = arguments.document
    try:
        text = decoded(shown(name), read_input(name))
    except RecordError as error:
        hint = f"{error.hint[:1].upper()}{error.hint[1:]}." if error.hint else ""
        raise Unusable(error.message, hint) from None
    return nfc(text) if arguments.nfc else text


# --- Refusals -------------------------------------------------------------------------------------


def _tell(refusal: Refusal, arguments: Arguments, claims: Claims) -> None:
    """Say why the packet is refused, of the file that the fault is in."""
    given = refusal.pointer or ""
    name, pointer = _where(given, arguments, claims)
    where = f" (at {pointer})" if pointer else ""
    message, hint = refusal.message.removesuffix("."), refusal.hint
    if refusal.code == "SOURCE_NOT_NFC":
        hint = "--nfc brings it there; offsets then refer to what comes of it."
    elif refusal.code == "PACKET_INVALID" and not given.startswith("/schema"):
        hint = ""
        if given == "/source/url":
            message = "It holds nothing but white space"
    complain(f"{name}: {refusal.code}: {message}{where}", hint)


def _where(pointer: str, arguments: Arguments, claims: Claims) -> tuple[str, str]:
    """The file that a pointer into the packet leads to, and the pointer from there."""
    _, member, *rest = [*pointer.split("/", 2), "", ""]
    inner = f"/{rest[0]}" if rest[0] else ""
    if member == "claims" and inner:
        line, inner = claims.pointer(inner)
        return shown(arguments.claims) + ("" if line is None else f":{line}"), inner
    if member == "absences":
        return shown(arguments.claims), f"/absences{inner}"
    if member == "schema":
        return shown(arguments.schema), inner
    if member == "policy":
        return shown(arguments.policy), inner
    if member == "source" and inner in ("/id", "/url"):
        return f"--document-{inner[1:]}", ""
    if member == "source":
        return shown(arguments.document), ""
    return shown(arguments.claims), pointer


# --- Outputs --------------------------------------------------------------------------------------


def _write(arguments: Arguments, made: Mapping[str, Any], receipt: Receipt) -> None:
    """Write the files, whole or not at all, and then the report. Raises Unusable."""
    _write_files(arguments, made, receipt)
    if arguments.output == STANDARD_OUTPUT:
        write_output(receipt.canonical + b"\n")
        return
    given = Decided(made, receipt.value)
    if (arguments.form or _usual()) == JSON:
        value = report(CHECK_REPORT, _called(arguments.document), given, given.cases)
        write_output(json.dumps(value, indent=2).encode("ascii") + b"\n")
        return
    from groundspec.cli.fact.pictures import table

    for lines in table(given):
        write_output("\n".join([*lines, ""]).encode("utf-8"))


def _write_files(arguments: Arguments, made: Mapping[str, Any], receipt: Receipt) -> None:
    from groundspec.cli.outfile import OutFile

    wanted = []
    if arguments.packet is not None:
        wanted.append((arguments.packet, canonical_bytes(made) + b"\n"))
    if arguments.output not in (None, STANDARD_OUTPUT):
        wanted.append((str(arguments.output), receipt.canonical + b"\n"))
    end_cleanly()
    with ExitStack() as stack:
        files = []
        for name, data in wanted:
            file = stack.enter_context(OutFile(name))
            file.write(data)
            files.append(file)
        for file in files:
            file.finish()
        for file in files:
            file.commit()


def _usual() -> str:
    try:
        return TABLE if sys.stdout.isatty() else JSON
    except (AttributeError, ValueError):
        return JSON


def _called(name: str) -> str:
    return "standard input" if name == STANDARD_INPUT else name


def _status(arguments: Arguments, receipt: Mapping[str, Any]) -> int:
    wanted = {what for several in arguments.fail_on for what in several}
    summary = receipt["summary"]
    counts = {
        REJECTED: summary["rejected"],
        REVIEW: summary["needs_verification"],
        MISSING: len(receipt["coverage"]),
    }
    for what, status in STATUS.items():
        if what in wanted and counts[what]:
            return status
    return 0
