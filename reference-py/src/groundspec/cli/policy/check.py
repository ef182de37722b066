"""`groundspec policy check`: whether a document is a complete, consistent policy."""

from groundspec.apps.policy_document import check_names, completed
from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import shown
from groundspec.cli.output import write_output
from groundspec.cli.policy.document import read_value
from groundspec.errors import Refusal


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec policy check",
        "Say whether a document is a complete, consistent policy, and print its digest: the\n"
        "`policy_sha256` of every receipt made under it.\n\n"
        "exit status:\n  0 it is; 2 it is not, cannot be read, or output could not be written",
        (
            "groundspec policy check my-policy.json",
            "groundspec policy check - --check quote < my-policy.json",
        ),
    )
    parser.add_argument("file", metavar="FILE", help="A file, or - for standard input.")
    parser.add_argument(
        "--check",
        choices=check_names(),
        help="The check it must be a policy of; else the one it names.",
    )
    return parser


def run(file: str, check: str | None) -> int:
    """Check a policy and print its digest."""
    try:
        document = completed(read_value(file, check), check)
    except Refusal as refusal:
        report.report_refusal(refusal, file, report.TEXT)
        return 2
    said = f"{shown(file)}: a complete policy of {document.check}, {document.sha256}\n"
    write_output(said.encode("utf-8", "backslashreplace"))
    return 0
