"""Every place at which a string stands in a text, overlapping places too, in order.

The first searches go through the text with the platform's substring search. Once a text is searched
often, its blocks are indexed: a string of nearly two blocks or more holds one of them whole, at one
of as many shifts as a block is long, so that looking the shifts up finds every place at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final

from groundspec.text.source import Effort

BLOCK: Final = 24
_INDEXED: Final = 2 * BLOCK - 1  # so long a string holds a whole block, wherever it stands
_PLAIN_SEARCHES: Final = 8
_SHIFTED: Final = tuple(slice(shift, shift + BLOCK) for shift in range(BLOCK))
_SAME: Final = 64  # so many equal blocks are followed before the plain search is taken


class Finder:
    """Finds strings in one text; ``effort`` counts its searches and the places it gives."""

    def __init__(self, text: str, effort: Effort) -> None:
        self._text = text
        self._effort = effort
        self._searched = 0
        self._blocks: _Blocks | None = None

    def places(self, wanted: str) -> Iterator[int]:
        """Yield each offset, in code points, at which a string that is not empty stands."""
        known = self._look_up(wanted)
        if known is None:
            yield from self._search(wanted)
        else:
            self._effort.examined += len(known)
            yield from known

    def alone(self, wanted: str) -> int | None:
        """Give the only place of a string, -1 where it has none, None where it has more."""
        known = self._look_up(wanted)
        if known is None:
            start = self._text.find(wanted)
            known = [] if start < 0 else [start]
            if known and self._text.find(wanted, start + 1) >= 0:
                return None
        self._effort.examined += len(known) == 1
        return -1 if not known else known[0] if len(known) == 1 else None

    def _look_up(self, wanted: str) -> list[int] | None:
        """Give every place by the index; None where there is no index, or it does not tell."""
        self._searched += 1
        self._effort.searches += 1
        if self._searched <= _PLAIN_SEARCHES or len(wanted) < _INDEXED:
            return None
        if self._blocks is None:
            self._effort.folded += len(self._text)
            self._blocks = _Blocks(self._text)
        return self._blocks.places(wanted)

    def _search(self, wanted: str) -> Iterator[int]:
        """Search the text.

        A string that repeats itself with a period of at most half its length stands again either
        one period further on or not within half its length; so it is compared there and otherwise
        searched for from further on, and the text is never gone through once for each place.
        """
        text = self._text
        start = text.find(wanted)
        if start < 0:
            return
        period = _period(wanted)
        tail = wanted[-period:]  # all that is new one period further on
        beyond = len(wanted) // 2 + 1
        while start >= 0:
            self._effort.examined += 1
            yield start
            if period and text.startswith(tail, start + len(wanted)):
                start += period
            else:
                self._effort.searches += 1
                start = text.find(wanted, start + beyond)


def _period(text: str) -> int:
    """Give the smallest period of a string if it is at most half its length, else 0.

    The first place at which the first half stands again is the only one to try: a longer period
    would be a multiple of it, and make it a period as well. It leaves room for that half.
    """
    period = text.find(text[: (len(text) + 1) // 2], 1)
    return period if period > 0 and text.startswith(text[period:]) else 0


class _Blocks:
    """Where each block of a text stands: its last place, and from each place the one before."""

    __slots__ = ("_before", "_last", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._last: dict[str, int] = {}
        self._before = array("q")
        last = self._last
        for row in range(len(text) // BLOCK):
            key = text[row * BLOCK : row * BLOCK + BLOCK]
            self._before.append(last.get(key, -1))
            last[key] = row

    def places(self, wanted: str) -> list[int] | None:
        """Give every place of a string of at least ``2 * BLOCK - 1`` code points, in order.

        None where a block of it stands too often to follow.
        """
        text, found, followed = self._text, [], 0
        rows = map(self._last.get, map(wanted.__getitem__, _SHIFTED))
        for shift, last in enumerate(rows):
            row = -1 if last is None else last
            while row >= 0:
                followed += 1
                if followed > _SAME:
                    return None
                start = row * BLOCK - shift  # below 0 it counts from the end: less is left there
                if text.startswith(wanted, start):
                    found.append(start)
                row = self._before[row]
        return sorted(found)
