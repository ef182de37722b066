"""Rows, and what the headings above them say of their figures (F-LINES, F-REACH).

A line's headings are read once and kept; a figure looks up from its row, at most 200 lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from groundspec.fact.units import Units
from groundspec.text.letters import is_currency
from groundspec.text.lines import FOLD, LONGEST_LINE, SPACES_TEXT, Cell, Line, Lines, spaced
from groundspec.text.numbers import MINUSES, figures
from groundspec.vocab.pack import LINE_GAP, SPACED_GAP, pack, phrases, scale_keys

LINES_UP: Final = 200
_REGION: Final = 4
NOTE: Final = (
    "(?:[*]{1,3}+(?![0-9])|[\u2020\u2021\u1d43-\u1d5b\u2071\u207f]"
    "|\\^?\\((?:[A-Za-z]|[0-9]{1,2})\\))"
)
_FIGURE: Final = "(?:[0-9][0-9,]*(?:\\.[0-9]+)?|\\.[0-9]+)"
_S: Final = " ?"  # patterns are for text whose white space is written plainly (`spaced`)
_GAP: Final = f"{LINE_GAP}(?! )"
_M: Final = f"[{MINUSES}]"
_BEGINS: Final = re.compile(f"[0-9.(]|{_M}")  # how a number cell begins, but for prefix forms
_PLAIN_NUMBER: Final = re.compile(f"(?:\\({_S})?(?:{_M}{_S})?{_FIGURE}(?:{_S}\\))?(?:{_S}%)?")
_OPEN: Final = re.compile(r"[(\[]")
_YEAR: Final = re.compile("(?:19|20)[0-9]{2}")
_LONE: Final = re.compile(f"[-\u2212\u2013\u2014%]|{NOTE}")


class Heading(NamedTuple):
    """What a heading says: a scale (a power of ten), or the codes that a unit of it may be.

    ``cell`` is its cell where that is not the first of several; ``inner`` says that it speaks of
    figures in brackets alone; ``shares`` that its scale is one of shares; ``money`` that its line
    names a currency.
    """

    start: int
    end: int
    scale: int | None
    codes: frozenset[str]
    cell: Cell | None
    line: int
    inner: bool = False
    shares: bool = False
    money: bool = False


class Tables:
    """The rows and headings of a text under one unit table."""

    def __init__(self, text: str, lines: Lines, units: Units) -> None:
        self._text = text
        self._lines = lines
        self._units = units
        self._prefix_words = units.prefix_words
        self._rows: dict[int, bool] = {}
        self._headings: dict[int, tuple[Heading, ...]] = {}
        self._below: dict[int, tuple[int, bool]] = {}
        self._above: dict[int, tuple[Heading, ...]] = {}
        self._patterns = _patterns(
            units.prefixes_in_line, units.suffixes_in_line, _money_forms(units)
        )

    def is_row(self, line: Line) -> bool:
        """Say whether a line is a row (F-LINES)."""
        found = self._rows.get(line.number)
        if found is None:
            found = self._rows[line.number] = self._find_row(line)
        return found

    def _find_row(self, line: Line) -> bool:
        if not line.cells:
            return False
        if line.parted:
            return True
        last = line.cells[-1]
        before = line.cells[-2].end if len(line.cells) > 1 else line.start
        return last.start - before >= 2 and self.is_number_cell(last)

    def is_number_cell(self, cell: Cell) -> bool:
        """Say whether a cell is a number cell (F-LINES)."""
        text, start, end = self._text, cell.start, cell.end
        if end - start > 80:
            return False
        if _LONE.fullmatch(text, start, end):
            return True
        if not (_BEGINS.match(text, start) or text.startswith(self._prefix_words, start)):
            return False
        written = spaced(text[start:end])
        if _PLAIN_NUMBER.fullmatch(written):
            return True  # what says so of most cells spares that the units' pattern is compiled
        return self._patterns.number.fullmatch(written) is not None

    def limit(self, line: Line, offset: int) -> int:
        """Give where the cell that an offset lies in ends, if that is in a row, or the text."""
        cell = self.cell_of(line, offset) if self.is_row(line) else None
        return len(self._text) if cell is None else cell.end

    def cell_of(self, line: Line, offset: int) -> Cell | None:
        """Give the cell that an offset lies in."""
        return next((cell for cell in line.cells if cell.start <= offset < cell.end), None)

    def label(self, line: Line) -> Cell | None:
        """Give the label of a row (F-LINES)."""
        first = line.cells[0] if line.cells else None
        return None if first is None or self.is_number_cell(first) else first

    def reaching(self, line: Line, offset: int, front: int) -> Iterator[Heading]:
        """Yield the headings that reach the figure at an offset, the nearest line's first."""
        label = self.label(line)
        labelled = label.end if label is not None and offset >= label.end else line.start
        end = front if _behind_colon(self._text, line, front) else labelled
        if end > line.start:
            for heading in sorted(self._read(line, end), key=_place):
                yield heading._replace(cell=None)
        if not self.is_row(line):
            return
        cell = self.cell_of(line, offset)
        for heading in self._up(line):
            if heading.cell is None or (
                cell is not None and self._same_column(heading, line, cell)
            ):
                yield heading

    def heads(self, above: Line, row: Line, offset: int, cell: Cell | None) -> bool:
        """Say whether a place in a line above stands over a figure's row, or its column."""
        if above.number not in range(row.number - LINES_UP, row.number):
            return False
        found = self.cell_of(above, offset)
        if found is None or cell is None:
            return False
        at = Heading(offset, offset, None, frozenset(), found, above.number)
        if len(above.cells) > 1 and not self._same_column(at, row, cell):
            return False
        return self._near(above, row)

    def _near(self, above: Line, row: Line) -> bool:
        """Say whether no line between two is neither blank nor a row, but for three."""
        others = 0
        for number in range(above.number + 1, row.number):
            line = self._lines.line(number)
            others += bool(line.cells) and not self.is_row(line)
        return others < _REGION

    def scale_of_form(self, words: str) -> Iterator[int]:
        """Yield the scale of each currency sign with a scale behind it (F-HEADING)."""
        for match in self._patterns.scale_money.finditer(spaced(words)):
            yield _power(match["key"])

    def _same_column(self, heading: Heading, line: Line, cell: Cell) -> bool:
        over, above = heading.cell, self._lines.line(heading.line)
        assert over is not None
        if line.parted and above.parted:
            return over.tabs == cell.tabs
        first, last = over.start - above.start - 1, over.end - above.start + 1
        return first < cell.end - line.start and cell.start - line.start < last

    def _up(self, line: Line) -> tuple[Heading, ...]:
        """Give the headings above a row, the nearest line's first (F-REACH)."""
        found = self._above.get(line.number)
        if found is None:
            found = self._above[line.number] = tuple(self._climb(line.number))
        return found

    def _climb(self, number: int) -> Iterator[Heading]:
        others = 0
        for at in reversed(range(max(0, number - LINES_UP), number)):
            line = self._lines.line(at)
            if not line.cells:
                if line.end - line.start > LONGEST_LINE:
                    return
                continue
            if self.is_row(line):
                if self._speaks(line):
                    yield from self.headings(line)
                elif others:
                    return
                continue
            yield from self.headings(line)
            others += 1
            if others == _REGION or self._text[line.cells[-1].end - 1] == ".":
                return

    def _speaks(self, line: Line) -> bool:
        """Say whether a row holds no figure but years."""
        cells = line.cells if self.label(line) is None else line.cells[1:]
        for cell in cells:
            for figure in figures(self._text, cell.start, cell.end):
                if not figure.rule and not _YEAR.fullmatch(self._text, *figure[:2]):
                    return False
        return True

    def headings(self, line: Line) -> tuple[Heading, ...]:
        """Give the headings in a line (F-HEADING-SCALE, F-HEADING-UNIT)."""
        found = self._headings.get(line.number)
        if found is None:
            read = sorted(self._read(line, line.end), key=_place)
            found = self._headings[line.number] = tuple(self._columns(line, read))
        return found

    def scale_between(self, above: int, below: int) -> bool:
        """Say whether a heading scale stands in a line between two, whose first holds one.

        From each line that holds one the lines are gone through once, down to the next such line.
        """
        reached, found = self._below.get(above, (above, False))
        while not found and reached < below - 1:
            reached += 1
            row = self._lines.line(reached)
            found = any(heading.scale is not None for heading in self.headings(row))
        self._below[above] = reached, found
        return found and reached < below

    def _columns(self, line: Line, read: list[Heading]) -> Iterator[Heading]:
        """Give the first cell's heading to its column where another cell has one of its kind."""
        for heading in read:
            kind = heading.scale is None
            several = any(
                other.cell is not None and (other.scale is None) == kind for other in read
            )
            if several and self.cell_of(line, heading.start) is line.cells[0]:
                yield heading._replace(cell=line.cells[0])
            else:
                yield heading

    def _read(self, line: Line, end: int) -> Iterator[Heading]:
        """Read the headings in a line up to an offset (F-HEADING)."""
        patterns, start = self._patterns, line.start
        if end - start > 1000:
            return
        words = spaced(self._text[start:end])
        folded = words.translate(FOLD)
        scales = list(self._scales_in(folded, line, end)) if _keys().search(folded) else []
        money = bool(scales) and patterns.money.search(words) is not None
        for match in scales:
            shares = match.re is patterns.scale_in and _of_shares(folded, match.start())
            power = scale_keys()[match["key"]] + more_powers(folded, match.start("key"))
            yield self._scale(line, match, power)._replace(shares=shares, money=money)
        for match in patterns.scale_money.finditer(words):
            yield self._scale(line, match, _power(match["key"]))._replace(money=True)
            yield self._unit(line, *match.span("form"))
        for match in chain(patterns.unit_in.finditer(words), patterns.unit_before.finditer(words)):
            yield self._unit(line, *match.span("form"))
        bracketed = _OPEN.search(words) is not None
        for match in patterns.unit_alone.finditer(words) if bracketed else ():
            inner = _COUNT_BEFORE.search(words, 0, match.start()) is not None
            yield self._unit(line, *match.span("form"), inner)
        for cell in line.cells:
            within = slice(cell.start - start, cell.end - start)
            if cell.end <= end and self._units.is_form(words[within]):
                yield self._unit(line, within.start, within.stop)
        if line.cells and line.cells[-1].end <= end:
            last = patterns.unit_last.search(words, 0, line.cells[-1].end - start)
            if last:
                yield self._unit(line, *last.span("form"))

    def _scales_in(self, folded: str, line: Line, end: int) -> Iterator[re.Match[str]]:
        """Yield the heading scales of the first and second kind in a folded part of a line."""
        patterns = self._patterns
        at, denied = 0, phrases("negations").directly_before
        while match := patterns.scale_in.search(folded, at):
            at = match.start() + 1
            if denied(folded, 0, match.start()) is None:
                yield match
                at = match.end()
        for pattern in (
            patterns.scale_brackets,
            patterns.scale_first,
            patterns.scale_listed,
        ):
            yield from pattern.finditer(folded)
        for cell in line.cells:
            if cell.end <= end:
                within = (cell.start - line.start, cell.end - line.start)
                match = patterns.scale_alone.fullmatch(folded, *within) or (
                    patterns.scale_last.search(folded, *within)
                )
                if match:
                    yield match

    def _scale(self, line: Line, match: re.Match[str], power: int) -> Heading:
        start, end = (line.start + at for at in match.span("key"))
        return Heading(start, end, power, frozenset(), self._column(line, start), line.number)

    def _unit(self, line: Line, start: int, end: int, inner: bool = False) -> Heading:
        """Give the heading of a form at ``[start, end)`` of a line."""
        start, end = line.start + start, line.start + end
        codes = _codes(self._units, self._text[start:end])
        return Heading(start, end, None, codes, self._column(line, start), line.number, inner)

    def _column(self, line: Line, at: int) -> Cell | None:
        """Give the cell of a heading that speaks of its column alone."""
        cell = self.cell_of(line, at)
        if cell is None or len(line.cells) < 2:
            return None
        indented = cell.start - line.start >= 2 or cell.tabs > 0  # as all cells but the first are
        return cell if indented or self.label(line) is None else None


