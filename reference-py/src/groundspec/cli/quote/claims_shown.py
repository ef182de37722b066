"""What `groundspec quote show` shows: claims, and the source of each."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from groundspec.apps.jsonlines import RecordError, batches, read_object
from groundspec.apps.quote_records import source_of
from groundspec.apps.sources import Folder, SourceKey, decoded, read_source
from groundspec.cli.arguments import near
from groundspec.cli.input import STANDARD_INPUT, read_input, shown
from groundspec.cli.output import reason
from groundspec.cli.quote.inputs import opened, policy_of
from groundspec.errors import Unusable
from groundspec.quote.decide import CHECK
from groundspec.quote.policy import complete

_TWO_INPUTS = "only one of the two can be standard input"
_NAME_A_FILE = "Name a file for the other."


class Item(NamedTuple):
    """A claim, its source and how that is called, and the record it is from, if any."""

    claim: dict[str, Any]
    source: SourceKey
    name: str
    line: int | None


class Given(NamedTuple):
    """A complete policy and its name, the claims, and where the paths of sources start."""

    policy_name: str | None
    policy: Mapping[str, Any]
    items: list[Item]
    folder: Folder
    file: str

    def text(self, item: Item) -> str:
        """The text of a claim's source. Raises Unusable."""
        if item.source.text is not None:
            return item.source.text
        try:
            return read_source(self.folder, item.source.path or "")
        except RecordError as error:
            raise _unusable(error, f"{self.file}:{item.line}: ") from None


def of_source(source: str, claims: Sequence[str], file: str | None, policy: str) -> Given:
    """Claims in one source: arguments, or those of a file. Raises Unusable."""
    if source == file == STANDARD_INPUT:
        raise Unusable(_TWO_INPUTS, _NAME_A_FILE)
    known = policy_of(policy)
    try:
        text = decoded(shown(source), read_input(source))
    except RecordError as error:
        raise _unusable(error) from None
    key, name = SourceKey(None, text), _name(source)
    if file is None:
        items = [Item(claim, key, name, None) for claim in _of_arguments(claims)]
        return Given(known.name, known.document, items, Folder(None), "")
    items = []
    for number, members in _records(file):
        try:
            claim = _claim(number, members)
            if not claim["text"]:
                raise RecordError("the member claim is empty", "a claim is what is quoted")
            own = [member for member in ("source", "source_path") if member in members]
            if own:
                hint = "leave SOURCE out, and each record is shown in its own"
                raise RecordError(f"the record has a source of its own, {own[0]}", hint)
        except RecordError as error:
            raise _unusable(error, f"{shown(file)}:{number}: ") from None
        items.append(Item(claim, key, name, number))
    return Given(known.name, known.document, items, Folder(None), shown(file))


def of_records(file: str, root: str | None, policy: str) -> Given:
    """The claims of a file, each in the source that its record names. Raises Unusable."""
    known = policy_of(policy)
    folder = Folder(root)
    items = []
    for number, members in _records(file):
        try:
            claim, key = _claim(number, members), source_of(members)
        except RecordError as error:
            raise _unusable(error, f"{shown(file)}:{number}: ") from None
        if key.path is None:
            name = f"{_name(file)}:{number}#/source"
        else:
            name = key.path if root is None else os.path.join(root, key.path)
        items.append(Item(claim, key, name, number))
    return Given(known.name, known.document, items, folder, shown(file))


def of_receipt(receipt: str, packet: str) -> Given:
    """The claims of a packet whose receipt holds. Raises Unusable."""
    from groundspec.core import jsonread
    from groundspec.engine import default

    if receipt == packet == STANDARD_INPUT:
        raise Unusable(_TWO_INPUTS, _NAME_A_FILE)
    given = read_input(receipt)
    raw = read_input(packet)
    answer = default().verify(given, raw)
    if not answer.ok:
        both = f"{shown(receipt)}, {shown(packet)}"
        hint = answer.hint or "`groundspec verify` says more; nothing is shown of it."
        raise Unusable(f"{both}: {answer.code}: {answer.message}", hint)
    value = jsonread.read(raw)
    if value["check"] != CHECK.name:
        raise Unusable(f"{shown(packet)}: its check is {value['check']}, not {CHECK.name}")
    if not value["claims"]:
        raise Unusable(f"{shown(packet)}: there are no claims in it", "There is nothing to show.")
    policy = value["policy"]
    key, name = SourceKey(None, value["source"]["text"]), f"{_name(packet)}#/source/text"
    items = [Item(claim, key, name, None) for claim in value["claims"]]
    policy_name = policy if isinstance(policy, str) else None
    return Given(policy_name, complete(policy), items, Folder(None), shown(packet))


def chosen(given: Given, id_: str) -> Given:
    """The claims of that id, or of that line. Raises Unusable if there is none."""
    items = [item for item in given.items if id_ in (item.claim["id"], f"line {item.line}")]
    if not items:
        hint = near(id_, [item.claim["id"] for item in given.items])
        raise Unusable(f"{given.file}: there is no claim {id_}", hint)
    return given._replace(items=items)


def _of_arguments(claims: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number, written in enumerate(claims, 1):
        try:
            text = os.fsencode(written).decode("utf-8")
        except UnicodeError:
            raise Unusable(f"claim {number} is not UTF-8", "Put it in a --claims FILE.") from None
        if not text:
            raise Unusable(f"claim {number} is empty", "A claim is what is quoted.")
        yield {"id": f"claim {number}", "text": text, "at": None}


def _records(file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records of a file and their numbers. Raises Unusable."""
    there_are_some = False
    with opened(file) as lines:
        try:
            for line in (line for batch in batches(lines, _ignore, _nothing) for line in batch):
                try:
                    members = read_object(line.data).members
                except RecordError as error:
                    raise _unusable(error, f"{shown(file)}:{line.number}: ") from None
                there_are_some = True
                yield line.number, members
        except OSError as error:
            raise Unusable(f"{shown(file)}: {reason(error)}") from None
    if not there_are_some:
        raise Unusable(f"{shown(file)}: there are no records", "A record has the member claim.")


def _claim(number: int, members: Mapping[str, Any]) -> dict[str, Any]:
    text = members.get("claim")
    if not isinstance(text, str):
        wrong = "is not a string" if "claim" in members else "is missing"
        raise RecordError(f"the member claim {wrong}", "claim is the quotation to show")
    id_ = members.get("id")
    named = isinstance(id_, str) and id_
    return {"id": id_ if named else f"line {number}", "text": text, "at": None}


def _unusable(error: RecordError, where: str = "") -> Unusable:
    hint = f"{error.hint[:1].upper()}{error.hint[1:]}." if error.hint else ""
    return Unusable(where + error.message, hint)


def _ignore(data: bytes) -> None:
    del data


def _nothing() -> bool:
    return False


def _name(file: str) -> str:
    return (
        "standard input" if file == STANDARD_INPUT else os.fsencode(file).decode("utf-8", "replace")
    )
