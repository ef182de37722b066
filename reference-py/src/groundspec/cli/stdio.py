"""`groundspec stdio`: the implementation protocol on standard input and output."""

import gc
import sys

import click

from groundspec.cli.output import end_quietly
from groundspec.errors import Unusable
from groundspec.stdio import serve


@click.command("stdio")
@click.option("--ablation", is_flag=True, help="Accept requests that leave rules out.")
def command(ablation: bool) -> None:
    """Answer the implementation protocol, one JSON line for each request, until input ends."""
    if sys.stdin is None or sys.stdout is None:
        raise Unusable("the protocol needs both standard input and standard output")
    gc.freeze()
    gc.enable()
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, ablation=ablation)
    except BrokenPipeError:
        end_quietly()
    except OSError as error:
        raise Unusable(f"standard input or output: {error.strerror}") from error
