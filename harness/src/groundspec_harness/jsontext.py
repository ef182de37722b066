"""JSON as the harness needs it: read without leniency, written canonically, digested, pointed into.

Canonical bytes are those of the library `rfc8785`. Reading raises `JsonError` with a place, so that
every complaint about a file can name its line. Nothing here knows what a vector is.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn

import rfc8785

Json = Any
JsonObject = dict[str, Any]

ENVELOPE = "0.1"  # the envelope version that digests of values name (D-VALUE)
DEPTH_LIMIT = 64  # J-DEPTH
_DIGITS_LIMIT = 1000  # of a number that is read, and then found to be out of range

_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)
# Values are trees: to look for circles would take half of the time that writing takes.
_PLAIN = json.JSONEncoder(
    check_circular=False,
    ensure_ascii=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
)
_QUOTED = json.JSONEncoder(check_circular=False)
_SHORT = json.JSONEncoder(check_circular=False, separators=(",", ":"))
_LARGE_OR_FRACTION = re.compile(r'[:,\[][-0-9](?<![^"]:.)(?:[0-9]{15}|[0-9]*[.e])')
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class JsonError(ValueError):
    """A text is not JSON as this project reads it; the message says where and why."""


def read_strict(data: bytes) -> Json:
    """Read one JSON value; refuse what two readers could understand in two ways."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError(f"byte {error.start} is not UTF-8") from None
    if _too_deep(text):
        raise JsonError(f"nested too deep: more than {DEPTH_LIMIT} levels (J-DEPTH)")
    try:
        value = _loaded(text)
    except json.JSONDecodeError as error:
        raise JsonError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except ValueError as error:
        raise JsonError(str(error)) from None
    return value


def _too_deep(text: str) -> bool:
    """Whether brackets outside strings nest deeper than they may, whatever else the text is."""
    opening = text.count("[") + text.count("{")
    if opening <= DEPTH_LIMIT or opening - text.count("[]") - text.count("{}") < DEPTH_LIMIT:
        return False  # of the empty ones, only the one that is open adds a level
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        mark = text[token.start()]
        if mark in "[{":
            depth += 1
            if depth > DEPTH_LIMIT:
                return True
        elif mark in "]}":
            depth = max(depth - 1, 0)
    return False


def _unique_members(pairs: list[tuple[str, Json]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(f"member {quoted(twice)} stands twice in one object")
    return members


def _no_constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is not JSON")


def _no_float(token: str) -> NoReturn:
    raise JsonError(f"the number {token} is not a plain integer")


def _integer(token: str) -> int:
    if len(token) > _DIGITS_LIMIT:
        raise JsonError(f"a number of {len(token)} digits")
    return int(token) if token != "-0" else _no_float(token)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_unique_members,
    parse_constant=_no_constant,
    parse_float=_no_float,
    parse_int=_integer,
)


def _loaded(text: str) -> Json:
    """What `json.loads` gives with these hooks, for which it would make a decoder each time."""
    if text.startswith("\ufeff"):
        raise json.JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", text, 0)
    return _STRICT.decode(text)


def canonical(value: Json) -> bytes:
    """The canonical bytes of a value (J-CANONICAL); `JsonError` where it has none."""
    try:
        return _plainly(value) or rfc8785.dumps(value)
    except rfc8785.CanonicalizationError as error:
        raise JsonError(str(error)) from None
    except (UnicodeEncodeError, RecursionError):
        raise JsonError("the value has no canonical form") from None


def _plainly(value: Json) -> bytes | None:
    """The canonical bytes where the encoder of `json`, far quicker, writes them too; else None.

    It writes another form only of numbers that are large or no integers, and orders names otherwise
    only where one has a code point above U+FFFF. Where a text may hold such, it is left alone, and
    so is a number that is no member of anything.
    """
    if isinstance(value, int | float):
        return None
    try:
        text = _PLAIN.encode(value)
    except (TypeError, ValueError):  # names of two types, NaN, what is not JSON
        return None
    if _LARGE_OR_FRACTION.search(text) or (not text.isascii() and _ASTRAL.search(text)):
        return None
    return text.encode("utf-8")


def text_digest(data: bytes) -> str:
    """The digest of a text, given as its UTF-8 bytes (D-TEXT)."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def value_digest(kind: str, value: Json) -> str:
    """The digest of a value of a kind (D-VALUE)."""
    return text_digest(f"groundspec/{ENVELOPE}:{kind}\0".encode() + canonical(value))


def quoted(value: Json) -> str:
    """A value as one line of ASCII JSON, so that invisible code points show."""
    return _QUOTED.encode(value)


def in_one_line(value: Json) -> str:
    """A value as one line of ASCII JSON without white space, members as they come."""
    return _SHORT.encode(value)


def in_order(value: Json) -> str:
    """A value as one line of ASCII JSON, members in the order of the canonical form."""
    try:
        value = json.loads(canonical(value))
    except JsonError:  # it has none
        return quoted(value)
    return in_one_line(value)


def indented(value: Json) -> str:
    """A value as ASCII JSON, two spaces a level."""
    return json.dumps(value, ensure_ascii=True, indent=2)


def pointer(parts: Iterable[str | int]) -> str:
    """A JSON Pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)
