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


def is_nfc(text: str, alphabet: str) -> bool:
    """Say whether NFC leaves a text as it is; ``alphabet`` holds each of its characters once."""
    if text.isascii():
        return True
    assigned = members("assigned")
    if all(assigned[char] for char in alphabet):
        return nfc_of_assigned(text) == text
    return not any(True for _ in nfc_changes(text, alphabet))


def nfc_changes(text: str, alphabet: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cluster that NFC changes as ``(start, end, replacement)`` (Q-NFC)."""
    pattern = _cluster_pattern(alphabet)
    if pattern is None:
        return
    for match in pattern.finditer(text):
        cluster = match[0]
        composed = nfc_of_assigned(cluster)
        if composed != cluster:
            yield match.start(), match.end(), composed


def _cluster_pattern(alphabet: str) -> re.Pattern[str] | None:
    """Build a pattern for the clusters that could change, from the characters that are there."""
    assigned = members("assigned")
    attached = re.escape("".join(c for c in alphabet if ATTACHED[c] and assigned[c]))
    inert = re.escape("".join(c for c in alphabet if not assigned[c]))
    changing = re.escape(
        "".join(
            c
            for c in alphabet
            if not c.isascii() and assigned[c] and not ATTACHED[c] and nfc_of_assigned(c) != c
        )
    )
    branches = []
    if attached:
        branches.append(f"[^{attached}{inert}][{attached}]+|[{attached}]+")
    if changing:
        branches.append(f"[{changing}]")
    return re.compile("|".join(branches)) if branches else None
