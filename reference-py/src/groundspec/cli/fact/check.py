"""`groundspec fact check`: claims are decided against a document, under a schema of fields."""

import argparse
import os
from typing import Any, NamedTuple

from groundspec.apps.offsets import BYTES, UNITS
from groundspec.cli.arguments import Parser

TABLE, JSON = "table", "json"
REJECTED, REVIEW, MISSING = "rejected", "review", "missing"
STATUS = {REJECTED: 3, REVIEW: 4, MISSING: 5}

_DESCRIPTION = """\
Check claims about the facts that a document states, and say of each why it is decided as it is.

DOC is a UTF-8 text without byte order mark. SCHEMA is JSON with `fields`, and `units` that the
vocabulary lacks. CLAIMS is a JSON array of claims, or an object with `claims` and `absences` (what
`groundspec fact claims` writes), or JSON Lines. A claim has `field`, `value`, `unit` and
`evidence`: an item with `text` (words of the document), or with `start` and `end`, or with both; an
array of items; or the words alone. Claims without `id` are f1, f2 and so on.

The report goes to standard output: a table and what is behind it, or JSON in the shape of
schemas/fact-check.schema.json, in which every decision is whole. Below a line of the document - is
under the evidence, ! under what a code marks, ^ under the number that was taken. The receipt and
the packet that it is derived from are written with -o and --packet, for `groundspec verify` and
`groundspec fact explain`. Offsets in all of them count bytes of the document as it is checked.

exit status:
  0 checked, whatever the outcomes
  2 wrong usage, an input that is unusable or refused, or output could not be written; FILEs stay
    as they were
  3 --fail-on rejected: a claim is rejected
  4 --fail-on review: a claim needs verification
  5 --fail-on missing: no claim for a required field passed
  Of several it is the first that holds; what was asked for is written all the same."""

_EXAMPLES = (
    "groundspec fact check report.txt schema.json claims.json",
    "groundspec fact check report.txt schema.json claims.json -o receipt.json --packet packet.json",
    "groundspec fact check - schema.json claims.jsonl --fail-on rejected,missing < report.txt",
    "groundspec fact check report.txt schema.json claims.json --offset-unit code-points --nfc",
)


class Arguments(NamedTuple):
    """What the command line says."""

    document: str
    schema: str
    claims: str
    nfc: bool
    offset_unit: str
    policy: str
    document_id: str | None
    document_url: str | None
    output: str | None
    packet: str | None
    form: str | None
    fail_on: list[list[str]]


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser("groundspec fact check", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add("document", metavar="DOC", help="The document, or - for standard input.")
    add("schema", metavar="SCHEMA", help="The schema of fields.")
    add("claims", metavar="CLAIMS", help="The claims.")
    add(
        "--nfc",
        action="store_true",
        help="Bring the document to NFC first; offsets then refer to what comes of it.",
    )
    add(
        "--offset-unit",
        metavar="UNIT",
        choices=UNITS,
        default=BYTES,
        help=f"What offsets of claims count: {', '.join(UNITS)} (default: {BYTES}).",
    )
    add(
        "--policy",
        metavar="POLICY",
        default="default",
        help="A name, or a .json file with a complete policy (default: default).",
    )
    add("--document-id", metavar="ID", type=as_text, help="What the packet calls the document.")
    add("--document-url", metavar="URL", type=as_text, help="Where it is from; never read.")
    add(
        "-o",
        "--output",
        metavar="FILE",
        help="Write the receipt there; - is standard output, which then has no report.",
    )
    add("--packet", metavar="FILE", help="Write the packet there.")
    add(
        "--format",
        dest="form",
        choices=(TABLE, JSON),
        help="How the report is printed (default: table on a terminal, else json).",
    )
    add(
        "--fail-on",
        metavar="WHAT",
        action="append",
        type=_whats,
        default=[],
        help=f"Exit with a status of its own for any of {', '.join(STATUS)}; several with commas.",
    )
    return parser


def run(**options: Any) -> int:
    """Check the claims, and report."""
    from groundspec.cli.fact.checking import check

    return check(Arguments(**options))


def _whats(written: str) -> list[str]:
    found = written.split(",")
    for what in found:
        if what not in STATUS:
            every = ", ".join(STATUS)
            raise argparse.ArgumentTypeError(f"{what!a} is none of {every}")
    return found


def as_text(written: str) -> str:
    """A text as an argument, whatever the locale."""
    try:
        return os.fsencode(written).decode("utf-8")
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{written!a} is not UTF-8") from None
