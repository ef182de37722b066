"""Text as it can be shown: what is not to be seen, or would act on a terminal, is an escape.

Control characters, direction controls, white space but U+0020, characters that are ignored where
text is shown, code points without a character: each is written \\u and four digits, or \\u{...}. So
is a backslash before a `u`, which would look like an escape, the sign that stands for what is cut
off (`CUT`), and a combining mark with nothing to stand on.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from groundspec.text.classes import CLASS_OF, MARK, members

CUT: Final = "\u22ef"
"""Stands for what is cut off. Where it is part of a text it is shown as an escape."""
_STACKED: Final = 3
_NARROW: Final = 0x300  # below it every character that is shown takes one column


class Cell(NamedTuple):
    """One code point as it is shown, and how many columns of a terminal it takes."""

    shown: str
    columns: int


def cells(text: str) -> Iterator[Cell]:
    """Each code point of a stretch of text."""
    stacked = _STACKED  # marks on the last character: nothing is there to stand on
    last = len(text) - 1
    for at, char in enumerate(text):
        if char == "\\" and at < last and text[at + 1] == "u":
            cell = _escape(char)
        elif CLASS_OF[char] != MARK:
            cell = _CELLS[char]
        else:
            cell = _CELLS[char] if stacked < _STACKED else _escape(char)
            stacked += 1
            yield cell
            continue
        stacked = 0 if cell.shown == char and char != " " else _STACKED
        yield cell


def visible(text: str) -> str:
    """A text as it can be shown."""
    if text.isascii() and text.isprintable() and "\\u" not in text:
        return text
    return "".join(cell.shown for cell in cells(text))


def shortened(text: str, most: int) -> str:
    """A text in quotation marks; of a long one the beginning, the end and how long it is."""
    if len(text) <= most:
        return f'"{visible(text)}"'
    half = most // 2
    ends = f"{visible(text[:half])} {CUT} {visible(text[-half:])}"
    return f'"{ends}" ({len(text)} code points)'


def width(char: str) -> int:
    """The most columns that a character may take."""
    cell = _CELLS[char]
    return max(cell.columns, 1) if cell.shown != char else max(cell.columns, _marked(char))


def _marked(char: str) -> int:
    return _escape(char).columns if char == "\\" or CLASS_OF[char] == MARK else 1


def _escape(char: str) -> Cell:
    code = ord(char)
    shown = f"\\u{code:04X}" if code <= 0xFFFF else f"\\u{{{code:X}}}"
    return Cell(shown, len(shown))


class _Cells(dict[str, Cell]):
    """How a character is shown that nothing before it or behind it changes."""

    def __missing__(self, char: str) -> Cell:
        hidden = not char.isprintable() or char == CUT or members("default-ignorable")[char]
        self[char] = cell = _escape(char) if hidden else Cell(char, _columns(char))
        return cell


def _columns(char: str) -> int:
    if ord(char) < _NARROW:
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


_CELLS: Final = _Cells()
