"""What stands around a figure: its front, sign, scale and unit (9.4, 9.5)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from groundspec.fact.document import Document
from groundspec.fact.tables import NOTE
from groundspec.fact.units import Form
from groundspec.text.classes import CLASS_OF
from groundspec.text.letters import is_currency
from groundspec.text.lines import (
    BREAK_SET,
    BREAKS,
    FOLD,
    SPACE_SET,
    SPACES,
    SPACES_TEXT,
    WHITE_SET,
    Cell,
    Line,
)
from groundspec.text.numbers import DASHES, MINUSES, Figure, class_of, is_word, number_set
from groundspec.vocab.pack import GAP, INNER_GAP, pack, phrases

_INNER: Final = re.compile(INNER_GAP)
_GAP: Final = re.compile(GAP)
_NOTE: Final = re.compile(NOTE)
_BEFORE_MINUS: Final = WHITE_SET | frozenset(
    "(=:|[,;<>~\"'*{`\u2018\u2019\u201c\u201e\xab\u2192\u21d2\u2248\u2264\u2265"
)
NOTHING_BEHIND: Final = frozenset(["", *".,;:%"])  # what no scale and no qualifier begins with
HYPHENS: Final = ("-", "\u2010", "\u2011")
_SHARED_MOST: Final = 32


class Span(NamedTuple):
    """A stretch in code points."""

    start: int
    end: int


class Amount(NamedTuple):
    """A figure and what belongs to it; ``front`` and ``end`` are where all of it begins and ends.

    ``sign`` is where a minus or bracket stands that makes it negative; ``scale`` a power of ten
    given behind it; ``prefix`` and ``suffix`` the forms of units at it.
    """

    figure: Figure
    front: int
    end: int
    sign: Span | None
    bracketed: bool
    scale: int
    scale_at: Span | None
    prefix: Form | None
    suffix: Form | None
    shared: bool
    line: Line
    cell: Cell | None
    row: bool
    aside: bool = False  # whether the scale stands in brackets, or behind `in`
    dropped: bool = False  # whether a suffix form gave way to the prefix form
    magnitude: bool = False  # whether the field asks for a size alone

    @property
    def within(self) -> Cell | None:
        """The cell that nothing that qualifies the figure lies beyond: its own, in a row."""
        return self.cell if self.row else None

    @property
    def unit(self) -> Form | None:
        """The form that says the unit: a currency behind the figure before one in front of it."""
        return self.suffix or self.prefix


class _Front(NamedTuple):
    start: int
    minus: int
    bracket: int
    prefix: Form | None


def read_amount(document: Document, figure: Figure, wanted: str | None) -> Amount:
    """Read what stands around a figure; ``wanted`` is the field's unit (F-UNIT-FORM)."""
    line = document.lines.at(figure.start)
    row = document.tables.is_row(line)
    cell = document.tables.cell_of(line, figure.start)
    front = _front(document, figure, line, wanted)
    scale, scale_at = _scale(document, figure, front.prefix, wanted)
    behind = figure.end if scale_at is None else scale_at.end
    limit = cell.end if row and cell is not None else len(document.text)
    aside = None if scale_at is not None else scale_aside(document, behind, limit)
    behind = behind if aside is None else aside.end
    suffix = _suffix(document, figure, behind, limit, wanted)
    prefix = front.prefix if document.on("F-UNIT-PREFIX") else None
    dropped = False
    if suffix is not None and prefix is not None and not document.units.is_currency(suffix.code):
        dropped = document.on("F-DOUBT-UNITS") and _at_gap(document.text, behind, suffix.start)
        suffix = None
    if prefix is not None and suffix is None:
        prefix = _marked(document, prefix, behind, limit)
    shared = False
    end = behind
    if scale_at is None and aside is None and suffix is not None:
        aside = scale_aside(document, suffix.end, limit)
        end = behind if aside is None else aside.end
    if aside is not None:
        scale, scale_at = aside.power, aside.key
    if suffix is None and prefix is None and document.on("F-UNIT-SHARED"):
        suffix = _shared(document, behind, limit, wanted)
        shared = suffix is not None
    end = end if suffix is None or shared else max(end, suffix.end)
    closed = _closing(document.text, front, figure.end, end)
    bracketed = closed > 0
    end = max(end, closed)
    sign = _sign(document, front, bracketed, end, line, cell, row)
    return Amount(
        figure,
        front.start,
        end,
        sign,
        bracketed,
        scale,
        scale_at,
        prefix,
        suffix,
        shared,
        line,
        cell,
        row,
        aside is not None,
        dropped,
    )


