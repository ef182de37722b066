"""The one error that ends a command: its text is a clear line for the person who typed it."""


class HarnessError(Exception):
    """A command cannot do its work. `cli.main` prints the text and exits with status 2."""
