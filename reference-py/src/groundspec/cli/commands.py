"""The commands by name. The first argument names one; its module reads those that follow."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from groundspec import __version__
from groundspec.cli.output import write_output

if TYPE_CHECKING:
    from groundspec.cli.arguments import Parser

COMMANDS = {
    "decide": "Decide a packet and print its receipt.",
    "verify": "Say whether a receipt is the one that a packet gives.",
    "quote": "Check quotations in JSON Lines, show them, compare policies.",
    "measure": "Measure the check fact/0.1 on documents with gold facts.",
    "fact": "Check facts that models propose, explain decisions about them.",
    "explain": "Explain a code, an outcome, a tier, a step, a rule or a policy.",
    "policy": "Check, migrate or import the document of a policy.",
    "stdio": "Answer the implementation protocol on standard input and output.",
}

_DESCRIPTION = """\
Decide what stands in a source, and leave a receipt that anyone can derive again.

commands:
  {commands}
  (`groundspec COMMAND --help` says more)

exit status:
  0 done; 1 the receipt differs; 2 refused, unusable, or output could not be written;
  130 interrupted"""

_EXAMPLES = (
    "groundspec decide packet.json -o receipt.json",
    "groundspec verify receipt.json packet.json",
    "groundspec quote check claims.jsonl",
    "groundspec fact check report.txt schema.json claims.json",
    "groundspec explain UNLOCATED",
    """echo '{"id":"1","do":"describe"}' | groundspec stdio""",
)


def invoke(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit status."""
    given = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not given or given[0] not in COMMANDS:
        return _without_command(given)
    command = import_module(f"groundspec.cli.{given[0]}")
    status: int = command.run(**vars(command.parser().read(given[1:])))
    return status


def _without_command(arguments: Sequence[str]) -> int:
    from groundspec.cli.arguments import Parser

    listed = "\n  ".join(f"{name:<9}{says}" for name, says in COMMANDS.items())
    parser = Parser("groundspec", _DESCRIPTION.format(commands=listed), _EXAMPLES)
    parser.usage = "groundspec [-h] [--version] COMMAND ..."
    parser.add_argument("--version", action="store_true", help="Print the version and exit.")
    if not arguments or arguments[0] not in ("-h", "--help", "--version"):
        _fail(parser, arguments)
    parser.parse_known_args(arguments[:1])  # ends where it is asked for help
    write_output(f"groundspec {__version__}\n".encode())
    return 0


def _fail(parser: "Parser", arguments: Sequence[str]) -> NoReturn:
    """End because the first argument, if there is one, names no command."""
    from groundspec.cli.arguments import near

    every = f"The commands are {', '.join(COMMANDS)}; --help says what they do."
    if not arguments:
        parser.fail("name a command", every)
    name = arguments[0]
    if name.startswith("-"):
        parser.fail_at_option(name)
    parser.fail(f"there is no command {name}", near(name, COMMANDS) or every)
