"""Text of the program under test, made harmless: it can neither hide in a terminal nor steer it."""

_TAIL = 10  # lines of standard error that a message shows
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), 0x7F)}


def plain(text: str) -> str:
    """A text on one line of printable ASCII."""
    return text.encode("ascii", "backslashreplace").decode("ascii").translate(_CONTROLS)


def tail(stderr: str) -> list[str]:
    """The last lines that a program wrote to standard error, set off for a message."""
    return [f"  | {plain(line)}" for line in stderr.splitlines()[-_TAIL:]]
