"""The units of a schema: their forms, and which of them stands at a place (9.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from groundspec.text.classes import CLASS_OF
from groundspec.text.letters import is_currency
from groundspec.text.numbers import is_digit, is_word
from groundspec.vocab.pack import GAP, LINE_GAP, pack


class Form(NamedTuple):
    """A form of a unit at ``[start, end)``; ``code`` is None for a unit that nothing names."""

    code: str | None
    start: int
    end: int


def units_of(own: Mapping[str, Any] | None) -> Units:
    """Give the units of a schema; those of the pack alone are made once."""
    return Units(own) if own else _base()


@cache
def _base() -> Units:
    return Units({})


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
        """Say whether a cell is a form of some unit and nothing else (F-HEADING)."""
        plain = _LINE_SPACE.sub(" ", written)
        return plain in self._prefixes or plain in self._suffixes

    def is_currency(self, code: str | None) -> bool:
        """Say whether a unit is a currency."""
        return code in self.currencies

    def suffix_at(self, text: str, at: int, end: int, wanted: str | None) -> Form | None:
        """Give the longest suffix form that stands at an offset (F-UNIT-FORM)."""
        for match in self._suffixes.starting(text, at, end):
            if (is_digit(text, at - 1) or edge_ok(text, at, True)) and edge_ok(
                text, match.end(), False
            ):
                return Form(self._suffixes.code(match[0], wanted), at, match.end())
        return None

    def prefix_before(self, text: str, end: int, wanted: str | None) -> Form | None:
        """Give the longest prefix form that ends at an offset; another unit's is without a code."""
        found = None
        for start in self._prefixes.ending(text, end):
            if edge_ok(text, start, True) and edge_ok(text, end, False, prefix=True):
                found = Form(self._prefixes.code(text[start:end], wanted), start, end)
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
    lettered = CLASS_OF[text[start]] == "L"
    return lettered and before == "/" and start > 1 and _may_name(text[start - 2])


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
        self.in_line = "|".join(_pattern(form, LINE_GAP) for form in ordered) or "(?!)"
        self._by_first: dict[str, list[str]] = {}
        self._by_last: dict[str, list[tuple[str, int, int]]] = {}
        tails: dict[str, list[str]] = {}
        for form in ordered:
            self._by_first.setdefault(form[0], []).append(form)
            gaps = form.count(" ")
            self._by_last.setdefault(form[-1], []).append((form, len(form), len(form) + 7 * gaps))
            tails.setdefault(form[-1], []).append(form.rpartition(" ")[2])
        self._tails = {last: tuple(words) for last, words in tails.items()}

    def __contains__(self, form: str) -> bool:
        return form in self._codes

    def starting(self, text: str, at: int, end: int) -> Iterable[re.Match[str]]:
        if at >= end:
            return
        for form in self._by_first.get(text[at], ()):
            match = _compiled(form).match(text, at, end)
            if match:
                yield match

    def ending(self, text: str, end: int) -> Iterator[int]:
        """Yield where the forms that end at an offset begin, the longest form first."""
        if not end or not text.endswith(self._tails.get(text[end - 1], ()), 0, end):
            return
        for form, shortest, longest in self._by_last.get(text[end - 1], ()):
            if shortest == longest:
                if text.endswith(form, 0, end):
                    yield end - shortest
                continue
            if text.find(form.partition(" ")[0], max(0, end - longest), end) < 0:
                continue
            found = _compiled(form)
            for length in range(shortest, min(longest, end) + 1):
                match = found.fullmatch(text, end - length, end)
                if match:
                    yield match.start()
                    break

    def code(self, written: str, wanted: str | None) -> str:
        codes = self._codes.get(written) or self._codes[_plain(written)]
        return wanted if wanted in codes else codes[0]


@lru_cache(4096)
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(_pattern(form, GAP))


_SPACE: Final = re.compile(GAP)
_LINE_SPACE: Final = re.compile(LINE_GAP)


def _plain(written: str) -> str:
    return _SPACE.sub(" ", written)


def _pattern(form: str, gap: str) -> str:
    return gap.join(map(re.escape, form.split(" ")))
