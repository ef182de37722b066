"""Commands for those who keep receipts."""

from pathlib import Path
from typing import Any

import click

from groundspec_harness.cli.options import (
    COMMAND,
    count_option,
    format_option,
    max_timeouts_option,
    option,
    output_option,
    per_case_option,
    root_option,
    schema_option,
    timeout_option,
)


@click.command(short_help="Derive kept receipts again with a program.")
@option(
    "--state",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep answers there, and do not ask again what it holds of the same bytes.",
)
@timeout_option
@per_case_option
@format_option
@output_option
@count_option("--max-diffs", 3, "How many findings of each kind the page explains.")
@max_timeouts_option
@root_option
@schema_option("audit")
@click.argument("kept", type=click.Path(exists=True, path_type=Path), metavar="FOLDER")
@click.argument("command", **COMMAND)
def audit(**options: Any) -> int:
    """Derive the receipts in FOLDER, or in a zip, tar or tar.gz archive, again with COMMAND.

    A receipt belongs to the packet whose digest it names, whatever the files are called. A .json
    file holds one packet or receipt, a .jsonl or .ndjson file one on each line; all else is passed
    over and named. Nothing is unpacked.

    \b
    Example:  groundspec-harness audit kept/ --state kept.state -- groundspec stdio

    \b
    Exit status:  0  every receipt verifies, and every packet has one
                  1  at least one receipt differs
                  2  FOLDER holds nothing to audit, or something is unusable
                  3  nothing differs, but something is missing, unreadable, of another version,
                     or not judged because of a fault
    """
    from groundspec_harness.commands.audit import audit_kept

    return audit_kept(**options)
