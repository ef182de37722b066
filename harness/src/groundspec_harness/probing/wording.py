"""The same JSON value in other words: another order of members, white space, other escapes."""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass

from groundspec_harness.jsontext import Json, JsonError, canonical, read_strict
from groundspec_harness.probing.questions import (
    WHOLE_REQUEST,
    Answered,
    Asked,
    LeftOut,
    rewritten,
)

TEXTS = ("packet", "receipt", "value")  # members of a request that hold JSON text, or its bytes


def as_themselves(text: str) -> str:
    """A string with no more escapes than it needs."""
    return json.dumps(text, ensure_ascii=False)


def all_escaped(text: str) -> str:
    """A string of escapes alone, their digits in either case."""
    data = text.encode("utf-16-be")
    units = [int.from_bytes(data[place : place + 2]) for place in range(0, len(data), 2)]
    written = (f"\\u{unit:04X}" if unit % 2 else f"\\u{unit:04x}" for unit in units)
    return f'"{"".join(written)}"'


@dataclass(frozen=True)
class Style:
    """How a value is written."""

    blank: str = ""  # around every token
    string: Callable[[str], str] = json.dumps
    backwards: bool = False  # the members of objects, last first

    def write(self, value: Json) -> str:
        return f"{self.blank}{self._token(value)}{self.blank}"

    def _token(self, value: Json) -> str:
        if isinstance(value, str):
            return self.string(value)
        if isinstance(value, list):
            return f"[{','.join(self.write(item) for item in value) or self.blank}]"
        if isinstance(value, dict):
            return f"{{{','.join(self._members(value)) or self.blank}}}"
        return json.dumps(value)

    def _members(self, value: dict[str, Json]) -> list[str]:
        members = [f"{self.write(name)}:{self.write(held)}" for name, held in value.items()]
        return members[::-1] if self.backwards else members


def in_style(style: Style) -> Callable[[Answered], Asked]:
    """The texts of a request written in a style; the answer is the same."""

    def question(answered: Answered) -> Asked:
        if answered.case.vector.kind == "request":
            return LeftOut(answered.id, WHOLE_REQUEST)
        request = answered.request
        for name in TEXTS:
            data = text_of(request, name)
            if data is None:
                continue
            try:
                value = read_strict(data)
                canonical(value)
            except JsonError:
                return LeftOut(answered.id, f"the {name} is not strict JSON (SPEC.md, 3.1)")
            request.pop(f"{name}_base64", None)
            request[name] = style.write(value)
        return rewritten(answered, request)

    return question


def text_of(request: dict[str, Json], name: str) -> bytes | None:
    """The bytes of a text that a request hands over in either form; None if it has none."""
    if name in request:
        return str(request[name]).encode("utf-8", "surrogatepass")
    if f"{name}_base64" in request:
        return base64.b64decode(request[f"{name}_base64"])
    return None


def in_base64(answered: Answered) -> Asked:
    """The texts of a request as Base64 of their UTF-8 bytes; the answer is the same."""
    if answered.case.vector.kind == "request":
        return LeftOut(answered.id, WHOLE_REQUEST)
    request = answered.request
    if not any(name in request for name in TEXTS):
        return LeftOut(answered.id, "it is sent as Base64 anyway")
    for name in TEXTS:
        if name in request:
            try:
                data = str(request.pop(name)).encode("utf-8")
            except UnicodeEncodeError:
                return LeftOut(answered.id, f"the {name} is a text without UTF-8 bytes")
            request[f"{name}_base64"] = base64.b64encode(data).decode("ascii")
    return rewritten(answered, request)
