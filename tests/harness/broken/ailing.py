"""Programs that are spoken to badly, each in one way: `python ailing.py AILMENT`.

They describe themselves and know nothing else, which is enough for `doctor`. What is wrong with
each `../test_doctor.py` says.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

Json = Any
FOREVER = 3600.0
SIZE = int(os.environ.get("AILING_SIZE", "67108864"))  # of a line (P-SIZE)
LIMIT = 65536
IMPLEMENTATION = {
    "name": "ailing", "version": "0", "language": "python", "protocol": 1, "checks": [],
    "classes": ["core"],
}  # fmt: skip
STRINGS = ("id", "do")
UNKNOWN = "UNKNOWN_REQUEST"


def written(answer: Json, *, ascii_only: bool = False, spaces: bool = False) -> bytes:
    separators = (", ", ": ") if spaces else (",", ":")
    text = json.dumps(answer, ensure_ascii=ascii_only, sort_keys=True, separators=separators)
    return f"{text}\n".encode()


def unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a member stands twice")
    return dict(pairs)


def answer(line: bytes) -> Json:
    """The right answer to a line."""
    if len(line.removesuffix(b"\n")) > SIZE:
        return {"error": "TOO_LARGE", "id": None}
    try:
        request = json.loads(line, object_pairs_hook=unique)
    except ValueError:
        request = None
    known = isinstance(request, dict) and all(isinstance(request.get(n), str) for n in STRINGS)
    more = known and request["do"] == "describe" and len(request) > 2
    if not known or more or request["do"] == "decide":
        named = isinstance(request, dict) and isinstance(request.get("id"), str)
        return {"error": "MALFORMED_REQUEST", "id": request["id"] if named else None}
    if request["do"] == "describe":
        return {"id": request["id"], "implementation": IMPLEMENTATION}
    return {"error": UNKNOWN, "id": request["id"]}


def say(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def changed(**members: Json) -> Callable[[Json], bytes]:
    """Another description."""

    def write(right: Json) -> bytes:
        if "implementation" not in right:
            return written(right)
        return written({**right, "implementation": {**IMPLEMENTATION, **members}})

    return write


def later(right: Json) -> bytes:
    """An answer, and a line that comes while nobody asks."""
    if str(right["id"]) == "b2":
        threading.Timer(0.03, say, [b"idle\n"]).start()
    return written(right)


def crashes_for_malformed(right: Json) -> bytes:
    if right.get("error") == "MALFORMED_REQUEST":
        raise ValueError("no such request")
    return written(right)


def of_the_locale(right: Json) -> bytes:
    ascii_alone = os.environ.get("LC_ALL") == "C"
    return written(right).decode().encode("ascii" if ascii_alone else "utf-8", "replace")


def any_size(right: Json) -> bytes:
    return written(
        {**right, "error": "MALFORMED_REQUEST"} if right.get("error") == "TOO_LARGE" else right
    )


def logs(right: Json) -> bytes:
    return b"got a request\n" + written(right)


def loud(right: Json) -> bytes:
    sys.stderr.write("one more line for whoever debugs this\n" * 30_000)
    return written(right)


# How an answer is written out.
WRITERS: dict[str, Callable[[Json], bytes]] = {
    "byte-order-mark": lambda right: b"\xef\xbb\xbf" + written(right),
    "utf-16": lambda right: written(right).decode().encode("utf-16-be"),
    "latin-1": lambda right: written(right).decode().encode("latin-1", "replace"),
    "crlf": lambda right: written(right)[:-1] + b"\r\n",
    "spaces": lambda right: written(right, spaces=True),
    "escapes": lambda right: written(right, ascii_only=True),
    "empty-line-behind": lambda right: written(right) + b"\n",
    "pretty": lambda right: json.dumps(right, indent=1).encode() + b"\n",
    "class-unknown": changed(classes=["cores"]),
    "protocol-2": changed(protocol=2),
    "no-name": changed(name=None),
    "knows-nothing": lambda right: written(
        right if "error" in right else {"error": UNKNOWN, "id": right["id"]}
    ),
    "unknown-is-malformed": lambda right: written(
        {**right, "error": "MALFORMED_REQUEST"} if right.get("error") == UNKNOWN else right
    ),
    "no-id-if-malformed": lambda right: written(
        {**right, "id": None} if right.get("error") == "MALFORMED_REQUEST" else right
    ),
    "crashes-if-malformed": crashes_for_malformed,
    "trims-ids": lambda right: written({**right, "id": right["id"] and right["id"].strip()}),
    "of-the-locale": of_the_locale,
    "too-large-is-malformed": any_size,
    "logs": logs,
    "no-check": changed(classes=["quote-exact"]),
    "short-writes": lambda right: written(right)[:LIMIT].rstrip(b"\n") + b"\n",
    "talks-later": later,
    "loud": loud,
}


def whole() -> Iterator[bytes]:
    """Lines as they should be read."""
    yield from sys.stdin.buffer


def without_last() -> Iterator[bytes]:
    yield from (line for line in sys.stdin.buffer if line.endswith(b"\n"))


def short() -> Iterator[bytes]:
    """Lines cut into what a buffer holds."""
    while line := sys.stdin.buffer.readline(LIMIT):
        yield line


def one_of_each_read() -> Iterator[bytes]:
    """The first line of what is there, and the rest forgotten."""
    kept = b""
    while data := os.read(0, 1 << 20):
        kept += data
        if b"\n" in data:
            yield kept[: kept.index(b"\n") + 1]
            kept = b""
    if kept:
        yield kept


def each_read() -> Iterator[bytes]:
    """What one read gives, taken for a request."""
    while data := os.read(0, 1 << 24):
        yield from data.splitlines(keepends=True)


def text_lines() -> Iterator[bytes]:
    """Lines of a text, which end at a CR too."""
    for line in open(0, encoding="utf-8", closefd=False):  # noqa: SIM115
        yield line.encode()


def limited(most: int) -> Callable[[], Iterator[bytes]]:
    """Lines that are too long from another size on."""

    def lines() -> Iterator[bytes]:
        for line in sys.stdin.buffer:
            yield line if len(line) <= most + 1 else b" " * (SIZE + 1)

    return lines


def out_of_memory() -> Iterator[bytes]:
    for line in sys.stdin.buffer:
        if len(line) > SIZE // 2:
            sys.stderr.write("java.lang.OutOfMemoryError: Java heap space\n\tat Port.main(1)\n")
            sys.exit(1)
        yield line


READERS: dict[str, Callable[[], Iterator[bytes]]] = {
    "no-last-line": without_last,
    "short-lines": short,
    "forgets-the-rest": one_of_each_read,
    "read-is-request": each_read,
    "text-lines": text_lines,
    "half-the-size": limited(SIZE // 2),
    "out-of-memory": out_of_memory,
}
STARTS: dict[str, Callable[[], object]] = {
    "banner": lambda: say(b"ready\n"),
    "exits-at-once": lambda: sys.exit(3),
    "never-answers": lambda: time.sleep(FOREVER),
}
ENDS: dict[str, Callable[[int], object]] = {
    "exits-with-3": lambda _: sys.exit(3),
    "stays": lambda _: time.sleep(FOREVER),
    "says-goodbye": lambda _: say(b"bye\n"),
    "needs-input": lambda count: sys.exit(1) if count == 0 else None,
}
OTHERS = ("none", "no-flush", "one-answer")


def main(ailment: str) -> None:
    if ailment in STARTS:
        STARTS[ailment]()
    write = WRITERS.get(ailment, written)
    count = 0
    for line in READERS.get(ailment, whole)():
        count += 1
        data = write(answer(line))
        if ailment == "no-flush":
            sys.stdout.buffer.write(data)
        else:
            say(data)
        if ailment == "one-answer":
            return
    if ailment in ENDS:
        ENDS[ailment](count)


if __name__ == "__main__":
    main(sys.argv[1])
