"""Vocabulary packs: the words that readers go by, as data, and how a phrase of one is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from groundspec.resources import json_file
from groundspec.text.lines import BREAKS, SPACES
from groundspec.text.numbers import is_word

BASE: Final = "en"
GAP: Final = f"(?![{SPACES}]*[{BREAKS}][{SPACES}]*[{BREAKS}])[{SPACES}{BREAKS}]{{1,8}}"
INNER_GAP: Final = f"[{SPACES}]{{1,8}}"


def pack(name: str = BASE) -> Mapping[str, Any]:
    """Give a pack of ``schemas/packs/``."""
    return json_file(f"packs/{name}.json")


class Phrases:
    """Phrases of a pack as one pattern over folded text (F-PHRASE), the longest first."""

    def __init__(self, phrases: Iterable[str]) -> None:
        ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
        self.found = re.compile("|".join(map(_pattern, ordered)) or "(?!)")

    def at(self, folded: str, offset: int, end: int | None = None) -> int:
        """Give where the longest phrase that stands at an offset ends, or -1."""
        high = len(folded) if end is None else end
        match = self.found.match(folded, offset, high)
        return match.end() if match and stands(folded, match) else -1

    def all(self, folded: str, start: int, end: int) -> list[re.Match[str]]:
        """Give the phrases in a stretch, from left to right, none overlapping another."""
        found, at = [], start
        while match := self.found.search(folded, at, end):
            if stands(folded, match):
                found.append(match)
                at = match.end()
            else:
                at = match.start() + 1
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