_COUNT_BEFORE: Final = re.compile(f"(?<![A-Za-z0-9])[nN]{_S}\\Z")


def _behind_colon(text: str, line: Line, offset: int) -> bool:
    return text[line.start : offset].rstrip(SPACES_TEXT).endswith(":")


_JOINED: Final = re.compile("(?:(?<![a-z])(?:and|or)|&) \\Z")


def _place(heading: Heading) -> tuple[int, int]:
    return heading.start, heading.end


def _of_shares(folded: str, at: int) -> bool:
    """Say whether a word of ``share_words`` stands directly before an offset."""
    found = phrases("share_words").directly_before(folded, 0, at)
    return found is not None and _JOINED.search(folded, 0, found.start()) is None


_MULTIPLE: Final = re.compile(f"(?<![a-z0-9])(?P<word>tens|hundreds){SPACED_GAP}of{SPACED_GAP}\\Z")


def more_powers(folded: str, at: int) -> int:
    """Give the powers of ten that `tens of` or `hundreds of` adds to a key at an offset."""
    match = _MULTIPLE.search(folded, max(0, at - 27), at)
    return 0 if match is None else 1 + (match["word"] == "hundreds")


def _power(key: str) -> int:
    """Give the power of ten of the key of a heading scale of the third kind."""
    return int(scale_keys().get(key.translate(FOLD)) or pack()["scale_suffixes"][key])


