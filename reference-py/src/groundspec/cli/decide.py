"""`groundspec decide`: a packet becomes a receipt."""

import json
from collections.abc import Mapping

from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import read_input, same_file, shown
from groundspec.cli.output import STANDARD_OUTPUT, complain, on_terminal, write_file, write_output
from groundspec.core.receipt import Receipt
from groundspec.engine import default
from groundspec.errors import Refusal, Unsupported, Unusable


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec decide",
        "Decide a packet and print its receipt.\n\n"
        "exit status:\n  0 decided; 2 refused, unusable, or output could not be written",
        (
            "groundspec decide packet.json -o receipt.json",
            "groundspec decide - --pretty < packet.json",
        ),
    )
    parser.add_argument("packet", metavar="PACKET", help="A file, or - for standard input.")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="Write the receipt there; - is standard output."
    )
    parser.add_argument(
        "--pretty", action="store_true", help="Indent it for reading; else it is canonical JSON."
    )
    report.add_format(parser, "How a refusal or invalid claim is reported.")
    return parser


def run(packet: str, output: str | None, pretty: bool, form: str) -> int:
    """Decide a packet and print or write its receipt."""
    output = None if output == STANDARD_OUTPUT else output
    if output is not None and packet != "-" and same_file(packet, output):
        raise Unusable(f"{output}: the receipt would replace the packet", "Name another file.")
    given = read_input(packet)
    try:
        receipt = default().decide(given)
    except Refusal as refusal:
        report.report_refusal(refusal, packet, form)
        return 2
    except Unsupported as unsupported:
        report.report_unsupported(unsupported, packet, form)
        return 2
    data = _written(receipt, pretty)
    if output is None:
        write_output(data)
    else:
        write_file(output, data)
    _report_invalid(receipt, given, packet, form)
    if output is not None and on_terminal():
        complain(f"{shown(output)}: {_summary(receipt.value['summary'])}")
    return 0


def _report_invalid(receipt: Receipt, given: bytes, packet: str, form: str) -> None:
    rows = enumerate(receipt.value["decisions"])
    invalid = [index for index, decision in rows if "CLAIM_INVALID" in decision["codes"]]
    if invalid:
        from groundspec.cli.claims import report_invalid

        report_invalid(invalid, given, packet, form)


def _summary(counts: Mapping[str, int]) -> str:
    open_ = counts["needs_verification"]
    needs = "needs" if open_ == 1 else "need"
    rest = f"{open_} {needs} verification, {counts['rejected']} rejected"
    return f"{counts['admitted']} admitted, {rest}"


def _written(receipt: Receipt, pretty: bool) -> bytes:
    if pretty:
        return json.dumps(receipt.value, indent=2, ensure_ascii=False).encode("utf-8") + b"\n"
    return receipt.canonical + b"\n"
