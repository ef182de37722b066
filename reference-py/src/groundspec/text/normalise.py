"""NFC under the pinned tables (T-NFC), cluster by cluster (Q-NFC).

A library of Unicode 17 or later normalises the stretches of assigned code points; which code
points those are, and where a cluster may begin, the tables say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import unicodedata2

from groundspec.resources import unicode_table
from groundspec.text.classes import members

_HANGUL = range(0xAC00, 0xD7A4)
_VOWELS = range(0x1161, 0x1176)
_TRAILING = range(0x11A8, 0x11C3)


@cache
def _tables() -> tuple[frozenset[int], dict[int, int]]:
    """Give the code points that may not open a cluster, and the first of each decomposition."""
    attached: list[int] = [*_VOWELS, *_TRAILING]
    for first, last, _ in unicode_table("combining-class")["classes"]:
        attached.extend(range(first, last + 1))
    attached.extend(second for _, second, _ in unicode_table("canonical-composition")["pairs"])
    opening = {code: parts[0] for code, parts in unicode_table("canonical-decomposition")["map"]}
    return frozenset(attached), opening


class _Attached(dict[str, bool]):
    """Whether a character is no boundary in the sense of Q-NFC."""

    def __missing__(self, char: str) -> bool:
        attached, opening = _tables()
        code = ord(char)
        self[char] = held = code not in _HANGUL and opening.get(code, code) in attached
        return held


ATTACHED = _Attached()


def nfc_of_assigned(text: str) -> str:
    """Normalise a text all of whose code points are assigned."""
    return str(unicodedata2.normalize("NFC", text))


class _Settled(dict[str, bool]):
    """Whether a character is an NFC cluster of its own, whatever stands beside it."""

    def __missing__(self, char: str) -> bool:
        settled = not members("assigned")[char] or (
            not ATTACHED[char] and nfc_of_assigned(char) == char
        )
        self[char] = settled
        return settled


_SETTLED = _Settled()


def is_settled(alphabet: str) -> bool:
    """Say whether NFC leaves every text of these characters as it is."""
    return alphabet.isascii() or all(map(_SETTLED.__getitem__, alphabet))


def nfc_changes(text: str, alphabet: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cluster that NFC changes as ``(start, end, replacement)`` (Q-NFC).

    ``alphabet`` holds every character of the text. Only clusters with an attached character, and
    characters that are not their own NFC, are looked at.
    """
    assigned = members("assigned")
    attached = "".join(char for char in alphabet if ATTACHED[char] and assigned[char])
    changing = "".join(char for char in alphabet if not (_SETTLED[char] or ATTACHED[char]))
    if not attached and not changing:
        return
    if all(map(assigned.__getitem__, alphabet)) and nfc_of_assigned(text) == text:
        return
    inert = "".join(char for char in alphabet if not assigned[char])
    for match in _clusters(attached, changing, inert).finditer(text):
        composed = nfc_of_assigned(match[0])
        if composed != match[0]:
            yield match.start(), match.end(), composed


def _clusters(attached: str, changing: str, inert: str) -> re.Pattern[str]:
    """Build a pattern for the clusters that could change; a class that is empty has no branch."""
    branches = []
    if attached:
        row = re.escape(attached)
        branches.append(f"[^{row}{re.escape(inert)}][{row}]+|[{row}]+")
    if changing:
        branches.append(f"[{re.escape(changing)}]")
    return re.compile("|".join(branches))
