"""The command that looks at a program before any vector."""

from typing import Any

import click

from groundspec_harness.cli.options import (
    COMMAND,
    PROGRAM,
    format_option,
    output_option,
    root_option,
    schema_option,
    timeout_option,
)


@click.command(context_settings=PROGRAM, short_help="See what is wrong with how a program talks.")
@timeout_option
@format_option
@output_option
@root_option
@schema_option("doctor")
@click.argument("command", **COMMAND)
def doctor(**options: Any) -> int:
    """Look at how COMMAND is spoken to, before any vector is asked, and say what to change.

    \b
    groundspec-harness doctor -- node my-port.mjs

    Each line is one check: whether it flushes, writes UTF-8 and LF, reads long lines and lines in
    pieces, is silent when nothing was asked, answers what it does not know, and ends with its
    input. A port that does no more than describe itself and answer these can pass all of them.

    \b
    Exit status:  0  nothing is wrong
                  1  something is wrong
                  2  COMMAND cannot be started, or an argument is unusable
    """
    from groundspec_harness.commands.doctor import examine_program

    return examine_program(**options)
