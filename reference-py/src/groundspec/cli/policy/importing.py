"""`groundspec policy import`: a policy file of gtrex becomes a policy, and a report of the rest."""

import json
from typing import Any

from groundspec.apps.policy_document import Document, completed
from groundspec.cli import report
from groundspec.cli.arguments import Parser
from groundspec.cli.input import read_input, same_file, shown
from groundspec.cli.output import complain, write_output
from groundspec.cli.policy import gtrex
from groundspec.cli.policy.document import write_document
from groundspec.cli.policy.fault import Decimal, ImportFault
from groundspec.errors import Refusal, Unusable

_WIDTH = 96
_LONGEST = 36

_DESCRIPTION = f"""\
Make a policy of the check quote from a policy file of gtrex, one way: of the schemas
{", ".join(gtrex.SCHEMAS)}, verifier revisions {gtrex.REVISIONS[0]} to
{gtrex.REVISIONS[-1]}. What was carried over with a difference, and what was not, is listed on
standard error, or in the report of --format json (schemas/policy-import.schema.json). The
fingerprint of the file is quoted, not computed again.

exit status:
  0 imported; 2 the file is not known or not consistent, cannot be read, or output could not
  be written"""


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec policy import",
        _DESCRIPTION,
        (
            "groundspec policy import gtrex.json -o my-policy.json",
            "groundspec policy import --format json gtrex.json > report.json",
        ),
    )
    parser.add_argument("file", metavar="FILE", help="A file, or - for standard input.")
    parser.add_argument("-o", "--output", metavar="FILE", help="Write the policy there.")
    report.add_format(
        parser, "text: the policy on standard output; json: the report, which holds it."
    )
    return parser


def run(file: str, output: str | None, form: str) -> int:
    """Import a policy file, print or write the policy, and report."""
    if output is not None and file != "-" and same_file(file, output):
        raise Unusable(f"{output}: the policy would replace the imported file", "Name another.")
    try:
        imported = gtrex.convert(gtrex.read(read_input(file)))
        document = completed(imported.policy)
    except Refusal as refusal:
        report.report_refusal(refusal, file, report.TEXT)
        return 2
    except ImportFault as fault:
        place = f" (at {fault.pointer})" if fault.pointer else ""
        complain(f"{shown(file)}: {fault.message}{place}", fault.hint)
        return 2
    if output is not None or form == report.TEXT:
        write_document(document, output)
    if form == report.JSON:
        members = _report(imported, document)
        text = json.dumps(members, indent=2, ensure_ascii=False)
        write_output(text.encode("utf-8") + b"\n")
    else:
        _tell(imported, document, shown(file))
    return 0


def _report(imported: gtrex.Import, document: Document) -> dict[str, Any]:
    """An object of policy-import.schema.json."""
    return {
        "report": "groundspec/policy-import",
        "version": 1,
        "from": imported.origin,
        "policy": document.value,
        "policy_sha256": document.sha256,
        "carried": [row._asdict() for row in imported.carried],
        "dropped": [row._asdict() for row in imported.dropped],
    }


def _tell(imported: gtrex.Import, document: Document, name: str) -> None:
    """The same for people, on standard error."""
    said = [f"{name}: {imported.origin['schema']}"]
    if imported.origin["verifier_revision"] is not None:
        said.append(f"verifier revision {_short(imported.origin['verifier_revision'])}")
    if imported.origin["fingerprint"] is not None:
        said.append(f"fingerprint {_short(imported.origin['fingerprint'])}")
    complain(", ".join(said))
    complain(f"{name}: now a policy of {document.check}, {document.sha256}")
    differing = [row for row in imported.carried if row.differs]
    _table(
        "Carried over with a difference (member, value, became, difference):",
        [(row.member, row.value, _short(row.to), row.differs) for row in differing],
    )
    _table(
        "Not carried over (member, value, why):",
        [(row.member, row.value, "", row.why) for row in imported.dropped],
    )


def _table(title: str, rows: list[tuple[str, Any, str, str]]) -> None:
    """Rows in columns, the last of which goes on below."""
    if not rows:
        return
    import textwrap

    complain(title)
    for member, value, became, says in rows:
        complain(f"  {member:<20} {_short(value)}" + (f" -> {became}" if became else ""))
        for line in textwrap.wrap(says, _WIDTH - 6, break_on_hyphens=False):
            complain(f"      {line}")


def _short(value: Any) -> str:
    """A value on part of a line."""
    if isinstance(value, Decimal):
        return str(value)
    text = json.dumps(value, ensure_ascii=False)
    if len(text) > _LONGEST and isinstance(value, list):
        return f"{len(value)} items"
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
