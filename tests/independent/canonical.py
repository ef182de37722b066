"""Canonical JSON and digests once more, from SPEC.md alone (J-CANONICAL, D-TEXT, D-VALUE).

Shares no code with the reference or with rfc8785: everything is done code unit by code unit.
"""

import hashlib
from typing import Any

_LETTERS = {8: "b", 9: "t", 10: "n", 12: "f", 13: "r", 34: '"', 92: "\\"}


def code_units(text: str) -> list[int]:
    """The UTF-16 code units of a text."""
    units: list[int] = []
    for point in map(ord, text):
        if point < 0x10000:
            units.append(point)
        else:
            units.append(0xD800 + ((point - 0x10000) >> 10))
            units.append(0xDC00 + ((point - 0x10000) & 0x3FF))
    return units


def utf8(text: str) -> bytes:
    """The UTF-8 bytes of a text."""
    out = bytearray()
    for point in map(ord, text):
        if point < 0x80:
            out.append(point)
        elif point < 0x800:
            out += bytes([0xC0 | point >> 6, 0x80 | point & 63])
        elif point < 0x10000:
            out += bytes([0xE0 | point >> 12, 0x80 | point >> 6 & 63, 0x80 | point & 63])
        else:
            out += bytes(
                [
                    0xF0 | point >> 18,
                    0x80 | point >> 12 & 63,
                    0x80 | point >> 6 & 63,
                    0x80 | point & 63,
                ]
            )
    return bytes(out)


def canonical(value: Any) -> bytes:
    """The canonical bytes of a value that was read strictly."""
    return utf8(_written(value))


def _written(value: Any) -> str:
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, list):
        return "[" + ",".join(_written(item) for item in value) + "]"
    assert isinstance(value, dict), f"no JSON value: {value!r}"
    names = _sorted_names(list(value))
    return "{" + ",".join(_string(name) + ":" + _written(value[name]) for name in names) + "}"


def _sorted_names(names: list[str]) -> list[str]:
    """By insertion, so that not even the order of Python lists is relied on."""
    done: list[str] = []
    for name in names:
        place = 0
        while place < len(done) and _before(code_units(done[place]), code_units(name)):
            place += 1
        done.insert(place, name)
    return done


def _before(one: list[int], other: list[int]) -> bool:
    for left, right in zip(one, other, strict=False):
        if left != right:
            return left < right
    return len(one) < len(other)


def _string(text: str) -> str:
    out = ['"']
    for char in text:
        point = ord(char)
        if point in _LETTERS:
            out.append("\\" + _LETTERS[point])
        elif point < 32:
            out.append("\\u00" + "0123456789abcdef"[point >> 4] + "0123456789abcdef"[point & 15])
        else:
            out.append(char)
    return "".join([*out, '"'])


def _integer(number: int) -> str:
    if number == 0:
        return "0"
    digits, rest = "", abs(number)
    while rest:
        digits = "0123456789"[rest % 10] + digits
        rest //= 10
    return ("-" if number < 0 else "") + digits


def text_digest(text: str) -> str:
    """D-TEXT."""
    return "sha256:" + hashlib.sha256(utf8(text)).hexdigest()


def value_digest(kind: str, value: Any) -> str:
    """D-VALUE."""
    message = utf8("groundspec/0.1:" + kind) + b"\x00" + canonical(value)
    return "sha256:" + hashlib.sha256(message).hexdigest()
