"""What is wrong with a JSON text, and where: the slow half of strict reading (3.1).

It is an automaton over tokens with a stack of its own, so that no text is too deep for it. The
first defect of each kind is kept; a defect of grammar ends the reading and goes before the rest.
"""

import json
import re
from typing import Final

from groundspec.core.codes import order, refusal
from groundspec.core.jsonread import LARGEST, MAX_DEPTH
from groundspec.core.pointer import pointer_to
from groundspec.errors import Refusal

_BRACKET: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+|([\[{])|([\]}])', re.DOTALL)
_SPACE: Final = re.compile(r"[ \t\n\r]*+")
_STRING_BODY: Final = re.compile(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_WORD: Final = re.compile(r"true|false|null")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]*")
_ODD_WORD: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,19}")


def find_defect(text: str, *, free_numbers: bool = False) -> Refusal | None:
    """The refusal that a decoded text earns, or None if there is nothing to refuse.

    With `free_numbers` any number of the grammar will do.
    """
    return _nesting(text) or _Walk(text, free_numbers).run()


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _nesting(text: str) -> Refusal | None:
    """J-DEPTH, lexically: a string that is not closed reaches to the end of the text."""
    depth = 0
    for token in _BRACKET.finditer(text):
        opening, closing = token.groups()
        if opening:
            depth += 1
            if depth > MAX_DEPTH:
                line, column = _place(text, token.start())
                return refusal(
                    "NESTING_TOO_DEEP",
                    f"This bracket opens level {depth}; {MAX_DEPTH} are allowed.",
                    hint="Flatten the text; no packet needs such depth.",
                    line=line,
                    column=column,
                )
        elif closing and depth:
            depth -= 1
    return None


class _GrammarError(Exception):
    def __init__(self, at: int, message: str) -> None:
        super().__init__(at, message)
        self.at = at
        self.message = message


class _Level:
    """An array or object that is open. `step` is the index or the name of its current member."""

    __slots__ = ("is_object", "names", "step")

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.step: str | int = -1
        self.names: dict[str, None] = {}


