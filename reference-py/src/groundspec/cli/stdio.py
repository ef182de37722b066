"""`groundspec stdio`: the implementation protocol on standard input and output."""

import gc
import sys

from groundspec.cli.arguments import Parser
from groundspec.cli.output import end_quietly
from groundspec.errors import Unusable
from groundspec.stdio import serve


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec stdio",
        "Answer the implementation protocol (SPEC.md, section 10) on standard input and output:\n"
        "one JSON line for each request, until the input ends.\n\n"
        "exit status:\n  0 the input ended; 2 unusable, or output could not be written",
        (
            """echo '{"id":"1","do":"describe"}' | groundspec stdio""",
            "groundspec-harness run -- groundspec stdio",
        ),
    )
    parser.add_argument(
        "--ablation", action="store_true", help="Accept requests that leave rules out."
    )
    return parser


def run(ablation: bool) -> int:
    """Serve until the input ends."""
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
    return 0
