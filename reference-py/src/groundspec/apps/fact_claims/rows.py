"""Rows: what the forms have in common, one for each claim or absence that an input proposes."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from groundspec.apps.fact_claims.changes import (
    EVIDENCE_MADE_A_LIST,
    ITEM_LEFT_OUT,
    MEMBER_LEFT_OUT,
    OFFSETS_IN_BYTES,
    Changes,
    ClaimsFault,
    Given,
    Members,
    Number,
    Path,
    in_packet,
)
from groundspec.apps.jsonlines import RecordError
from groundspec.apps.offsets import Offsets

ROLES_LEFT_OUT: Final = ("key", "field")
_INTEGER: Final = re.compile(r"-?[0-9]{1,4000}")

Items = list[dict[str, Any]]


class Row(NamedTuple):
    """A claim or an absence as an input proposes it.

    `value` is None where there is no such member, its own value None where it is null. `members`
    holds what a claim has besides evidence; what is over in `every` is left out. `is_absent` says
    that there is no value, whatever stands where it would.
    """

    path: Path
    field: str
    value: Given | None
    members: Members
    every: Sequence[Members]
    evidence: Callable[[], Items]
    places: "Places"
    is_absent: bool = False


class Places:
    """Turns offsets into bytes. Without `offsets` they are bytes, and the check judges them."""

    def __init__(self, offsets: Offsets | None, changes: Changes) -> None:
        self._offsets = offsets
        self._changes = changes

    def put(self, start: Given | None, end: Given | None, path: Path) -> dict[str, Any]:
        """The members `start` and `end`, as far as they are there. Raises ClaimsFault."""
        given = {"start": start, "end": end}
        found = {name: one.value for name, one in given.items() if one is not None}
        if self._offsets is None or not found:
            return {name: in_packet(value) for name, value in found.items()}
        if len(found) == 1:
            [name] = found
            raise ClaimsFault(f"there is {name} alone", "give start and end, or neither", path)
        numbers = {name: _integer(value) for name, value in found.items()}
        for name, number in numbers.items():
            if number is None:
                hint = "write it as an integer, or leave both out"
                raise ClaimsFault(f"{name} is no integer", hint, path)
        try:
            place = self._offsets.place(numbers["start"], numbers["end"])
        except RecordError as error:
            hint = error.hint or "give the document that the offsets are of, and their unit"
            raise ClaimsFault(error.message, hint, path) from None
        if place != numbers:
            self._changes.add(OFFSETS_IN_BYTES, path, numbers, place)
        return place


def _integer(value: Any) -> int | None:
    is_one = isinstance(value, Number) and _INTEGER.fullmatch(value.token)
    return int(value.token) if is_one else None


# --- Evidence -------------------------------------------------------------------------------------


def evidence_of(given: Given | None, places: Places, changes: Changes) -> Items:
    """The items of a member `evidence`: a list, one item alone, or its words alone."""
    if given is None:
        return []
    listed = given.value
    if isinstance(listed, list):
        paths: list[Path] = [(*given.path, index) for index in range(len(listed))]
    else:
        listed, paths = [listed], [given.path]
    found = [_item(Given(*one), places, changes) for one in zip(paths, listed, strict=True)]
    items = [item for item in found if item is not None]
    if listed is not given.value and items:
        changes.add(EVIDENCE_MADE_A_LIST, given.path, given.value, items)
    return items


def _item(given: Given, places: Places, changes: Changes) -> dict[str, Any] | None:
    """An item of evidence, if it is about the source and says something."""
    if isinstance(given.value, str) and given.value:
        return {"text": given.value}
    if not isinstance(given.value, dict) or not _is_of_source(given.value):
        changes.add(ITEM_LEFT_OUT, given.path, given.value)
        return None
    members = Members(given.path, given.value)
    members.take("source")
    role, text = members.take("role"), members.take("text")
    item = {} if role is None else {"role": in_packet(role.value)}
    item |= places.put(members.take("start"), members.take("end"), given.path)
    if text is not None and text.value != "":
        item["text"] = in_packet(text.value)
    if not item.keys() - {"role"}:
        changes.add(ITEM_LEFT_OUT, given.path, given.value)
        return None
    leave_out(members, changes)
    return item


def _is_of_source(item: dict[str, Any]) -> bool:
    """Whether an item is about the text of the source, in a role that the check knows."""
    return item.get("source") in (None, "document") and item.get("role") not in ROLES_LEFT_OUT


def leave_out(members: Members, changes: Changes) -> None:
    """Note the members that nobody took."""
    for given in members.rest():
        changes.add(MEMBER_LEFT_OUT, given.path, given.value)
