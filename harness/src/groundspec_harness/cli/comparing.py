"""Commands that put two programs beside each other, or one program beside itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from groundspec_harness.cli.options import (
    COMMAND,
    PROGRAM,
    Function,
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

DIVIDED = "divided"


class Divided(click.Command):
    """A command that remembers whether `--` stood before the program: then it is one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[DIVIDED] = "--" in args
        return super().parse_args(ctx, args)


def _effort(examples: int) -> Callable[[Function], Function]:
    """The options that say how much is tried, with how many packets if none is given."""

    def add(function: Function) -> Function:
        for each in (
            option(
                "--vectors",
                "folder",
                type=click.Path(file_okay=False, path_type=Path),
                metavar="FOLDER",
                help="Write the vector found into FOLDER (conformance, say), under its id.",
            ),
            option(
                "--check",
                "checks",
                multiple=True,
                type=click.Choice(["quote", "fact"]),
                help="Only packets of this check. Repeatable.",
            ),
            count_option("--seed", 0, "Which sequence of packets."),
            option(
                "--seconds",
                type=click.FloatRange(min=0, min_open=True),
                metavar="S",
                help="Look no longer than this; shrinking what was found comes on top.",
            ),
            count_option("--examples", examples, "How many packets are asked, each once."),
        ):
            function = each(function)
        return function

    return add


@click.command(cls=Divided, context_settings=PROGRAM, short_help="Look for a packet that fails.")
@_effort(5000)
@timeout_option
@per_case_option
@format_option
@output_option
@root_option
@schema_option("fuzz")
@click.argument("command", **COMMAND)
@click.pass_context
def fuzz(context: click.Context, /, **options: Any) -> int:
    """Make packets by chance until one shows a fault, shrink it, and write it as a vector.

    \b
    groundspec-harness fuzz -- node my-port.mjs
    groundspec-harness fuzz "groundspec stdio" "node my-port.mjs"

    One program, behind `--`, is held against the published schemas, against itself (asked twice,
    the same bytes) and against its own `verify`: its receipts hold, and with one byte changed they
    do not. Two programs, each quoted, are held against each other, byte for byte.

    The vector is whole but for the judgement: which answer is right, SPEC.md says. The same seed
    gives the same packets.

    \b
    Exit status:  0  nothing was found
                  1  something was
                  2  a command cannot be started or described, or an argument is unusable
    """
    from groundspec_harness.commands.fuzz import fuzz_programs

    return fuzz_programs(divided=context.meta[DIVIDED], **options)


@click.command(context_settings=PROGRAM, short_help="Hold two programs against each other.")
@selection_option
@_effort(1000)
@timeout_option
@per_case_option
@format_option
@output_option
@root_option
@schema_option("compare")
@click.argument("first", metavar='"COMMAND A"')
@click.argument("second", metavar='"COMMAND B"')
def compare(**options: Any) -> int:
    """Ask two programs every vector that both claim, then packets made by chance.

    \b
    groundspec-harness compare "groundspec stdio" "node my-port.mjs"

    What is shown is where the two differ from each other, and which of them the vectors say is
    right; a fault that both have alike does not show. Behind the vectors, if -k selects none of
    them, come packets as `fuzz` makes them (--examples 0 for none).

    \b
    Exit status:  0  both give the same bytes
                  1  an answer differs
                  2  a command cannot be started or described, or an argument is unusable
                  3  nothing differs, but a fault of one or both kept it from being seen
    """
    from groundspec_harness.commands.compare import compare_programs

    return compare_programs(**options)
