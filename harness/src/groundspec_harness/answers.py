"""Reading an answer that is not the expected bytes: is it an answer at all (P-ANSWER)?

A line that is no canonical JSON object, carries another id, or has not the members of any answer to
its request is malformed, which is a fault. What a receipt holds is not asked here: that is judged
by levels.
"""

from dataclasses import dataclass

from groundspec_harness.diff import byte_difference
from groundspec_harness.jsontext import (
    JsonError,
    JsonObject,
    canonical,
    quoted,
    read_strict,
)
from groundspec_harness.plain import plain
from groundspec_harness.process import Fault, log_line
from groundspec_harness.schemas import Schemas


@dataclass(frozen=True)
class Malformed:
    """A malformed answer; `value` is there if it could be read and belongs to the request."""

    fault: Fault
    value: JsonObject | None = None


def read_answer(
    line: bytes, name: str | None, form: str, schemas: Schemas
) -> JsonObject | Malformed:
    """The answer in a line; `name` is the id it must carry, or None if that is judged elsewhere.

    `form` names the answers that fit the request: a definition of protocol.schema.json.
    """
    try:
        value = read_strict(line)
    except JsonError as error:
        return _malformed(f"not JSON: {error}{_shown(line)}{log_line(line)}")
    if not isinstance(value, dict):
        return _malformed(f"not a JSON object{_shown(line)}")
    if name is not None and value.get("id") != name:
        found = quoted(value["id"])[:80] if "id" in value else "none"
        return _malformed(f'the answer\'s id is {found}, that of the request is "{name}"')
    fault = _not_canonical(line, value)
    if fault:
        return Malformed(fault, value)
    problem = schemas.first_problem(f"urn:groundspec:protocol#/$defs/{form}", value)
    if problem:
        return _malformed(f"no such answer is defined: {problem}{_shown(line)}", value)
    return value


def _malformed(detail: str, value: JsonObject | None = None) -> Malformed:
    return Malformed(Fault("malformed", detail), value)


def _not_canonical(line: bytes, value: JsonObject) -> Fault | None:
    try:
        wanted = canonical(value) + b"\n"
    except JsonError as error:
        return Fault("malformed", f"it has no canonical form: {error}")
    if line == wanted:
        return None
    if line.endswith(b"\r\n") and line[:-2] == wanted[:-1]:
        return Fault("malformed", "the line ends with CR LF; write LF alone (binary output)")
    place = byte_difference(wanted, line)
    return Fault(
        "malformed",
        f"not canonical at byte {place.offset}: it has {place.actual}, "
        f"the canonical form {place.expected}",
    )


def _shown(line: bytes) -> str:
    text = plain(line[:80].decode("utf-8", "backslashreplace"))
    return f" ({text}{'...' if len(line) > len(line[:80]) else ''})"
