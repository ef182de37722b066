"""The implementation protocol (section 10): one line in, one line out, until the input ends.

A request is read strictly, compared with the members that its `do` defines, and handed to the
function of that name. Each of them gives the members of the answer as canonical bytes.
"""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, Final, NamedTuple

from groundspec import __version__
from groundspec.core import jsonread
from groundspec.core.canonical import canonical_bytes, digest_bytes, object_bytes
from groundspec.core.codes import registry
from groundspec.engine import Engine, default
from groundspec.errors import Refusal, Unsupported

PROTOCOL: Final = 1
LONGEST: Final = 67_108_864
"""The bytes that a request line may have, its LF not counted (P-SIZE)."""

_CHUNK: Final = 65_536

Members = dict[str, bytes]


def serve(
    lines: BinaryIO, answers: BinaryIO, *, ablation: bool = False, engine: Engine | None = None
) -> None:
    """Answer every request line, and return at the end of input (P-LINES)."""
    program = _Program(engine or default(), ablation)
    for line in _request_lines(lines):
        answers.write(b'{"error":"TOO_LARGE","id":null}' if line is None else program.answer(line))
        answers.write(b"\n")
        answers.flush()


def _request_lines(lines: BinaryIO) -> Iterator[bytes | None]:
    """Each line without its LF, or None for one that is too long, of which nothing is kept."""
    while line := lines.readline(LONGEST + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LONGEST:
            yield line
        else:
            del line
            while (rest := lines.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield None


class _MalformedError(Exception):
    pass


class _Request(NamedTuple):
    """What a `do` does, and the members it defines besides `id` and `do`.

    `texts` may each be given as a string, or as Base64 under the name with `_base64` behind it.
    """

    run: Callable[["_Program", Mapping[str, Any]], Members]
    texts: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    ablatable: bool = False


class _Program:
    def __init__(self, engine: Engine, ablation: bool) -> None:
        self.engine = engine
        self.ablation = ablation

    def answer(self, line: bytes) -> bytes:
        """One answer line without its LF (P-ANSWER, P-MALFORMED, P-UNKNOWN)."""
        request_id: str | None = None
        try:
            request = _read_object(line)
            request_id = _string(request, "id")
            members = self._dispatch(request)
        except _MalformedError:
            members = {"error": canonical_bytes("MALFORMED_REQUEST")}
        return object_bytes({"id": canonical_bytes(request_id), **members})

    def _dispatch(self, request: Mapping[str, Any]) -> Members:
        kind = _REQUESTS.get(_string(request, "do"))
        if kind is None:
            return {"error": canonical_bytes("UNKNOWN_REQUEST")}
        return kind.run(self, self._arguments(kind, request))

    def _arguments(self, kind: _Request, request: Mapping[str, Any]) -> dict[str, Any]:
        """The members of a request, Base64 decoded; each that is needed and no other."""
        rest = {name: value for name, value in request.items() if name not in ("id", "do")}
        arguments: dict[str, Any] = {name: _take_text(rest, name) for name in kind.texts}
        for name in kind.strings:
            arguments[name] = _string(rest, name)
            del rest[name]
        if kind.ablatable and self.ablation and "without" in rest:
            arguments["without"] = self._known_rules(rest.pop("without"))
        if rest:
            raise _MalformedError
        return arguments

    def _known_rules(self, value: Any) -> list[str]:
        known = self.engine.rules()
        if not isinstance(value, list) or any(rule not in known for rule in value):
            raise _MalformedError
        if len(dict.fromkeys(value)) != len(value):
            raise _MalformedError
        return value

    def describe(self, _: Mapping[str, Any]) -> Members:
        """P-DESCRIBE."""
        implementation = {
            "name": "groundspec",
            "version": __version__,
            "language": "python",
            "protocol": PROTOCOL,
            "checks": list(self.engine.checks),
            "classes": list(self.engine.classes()),
            "rules": list(self.engine.rules()),
        }
        return {"implementation": canonical_bytes(implementation)}

    def decide(self, arguments: Mapping[str, Any]) -> Members:
        """P-DECIDE, P-ABLATION."""
        try:
            if "without" in arguments:
                return {"ablated": canonical_bytes(self._ablated(**arguments))}
            return {"receipt": self.engine.decide(arguments["packet"]).canonical}
        except Unsupported as unsupported:
            return {"unsupported": canonical_bytes(unsupported.check)}
        except Refusal as refusal:
            return {"refusal": canonical_bytes(refusal.code)}

    def _ablated(self, packet: bytes | str, without: list[str]) -> dict[str, Any]:
        return {
            "decisions": self.engine.ablate(packet, frozenset(without)),
            "without": without,
        }

    def verify(self, arguments: Mapping[str, Any]) -> Members:
        """P-VERIFY."""
        verification = self.engine.verify(arguments["receipt"], arguments["packet"])
        if verification.ok:
            return {"verified": b"true"}
        return {"verified": b"false", "code": canonical_bytes(verification.code)}

    def digest(self, arguments: Mapping[str, Any]) -> Members:
        """P-DIGEST."""
        kind = arguments["kind"]
        if kind not in registry().kinds:
            raise _MalformedError
        try:
            canonical = canonical_bytes(jsonread.read(arguments["value"]))
        except Refusal as refusal:
            return {"refusal": canonical_bytes(refusal.code)}
        return {
            "canonical": canonical_bytes(canonical.decode("utf-8")),
            "sha256": canonical_bytes(digest_bytes(kind, canonical)),
        }


_REQUESTS: Final[Mapping[str, _Request]] = {
    "describe": _Request(_Program.describe),
    "decide": _Request(_Program.decide, texts=("packet",), ablatable=True),
    "verify": _Request(_Program.verify, texts=("packet", "receipt")),
    "digest": _Request(_Program.digest, texts=("value",), strings=("kind",)),
}


def _read_object(line: bytes) -> dict[str, Any]:
    try:
        value = jsonread.read(line)
    except Refusal:
        raise _MalformedError from None
    if not isinstance(value, dict):
        raise _MalformedError
    return value


def _string(members: Mapping[str, Any], name: str) -> str:
    value = members.get(name)
    if not isinstance(value, str):
        raise _MalformedError
    return value


def _take_text(rest: dict[str, Any], name: str) -> str | bytes:
    """The value given as NAME or as NAME_base64, and not as both; it is taken out of `rest`."""
    encoded = f"{name}_base64"
    if (name in rest) == (encoded in rest):
        raise _MalformedError
    given = name if name in rest else encoded
    text = _string(rest, given)
    del rest[given]
    return text if given == name else _base64(text)


def _base64(text: str) -> bytes:
    """RFC 4648 section 4, padded, without white space, unused bits zero."""
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise _MalformedError from None
    if b64encode(data).decode("ascii") != text:
        raise _MalformedError
    return data
