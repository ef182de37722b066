"""The text that edges are judged in (Q-EDGE), and what is asked of a place in it.

A test is given the view and an edge, an offset with a code point on both sides. Everything it asks
lies a stated number of code points away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from groundspec.quote.steps import LONGEST_RUN, step
from groundspec.resources import range_table
from groundspec.text.classes import CLASS_OF, DIGIT, members
from groundspec.text.letters import boundary_set, is_currency
from groundspec.text.node import Node, Step
from groundspec.text.steps import EditStep, other_white

Test = Callable[[str, int], bool]

WORD: Final = "LMD"
LETTER_OR_DIGIT: Final = "LD"
_OPENING: Final = 3


@cache
def _passed_over() -> Step:
    """Give the step that deletes ignorables, but for U+00AD at the end of a line."""
    codes = [
        chr(code)
        for first, last in range_table("default-ignorable")
        for code in range(first, last + 1)
    ]
    others = "".join(f"{chr(first)}-{chr(last)}" for first, last in _but_soft_hyphen())
    white, breaks = (
        re.escape(f" {other_white()}"),
        re.escape("".join(sorted(boundary_set("line-break")))),
    )
    found = re.compile(f"[{others}]|\u00ad(?![{white}]*[{breaks}])")

    def changes(text: str) -> Iterator[tuple[int, int, str]]:
        for match in found.finditer(text):
            yield match.start(), match.end(), ""

    return EditStep("".join(codes), changes)


def _but_soft_hyphen() -> list[list[int]]:
    return [[first, last] for first, last in range_table("default-ignorable") if first != 0xAD]


@cache
def digits() -> re.Pattern[str]:
    """Give a pattern of one digit."""
    ranges = (f"{chr(first)}-{chr(last)}" for first, last in range_table("digit"))
    return re.compile(f"[{''.join(ranges)}]")


def view_of(root: Node, decoded: bool) -> Node:
    """Give the view of a source; ``decoded`` says whether the step ``entities`` is taken."""
    node = root.then(step("entities")) if decoded else root
    held = any(map(members("default-ignorable").__getitem__, node.alphabet))
    return node.then(_passed_over()) if held else node


# Most edges lie between a word and a space. No class refuses these: nothing that a class asks for
# stands beside them, but for the letter x of a product and the hyphen at the end of a line.
_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyz")
_SPACES: Final = frozenset(" \n")
_STOPS: Final = frozenset('.,;:!?"')
_QUOTES: Final = frozenset("\u201c\u201d\u201e\xab\xbb")
_BEFORE: Final = _PLAIN | _STOPS | _QUOTES
_BEHIND: Final = _SPACES | _STOPS | _QUOTES


def is_plain(view: str, edge: int) -> bool:
    """Say of an edge with code points on both sides whether no class can refuse it."""
    left, right = view[edge - 1], view[edge]
    if left in _PLAIN:
        return right in _BEHIND
    if right in _SPACES:
        return left in _QUOTES or (left in _STOPS and view[edge - 2 : edge - 1] in _PLAIN)
    if left in _SPACES:
        return right in _QUOTES or (right in _PLAIN and (edge == 1 or view[edge - 2] in _BEFORE))
    return right in _PLAIN and left in _QUOTES


def is_of(view: str, at: int, classes: str) -> bool:
    """Say whether there is a code point at an offset and it is of one of some classes."""
    return 0 <= at < len(view) and CLASS_OF[view[at]] in classes


def is_digit(view: str, at: int) -> bool:
    """Say whether there is a digit at an offset."""
    return 0 <= at < len(view) and CLASS_OF[view[at]] == DIGIT


def is_in(view: str, at: int, name: str) -> bool:
    """Say whether there is a code point of a set of table ``boundaries`` at an offset."""
    return 0 <= at < len(view) and view[at] in boundary_set(name)


def is_white(view: str, at: int) -> bool:
    """Say whether there is white space at an offset."""
    return 0 <= at < len(view) and members("white-space")[view[at]]


def is_money(view: str, at: int) -> bool:
    """Say whether there is a currency sign at an offset."""
    return 0 <= at < len(view) and is_currency(view[at])


def run_before(view: str, end: int, classes: str, most: int) -> int:
    """Give the start of the run that ends at an offset, ``end - most - 1`` where it is longer."""
    start = end
    while start > 0 and end - start <= most and CLASS_OF[view[start - 1]] in classes:
        start -= 1
    return start


def white_before(view: str, end: int) -> int:
    """Give the start of the white space that ends at an offset, -1 where there is too much."""
    start = end
    while is_white(view, start - 1):
        start -= 1
        if end - start > LONGEST_RUN:
            return -1
    return start


def first_digit(view: str, at: int) -> int:
    """Give the first digit of the figure that opens at an offset, -1 where none does."""
    seen = ""
    while at < len(view):
        char = view[at]
        if CLASS_OF[char] == DIGIT or char in boundary_set("fraction"):
            return at
        opens = char in boundary_set("opening") or is_currency(char)
        if not opens or char in seen or len(seen) == _OPENING:
            return -1
        seen += char
        at += 1
    return -1


def bound_pairs(view: str, edge: int) -> Iterator[tuple[int, int]]:
    """Yield each two places that an edge lies between, bound to one another."""
    yield edge - 1, edge
    if is_in(view, edge, "group-space"):
        yield edge - 1, edge + 1
    if is_in(view, edge - 1, "group-space"):
        yield edge - 2, edge


def between(view: str, edge: int, name: str, before: str, after: str) -> bool:
    """Say whether a code point of a set, with these classes at its sides, touches the edge."""
    held = boundary_set(name)
    if view[edge] in held:
        return is_of(view, edge - 1, before) and is_of(view, edge + 1, after)
    if view[edge - 1] in held:
        return is_of(view, edge - 2, before) and is_of(view, edge, after)
    return False
