"""Commands that run vectors and show them."""

from typing import Any

import click

from groundspec_harness.cli.completing import vector_ids
from groundspec_harness.cli.limiting import jobs_option, memory_limit_option, output_limit_option
from groundspec_harness.cli.options import (
    COMMAND,
    PROGRAM,
    count_option,
    failed_option,
    format_option,
    known_failures_option,
    max_diffs_option,
    max_timeouts_option,
    option,
    output_option,
    per_case_option,
    report_format_option,
    root_option,
    schema_option,
    selection_option,
    timeout_option,
    today_option,
)


@click.command(context_settings=PROGRAM, short_help="Run the vectors against a program.")
@selection_option
@timeout_option
@per_case_option
@jobs_option
@output_limit_option
@memory_limit_option
@report_format_option
@output_option
@max_diffs_option
@failed_option
@known_failures_option("Failures listed there do not count; see `known-failures`.")
@today_option
@max_timeouts_option
@count_option(
    "--max-failures",
    0,
    "Ask no more after so many vectors that are not at bytes and not listed in "
    "--known-failures, what to mend first being asked first; 0 for never.",
)
@root_option
@schema_option("report")
@click.argument("command", **COMMAND)
def run(**options: Any) -> int:
    """Run the vectors against COMMAND and show how far each gets.

    Every format is made from the one report that `--format json` prints; `report` makes the others
    from it later. Failures that are listed in a file (`known-failures`) do not count.

    \b
    For example:  groundspec-harness run -k quote-exact -- node my-port.mjs
                  groundspec-harness run --format json -o report.json -- node my-port.mjs

    \b
    Exit status:  0  every selected vector agrees in every byte
                  1  at least one answer differs, or a listed failure passes
                  2  COMMAND cannot be started or described, or an argument is unusable
                  3  nothing differs, but a fault kept some vectors from being judged
    """
    from groundspec_harness.commands.run import run_vectors

    return run_vectors(**options)


@click.command("list", short_help="List the vectors.")
@selection_option
@format_option
@output_option
@root_option
@schema_option("list")
def list_vectors(**options: Any) -> int:
    """List the vectors: id, class, title."""
    from groundspec_harness.commands.listing import list_vectors as work

    return work(**options)


@click.command(short_help="Show all about one vector, and where a program differs.")
@option("--request", is_flag=True, help="Print the request line alone, to pipe into a program.")
@timeout_option
@per_case_option
@root_option
@click.argument("vector", shell_complete=vector_ids)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def why(**options: Any) -> int:
    """Show all about VECTOR; with `-- COMMAND`, run it and show the difference."""
    from groundspec_harness.commands.why import explain_vector

    return explain_vector(**options)
