"""`groundspec decide`: a packet becomes a receipt."""

import json

from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import read_input, same_file
from groundspec.cli.output import write_file, write_output
from groundspec.core.receipt import Receipt
from groundspec.engine import default
from groundspec.errors import Refusal, Unsupported, Unusable


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec decide",
        "Decide a packet and print its receipt.\n\n"
        "exit status:\n  0 decided; 2 the packet is refused, or something is unusable",
        (
            "groundspec decide packet.json -o receipt.json",
            "groundspec decide - --pretty < packet.json",
        ),
    )
    parser.add_argument("packet", metavar="PACKET", help="A file, or - for standard input.")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="Write the receipt there, not to standard output."
    )
    parser.add_argument(
        "--pretty", action="store_true", help="Indent it for reading; else it is canonical JSON."
    )
    report.add_format(parser, "How a refusal is reported on standard error.")
    return parser


def run(packet: str, output: str | None, pretty: bool, form: str) -> int:
    """Decide a packet and print or write its receipt."""
    if output is not None and packet != "-" and same_file(packet, output):
        raise Unusable(f"{output}: the receipt would replace the packet", "Name another file.")
    try:
        receipt = default().decide(read_input(packet))
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
    return 0


def _written(receipt: Receipt, pretty: bool) -> bytes:
    if pretty:
        return json.dumps(receipt.value, indent=2, ensure_ascii=False).encode("utf-8") + b"\n"
    return receipt.canonical + b"\n"