def _codes(units: Units, written: str) -> frozenset[str]:
    """Give the codes that a form may mean: a lone sign each unit with a form that ends with it."""
    exact = [
        code
        for code, forms in units.forms.items()
        if written in (*(forms.get("prefix") or ()), *(forms.get("suffix") or ()))
    ]
    if len(written) == 1 and any(units.is_currency(code) for code in exact):
        exact += [
            code
            for code, forms in units.forms.items()
            if units.is_currency(code)
            and any(form.endswith(written) for form in forms.get("prefix") or ())
        ]
    return frozenset(exact)


class _Patterns:
    """Patterns for one line, or part of one, each compiled when it is first asked for."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources

    def __getattr__(self, name: str) -> re.Pattern[str]:
        source = self._sources.get(name)
        if source is None:
            raise AttributeError(name)
        compiled = re.compile(source)
        setattr(self, name, compiled)
        return compiled


@lru_cache(8)
def _patterns(prefix: str, suffix: str, money_forms: tuple[str, ...]) -> _Patterns:
    return _Patterns(_sources(prefix, suffix, money_forms))


@lru_cache(8)
def _money_forms(units: Units) -> tuple[str, ...]:
    """Give the forms of currencies; two schemas with the same forms may differ in these."""
    return tuple(
        form
        for code, forms in units.forms.items()
        if units.is_currency(code)
        for form in (*(forms.get("prefix") or ()), *(forms.get("suffix") or ()))
    )


@cache
def _keys() -> re.Pattern[str]:
    """Give what every heading scale has that is found without a currency (F-HEADING)."""
    return re.compile(_alternatives(chain(pack()["scale_words"], pack()["heading_scales"])))


def _alternatives(forms: Iterable[str], gap: str = LINE_GAP) -> str:
    ordered = sorted(set(forms), key=lambda form: (-len(form), form))
    return "|".join(gap.join(map(re.escape, form.split(" "))) for form in ordered) or "(?!)"


def _sources(prefix: str, suffix: str, money_forms: Iterable[str]) -> dict[str, str]:
    words = _alternatives(list(pack()["scale_words"]))
    marks = _alternatives(list(pack()["heading_scales"]))
    plural = _alternatives([word for word in pack()["scale_words"] if word.endswith("s")])
    letters = _alternatives(list(pack()["scale_suffixes"]))
    money = _alternatives(money_forms)
    # an item of evidence is looked through for these as well, and a line may end in it
    signs = _alternatives((form for form in money_forms if not "a" <= form[0] <= "z"), SPACED_GAP)
    any_form = f"(?:{prefix}|{suffix})"
    no_word, no_word_behind = "(?<![A-Za-z0-9])", "(?![A-Za-z0-9])"
    p, m = f"(?:(?:{prefix}){_S})?", f"(?:{_M}{_S})?"
    scale = f"(?:{_S}(?:{letters}|{words})(?![A-Za-z]))?"
    figure = f"{p}{m}{_FIGURE}{scale}"
    tail = f"(?:{_S}\\))?(?:{_S}(?:%|{suffix})(?![A-Za-z0-9]))?(?:{_S}\\))?(?:{_S}{_M})?"
    inner = f"{_S}\\({_S}{figure}{_S}%?{_S}\\)"
    other = f"{_S}[-\u2012\u2013\u2014]{_S}{figure}(?:{_S}(?:%|{suffix}))?"
    second = f"(?:{inner}|{other})?"
    number = f"{p}{m}(?:\\({_S})?{figure}{tail}{second}(?:{_S}{NOTE})?"
    return {
        "number": number,
        "scale_in": (
            f"{no_word}in{_GAP}(?:(?:[a-z.]+|{_fold(prefix)}){_GAP}){{0,3}}?(?:{_fold(prefix)})?{_S}(?P<key>{words}|{marks}){no_word_behind}"
        ),
        "scale_brackets": (
            f"\\({_S}(?P<key>{words}|{marks})(?={_S}\\)|{_S},|{_GAP}(?:of|except|omitted)(?![a-z0-9]))"
        ),
        "scale_first": f"^{_S}(?P<key>{plural})(?=(?:{_GAP}of|,?{_GAP}except){_GAP})",
        "scale_listed": f",{_S}(?P<key>{plural})\\)",
        "scale_alone": f"(?P<key>{plural})",
        "scale_last": f"[:,]{_S}(?P<key>{plural})\\Z",
        "scale_money": (
            f"(?<![A-Za-z0-9])(?P<form>{signs}|[A-Za-z]{{1,32}}[{_signs(money_forms)}]){_S}(?:in{SPACED_GAP})?(?P<key>{words}|{_title(words)}|{marks}|{letters}){no_word_behind}(?!\\.[0-9])"
        ),
        "unit_in": (
            f"{no_word}(?:[Ii]n|of)(?:{_GAP}(?:{words}|{_title(words)})(?:{_GAP}of)?)?{_GAP}(?P<form>{money}){no_word_behind}"
        ),
        "unit_before": (
            f"{no_word}(?P<form>{money}),?{_GAP}in{_GAP}(?:{words}|{_title(words)}|{marks}){no_word_behind}"
        ),
        "unit_alone": f"[(\\[]{_S}(?P<form>{any_form}){_S}[)\\]]",
        "unit_last": f"(?:,|\u2014|\u2013|-){_S}(?P<form>{money}){_S}\\)?\\Z",
        "money": f"(?<![A-Za-z0-9])(?:{money})",
    }


def _signs(forms: Iterable[str]) -> str:
    """Give the signs that forms of currencies end with, for a class of characters."""
    return "".join(re.escape(form[-1]) for form in forms if is_currency(form[-1]))


def _fold(pattern: str) -> str:
    return pattern.translate(FOLD)


def _title(words: str) -> str:
    return "|".join(chr(ord(word[0]) - 32) + word[1:] for word in words.split("|"))
