"""The scale at a figure: a word, a suffix, or one that stands aside (9.4)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from groundspec.fact.document import Document, Span
from groundspec.fact.units import Form
from groundspec.text.lines import SPACE_SET, SPACES, WHITE_SET
from groundspec.text.numbers import Figure, is_word
from groundspec.vocab.pack import GAP, INNER_GAP, pack, scale_keys

_INNER: Final = re.compile(INNER_GAP)
_GAP: Final = re.compile(GAP)
NOTHING_BEHIND: Final = frozenset(["", *".,;:%"])  # what no scale and no qualifier begins with
HYPHENS: Final = ("-", "\u2010", "\u2011")


def read_scale(
    document: Document, figure: Figure, prefix: Form | None, wanted: str | None
) -> tuple[int, Span | None]:
    """F-SCALE-WORD, F-SCALE-SUFFIX."""
    text = document.text
    at = figure.end
    if text[at : at + 1] in NOTHING_BEHIND:
        return 0, None
    inside = at + 1 if text.startswith(")", at) else at
    gap = _GAP.match(text, inside)
    start = gap.end() if gap else inside + (text[inside : inside + 1] in HYPHENS)
    if document.on("F-SCALE-WORD"):
        match = _scale_word().match(document.folded, start)
        if match is not None and not is_word(text, match.end()):
            return pack()["scale_words"][match[0]], Span(*match.span())
    if not document.on("F-SCALE-SUFFIX"):
        return 0, None
    start = at + 1 if text[at : at + 1] in SPACE_SET - {"\t"} else at
    key = _suffix_key(text, start)
    if key is None:
        return 0, None
    end = start + len(key)
    money = prefix is not None and (prefix.code is None or document.units.is_currency(prefix.code))
    if not money and key not in pack()["plain_scale_suffixes"]:
        gap = _INNER.match(text, end)
        form = document.units.suffix_at(text, gap.end() if gap else end, len(text), wanted)
        if form is None or not document.units.is_currency(form.code):
            return 0, None
    return pack()["scale_suffixes"][key], Span(start, end)


@cache
def _scale_word() -> re.Pattern[str]:
    words = sorted(pack()["scale_words"], key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, words)))


def _suffix_key(text: str, start: int) -> str | None:
    """Give the longest key of ``scale_suffixes`` that stands at an offset."""
    for key in _suffix_keys().get(text[start : start + 1], ()):
        if text.startswith(key, start) and not is_word(text, start + len(key)):
            return key
    return None


@cache
def _suffix_keys() -> dict[str, list[str]]:
    """The keys by their first code point, the longest first."""
    found: dict[str, list[str]] = {}
    for key in sorted(pack()["scale_suffixes"], key=lambda key: (-len(key), key)):
        found.setdefault(key[0], []).append(key)
    return found


class Aside(NamedTuple):
    """A scale in brackets or behind ``in``: its power of ten, its key, and where it ends."""

    power: int
    key: Span
    end: int


def scale_aside(document: Document, at: int, limit: int) -> Aside | None:
    """F-SCALE-ASIDE: the scale that stands aside behind a figure or its unit."""
    folded = document.folded
    if folded[at : at + 1] not in _ASIDE_BEGINS or not document.on("F-SCALE-ASIDE"):
        return None
    match = _aside().match(folded, at, limit)
    if match is None:
        return None
    name = match.lastgroup or ""
    return Aside(scale_keys()[match[name]], Span(*match.span(name)), match.end())


_ASIDE_BEGINS: Final = WHITE_SET | frozenset("(,")


def any_scale_key() -> str:
    """Give a pattern of the keys of ``scale_words`` and ``heading_scales``, the longest first."""
    return "|".join(map(re.escape, sorted(scale_keys(), key=lambda key: (-len(key), key))))


@cache
def _aside() -> re.Pattern[str]:
    keys = any_scale_key()
    return re.compile(
        f"(?:{GAP})?\\([{SPACES}]?(?:in{GAP})?(?P<bracketed>{keys})[{SPACES}]?\\)"
        f"|,?{GAP}in{GAP}(?P<plain>{keys})(?![a-z0-9])"
    )
