"""Amounts that the document itself says to be replaced, as amendments do (F-REPLACED)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from groundspec.vocab.pack import GAP, pack, phrases

Places = dict[str, tuple[int, int]]
_LONGEST: Final = 80
_OPENING: Final = '"\u201c'
_CLOSING: Final = '"\u201d'
_GAP: Final = re.compile(GAP)


def replaced_in(text: str, folded: str) -> Places:
    """Give what stands in quotation marks and is said to be replaced, and where it first stands."""
    found: Places = {}
    if not any(mark in text for mark in _CLOSING):
        return found
    for start, end in sorted({*_said_behind(text, folded), *_said_before(text, folded)}):
        found.setdefault(text[start:end], (start, end))
    return found


def _said_behind(text: str, folded: str) -> Iterator[tuple[int, int]]:
    listed = phrases("replaced_behind")
    for word in dict.fromkeys(phrase.rpartition(" ")[2] for phrase in pack()["replaced_behind"]):
        for at in _occurrences(folded, word):
            close = max(text.rfind(mark, max(0, at - 48), at) for mark in _CLOSING)
            gap = _GAP.match(text, close + 1) if close > 0 else None
            if gap is None or listed.at(folded, gap.end()) < 0:
                continue
            low = max(0, close - _LONGEST - 1)
            start = 1 + max(text.rfind(mark, low, close) for mark in _OPENING)
            if 0 < start < close:
                yield start, close


def _said_before(text: str, folded: str) -> Iterator[tuple[int, int]]:
    listed = phrases("replaced_before")
    for word in dict.fromkeys(phrase.partition(" ")[0] for phrase in pack()["replaced_before"]):
        for at in _occurrences(folded, word):
            end = listed.at(folded, at)
            gap = _GAP.match(text, end) if end > 0 else None
            if gap is None or text[gap.end() : gap.end() + 1] not in ('"', "\u201c"):
                continue
            start = gap.end() + 1
            ends = [text.find(mark, start, start + _LONGEST + 1) for mark in _CLOSING]
            close = min((end for end in ends if end >= 0), default=-1)
            if close > start:
                yield start, close


def _occurrences(folded: str, word: str) -> Iterator[int]:
    at = folded.find(word)
    while at >= 0:
        yield at
        at = folded.find(word, at + 1)
