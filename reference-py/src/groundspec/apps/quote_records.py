"""Records of a quotation and its source: each one is read, decided and written with its decision.

The lines that one read gives are one batch. It is decided source by source, those first that are
still prepared, and written in the order of the lines: so records that come in any order do not cost
a preparation each.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from groundspec.apps.jsonlines import Line, Object, RecordError, read_object
from groundspec.apps.sources import Prepared, SourceKey, Sources
from groundspec.core.canonical import canonical_bytes, digest_bytes

READ: Final = ("claim", "source", "source_path", "id", "start", "end")
"""The members that are read; the rest is passed on."""


class Options(NamedTuple):
    """How records are read and written."""

    key: str
    replace_existing: bool
    at_offsets: bool


class Answer(NamedTuple):
    """What became of one record: its line as it is written, and what is counted of it.

    `outcome` and `source` (digest and path) are None where there was an error, and `id` is empty.
    """

    number: int
    id: str
    line: bytes
    outcome: str | None
    tier: str | None
    codes: tuple[str, ...]
    source: tuple[str, str | None] | None
    error: "Fault | None"


class Fault(NamedTuple):
    """What was wrong with a record. (An exception would keep alive all that led to it.)"""

    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class _Record(NamedTuple):
    """What is kept of a record until it is written. `start` and `end` may be anything."""

    number: int
    body: str
    id: str
    claim: str
    start: Any
    end: Any


class Records:
    """Decides batches of records."""

    def __init__(
        self, sources: Sources, options: Options, decided: Callable[[], None] = lambda: None
    ) -> None:
        self._sources = sources
        self._options = options
        self._decided = decided
        self._name = json.dumps(options.key, ensure_ascii=False) + ":"
        dropped = ("source", options.key) if options.replace_existing else ("source",)
        self._dropped = dropped
        self._dropped_at_error = ("source", options.key)

    def answers(self, lines: list[Line], *, go_on: bool) -> Iterator[Answer]:
        """The answers to a batch, in its order; unless `go_on`, they end with the first error.

        Lines and records are let go as soon as they are used: `lines` is empty in the end.
        """
        answers: dict[int, Answer] = {}
        groups: dict[SourceKey, list[_Record]] = {}
        last = lines[-1].number if lines else 0
        lines.reverse()
        while lines:
            line = lines.pop()
            read = self._read(line, groups)
            answers[line.number] = read or _PENDING
            if read is not None and not go_on:
                last = line.number
                break
        for key in sorted(groups, key=lambda key: key not in self._sources):
            failed = self._decide_group(key, groups.pop(key), answers, last)
            last = last if go_on or failed is None else failed
        for number in [*answers]:
            answer = answers.pop(number)
            yield answer
            if answer.error is not None and not go_on:
                return

    # --- Reading ----------------------------------------------------------------------------------

    def _read(self, line: Line, groups: dict[SourceKey, list[_Record]]) -> Answer | None:
        """Put a record with those of its source; if that cannot be, the answer says why."""
        read = None
        try:
            read = read_object(line.data)
            record = self._record(line.number, read)
            groups.setdefault(source_of(read.members), []).append(record)
            return None
        except RecordError as error:
            body = "{" if read is None else read.without(self._dropped_at_error)
            return self._failed(line.number, body, error)

    def _record(self, number: int, read: Object) -> _Record:
        members = read.members
        claim, start, end = (members.get(name) for name in ("claim", "start", "end"))
        if not isinstance(claim, str):
            wrong = "is not a string" if "claim" in members else "is missing"
            raise RecordError(f"the member claim {wrong}", "claim is the quotation to check")
        if self._options.key in members and not self._options.replace_existing:
            hint = "--replace-existing drops it, --key NAME takes another name"
            raise RecordError(f"there is a member {_short(self._options.key)} already", hint)
        missing = [name for name in ("start", "end") if name not in members]
        if self._options.at_offsets and missing:
            raise RecordError(f"the member {missing[0]} is missing", "--at-offsets is given")
        id_ = members.get("id")
        if not isinstance(id_, str) or not id_:
            id_ = f"line {number}"
        return _Record(number, read.without(self._dropped), id_, claim, start, end)

    # --- Deciding ---------------------------------------------------------------------------------

    def _decide_group(
        self, key: SourceKey, group: list[_Record], answers: dict[int, Answer], last: int
    ) -> int | None:
        """Decide the records of one source up to a number; that of the first that failed."""
        failed = None
        group.reverse()
        while group and group[-1].number <= last:
            record = group.pop()
            try:
                answer = self._decide(record, self._sources.prepared(key))
            except RecordError as error:
                answer = self._failed(record.number, record.body, error)
                failed = failed or record.number
            answers[record.number] = answer
            self._decided()
        return failed

    def _decide(self, record: _Record, source: Prepared) -> Answer:
        at = None
        if self._options.at_offsets:
            at = source.offsets.place(record.start, record.end)
        claim = {"id": record.id, "text": record.claim, "at": at}
        decision = source.decider.decide_shapely(claim)
        result = {
            **decision,
            "claim_sha256": digest_bytes("claim", canonical_bytes(claim)),
            "source_sha256": source.name[0],
        }
        line = self._line(record.body, canonical_bytes(result))
        outcome, tier, codes = decision["outcome"], decision["tier"], tuple(decision["codes"])
        return Answer(record.number, record.id, line, outcome, tier, codes, source.name, None)

    # --- Writing ----------------------------------------------------------------------------------

    def _line(self, body: str, result: bytes) -> bytes:
        comma = "" if body == "{" else ","
        return b"".join(((body + comma + self._name).encode("utf-8"), result, b"}\n"))

    def _failed(self, number: int, body: str, error: RecordError) -> Answer:
        said = {"line": number, "message": error.message, "hint": error.hint or None}
        line = self._line(body, canonical_bytes({"error": said}))
        return Answer(number, "", line, None, None, (), None, Fault(error.message, error.hint))


_PENDING: Final = Answer(0, "", b"", None, None, (), None, None)


def source_of(members: Mapping[str, Any]) -> SourceKey:
    """The source that a record names. Raises RecordError."""
    given = [name for name in ("source", "source_path") if name in members]
    if len(given) != 1:
        hint = "give one of them: the text itself or a file that holds it"
        both = "source and source_path are both there"
        raise RecordError(both if given else "there is neither source nor source_path", hint)
    value = members[given[0]]
    if not isinstance(value, str):
        raise RecordError(f"the member {given[0]} is not a string")
    return SourceKey(None, value) if given[0] == "source" else SourceKey(value, None)


def _short(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:40] + "...")
