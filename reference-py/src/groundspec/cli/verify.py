"""`groundspec verify`: the packet is decided again, and every byte compared."""

import json

import click

from groundspec.cli import report
from groundspec.cli.input import read_input, shown
from groundspec.cli.output import complain, write_output
from groundspec.core.receipt import Verification
from groundspec.engine import default
from groundspec.errors import Unusable

_UNUSABLE = ("RECEIPT_UNREADABLE", "VERSION_UNSUPPORTED", "PACKET_REFUSED")


@click.command("verify")
@click.argument("receipt")
@click.argument("packet")
@click.option(
    "--format",
    "form",
    type=click.Choice([report.TEXT, report.JSON]),
    default=report.TEXT,
    help="How the answer is printed, and a refusal on stderr.",
)
def command(receipt: str, packet: str, form: str) -> int:
    """Say whether the RECEIPT is the one that the PACKET gives; either may be - for stdin.

    Exit status: 0 it is; 1 it differs; 2 it cannot be read or compared.
    """
    if receipt == packet == "-":
        raise Unusable("only one of the two can be standard input", "Name a file for the other.")
    given = read_input(receipt)
    answer = default().verify(given, read_input(packet))
    if form == report.JSON:
        _print_json(answer, packet)
    elif answer.ok:
        write_output(f"{shown(receipt)}: verified\n".encode())
    else:
        _explain(answer, receipt, packet)
    if answer.ok:
        return 0
    return 2 if answer.code in _UNUSABLE else 1


def _print_json(answer: Verification, packet: str) -> None:
    members: dict[str, object] = {"verified": answer.ok, "message": answer.message}
    if not answer.ok:
        members["code"] = answer.code
    if answer.code == "PACKET_REFUSED" and answer.refusal:
        report.report_refusal(answer.refusal, packet, report.JSON)
    write_output(json.dumps(members, sort_keys=True).encode("ascii") + b"\n")


def _explain(answer: Verification, receipt: str, packet: str) -> None:
    place = shown(receipt)
    if answer.code == "PACKET_REFUSED" and answer.refusal:
        report.report_refusal(answer.refusal, packet, report.TEXT)
    elif answer.refusal:
        place = report.place_of(answer.refusal, receipt)
    complain(f"{place}: {answer.code}: {answer.message}", f"groundspec explain {answer.code}")
