"""Where two answers part: by JSON Pointer in the values, by byte offset in the canonical lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from groundspec_harness.jsontext import Json, in_order, pointer

CONTEXT = 24
_SHOWN = 160


@dataclass(frozen=True)
class Difference:
    """A place where two values differ; None stands for a member or item that is not there."""

    pointer: str
    expected: str | None
    actual: str | None


@dataclass(frozen=True)
class ByteDifference:
    """The first byte that differs, with the bytes around it."""

    offset: int
    expected: str
    actual: str


def differences(expected: Json, actual: Json, limit: int) -> list[Difference]:
    """The first places at which two JSON values differ, in the order of the expected one."""
    return list(islice(_walk(expected, actual, ()), limit))


def _walk(expected: Json, actual: Json, path: tuple[str | int, ...]) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name in (*expected, *(name for name in actual if name not in expected)):
            yield from _step(expected, actual, name, path)
    elif isinstance(expected, list) and isinstance(actual, list):
        ours, theirs = dict(enumerate(expected)), dict(enumerate(actual))
        for place in range(max(len(expected), len(actual))):
            yield from _step(ours, theirs, place, path)
    elif type(expected) is not type(actual) or expected != actual:
        yield Difference(pointer(path), shown(expected), shown(actual))


def _step(
    expected: dict[str, Json] | dict[int, Json],
    actual: dict[str, Json] | dict[int, Json],
    name: str | int,
    path: tuple[str | int, ...],
) -> Iterator[Difference]:
    here = (*path, name)
    if name in expected and name in actual:
        yield from _walk(expected[name], actual[name], here)  # type: ignore[index]
        return
    ours = shown(expected[name]) if name in expected else None  # type: ignore[index]
    theirs = shown(actual[name]) if name in actual else None  # type: ignore[index]
    yield Difference(pointer(here), ours, theirs)


def shown(value: Json) -> str:
    """A value as a message shows it: ASCII JSON in the canonical order, cut if it is long."""
    text = in_order(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"


def byte_difference(expected: bytes, actual: bytes, context: int = CONTEXT) -> ByteDifference:
    """The first byte at which two different lines differ, with context left and right."""
    offset = _common(expected, actual)
    start = max(0, offset - context)
    return ByteDifference(
        offset,
        _window(expected, start, offset + context),
        _window(actual, start, offset + context),
    )


def _common(left: bytes, right: bytes) -> int:
    """The length of the common beginning, found by halving."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _window(line: bytes, start: int, end: int) -> str:
    text = "".join(_byte(byte) for byte in line[start:end])
    return f"{'...' if start else ''}{text}{'...' if end < len(line) else ''}"


def _byte(byte: int) -> str:
    printable = 0x20 <= byte < 0x7F  # ASCII from space to tilde
    return chr(byte) if printable else "\\n" if byte == ord("\n") else f"\\x{byte:02x}"
