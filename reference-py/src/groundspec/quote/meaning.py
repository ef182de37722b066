"""Negations and hedges beside a quotation and between its fragments (8.5).

A stretch of the view becomes a string of class letters, one for each code point, in which clause
breaks and words are found by patterns that cannot backtrack.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import islice
from typing import Final, NamedTuple

from groundspec.quote.boundaries.judge import Edges
from groundspec.quote.boundaries.view import is_digit, is_white
from groundspec.quote.boundaries.words import fold
from groundspec.quote.search import Span
from groundspec.resources import table
from groundspec.text.classes import CLASS_OF, OTHER, members
from groundspec.text.letters import boundary_set

_REACH: Final = 128
_LEAD_REACHES: Final = (40, _REACH)  # most often the nearer stretch holds all that is asked for
_TRAIL_REACHES: Final = (32, _REACH)
_PASSED: Final = 4
_NEGATIONS: Final = (4, 2)
_HEDGES: Final = (2, 1)
_WORDS: Final = re.compile("[LMD]++(?:(?<=L)A(?=L)[LMD]++)*+")
_SMALL: Final = "abcdefghijklmnopqrstuvwxyz"
_LARGE: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Words as they are mostly spelled: whether one of these is looked for, no folding need say.
_COMMON: Final = re.compile("[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_ASCII_WORDS: Final = re.compile(
    "[0-9A-Za-z]+(?:(?<=[A-Za-z])['\u2018\u2019](?=[A-Za-z])[0-9A-Za-z]+)*"
)
# What else might be part of a word: whatever is neither ASCII nor common typography.
_ODD: Final = re.compile("`|[^\x00-\x7f\u2013\u2014\u2018\u2019\u201c-\u201e\u2026\xa0\xab\xbb]")
# What may stand around a word and is neither odd nor part of it.
_OUTSIDE: Final = ".,;:!?()[]\"'\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2026\xa0\xab\xbb\n"
_BREAKS: Final = re.compile("B|[SCFN]{2,}")
_LINE_BREAK: Final = re.compile("CF|[CFN]")


class _Letters(dict[int, str]):
    """A letter for each code point: its class, or what it is for clauses and words."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = letter = _letter(char)
        return letter


def _letter(char: str) -> str:
    if char in boundary_set("clause-break"):
        return "B"
    if char in boundary_set("apostrophe"):
        return CLASS_OF[char] if CLASS_OF[char] != OTHER else "A"
    if members("white-space")[char]:
        breaks = {"\r": "C", "\n": "F"}
        return breaks.get(char, "N" if char in boundary_set("line-break") else "S")
    return CLASS_OF[char]


_LETTERS: Final = _Letters()


@cache
def _ascii_letters() -> bytes:
    return bytes(ord(_LETTERS[code]) for code in range(128)) + bytes(128)


def _letters_of(stretch: str) -> str:
    """Give the class letters of a short stretch."""
    if stretch.isascii():
        return stretch.encode("ascii").translate(_ascii_letters()).decode("ascii")
    return stretch.translate(_LETTERS)


NEGATION: Final = 1
HEDGE: Final = 2
CONDITION: Final = 4
CONJUNCTION: Final = 8
_ENOUGH: Final = 99


class _Lists(NamedTuple):
    """Table ``meaning``: what folded words are, what negations end in, hedges as they stand."""

    folded: dict[str, int]
    spelled: frozenset[str]
    endings: tuple[str, ...]
    as_written: frozenset[str]


@cache
def _lists() -> _Lists:
    words = table("meaning")["words"]
    folded: dict[str, int] = {}
    kinds = (NEGATION, HEDGE, CONDITION, CONJUNCTION)
    for kind, name in zip(
        kinds, ("negations", "hedges", "conditions", "conjunctions"), strict=True
    ):
        for word in words[name]:
            folded[word] = folded.get(word, 0) | kind
    endings = tuple(words["negation-endings"])
    as_written = frozenset(words["hedges-as-written"])
    capitals = str.maketrans(_SMALL, _LARGE)
    forms = ((word, word.translate(capitals)) for word in folded)
    spelled = frozenset(
        spelled for small, large in forms for spelled in (small, large, large[0] + small[1:])
    )
    return _Lists(folded, spelled | as_written, endings, as_written)


class _Senses(dict[str, int]):
    """What a word is as it stands (Q-CLAUSE), as bits, worked out once for each word."""

    def __missing__(self, word: str) -> int:
        lists = _lists()
        if _COMMON.fullmatch(word) and word not in lists.spelled:
            self[word] = 0
            return 0
        folded = fold(word if word.isascii() and "`" not in word else _straight(word))
        sense = lists.folded.get(folded, 0)
        if folded.endswith(lists.endings):
            sense |= NEGATION
        if word in lists.as_written:
            sense |= HEDGE
        self[word] = sense
        return sense


def _straight(word: str) -> str:
    return "".join("'" if char in boundary_set("apostrophe") else char for char in word)


class _Tokens(dict[str, int]):
    """How many words a text between two spaces holds; -1 if any of them may be looked for.

    Behind a conjunction no word is looked for, so that one is as good as enough of them.
    """

    def __init__(self, senses: _Senses) -> None:
        super().__init__()
        self._senses = senses

    def __missing__(self, token: str) -> int:
        word = token.strip(_OUTSIDE)
        if _COMMON.fullmatch(word):  # as nearly all do
            sense = self._senses[word]
            self[token] = count = _ENOUGH if sense & CONJUNCTION else -1 if sense else 1
            return count
        words = _ASCII_WORDS.findall(token)
        odd = _ODD.search(token) or any(map(self._senses.__getitem__, words))
        self[token] = count = -1 if odd else len(words)
        return count

    def are_quiet(self, tokens: Iterable[str], most: int) -> bool:
        """Say whether the first tokens hold so many words, and none that is looked for."""
        for token in tokens:
            count = self[token]
            if count < 0:
                return False
            most -= count
            if most <= 0:
                return True
        return False


