"""The command that asks a program the same things otherwise."""

from typing import Any

import click

from groundspec_harness.cli.options import (
    COMMAND,
    PROGRAM,
    count_option,
    format_option,
    option,
    output_option,
    per_case_option,
    root_option,
    schema_option,
    selection_option,
    timeout_option,
)


@click.command(context_settings=PROGRAM, short_help="See that answers depend on packets alone.")
@selection_option
@option(
    "--variation",
    multiple=True,
    metavar="NAME",
    help="Only this variation, or these: surroundings, ways, words. Repeatable. [default: all]",
)
@count_option("--seed", 0, "Of the shuffled order, and of the sample.")
@option(
    "--budget",
    type=click.FloatRange(min=0),
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="About how long it may take; 0 for as long as it takes.",
)
@timeout_option
@per_case_option
@format_option
@output_option
@root_option
@schema_option("probe")
@click.argument("command", **COMMAND)
def probe(**options: Any) -> int:
    """Ask COMMAND each vector again, otherwise, and report every byte that changes.

    \b
    surroundings  time zone, locale, hash seeds, mask, working directory, HOME, processors
    ways          order of requests, repetition, a process for each, other ids
    words         the packet's text written otherwise, claims in another order, padding around
                  the source, CRLF: of these SPEC.md says what follows

    The first answers are what is compared with, right or wrong, so that this is of use before a
    port is done; how many are right is said at the end. The table lists every variation, and why
    it leaves out vectors. Where the budget is too short for all vectors, a sample is asked that
    the seed gives; a process for each request is asked of as many as there is time for.

    \b
    Example:  groundspec-harness probe -k quote --variation twice -- node port.mjs

    \b
    Exit status:  0  nothing changed
                  1  an answer changed
                  2  COMMAND cannot be started or described, or an argument is unusable
                  3  nothing changed, but there was a fault
    """
    from groundspec_harness.commands.probe import probe_program

    return probe_program(**options)
