"""What is sent for a vector, and what must come back (section 10 of SPEC.md).

A packet written as an object is sent as JSON text with the members in the order of the file.
Request lines are ASCII; expected answers are canonical bytes and one LF, so that a right answer is
recognised by comparing bytes.
"""

from dataclasses import dataclass

from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonError, JsonObject, canonical, in_one_line
from groundspec_harness.vectors import Vector

DESCRIBE = {"do": "describe", "id": "1"}


@dataclass(frozen=True)
class Case:
    """A vector made into one request, with the answer that it must get.

    `answer` is None for a decision vector that has no receipt yet.
    """

    vector: Vector
    id: str
    request: bytes
    answer: JsonObject | None
    expected: bytes


def case(vector: Vector, number: int) -> Case:
    """The request for a vector, under an id made from a number."""
    name = str(number)
    answer = _answer(vector, name)
    try:
        expected = b"" if answer is None else canonical(answer) + b"\n"
    except JsonError as error:
        raise HarnessError(f"{vector.id}: the expected answer cannot be written: {error}") from None
    return Case(vector, name, _line(vector, name), answer, expected)


def line(request: JsonObject) -> bytes:
    """A request as one line of ASCII JSON (P-LINES)."""
    return in_one_line(request).encode("ascii") + b"\n"


def packet_member(vector: Vector) -> JsonObject:
    """The member that hands over the packet (P-DECIDE)."""
    text = vector.packet_text
    if text is None:
        return {"packet_base64": vector.data["packet_base64"]}
    return {"packet": text}


def _line(vector: Vector, name: str) -> bytes:
    data, kind = vector.data, vector.kind
    if kind == "request":
        return str(data["request_text"]).encode("utf-8", "surrogatepass") + b"\n"
    if kind == "digest":
        form = "value" if "value_text" in data else "value_base64"
        value = data.get("value_text", data.get("value_base64"))
        return line({"do": "digest", "id": name, "kind": data["kind"], form: value})
    if kind == "verification":
        form = "receipt" if "receipt_text" in data else "receipt_base64"
        receipt = {form: data.get("receipt_text", data.get("receipt_base64"))}
        return line({"do": "verify", "id": name, **packet_member(vector), **receipt})
    return line({"do": "decide", "id": name, **packet_member(vector)})


def _answer(vector: Vector, name: str) -> JsonObject | None:
    data, kind = vector.data, vector.kind
    if kind == "request":
        return dict(data["answer"])
    if "refusal" in data:
        return {"id": name, "refusal": data["refusal"]}
    if kind == "digest":
        return {"canonical": data["canonical"], "id": name, "sha256": data["sha256"]}
    if kind == "verification":
        verdict = {"id": name, "verified": data["verified"]}
        return verdict if data["verified"] else {**verdict, "code": data["code"]}
    return {"id": name, "receipt": data["receipt"]} if "receipt" in data else None