class Beside(NamedTuple):
    """The first negation and the first hedge beside a span, as stretches of the view."""

    negation: Span | None
    hedge: Span | None


_NOTHING: Final = Beside(None, None)


class Meaning:
    """Looks for negations and hedges in the view of one source."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._senses = _Senses()
        self._tokens = _Tokens(self._senses)

    def beside(self, start: int, end: int) -> Beside:
        """Look at both sides of a span, in code points of the source (Q-NEGATION, Q-HEDGE)."""
        view = self._edges.view.text
        low, high = self._edges.place(start), self._edges.place(end)
        before = behind = _NOTHING
        if _is_stop(view, low):
            low = 0
        if _ends_clause(view, high):
            high = len(view)
        reach = _LEAD_REACHES[0]
        if low < reach or not self._tokens.are_quiet(
            view[low - reach : low].split(" ")[:0:-1], _NEGATIONS[0]
        ):
            before = self._look(view, self._lead(view, low), HEDGE, _HEDGES[0])
        stretch = view[high : high + _TRAIL_REACHES[0]]
        if high < 0 or not self._tokens.are_quiet(stretch.split(" ")[:-1], _NEGATIONS[1]):
            behind = self._look(view, self._trail(view, high), CONDITION, _HEDGES[1])
        return Beside(before.negation or behind.negation, before.hedge or behind.hedge)

    def _look(self, view: str, words: Sequence[Span], kind: int, most: int) -> Beside:
        """Look at words, the nearest first, as far as a conjunction."""
        negation = hedge = None
        for number, (start, end) in enumerate(words):
            sense = self._senses[view[start:end]]
            if sense & CONJUNCTION:
                break
            if sense & NEGATION and negation is None:
                negation = start, end
            if sense & kind and number < most and hedge is None:
                hedge = start, end
        return Beside(negation, hedge)

    def _lead(self, view: str, edge: int) -> list[Span]:
        """Give the words before an edge, the nearest first, at most four (Q-CLAUSE)."""
        if edge <= 0:
            return []
        wanted = _NEGATIONS[0]
        for reach in _LEAD_REACHES:
            start = max(0, edge - reach)
            context = max(0, start - 1)
            stop = edge - context
            letters = _letters_of(view[context : edge + 1])
            broken = _breaks(letters, start - context, stop)
            begin = broken[-1][1] if broken else start - context
            words = list(_WORDS.finditer(letters, begin, stop))
            if broken or start == 0 or len(words) > wanted:
                limit = -1
                break
            limit = begin
        nearest = [match.span() for match in words[: -wanted - 1 : -1]]
        return [(low + context, high + context) for low, high in nearest if low != limit]

    def _trail(self, view: str, edge: int) -> list[Span]:
        """Give the words behind an edge, the nearest first, at most two (Q-CLAUSE)."""
        if not 0 <= edge < len(view):
            return []
        wanted = _NEGATIONS[1]
        context = max(0, edge - 1)
        for reach in _TRAIL_REACHES:
            end = min(len(view), edge + reach)
            letters = _letters_of(view[context : end + 1])
            broken = _breaks(letters, edge - context, end - context)
            stop = broken[0][0] if broken else end - context
            words = list(islice(_WORDS.finditer(letters, edge - context, stop), wanted + 1))
            if broken or end == len(view) or len(words) > wanted:
                limit = -1
                break
            limit = stop
        nearest = [match.span() for match in words[:wanted]]
        return [(low + context, high + context) for low, high in nearest if high != limit]

    @cached_property
    def _negations(self) -> "tuple[array[int], array[int]]":
        """Where the negations of the whole view begin and end."""
        view = self._edges.view.text
        starts, ends = array("q"), array("q")
        for match in _WORDS.finditer(view.translate(_LETTERS)):
            if self._senses[view[match.start() : match.end()]] & NEGATION:
                starts.append(match.start())
                ends.append(match.end())
        return starts, ends

    def omitted(self, stretches: Sequence[Span]) -> Span | None:
        """Give the first negation that lies in some stretches of the source (Q-OMITTED)."""
        starts, ends = self._negations
        for stretch in stretches:
            low, high = self._edges.inside(*stretch)
            row = bisect_left(starts, low)
            if row < len(starts) and ends[row] <= high:
                return starts[row], ends[row]
        return None


def _is_stop(view: str, at: int) -> bool:
    """Say whether there is a stop of a clause at an offset, and it is in no figure."""
    if not 0 <= at < len(view) or view[at] not in boundary_set("clause-end"):
        return False
    return not (is_digit(view, at - 1) and is_digit(view, at + 1))


def _ends_clause(view: str, edge: int) -> bool:
    """Say whether a stop stands before an edge, closing quotation marks passed over."""
    at = edge - 1
    while at >= max(0, edge - _PASSED) and (
        is_white(view, at) or view[at] in boundary_set("closing-quote")
    ):
        at -= 1
    return _is_stop(view, at)


def _breaks(letters: str, start: int, end: int) -> list[Span]:
    """Give the clause breaks that lie between two offsets."""
    return [
        match.span()
        for match in _BREAKS.finditer(letters, start, end)
        if _is_break(letters, *match.span())
    ]


def _is_break(letters: str, start: int, end: int) -> bool:
    if letters[start] != "B":
        return len(_LINE_BREAK.findall(letters, start, end)) > 1
    return not letters[start - 1 : start] == "D" == letters[end : end + 1]
