"""`groundspec quote sensitivity`: what the choice of the policy does to the share admitted."""

from typing import Any

from groundspec.cli.arguments import Parser
from groundspec.cli.quote.inputs import add_reading

_DESCRIPTION = """\
Decide the records of `groundspec quote check` under several policies in one pass, and compare:
for each policy the shares of records that are admitted, that need verification, that are rejected,
that are admitted and contiguous (not STITCHED), and whose tier is `exact`, whatever the outcome;
the counts by tier and code; how many percentage points the policies are apart; and which records
have not the same outcome under all, with the codes that make it so. Of these the first 20 are
listed. As JSON it has the shape of schemas/quote-sensitivity.schema.json.

Each share k/n has its 95% Wilson score interval

  (k + z^2/2 -+ z*sqrt(k*(n-k)/n + z^2/4)) / (n + z^2)

with z = 1959963984540054/1000000000000000, computed in integers. Shares, bounds and points are
rounded once: per cent, two digits, half even. n is the number of records that could be decided. The
interval takes records for independent: of records that repeat one another, or come from few
sources, it says less than it seems to. How many distinct pairs of source and claim there are is
said.

exit status:
  0 done
  2 wrong usage, a record that cannot be decided (without --keep-going), no records at all, a file
    that is unusable, or output could not be written; an -o FILE stays as it was
  3 --keep-going: records failed; the report is of the others"""

_EXAMPLES = (
    "groundspec quote sensitivity claims.jsonl",
    "groundspec quote sensitivity claims.jsonl --policies default,strict,./mine.json",
    "groundspec quote sensitivity claims.jsonl --format json --all -o sensitivity.json",
)
POLICIES = "default,strict,permissive,exact"
TABLE, JSON = "table", "json"
_ROOM = 8


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser("groundspec quote sensitivity", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add("claims", metavar="CLAIMS", help="A JSON Lines file, or - for standard input.")
    add("-o", "--output", metavar="FILE", help="Write there at the end; - is standard output.")
    add("--format", dest="form", choices=(TABLE, JSON), default=TABLE, help="How it is printed.")
    add(
        "--policies",
        metavar="LIST",
        action="append",
        help=f"Names or .json files, a comma between two (default: {POLICIES}); may be repeated.",
    )
    add("--all", dest="keep_all", action="store_true", help="List every record that changes.")
    add("--keep-going", action="store_true", help="A bad record is reported, and left out.")
    add_reading(parser, _ROOM)
    add("--quiet", action="store_true", help="No progress.")
    return parser


def run(**options: Any) -> int:
    """Compare the policies."""
    from groundspec.cli.quote.comparing import Arguments, compare

    return compare(Arguments(**options))
