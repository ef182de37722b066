"""The boundary classes as rows (8.3), and the judge of the edges of one source.

An edge is an offset in the view. Each class is a row with a test of it; the first row that refuses
an edge of an occurrence names its code. Classes that need a character which the view does not hold
are never asked.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from groundspec.quote.boundaries import figures, words
from groundspec.quote.boundaries.view import Test, is_plain, view_of
from groundspec.text.classes import CLASS_OF, DIGIT, MARK
from groundspec.text.letters import boundary_set, is_currency
from groundspec.text.node import Node
from groundspec.text.source import Text

REFERENCE: Final = "Q-EDGE-REFERENCE"
_Excuse = tuple[str, Test]
_UNSEGMENTED: Final = ("Q-EDGE-UNSEGMENTED", words.unsegmented)


class EdgeClass(NamedTuple):
    """A boundary class: its rule, its code, its test, what excuses from it.

    ``needs`` are sets of table ``boundaries`` one of which the view must share a character with;
    ``figure`` says whether every edge that it refuses has a digit or fraction within ``NEAR``.
    """

    rule: str
    code: str
    test: Test
    excuses: tuple[_Excuse, ...] = ()
    needs: tuple[str, ...] = ()
    figure: bool = False


NEAR: Final = 40  # code points; brackets reach as far as 33


def _figure(rule: str, code: str, test: Test, needs: str, *excuses: _Excuse) -> EdgeClass:
    return EdgeClass(rule, code, test, excuses, tuple(needs.split(" ")), figure=True)


EDGE_CLASSES: Final = (
    EdgeClass(REFERENCE, "CUTS_REFERENCE", words.nowhere),  # the view has no such place
    _figure("Q-EDGE-UNIT", "CUTS_UNIT", words.unit, "digit", _UNSEGMENTED),
    EdgeClass("Q-EDGE-CASE", "CUTS_CASE_CHANGE", words.case_change, (_UNSEGMENTED,)),
    EdgeClass("Q-EDGE-WORD", "CUTS_WORD", words.word, (_UNSEGMENTED,)),
    EdgeClass(
        "Q-EDGE-CONTRACTION",
        "CUTS_CONTRACTION",
        words.contraction,
        (("Q-EDGE-POSSESSIVE", words.possessive), ("Q-EDGE-ELISION", words.elision)),
        ("apostrophe",),
    ),
    EdgeClass("Q-EDGE-MARK", "CUTS_MARK", words.mark, needs=("mark",)),
    EdgeClass(
        "Q-EDGE-HYPHEN",
        "CUTS_HYPHENATED_TERM",
        words.hyphen,
        needs=("joiner", "range-dash", "line-hyphen"),
    ),
    _figure("Q-EDGE-SIGN", "CUTS_SIGN", figures.sign, "sign"),
    _figure("Q-EDGE-SPACED-SIGN", "CUTS_SPACED_SIGN", figures.spaced_sign, "spaced-sign"),
    _figure("Q-EDGE-TRAILING-SIGN", "CUTS_TRAILING_SIGN", figures.trailing_sign, "trailing-sign"),
    _figure("Q-EDGE-BRACKETS", "CUTS_ACCOUNTING_BRACKETS", figures.brackets, "bracket-open"),
    _figure(
        "Q-EDGE-LEADING-DECIMAL",
        "CUTS_LEADING_DECIMAL",
        figures.leading_decimal,
        "decimal-separator",
    ),
    _figure("Q-EDGE-DECIMAL", "CUTS_DECIMAL", figures.decimal, "decimal-separator"),
    _figure(
        "Q-EDGE-GROUP",
        "CUTS_GROUPED_NUMBER",
        figures.group,
        "group-separator group-space",
        ("Q-EDGE-DATE", figures.date),
    ),
    _figure("Q-EDGE-TIME", "CUTS_TIME", figures.time, "time-separator"),
    EdgeClass(
        "Q-EDGE-EXPONENT",
        "CUTS_EXPONENT",
        figures.exponent,
        (("Q-EDGE-FOOTNOTE", figures.footnote),),
        ("superscript", "subscript", "caret", "sign"),
    ),
    _figure("Q-EDGE-FRACTION", "CUTS_FRACTION", figures.fraction, "fraction fraction-slash"),
    EdgeClass("Q-EDGE-SUFFIX", "CUTS_FIGURE_SUFFIX", figures.suffix, needs=("figure-suffix",)),
    _figure("Q-EDGE-CURRENCY", "CUTS_CURRENCY", figures.currency, "currency"),
    _figure(
        "Q-EDGE-COMPARISON",
        "CUTS_COMPARISON",
        figures.comparison,
        "comparison symbol-suffix",
        ("Q-EDGE-TAG", figures.tag),
    ),
    EdgeClass("Q-EDGE-SYMBOL", "CUTS_SYMBOL", words.symbol, needs=("symbol-suffix",)),
)


def _holds(name: str, alphabet: str) -> bool:
    """Say whether some characters hold one of a set that a class needs."""
    if name == "currency":
        return any(map(is_currency, alphabet))
    if name == "caret":
        return "^" in alphabet
    if name in ("digit", "mark"):
        wanted = DIGIT if name == "digit" else MARK
        return any(CLASS_OF[char] == wanted for char in alphabet)
    return not boundary_set(name).isdisjoint(alphabet)


class Cut(NamedTuple):
    """Why an occurrence is refused: the class's rule, and the mark in bytes of the source."""

    rule: str
    start: int
    end: int

    @property
    def code(self) -> str:
        """The class's code."""
        return next(row.code for row in EDGE_CLASSES if row.rule == self.rule)


