"""Commands for those who write the specification and its vectors."""

from typing import Any

import click

from groundspec_harness.cli.limiting import jobs_option
from groundspec_harness.cli.options import (
    COMMAND,
    PROGRAM,
    format_option,
    option,
    output_option,
    per_case_option,
    root_option,
    schema_option,
    selection_option,
    timeout_option,
)


@click.command(short_help="Check vectors, schemas, registry and policies.")
@format_option
@output_option
@root_option
@schema_option("lint")
def lint(**options: Any) -> int:
    """Check vectors, schemas, registry and policies against one another; 1 if a defect is found."""
    from groundspec_harness.commands.lint import lint_all

    return lint_all(**options)


@click.command(context_settings=PROGRAM, short_help="Fill in receipts from a program.")
@selection_option
@timeout_option
@per_case_option
@option("--check", is_flag=True, help="Change nothing; exit with 1 if a receipt would change.")
@root_option
@click.argument("command", **COMMAND)
def bless(**options: Any) -> int:
    """Fill in the receipts of decision vectors with what COMMAND answers.

    A receipt that contradicts the hand-written `expect` is reported and not written.
    """
    from groundspec_harness.commands.bless import bless_vectors

    return bless_vectors(**options)


@click.command(short_help="Show which vectors pin which rule and code.")
@format_option
@output_option
@root_option
@schema_option("trace")
def trace(**options: Any) -> int:
    """Show which vectors pin which rule and code; exit with 1 where fewer than two do."""
    from groundspec_harness.commands.trace import trace_all

    return trace_all(**options)


@click.command(context_settings=PROGRAM, short_help="See that vectors notice a missing rule.")
@selection_option
@timeout_option
@jobs_option
@format_option
@output_option
@root_option
@schema_option("ablate")
@click.argument("command", **COMMAND)
def ablate(**options: Any) -> int:
    """Leave out one rule at a time and see that at least two vectors notice.

    COMMAND must accept `without` (SPEC.md, P-ABLATION): for example `groundspec stdio --ablation`.
    """
    from groundspec_harness.commands.ablate import ablate_rules

    return ablate_rules(**options)


@click.command("new-vector", short_help="Write the scaffold of a new vector.")
@option("--class", "conformance_class", default="quote", show_default=True, help="Its class.")
@option("--rule", "rules", multiple=True, metavar="ID", help="A rule it pins. Repeatable.")
@option("--twin", metavar="VECTOR", help="The vector one step to the other side of the edge.")
@option("--refusal", metavar="CODE", help="Make a refusal vector, not a decision vector.")
@root_option
@click.argument("vector")
def new_vector(**options: Any) -> int:
    """Write the scaffold of a new vector, with the id VECTOR."""
    from groundspec_harness.commands.author import new_vector as work

    return work(**options)


@click.command("fmt", short_help="Write vectors in the form that lint asks for.")
@selection_option
@option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@root_option
def fmt(**options: Any) -> int:
    """Write vectors in the form that `lint` asks for."""
    from groundspec_harness.commands.author import reformat

    return reformat(**options)
