"""The kinds of steps: given stretches, composition, single code points, white space.

Each does the same thing twice: to a node, keeping the map of what changed its length, and to a
short text whose places nobody asks for.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from groundspec.resources import range_table
from groundspec.text.classes import CLASS_OF, members
from groundspec.text.deletions import Deletions
from groundspec.text.edits import Edits, rewrite
from groundspec.text.node import Node, Rewritten
from groundspec.text.normalise import is_settled, nfc_changes

Changes = Iterator[tuple[int, int, str]]
_FEW: Final = 64  # up to so many replacements, one pass for each beats a table for every character


def _alphabet(text: str) -> str:
    return "".join(sorted(set(text)))


class EditStep:
    """A step given by the stretches it changes, each as (start, end, replacement)."""

    local = False

    def __init__(
        self, needed: str, changes: Callable[[str], Iterator[tuple[int, int, str]]]
    ) -> None:
        """Take the changes, and characters without any of which there are none."""
        self._needed = needed
        self._changes = changes

    def apply(self, node: Node) -> Node:
        if not any(map(node.alphabet.__contains__, self._needed)):
            return node
        node.effort.folded += len(node.text)
        text, edits = rewrite(node.text, self._changes(node.text))
        return node.child(_alphabet(text), lambda _: (text, edits)) if edits else node

    def rewrite(self, text: str) -> str:
        needed = any(map(text.__contains__, self._needed))
        return rewrite(text, self._changes(text))[0] if needed else text


class NfcStep:
    """Composition (Q-NFC)."""

    local = False

    def apply(self, node: Node) -> Node:
        if is_settled(node.alphabet):
            return node
        node.effort.folded += len(node.text)
        text, edits = rewrite(node.text, nfc_changes(node.text, node.alphabet))
        return node.child(_alphabet(text), lambda _: (text, edits)) if edits else node

    def rewrite(self, text: str) -> str:
        if text.isascii():
            return text
        alphabet = _alphabet(text)
        return text if is_settled(alphabet) else rewrite(text, nfc_changes(text, alphabet))[0]


class CodePointMap(NamedTuple):
    """What some code points become; ``ascii`` gives what those of ASCII do, if there are any.

    So a text of ASCII alone never asks for all entries.
    """

    entries: Callable[[], Mapping[int, Sequence[int]]]
    ascii: Callable[[], Mapping[int, Sequence[int]]] = dict


class MapStep:
    """Steps that rewrite single code points, taken together in their order."""

    local = True

    def __init__(self, maps: Sequence[CodePointMap]) -> None:
        self.table = _Composed(maps)

    @cached_property
    def _ascii(self) -> dict[int, str]:
        return {code: self.table[chr(code)] for code in range(128)}

    def apply(self, node: Node) -> Node:
        mapped = self.rewrite(node.alphabet)
        changed = [char for char in node.alphabet if self.table[char] != char]
        if not changed:
            return node
        whole = node.alphabet
        return node.child(_alphabet(mapped), lambda text: self._change(text, changed, whole))

    def rewrite(self, text: str) -> str:
        if text.isascii():
            return text.translate(self._ascii)
        return "".join(map(self.table.__getitem__, text))

    def _change(self, text: str, changed: Sequence[str], alphabet: str) -> Rewritten:
        edits = Edits()
        for place in _places(text, [char for char in changed if len(self.table[char]) != 1]):
            edits.append(place, place + 1, len(self.table[text[place]]))
        outputs = self.rewrite("".join(changed))
        if len(changed) > _FEW or any(char in outputs for char in changed):
            text = text.translate({ord(char): self.table[char] for char in alphabet})
        else:
            for char in changed:
                text = text.replace(char, self.table[char])
        return text, edits or None


def _places(text: str, wanted: Sequence[str]) -> Iterator[int]:
    """Yield each place of one of some characters, in order."""
    if not wanted:
        return
    if len(wanted) <= _FEW:
        found = re.finditer(f"[{re.escape(''.join(wanted))}]", text)
    else:  # a class of many characters is gone through one by one; a letter is not
        found = re.finditer("x", text.translate(_Letters(wanted)))
    yield from (match.start() for match in found)


class _Letters(dict[int, str]):
    """The letter x for some characters, and a dot for all others."""

    def __init__(self, wanted: Sequence[str]) -> None:
        super().__init__(dict.fromkeys(map(ord, wanted), "x"))

    def __missing__(self, code: int) -> str:
        self[code] = "."
        return "."


class _Composed(dict[str, str]):
    """What a character becomes under several maps, worked out once for each character."""

    def __init__(self, maps: Sequence[CodePointMap]) -> None:
        super().__init__()
        self._maps = maps

    def __missing__(self, char: str) -> str:
        first = ord(char)
        ascii_only = char.isascii()
        codes: Sequence[int] = (first,)
        for one in self._maps:
            entries = one.ascii() if ascii_only else one.entries()
            if codes != (first,):
                codes = [part for code in codes for part in entries.get(code, (code,))]
            elif first in entries:
                codes = entries[first]
        self[char] = text = char if codes == (first,) else "".join(map(chr, codes))
        return text


class KeepStep:
    """Code points of some classes, all others deleted (Q-SKELETON)."""

    local = False  # what it deletes at the ends of a stretch is not part of it any more

    def __init__(self, classes: str) -> None:
        """Take the letters of the classes that are kept."""
        self._classes = classes
        self._deletions = _Deletions(classes)

    def apply(self, node: Node) -> Node:
        kept = "".join(char for char in node.alphabet if CLASS_OF[char] in self._classes)
        if len(kept) == len(node.alphabet):
            return node
        return node.child(kept, self._change)

    def rewrite(self, text: str) -> str:
        return text.translate(self._deletions)

    def _change(self, text: str) -> Rewritten:
        return self.rewrite(text), Deletions(text, self._deletions)


class _Deletions(dict[int, int | None]):
    """Nothing for the code points that are not of some classes, themselves for the others."""

    def __init__(self, classes: str) -> None:
        super().__init__()
        self._classes = classes

    def __missing__(self, code: int) -> int | None:
        self[code] = kept = code if CLASS_OF[chr(code)] in self._classes else None
        return kept


class WhiteSpaceStep:
    """Runs of white space to one space, none at the ends (Q-WS-RUN)."""

    local = True

    def apply(self, node: Node) -> Node:
        white = members("white-space")
        others = [char for char in node.alphabet if white[char] and char != " "]
        kept = [char for char in node.alphabet if not white[char]]
        if len(kept) == len(node.alphabet):
            return node
        return node.child("".join(sorted([*kept, " "])), lambda text: _collapse(text, others))

    def rewrite(self, text: str) -> str:
        if "  " in text or text[:1] == " " or text[-1:] == " " or _holds_other_white(text):
            return _any_run().sub(" ", text).strip(" ")
        return text


_SPACES: Final = re.compile("  +")
_ASCII_WHITE: Final = 5  # U+0009 to U+000D come first


def _collapse(text: str, others: Sequence[str]) -> Rewritten:
    """Collapse runs of white space, ``others`` being what there is of it besides U+0020."""
    for char in others:
        text = text.replace(char, " ")
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
    return inner, edits or None


def _holds_other_white(text: str) -> bool:
    """Say whether a text holds white space other than U+0020."""
    others = other_white()
    return any(map(text.__contains__, others[:_ASCII_WHITE] if text.isascii() else others))


@cache
def other_white() -> str:
    """Give every code point of white space but U+0020."""
    codes = (code for first, last in range_table("white-space") for code in range(first, last + 1))
    return "".join(chr(code) for code in codes if code != ord(" "))


@cache
def _any_run() -> re.Pattern[str]:
    return re.compile(f"[ {re.escape(other_white())}]+")
