"""`groundspec verify`: the packet is decided again, and every byte compared."""

from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import read_input, shown
from groundspec.cli.output import complain, write_output
from groundspec.core.canonical import canonical_bytes
from groundspec.core.verification import Verification
from groundspec.engine import default
from groundspec.errors import Unusable

_UNUSABLE = ("RECEIPT_UNREADABLE", "VERSION_UNSUPPORTED", "PACKET_REFUSED")


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec verify",
        "Say whether a receipt is the one that a packet gives.\n\n"
        "exit status:\n  0 it is; 1 it differs; 2 it cannot be read or compared, or output could\n"
        "  not be written",
        (
            "groundspec verify receipt.json packet.json",
            "groundspec verify --format json - packet.json < receipt.json",
        ),
    )
    parser.add_argument("receipt", metavar="RECEIPT", help="A file, or - for standard input.")
    parser.add_argument("packet", metavar="PACKET", help="A file, or - for standard input.")
    report.add_format(parser, "How the answer is printed, and a refusal on standard error.")
    return parser


def run(receipt: str, packet: str, form: str) -> int:
    """Verify a receipt and print the answer."""
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
    if answer.hint:
        members["hint"] = answer.hint
    if answer.code == "PACKET_REFUSED" and answer.refusal:
        report.report_refusal(answer.refusal, packet, report.JSON)
    write_output(canonical_bytes(members) + b"\n")


def _explain(answer: Verification, receipt: str, packet: str) -> None:
    file, hint = receipt, answer.hint or f"groundspec explain {answer.code}"
    if answer.code == "PACKET_REFUSED" and answer.refusal:
        file, hint = packet, answer.refusal.hint
    place = report.place_of(answer.refusal, file) if answer.refusal else shown(file)
    complain(f"{place}: {answer.code}: {answer.message}", hint)