def _front(document: Document, figure: Figure, line: Line, wanted: str | None) -> _Front:
    """F-FRONT: the signs, bracket and prefix form that belong to a figure at its left."""
    text = document.text
    at, minus, bracket = figure.start, -1, -1
    prefix: Form | None = None
    while at > 0:
        if prefix is None:
            gap = _back_gap(text, at)
            found = document.units.prefix_before(text, gap, wanted) or _alone_above(
                document, line, at, wanted
            )
            if found is not None:
                prefix, at = found, found.start
                continue
        char = text[at - 1]
        if minus < 0 and char in number_set("minus") and minus_may(text, at - 1):
            minus = at = at - 1
        elif bracket < 0 and char == "(":
            bracket = at = at - 1
        else:
            break
    return _Front(at, minus, bracket, prefix)


_ALONE: Final = re.compile(f"[^{SPACES}{BREAKS}0-9]{{1,8}}")


def _alone_above(document: Document, line: Line, at: int, wanted: str | None) -> Form | None:
    """Give the prefix form that is all of the last line with a cell above, at most two up.

    The offset is where its own line begins, but for spaces.
    """
    text, lines = document.text, document.lines
    if not line.number or text[line.start : at].strip(SPACES_TEXT):
        return None
    above = next(
        (row for up in (1, 2) if up <= line.number and (row := lines.line(line.number - up)).cells),
        None,
    )
    if above is None or len(above.cells) != 1:
        return None
    cell = above.cells[0]
    if not _ALONE.fullmatch(text, cell.start, cell.end):
        return None
    form = document.units.prefix_before(text, cell.end, wanted)
    return form if form is not None and form.start == cell.start else None


def minus_may(text: str, at: int) -> bool:
    """Say whether what stands before a minus lets it be one."""
    if at == 0:
        return True
    return text[at - 1] in _BEFORE_MINUS or is_currency(text[at - 1])


def _back_gap(text: str, end: int) -> int:
    """Give where the gap without a line break that ends at an offset begins."""
    start = end
    while start > 0 and end - start < 9 and text[start - 1] in SPACE_SET:
        start -= 1
    return start if end - start < 9 and text[start - 1 : start] not in BREAK_SET else end


