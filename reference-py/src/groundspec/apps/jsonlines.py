"""JSON Lines read strictly, with the place of each member, so that it can be copied as written.

The standard library's scanner reads member by member. What a packet may not hold is turned away
here too, but numbers are free: they are passed on unread. At the first doubt the line goes to
`core.jsondefect`, which says what is wrong.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple

from groundspec.core import jsonread
from groundspec.errors import Unusable

LONGEST: Final = 67_108_864
ENDLESS: Final = 16 * LONGEST
_FIRST_READ: Final = 65_536
_LATER_READ: Final = 2_097_152
_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = " \t\r\n"
_SHOWN: Final = 40


class RecordError(Exception):
    """What is wrong with one record; `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Object(NamedTuple):
    """A line that is an object: its text, its members, and where in the text each one stands."""

    text: str
    members: dict[str, Any]
    spans: dict[str, tuple[int, int]]

    def without(self, names: tuple[str, ...]) -> str:
        """The text up to its closing brace, some members left out; all else as it is written."""
        text, parts, at = self.text, [], self.text.index("{")
        if any(name in self.spans for name in names):
            spans = [*self.spans.values()]
            kept_before = False
            for place, name in enumerate(self.spans):
                start, end = spans[place]
                if name not in names:
                    kept_before = True
                    continue
                if kept_before:  # a comma goes with it: that before it, or else that behind it
                    start = spans[place - 1][1]
                elif place + 1 < len(spans):
                    end = spans[place + 1][0]
                parts.append(text[at:start])
                at = end
        parts.append(text[at : text.rindex("}")])
        return "".join(parts).rstrip(_SPACE)


# --- Lines ----------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line that is not blank; `data` is None where it is too long to be read."""

    number: int
    data: bytes | None


def batches(
    file: BinaryIO, went_by: Callable[[bytes], None], more: Callable[[], bool]
) -> Iterator[list[Line]]:
    """The lines of a file in batches of some megabytes; `went_by` is told all that is read.

    A batch ends early where `more` says that there is nothing more to read as yet, and the first
    one is small, so that the first answers come soon. A line ends with a line feed alone. A byte
    order mark is passed over where the file begins.
    """
    lines = _Lines()
    size = _FIRST_READ
    read = getattr(file, "read1", file.read)
    while data := read(size):
        while len(data) < size and more() and (rest := read(size - len(data))):
            data += rest
        went_by(data)
        yield lines.add(data)
        size = _LATER_READ
    yield lines.finish()


class _Lines:
    """Puts the lines together again that were read in parts.

    Of a line that is too long it is told at once, and then it is passed over, but not for ever.
    """

    def __init__(self) -> None:
        self._number = 0
        self._parts: list[bytes] = []
        self._held = 0
        self._told = False

    def add(self, data: bytes) -> list[Line]:
        """The lines that end in the data."""
        *ended, rest = data.split(b"\n")
        found = [line for part in ended if (line := self._end(part)) is not None]
        self._hold(rest)
        if self._held > LONGEST and not self._told:
            self._told = True
            found.append(Line(self._number + 1, None))
        return found

    def finish(self) -> list[Line]:
        """The last line, if it has no line feed."""
        line = self._end(b"")
        return [] if line is None else [line]

    def _hold(self, part: bytes) -> None:
        self._held += len(part)
        if self._held > ENDLESS:
            line = f"line {self._number + 1} is longer than {ENDLESS // 1_048_576} MiB"
            raise Unusable(line, "Give JSON Lines, one object on each line.")
        if self._held > LONGEST:
            self._parts.clear()
        elif part:
            self._parts.append(part)

    def _end(self, part: bytes) -> Line | None:
        self._hold(part)
        self._number += 1
        data = None if self._held > LONGEST else b"".join(self._parts)
        told, self._told = self._told, False
        self._parts.clear()
        self._held = 0
        if told:
            return None
        if self._number == 1 and data is not None:
            data = data.removeprefix(_BOM)
        return None if data is not None and not data.strip(b" \t\r") else Line(self._number, data)


# --- Objects --------------------------------------------------------------------------------------


class _DoubtError(Exception):
    """The line is no strict JSON, or no object."""


def read_object(line: bytes | None) -> Object:
    """The object on a line. Raises RecordError."""
    if line is None:
        raise RecordError(
            f"the line is longer than {LONGEST // 1_048_576} MiB", "name a source_path"
        )
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        found = " ".join(f"{byte:02X}" for byte in line[error.start : error.start + 4])
        message = f"the bytes {found} at byte {error.start + 1} of the line are not UTF-8"
        raise RecordError(message, "save the file as UTF-8") from None
    try:
        read = _walk(text)
    except (_DoubtError, StopIteration, ValueError, RecursionError):
        raise _defect(text) from None
    if jsonread.is_deep(text, read.members) or jsonread.has_surrogate(text, read.members):
        raise _defect(text)
    return read


def _walk(text: str) -> Object:
    opened = _OPEN.match(text)
    if opened is None:
        raise _DoubtError
    at = opened.end()
    members: dict[str, Any] = {}
    spans: dict[str, tuple[int, int]] = {}
    while text[at : at + 1] == '"':
        start = at
        name, at = _SCAN(text, at)
        colon = _COLON.match(text, at)
        if colon is None or name in members:
            raise _DoubtError
        members[name], at = _SCAN(text, colon.end())
        spans[name] = (start, at)
        following = _NEXT.match(text, at)
        if following is None:
            raise _DoubtError
        at = following.end()
        if following[1]:
            return Object(text, members, spans)
    if members or _CLOSED.match(text, at) is None:
        raise _DoubtError
    return Object(text, members, spans)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DoubtError
    return members


def _integer(token: str) -> int:
    """Exact where it can be an offset; of a longer one only the size matters."""
    if not token.isascii():
        raise _DoubtError
    return int(token[:_EXACT])


def _fraction(token: str) -> float:
    """That it is none of the other types is all there is to know."""
    if not token.isascii():
        raise _DoubtError
    return 0.5


def _constant(token: str) -> None:
    raise _DoubtError(token)


_EXACT: Final = 19
_DECODER: Any = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)
_SCAN: Final[Callable[[str, int], tuple[Any, int]]] = _DECODER.scan_once
_OPEN: Final = re.compile(r"[ \t\r\n]*+\{[ \t\r\n]*+")
_COLON: Final = re.compile(r"[ \t\r\n]*+:[ \t\r\n]*+")
_NEXT: Final = re.compile(r'[ \t\r\n]*+(?:,[ \t\r\n]*+(?=")|(\})[ \t\r\n]*+\Z)')
_CLOSED: Final = re.compile(r"\}[ \t\r\n]*+\Z")


def _defect(text: str) -> RecordError:
    """What is wrong with a line that is no strict JSON, or no object."""
    from groundspec.core.jsondefect import find_defect

    defect = find_defect(text, free_numbers=True)
    if defect is None:
        kind = _KINDS.get(text.strip(_SPACE)[:1], "a number")
        return RecordError(f"a record is an object, not {kind}", "write one object on each line")
    message = defect.message[:-1]
    if message.startswith("Th"):  # a sentence; others begin with what was found
        message = message[:1].lower() + message[1:]
    return RecordError(f"{message}, at column {defect.column}", _HINTS.get(defect.code, ""))


_KINDS: Final = {'"': "a string", "[": "an array", "t": "true", "f": "false", "n": "null"}
_HINTS: Final = {
    "JSON_INVALID": "write one JSON object on each line",
    "DUPLICATE_MEMBER": "keep one of the two",
    "LONE_SURROGATE": "write the code point itself, or both halves of the pair",
    "NESTING_TOO_DEEP": "flatten it",
}
