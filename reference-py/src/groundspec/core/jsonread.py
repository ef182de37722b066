"""Strict reading (3.1): a fast reader that accepts, and a slow one that explains.

The standard library's scanner does the work. Its hooks turn away what it is lenient about, and what
they cannot see (depth, lone surrogates) is asked of the value. At the first doubt the text goes to
`jsondefect`, which finds every kind of defect in the whole text, and so the code and the place.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Final

from groundspec.core.codes import order, refusal
from groundspec.core.pointer import pointer_to
from groundspec.errors import Refusal

MAX_DEPTH: Final = 64
LARGEST: Final = 2**53 - 1

_SHOWN: Final = 40
_ESCAPED: Final = ("\\ud", "\\uD")  # how the escape of a surrogate begins, and of some letters
_DIGITS: Final = len(str(LARGEST))


class _DoubtError(Exception):
    """The text has a defect of one kind or another."""


def read(raw: bytes | bytearray | memoryview | str) -> Any:
    """The value of a JSON text; a str is taken as its UTF-8 bytes. Raises Refusal.

    J-UTF8, J-BOM, J-DEPTH, J-GRAMMAR, J-MEMBER, J-SURROGATE, J-NUMBER-FORM, J-NUMBER-RANGE.
    """
    text = _decode(raw)
    try:
        value = _DECODER.decode(text)
    except (_DoubtError, ValueError, RecursionError) as doubt:
        raise _refusal_of(text) or doubt from None
    if is_deep(text, value):
        raise _refusal_of(text) or AssertionError("a value is nested deeper than its text")
    if has_surrogate(text, value):
        raise _refusal_of(text) or AssertionError("a value holds a surrogate that its text lacks")
    return value


def is_deep(text: str, value: Any) -> bool:
    """Whether a value that was read from a text is nested too deep (J-DEPTH)."""
    return _may_be_deep(text) and _too_deep(value, (dict, list))


def has_surrogate(text: str, value: Any) -> bool:
    """Whether a string of a value that was read from a text holds a surrogate (J-SURROGATE)."""
    return any(escape in text for escape in _ESCAPED) and not _all_scalar(value)


def from_python(value: Any) -> Any:
    """A copy of a tree of plain Python values, if JSON text could have given it. Raises Refusal.

    The same conditions as for text, with the same codes: a float is NUMBER_FORM; what JSON does not
    know (a set, NaN, a member name that is no str) is JSON_INVALID.
    """
    try:
        return _plain_copy(value, MAX_DEPTH)
    except _DoubtError:
        pass
    if _too_deep(value, (Mapping, list, tuple)):
        raise refusal(
            "NESTING_TOO_DEEP",
            f"The value is nested more than {MAX_DEPTH} deep.",
            hint="Flatten it; a packet needs no such depth.",
        )
    defects: list[Refusal] = []
    copy = _copy(value, [], defects)
    if defects:
        raise min(defects, key=lambda defect: order(defect.code))
    return copy


def _refusal_of(text: str) -> Refusal | None:
    from groundspec.core.jsondefect import find_defect

    return find_defect(text)


# --- Text -----------------------------------------------------------------------------------------


def _decode(raw: bytes | bytearray | memoryview | str) -> str:
    """J-UTF8 and J-BOM."""
    try:
        text = raw if isinstance(raw, str) else str(raw, "utf-8")
        if isinstance(raw, str) and not raw.isascii():
            raw.encode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(error) from None
    except UnicodeEncodeError as error:
        raise refusal(
            "NOT_UTF8",
            f"The text has a surrogate at code point {error.start}, which has no UTF-8 form.",
            hint="Decode the original bytes as UTF-8 without an error handler.",
        ) from None
    if text.startswith("\ufeff"):
        raise refusal(
            "BYTE_ORDER_MARK",
            "The text begins with a byte order mark (EF BB BF).",
            hint="Save it as UTF-8 without a byte order mark.",
            line=1,
            column=1,
        )
    return text


def _not_utf8(error: UnicodeDecodeError) -> Refusal:
    before = error.object[: error.start]
    found = " ".join(f"{byte:02X}" for byte in error.object[error.start : error.start + 4])
    line_start = before.rfind(b"\n") + 1
    return refusal(
        "NOT_UTF8",
        f"The bytes {found} at byte {error.start} are not well-formed UTF-8.",
        hint="Save the text as UTF-8.",
        line=before.count(b"\n") + 1,
        column=len(before[line_start:].decode("utf-8")) + 1,
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DoubtError
    return members


def _integer(token: str) -> int:
    """J-NUMBER-FORM, J-NUMBER-RANGE; some scanners let digits of any script pass."""
    if len(token) > _DIGITS + 1 or token == "-0" or not token.isascii():
        raise _DoubtError
    number = int(token)
    if not -LARGEST <= number <= LARGEST:
        raise _DoubtError
    return number


def _doubtful(token: str) -> None:
    raise _DoubtError(token)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_doubtful,
    parse_constant=_doubtful,
    strict=True,
)


def _may_be_deep(text: str) -> bool:
    return text.count("[") + text.count("{") > MAX_DEPTH


# --- Values ---------------------------------------------------------------------------------------


def _children(container: Any) -> Iterable[Any]:
    return container if isinstance(container, (list, tuple)) else container.values()


_LEAVES: Final = frozenset([str, int, bool, type(None)])


def _too_deep(value: Any, containers: tuple[type, ...]) -> bool:
    """J-DEPTH, of a value: level by level, so that it needs no stack and ends in a circle too."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        distinct = {
            id(item): item
            for item in level
            if type(item) not in _LEAVES and isinstance(item, containers)
        }
        if not distinct:
            return False
        level = [child for item in distinct.values() for child in _children(item)]
    return True


