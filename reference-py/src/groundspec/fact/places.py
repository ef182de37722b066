"""Where evidence lies: spans, and the occurrences of quotes (F-SPAN, F-QUOTE)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, Final

from groundspec.fact.document import Document, Span
from groundspec.fact.values import collapse
from groundspec.text.lines import BREAKS, SPACES, WHITE_SET
from groundspec.text.node import Node
from groundspec.text.steps import WhiteSpaceStep

MOST: Final = 1000


class Places:
    """Finds the places that evidence names in one document."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def _collapsed(self) -> Node:
        """The source with each run of white space as one space."""
        return Node.root(self._document.source).then(WhiteSpaceStep())

    def span(self, given: Mapping[str, Any]) -> Span | None:
        """Give the span of ``start`` and ``end`` in code points, None where it is none."""
        start, end = given["start"], given["end"]
        if not 0 <= start < end:
            return None
        source = self._document.source
        low, high = source.code_point_offset(start), source.code_point_offset(end)
        return None if low < 0 or high < 0 else Span(low, high)

    def occurrences(self, quote: str, region: Span | None = None) -> Iterator[Span]:
        """Yield the occurrences of a quote in order, at most the first 1000 (F-QUOTE)."""
        return islice(self.all(quote, region), MOST)

    def all(self, quote: str, region: Span | None) -> Iterator[Span]:
        """Yield all the occurrences of a quote in order."""
        wanted = collapse(quote)
        if not wanted:
            return
        if region is not None:
            yield from self._within(wanted, region)
        else:
            for start in self._collapsed.places(wanted):
                found = self._collapsed.span(start, start + len(wanted))
                if found is not None:
                    yield Span(*found)

    def _within(self, wanted: str, region: Span) -> Iterator[Span]:
        if " " in wanted:
            yield from self._flexible(wanted, *region)
            return
        text, start = self._document.text, region.start
        while (start := text.find(wanted, start, region.end)) >= 0:
            yield Span(start, start + len(wanted))
            start += 1

    def _flexible(self, wanted: str, low: int, high: int) -> Iterator[Span]:
        """Find words with any white space between them: the longest word first, then the rest."""
        text = self._document.text
        words = wanted.split(" ")
        head = max(range(len(words)), key=lambda row: len(words[row]))
        before, behind = words[:head], words[head + 1 :]
        at = low
        while (at := text.find(words[head], at, high)) >= 0:
            end = _on(text, at + len(words[head]), behind, high)
            if end >= 0:
                start = _back(text, at, before, low)
                if start >= 0:
                    yield Span(start, end)
            at += 1


def _on(text: str, at: int, words: list[str], high: int) -> int:
    """Give where words with white space before each end that begin at an offset, or -1."""
    for word in words:
        white = _WHITE.match(text, at, high)
        if white is None or not text.startswith(word, white.end(), high):
            return -1
        at = white.end() + len(word)
    return at


_WHITE: Final = re.compile(f"[{SPACES}{BREAKS}]+")


def _back(text: str, at: int, words: list[str], low: int) -> int:
    """Give where words with white space behind each begin that end at an offset, or -1."""
    for word in reversed(words):
        start = at
        while start > low and text[start - 1] in WHITE_SET:
            start -= 1
        if start == at or start - len(word) < low or not text.endswith(word, low, start):
            return -1
        at = start - len(word)
    return at
