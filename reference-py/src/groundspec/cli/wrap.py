"""Text in lines that a terminal shows whole."""

import textwrap

_WIDTH = 96


def wrapped(text: str, indent: str = "", further: str = "") -> list[str]:
    """The lines of a paragraph; those behind the first have a deeper indent, or `further`."""
    further = further or (indent + "  " if indent else "")
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
