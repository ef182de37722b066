"""The comparators that the words and signs around a figure give (9.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from groundspec.fact.amounts import Amount, read_amount
from groundspec.fact.document import Document, Span
from groundspec.fact.scales import NOTHING_BEHIND
from groundspec.text.lines import BREAKS, SPACES, WHITE, WHITE_SET, Cell
from groundspec.text.numbers import (
    DASHES,
    Figure,
    figure_before,
    figures,
    is_letter,
    is_word,
    number_set,
)
from groundspec.vocab.pack import GAP, Phrases, comparator_phrases, pack, phrases, plain

ORDER: Final = ("approx", "gt", "ge", "lt", "le", "range_low", "range_high")
_OPPOSITE: Final = {"gt": "le", "le": "gt", "ge": "lt", "lt": "ge"}
_BARRED: Final = re.compile(f"[,;:()]|[{SPACES}][-\u2013\u2014][{SPACES}]|\t")
_CLAUSE: Final = re.compile("[;:]")
_RANGE: Final = re.compile(
    f"(?:(?P<dash>[{DASHES}])|(?P<spaced>[{SPACES}]{{1,2}}[{DASHES}][{SPACES}]{{1,2}})"
    f"|[{SPACES}]?(?P<dots>\u2026|\\.{{2,3}})[{SPACES}]?"
    f"|{GAP}(?P<word>to|up{GAP}to|until|through|thru|and){GAP})"
)


class Qualifiers(NamedTuple):
    """The comparators at a figure, in their order, and the phrase or dash that gave the first."""

    comparators: tuple[str, ...] = ()
    mark: Span | None = None


def qualifiers(document: Document, amount: Amount) -> Qualifiers:
    """Read the comparators at a figure."""
    found: dict[str, Span] = {}
    _before(document, amount, found)
    _after(document, amount, found)
    end = _range_end(document, amount)
    if end is not None:
        found.setdefault(*end)
    names = tuple(name for name in ORDER if name in found)
    return Qualifiers(names, min(found.values()) if found else None)


def _before(document: Document, amount: Amount, found: dict[str, Span]) -> None:
    """F-BEFORE, F-BOUND, F-NEGATED-BOUND."""
    folded, front = document.folded, amount.front
    if amount.bracketed:
        front = _spoken_front(folded, front)
    start = document.sentence_before(front, amount.within)
    listed, names = comparator_phrases("before")
    taken = None
    for match in reversed(listed.all(folded, max(start, front - 80), front)):
        if match[0] == ">" and _TAG.search(folded, max(0, match.end() - 80), match.end()):
            continue
        if document.on("F-BEFORE") and bridged(folded, match.end(), front):
            taken = match
        break
    if taken is None and document.on("F-BOUND"):
        bounds = phrases("bounds").all(folded, start, front)
        if bounds and _open(document, bounds[-1].end(), front):
            taken = bounds[-1]
        if taken is None and (before := _cell_before(amount)):
            start = before.start
            taken = _at_end(document.folded, before)
    if taken is None:
        return
    phrase = plain(taken[0])
    name = names[phrase]
    found[name] = Span(*taken.span())
    turned = document.on("F-NEGATED-BOUND") and name in _OPPOSITE and not _negative(phrase)
    if turned and _negated(document, start, taken.start()):
        found[_OPPOSITE[name]] = Span(*taken.span())


def _spoken_front(folded: str, front: int) -> int:
    """Give where a number in words begins whose figure follows in brackets (F-BEFORE)."""
    low, at = max(0, front - 80), front
    for _ in range(_SPOKEN_MOST):
        match = _WORD_BEFORE.search(folded, low, at)
        if match is None or match[1] not in _spoken() or (at == front and match[2] == "-"):
            break
        at = match.start()
    return at


_SPOKEN_MOST: Final = 8
_WORD_BEFORE: Final = re.compile(f"(?<![a-z])([a-z]{{1,16}})({GAP}|-)\\Z")


@cache
def _spoken() -> frozenset[str]:
    return frozenset([*pack()["number_words"], *pack()["number_scales"], *pack()["spoken_units"]])


def _cell_before(amount: Amount) -> Cell | None:
    """Give the cell before the one that a figure begins, in a row (F-BOUND)."""
    cell = amount.within
    if cell is None or amount.front != cell.start:
        return None
    place = amount.line.cells.index(cell)
    return amount.line.cells[place - 1] if place else None


def _at_end(folded: str, cell: Cell) -> re.Match[str] | None:
    """Give the bound that ends a cell."""
    found = phrases("bounds").all(folded, max(cell.start, cell.end - 80), cell.end)
    return found[-1] if found and folded[found[-1].end() : cell.end] in _CELL_ENDS else None


_CELL_ENDS: Final = frozenset(["", *":,)"])


_TAG: Final = re.compile("</?[a-z][^<>]{0,76}>\\Z")


def _negative(phrase: str) -> bool:
    return phrase.partition(" ")[0] in pack()["negations"]


def _negated(document: Document, start: int, end: int) -> bool:
    """Say whether a negation stands in the clause before a bound."""
    found = phrases("negations").all(document.folded, start, end)
    if not found:
        return False
    between = found[-1].end(), end
    broken = _CLAUSE.search(document.folded, *between)
    return broken is None and not phrases("clause_words").all(document.folded, *between)


def bridged(folded: str, start: int, end: int) -> bool:
    """Say whether at most three words of ``bridge``, and white space, lie in a stretch."""
    if end - start > 40:
        return False
    rest = folded[start:end].strip(WHITE)
    if not rest:
        return True
    words = plain(rest).split(" ")
    return len(words) <= 3 and all(word in pack()["bridge"] for word in words)


def _open(document: Document, start: int, end: int) -> bool:
    """Say whether a bound reaches over a stretch (F-BOUND)."""
    if _BARRED.search(document.folded, start, end):
        return False
    if next(figures(document.text, start, end), None) is not None:
        return False
    return not phrases("copulas").all(document.folded, start, end)


def _letter_behind(folded: str, at: int) -> bool:
    gap = _GAP.match(folded, at)
    return gap is not None and is_letter(folded, gap.end())


def _behind_age(folded: str, end: int, limit: int) -> int:
    """Give where words of age end that stand behind an amount, or where that ends."""
    gap = _GAP.match(folded, end, limit)
    return end if gap is None else max(end, phrases("age_words").at(folded, gap.end(), limit))


_GAP: Final = re.compile(GAP)
_COMMA: Final = frozenset(",")
_CLOSERS: Final = re.compile(f"[)]?(?P<comma>,)?[{SPACES}{BREAKS}]{{0,8}}[(]?")
_COUNTED: Final = re.compile(f"{GAP}[a-z]{{1,24}}{GAP}[(]?")
_WHITE: Final = re.compile(f"[{SPACES}{BREAKS}]{{1,8}}")


def _after(document: Document, amount: Amount, found: dict[str, Span]) -> None:
    """F-AFTER."""
    if not document.on("F-AFTER"):
        return
    folded, end = document.folded, amount.end
    limit = len(folded) if amount.within is None else amount.within.end
    listed, names = comparator_phrases("after")
    if folded[end : end + 1] in NOTHING_BEHIND - _COMMA:
        return
    if folded[end] == "+" and not is_word(folded, end + 1):
        found.setdefault("ge", Span(end, end + 1))
        return
    closers = _CLOSERS.match(folded, _behind_age(folded, end, limit), limit)
    if closers is None:  # its brackets end in another cell
        return
    at = closers.end()
    opened = folded[at - 1] == "("
    first = ("or ", "and ") if closers["comma"] else ""
    starts = [(at, opened)]
    for _ in range(3):
        bridge = phrases("bridge").at(folded, at, limit)
        white = _WHITE.match(folded, bridge, limit) if bridge > 0 else None
        if white is None:
            break
        at = white.end()
        starts.append((at, opened))
    counted = None if amount.suffix else _COUNTED.match(folded, end, limit)
    if counted is not None:
        starts.append((counted.end(), counted[0].endswith("(")))
    for start, bracket in starts:
        stop = listed.at(folded, start, limit)
        closed = not bracket or folded.startswith(")", stop)
        phrase = plain(folded[start:stop]) if stop > 0 and closed else "+"
        alone = not first or not _letter_behind(folded, stop)
        if phrase != "+" and phrase.startswith(first) and alone:
            found.setdefault(names[phrase], Span(start, stop))
            return


def _range_end(document: Document, amount: Amount) -> tuple[str, Span] | None:
    """F-RANGE-READ, F-CHANGE, F-PART-RATIO: which end of a range a figure is."""
    if not document.on("F-RANGE-READ"):
        return None
    for behind in _joiners_behind(document.folded, amount):
        if _longest_before(document, behind.start(), amount.figure):
            other = _amount_behind(document, behind.end(), amount)
            if other is not None and _pair(document, amount, other, behind):
                return "range_low", _dash(behind)
    near = amount.figure.start - amount.front < 8
    match = _joiner_before(document.folded, amount.front) if near else None
    if match is None or document.longest_at(amount.figure.start) != amount.figure:
        return None
    other = _amount_before(document, match.start(), amount)
    if other is None or not _pair(document, other, amount, match):
        return None
    if document.on("F-CHANGE") and _changed(document, other):
        return None
    return "range_high", _dash(match)


def _joiners_behind(folded: str, amount: Amount) -> Iterator[re.Match[str]]:
    """Yield what may join two ends of a range, behind the first or behind a word directly there."""
    word = _UNIT_WORD.match(folded, amount.end) if _loose(amount) else None
    for at in (amount.end, *([] if word is None else [word.end()])):
        match = _RANGE.match(folded, at)
        if match is not None:
            yield match


_JOINING_WORDS: Final = ("to", "through", "thru", "and", "until")
_JOINERS: Final = (*sorted(number_set("dash")), "\u2026", "..", *_JOINING_WORDS)


def _joiner_before(folded: str, front: int) -> re.Match[str] | None:
    """Give what may join two ends of a range, directly before the front of the second."""
    if not folded[max(0, front - 15) : front].rstrip(WHITE).endswith(_JOINERS):
        return None
    for start in range(front - 1, max(-1, front - 32), -1):
        match = _RANGE.match(folded, start)
        if match is None or match.end() != front:
            continue
        cut = match["dots"] is not None and match[0][0] == "." and folded[start - 1] == "."
        spoken = match["word"] == "to" and _UP.search(folded, max(0, start - 10), start)
        if not cut and not spoken and folded[start - 1] not in WHITE_SET:
            return match
    return None


_UP: Final = re.compile(f"{GAP}up\\Z")


def _loose(amount: Amount) -> bool:
    """Say whether a figure has neither a form nor a scale (F-RANGE-READ)."""
    return amount.unit is None and amount.scale_at is None


def _dash(match: re.Match[str]) -> Span:
    """Give where what joins two ends of a range stands, without the white space."""
    return _trimmed(match, match.lastgroup or "dash")


def _trimmed(match: re.Match[str], name: str) -> Span:
    """Give what a group of a match holds but for white space at its ends."""
    text = match[name]
    start = match.start(name) + len(text) - len(text.lstrip(WHITE))
    return Span(start, match.start(name) + len(text.rstrip(WHITE)))


def _amount_behind(document: Document, at: int, near: Amount) -> Amount | None:
    """Give the figure whose front begins at an offset."""
    for step in range(8):
        figure = document.longest_at(at + step)
        if figure is not None:
            amount = read_amount(document, figure, _code(near))
            return amount if amount.front == at else None
    return None


def last_before(document: Document, end: int) -> Figure | None:
    """Give the figure or composite in the 40 code points before an offset that ends last."""
    found: Figure | None = None
    for figure in document.figures(max(0, end - 40), end):
        if found is None or figure.end > found.end:
            found = figure
    return found


def _longest_before(document: Document, end: int, figure: Figure) -> bool:
    return last_before(document, end) == figure


def _amount_before(document: Document, end: int, near: Amount) -> Amount | None:
    """Give the figure whose scale, unit and brackets end at an offset."""
    found = last_before(document, end)
    if found is None:
        return None
    amount = read_amount(document, found, _code(near))
    if amount.end == end or found.end == end:
        return amount
    if document.folded.startswith(".", end):  # dots that a run of letters swallows
        return None
    return (
        amount
        if _loose(amount) and _UNIT_WORD.fullmatch(document.folded, amount.end, end)
        else None
    )


_UNIT_WORD: Final = re.compile(
    f"[{SPACES}]{{0,2}}(?!(?:to|up|until|through|thru|and)(?![a-z.]))(?:[a-z.]{{1,12}}(?![a-z.])|[\u00b0\u00ba])"
)


def _code(amount: Amount) -> str | None:
    return None if amount.unit is None else amount.unit.code


def _pair(document: Document, low: Amount, high: Amount, match: re.Match[str]) -> bool:
    """Say whether two figures and what joins them are a range."""
    one, two = low.unit, high.unit
    if one is not None and two is not None and one.code != two.code:
        times = pack()["time_units"]
        if one.code not in times or two.code not in times:
            return False
    if low.figure.number is None or high.figure.number is None:
        return False
    if match["word"] == "and":
        return _between(document, low)
    direct = low.figure.end == match.start()
    return not (match["word"] == "to" and direct and _ratio(document, low, high))


def _between(document: Document, low: Amount) -> bool:
    """Say whether ``between`` stands before a figure with no other between (F-RANGE-READ)."""
    start = document.sentence_before(low.front, low.within)
    found = _BETWEEN.all(document.folded, max(start, low.front - 60), low.front)
    return bool(found) and next(figures(document.text, found[-1].end(), low.front), None) is None


_SIX_WORDS: Final = re.compile(
    f"{GAP}(?:(?:(?:in|of){GAP})?([a-z]+){GAP}((?:[a-z]+{GAP}){{0,5}}))?"
)
_BETWEEN: Final = Phrases(["between"])
_FROM: Final = Phrases(["from"])
_ONE: Final = re.compile("1(?:\\.0+)?")


def _ratio(document: Document, low: Amount, high: Amount) -> bool:
    """F-PART-RATIO: whether two figures are ``N to 1``."""
    number = low.figure.number
    if low.unit is not None or high.unit is not None or number is None:
        return False
    one = _ONE.fullmatch(document.text, high.figure.start, high.figure.end)
    return one is not None and not (number.coefficient == 1 and number.exponent == 0)


def _changed(document: Document, low: Amount) -> bool:
    """F-CHANGE: whether ``from`` and a word of change stand before the first end."""
    folded, front = document.folded, low.front
    start = document.sentence_before(front, low.within)
    sources = _FROM.all(folded, max(start, front - 40), front)
    if not sources or not bridged(folded, sources[-1].end(), front):
        return _beside_change(document, low, start)
    begin = sources[-1].start()
    words = phrases("change_words").all(folded, start, begin)
    if not words:
        return False
    between = _SIX_WORDS.fullmatch(folded, words[-1].end(), begin)
    if between is None or between[1] is None:
        return between is not None
    return between[1] in pack()["determiners"] and not phrases("change_barriers").all(
        folded, *between.span(2)
    )


def _beside_change(document: Document, low: Amount, start: int) -> bool:
    """Say whether a range stands in brackets directly behind a change (F-CHANGE)."""
    edge = low.front + document.text.startswith("(", low.front)
    match = _OPENED.search(document.folded, max(start, edge - 3), edge)
    if match is None:
        return False
    before = _amount_before(document, match.start(), low)
    if before is None:
        return False
    joined = _joiner_before(document.folded, before.front)
    first = None if joined is None else _amount_before(document, joined.start(), before)
    if first is None or document.text.startswith("(", first.front):
        return False
    return _changed(document, first)


_OPENED: Final = re.compile(f"[{SPACES}{BREAKS}]{{1,2}}\\(\\Z")


def is_second_of_ratio(document: Document, amount: Amount) -> bool:
    """F-PART-RATIO."""
    if document.text[amount.figure.start] != "1":
        return False
    match = _joiner_before(document.folded, amount.front)
    if match is None or match["word"] != "to":
        return False
    other = figure_before(document.text, match.start())
    if other is None:
        return False
    first = read_amount(document, other, None)
    return _ratio(document, first, amount) and not (
        document.on("F-CHANGE") and _changed(document, first)
    )
