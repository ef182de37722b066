"""`groundspec quote show`: where quotations stand in a source, and in what they differ from it."""

import argparse
from collections.abc import Sequence
from typing import Any

from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.core.rules import OUTCOMES

NOT_ADMITTED = "not-admitted"

_DESCRIPTION = """\
Show where each quotation stands in a source, and why it is decided as it is: the place as
FILE:LINE:COLUMN and in bytes, the lines around it with the quotation marked, the codes and what
they mark, fragments and what lies between them, near places; and each difference between source
and quotation that the tier takes for none, with the steps that do.

The claims are arguments; or the member `claim` of each record of --claims; or, with --receipt,
those of PACKET, whose receipt is verified first: nothing is shown of one that does not hold. Where
--claims stands without SOURCE, each record is shown in its own: in the string `source`, or in the
file that `source_path` names, as `groundspec quote check` reads them.

Lines end with LF or CR LF and count from 1, and so do columns, in code points. Below a line ^ is
under what is quoted, ~ under what is left out, ! under what a code marks; on a terminal they are
green, yellow and red instead. A line is cut to 96 columns with \u22ef. Characters that are not
seen, or that a terminal would act on, are shown as \\u202E or \\u{E0041} are; of `\\u` in the text
itself the backslash is.

exit status:
  0 shown, whatever the outcomes; 2 wrong usage, something is unusable, or output could not be
  written"""

_EXAMPLES = (
    "groundspec quote show report.txt 'a limited number of suppliers' 'net income rose'",
    "groundspec quote show report.txt --claims claims.jsonl --policy strict",
    "groundspec quote show --claims claims.jsonl --only not-admitted",
    "groundspec quote show --claims claims.jsonl --id 'line 5'",
    "groundspec quote show --receipt receipt.json packet.json --id q5",
    "groundspec quote show report.txt --format json -- '-5 percent'",
)


class _Parser(Parser):
    """Claims may stand before and behind options."""

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        given = [*arguments]
        at = given.index("--") if "--" in given else len(given)
        options = super().read(given[:at])
        _put(options, given[at + 1 :])
        return options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        options, rest = super().parse_known_args(args, namespace)
        _put(options, [one for one in rest if one == "-" or not one.startswith("-")])
        return options, [one for one in rest if one != "-" and one.startswith("-")]


def _put(options: argparse.Namespace, more: Sequence[str]) -> None:
    """Take further arguments in: the first one of all is the source."""
    before = [] if options.source is None else [options.source]
    given = [*before, *(options.claims or []), *more]
    options.source = given[0] if given else None
    options.claims = given[1:]


def parser() -> Parser:
    """The arguments of `run`."""
    parser = _Parser("groundspec quote show", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add(
        "source",
        metavar="SOURCE",
        nargs="?",
        help="A UTF-8 file, or - for standard input; or the PACKET.",
    )
    add("claims", metavar="CLAIM", nargs="*", help="What is quoted. Behind -- it may begin with -.")
    add("--claims", dest="file", metavar="FILE", help="JSON Lines with a string `claim` each.")
    add("--receipt", metavar="RECEIPT", help="A receipt; then SOURCE is its packet.")
    add("--root", metavar="FOLDER", help="Where source_path starts; nothing outside is read.")
    add("--id", metavar="ID", help="Only the claim of that id; of a record also `line N`.")
    add(
        "--only",
        choices=(*OUTCOMES, NOT_ADMITTED),
        metavar="OUTCOME",
        help=f"Only claims of that outcome: {', '.join(OUTCOMES)} or {NOT_ADMITTED}.",
    )
    add(
        "--policy",
        metavar="POLICY",
        help="A name, or a .json file with a complete policy (default: default).",
    )
    add(
        "--color",
        choices=("always", "never", "auto"),
        default="auto",
        help="Whether marks are colours; auto: on a terminal, unless NO_COLOR is set.",
    )
    report.add_format(parser, "How it is printed (json: schemas/quote-show.schema.json).")
    return parser


def run(**options: Any) -> int:
    """Show the claims."""
    from groundspec.cli.quote.showing import show

    return show(**options)
