"""Model output as it comes: JSON or JSON Lines, perhaps in a Markdown code fence, read strictly.

Numbers are free here, and keep their spelling. At the first doubt the text goes to
`core.jsondefect`, which says what is wrong.
"""

import json
import re
from typing import Any, Final, NamedTuple, NoReturn

from groundspec.apps.fact_claims.changes import (
    FENCE_REMOVED,
    TEXT_LEFT_OUT,
    Changes,
    ClaimsFault,
    Number,
)
from groundspec.core import jsonread
from groundspec.errors import Refusal

_SPACE: Final = " \t\r\n"
_BOM: Final = "\ufeff"
_OPENING: Final = re.compile(r"^[ \t]*+(`{3,}|~{3,})[ \t]*+([^`\r\n]*+)\r?(?:\n|\Z)", re.MULTILINE)


class Raw(NamedTuple):
    """The value; of JSON Lines an array, and the line of each of its items."""

    value: Any
    lines: tuple[int, ...] | None


class _DoubtError(Exception):
    """The text is no strict JSON."""


def read(raw: bytes | str, changes: Changes) -> Raw:
    """The value of model output. Raises ClaimsFault."""
    text, first = _unfenced(_decoded(raw).removeprefix(_BOM), changes)
    start = len(text) - len(text.lstrip(_SPACE))
    if start == len(text):
        raise ClaimsFault("there is no JSON in it", "give the model's output, whole")
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (_DoubtError, ValueError, RecursionError):
        _fail(text, first)
    rest = text[end:]
    if rest.strip(_SPACE) and "\n" not in text[start:end] and "\n" in rest:
        return _json_lines(text, first)
    _check(text, value, end, first)
    return Raw(value, None)


def _json_lines(text: str, first: int) -> Raw:
    values: list[Any] = []
    lines: list[int] = []
    for number, line in enumerate(text.split("\n"), first):
        if not line.strip(_SPACE):
            continue
        try:
            value, end = _DECODER.raw_decode(line, len(line) - len(line.lstrip(_SPACE)))
        except (_DoubtError, ValueError, RecursionError):
            _fail(line, number)
        _check(line, value, end, number)
        values.append(value)
        lines.append(number)
    return Raw(values, tuple(lines))


def _check(text: str, value: Any, end: int, first: int) -> None:
    """What the scanner does not see: what follows the value, its depth, its surrogates."""
    if text[end:].strip(_SPACE):
        _fail(text, first)
    if jsonread.is_deep(text, value) or jsonread.has_surrogate(text, value):
        _fail(text, first)


# --- Text -----------------------------------------------------------------------------------------


def _decoded(raw: bytes | str) -> str:
    try:
        if isinstance(raw, str):
            raw.encode("utf-8")
            return raw
        return raw.decode("utf-8")
    except UnicodeError:
        try:
            jsonread.read(raw)
        except Refusal as refusal:
            raise _fault(refusal, 1) from None
        raise


def _unfenced(text: str, changes: Changes) -> tuple[str, int]:
    """What a code fence holds, if there is one, and the number of its first line."""
    if text.lstrip(_SPACE)[:1] in ("{", "["):
        return text, 1
    opening = _OPENING.search(text)
    if opening is None:
        return text, 1
    fence, start = opening[1], opening.end()
    body, behind = _closed(text[start:], fence)
    others = _OPENING.search(behind)
    if others is not None:
        line = text.count("\n", 0, len(text) - len(behind) + others.start(1)) + 1
        raise ClaimsFault("a second code fence begins here", "keep one of them").at(line)
    changes.add(FENCE_REMOVED, (), fence + opening[2].rstrip(_SPACE))
    for around in (text[: opening.start()], behind):
        if around.strip(_SPACE):
            changes.add(TEXT_LEFT_OUT, (), around.strip(_SPACE))
    return body, text.count("\n", 0, start) + 1


def _closed(text: str, fence: str) -> tuple[str, str]:
    """The text up to the closing fence and the text behind it; one that never closes is whole."""
    at = 0
    for line in text.split("\n"):
        written = line.strip(_SPACE)
        if len(written) >= len(fence) and not written.strip(fence[0]):
            return text[:at], text[at + len(line) :]
        at += len(line) + 1
    ended = text.rstrip(_SPACE)
    return (ended.removesuffix(fence) if ended.endswith(fence) else text), ""


# --- Values ---------------------------------------------------------------------------------------


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DoubtError
    return members


def _number(token: str) -> Number:
    if not token.isascii():
        raise _DoubtError
    return Number(token)


def _constant(token: str) -> NoReturn:
    raise _DoubtError(token)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_number, parse_float=_number, parse_constant=_constant
)


def _fail(text: str, first: int) -> NoReturn:
    """Raise what is wrong with a text that begins on the line `first`."""
    from groundspec.core.jsondefect import find_defect

    defect = find_defect(text, free_numbers=True)
    if defect is None:
        raise ClaimsFault("it is no JSON", "write one JSON value, or one on each line")
    raise _fault(defect, first)


def _fault(defect: Refusal, first: int) -> ClaimsFault:
    message = defect.message[:-1]
    if message.startswith("Th"):  # a sentence; others begin with what was found
        message = message[:1].lower() + message[1:]
    hint = _HINTS.get(defect.code, "save the text as UTF-8")
    if "'NaN'" in message or "'Infinity'" in message:
        hint = "JSON has no such number: write null where there is no value"
    elif message.startswith("the text ends"):
        hint = "the output was cut off: let the model finish it"
    fault = ClaimsFault(message, hint)
    return fault if defect.line is None else fault.at(first + defect.line - 1, defect.column)


_HINTS: Final = {
    "JSON_INVALID": "write JSON as RFC 8259 defines it: no comments, no trailing commas",
    "DUPLICATE_MEMBER": "keep one of the two",
    "LONE_SURROGATE": "write the code point itself, or both halves of the pair",
    "NESTING_TOO_DEEP": "flatten it",
}
