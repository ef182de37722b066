"""`groundspec fact explain`: one decision of a receipt that holds, at length."""

import json

from groundspec.cli import report
from groundspec.cli.arguments import Parser, near
from groundspec.cli.fact.check import as_text
from groundspec.cli.input import STANDARD_INPUT, read_input, shown
from groundspec.cli.output import write_output
from groundspec.errors import Unusable

_DESCRIPTION = """\
Explain one decision of a receipt: the claim as it is given, its place with two lines around it,
what the text states there member by member, and for each code what it says of this decision, its
class, its rule, and what can be done.

The receipt is verified against the packet first: nothing is explained of one that does not hold.
Below a line of the source - is under the evidence, ! under what a code marks, ^ under the number
that was taken. `groundspec explain CODE` has the words of the rule.

exit status:
  0 explained; 2 wrong usage, something is unusable or does not hold, or output could not be
  written"""

_EXAMPLES = (
    "groundspec fact explain receipt.json packet.json --id f1",
    "groundspec fact explain receipt.json packet.json --id f1 --format json",
)


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser("groundspec fact explain", _DESCRIPTION, _EXAMPLES)
    parser.add_argument("receipt", metavar="RECEIPT", help="A file, or - for standard input.")
    parser.add_argument("packet", metavar="PACKET", help="A file, or - for standard input.")
    parser.add_argument(
        "--id", metavar="CLAIM", type=as_text, required=True, help="The id of the claim."
    )
    report.add_format(parser, "How it is printed (json: schemas/fact-check.schema.json).")
    return parser


def run(receipt: str, packet: str, id: str, form: str) -> int:
    """Explain one decision."""
    from groundspec.apps.facts.cases import Decided
    from groundspec.apps.facts.shown import EXPLAIN_REPORT
    from groundspec.apps.facts.shown import report as whole
    from groundspec.cli.fact.pictures import at_length
    from groundspec.core import jsonread
    from groundspec.engine import default
    from groundspec.fact.arguments import CHECK

    if receipt == packet == STANDARD_INPUT:
        raise Unusable("only one of the two can be standard input", "Name a file for the other.")
    given, raw = read_input(receipt), read_input(packet)
    answer = default().verify(given, raw)
    if not answer.ok:
        both = f"{shown(receipt)}, {shown(packet)}"
        hint = answer.hint or "`groundspec verify` says more; nothing is explained of it."
        raise Unusable(f"{both}: {answer.code}: {answer.message.removesuffix('.')}", hint)
    value = jsonread.read(raw)
    if value["check"] != CHECK:
        raise Unusable(f"{shown(packet)}: its check is {value['check']}, not {CHECK}")
    decided = Decided(value, jsonread.read(given))
    cases = [case for case in decided.cases if case.claim["id"] == id]
    if not cases:
        hint = near(id, [claim["id"] for claim in value["claims"]])
        raise Unusable(f"{shown(packet)}: there is no claim {id}", hint)
    if form == report.JSON:
        name = "standard input" if packet == STANDARD_INPUT else packet
        made = whole(EXPLAIN_REPORT, f"{name}#/source/text", decided, cases)
        write_output(json.dumps(made, indent=2).encode("ascii") + b"\n")
    else:
        write_output("\n".join([*at_length(cases[0]), ""]).encode("utf-8"))
    return 0
