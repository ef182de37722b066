"""A document prepared once for the facts that are claimed of it under one schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from groundspec.fact.replaced import Places, replaced_in
from groundspec.fact.tables import Tables
from groundspec.fact.units import Units
from groundspec.text.lines import FOLD, Cell, Lines, Sentences
from groundspec.text.numbers import LONGEST, Figure, figures
from groundspec.text.source import Text
from groundspec.vocab.pack import pack

_DECIMAL_COMMA: Final = re.compile("(?<![0-9A-Za-z.,])[0-9]{1,3}(?:\\.[0-9]{3})+,[0-9]")
_LONGEST: Final = LONGEST + 9  # of a composite: ` \u00d7 10^-12` behind a figure with a value
ALWAYS: Final = frozenset(["no", "nos", "mr", "ms", "mrs", "dr", "st"])


class Span(NamedTuple):
    """A stretch in code points."""

    start: int
    end: int


class Document:
    """A source, its units, and what is read of it when it is first asked for."""

    def __init__(
        self, source: Text, units: Units, window: int, without: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self.text = source.text
        self.units = units
        self.window = window
        self.without = without
        self.amounts: dict[tuple[int, int, str | None], Any] = {}  # read of figures, by `amounts`
        self.lists: dict[tuple[int, int, str | None], Any] = {}  # and of lists, by `lists`
        self.lines = Lines(self.text)
        self.tables = Tables(self.text, self.lines, units)
        self.sentences = Sentences(self.text, frozenset(pack()["abbreviations"]), ALWAYS)

    @cached_property
    def folded(self) -> str:
        """The text with A to Z as a to z (F-VALUE)."""
        return self.text.translate(FOLD)

    @cached_property
    def decimal_comma(self) -> bool:
        """Whether the text holds a number that only a decimal comma explains (F-DOUBT-POINT)."""
        return _DECIMAL_COMMA.search(self.text) is not None

    @cached_property
    def replaced(self) -> Places:
        """What the text itself says to be replaced, and where it says so (F-REPLACED)."""
        return replaced_in(self.text, self.folded)

    def sentence_before(self, offset: int, cell: Cell | None) -> int:
        """Give where the sentence before an offset begins, within its cell if it has one."""
        start = self.sentences.before(offset)
        return start if cell is None else max(start, min(cell.start, offset))

    def sentence_behind(self, offset: int, cell: Cell | None) -> int:
        """Give where the sentence behind an offset ends, within its cell if it has one."""
        end = self.sentences.behind(offset)
        return end if cell is None else min(end, max(cell.end, offset))

    def figures(self, start: int, end: int) -> Iterator[Figure]:
        """Yield the figures and composites that lie whole in ``[start, end)``."""
        found = figures(self.text, start, end)
        return (row for row in found if row.rule not in self.without) if self.without else found

    def longest_at(self, start: int) -> Figure | None:
        """Give the longest of the figure and the composites that begin at an offset."""
        found = None
        for row in self.figures(start, start + _LONGEST):
            if row.start != start:
                break
            found = row
        return found

    def on(self, rule: str) -> bool:
        """Say whether a rule is not left out (P-ABLATION)."""
        return rule not in self.without
