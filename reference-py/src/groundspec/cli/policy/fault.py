"""What an import says of the members of a file, and what is wrong with a file."""

from typing import Any, NamedTuple


class Carried(NamedTuple):
    """A member that became something: `to`, members of the policy; and how that differs."""

    member: str
    value: Any
    to: Any
    differs: str


class Dropped(NamedTuple):
    """A member, or a part of one, that became nothing, and why."""

    member: str
    value: Any
    why: str


class ImportFault(Exception):  # noqa: N818
    """The file cannot be imported: where, why, and what to do."""

    def __init__(self, pointer: str, message: str, hint: str = "") -> None:
        super().__init__(pointer, message)
        self.pointer = pointer
        self.message = message
        self.hint = hint


class Decimal(str):
    """A number of a file that is no plain integer, as it is spelled."""

    __slots__ = ()
