"""The command that judges a change of the specification."""

from pathlib import Path
from typing import Any

import click

from groundspec_harness.cli.options import (
    count_option,
    known_failures_option,
    option,
    output_option,
    schema_option,
    timeout_option,
    today_option,
)


class WithProgram(click.Command):
    """A command whose last argument, behind `--`, is a program; what stands before may be left out.

    Click by itself would take the program's name for an argument that was left out.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, program = args, tuple[str, ...]()
        if "--" in args:
            place = args.index("--")
            own, program = args[:place], tuple(args[place + 1 :])
            if not program:
                raise click.UsageError("a command has to stand behind `--`", ctx)
        rest = super().parse_args(ctx, own)
        ctx.params["command"] = program
        return rest

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND...]"]


@click.command(cls=WithProgram, short_help="Judge a change of the specification.")
@click.argument("base")
@click.argument("head", required=False)
@option(
    "--allow",
    type=click.Choice(["editorial", "additive", "decision-changing", "breaking"]),
    default="additive",
    show_default=True,
    metavar="CLASS",
    help="The highest class of change that passes.",
)
@option(
    "--waivers",
    "waivers_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Findings that are answered for (schemas/harness-waivers.schema.json).",
)
@known_failures_option("Failures of COMMAND at BASE's vectors that are no changes.")
@today_option
@option(
    "--repository",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Revisions are of the repository that holds this folder [default: the current one].",
)
@timeout_option
@count_option("--max-changes", 20, "How many changes of one kind the table shows.")
@option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "markdown"]),
    default="table",
    show_default=True,
    help="For people, as the published schema says, or for a pull request.",
)
@output_option
@schema_option("gate")
def gate(**options: Any) -> int:
    """Say how much the change from BASE to HEAD breaks, and what it lacks.

    BASE and HEAD are git revisions, or folders with SPEC.md, schemas/, conformance/ and
    CHANGELOG.md; without HEAD, the working tree is meant. Rules, codes, schemas, tables, policies,
    packs and vectors are compared. With `-- COMMAND`, the vectors of BASE are also put to HEAD's
    implementation, and what it answers otherwise is a change too, unless it did so before and
    --known-failures lists it.

    \b
    groundspec-harness gate main
    groundspec-harness gate v0.1.0 HEAD --format markdown -- groundspec stdio

    A change is editorial, additive, decision-changing or breaking. The last two have to raise a
    version and be named in the changelog; a new rule needs two vectors, a vector that is gone a
    tombstone. docs/ci.md has the table of both, and explains waivers.

    \b
    Exit status:  0  at most the class that --allow names, and nothing is lacking
                  1  a demand is not met, or a waiver is expired or unknown
                  2  BASE, HEAD, a file or an argument is unusable, or COMMAND cannot be started
                  3  a fault of COMMAND kept old vectors from being judged
                  4  decision-changing, and --allow permits less
                  5  breaking, and --allow permits less
                  6  additive, and --allow permits only editorial changes
    """
    from groundspec_harness.commands.gate import gate_change

    return gate_change(**options)
