"""What every command's arguments have in common: plain help, and errors in one line."""

import argparse
from collections.abc import Iterable, Sequence
from typing import NoReturn

from groundspec.cli.output import complain, write_error, write_output

_WIDTH = 88


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lines are as long everywhere; to ask for the terminal's width would cost an import."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=20, width=_WIDTH)


class Parser(argparse.ArgumentParser):
    """Reads one command's arguments; `examples` are command lines that the help ends with."""

    def __init__(self, prog: str, description: str, examples: Iterable[str]) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog="\n  ".join(["examples:", *examples]),
            formatter_class=_Formatter,
            add_help=False,
            allow_abbrev=False,
        )
        self.color = False  # a Python that knows colours would write them into pipes
        self.add_argument("-h", "--help", action="help", help="Show this and exit.")

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The values of the arguments; whatever is wrong with them ends the program."""
        options, rest = self.parse_known_args(arguments)
        for argument in rest:
            if argument.startswith("-") and argument not in ("-", "--"):
                self.fail_at_option(argument)
            if argument != "--":
                self.fail(f"there is one argument too many, {argument}")
        return options

    def fail_at_option(self, wrong: str) -> NoReturn:
        """End because of an option that does not exist."""
        known = [name for action in self._actions for name in action.option_strings]
        self.fail(f"there is no option {wrong}", near(wrong, known))

    def fail(self, message: str, hint: str = "") -> NoReturn:
        """End with one line about the fault, a hint if there is one, and the usage."""
        complain(f"{self.prog}: {message}", hint)
        write_error(self.format_usage())
        self.exit(2)

    def error(self, message: str) -> NoReturn:
        """What argparse calls when it finds a fault."""
        self.fail(message)

    def print_help(self, file: object = None) -> None:  # noqa: ARG002
        """Help goes where output goes, and is as quiet about a reader that left."""
        write_output(self.format_help().encode("utf-8"))


def near(wrong: str, known: Iterable[str]) -> str:
    """A question that names what was meant, or nothing."""
    from difflib import get_close_matches

    found = get_close_matches(wrong, [*known], n=2, cutoff=0.6)
    return f"Did you mean {' or '.join(found)}?" if found else ""
