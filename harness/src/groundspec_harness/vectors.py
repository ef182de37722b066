"""The vectors of conformance/: loading, their kinds, and the digest of the whole corpus.

A vector is `conformance/<check>/<topic>/<name>.json`. Loading asks only for what running needs;
`lint` asks the rest. The corpus digest binds a report to these files, byte for byte.
"""

import base64
import binascii
import gc
import json
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
    path: Path
    sha256: str
    data: JsonObject

    @cached_property
    def kind(self) -> Kind:
        return next(kind for kind, (member, _) in _KINDS.items() if member in self.data)

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
            return json.dumps(self.data["packet"], ensure_ascii=True)
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


def files(resources: Resources, registry: Registry) -> list[Path]:
    """Every JSON file in the folders that hold vectors, at whatever depth."""
    folders = [resources.conformance / name for name in registry.folders]
    return sorted(path for folder in folders for path in folder.glob("**/*.json"))


def identity(resources: Resources, path: Path) -> str:
    """The id that a file's place gives its vector."""
    place = path.as_posix().removeprefix(f"{resources.conformance.as_posix()}/")
    return place.removesuffix(path.suffix)


def load(resources: Resources, registry: Registry) -> Corpus:
    """Read every vector; the first that cannot be used ends the command."""
    with _nothing_collected():
        vectors = [_load(resources, registry, path) for path in files(resources, registry)]
    if not vectors:
        raise HarnessError(f"no vectors in {resources.conformance}")
    return Corpus(tuple(sorted(vectors, key=lambda vector: vector.id)))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Have the garbage collector not look through what is read again and again: it is all kept."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _load(resources: Resources, registry: Registry, path: Path) -> Vector:
    data = read(path, "the vector")
    try:
        value = read_strict(data)
        if b"\\ud" in data.lower():  # escapes of surrogates, which must be pairs
            canonical(value)
        problem = unusable(value, identity(resources, path), registry)
    except JsonError as error:
        problem = str(error)
    if problem:
        raise HarnessError(
            f"{resources.name(path)}: {problem}; `groundspec-harness lint` lists all such defects"
        )
    return Vector(str(value["id"]), path, text_digest(data), value)


def unusable(value: Any, name: str, registry: Registry) -> str | None:
    """Why a vector cannot be run, or None: only what the harness itself relies on."""
    if not isinstance(value, dict):
        return "not a JSON object"
    if value.get("id") != name or name.count("/") != SEGMENTS - 1:
        return f"the file's place asks for the id {name!r}"
    missing = [member for member in ("title", "class", "rules") if member not in value]
    if missing:
        return f"/{missing[0]} is missing"
    for member, kind in _TYPES.items():
        if member in value and not isinstance(value[member], kind):
            return f"/{member} is of another type"
    if value["class"] not in registry.implies:
        return f"/class: the registry has no class {value['class']!r}"
    return _missing_parts(value)


def _missing_parts(value: JsonObject) -> str | None:
    kind = next((kind for kind, (member, _) in _KINDS.items() if member in value), None)
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
