"""Options and arguments that several commands have, each declared once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from groundspec_harness.cli.completing import expressions
from groundspec_harness.formats import FORMATS
from groundspec_harness.limits import TIMEOUT

Function = TypeVar("Function", bound=Callable[..., Any])

COMMAND: dict[str, Any] = {"nargs": -1, "type": click.UNPROCESSED, "required": True}
PROGRAM = {"allow_interspersed_args": False}  # what follows the program's name is its own


def option(*names: str, **settings: Any) -> Callable[[Function], Function]:
    """An option whose type says that it keeps the function's own."""
    return click.option(*names, **settings)


def count_option(name: str, default: int, says: str) -> Callable[[Function], Function]:
    """An option whose value is a number of things, none at least."""
    return option(
        name,
        type=click.IntRange(min=0),
        default=default,
        show_default=True,
        metavar="N",
        help=says,
    )


root_option = option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder with SPEC.md, schemas/ and conformance/ [default: those of this package].",
)
selection_option = option(
    "-k",
    "selection",
    multiple=True,
    shell_complete=expressions,
    metavar="EXPR",
    help="Only vectors of this id, folder, rule, code or class; * and ? are wild. Repeatable.",
)
timeout_option = option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=86_400),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="How long one answer may take.",
)
max_timeouts_option = count_option(
    "--max-timeouts", 10, "Ask no more after so many timeouts in a row; 0 for never."
)
per_case_option = option(
    "--per-case", is_flag=True, help="Start the program for each request and let it exit."
)
format_option = option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For people, or as the published schema says.",
)
report_format_option = option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="For people, as the published schema says, or made from the same results for others.",
)
max_diffs_option = count_option(
    "--max-diffs", 3, "How many divergences, and how many faults, are explained."
)
failed_option = option(
    "--failed", is_flag=True, help="Hide topics of the table where every vector is at bytes."
)


def known_failures_option(says: str) -> Callable[[Function], Function]:
    """`--known-failures`: a list that `known-failures --write` made."""
    return option(
        "--known-failures",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=says,
    )


today_option = option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The day by which entries expire [default: that of the system clock].",
)


def _in_a_folder(
    _context: click.Context, _option: click.Parameter, path: Path | None
) -> Path | None:
    """Say at once, not after the work, that a file cannot be written there; `-` is no file."""
    if path == Path("-"):
        return None
    if path is not None and not path.absolute().parent.is_dir():
        raise click.BadParameter(f"{path.parent} is no folder.")
    return path


output_option = option(
    "-o",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_in_a_folder,
    metavar="FILE",
    help="Write there, whole or not at all, instead of to standard output.",
)


def schema_option(name: str) -> Callable[[Function], Function]:
    """`--schema`: print schemas/harness-NAME.schema.json, self-contained, and do nothing else."""

    def show(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if not wanted or context.resilient_parsing:
            return
        from groundspec_harness.bundling import bundled
        from groundspec_harness.jsontext import indented
        from groundspec_harness.resources import find
        from groundspec_harness.schemas import Schemas

        click.echo(indented(bundled(Schemas(find()), f"harness-{name}.schema.json")))
        context.exit(0)

    return option(
        "--schema",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Print the JSON Schema of the JSON output, and exit.",
    )