class _Walk:
    """One reading of a text. `expects` says what may come next."""

    def __init__(self, text: str, free_numbers: bool) -> None:
        self.text = text
        self.free_numbers = free_numbers
        self.at = 0
        self.levels: list[_Level] = []
        self.defects: dict[str, Refusal] = {}
        self.expects = "value"

    def run(self) -> Refusal | None:
        try:
            self._skip_space()
            while self.at < len(self.text):
                self._token(self.text[self.at])
                self._skip_space()
            if self.expects != "end":
                raise _GrammarError(
                    self.at, f"The text ends where {_EXPECTED[self.expects]} is due."
                )
        except _GrammarError as error:
            self.defects = {}
            self._note("JSON_INVALID", error.at, error.message)
        codes = sorted(self.defects, key=order)
        return self.defects[codes[0]] if codes else None

    def _skip_space(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at

    def _note(self, code: str, at: int, message: str) -> None:
        """Keep the first defect of each code."""
        if code not in self.defects:
            line, column = _place(self.text, at)
            pointer = pointer_to(level.step for level in self.levels if level.step != -1)
            self.defects[code] = refusal(
                code, message, hint=_HINTS[code], pointer=pointer, line=line, column=column
            )

    def _token(self, first: str) -> None:
        """J-GRAMMAR: one token, in the place where it stands."""
        if self.expects in {"value", "item or ]"} and first not in "]},:":
            self._value(first)
        elif self.expects in {"name", "name or }"} and first == '"':
            self._name()
        elif self.expects == "colon" and first == ":":
            self._pass("value")
        elif self.expects == "comma or ]" and first == ",":
            self._next_item()
        elif self.expects == "comma or }" and first == ",":
            self.levels[-1].step = -1
            self._pass("name")
        elif first in "]}" and self.expects[-4:] == f"or {first}":
            self.levels.pop()
            self._pass(self._after_value())
        else:
            due = _EXPECTED[self.expects]
            raise _GrammarError(self.at, f"{self._shown(self.at)} stands where {due} is due.")

    def _pass(self, expects: str) -> None:
        self.at += 1
        self.expects = expects

    def _after_value(self) -> str:
        if not self.levels:
            return "end"
        return "comma or }" if self.levels[-1].is_object else "comma or ]"

    def _next_item(self) -> None:
        level = self.levels[-1]
        level.step = int(level.step) + 1
        self._pass("value")

    def _value(self, first: str) -> None:
        if self.expects == "item or ]":
            self.levels[-1].step = 0
        if first in "[{":
            self.levels.append(_Level(first == "{"))
            self._pass("name or }" if first == "{" else "item or ]")
            return
        if first == '"':
            self.at = self._string(self.at)
        elif number := _NUMBER.match(self.text, self.at):
            if not self.free_numbers:
                self._number(number.group())
            self.at = number.end()
        elif word := _WORD.match(self.text, self.at):
            self.at = word.end()
        else:
            raise _GrammarError(self.at, f"{self._shown(self.at)} does not begin a value.")
        self.expects = self._after_value()

    def _name(self) -> None:
        """J-MEMBER."""
        start, level = self.at, self.levels[-1]
        end = self._string(start)
        name: str = json.loads(self.text[start:end])
        level.step = name
        if name in level.names:
            self._note("DUPLICATE_MEMBER", start, f"The member {_short(name)} is there twice.")
        level.names[name] = None
        self.at = end
        self.expects = "colon"

    def _string(self, start: int) -> int:
        """The end of the string that begins at `start`; J-SURROGATE."""
        body = _STRING_BODY.match(self.text, start)
        end = body.end() if body else start
        if self.text[end : end + 1] != '"':
            raise _GrammarError(*self._broken_string(start, end))
        lone = _lone_surrogate(self.text, start, end)
        if lone is not None:
            escape = self.text[lone : lone + 6]
            self._note(
                "LONE_SURROGATE", lone, f"{escape} is a surrogate that is no half of a pair."
            )
        return end + 1

    def _broken_string(self, start: int, end: int) -> tuple[int, str]:
        if end == len(self.text):
            return start, "This string is not closed."
        if self.text[end] == "\\":
            return end, f"{_short(self.text[end : end + 2])} begins no escape that JSON has."
        return end, f"{self._shown(end)} stands in a string without an escape."

    def _number(self, token: str) -> None:
        """J-NUMBER-FORM, J-NUMBER-RANGE."""
        shown = token if len(token) <= _LONGEST else token[:_LONGEST] + "..."
        if _INTEGER.fullmatch(token) is None:
            self._note("NUMBER_FORM", self.at, f"The number {shown} is not a plain integer.")
        elif len(token) > _DIGITS + 1 or not -LARGEST <= int(token) <= LARGEST:
            self._note(
                "NUMBER_RANGE", self.at, f"The number {shown} lies outside -(2^53-1) to 2^53-1."
            )

    def _shown(self, at: int) -> str:
        if word := _ODD_WORD.match(self.text, at):
            return f"'{word.group()}'"
        point = self.text[at]
        return point if "!" <= point <= "~" else f"U+{ord(point):04X}"


_LONGEST: Final = 40
_DIGITS: Final = len(str(LARGEST))


def _short(text: str) -> str:
    """A string for people: quoted, ASCII, at most a line long."""
    return ascii(text if len(text) <= _LONGEST else text[:_LONGEST] + "...")


def _lone_surrogate(text: str, start: int, end: int) -> int | None:
    """Where the first escape of a surrogate stands that is no half of a pair (J-SURROGATE)."""
    high = -1  # where the escape of a high surrogate stands that waits for its other half
    high_end = -1
    for escape in _ESCAPE.finditer(text, start, end):
        unit = int(escape[1], 16) if escape[1] else 0
        if high >= 0 and not (escape.start() == high_end and 0xDC00 <= unit <= 0xDFFF):
            return high
        if high >= 0:
            high = -1
        elif 0xDC00 <= unit <= 0xDFFF:
            return escape.start()
        elif 0xD800 <= unit <= 0xDBFF:
            high, high_end = escape.start(), escape.end()
    return high if high >= 0 else None


_EXPECTED: Final = {
    "value": "a value",
    "item or ]": "a value or ]",
    "name": "a member name in quotation marks",
    "name or }": "a member name in quotation marks or }",
    "colon": "a colon",
    "comma or ]": "a comma or ]",
    "comma or }": "a comma or }",
    "end": "the end of the text",
}

_HINTS: Final = {
    "JSON_INVALID": "Write one JSON value as RFC 8259 defines it: no comments, no trailing commas.",
    "DUPLICATE_MEMBER": "Keep one of the two.",
    "LONE_SURROGATE": "Write the code point itself, or both halves of the pair.",
    "NUMBER_FORM": "Write an integer without fraction and exponent, and a decimal as a string.",
    "NUMBER_RANGE": "Write a larger number as a string.",
}
