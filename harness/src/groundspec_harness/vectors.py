"""The vectors of conformance/: loading, their kinds, and the digest of the whole corpus.

A vector is `conformance/<check>/<topic>/<name>.json`. Loading asks only for what running needs;
`lint` asks the rest. The corpus digest binds a report to these files, byte for byte.
"""

import base64
import binascii
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from groundspec_harness.codes import Registry
from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.jsontext import (
    Json,
    JsonError,
    JsonObject,
    canonical,
    quoted,
    read_strict,
    text_digest,
)
from groundspec_harness.resources import Resources

Kind = Literal["decision", "refusal", "digest", "verification", "request"]

SEGMENTS = 3
_PACKET = ("packet", "packet_text", "packet_base64")
_VALUE = ("value_text", "value_base64")
_RECEIPT = ("receipt_text", "receipt_base64")

# For each kind: the member that tells it, and groups of members of which one must be there.
_KINDS: dict[Kind, tuple[str, tuple[tuple[str, ...], ...]]] = {
    "decision": ("expect", (_PACKET,)),
    "request": ("request_text", (("answer",),)),
    "digest": ("kind", (_VALUE, ("canonical", "refusal"))),
    "verification": ("verified", (_PACKET, _RECEIPT)),
    "refusal": ("refusal", (_PACKET,)),
}
_TYPES: dict[str, type] = {
    "title": str,
    "class": str,
    "rules": list,
    "packet": dict,
    "packet_text": str,
    "packet_base64": str,
    "expect": dict,
    "receipt": dict,
    "refusal": str,
    "kind": str,
    "value_text": str,
    "value_base64": str,
    "canonical": str,
    "sha256": str,
    "receipt_text": str,
    "receipt_base64": str,
    "verified": bool,
    "code": str,
    "request_text": str,
    "answer": dict,
}


@dataclass(frozen=True)
class Vector:
    """One vector and the file that it was read from."""

    id: str
    file: str
    sha256: str
    data: JsonObject

    @property
    def path(self) -> Path:
        return Path(self.file)

    @property
    def kind(self) -> Kind:
        kind = _kind(self.data)
        assert kind  # else it could not be used
        return kind

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def rules(self) -> list[str]:
        return [str(rule) for rule in self.data["rules"]]

    @property
    def conformance_class(self) -> str:
        return str(self.data["class"])

    @property
    def topic(self) -> tuple[str, str]:
        """Check and topic: the first two parts of the id."""
        check, topic, _ = self.id.split("/")
        return check, topic

    @property
    def blessed(self) -> bool:
        """Whether its expected answer is known whole."""
        return self.kind != "decision" or "receipt" in self.data

    @cached_property
    def codes(self) -> frozenset[str]:
        """Every code that the expected answer holds."""
        return frozenset(_codes(self))

    @property
    def packet_text(self) -> str | None:
        """The packet as the JSON text that is sent, members in the order of the file."""
        if "packet" in self.data:
            return quoted(self.data["packet"])
        text = self.data.get("packet_text")
        return None if text is None else str(text)

    @cached_property
    def packet(self) -> Json:
        """The packet's value; None where there is none to be read."""
        if "packet" in self.data:
            return self.data["packet"]
        text = self.packet_text
        data = unbase64(self.data.get("packet_base64", "")) if text is None else _bytes(text)
        try:
            return read_strict(data or b"")
        except JsonError:
            return None


def _kind(data: JsonObject) -> Kind | None:
    for kind, (member, _) in _KINDS.items():
        if member in data:
            return kind
    return None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def unbase64(text: str) -> bytes | None:
    """The bytes of padded Base64 without white space, else None (P-MALFORMED)."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None


def _codes(vector: Vector) -> Iterator[str]:
    data = vector.data
    if vector.kind == "decision":
        yield from _decision_codes(data["receipt"] if "receipt" in data else data["expect"])
        return
    answer = data["answer"] if vector.kind == "request" else data
    for member in ("refusal", "code", "error"):
        if isinstance(answer.get(member), str):
            yield answer[member]
    if isinstance(answer.get("receipt"), dict):
        yield from _decision_codes(answer["receipt"])


def _decision_codes(receipt: JsonObject) -> Iterator[str]:
    for decision in (*receipt.get("decisions", []), *receipt.get("absences", [])):
        yield from (code for code in decision.get("codes", []) if isinstance(code, str))
    yield from (row["code"] for row in receipt.get("coverage", []))


@dataclass(frozen=True)
class Corpus:
    """All vectors, sorted by id."""

    vectors: tuple[Vector, ...]

    @cached_property
    def by_id(self) -> dict[str, Vector]:
        return {vector.id: vector for vector in self.vectors}

    @cached_property
    def sha256(self) -> str:
        """SHA-256 over the canonical bytes of an object that maps each id to its file's digest."""
        return text_digest(canonical({vector.id: vector.sha256 for vector in self.vectors}))


