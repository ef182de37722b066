"""The command line. Every command lies in a module of its own, which is imported when it runs.

Exit status: 0 done; 1 the receipt differs; 2 refused, unusable, or output could not be written
(without a word where its reader went away); 130 interrupted. Errors go to standard error, with
what to do about them; no input gives a traceback.
"""

import gc
import sys
from collections.abc import Sequence

from groundspec.cli.output import complain, give_up_output
from groundspec.errors import Unusable

UNUSABLE = 2
INTERRUPTED = 130


def main() -> None:
    """The program `groundspec`."""
    gc.disable()  # a command is over before a collection would pay; `stdio` turns it on again
    status = run(sys.argv[1:])
    gc.freeze()  # nor does what is left need a last look through it
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status."""
    try:
        from groundspec.cli.commands import invoke

        return invoke(arguments)
    except Unusable as error:
        complain(f"groundspec: {error.message}", error.hint)
    except BrokenPipeError:
        give_up_output()
    except MemoryError:
        complain("groundspec: there is not enough memory", "Give it a smaller packet.")
    except KeyboardInterrupt:
        return INTERRUPTED
    return UNUSABLE
