"""The units of a schema: their forms, and which of them stands at a place (9.5)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from groundspec.text.classes import CLASS_OF
from groundspec.text.letters import is_currency
from groundspec.text.lines import WHITE
from groundspec.text.numbers import is_digit, is_word
from groundspec.vocab.pack import GAP, LINE_GAP, pack


class Form(NamedTuple):
    """A form of a unit at ``[start, end)``; ``code`` is None for a unit that nothing names."""

    code: str | None
    start: int
    end: int


def units_of(own: Mapping[str, Any] | None) -> Units:
    """Give the units of a schema; those of the last few schemas are kept."""
    return _units(json.dumps(own or {}, sort_keys=True))


@lru_cache(8)
def _units(own: str) -> Units:
    return Units(json.loads(own))


class Units:
    """The unit table of one schema: the pack's units and the schema's own (F-SCHEMA)."""

    def __init__(self, own: Mapping[str, Any]) -> None:
        base = pack()
        forms: dict[str, Mapping[str, Any]] = {**base["units"], **own}
        self.codes = frozenset(forms)
        self.currencies = frozenset(base["currencies"])
        self._prefixes = _Forms(
            (form, code) for code in sorted(forms) for form in forms[code].get("prefix") or ()
        )
        self._suffixes = _Forms(
            (form, code) for code in sorted(forms) for form in forms[code].get("suffix") or ()
        )
        self.prefixes_in_line = self._prefixes.in_line
        self.suffixes_in_line = self._suffixes.in_line
        self.prefix_words = self._prefixes.words
        self.forms = forms

    def is_form(self, written: str) -> bool:
        """Say whether a cell, `spaced`, is a form of some unit and nothing else (F-HEADING)."""
        plain = _LINE_GAP.sub(" ", written)
        return plain in self._prefixes or plain in self._suffixes

    def is_currency(self, code: str | None) -> bool:
        """Say whether a unit is a currency."""
        return code in self.currencies

    def suffix_at(self, text: str, at: int, end: int, wanted: str | None) -> Form | None:
        """Give the longest suffix form that stands at an offset (F-UNIT-FORM)."""
        for form, stop in self._suffixes.starting(text, at, end):
            edged = is_digit(text, at - 1) or edge_ok(text, at, True)
            if edged and edge_ok(text, stop, False):
                return Form(self._suffixes.code(form, wanted), at, stop)
        return None

    def prefix_before(self, text: str, end: int, wanted: str | None) -> Form | None:
        """Give the longest prefix form that ends at an offset; another unit's is without a code."""
        found = None
        for form, start in self._prefixes.ending(text, end):
            if edge_ok(text, start, True) and edge_ok(text, end, False, prefix=True):
                found = Form(self._prefixes.code(form, wanted), start, end)
                break
        if found is None:
            return None
        return Form(None, found.start, end) if _of_another(text, found.start) else found


def _of_another(text: str, start: int) -> bool:
    """Say whether what stands before a prefix form makes another unit of it (F-UNIT-PREFIX)."""
    if start == 0:
        return False
    before = text[start - 1]
    if is_currency(text[start]) and _may_name(before):
        return True
    if before != "/" or start < 2:
        return False
    further = text[start - 2]
    if is_currency(text[start]):
        return is_currency(further)
    return CLASS_OF[text[start]] == "L" and _may_name(further)


def _may_name(char: str) -> bool:
    return CLASS_OF[char] == "L" or is_currency(char)


def edge_ok(text: str, at: int, left: bool, prefix: bool = False) -> bool:
    """Say whether a form may begin (or end) at an offset, as to word characters beside it."""
    inside, outside = (at, at - 1) if left else (at - 1, at)
    if not is_word(text, inside):
        return True
    if prefix and is_digit(text, outside):
        return True
    return not is_word(text, outside)


class _Forms:
    """Forms by their text, found at a place from the longest to the shortest."""

    def __init__(self, rows: Iterable[tuple[str, str]]) -> None:
        self._codes: dict[str, list[str]] = {}
        for form, code in rows:
            self._codes.setdefault(form, []).append(code)
        ordered = sorted(self._codes, key=lambda form: (-len(form), form))
        self.words = tuple(dict.fromkeys(form.partition(" ")[0] for form in ordered))
        self.in_line = "|".join(_pattern(form) for form in ordered) or "(?!)"
        self._by_first: dict[str, list[tuple[str, list[str]]]] = {}
        self._by_last: dict[str, list[tuple[str, list[str]]]] = {}
        tails: dict[str, list[str]] = {}
        for form in ordered:
            words = form.split(" ")
            self._by_first.setdefault(form[0], []).append((form, words))
            self._by_last.setdefault(form[-1], []).append((form, words))
            tails.setdefault(form[-1], []).append(words[-1])
        self._tails = {last: tuple(words) for last, words in tails.items()}

    def __contains__(self, form: str) -> bool:
        return form in self._codes

    def starting(self, text: str, at: int, end: int) -> Iterator[tuple[str, int]]:
        """Yield the forms that stand at an offset and where each ends, the longest form first."""
        if at >= end:
            return
        for form, words in self._by_first.get(text[at], ()):
            stop = _end(words, text, at, end)
            if stop >= 0:
                yield form, stop

    def ending(self, text: str, end: int) -> Iterator[tuple[str, int]]:
        """Yield the forms that end at an offset and where each begins, the longest form first."""
        if not end or not text.endswith(self._tails.get(text[end - 1], ()), 0, end):
            return
        for form, words in self._by_last.get(text[end - 1], ()):
            start = _start(words, text, end)
            if start >= 0:
                yield form, start

    def code(self, form: str, wanted: str | None) -> str:
        codes = self._codes[form]
        return wanted if wanted in codes else codes[0]


def _end(words: list[str], text: str, at: int, end: int) -> int:
    """Give where words end that stand at an offset with gaps between them, or -1."""
    for number, word in enumerate(words):
        if number:
            gap = _GAP.match(text, at, end)
            if gap is None:
                return -1
            at = gap.end()
        if not text.startswith(word, at, end):
            return -1
        at += len(word)
    return at


def _start(words: list[str], text: str, end: int) -> int:
    """Give where words begin that end at an offset with gaps between them, or -1."""
    at = end
    for number, word in enumerate(reversed(words)):
        if number:
            low = max(0, at - 8)
            behind, at = at, low + len(text[low:at].rstrip(WHITE))
            if not _GAP.fullmatch(text, at, behind):
                return -1
        if not text.endswith(word, 0, at):
            return -1
        at -= len(word)
    return at


_GAP: Final = re.compile(GAP)
_LINE_GAP: Final = re.compile(LINE_GAP)


@lru_cache(4096)
def _pattern(form: str) -> str:
    return LINE_GAP.join(map(re.escape, form.split(" ")))
