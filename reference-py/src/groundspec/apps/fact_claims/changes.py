"""What conversion did, change by change, and what is wrong with an input that it refuses.

Every change has a kind of the closed list `KINDS`. The first ones are no changes at all: they say
that something stays, and that the check will object to it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from groundspec.core.jsonread import LARGEST
from groundspec.core.pointer import pointer_to
from groundspec.errors import GroundspecError

WILL_BE_REJECTED: Final = "will be rejected"
LEFT_AS_WRITTEN: Final = "left as written"
EXPONENT_KEPT: Final = "exponent kept"
FIELD_UNKNOWN: Final = "field not in the schema"
CONFIDENCE_LEFT_OUT: Final = "confidence left out"
ITEM_LEFT_OUT: Final = "evidence item left out"
DOCUMENT_LEFT_OUT: Final = "document left out"
MADE_AN_ABSENCE: Final = "made an absence"
UNIT_FORM_REMOVED: Final = "unit form removed"
GROUPING_REMOVED: Final = "grouping removed"
UNIT_FILLED: Final = "unit filled"
UNIT_MADE_THE_CODE: Final = "unit made the code"
WHITE_SPACE_TRIMMED: Final = "white space trimmed"
NUMBER_MADE_A_STRING: Final = "number made a string"
OFFSETS_IN_BYTES: Final = "offsets turned into bytes"
EVIDENCE_MADE_A_LIST: Final = "evidence made a list"
ID_MADE: Final = "id made"
ID_MADE_UNIQUE: Final = "id made unique"
MEMBER_LEFT_OUT: Final = "member left out"
FENCE_REMOVED: Final = "code fence removed"
TEXT_LEFT_OUT: Final = "text around the code fence left out"

KINDS: Final = (
    WILL_BE_REJECTED,
    LEFT_AS_WRITTEN,
    EXPONENT_KEPT,
    FIELD_UNKNOWN,
    CONFIDENCE_LEFT_OUT,
    ITEM_LEFT_OUT,
    DOCUMENT_LEFT_OUT,
    MADE_AN_ABSENCE,
    UNIT_FORM_REMOVED,
    GROUPING_REMOVED,
    UNIT_FILLED,
    UNIT_MADE_THE_CODE,
    WHITE_SPACE_TRIMMED,
    NUMBER_MADE_A_STRING,
    OFFSETS_IN_BYTES,
    EVIDENCE_MADE_A_LIST,
    ID_MADE,
    ID_MADE_UNIQUE,
    MEMBER_LEFT_OUT,
    FENCE_REMOVED,
    TEXT_LEFT_OUT,
)
"""Every kind of change, those first that a person should look at."""

_INTEGER: Final = re.compile(r"-?[0-9]{1,17}")

Path = tuple[str | int, ...]


class ClaimsFault(GroundspecError):  # noqa: N818
    """The input cannot be converted: what is wrong, where, and what to do about it.

    `pointer` is the JSON Pointer into the raw input, where there is one; `line` and `column` count
    from 1.
    """

    def __init__(self, message: str, hint: str, path: Path | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.path = path
        self.line: int | None = None
        self.column: int | None = None

    @property
    def pointer(self) -> str | None:
        """Where in the raw input; the lines of JSON Lines count as the items of an array."""
        return None if self.path is None else pointer_to(self.path)

    def at(self, line: int | None, column: int | None = None) -> "ClaimsFault":
        """The same fault, with its line."""
        self.line, self.column = line, column
        return self


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the input as it is spelled."""

    token: str


class Change(NamedTuple):
    """One change: where in the raw input, of which kind, from what, to what."""

    pointer: str
    what: str
    from_: Any
    to: Any

    def as_member(self) -> dict[str, Any]:
        """An item of the output's `changes`."""
        return {"pointer": self.pointer, "what": self.what, "from": self.from_, "to": self.to}


class Changes:
    """The changes so far."""

    def __init__(self) -> None:
        self.rows: list[Change] = []

    def add(self, what: str, path: Path, given: Any, to: Any = None) -> None:
        """Note a change. A number of the input is noted as it is spelled, as a string."""
        self.rows.append(Change(pointer_to(path), what, spelled(given), spelled(to)))


def spelled(value: Any) -> Any:
    """A value with each number as the string that spells it."""
    if isinstance(value, Number):
        return value.token
    if isinstance(value, list):
        return [spelled(item) for item in value]
    if isinstance(value, dict):
        return {name: spelled(member) for name, member in value.items()}
    return value


def in_packet(value: Any) -> Any:
    """A value as a packet can hold it: an integer in range is one, other numbers are strings."""
    if isinstance(value, Number):
        token = value.token
        is_integer = _INTEGER.fullmatch(token) is not None and token != "-0"
        return int(token) if is_integer and abs(int(token)) <= LARGEST else token
    if isinstance(value, list):
        return [in_packet(item) for item in value]
    if isinstance(value, dict):
        return {name: in_packet(member) for name, member in value.items()}
    return value


# --- Members --------------------------------------------------------------------------------------


class Given(NamedTuple):
    """A value of the input, and where it stands."""

    path: Path
    value: Any


class Members:
    """An object of the input, whose members are taken one by one; `rest` are those left over."""

    def __init__(self, path: Path, value: dict[str, Any]) -> None:
        self.path = path
        self._value = value
        self._taken: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._value

    def take(self, name: str) -> Given | None:
        """A member; None where it is missing or null."""
        self._taken.append(name)
        value = self._value.get(name)
        return None if value is None else Given((*self.path, name), value)

    def rest(self) -> Iterator[Given]:
        """The members that nobody took, but for those that are null."""
        for name, value in self._value.items():
            if name not in self._taken and value is not None:
                yield Given((*self.path, name), value)
