"""Vocabulary packs: the words that readers go by, as data, and how a phrase of one is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from groundspec.resources import json_file
from groundspec.text.lines import BREAK, BREAKS, SPACES, WHITE
from groundspec.text.numbers import is_word

BASE: Final = "en"
GAP: Final = (
    f"(?=[{SPACES}{BREAKS}]{{1,8}}(?![{SPACES}{BREAKS}]))"  # first: a long run is not gone through
    f"(?![{SPACES}]*{BREAK}[{SPACES}]*[{BREAKS}])[{SPACES}{BREAKS}]{{1,8}}"
)
SPACED_GAP: Final = (  # a gap in a text that is `spaced`
    "(?=[ \n\r]{1,8}(?![ \n\r]))(?! *(?:\r\n|\r(?!\n)|\n) *[\n\r])[ \n\r]{1,8}"
)
LINE_GAP: Final = " {1,8}"  # and before a word, where no line ends
INNER_GAP: Final = f"[{SPACES}]{{1,8}}(?![{SPACES}{BREAKS}])"


def pack(name: str = BASE) -> Mapping[str, Any]:
    """Give a pack of ``schemas/packs/``."""
    return json_file(f"packs/{name}.json")


class Phrases:
    """Phrases of a pack as one pattern over folded text (F-PHRASE), the longest first."""

    def __init__(self, phrases: Iterable[str]) -> None:
        ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
        self._begins = frozenset(phrase[0] for phrase in ordered)
        self._heads = [(phrase.split(" ")[0], phrase) for phrase in ordered]
        self._lasts = {phrase: phrase.split(" ")[-1] for phrase in ordered}
        self._needed = tuple(dict.fromkeys(self._lasts.values()))
        self._some: dict[tuple[str, ...], re.Pattern[str]] = {}

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return _one_of(self._lasts)

    def at(self, folded: str, offset: int, end: int | None = None) -> int:
        """Give where the longest phrase that stands at an offset ends, or -1."""
        if folded[offset : offset + 1] not in self._begins:
            return -1
        high = len(folded) if end is None else end
        match = self._any.match(folded, offset, high)
        if match is None:
            return -1
        found = match if self._stands(folded, match) else self._shorter(folded, offset, high)
        return -1 if found is None else found.end()

    def _shorter(self, folded: str, offset: int, end: int) -> re.Match[str] | None:
        """Give the longest phrase that stands where a longer one only begins."""
        matches = (
            _one(phrase).match(folded, offset, end)
            for head, phrase in self._heads
            if folded.startswith(head, offset)
        )
        return next((match for match in matches if match and self._stands(folded, match)), None)

    def directly_before(self, folded: str, low: int, offset: int) -> re.Match[str] | None:
        """Give the last phrase of the stretch before an offset, if only white space follows it."""
        at = low + len(folded[low:offset].rstrip(WHITE))
        if not folded.endswith(self._needed, low, at):
            return None
        found = self.all(folded, low, offset)
        return found[-1] if found and found[-1].end() == at else None

    def all(self, folded: str, start: int, end: int) -> list[re.Match[str]]:
        """Give the phrases in a stretch, from left to right, none overlapping another.

        A stretch that holds the last word of none of them is not looked through.
        """
        return list(self._found(folded, start, end))

    def first(self, folded: str, start: int, end: int) -> re.Match[str] | None:
        """Give the first phrase in a stretch."""
        return next(self._found(folded, start, end), None)

    def _found(self, folded: str, start: int, end: int) -> Iterator[re.Match[str]]:
        stretch = folded[start:end]
        there = tuple(filter(stretch.__contains__, self._needed))
        if not there:
            return
        at = start
        pattern = self._ending(there)
        while match := pattern.search(folded, at, end):
            at = match.start() + 1
            standing = (
                match if self._stands(folded, match) else self._shorter(folded, match.start(), end)
            )
            if standing is not None:
                yield standing
                at = standing.end()

    def _ending(self, lasts: tuple[str, ...]) -> re.Pattern[str]:
        """Give the phrases that end with some of the last words.

        A pattern of few phrases is soon made. A long text asks for so many different ones that one
        of all phrases costs less.
        """
        found = self._some.get(lasts)
        if found is None:
            if len(self._some) == _DIFFERENT:
                return self._any
            kept = (phrase for phrase, last in self._lasts.items() if last in lasts)
            found = self._some[lasts] = _one_of(kept)
        return found

    def _stands(self, folded: str, match: re.Match[str]) -> bool:
        """Say whether a match is a phrase, with gaps, at the edges of words (F-PHRASE)."""
        (start, end), written = match.span(), match[0]
        if written not in self._lasts and (
            plain(written) not in self._lasts or _BLANK.search(written)
        ):
            return False
        if is_word(folded, start) and (
            is_word(folded, start - 1) or (folded[start - 1] == "-" and is_word(folded, start - 2))
        ):
            return False
        return not (is_word(folded, end - 1) and is_word(folded, end))


_DIFFERENT: Final = 8


def _one_of(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_pattern, phrases)))


@lru_cache(1024)
def _one(phrase: str) -> re.Pattern[str]:
    return re.compile(_pattern(phrase))


_BETWEEN: Final = "[^!-~]{1,8}"  # soon compiled; whether it is a gap, `_stands` says
_BLANK: Final = re.compile(f"{BREAK}[{SPACES}]*[{BREAKS}]")


def _pattern(phrase: str) -> str:
    return _BETWEEN.join(map(re.escape, phrase.split(" ")))


@cache
def phrases(name: str) -> Phrases:
    """Give a list of the base pack."""
    return Phrases(pack()[name])


@cache
def comparator_phrases(place: str) -> tuple[Phrases, Mapping[str, str]]:
    """Give the phrases of pack map ``before`` or ``after``, and the comparator of each."""
    rows = {phrase: name for name, listed in pack()[place].items() for phrase in listed}
    return Phrases(rows), rows


@cache
def scale_keys() -> Mapping[str, int]:
    """Give the powers of ten of pack maps ``scale_words`` and ``heading_scales``."""
    return {**pack()["scale_words"], **pack()["heading_scales"]}


_GAPS: Final = re.compile(f"[{SPACES}{BREAKS}]+")


def plain(phrase: str) -> str:
    """Give what stood in a text as the pack has it: each gap one space."""
    return _GAPS.sub(" ", phrase)
