"""`groundspec policy migrate`: a policy of an earlier shape becomes one of today's."""

from groundspec.apps import policy_migrations as migrations
from groundspec.apps.policy_document import completed
from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import shown
from groundspec.cli.output import complain
from groundspec.cli.policy.document import read_value, write_document
from groundspec.core.canonical import digest_value
from groundspec.errors import Refusal

_DESCRIPTION = """\
Convert a policy of an earlier shape to the shape of this release. Members that are new get
values that keep earlier decisions as far as that is possible; what means something else all
the same is said on standard error, with the digest before and after. A policy that already
has today's shape stays as it is.

The new document is another policy with another digest. Keep the old one: receipts made under
it verify only with the release that made them.

exit status:
  0 migrated, or there was nothing to do; 2 it is no policy, cannot be read, or output could
  not be written"""


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec policy migrate",
        _DESCRIPTION,
        (
            "groundspec policy migrate old.json -o new.json",
            "groundspec policy migrate --waive-new old.json > new.json",
        ),
    )
    parser.add_argument("file", metavar="FILE", help="A file, or - for standard input.")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="Write the policy there, whole or not at all; it may name the file that is read.",
    )
    parser.add_argument(
        "--waive-new",
        action="store_true",
        help="Waive the flags that the earlier shape did not have.",
    )
    return parser


def run(file: str, output: str | None, waive_new: bool) -> int:
    """Migrate a policy, and print or write it."""
    added: list[str] = []
    warnings: list[str] = []
    try:
        given = value = read_value(file)
        while (row := migrations.row_of(value)) is not None:
            migrated = row.convert(value, waive_new)
            value = migrated.value
            added.append(migrated.added)
            warnings += migrated.warnings
        document = completed(value)
    except Refusal as refusal:
        report.report_refusal(refusal, file, report.TEXT)
        return 2
    write_document(document, output)
    name = shown(file)
    if value is given:
        complain(f"{name}: already current, {document.sha256}")
        return 0
    complain(f"{name}: migrated to {document.check}")
    complain(f"  before: {digest_value('policy', given)}")
    complain(f"  after:  {document.sha256}")
    for text in added:
        complain(f"{name}: {text}")
    for text in [*warnings, _RECEIPTS]:
        complain(f"{name}: warning: {text}")
    return 0


_RECEIPTS = "receipts made under the old document verify only with the release that made them"
