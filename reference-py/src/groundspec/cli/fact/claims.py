"""`groundspec fact claims`: model output becomes the claims and absences of a packet."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from groundspec.apps.offsets import BYTES, UNITS
from groundspec.apps.visible import CUT, visible
from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import STANDARD_INPUT, read_input, same_file, shown
from groundspec.cli.output import complain, write_error, write_file, write_output
from groundspec.errors import Refusal, Unusable

if TYPE_CHECKING:
    from groundspec.apps.fact_claims import Converted

_DESCRIPTION = """\
Turn model output, as it comes, into the claims and absences of a packet of the check fact, and list
every change. RAW is JSON or JSON Lines, perhaps in a Markdown code fence. The forms:

  groundgate   candidates of groundgate: an array, or {"candidates": [...], "not_found": [...]}
  list         an array of {"field", "value", "unit"?, "quote"?, "start"?, "end"?, ...}, or an
               object that holds one; the quotation may be called evidence_quote or text, too
  flat         an object from field to value, or to {"value", "quote", ...}, or to an array of them
  langextract  annotated documents of LangExtract, all of one text

What clearly has another of these forms than --from says is refused.

Decimals stay as they are written. With --schema, values of number fields lose their grouping and
the declared forms of their field's unit, if a plain number remains, and a unit that is missing is
filled in. Nothing is rescaled or given another sign: `5 million` and `(730)` stay, and are listed.
A value that is null or empty makes an absence. Evidence that is not about the source is left out.
A claim without evidence stays; it is listed, and the check rejects it.

The output has the shape of schemas/fact-claims.schema.json. A number in `from` is a string there;
the lines of JSON Lines count as the items of an array. On standard error there are the counts and
the first changes of each kind, or (--report json) the counts alone, as an object on one line.

