"""Documents with gold facts and with what proposers made of them, read from a folder.

Each folder in it with a `gold.json` is a document: `document.txt` is its text, each file of `runs/`
what one proposer proposed. Offsets are bytes from here on. Whatever is wrong is said in one line,
with the file and the JSON Pointer of the place.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from groundspec.apps.jsonlines import RecordError
from groundspec.apps.measure.holding import holds
from groundspec.apps.measure.values import STRING, compared, number
from groundspec.apps.sources import decoded
from groundspec.apps.visible import CUT, visible
from groundspec.core import jsonread
from groundspec.core.pointer import pointer_to
from groundspec.core.shape import shape_error
from groundspec.errors import Refusal, Unusable
from groundspec.text.source import Text

GOLD: Final = "gold.json"
DOCUMENT: Final = "document.txt"
RUNS: Final = "runs"
FORMAT: Final = "docs/measure.md says what stands in it."
_CONFIRMED: Final = (True, "confirmed")
_SUFFIX: Final = ".json"
_LONGEST: Final = 60
_BESIDE: Final = 16


class Span(NamedTuple):
    """A stretch of the document, half-open, in bytes."""

    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share a byte."""
        return self.start < other.end and other.start < self.end


class Fact(NamedTuple):
    """A confirmed fact; its value is as `values.compared` gives it."""

    field: str
    value: str
    evidence: tuple[Span, ...]


class Candidate(NamedTuple):
    """What was proposed; `span` is None where it is not aligned with the document."""

    field: str
    value: str | int
    unit: str | None
    text: str | None
    span: Span | None


class Run(NamedTuple):
    """What one proposer made of one document, from which file."""

    proposer: str
    file: str
    candidates: tuple[Candidate, ...]


class Document(NamedTuple):
    """A document; `schema` is that of its packets, `doubts` are about evidence without a value."""

    name: str
    folder: str
    source: Text
    schema: Mapping[str, Any]
    facts: tuple[Fact, ...]
    absent: tuple[str, ...]
    excluded: tuple[str, ...]
    runs: tuple[Run, ...]
    doubts: tuple[str, ...]

    @property
    def stated(self) -> tuple[str, ...]:
        """The fields with a gold value."""
        return tuple(sorted({fact.field for fact in self.facts}))

    def kind(self, field: str) -> str | None:
        """The type of a field, if the schema has it."""
        found: str | None = self.schema["fields"].get(field, {}).get("type")
        return found


class Skipped(NamedTuple):
    """A folder that is passed over, and why."""

    name: str
    reason: str


class Gold(NamedTuple):
    """All of it, by name, and the files that were read."""

    documents: tuple[Document, ...]
    skipped: tuple[Skipped, ...]
    files: tuple[str, ...]

    @property
    def proposers(self) -> tuple[str, ...]:
        """Every proposer, by name."""
        runs = (run for document in self.documents for run in document.runs)
        return tuple(sorted({run.proposer for run in runs}))


def read_gold(folder: str) -> Gold:
    """What lies in a folder. Raises Unusable."""
    documents: list[Document] = []
    skipped: list[Skipped] = []
    files: list[str] = []
    for name, path in _folders(folder):
        if not os.path.exists(os.path.join(path, GOLD)):
            skipped.append(Skipped(name, f"there is no {GOLD}"))
            continue
        document = _document(name, path)
        files += [os.path.join(path, DOCUMENT), os.path.join(path, GOLD)]
        files += [run.file for run in document.runs]
        if document.runs:
            documents.append(document)
        else:
            skipped.append(Skipped(name, f"there are no files {RUNS}/*{_SUFFIX}"))
    if not documents:
        said = f"{_shown(folder)}: no folder in it has a {GOLD} and a file in {RUNS}"
        raise Unusable(said, f"Name the folder that holds the documents' folders. {FORMAT}")
    return Gold(tuple(documents), tuple(skipped), tuple(files))


def _folders(folder: str) -> Iterator[tuple[str, str]]:
    try:
        names = sorted(os.listdir(folder))
    except (OSError, ValueError) as error:
        raise _unreadable(folder, error, "Name a folder of documents with gold.") from None
    for name in names:
        path = os.path.join(folder, name)
        if not name.startswith(".") and os.path.isdir(path):
            yield _utf_8(name), path


