"""Right answers: the vectors' own expected ones, found by what is asked."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = Any
Answer = dict[str, Any]
Reply = Callable[["Ask"], bytes]

REPOSITORY = Path(__file__).resolve().parents[3]
CONFORMANCE = Path(os.environ.get("BROKEN_CONFORMANCE", REPOSITORY / "conformance"))
MARKED = "core/digest/pack"
FOREVER = 3600.0
CHUNK = 1 << 20

IMPLEMENTATION: Answer = {
    "name": "broken",
    "version": "0",
    "language": "python",
    "protocol": 1,
    "checks": ["quote/0.1"],
    "classes": ["core", "packet", "quote-exact", "quote"],
}


def canonical(value: Json, *, order: str = "utf-16-be", ascii_only: bool = False) -> str:
    """RFC 8785, except that names may be sorted by another form of text, and escaped."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode(order))
        members = (
            f"{canonical(name, ascii_only=ascii_only)}:"
            f"{canonical(value[name], order=order, ascii_only=ascii_only)}"
            for name in names
        )
        return f"{{{','.join(members)}}}"
    if isinstance(value, list):
        items = (canonical(item, order=order, ascii_only=ascii_only) for item in value)
        return f"[{','.join(items)}]"
    return json.dumps(value, ensure_ascii=ascii_only)


def sha256(data: str) -> str:
    return f"sha256:{hashlib.sha256(data.encode()).hexdigest()}"


def digest(kind: str, text: str) -> str:
    return sha256(f"groundspec/0.1:{kind}\0{text}")


@dataclass(frozen=True)
class Ask:
    """One request, and the vector and right answer that belong to it."""

    number: int  # counted from 1 in this process
    request: Answer
    vector: Answer
    answer: Answer

    @property
    def name(self) -> str:
        return str(self.vector.get("id", self.request.get("do")))

    @property
    def marked(self) -> bool:
        return self.name == MARKED

    @property
    def source(self) -> str:
        return str(self.vector["packet"]["source"]["text"])

    @property
    def right(self) -> bytes:
        return line(self.answer)


def line(answer: Answer) -> bytes:
    return canonical(answer).encode() + b"\n"


def vectors() -> Iterator[Answer]:
    for folder in ("core", "packet", "receipt", "quote"):
        for path in (CONFORMANCE / folder).glob("*/*.json"):
            yield json.loads(path.read_bytes())


def given(message: Answer, name: str) -> Json:
    """A packet, receipt or value of a vector or request, so that the two can be compared."""
    if f"{name}_base64" in message:
        return ["base64", message[f"{name}_base64"]]
    text = message.get(f"{name}_text", message.get(name))
    return ["object", text] if isinstance(text, dict) else ["text", text]


class Known:
    """The vectors by what a request for them holds."""

    def __init__(self) -> None:
        self._by_request: dict[str, Answer] = {}
        self._by_line: dict[str, Answer] = {}
        for vector in vectors():
            if "request_text" in vector:
                self._by_line[vector["request_text"]] = vector
            else:
                self._by_request[self._key(vector)] = vector

    def ask(self, number: int, text: str) -> Ask:
        if text in self._by_line:
            vector = self._by_line[text]
            return Ask(number, {}, vector, vector["answer"])
        request = json.loads(text)
        if request["do"] == "describe":
            return Ask(number, request, {}, {"id": request["id"], "implementation": IMPLEMENTATION})
        vector = (
            self._by_request.get(self._key(request)) or self._by_request[self._key(opened(request))]
        )
        return Ask(number, request, vector, {"id": request["id"], **right(vector)})

    def _key(self, message: Answer) -> str:
        parts = [given(message, name) for name in ("packet", "receipt", "value")]
        if "receipt" in message and isinstance(message["receipt"], dict):
            parts[1] = ["text", None]  # the expected receipt of a decision vector is not asked
        return json.dumps([message.get("kind"), *parts], sort_keys=True)


def opened(request: Answer) -> Answer:
    """The request with its packet as an object, as most vectors hold it."""
    return {**request, "packet": json.loads(request["packet"])}


def right(vector: Answer) -> Answer:
    """The members of the answer that a vector expects."""
    if "expect" in vector:
        return {"receipt": vector["receipt"]}
    return {
        name: vector[name]
        for name in ("refusal", "canonical", "sha256", "verified", "code")
        if name in vector
    }


REPLIES: dict[str, Reply] = {}


def reply(function: Reply) -> Reply:
    """A fault that is about what is written in answer to a request."""
    REPLIES[function.__name__.replace("_", "-")] = function
    return function


def at_marked(function: Reply) -> Reply:
    """The same for one that strikes at one vector."""

    def spoiled(ask: Ask) -> bytes:
        return function(ask) if ask.marked else ask.right

    REPLIES[function.__name__.replace("_", "-")] = spoiled
    return function