exit status:
  0 converted, whatever the check will say of it
  1 converted and written, but of a row no claim can be made: its value is missing, or an object, an
    array, true or false; the check rejects what came of it
  2 wrong usage, RAW or another file is unusable, or output could not be written; an -o FILE stays
    as it was"""

_EXAMPLES = (
    "groundspec fact claims raw.json --from list --schema schema.json -o claims.json",
    "groundspec fact claims raw.json --from flat --schema schema.json --report json",
    "groundspec fact claims run.jsonl --from langextract --document report.txt",
    "groundspec fact claims raw.json --from list --offset-unit code-points --document report.txt",
)
_FORMS = ("groundgate", "list", "flat", "langextract")
_OF_THEIR_OWN = {"groundgate": "bytes", "langextract": "code points"}
_SCHEMA_HINT = """a schema of fields is {"fields": {"fee": {"type": "number"}}, "units": {}}"""
_MOST_SHOWN = 5
BROKEN, TEXT = 1, report.TEXT
_LONGEST = 40


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser("groundspec fact claims", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add("raw", metavar="RAW", help="Model output, or - for standard input.")
    add("--from", dest="form", required=True, choices=_FORMS, help="The form that RAW has.")
    add("--schema", metavar="FILE", help="The schema of fields of the packet.")
    add("--document", metavar="FILE", help="The source, where offsets do not count its bytes.")
    add(
        "--offset-unit",
        metavar="UNIT",
        choices=UNITS,
        help=f"What start and end of list and flat count: {', '.join(UNITS)} (default: {BYTES}).",
    )
    add("-o", "--output", metavar="FILE", help="Write there, not to standard output.")
    forms = (report.TEXT, report.JSON)
    add("--report", choices=forms, default=report.TEXT, help="How standard error has it.")
    return parser


def run(
    raw: str,
    form: str,
    schema: str | None,
    document: str | None,
    offset_unit: str | None,
    output: str | None,
    report: str,
) -> int:
    """Convert model output, and say what was changed."""
    from groundspec.apps.fact_claims import ClaimsFault, SchemaFault, convert

    _check(form, document, offset_unit)
    _keep_apart([name for name in (raw, schema, document) if name is not None], output)
    fields = None if schema is None else _schema(schema)
    text = None if document is None else _document(document)
    try:
        found = convert(read_input(raw), form, fields, text, offset_unit=offset_unit or BYTES)
    except ClaimsFault as fault:
        complain(f"{_place(raw, fault)} ({fault.hint})")
        return 2
    except SchemaFault as fault:
        said = f"{shown(schema or '')}: {_clause(fault.message, fault.pointer)}"
        complain(said if fault.hint else f"{said} ({_SCHEMA_HINT})", fault.hint)
        return 2
    value = found.as_value()
    data = (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode("utf-8")
    if output is None:
        write_output(data)
    else:
        write_file(output, data)
    _tell(shown(raw), value, found.counts(), report)
    if report == TEXT:
        _warn(shown(raw), found)
    return BROKEN if found.broken else 0


# --- Inputs ---------------------------------------------------------------------------------------


def _check(form: str, document: str | None, offset_unit: str | None) -> None:
    """Raise Unusable for options that do not go together."""
    if offset_unit is not None and form in _OF_THEIR_OWN:
        said = f"offsets of the form {form} count {_OF_THEIR_OWN[form]}"
        raise Unusable(said, "Leave --offset-unit out.")
    if offset_unit not in (None, BYTES) and document is None:
        raise Unusable(f"offsets in {offset_unit} need the source", "Name it with --document.")


def _keep_apart(read: list[str], output: str | None) -> None:
    """Raise Unusable if standard input is read twice, or if what is read would be replaced."""
    if read.count(STANDARD_INPUT) > 1:
        raise Unusable("only one file can be standard input", "Name the others.")
    for name in read:
        if output is not None and name != STANDARD_INPUT and same_file(name, output):
            raise Unusable(
                f"{shown(output)}: it would replace a file that is read", "Name another."
            )


def _schema(name: str) -> dict[str, Any]:
    """The schema of fields in a file. Raises Unusable."""
    from groundspec.core import jsonread

    try:
        value = jsonread.read(read_input(name))
    except Refusal as refusal:
        place = report.place_of(refusal, name)
        raise Unusable(f"{place}: {refusal.message.removesuffix('.')}", refusal.hint) from None
    if not isinstance(value, dict):
        raise Unusable(f"{shown(name)}: a schema of fields is an object", "Name another file.")
    return value


def _document(name: str) -> str:
    """The text of the source. Raises Unusable."""
    data = read_input(name)
    if data.startswith(b"\xef\xbb\xbf"):
        hint = "It would shift every offset; save the file without it."
        raise Unusable(f"{shown(name)} begins with a byte order mark (EF BB BF)", hint)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{shown(name)}: the bytes at byte {error.start} are not UTF-8"
        raise Unusable(message, "Save the file as UTF-8.") from None


def _place(raw: str, fault: Any) -> str:
    """Where and what: the file, its line if there is one, the fault and the JSON Pointer."""
    line = "" if fault.line is None else f":{fault.line}"
    column = "" if fault.column is None else f":{fault.column}"
    return f"{shown(raw)}{line}{column}: {_clause(fault.message, fault.pointer)}"


def _clause(message: str, pointer: str | None) -> str:
    said = message.removesuffix(".")
    return f"{said} (at {pointer})" if pointer else said


# --- Report ---------------------------------------------------------------------------------------


def _tell(name: str, value: dict[str, Any], counts: dict[str, int], form: str) -> None:
    """The report on standard error."""
    whole = {"claims": len(value["claims"]), "absences": len(value["absences"])}
    if form == report.JSON:
        report.report_json({**whole, "changes": counts})
        return
    changes = value["changes"]
    counted = {**whole, "changes": len(changes)}
    said = (f"{n} {kind.removesuffix('s') if n == 1 else kind}" for kind, n in counted.items())
    lines = [f"{name}: {', '.join(said)}"]
    if changes:
        lines += _aligned([("changes", "what"), *((str(n), kind) for kind, n in counts.items())])
        by_kind = [[row for row in changes if row["what"] == kind] for kind in counts]
        first = [row for rows in by_kind for row in rows[:_MOST_SHOWN]]
        shown_rows = [("what", "where", "from", "to")]
        shown_rows += [
            (row["what"], visible(row["pointer"]) or "/", _short(row["from"]), _short(row["to"]))
            for row in first
        ]
        lines += ["", *_aligned(shown_rows)]
        if len(changes) > len(first):
            lines.append(f"and {len(changes) - len(first)} more; the output lists them all")
    write_error("\n".join(lines) + "\n")


def _warn(name: str, found: "Converted") -> None:
    """What the check will reject, of the rows that it is about."""
    if found.bare:
        count, all_ = len(found.bare), len(found.claims)
        has = "claim has" if all_ == 1 else "claims has" if count == 1 else "claims have"
        said = f"{count} of {all_} {has} no evidence, and will be rejected (NO_EVIDENCE)"
        complain(f"{name}: {said}: {_some(found.bare)}", _BARE_HINT)
    if found.broken:
        makes = "1 row makes" if len(found.broken) == 1 else f"{len(found.broken)} rows make"
        said = f"{makes} no claim, and will be rejected (CLAIM_INVALID)"
        rows = [f"{row}, {why}" for row, why in found.broken]
        complain(f"{name}: {said}: {_some(rows, '; ')}", _BROKEN_HINT)


_BARE_HINT = "Ask for the words of the document that state each value, as the member quote."
_BROKEN_HINT = (
    "Give a value as a string or a number, its unit as the member unit, and a row for each of "
    "several; null where there is none."
)


def _some(rows: Sequence[str], between: str = ", ") -> str:
    """The first of some rows."""
    more = len(rows) - _MOST_SHOWN
    return between.join([*rows[:_MOST_SHOWN], *([f"and {more} more"] if more > 0 else [])])


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows as columns; numbers to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            f"{cell:>{width}}" if len(row) == 2 and at == 0 else f"{cell:<{width}}"
            for at, (cell, width) in enumerate(cells)
        ).rstrip()


def _short(value: Any) -> str:
    """A value on part of a line."""
    text = visible(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + CUT
