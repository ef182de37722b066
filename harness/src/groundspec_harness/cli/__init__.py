"""The command `groundspec-harness`: which commands there are, and how they end.

A command imports what it needs when it runs, so that `--help` is quick. `main` turns every expected
trouble into one line on standard error and an exit status; a broken pipe is quiet.
"""

import io
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click

from groundspec_harness import __version__
from groundspec_harness.cli import (
    auditing,
    authoring,
    checking,
    comparing,
    completing,
    gating,
    probing,
    reports,
    running,
)
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonError
from groundspec_harness.selection import near

UNUSABLE = 2
BROKEN_PIPE = 128 + 13  # as a shell reports the signal
INTERRUPTED = 128 + 2


_REFERENCE = ("decide", "verify", "quote", "measure", "fact", "explain", "policy", "stdio")
"""The commands of the reference, which are looked for here too."""


class Group(click.Group):
    """The commands; of one that it has not, it is said which is meant, or where it is."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        unknown = self.get_command(ctx, name) is None and not name.startswith("-")
        if unknown and not ctx.resilient_parsing:
            there = f"; `groundspec {name}` is one, of the reference" if name in _REFERENCE else ""
            ctx.fail(f"No such command {name!r}{there or near(name, self.commands)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="groundspec-harness")
def group() -> None:
    """Run any implementation of groundspec against the conformance vectors.

    An implementation is a program that reads requests from standard input and writes answers to
    standard output (SPEC.md, section 10). Its command stands after `--`.

    Of every command, 2 is the exit status where an argument or a file is unusable, 130 where it is
    interrupted (Ctrl-C), and 141 where whoever reads its output has gone.
    """


for _command in (
    running.run,
    running.list_vectors,
    running.why,
    checking.doctor,
    reports.report,
    reports.verify_report,
    reports.known_failures,
    reports.completion,
    probing.probe,
    comparing.compare,
    comparing.fuzz,
    auditing.audit,
    authoring.lint,
    authoring.bless,
    authoring.trace,
    authoring.ablate,
    authoring.new_vector,
    authoring.fmt,
    gating.gate,
):
    group.add_command(_command)


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
    _end_in_good_order("SIGTERM", "SIGHUP")
    asked = completing.answer(group)
    sys.exit(run_command(sys.argv[1:]) if asked is None else asked)


def _end_in_good_order(*names: str) -> None:
    """Have signals end this process by an exception, so that no program under test outlives it."""
    for name in names:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as nohup does
            signal.signal(number, lambda number, _frame: sys.exit(128 + number))


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
