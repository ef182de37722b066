"""Vocabulary packs: the words that readers go by, as data, and how a phrase of one is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from groundspec.resources import json_file
from groundspec.text.lines import BREAK, BREAKS, SPACES
from groundspec.text.numbers import is_word

BASE: Final = "en"
GAP: Final = (
    f"(?![{SPACES}]*{BREAK}[{SPACES}]*[{BREAKS}])[{SPACES}{BREAKS}]{{1,8}}(?![{SPACES}{BREAKS}])"
)
INNER_GAP: Final = f"[{SPACES}]{{1,8}}(?![{SPACES}{BREAKS}])"


def pack(name: str = BASE) -> Mapping[str, Any]:
    """Give a pack of ``schemas/packs/``."""
    return json_file(f"packs/{name}.json")


class Phrases:
    """Phrases of a pack as one pattern over folded text (F-PHRASE), the longest first."""

    def __init__(self, phrases: Iterable[str]) -> None:
        ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
        self._ordered = ordered
        self._needed = tuple(dict.fromkeys(phrase.split(" ")[-1] for phrase in ordered))
        self._each: list[re.Pattern[str]] = []
        self._any = re.compile("|".join(map(_pattern, ordered)) or "(?!)")

    def at(self, folded: str, offset: int, end: int | None = None) -> int:
        """Give where the longest phrase that stands at an offset ends, or -1."""
        high = len(folded) if end is None else end
        match = self._any.match(folded, offset, high)
        if match is None:
            return -1
        found = match if stands(folded, match) else self._shorter(folded, offset, high)
        return -1 if found is None else found.end()

    def _shorter(self, folded: str, offset: int, end: int) -> re.Match[str] | None:
        """Give the longest phrase that stands where a longer one only begins."""
        if not self._each:
            self._each = [re.compile(_pattern(phrase)) for phrase in self._ordered]
        matches = (pattern.match(folded, offset, end) for pattern in self._each)
        return next((match for match in matches if match and stands(folded, match)), None)

    def all(self, folded: str, start: int, end: int) -> list[re.Match[str]]:
        """Give the phrases in a stretch, from left to right, none overlapping another.

        A stretch that holds the last word of none of them is not looked through.
        """
        stretch = folded[start:end]
        if not any(map(stretch.__contains__, self._needed)):
            return []
        found, at = [], start
        while match := self._any.search(folded, at, end):
            at = match.start() + 1
            standing = match if stands(folded, match) else self._shorter(folded, match.start(), end)
            if standing is not None:
                found.append(standing)
                at = standing.end()
        return found


def _pattern(phrase: str) -> str:
    return GAP.join(map(re.escape, phrase.split(" ")))


def stands(folded: str, match: re.Match[str]) -> bool:
    """Say whether a match of a phrase begins and ends at the edges of words (F-PHRASE)."""
    start, end = match.span()
    if is_word(folded, start) and (
        is_word(folded, start - 1)
        or (start > 1 and folded[start - 1] == "-" and is_word(folded, start - 2))
    ):
        return False
    return not (is_word(folded, end - 1) and is_word(folded, end))


@cache
def phrases(name: str) -> Phrases:
    """Give a list of the base pack."""
    return Phrases(pack()[name])


@cache
def comparator_phrases(place: str) -> tuple[Phrases, Mapping[str, str]]:
    """Give the phrases of pack map ``before`` or ``after``, and the comparator of each."""
    rows = {phrase: name for name, listed in pack()[place].items() for phrase in listed}
    return Phrases(rows), rows


_GAPS: Final = re.compile(f"[{SPACES}{BREAKS}]+")


def plain(phrase: str) -> str:
    """Give what stood in a text as the pack has it: each gap one space."""
    return _GAPS.sub(" ", phrase)
