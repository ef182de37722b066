"""Texts rewritten step by step, with every place still known (Q-TIER, Q-REGION).

A ``Node`` is a text and how it came from its parent: the code points that changed one for one need
no map, the stretches that did not are in ``Edits``. A step that changes nothing gives the node it
was asked of, so equal projections are one object. Steps that map single code points are applied
together, as one table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Protocol

from groundspec.resources import range_table
from groundspec.text.classes import members
from groundspec.text.edits import Edits, rewrite
from groundspec.text.normalise import is_nfc, nfc_changes
from groundspec.text.source import Effort, Text

Changes = Iterator[tuple[int, int, str]]
_FEW: Final = 64  # up to so many replacements, one pass for each beats a table for every character


class Step(Protocol):
    """One rewriting of a text.

    A local step changes single code points, whatever stands beside them, and runs of white space.
    """

    local: bool

    def apply(self, node: Node) -> Node:
        """Give the rewritten text with its map, or the node itself where nothing changes."""
        ...

    def rewrite(self, text: str) -> str:
        """Rewrite a short text whose places nobody asks for."""
        ...


class Node:
    """A projection: the output of some steps and the way back to the text as given."""

    __slots__ = ("_next", "alphabet", "edits", "effort", "parent", "text")

    def __init__(
        self, text: str, alphabet: str, parent: Node | None, edits: Edits | None, effort: Effort
    ) -> None:
        self.text = text
        self.alphabet = alphabet
        self.parent = parent
        self.edits = edits
        self.effort = effort
        self._next: dict[Step, Node] = {}

    @classmethod
    def root(cls, source: Text) -> Node:
        """Give the text as given."""
        return cls(source.text, source.alphabet, None, None, source.effort)

    def then(self, step: Step) -> Node:
        """Give the projection after one more step, made once."""
        found = self._next.get(step)
        if found is None:
            self.effort.folded += len(self.text)
            found = self._next[step] = step.apply(self)
        return found

    def after(self, steps: Sequence[Step]) -> Node:
        """Give the projection after all of the steps."""
        node = self
        for step in steps:
            node = node.then(step)
        return node

    def child(self, text: str, alphabet: str, edits: Edits | None) -> Node:
        """Give the node of a rewritten text, or this one where the text is the same."""
        if text == self.text and not edits:
            return self
        return Node(text, alphabet, self, edits, self.effort)

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Map a stretch of the output to the text as given; None if a region is cut.

        Both offsets count code points, and the stretch is not empty (Q-OCCURRENCE).
        """
        node: Node = self
        while node.parent is not None:
            if node.edits is not None:
                start = node.edits.start_to_input(start)
                end = node.edits.end_to_input(end)
                if start < 0 or end < 0:
                    return None
            node = node.parent
        return start, end

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Map a stretch of the text as given to the output; None if it is no run of regions."""
        path = []
        node: Node = self
        while node.parent is not None:
            path.append(node.edits)
            node = node.parent
        low, high = start, end
        for edits in reversed(path):
            if edits is not None:
                low, high = edits.start_to_output(low), edits.end_to_output(high)
                if low < 0 or high < 0:
                    return None
        return (low, high) if low < high and self.span(low, high) == (start, end) else None


class EditStep:
    """A step given by the stretches it changes."""

    local = False

    def __init__(self, needed: str, changes: Callable[[str], Changes]) -> None:
        """Take the changes, and a character without which there are none."""
        self._needed = needed
        self._changes = changes

    def apply(self, node: Node) -> Node:
        if self._needed not in node.alphabet:
            return node
        text, edits = rewrite(node.text, self._changes(node.text))
        if not edits:
            return node
        return node.child(text, "".join(sorted(set(text))), edits)

    def rewrite(self, text: str) -> str:
        return rewrite(text, self._changes(text))[0] if self._needed in text else text


class NfcStep:
    """Composition (Q-NFC)."""

    local = False

    def apply(self, node: Node) -> Node:
        if is_nfc(node.text, node.alphabet):
            return node
        text, edits = rewrite(node.text, nfc_changes(node.text, node.alphabet))
        return node.child(text, "".join(sorted(set(text))), edits)

    def rewrite(self, text: str) -> str:
        if text.isascii():
            return text
        alphabet = "".join(sorted(set(text)))
        return text if is_nfc(text, alphabet) else rewrite(text, nfc_changes(text, alphabet))[0]


class MapStep:
    """Steps that rewrite single code points, taken together in their order."""

    local = True

    def __init__(self, maps: Sequence[Mapping[str, str]]) -> None:
        self.table = _Composed(maps)

    def apply(self, node: Node) -> Node:
        table = self.table
        changed = [char for char in node.alphabet if table[char] != char]
        if not changed:
            return node
        mapped = "".join(map(table.__getitem__, node.alphabet))
        return node.child(
            self._replace(node, changed), "".join(sorted(set(mapped))), self._edits(node, changed)
        )

    def rewrite(self, text: str) -> str:
        return "".join(map(self.table.__getitem__, text))

    def _replace(self, node: Node, changed: Sequence[str]) -> str:
        text = node.text
        outputs = "".join(map(self.table.__getitem__, changed))
        if len(changed) > _FEW or any(char in outputs for char in changed):
            return text.translate({ord(char): self.table[char] for char in node.alphabet})
        for char in changed:
            text = text.replace(char, self.table[char])
        return text

    def _edits(self, node: Node, changed: Sequence[str]) -> Edits | None:
        uneven = [char for char in changed if len(self.table[char]) != 1]
        if not uneven:
            return None
        edits = Edits()
        for match in re.finditer(f"[{re.escape(''.join(uneven))}]", node.text):
            edits.append(match.start(), match.end(), len(self.table[match[0]]))
        return edits


class _Composed(dict[str, str]):
    """What a character becomes under several maps, worked out once for each character."""

    def __init__(self, maps: Sequence[Mapping[str, str]]) -> None:
        super().__init__()
        self._maps = maps

    def __missing__(self, char: str) -> str:
        text = char
        for one in self._maps:
            text = "".join(one.get(part, part) for part in text)
        self[char] = text
        return text


class WhiteSpaceStep:
    """Runs of white space to one space, none at the ends (Q-WS-RUN)."""

    local = True

    def apply(self, node: Node) -> Node:
        white = members("white-space")
        text = node.text
        for char in node.alphabet:
            if white[char] and char != " ":
                text = text.replace(char, " ")
        text, edits = _collapse(text)
        kept = [char for char in node.alphabet if not white[char]]
        return node.child(text, "".join(sorted([*kept, " "])), edits)

    def rewrite(self, text: str) -> str:
        if "  " in text or text[:1] == " " or text[-1:] == " " or _holds_other_white(text):
            return _any_run().sub(" ", text).strip(" ")
        return text


_SPACES: Final = re.compile("  +")
_ASCII_WHITE: Final = 5  # U+0009 to U+000D come first


def _collapse(text: str) -> tuple[str, Edits]:
    """Collapse runs of spaces, the only white space there is."""
    edits = Edits()
    inner = text.strip(" ")
    low = len(text) - len(text.lstrip(" ")) if inner else len(text)
    high = low + len(inner)
    if low:
        edits.append(0, low, 0)
    if "  " in inner:
        for match in _SPACES.finditer(text, low, high):
            edits.append(match.start(), match.end(), 1)
        inner = _SPACES.sub(" ", inner)
    if high < len(text):
        edits.append(high, len(text), 0)
    return inner, edits


def _holds_other_white(text: str) -> bool:
    """Say whether a text holds white space other than U+0020."""
    others = _other_white()
    return any(char in text for char in (others[:_ASCII_WHITE] if text.isascii() else others))


@cache
def _other_white() -> str:
    ranges = range_table("white-space")
    codes = (code for first, last in ranges for code in range(first, last + 1))
    return "".join(chr(code) for code in codes if code != ord(" "))


@cache
def _any_run() -> re.Pattern[str]:
    ranges = range_table("white-space")
    return re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges) + "]+")
