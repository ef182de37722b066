"""Options about the processes of a program: how many, and what each may use."""

import os

import click

from groundspec_harness.cli.options import option
from groundspec_harness.limits import LINE_LIMIT

_MOST_JOBS = 256


def _number(_context: click.Context, _option: click.Parameter, value: str) -> int:
    """A number of processes; `auto` and 0 are that of processors."""
    if value in ("auto", "0"):
        return os.cpu_count() or 1
    if not (value.isascii() and value.isdigit()):
        raise click.BadParameter(f"{value!r} is neither a number nor auto.")
    if len(value) > len(str(_MOST_JOBS)) or int(value) > _MOST_JOBS:
        raise click.BadParameter(f"At most {_MOST_JOBS} processes are asked at a time.")
    return int(value)


jobs_option = option(
    "--jobs",
    default="1",
    show_default=True,
    callback=_number,
    metavar="N",
    help="Ask so many processes of the program at a time; auto for one on each processor. "
    "The report stays the same.",
)
output_limit_option = option(
    "--output-limit",
    type=click.IntRange(min=1),
    default=LINE_LIMIT,
    show_default=True,
    metavar="BYTES",
    help="How long a line of output may be.",
)
memory_limit_option = option(
    "--memory-limit",
    type=click.IntRange(min=1, max=10**9),
    metavar="MB",
    help="How much memory the program may write to: what it takes counts, used or not, and what "
    "it reserves does not [default: no limit; on Linux only].",
)