def _utf_8(name: str) -> str:
    """A name of the file system as text that can be written everywhere."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


# --- Files ----------------------------------------------------------------------------------------


def _unreadable(path: str, error: OSError | ValueError, hint: str) -> Unusable:
    why = (error.strerror or type(error).__name__) if isinstance(error, OSError) else str(error)
    return Unusable(f"{_shown(path)}: {why}", hint)


def _shown(path: str) -> str:
    return path if path.isprintable() else ascii(path)


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise _unreadable(path, error, FORMAT) from None


class _File:
    """A JSON file, and how to say what is wrong in it."""

    def __init__(self, path: str, schema: str) -> None:
        self._path = path
        try:
            self.value: Any = jsonread.read(_bytes(path))
        except Refusal as refusal:
            place = f":{refusal.line}:{refusal.column}" if refusal.line else ""
            where = f" (at {refusal.pointer})" if refusal.pointer else ""
            said = f"{_shown(path)}{place}: {refusal.message[:-1]}{where}"
            raise Unusable(said, refusal.hint) from None
        error = shape_error(schema, self.value)
        if error is not None:
            self.fail_at(*error)

    def fail(self, path: tuple[str | int, ...], message: str) -> NoReturn:
        """Raise Unusable for a place."""
        self.fail_at(pointer_to(path), message)

    def fail_at(self, pointer: str, message: str, hint: str = "") -> NoReturn:
        """Raise Unusable for the place that a pointer leads to."""
        raise Unusable(self._said(pointer, message), hint or FORMAT)

    def said(self, path: tuple[str | int, ...], message: str) -> str:
        """What is to be said of a place."""
        return self._said(pointer_to(path), message)

    def _said(self, pointer: str, message: str) -> str:
        where = f" (at {pointer})" if pointer else ""
        return f"{_shown(self._path)}: {message.removesuffix('.')}{where}"


# --- Documents ------------------------------------------------------------------------------------


def _document(name: str, folder: str) -> Document:
    path = os.path.join(folder, DOCUMENT)
    try:
        source = Text(decoded(_shown(path), _bytes(path)))
    except RecordError as error:
        raise Unusable(error.message, error.hint) from None
    gold = _File(os.path.join(folder, GOLD), "measure-gold")
    schema = _schema(gold)
    absent = _confirmed(gold.value.get("absent") or {})
    doubts: list[str] = []
    facts = tuple(_facts(gold, schema["fields"], source, doubts))
    for field in absent:
        if any(fact.field == field for fact in facts):
            gold.fail(("absent", field), "The field has a confirmed fact")
    excluded = tuple(sorted(gold.value.get("excluded") or {}))
    return Document(
        name=name,
        folder=folder,
        source=source,
        schema=schema,
        facts=tuple(fact for fact in facts if fact.field not in excluded),
        absent=tuple(field for field in absent if field not in excluded),
        excluded=excluded,
        runs=tuple(_runs(folder, source)),
        doubts=tuple(doubts),
    )


def _schema(gold: _File) -> dict[str, Any]:
    """The schema of the packets."""
    fields = {name: field["schema"] for name, field in gold.value["fields"].items()}
    schema = {"fields": fields, "units": gold.value.get("units") or {}}
    error = shape_error("fact.schema", schema)
    if error is not None:
        is_name = bool(error.hint)  # which stands where it stands in a packet
        place = error.pointer if is_name else in_gold(error.pointer)
        gold.fail_at(place, error.message, error.hint)
    return schema


def in_gold(pointer: str) -> str:
    """Where a gold file has what a pointer leads to in the schema of a packet."""
    steps = pointer.split("/")
    is_inner = steps[1:2] == ["fields"] and len(steps) > 2
    return "/".join([*steps[:3], "schema", *steps[3:]]) if is_inner else pointer


def _confirmed(absent: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(field for field, status in absent.items() if status in _CONFIRMED))


def _facts(
    gold: _File, fields: Mapping[str, Any], source: Text, doubts: list[str]
) -> Iterator[Fact]:
    for index, row in enumerate(gold.value["facts"]):
        if row.get("status") not in (None, *_CONFIRMED):
            continue
        field, value = row["field"], row["value"]
        at: tuple[str | int, ...] = ("facts", index)
        if field not in fields:
            gold.fail((*at, "field"), "There is no such field in fields")
        if row.get("unit") != fields[field].get("unit"):
            gold.fail((*at, "unit"), "The unit is not that of the field")
        kind = fields[field]["type"]
        if kind != STRING and number(value) is None:
            gold.fail((*at, "value"), "The value of a field of numbers is no number")
        spans = []
        for place, span in enumerate(row["evidence"]):
            for end in ("start", "end"):
                if source.code_point_offset(span[end]) < 0:
                    said = f"Byte {span[end]} of {DOCUMENT} is no boundary between code points"
                    gold.fail((*at, "evidence", place, end), said)
            if span["start"] >= span["end"]:
                gold.fail((*at, "evidence", place), "start is not before end")
            spans.append(Span(span["start"], span["end"]))
            low, high = (source.code_point_offset(offset) for offset in spans[-1])
            if not holds(source.text, low, high, value, kind):
                said = f"The evidence does not hold the value {visible(str(value))}"
                said += f": {_around(source.text, low, high)}"
                doubts.append(gold.said((*at, "evidence", place), said))
        yield Fact(field, compared(value, kind), tuple(spans))


def _around(text: str, start: int, end: int) -> str:
    """A stretch in brackets, with what stands beside it."""
    before, behind = text[max(0, start - _BESIDE) : start], text[end : end + _BESIDE]
    cited = visible(text[start : min(end, start + _LONGEST)])
    cut = CUT if end > start + _LONGEST else ""
    return f"{visible(before)}[{cited}{cut}]{visible(behind)}"


def _runs(folder: str, source: Text) -> Iterator[Run]:
    path = os.path.join(folder, RUNS)
    if not os.path.isdir(path):
        return
    try:
        names = sorted(os.listdir(path))
    except OSError as error:
        raise _unreadable(path, error, FORMAT) from None
    for name in names:
        if name.endswith(_SUFFIX) and not name.startswith("."):
            file = os.path.join(path, name)
            candidates = tuple(_candidates(_File(file, "measure-run"), source))
            yield Run(_utf_8(name.removesuffix(_SUFFIX)), file, candidates)


def _candidates(run: _File, source: Text) -> Iterator[Candidate]:
    for index, row in enumerate(run.value):
        start, end = row.get("start"), row.get("end")
        span = None
        if (start is None) != (end is None):
            run.fail((index,), "One of start and end is there without the other")
        if start is not None:
            if end > len(source.text):
                said = f"{DOCUMENT} has {len(source.text)} code points"
                run.fail((index, "end"), f"end {end} is beyond its end: {said}")
            if start >= end:
                run.fail((index,), f"start {start} is not before end {end}")
            span = Span(source.byte_offset(start), source.byte_offset(end))
        elif row.get("text") is None:
            run.fail((index,), "There is neither a text nor start and end")
        yield Candidate(row["field"], row["value"], row.get("unit"), row.get("text"), span)