def _scale(
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
    scales = {**pack()["scale_words"], **pack()["heading_scales"]}
    return Aside(scales[match[name]], Span(*match.span(name)), match.end())


_ASIDE_BEGINS: Final = WHITE_SET | frozenset("(,")


@cache
def _aside() -> re.Pattern[str]:
    listed = [*pack()["scale_words"], *pack()["heading_scales"]]
    keys = "|".join(map(re.escape, sorted(listed, key=lambda key: (-len(key), key))))
    return re.compile(
        f"(?:{GAP})?\\([{SPACES}]?(?:in{GAP})?(?P<bracketed>{keys})[{SPACES}]?\\)"
        f"|,?{GAP}in{GAP}(?P<plain>{keys})(?![a-z0-9])"
    )


def _at_gap(text: str, start: int, end: int) -> bool:
    """Say whether nothing, or one gap, lies between two offsets."""
    return start == end or _GAP.fullmatch(text, start, end) is not None


def _marked(document: Document, prefix: Form, behind: int, limit: int) -> Form:
    """F-UNIT-MARK: the prefix form of a currency, with the unit that a mark beside it names."""
    if not document.units.is_currency(prefix.code) or not document.on("F-UNIT-MARK"):
        return prefix
    text, start = document.text, prefix.start
    stop = start - 1 if text[start - 1 : start] in SPACE_SET else start
    match = _mark_before().search(text, max(0, stop - 16), stop)
    if match is None:
        match = _mark_behind().match(text, behind, limit)
    if match is None:
        return prefix
    return Form(pack()["currency_marks"][match["key"]], start, prefix.end)


@cache
def _marks() -> str:
    marks = sorted(pack()["currency_marks"], key=lambda mark: (-len(mark), mark))
    return "|".join(map(re.escape, marks))


@cache
def _mark_before() -> re.Pattern[str]:
    return re.compile(f"(?<![A-Za-z0-9])(?P<key>{_marks()})\\Z")


@cache
def _mark_behind() -> re.Pattern[str]:
    return re.compile(
        f"(?:{GAP}\\(?|\\()(?=[A-Z]{{3}}(?![A-Za-z0-9])|[A-Za-z ]+\\))"
        f"(?P<key>{_marks()})(?![A-Za-z0-9])"
    )


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


def _suffix(
    document: Document, figure: Figure, behind: int, limit: int, wanted: str | None
) -> Form | None:
    """F-UNIT-SUFFIX, F-UNIT-PER: the suffix form at a figure; another's is without a code."""
    if not document.on("F-UNIT-SUFFIX"):
        return None
    text, folded = document.text, document.folded
    at = behind
    window = min(limit, figure.end + document.window + 1)
    closed = 0
    modifiers = 0
    while at < window:
        form = document.units.suffix_at(text, at, limit, wanted)
        if form is not None:
            return _per(document, form)
        if closed < 2 and text[at] == ")":
            at += 1
            closed += 1
            continue
        gap = _GAP.match(text, at, limit)
        if gap is not None:
            at = gap.end()
            continue
        end = phrases("unit_modifiers").at(folded, at, limit)
        if end < 0 or modifiers == 2:
            return None
        modifiers += 1
        at = end
    return None


_POWER: Final = re.compile(f"[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u207b]|\\^[{MINUSES}0-9]")
_DIVIDED: Final = re.compile(
    f"(?:{GAP})?\\(?(?:[{class_of('slash')}]|per(?![a-z]))[{SPACES}]?(?:[0-9]+(?:\\.[0-9]+)?[{SPACES}]?)?"
)
_INVERSE: Final = re.compile(
    f"[{SPACES}]?[.\u00b7\u22c5]?[{SPACES}]?([A-Za-z]{{1,3}}[\u00b2\u00b3]?)(?:-1|\u22121|\u207b\u00b9)"
)


def _per(document: Document, form: Form) -> Form:
    """F-UNIT-PER: the form, or one of another unit where a rate or power follows it."""
    if document.units.is_currency(form.code) or not document.on("F-UNIT-PER"):
        return form
    text = document.text
    powered = is_word(text, form.end - 1) and _POWER.match(text, form.end)
    if powered or text.startswith("%", form.end):
        return Form(None, form.start, form.end)
    divided = _DIVIDED.match(document.folded, form.end)
    if divided and divided.end() > form.end:
        at = divided.end()
        while at < len(text) and CLASS_OF[text[at]] == "D" and at < divided.end() + 16:
            at += 1
        gap = _INNER.match(text, at)
        at = gap.end() if gap else at
        listed = ("rates", "time_rates") if form.code in pack()["length_units"] else ("rates",)
        for name in listed:
            match = _rates(name).match(document.folded, at)
            if match and not is_word(text, match.end()):
                return Form(None, form.start, form.end)
    inverse = _INVERSE.match(text, form.end)
    if inverse and _rates("rates").fullmatch(inverse[1].translate(FOLD)):
        return Form(None, form.start, form.end)
    return form


@cache
def _rates(name: str) -> re.Pattern[str]:
    listed = [rate.translate(FOLD) for rate in pack()[name]]
    rates = sorted(listed, key=lambda rate: (-len(rate), rate))
    return re.compile("|".join(map(re.escape, rates)))


_CONNECTOR: Final = re.compile(
    f"[{SPACES}{BREAKS}]*[)]?[{SPACES}]*(?:(?P<mark>[,;]|[{DASHES}])?[{SPACES}{BREAKS}]*"
    f"(?P<word>and|or|to)?(?=[{SPACES}{BREAKS}0-9({MINUSES}]))[{SPACES}{BREAKS}]*"
)
PARTING: Final = (
    WHITE_SET | number_set("dash") | frozenset("),;aotAOT")
)  # what can stand directly behind a figure of a list that goes on


def _shared(document: Document, behind: int, limit: int, wanted: str | None) -> Form | None:
    """F-UNIT-SHARED: the unit of the last figure of a list that this one belongs to."""
    text, at = document.text, behind
    if text[at : at + 1] not in PARTING:
        return None
    for _ in range(_SHARED_MOST):
        match = _CONNECTOR.match(document.folded, at, limit)
        if match is None or not (match["mark"] or match["word"]):
            return None
        start = match.end() + 1 if text.startswith("(", match.end()) else match.end()
        start += text[start : start + 1] in number_set("minus")
        following = document.longest_at(start)
        if following is None:
            return None
        _, scale = _scale(document, following, None, wanted)
        at = following.end if scale is None else scale.end
        form = _suffix(document, following, at, limit, wanted)
        if form is not None:
            return form
    return None


def scale_of_list(document: Document, end: int) -> bool:
    """F-DOUBT-SHARED-SCALE: whether the list that goes on behind a figure ends with a scale."""
    at, joined = end, False
    for _ in range(_SHARED_MOST):
        match = _CONNECTOR.match(document.folded, at)
        if match is None or not (match["mark"] or match["word"]):
            return False
        joined = joined or match["word"] is not None or match["mark"] not in (",", ";")
        following = next(document.figures(match.end(), match.end() + 16), None)
        if following is None:
            return False
        amount = read_amount(document, following, None)
        if amount.front > match.end() or amount.front < match.end() - 1:
            return False
        if amount.scale_at is not None:
            return joined
        if amount.suffix is not None and not amount.shared:
            return False
        at = following.end
    return False


def _closing(text: str, front: _Front, figure_end: int, end: int) -> int:
    """F-END: where the brackets that hold a figure end, or 0 where none do."""
    if front.bracket < 0:
        return 0
    if ")" in text[figure_end:end]:
        return end
    match = _CLOSED.match(text, end)
    return match.end() if match else 0


_CLOSED: Final = re.compile(f"%?[{SPACES}{BREAKS}]{{0,2}}\\)")


def _sign(
    document: Document,
    front: _Front,
    bracketed: bool,
    end: int,
    line: Line,
    cell: Cell | None,
    row: bool,
) -> Span | None:
    """F-SIGN-MINUS, F-SIGN-CELL, F-SIGN-BRACKETS: where what makes a figure negative stands."""
    text = document.text
    if front.minus >= 0 and document.on("F-SIGN-MINUS"):
        return Span(front.minus, front.minus + 1)
    later = row and cell is not None and cell is not line.cells[0]
    whole = later and cell is not None and document.tables.is_number_cell(cell)
    if whole and cell is not None and document.on("F-SIGN-CELL"):
        first = text[cell.start]
        if (
            first in number_set("minus")
            and cell.start < front.start
            and _back_gap(text, front.start) == cell.start + 1
        ):
            return Span(cell.start, cell.start + 1)
        if text[cell.end - 1] in number_set("minus") and _only(text, end, cell.end - 1):
            return Span(cell.end - 1, cell.end)
    if bracketed and document.on("F-SIGN-BRACKETS"):
        money = front.prefix is not None and front.prefix.end <= front.bracket
        alone = (
            whole
            and cell is not None
            and front.start == cell.start
            and _only_note(text, end, cell.end)
        )
        if money or alone:
            return Span(front.bracket, front.bracket + 1)
    return None


def fills_number_cell(document: Document, amount: Amount) -> bool:
    """Say whether a figure in brackets is all of the first cell of its row, a number cell."""
    cell = amount.cell
    if not amount.row or cell is None or cell is not amount.line.cells[0]:
        return False
    if not document.tables.is_number_cell(cell) or amount.front != cell.start:
        return False
    return _only_note(document.text, amount.end, cell.end)


def _only(text: str, start: int, end: int) -> bool:
    return all(char in SPACE_SET for char in text[start:end])


def _only_note(text: str, start: int, end: int) -> bool:
    """Say whether nothing but a percent sign, a form, or a note mark stands in a stretch."""
    rest = text[start:end]
    if not rest or rest in ("%", " %"):
        return True
    note = _NOTE.search(rest)
    return note is not None and note.end() == len(rest)