def _strings(value: Any) -> Iterator[str]:
    rest = [value]
    while rest:
        item = rest.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from item
            rest.extend(item.values())
        elif isinstance(item, list):
            rest.extend(item)


def _is_scalar(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _all_scalar(value: Any) -> bool:
    """J-SURROGATE, of a value without duplicate members."""
    return all(_is_scalar(text) for text in _strings(value))


def _plain_copy(value: Any, depth: int) -> Any:
    """A copy of a value of the types that JSON text gives; a doubt if anything else is in it."""
    kind = type(value)
    if kind is dict:
        if not depth:
            raise _DoubtError
        for name in value:
            if type(name) is not str or not (name.isascii() or _is_scalar(name)):
                raise _DoubtError
        return {
            name: member
            if type(member) is str and member.isascii()
            else _plain_copy(member, depth - 1)
            for name, member in value.items()
        }
    if kind is list or kind is tuple:
        if not depth:
            raise _DoubtError
        return [_plain_copy(item, depth - 1) for item in value]
    known = (
        _is_scalar(value)
        if kind is str
        else -LARGEST <= value <= LARGEST
        if kind is int
        else value is None or kind is bool
    )
    if not known:
        raise _DoubtError
    return value


def _copy(value: Any, path: list[str | int], defects: list[Refusal]) -> Any:
    """A plain copy; what is no JSON is noted in `defects`. The depth is known to be bounded."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _copy_string(value, path, defects)
    if isinstance(value, int):
        return _copy_integer(value, path, defects)
    if isinstance(value, Mapping):
        return _copy_object(value, path, defects)
    if isinstance(value, list | tuple):
        return [_copy(item, [*path, index], defects) for index, item in enumerate(value)]
    if isinstance(value, float) and isfinite(value):
        _note(defects, "NUMBER_FORM", path, f"The number {value!r} is a float.")
    else:
        kind = "not a number" if isinstance(value, float) else f"a {type(value).__name__}"
        _note(defects, "JSON_INVALID", path, f"The value is {kind}, which JSON does not have.")
    return None


def _copy_string(text: str, path: list[str | int], defects: list[Refusal]) -> str:
    if not _is_scalar(text):
        _note(defects, "LONE_SURROGATE", path, "The string holds a surrogate.")
    return str.__str__(text)


def _copy_integer(number: int, path: list[str | int], defects: list[Refusal]) -> int:
    if not -LARGEST <= number <= LARGEST:
        _note(defects, "NUMBER_RANGE", path, "The integer lies outside -(2^53-1) to 2^53-1.")
    return int(number)


def _copy_object(
    members: Mapping[Any, Any], path: list[str | int], defects: list[Refusal]
) -> dict[str, Any]:
    copy: dict[str, Any] = {}
    for name, value in members.items():
        if not isinstance(name, str):
            message = f"The member name {name!r:.{_SHOWN}} is no string."
            _note(defects, "JSON_INVALID", path, message)
            continue
        plain = _copy_string(name, path, defects)
        if plain in copy:
            _note(
                defects, "DUPLICATE_MEMBER", path, f"The member {plain!r:.{_SHOWN}} is there twice."
            )
        copy[plain] = _copy(value, [*path, plain], defects)
    return copy


_HINTS: Final = {
    "NUMBER_FORM": "Write a decimal as a string.",
    "NUMBER_RANGE": "Write a larger number as a string.",
    "LONE_SURROGATE": "Decode the original text without an error handler.",
}


def _note(defects: list[Refusal], code: str, path: list[str | int], message: str) -> None:
    hint = _HINTS.get(code, "Build the value from dict, list, str, int, bool and None.")
    defects.append(refusal(code, message, hint=hint, pointer=pointer_to(path)))
