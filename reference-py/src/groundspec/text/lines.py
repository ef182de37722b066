"""The lines and cells of a text (F-LINES), and where its sentences stop (F-SENTENCE).

Line starts lie in one flat array; the cells of a line are made when they are asked for and kept.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection
from functools import cached_property
from itertools import accumulate, count
from operator import add
from string import ascii_letters, ascii_lowercase
from typing import Final, NamedTuple

from groundspec.text.classes import CLASS_OF
from groundspec.text.letters import is_capital

BREAKS: Final = "\n\x0b\x0c\r\x85\u2028\u2029"
SPACES: Final = " \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
BREAK: Final = "(?:\r\n|\r(?!\n)|[\n\x0b\x0c\x85\u2028\u2029])"
REACH: Final = 200  # code points that a sentence is looked through, either way
LONGEST_LINE: Final = 2000
_PIECE: Final = 1 << 16

_BREAK: Final = re.compile("\r\n|[\n\x0b\x0c\r\x85\u2028\u2029]")
_CELL_BREAK: Final = re.compile(f"[\\t|]|[{SPACES}]{{2,}}")
_STOP: Final = re.compile(
    f"[.!?;](?=[{SPACES}{BREAKS}])|[\u2022\x0c]|{BREAK}(?=[{SPACES}]*[{BREAKS}])"
)
_STOP_CHARS: Final = ".\n;!?\u2022\x0c\r\x0b\x85\u2028\u2029"
_WHITE: Final = re.compile(f"[{SPACES}{BREAKS}]*")
_ODD_SPACE: Final = re.compile(f"[{SPACES[1:]}]")
_ODD_BREAK: Final = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_ABBREVIATION: Final = f"{ascii_lowercase}."
_ENTITIES: Final = frozenset(["&lt", "&gt", "&le", "&ge"])
_ABBREVIATING: Final = frozenset(ascii_letters + ".\u017f\u0130\u0131")  # folded, one of those


class Cell(NamedTuple):
    """A cell at ``[start, end)``; ``tabs`` counts the tabs and bars before it in its line."""

    start: int
    end: int
    tabs: int


class Line(NamedTuple):
    """A line at ``[start, end)`` without its break; one that is too long has no cells."""

    number: int
    start: int
    end: int
    cells: tuple[Cell, ...]
    parted: bool  # whether it holds a tab, or begins with a bar


class Lines:
    """The lines of a text, by number and by place."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._kept: dict[int, Line] = {}

    @cached_property
    def _starts(self) -> array[int]:
        text, starts = self._text, array("q", [0])
        if any(map(text.__contains__, BREAKS[1:])):
            starts.extend(match.end() for match in _BREAK.finditer(text))
            return starts
        for begin in range(0, len(text), _PIECE):
            pieces = text[begin : begin + _PIECE].split("\n")
            starts.extend(map(add, accumulate(map(len, pieces[:-1])), count(begin + 1)))
        return starts

    def number(self, offset: int) -> int:
        """Give the number of the line that an offset lies in, from 0."""
        return bisect_right(self._starts, offset) - 1

    def at(self, offset: int) -> Line:
        """Give the line that an offset lies in."""
        return self.line(self.number(offset))

    def line(self, number: int) -> Line:
        """Give a line by its number."""
        found = self._kept.get(number)
        if found is None:
            found = self._kept[number] = self._make(number)
        return found

    def _make(self, number: int) -> Line:
        text, starts = self._text, self._starts
        start = starts[number]
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        if number + 1 < len(starts):
            end -= 2 if text.startswith("\r\n", end - 2) else 1
        if end - start > LONGEST_LINE:
            return Line(number, start, end, (), False)
        cells: list[Cell] = []
        at, index, parted = start, 0, False
        for match in _CELL_BREAK.finditer(text, start, end):
            self._cell(cells, at, match.start(), index)
            at = match.end()
            tabs = match[0].count("\t")
            if tabs or match[0] == "|":
                index += tabs or 1
                parted = parted or tabs > 0 or not cells
        self._cell(cells, at, end, index)
        return Line(number, start, end, tuple(cells), parted)

    def _cell(self, cells: list[Cell], start: int, end: int, index: int) -> None:
        """Add the cell in a stretch without cell breaks, unless it is empty."""
        text = self._text
        if start < end and text[start] in SPACE_SET:
            start += 1
        if start < end and text[end - 1] in SPACE_SET:
            end -= 1
        if start < end:
            cells.append(Cell(start, end, index))


SPACE_SET: Final = frozenset([*" \t\xa0\u1680\u202f\u205f\u3000", *map(chr, range(0x2000, 0x200B))])
BREAK_SET: Final = frozenset(BREAKS)
WHITE_SET: Final = SPACE_SET | BREAK_SET
SPACES_TEXT: Final = "".join(sorted(SPACE_SET))
WHITE: Final = "".join(sorted(WHITE_SET))


def spaced(text: str) -> str:
    """Give a short text with U+0020 for each kind of space, and LF for breaks but CR.

    Patterns of many words are for such a text: classes of all that is white take long to compile.
    """
    return _ODD_BREAK.sub("\n", _ODD_SPACE.sub(" ", text))


class Sentences:
    """Where the sentences of a text stop."""

    def __init__(self, text: str, abbreviations: Collection[str], always: Collection[str]) -> None:
        self._text = text
        self._abbreviations = abbreviations
        self._always = always
        self._before: dict[int, int] = {}

    @cached_property
    def _chars(self) -> list[str]:
        """The code points of the text with which a stop begins; one at least."""
        return [char for char in _STOP_CHARS if char in self._text] or [_STOP_CHARS[0]]

    def before(self, offset: int) -> int:
        """Give where the sentence before an offset begins, at most 200 code points back."""
        found = self._before.get(offset)
        if found is None:
            found = self._before[offset] = self._look_back(offset)
        return found

    def _look_back(self, offset: int) -> int:
        """Go back from one code point that may be a stop to the one before."""
        text, low = self._text, max(0, offset - REACH)
        at = offset
        while (at := max([text.rfind(char, low, at) for char in self._chars])) >= 0:
            match = _STOP.match(text, at, offset)
            if match is not None and self._stops(match):
                return match.end()
        return low

    def behind(self, offset: int) -> int:
        """Give where the sentence behind an offset ends, at most 200 code points on."""
        high = min(len(self._text), offset + REACH)
        for match in _STOP.finditer(self._text, offset, high):
            if self._stops(match):
                return match.start()
        return high

    def _stops(self, match: re.Match[str]) -> bool:
        text, at = self._text, match.start()
        if match[0] == ";":
            return text[max(0, at - 3) : at].translate(FOLD) not in _ENTITIES
        if match[0] != ".":
            return True
        if text[at - 1 : at] not in _ABBREVIATING:
            return True
        before = text[max(0, at - 17) : at].translate(FOLD)
        rest = before.rstrip(_ABBREVIATION)
        word = before[len(rest) :]
        if word not in self._abbreviations or (rest and CLASS_OF[rest[-1]] in "LMD"):
            return True
        white = _WHITE.match(text, match.end())
        behind = match.end() if white is None else white.end()
        capital = behind < len(text) and is_capital(text[behind])
        return capital and word not in self._always and "." not in word and len(word) > 1


FOLD: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)} | {
    0x17F: ord("s"),
    0x130: ord("i"),
    0x131: ord("i"),
}
