"""A window on a source: the lines around some stretches of it, and the stretches marked.

On a terminal they are coloured; elsewhere a line below says which they are. A long line is cut, and
so is what has many lines. What is cut off costs nothing: only what is shown is gone through.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from groundspec.apps.lines import Lines
from groundspec.apps.visible import CUT, Cell, cells, width

WIDTH = 96
"""Columns of a line that is shown, without its number."""
QUOTED, OMITTED, MARKED = "^", "~", "!"
_COLOURS = {QUOTED: "1;32", OMITTED: "33", MARKED: "1;7;31"}
_CONTEXT, _ENDS = 1, 4
_BESIDE, _PART = 20, 24


class Stretch(NamedTuple):
    """What is marked: code points of the source, and with which sign."""

    start: int
    end: int
    sign: str


class _Shown(NamedTuple):
    """One code point, or what stands for those cut off, and the sign below it."""

    cell: Cell
    sign: str


_CUT = _Shown(Cell(CUT, 1), " ")


def window(
    lines: Lines, stretches: Sequence[Stretch], *, colour: bool, context: int = _CONTEXT
) -> Iterator[str]:
    """The lines of the window. Where two stretches overlap, the later one is seen."""
    shown = _numbers(lines, stretches, context)
    gutter = len(str(shown[-1]))
    before = shown[0] - 1
    for number in shown:
        if number != before + 1:
            left_out = number - before - 1
            yield f"{CUT:>{gutter}} | ({left_out} line{'s' if left_out > 1 else ''})"
        label = str(number)
        for row in _rows(_line(lines, number, stretches)):
            yield f"{label:>{gutter}} | {_painted(row) if colour else _plain(row)}".rstrip()
            if not colour and any(cell.sign != " " for cell in row):
                yield f"{'':>{gutter}} | {_signs(row)}"
            label = ""
        before = number


def _numbers(lines: Lines, stretches: Iterable[Stretch], context: int) -> list[int]:
    """The lines that are shown: the first and the last ones of each stretch, and those beside."""
    found: set[int] = set()
    for start, end, _ in stretches:
        first, last = lines.of(start), lines.of(max(start, end - 1))
        found.update(range(first - context, min(first + _ENDS, last + context + 1)))
        found.update(range(max(last - _ENDS + 1, first - context), last + context + 1))
    return sorted(number for number in found if 1 <= number <= lines.count)


# --- One line -------------------------------------------------------------------------------------


def _line(lines: Lines, number: int, stretches: Sequence[Stretch]) -> Iterator[_Shown]:
    """What is shown of a line, code point by code point."""
    low, high = lines.bounds(number)
    text = lines.source.text
    inside = [
        Stretch(max(start, low), min(end, high), sign)
        for start, end, sign in stretches
        if max(start, low) < min(end, high)
    ]
    at = low
    for start, end in _kept(text, low, high, inside):
        if start > at:
            yield _CUT
        signs = [" "] * (end - start)
        for one in inside:
            first, last = max(one.start, start), min(one.end, end)
            if first < last:
                signs[first - start : last - start] = one.sign * (last - first)
        yield from map(_Shown, cells(text[start:end]), signs)
        at = end
    if at < high:
        yield _CUT


def _kept(text: str, low: int, high: int, inside: Sequence[Stretch]) -> list[tuple[int, int]]:
    """The parts of a line that are shown."""
    if high - low <= WIDTH and _cost(text, low, high) <= WIDTH:
        return [(low, high)]
    if not inside:
        return [(low, _forth(text, low, high, WIDTH - 1))]
    beside = _BESIDE
    if len({one.start for one in inside}) == 1:
        start, end, _ = inside[0]
        taken = _cost(text, start, min(end, start + 2 * _PART))
        beside = max(_BESIDE, (WIDTH - 3 - taken) // 2)
    wanted = []
    for start, end, _ in inside:
        left, right = _back(text, start, low, beside), _forth(text, end, high, beside)
        if _cost(text, start, min(end, start + 2 * _PART + 1)) <= 2 * _PART:
            wanted.append((left, right))
        else:
            wanted.append((left, _forth(text, start, end, _PART)))
            wanted.append((_back(text, end, start, _PART), right))
    wanted.sort()
    kept = [wanted[0]]
    for start, end in wanted[1:]:
        if start <= kept[-1][1] + 1:
            kept[-1] = (kept[-1][0], max(end, kept[-1][1]))
        else:
            kept.append((start, end))
    return kept


def _cost(text: str, start: int, end: int) -> int:
    return sum(width(char) for char in text[start:end])


def _forth(text: str, at: int, high: int, columns: int) -> int:
    """How far so many columns reach to the right."""
    while at < high and (columns := columns - width(text[at])) >= 0:
        at += 1
    return at


def _back(text: str, at: int, low: int, columns: int) -> int:
    while at > low and (columns := columns - width(text[at - 1])) >= 0:
        at -= 1
    return at


# --- Rows -----------------------------------------------------------------------------------------


def _rows(line: Iterable[_Shown]) -> Iterator[list[_Shown]]:
    """The code points of a line in rows that are not too wide."""
    row: list[_Shown] = []
    taken = 0
    for one in line:
        if taken + one.cell.columns > WIDTH:
            yield row
            row, taken = [], 0
        row.append(one)
        taken += one.cell.columns
    yield row


def _plain(row: Iterable[_Shown]) -> str:
    return "".join(one.cell.shown for one in row)


def _signs(row: Iterable[_Shown]) -> str:
    return "".join(one.sign * one.cell.columns for one in row).rstrip()


def _painted(row: Iterable[_Shown]) -> str:
    parts, last = [], " "
    for one in row:
        if one.sign != last:
            parts.append(("" if last == " " else "\x1b[0m") + _colour(one.sign))
            last = one.sign
        parts.append(one.cell.shown)
    return "".join(parts) + ("" if last == " " else "\x1b[0m")


def _colour(sign: str) -> str:
    return "" if sign == " " else f"\x1b[{_COLOURS[sign]}m"
