"""A strict reader of JSON once more, from SPEC.md alone (section 3.1): slow, and code point by code
point. It shares no code with the reference, the standard library's reader or `re`.
"""

from typing import Any

ORDER = [
    "NOT_UTF8",
    "BYTE_ORDER_MARK",
    "NESTING_TOO_DEEP",
    "JSON_INVALID",
    "DUPLICATE_MEMBER",
    "LONE_SURROGATE",
    "NUMBER_FORM",
    "NUMBER_RANGE",
]
DIGITS = "0123456789"
HEXADECIMAL = "0123456789abcdefABCDEF"
ESCAPES = {
    '"': 0x22,
    "\\": 0x5C,
    "/": 0x2F,
    "b": 8,
    "f": 12,
    "n": 10,
    "r": 13,
    "t": 9,
}


class RefusedError(Exception):
    """The bytes are refused with a code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read(data: bytes) -> Any:
    """The value, or RefusedError."""
    text = decode(data)
    if data[:3] == b"\xef\xbb\xbf":
        raise RefusedError("BYTE_ORDER_MARK")
    measure(text)
    reader = Reader(text)
    value = reader.whole()
    if reader.defects:
        raise RefusedError(min(reader.defects, key=ORDER.index))
    return value


def decode(data: bytes) -> str:
    """J-UTF8, after table 3-7 of the Unicode Standard."""
    points: list[str] = []
    at = 0
    while at < len(data):
        lead = data[at]
        if lead <= 0x7F:
            length, low, high = 1, 0, 0
        elif 0xC2 <= lead <= 0xDF:
            length, low, high = 2, 0x80, 0xBF
        elif 0xE0 <= lead <= 0xEF:
            low = 0xA0 if lead == 0xE0 else 0x80
            length, high = 3, 0x9F if lead == 0xED else 0xBF
        elif 0xF0 <= lead <= 0xF4:
            low = 0x90 if lead == 0xF0 else 0x80
            length, high = 4, 0x8F if lead == 0xF4 else 0xBF
        else:
            raise RefusedError("NOT_UTF8")
        rest = data[at + 1 : at + length]
        if len(rest) != length - 1:
            raise RefusedError("NOT_UTF8")
        if rest and not low <= rest[0] <= high:
            raise RefusedError("NOT_UTF8")
        if any(not 0x80 <= byte <= 0xBF for byte in rest[1:]):
            raise RefusedError("NOT_UTF8")
        point = lead if length == 1 else lead & (0x7F >> length)
        for byte in rest:
            point = point << 6 | byte & 63
        points.append(chr(point))
        at += length
    return "".join(points)


def measure(text: str) -> None:
    """J-DEPTH."""
    depth = at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == '"':
            while at < len(text) and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
            if at >= len(text):
                return
            at += 1
        elif char in "[{":
            depth += 1
            if depth == 65:
                raise RefusedError("NESTING_TOO_DEEP")
        elif char in "]}" and depth:
            depth -= 1


class Reader:
    """Recursive descent; a defect that is none of grammar is noted and passed over."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.defects: list[str] = []

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, allowed: str) -> str:
        char = self.peek()
        if not char or char not in allowed:
            raise RefusedError("JSON_INVALID")
        self.at += 1
        return char

    def space(self) -> None:
        while self.peek() and self.peek() in "\u0020\u0009\u000a\u000d":
            self.at += 1

    def whole(self) -> Any:
        self.space()
        value = self.value()
        self.space()
        if self.at != len(self.text):
            raise RefusedError("JSON_INVALID")
        return value

    def value(self) -> Any:
        char = self.peek()
        if char == "{":
            return self.members()
        if char == "[":
            return self.items()
        if char == '"':
            return self.string()
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self.number()

    def items(self) -> list[Any]:
        self.take("[")
        self.space()
        found: list[Any] = []
        if self.peek() == "]":
            self.take("]")
            return found
        while True:
            self.space()
            found.append(self.value())
            self.space()
            if self.take(",]") == "]":
                return found

    def members(self) -> dict[str, Any]:
        self.take("{")
        self.space()
        found: dict[str, Any] = {}
        if self.peek() == "}":
            self.take("}")
            return found
        while True:
            self.space()
            name = self.string()
            if name in found:
                self.defects.append("DUPLICATE_MEMBER")
            self.space()
            self.take(":")
            self.space()
            found[name] = self.value()
            self.space()
            if self.take(",}") == "}":
                return found

    def string(self) -> str:
        self.take('"')
        units: list[int] = []
        while True:
            char = self.peek()
            if not char or ord(char) < 0x20:
                raise RefusedError("JSON_INVALID")
            self.at += 1
            if char == '"':
                return self.joined(units)
            if char == "\\":
                units.append(self.escape())
            else:
                units.append(ord(char))

    def escape(self) -> int:
        char = self.take("".join(ESCAPES) + "u")
        if char != "u":
            return ESCAPES[char]
        return int("".join(self.take(HEXADECIMAL) for _ in range(4)), 16)

    def joined(self, units: list[int]) -> str:
        """J-SURROGATE. A surrogate can only have come from an escape."""
        out: list[str] = []
        at = 0
        while at < len(units):
            unit = units[at]
            following = units[at + 1] if at + 1 < len(units) else 0
            if 0xD800 <= unit <= 0xDBFF and 0xDC00 <= following <= 0xDFFF:
                out.append(chr(0x10000 + ((unit - 0xD800) << 10) + following - 0xDC00))
                at += 2
                continue
            if 0xD800 <= unit <= 0xDFFF:
                self.defects.append("LONE_SURROGATE")
            out.append(chr(unit))
            at += 1
        return "".join(out)

    def number(self) -> int:
        start = self.at
        if self.peek() == "-":
            self.take("-")
        if self.take(DIGITS) != "0":
            self.digits()
        whole = self.at
        if self.peek() == ".":
            self.take(".")
            self.take(DIGITS)
            self.digits()
        if self.peek() and self.peek() in "eE":
            self.take("eE")
            if self.peek() and self.peek() in "+-":
                self.take("+-")
            self.take(DIGITS)
            self.digits()
        token = self.text[start : self.at]
        if self.at != whole or token == "-0":
            self.defects.append("NUMBER_FORM")
            return 0
        magnitude = token.removeprefix("-")
        if len(magnitude) > 16 or int(magnitude) > 9007199254740991:
            self.defects.append("NUMBER_RANGE")
            return 0
        return int(token)

    def digits(self) -> None:
        while self.peek() and self.peek() in DIGITS:
            self.at += 1
