"""`groundspec quote check`: every record of JSON Lines gets the decision about its quotation."""

import argparse
import os
from typing import Any, NamedTuple

from groundspec.apps.jsonlines import LONGEST
from groundspec.apps.quote_records import READ
from groundspec.cli.arguments import Parser
from groundspec.cli.output import STANDARD_OUTPUT
from groundspec.cli.quote.inputs import add_reading

_DESCRIPTION = f"""\
Check the quotations of a JSON Lines file: each record gets the decision about its own.

A record is an object on a line, with a string `claim`, and with a string `source` (the text) or
`source_path` (a UTF-8 file that holds it). What else it holds is passed on as it is written; only
`source` is left out. The decision is added as the member `groundspec`: what a receipt says of a
claim (id, text, at), and `source_sha256`. The claim's id is the record's `id` if that is a string
that is not empty, else `line N`. Spans in a decision count bytes, whatever the unit of
--at-offsets. Blank lines are passed over, and a byte order mark where CLAIMS begins; a source file
may not begin with one. A line has at most {LONGEST // 1_048_576} MiB.

exit status:
  0 done
  1 --fail-under: fewer are admitted; what was asked for is written all the same
  2 wrong usage, a record that cannot be decided (without --keep-going), no records at all, a file
    that is unusable, or output could not be written; an -o FILE stays as it was
  3 --keep-going: records failed, whatever --fail-under says; the rest is written"""

_EXAMPLES = (
    "groundspec quote check claims.jsonl -o checked.jsonl",
    "groundspec quote check claims.jsonl --policy strict --fail-under 95% > checked.jsonl",
    "groundspec quote check - --root sources --keep-going --manifest run.json -o out.jsonl",
    "groundspec quote check claims.jsonl --at-offsets --offset-unit code-points",
)
_ROOM = 5


class Arguments(NamedTuple):
    """What the command line says."""

    claims: str
    output: str | None
    manifest: str | None
    root: str | None
    policy: str
    at_offsets: bool
    offset_unit: str
    key: str
    replace_existing: bool
    keep_going: bool
    fail_under: str | None
    cache_mb: int
    quiet: bool


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser("groundspec quote check", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add("claims", metavar="CLAIMS", help="A JSON Lines file, or - for standard input.")
    add("-o", "--output", metavar="FILE", help="Write there at the end; - is standard output.")
    add(
        "--manifest",
        metavar="FILE",
        type=_manifest,
        help="Write counts and digests of the whole run there.",
    )
    add(
        "--policy",
        metavar="POLICY",
        default="default",
        help="A name, or a .json file with a complete policy (default: default).",
    )
    add("--key", metavar="NAME", type=_key, default="groundspec", help="The decision's member.")
    add("--replace-existing", action="store_true", help="Drop a member of that name.")
    add("--keep-going", action="store_true", help="A bad record gets its error, and all go on.")
    add("--fail-under", metavar="RATE", help="Exit 1 if fewer are admitted: 0.95 or 95%%.")
    add_reading(parser, _ROOM)
    add("--quiet", action="store_true", help="No summary and no progress.")
    return parser


def run(**options: Any) -> int:
    """Check every record, and say how many were admitted."""
    from groundspec.cli.quote.checking import check

    return check(Arguments(**options))


def _manifest(written: str) -> str:
    if written == STANDARD_OUTPUT:
        raise argparse.ArgumentTypeError("the records go to standard output; name a file")
    return written


def _key(written: str) -> str:
    if written in READ:
        every = ", ".join(READ)
        message = f"{written} is a member that records are read by, as are all of {every}"
        raise argparse.ArgumentTypeError(message)
    if not written:
        raise argparse.ArgumentTypeError("the decision's member needs a name")
    try:
        return os.fsencode(written).decode("utf-8")
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{written!a} is not UTF-8") from None
