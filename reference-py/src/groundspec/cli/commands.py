"""The group of commands, by name; and how click's own errors become an exit status."""

from collections.abc import Sequence
from importlib import import_module

import click

from groundspec import __version__

_COMMANDS = ("decide", "verify", "explain", "stdio")


class _Commands(click.Group):
    """Imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"groundspec.cli.{cmd_name}").command
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="groundspec", message="%(prog)s %(version)s")
def groundspec() -> None:
    """Decide what stands in a source, and leave a receipt that anyone can derive again.

    Exit status: 0 done, 1 the receipt differs, 2 refused or unusable.
    """


def invoke(arguments: Sequence[str]) -> int:
    """Run a command line; a command returns its exit status, or None for 0."""
    try:
        status = groundspec.main(
            [*arguments], prog_name="groundspec", standalone_mode=False, windows_expand_args=False
        )
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    return status if isinstance(status, int) else 0
