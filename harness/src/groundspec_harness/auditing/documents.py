"""What stands in the entries of a container: packets, receipts, and what is neither.

A `.json` file is one document, a `.jsonl` or `.ndjson` file one on each line. A receipt is an
object with `receipt_sha256`, or with `inputs` and `decisions`; a packet is another object with
`groundspec` and `check`. Names of files mean nothing beyond their ending.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, NamedTuple

from groundspec_harness.auditing.containers import DOCUMENT_LIMIT, Container, Entry
from groundspec_harness.jsontext import JsonError, JsonObject, read_strict, value_digest
from groundspec_harness.progress import Tick, nothing

LINES = (".jsonl", ".ndjson")


class Place(NamedTuple):
    """Where a document stands: its entry, its line (0 for a whole file), its bytes."""

    entry: int
    line: int
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet: its canonical digest (R-INPUTS) and that of its bytes."""

    place: Place
    digest: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt: the packet that it names, the digest of its bytes, whether its own is right."""

    place: Place
    packet: str
    sha256: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A document that is no strict JSON."""

    place: Place
    why: str


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What is neither a packet nor a receipt."""

    place: Place
    why: str


Document = Packet | Receipt | Unreadable | PassedOver


def documents(
    container: Container, number: int, entry: Entry, tick: Tick = nothing
) -> Iterator[Document]:
    """The documents of an entry, in their order; a tick for the entry and each of its lines."""
    tick()
    suffix = PurePosixPath(entry.name).suffix.lower()
    whole = Place(number, 0, 0, entry.size)
    if entry.obstacle:
        yield PassedOver(whole, entry.obstacle)
    elif suffix not in (".json", *LINES):
        yield PassedOver(whole, f"its name ends neither in .json nor in {' or '.join(LINES)}")
    elif suffix == ".json" and entry.size > DOCUMENT_LIMIT:
        yield PassedOver(whole, _too_long(entry.size))
    else:
        with container.open(number) as file:
            if suffix == ".json":
                data = file.read(DOCUMENT_LIMIT)
                yield classified(data, Place(number, 0, 0, len(data)))
            else:
                yield from _lines(file, number, tick)


def _lines(file: IO[bytes], number: int, tick: Tick) -> Iterator[Document]:
    start = 0
    for line, data in enumerate(iter(lambda: file.readline(DOCUMENT_LIMIT + 1), b""), 1):
        tick()
        bare = data.removesuffix(b"\n")
        size = len(bare)
        if size > DOCUMENT_LIMIT:
            why = f"{_too_long(size)}, and so is the rest of the file"
            yield PassedOver(Place(number, line, start, size), why)
            return
        if bare.strip():
            yield classified(bare, Place(number, line, start, size))
        start += len(data)


def _too_long(size: int) -> str:
    return f"{size} bytes; a document may have at most {DOCUMENT_LIMIT}"


def classified(data: bytes, place: Place) -> Document:
    """What the bytes at a place are."""
    try:
        value = read_strict(data)
        if not isinstance(value, dict):
            return PassedOver(place, "no JSON object")
        if "receipt_sha256" in value or {"inputs", "decisions"} <= value.keys():
            return _receipt(value, data, place)
        if {"groundspec", "check"} <= value.keys():
            return Packet(place, value_digest("packet", value), sha256(data))
    except (JsonError, RecursionError) as error:
        return Unreadable(place, _with_line(str(error), place))
    return PassedOver(place, "an object that is neither a packet nor a receipt")


def _receipt(value: JsonObject, data: bytes, place: Place) -> Receipt:
    inputs = value.get("inputs")
    named = inputs.get("packet_sha256") if isinstance(inputs, dict) else None
    body = {name: member for name, member in value.items() if name != "receipt_sha256"}
    whole = value.get("receipt_sha256") == value_digest("receipt", body)
    return Receipt(place, named if isinstance(named, str) else "", sha256(data), whole)


def _with_line(message: str, place: Place) -> str:
    """The message of a document on a line of its own, with that line and not the first."""
    return message.replace("line 1, ", f"line {place.line}, ", 1) if place.line else message


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Reader:
    """Documents read again, the entry of the last one kept open for the next."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._entry = -1
        self._file: IO[bytes] | None = None

    def read(self, document: Packet | Receipt) -> bytes:
        """The bytes of a document; OSError if they are no longer those that were indexed."""
        place = document.place
        if self._file is None or self._entry != place.entry:
            self.close()
            self._file, self._entry = self._container.open(place.entry), place.entry
        self._file.seek(place.start)
        data = self._file.read(place.length)
        if sha256(data) != document.sha256:
            raise OSError("the file has changed since the audit began")
        return data

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None
