"""Boundary classes of words, and their excuses (8.3)."""

from __future__ import annotations

from typing import Final

from groundspec.quote.boundaries.view import (
    LETTER_OR_DIGIT,
    WORD,
    between,
    first_digit,
    is_digit,
    is_in,
    is_money,
    is_of,
    is_white,
    run_before,
)
from groundspec.quote.steps import LONGEST_RUN, step
from groundspec.text.classes import CLASS_OF, DIGIT, LETTER, members
from groundspec.text.letters import boundary_range, boundary_set, boundary_words, is_capital

_LONGEST_UNIT: Final = 16
_LONGEST_ELISION: Final = 8
_LONGEST_SYMBOL: Final = 3


def fold(word: str) -> str:
    """Fold a word's case by table ``case-folding``."""
    return step("case").rewrite(word)


def nowhere(view: str, edge: int) -> bool:  # noqa: ARG001
    """Hold of no edge."""
    return False


def unit(view: str, edge: int) -> bool:
    """Q-EDGE-UNIT."""
    if not is_of(view, edge, LETTER):
        return False
    if is_digit(view, edge - 1):
        return True
    start = run_before(view, edge, "LM", _LONGEST_UNIT)
    return 0 < edge - start <= _LONGEST_UNIT and behind_figure(view, start)


def behind_figure(view: str, start: int) -> bool:
    """Say whether an offset is directly behind a digit, or behind one space that is."""
    spaced = is_in(view, start - 1, "group-space") and is_digit(view, start - 2)
    return is_digit(view, start - 1) or spaced


def case_change(view: str, edge: int) -> bool:
    """Q-EDGE-CASE."""
    left, right = view[edge - 1], view[edge]
    if not CLASS_OF[left] == CLASS_OF[right] == LETTER:
        return False
    if is_capital(right):
        return not is_capital(left)
    return is_capital(left) and edge > 1 and is_capital(view[edge - 2])


def word(view: str, edge: int) -> bool:
    """Q-EDGE-WORD."""
    return is_of(view, edge, LETTER_OR_DIGIT) and is_of(view, edge - 1, WORD)


def unsegmented(view: str, edge: int) -> bool:
    """Q-EDGE-UNSEGMENTED."""
    left, right = view[edge - 1], view[edge]
    held = members("unsegmented")
    figures = CLASS_OF[left] == CLASS_OF[right] == DIGIT
    return (held[left] or held[right]) and not figures and not attached(right)


def attached(char: str) -> bool:
    """Say whether a code point belongs to the letter before it (Q-EDGE-UNSEGMENTED)."""
    return ord(char) in boundary_range("attached")


def contraction(view: str, edge: int) -> bool:
    """Q-EDGE-CONTRACTION."""
    for place in (edge, edge - 1):
        inside = is_of(view, place - 1, WORD) and is_of(view, place + 1, LETTER)
        if inside and is_in(view, place, "apostrophe"):
            return True
    return False


def possessive(view: str, edge: int) -> bool:
    """Q-EDGE-POSSESSIVE."""
    ends = view[edge + 1 : edge + 2] in ("s", "S") and not is_of(view, edge + 2, WORD)
    return is_in(view, edge, "apostrophe") and ends


def elision(view: str, edge: int) -> bool:
    """Q-EDGE-ELISION."""
    if not is_in(view, edge - 1, "apostrophe"):
        return False
    start = run_before(view, edge - 1, LETTER, _LONGEST_ELISION)
    if is_of(view, start - 1, WORD):
        return False
    elided = fold(view[start : edge - 1]) in boundary_words("elisions")
    return elided and not (is_capital(view[edge]) and is_capital(view[start]))


def mark(view: str, edge: int) -> bool:
    """Q-EDGE-MARK."""
    return is_of(view, edge, "M")


def hyphen(view: str, edge: int) -> bool:
    """Q-EDGE-HYPHEN."""
    return (
        between(view, edge, "joiner", WORD, LETTER_OR_DIGIT)
        or between(view, edge, "range-dash", DIGIT, DIGIT)
        or _range(view, edge)
        or _broken_line(view, edge)
    )


def _range(view: str, edge: int) -> bool:
    """Say whether the edge lies beside the dash of a range or rate whose figures have signs."""
    for at in (edge, edge - 1):
        if is_in(view, at, "joiner") or is_in(view, at, "range-dash"):
            signed = is_in(view, at - 1, "figure-suffix") or is_money(view, at - 1)
            signed = signed and is_digit(view, at - 2)
            if signed and is_of(view, at + 1, LETTER):
                return True
            if (signed or is_digit(view, at - 1)) and first_digit(view, at + 1) >= 0:
                return True
    return False


def _broken_line(view: str, edge: int) -> bool:
    """Say whether the edge lies in a term that is broken at the end of a line."""
    white, hyphens = members("white-space"), boundary_set("line-hyphen")
    hyphen = edge
    if view[edge] not in hyphens:
        while edge - hyphen <= LONGEST_RUN and is_white(view, hyphen - 1):
            hyphen -= 1
        hyphen -= 1
    if view[hyphen] not in hyphens or not is_of(view, hyphen - 1, WORD):
        return False
    after = hyphen + 1
    while after < len(view) and after - hyphen <= LONGEST_RUN and white[view[after]]:
        after += 1
    broken = not boundary_set("line-break").isdisjoint(view[hyphen + 1 : after])
    return broken and is_of(view, after, LETTER_OR_DIGIT)


def symbol(view: str, edge: int) -> bool:
    """Q-EDGE-SYMBOL."""
    if not is_in(view, edge, "symbol-suffix"):
        return False
    start = end = edge
    while is_in(view, start - 1, "symbol-suffix") and end - start <= _LONGEST_SYMBOL:
        start -= 1
    while is_in(view, end, "symbol-suffix") and end - start <= _LONGEST_SYMBOL:
        end += 1
    named = is_of(view, start - 1, LETTER) and not is_of(view, end, WORD)
    return end - start <= _LONGEST_SYMBOL and named


def line_start(view: str, at: int) -> bool:
    """Say whether nothing but 64 code points of white space part an offset from a line's start."""
    start = at
    while is_white(view, start - 1):
        start -= 1
        if at - start > LONGEST_RUN:
            return False
    return start == 0 or not boundary_set("line-break").isdisjoint(view[start:at])
