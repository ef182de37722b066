"""`groundspec decide`: a packet becomes a receipt."""

import json

import click

from groundspec.cli import report
from groundspec.cli.input import read_input, same_file
from groundspec.cli.output import write_file, write_output
from groundspec.core.receipt import Receipt
from groundspec.engine import default
from groundspec.errors import Refusal, Unsupported, Unusable


@click.command("decide")
@click.argument("packet")
@click.option("-o", "--output", metavar="FILE", help="Write the receipt there, not to stdout.")
@click.option("--pretty", is_flag=True, help="Indent it for reading; canonical JSON otherwise.")
@click.option(
    "--format",
    "form",
    type=click.Choice([report.TEXT, report.JSON]),
    default=report.TEXT,
    help="How a refusal is reported on stderr.",
)
def command(packet: str, output: str | None, pretty: bool, form: str) -> int:
    """Decide the PACKET, a file or - for standard input, and print its receipt."""
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
