"""`groundspec measure`: what a check makes of documents whose facts are known."""

from typing import Any

from groundspec.cli.arguments import Parser

TABLE, JSON, HTML = "table", "json", "html"
ESCAPES, REVIEW = "escapes", "review"

_DESCRIPTION = """\
Measure the check `fact/0.1` on documents with gold facts, with the candidates of proposers.

GOLD is a folder with a folder for each document: document.txt, gold.json and runs/PROPOSER.json
(docs/measure.md says what stands in them). Each file of runs is decided as one packet. A candidate
is right if its value is a gold value of its field and its unit is the field's; it is in the right
place if its span overlaps the evidence of such a fact.

Reported are: candidates by class and outcome, each proposer's and all; the same of distinct ones
(document, field, value, unit, span), where of several outcomes the lowest counts for a right value
and the highest for a wrong one, with 95% Wilson score intervals; slots, the fields of a document,
stated or known to be absent; every wrong value that is admitted, or that only a conflict with
another value of its run keeps from it (CONFLICTING_CANDIDATES); and every right one that is
rejected though it cites the right place. A gold fact whose evidence does not hold its value is said
on standard error. As JSON it has the shape of schemas/measure.schema.json.
As HTML it is one page that loads nothing.

exit status:
  0 done
  1 --fail-on escapes: a wrong value is admitted; the report is written all the same
  2 wrong usage, a file that is unusable, or output could not be written; an -o FILE stays as it
    was"""

_EXAMPLES = (
    "groundspec measure gold",
    "groundspec measure gold --policy mine.json --by-quote --list review",
    "groundspec measure gold --format html -o measured.html --fail-on escapes",
)


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser("groundspec measure", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add("gold", metavar="GOLD", help="A folder with a folder for each document.")
    add("-o", "--output", metavar="FILE", help="Write there at the end, not to standard output.")
    add("--format", dest="form", choices=(TABLE, JSON, HTML), default=TABLE, help="Of the report.")
    add(
        "--policy",
        metavar="POLICY",
        default="default",
        help="A name, or a .json file with a complete policy (default: default).",
    )
    add("--by-quote", action="store_true", help="Give evidence by its words, without a place.")
    add("--list", dest="listed", choices=(REVIEW,), help="Add to the table what made reviews.")
    add("--fail-on", choices=(ESCAPES,), help="Exit 1 if any wrong value is admitted.")
    add("--quiet", action="store_true", help="No progress.")
    return parser


def run(**options: Any) -> int:
    """Measure the check."""
    from groundspec.cli.measure.measuring import Arguments, measure

    return measure(Arguments(**options))
