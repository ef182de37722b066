"""Amounts that the document itself says to be replaced, as amendments do (F-REPLACED)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from groundspec.vocab.pack import GAP, pack, phrases

Places = dict[str, tuple[int, int]]
_LONGEST: Final = 80
_OPENING: Final = '"\u201c'
_CLOSED: Final = re.compile(f'["\u201d]{GAP}')
_QUOTED: Final = re.compile(f'{GAP}["\u201c]([^"\u201d]{{1,{_LONGEST}}})["\u201d]')


def replaced_in(text: str, folded: str) -> Places:
    """Give what stands in quotation marks and is said to be replaced, and where it first stands."""
    found: Places = {}
    for start, end in sorted({*_said_behind(text, folded), *_said_before(text, folded)}):
        found.setdefault(text[start:end], (start, end))
    return found


def _said_behind(text: str, folded: str) -> Iterator[tuple[int, int]]:
    listed = phrases("replaced_behind")
    for closed in _CLOSED.finditer(text):
        if listed.at(folded, closed.end()) < 0:
            continue
        close = closed.start()
        low = max(0, close - _LONGEST - 1)
        start = 1 + max(text.rfind(mark, low, close) for mark in _OPENING)
        if start:
            yield start, close


def _said_before(text: str, folded: str) -> Iterator[tuple[int, int]]:
    if '"' not in text and "\u201c" not in text:
        return
    listed = phrases("replaced_before")
    for word in dict.fromkeys(phrase.partition(" ")[0] for phrase in pack()["replaced_before"]):
        for found in re.finditer(word, folded):
            end = listed.at(folded, found.start())
            quoted = None if end < 0 else _QUOTED.match(text, end)
            if quoted is not None:
                yield quoted.span(1)
