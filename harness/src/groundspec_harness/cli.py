"""The command `groundspec-harness`: options, and which function does each command's work.

A command imports what it needs when it runs, so that `--help` is quick. `main` turns every expected
trouble into one line on standard error and an exit status; a broken pipe is quiet.
"""

import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from groundspec_harness import __version__
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonError

Function = TypeVar("Function", bound=Callable[..., Any])

UNUSABLE = 2
BROKEN_PIPE = 128 + 13  # as a shell reports the signal
INTERRUPTED = 128 + 2

_COMMAND: dict[str, Any] = {"nargs": -1, "type": click.UNPROCESSED, "required": True}
_PROGRAM = {"allow_interspersed_args": False}  # what follows the program's name is its own


def _option(*names: str, **settings: Any) -> Callable[[Function], Function]:
    return click.option(*names, **settings)


root_option = _option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder with SPEC.md, schemas/ and conformance/ [default: those of this package].",
)
selection_option = _option(
    "-k",
    "selection",
    multiple=True,
    metavar="EXPR",
    help="Only vectors of this id, folder, rule, code or class; * and ? are wild. Repeatable.",
)
timeout_option = _option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=86_400),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long one answer may take.",
)
per_case_option = _option(
    "--per-case", is_flag=True, help="Start the program for each request and let it exit."
)
format_option = _option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For people, or as the published schema says.",
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


output_option = _option(
    "-o",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_in_a_folder,
    metavar="FILE",
    help="Write there, whole or not at all, instead of to standard output.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="groundspec-harness")
def group() -> None:
    """Run any implementation of groundspec against the conformance vectors.

    An implementation is a program that reads requests from standard input and writes answers to
    standard output (SPEC.md, section 10). Its command stands after `--`.

    Of every command, 2 is the exit status where an argument or a file is unusable, and 141 where
    whoever reads its output has gone.
    """


@group.command(context_settings=_PROGRAM, short_help="Run the vectors against a program.")
@selection_option
@timeout_option
@per_case_option
@format_option
@output_option
@_option(
    "--max-diffs",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="How many divergences, and how many faults, are explained.",
)
@_option("--failed", is_flag=True, help="Hide topics of the table where every vector is at bytes.")
@_option(
    "--max-timeouts",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="Ask no more after so many timeouts in a row; 0 for never.",
)
@root_option
@click.argument("command", **_COMMAND)
def run(**options: Any) -> int:
    """Run the vectors against COMMAND and show how far each gets.

    \b
    Exit status:  0  every selected vector agrees in every byte
                  1  at least one answer differs
                  2  COMMAND cannot be started or described, or an argument is unusable
                  3  nothing differs, but a fault kept some vectors from being judged
    """
    from groundspec_harness.commands.run import run_vectors

    return run_vectors(**options)


@group.command("list", short_help="List the vectors.")
@selection_option
@format_option
@output_option
@root_option
def list_vectors(**options: Any) -> int:
    """List the vectors: id, class, title."""
    from groundspec_harness.commands.listing import list_vectors as work

    return work(**options)


@group.command(short_help="Show all about one vector, and where a program differs.")
@_option("--request", is_flag=True, help="Print the request line alone, to pipe into a program.")
@timeout_option
@per_case_option
@root_option
@click.argument("vector")
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def why(**options: Any) -> int:
    """Show all about VECTOR; with `-- COMMAND`, run it and show the difference."""
    from groundspec_harness.commands.why import explain_vector

    return explain_vector(**options)


@group.command(short_help="Check vectors, schemas, registry and policies.")
@format_option
@output_option
@root_option
def lint(**options: Any) -> int:
    """Check vectors, schemas, registry and policies against one another; 1 if a defect is found."""
    from groundspec_harness.commands.lint import lint_all

    return lint_all(**options)


@group.command(context_settings=_PROGRAM, short_help="Fill in receipts from a program.")
@selection_option
@timeout_option
@per_case_option
@_option("--check", is_flag=True, help="Change nothing; exit with 1 if a receipt would change.")
@root_option
@click.argument("command", **_COMMAND)
def bless(**options: Any) -> int:
    """Fill in the receipts of decision vectors with what COMMAND answers.

    A receipt that contradicts the hand-written `expect` is reported and not written.
    """
    from groundspec_harness.commands.bless import bless_vectors

    return bless_vectors(**options)


@group.command(short_help="Show which vectors pin which rule and code.")
@format_option
@output_option
@root_option
def trace(**options: Any) -> int:
    """Show which vectors pin which rule and code; exit with 1 where fewer than two do."""
    from groundspec_harness.commands.trace import trace_all

    return trace_all(**options)


@group.command(context_settings=_PROGRAM, short_help="See that vectors notice a missing rule.")
@selection_option
@timeout_option
@format_option
@output_option
@root_option
@click.argument("command", **_COMMAND)
def ablate(**options: Any) -> int:
    """Leave out one rule at a time and see that at least two vectors notice.

    COMMAND must accept `without` (SPEC.md, P-ABLATION): for example `groundspec stdio --ablation`.
    """
    from groundspec_harness.commands.ablate import ablate_rules

    return ablate_rules(**options)


@group.command("new-vector", short_help="Write the scaffold of a new vector.")
@_option("--class", "conformance_class", default="quote", show_default=True, help="Its class.")
@_option("--rule", "rules", multiple=True, metavar="ID", help="A rule it pins. Repeatable.")
@_option("--twin", metavar="VECTOR", help="The vector one step to the other side of the edge.")
@_option("--refusal", metavar="CODE", help="Make a refusal vector, not a decision vector.")
@root_option
@click.argument("vector")
def new_vector(**options: Any) -> int:
    """Write the scaffold of a new vector, with the id VECTOR."""
    from groundspec_harness.commands.author import new_vector as work

    return work(**options)


@group.command("fmt", short_help="Write vectors in the form that lint asks for.")
@selection_option
@_option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@root_option
def fmt(**options: Any) -> int:
    """Write vectors in the form that `lint` asks for."""
    from groundspec_harness.commands.author import reformat

    return reformat(**options)


def main() -> None:
    """Run the command line and exit."""
    if sys.stderr is None:  # closed: nobody is to be told anything
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        _complain("standard output is closed; send it to a file (> FILE) or nowhere (> /dev/null)")
        sys.exit(UNUSABLE)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(run_command(sys.argv[1:]))


def run_command(arguments: list[str]) -> int:
    """Run one command and give its exit status, whatever becomes of its output."""
    try:
        status = _status(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _forget(sys.stdout, sys.stderr)
        return BROKEN_PIPE
    except OSError as error:
        _forget(sys.stdout)
        with suppress(OSError):
            _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
        return UNUSABLE
    return status


def _status(arguments: list[str]) -> int:
    try:
        with group.make_context("groundspec-harness", arguments) as context:
            status = group.invoke(context)
    except click.exceptions.Exit as error:  # of --help and --version
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return UNUSABLE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (HarnessError, JsonError) as error:
        _complain(str(error))
        return UNUSABLE
    except (KeyboardInterrupt, click.exceptions.Abort):
        _complain("interrupted")
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _complain(message: str) -> None:
    click.echo(f"groundspec-harness: {message}", err=True)


def _forget(*streams: TextIO) -> None:
    """Nothing more can be written; let the interpreter not try when it ends."""
    for stream in streams:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