def files(resources: Resources, registry: Registry) -> list[str]:
    """Every JSON file in the folders that hold vectors, at whatever depth: its place in there.

    A place has slashes, as an id has; there are too many files to make a `Path` of each.
    """
    top = str(resources.conformance)
    places = [place for name in registry.folders for place in _places(top, name)]
    return sorted(places, key=lambda place: place.split("/"))


def _places(top: str, name: str) -> Iterator[str]:
    for folder, folders, names in os.walk(os.path.join(top, name)):  # noqa: PTH118
        place = folder[len(top) + 1 :].replace(os.sep, "/")
        yield from (f"{place}/{each}" for each in (*folders, *names) if each.endswith(".json"))


def identity(place: str) -> str:
    """The id that a file's place gives its vector."""
    return os.path.splitext(place)[0]  # noqa: PTH122


def load(resources: Resources, registry: Registry) -> Corpus:
    """Read every vector; the first that cannot be used ends the command."""
    with _nothing_collected():
        vectors = [_load(resources, registry, place) for place in files(resources, registry)]
        if not vectors:
            raise HarnessError(f"no vectors in {resources.conformance}")
        return Corpus(tuple(sorted(vectors, key=lambda vector: vector.id)))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Have the garbage collector not look through what is read, now or later: it is all kept."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()


def _load(resources: Resources, registry: Registry, place: str) -> Vector:
    file = f"{resources.conformance}{os.sep}{place}"
    data = read(file, "the vector")
    try:
        value = read_strict(data)
        if b"\\ud" in data or b"\\uD" in data:  # escapes of surrogates, which must be pairs
            canonical(value)
        problem = unusable(value, identity(place), registry)
    except JsonError as error:
        problem = str(error)
    if problem:
        raise HarnessError(
            f"{resources.name(Path(file))}: {problem}; "
            "`groundspec-harness lint` lists all such defects"
        )
    return Vector(str(value["id"]), file, text_digest(data), value)


def unusable(value: Any, name: str, registry: Registry) -> str | None:
    """Why a vector cannot be run, or None: only what the harness itself relies on."""
    if not isinstance(value, dict):
        return "not a JSON object"
    if value.get("id") != name or name.count("/") != SEGMENTS - 1:
        return f"the file's place asks for the id {name!r}"
    missing = [member for member in ("title", "class", "rules") if member not in value]
    if missing:
        return f"/{missing[0]} is missing"
    wrong = {each for each in value if not isinstance(value[each], _TYPES.get(each, object))}
    if wrong:
        return f"/{next(each for each in _TYPES if each in wrong)} is of another type"
    if value["class"] not in registry.implies:
        return f"/class: the registry has no class {value['class']!r}"
    return _missing_parts(value)


def _missing_parts(value: JsonObject) -> str | None:
    kind = _kind(value)
    if kind is None:
        return "it says nothing of what is expected (expect, refusal, kind, verified or answer)"
    for group in _KINDS[kind][1]:
        present = [member for member in group if member in value]
        if len(present) != 1:
            return f"a vector of kind {kind} needs one of: {', '.join(group)}"
    if "canonical" in value and "sha256" not in value:
        return "/sha256 is missing"
    if value.get("verified") is False and "code" not in value:
        return "/code is missing"
    if kind == "decision":
        return _unusable_decisions(value)
    return None


def _unusable_decisions(value: JsonObject) -> str | None:
    for member in ("expect", "receipt"):
        decisions = value.get(member, {}).get("decisions", [])
        if not isinstance(decisions, list):
            return f"/{member}/decisions is not an array"
        for place, decision in enumerate(decisions):
            if not isinstance(decision, dict) or not isinstance(decision.get("codes", []), list):
                return f"/{member}/decisions/{place} is not a decision"
    return None