class Edges:
    """Judges the edges of occurrences in one source (Q-EDGE)."""

    def __init__(self, source: Text, root: Node, without: frozenset[str]) -> None:
        self._source = source
        self._root = root
        self._without = without

    @cached_property
    def view(self) -> Node:
        """The text that edges are judged in."""
        return view_of(self._root, decoded="Q-ENTITY" not in self._without)

    @cached_property
    def _is_given(self) -> bool:
        """Whether the view is the source as given."""
        return self.view is self._root

    @cached_property
    def _wordy(self) -> tuple[EdgeClass, ...]:
        """The classes of edges that no digit is near."""
        return tuple(row for row in self._classes if not row.figure)

    @cached_property
    def _classes(self) -> tuple[EdgeClass, ...]:
        alphabet = self.view.alphabet
        return tuple(
            row
            for row in EDGE_CLASSES
            if row.rule not in self._without
            and (not row.needs or any(_holds(name, alphabet) for name in row.needs))
        )

    @cached_property
    def _figures(self) -> frozenset[str]:
        """The digits and fractions of the view."""
        alphabet = self.view.alphabet
        digits = (char for char in alphabet if CLASS_OF[char] == DIGIT)
        return boundary_set("fraction").intersection(alphabet).union(digits)

    def refuse(self, start: int, end: int) -> Cut | None:
        """Give the first class that refuses an edge of ``[start, end)`` in code points."""
        self._source.effort.edges += 1
        places = self.place(start), self.place(end)
        if min(places) < 0 and REFERENCE not in self._without:
            return self._cut_reference(start if places[0] < 0 else end)
        view = self.view.text
        edges = [edge for edge in places if 0 < edge < len(view) and not is_plain(view, edge)]
        for row in self._classes if self._are_near_figures(edges) else self._wordy:
            for edge in edges:
                if row.test(view, edge) and not self._excused(row, view, edge):
                    return Cut(row.rule, *self.in_source(edge - 1, edge + 1))
        return None

    def _are_near_figures(self, edges: Iterable[int]) -> bool:
        """Say whether a digit or a fraction, without which there is no figure, is near an edge."""
        view, figures = self.view.text, self._figures
        near = (view[max(0, edge - NEAR) : edge + NEAR] for edge in edges)
        return not all(map(figures.isdisjoint, near))

    def place(self, offset: int) -> int:
        """Give the offset in the view of one in the source, -1 inside a character reference."""
        if self._is_given:
            return offset
        for edits in self.view.path():
            offset = edits.start_to_output(offset)  # -1 stays so
        return offset

    def inside(self, start: int, end: int) -> tuple[int, int]:
        """Give the stretch of the view that lies whole in a stretch of the source."""
        if self.place(start) < 0:
            start = self._reference(start)[1]
        if self.place(end) < 0:
            end = self._reference(end)[0]
        return self.place(start), self.place(end)

    def in_source(self, start: int, end: int) -> tuple[int, int]:
        """Give the bytes of the source that a stretch of the view stands for."""
        low, high = self.view.span(start, end) or (start, end)
        return self._source.byte_offset(low), self._source.byte_offset(high)

    def _reference(self, offset: int) -> tuple[int, int]:
        """Give the character reference that an offset in code points lies inside."""
        return next(self.view.path()).around(offset)

    def _cut_reference(self, offset: int) -> Cut:
        """Q-EDGE-REFERENCE."""
        low, high = self._reference(offset)
        return Cut(REFERENCE, self._source.byte_offset(low), self._source.byte_offset(high))

    def _excused(self, row: EdgeClass, view: str, edge: int) -> bool:
        return any(rule not in self._without and test(view, edge) for rule, test in row.excuses)
