"""Canonical bytes and digests (3.2, 3.3).

The standard library's encoder writes strings and integers as RFC 8785 asks, and sorts members by
code point, which is the order of UTF-16 unless a code point above U+FFFF is there: then `rfc8785`,
which is slower, makes the bytes. `array_bytes` and `object_bytes` join bytes made before, so that a
claim that is digested alone and as part of its packet is written once. All values that come here
were read strictly or built from such.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from groundspec.core.codes import registry
from groundspec.errors import Unusable

_FOUR_BYTES: Final = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")  # leads above U+FFFF
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")
)


def _make_writer() -> Callable[[Any], str]:
    """Give what writes a value as the encoder does.

    The encoder makes its inner one anew for each value, which takes longer than to write a small
    one. Where the library has the inner one under this name, it is made once.
    """
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _ENCODER.encode
    encode = json.encoder.encode_basestring
    inner = make(None, _ENCODER.default, encode, None, ":", ",", True, False, True)
    return lambda value: "".join(inner(value, 0))


_write: Final = _make_writer()


def canonical_bytes(value: Any) -> bytes:
    """The canonical bytes of a value (J-CANONICAL)."""
    quick = _write(value).encode("utf-8")
    if quick.isascii() or not any(map(quick.__contains__, _FOUR_BYTES)):
        return quick
    import rfc8785

    return rfc8785.dumps(value)


def array_bytes(items: Iterable[bytes]) -> bytes:
    """The canonical bytes of an array, from those of its items."""
    return b"[" + b",".join(items) + b"]"


def object_bytes(members: Mapping[str, bytes]) -> bytes:
    """The canonical bytes of an object, from those of its members' values.

    Members are sorted by the UTF-16 code units of their names.
    """
    names = sorted((_name(name), value) for name, value in members.items())
    return b"{" + b",".join([name.text + value for name, value in names]) + b"}"


class _Name(NamedTuple):
    """What a member's name is sorted by, and how it is written."""

    order: bytes
    text: bytes


@lru_cache(4096)
def _name(name: str) -> _Name:
    return _Name(name.encode("utf-16-be"), canonical_bytes(name) + b":")


def digest_text(text: str) -> str:
    """D-TEXT."""
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def digest_bytes(kind: str, canonical: bytes) -> str:
    """D-VALUE, from the canonical bytes of the value."""
    hasher = _hasher(kind).copy()
    hasher.update(canonical)
    return "sha256:" + hasher.hexdigest()


@cache
def _hasher(kind: str) -> "hashlib._Hash":
    return hashlib.sha256(f"groundspec/{registry().groundspec}:{kind}\0".encode("ascii"))


def digest_value(kind: str, value: Any) -> str:
    """D-VALUE. Raises Unusable if the registry does not list the kind."""
    if kind not in registry().kinds:
        kinds = ", ".join(registry().kinds)
        raise Unusable(f"there is no kind {kind!r}", f"The kinds are {kinds}.")
    return digest_bytes(kind, canonical_bytes(value))
