"""NFC under the pinned tables (T-NFC), cluster by cluster (Q-NFC).

A library of Unicode 17 or later normalises the stretches of assigned code points; which code
points those are, and where a cluster may begin, the tables say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from groundspec.resources import unicode_table
from groundspec.text.classes import members

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
        attached, opening = _tables()  # a syllable of Hangul, in neither, opens with a consonant
        code = ord(char)
        self[char] = held = opening.get(code, code) in attached
        return held


ATTACHED = _Attached()


def nfc_of_assigned(text: str) -> str:
    """Normalise a text all of whose code points are assigned."""
    import unicodedata2  # which most texts do not need

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


_INERT, _ATTACHED, _CHANGING, _OTHER = "U", "A", "C", "."
_CLUSTERS = f"[^{_ATTACHED}{_INERT}]{_ATTACHED}+|{_ATTACHED}+|{_CHANGING}"


def nfc_changes(text: str, alphabet: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cluster that NFC changes as ``(start, end, replacement)`` (Q-NFC).

    ``alphabet`` holds every character of the text. Only clusters with an attached character, and
    characters that are not their own NFC, are looked at; they are found in a string that has one
    letter for each character.
    """
    kinds = {char: _kind(char) for char in alphabet}
    if _INERT not in kinds.values() and nfc_of_assigned(text) == text:
        return
    letters = text.translate({ord(char): kind for char, kind in kinds.items()})
    for match in re.finditer(_CLUSTERS, letters):
        cluster = text[match.start() : match.end()]
        composed = nfc_of_assigned(cluster)
        if composed != cluster:
            yield match.start(), match.end(), composed


def _kind(char: str) -> str:
    if not members("assigned")[char]:
        return _INERT
    if ATTACHED[char]:
        return _ATTACHED
    return _OTHER if _SETTLED[char] else _CHANGING
