"""Mistakes in the view that edges are judged in, in the judge, and in the classes of words."""

from __future__ import annotations

from groundspec.quote.boundaries import judge, words
from groundspec.quote.boundaries.judge import Cut, Edges
from mutants.making import Mutants, Patch

MUTANTS = Mutants("quote/edge-word", "quote/edge-reference", "quote/edge-sign", "quote/edge")


@MUTANTS.by_hand
def only_the_start_is_judged(patch: Patch) -> None:
    refuse = Edges.refuse
    patch.setattr(Edges, "refuse", lambda self, start, _: refuse(self, start, 0))


@MUTANTS.by_hand
def only_the_end_is_judged(patch: Patch) -> None:
    refuse = Edges.refuse
    patch.setattr(Edges, "refuse", lambda self, _, end: refuse(self, 0, end))


@MUTANTS.by_hand
def classes_in_another_order(patch: Patch) -> None:
    patch.setattr(judge, "EDGE_CLASSES", judge.EDGE_CLASSES[::-1])


@MUTANTS.by_hand
def an_edge_inside_a_reference_is_judged_behind_it(patch: Patch) -> None:
    place = Edges.place

    def behind(self: Edges, offset: int) -> int:
        found = place(self, offset)
        return found if found >= 0 else place(self, self._reference(offset)[1])

    patch.setattr(Edges, "place", behind)


@MUTANTS.by_hand
def an_edge_inside_a_reference_is_fine(patch: Patch) -> None:
    refuse = Edges.refuse

    def passed(self: Edges, start: int, end: int) -> Cut | None:
        whole = [offset if self.place(offset) >= 0 else 0 for offset in (start, end)]
        return refuse(self, *whole)

    patch.setattr(Edges, "refuse", passed)


for name, path, old, new in (
    ("view-without-references-decoded", "view.view_of", "if decoded else root",
     "if False else root"),
    ("view-with-ignorables", "view.view_of", "node.then(_passed_over())", "node"),
    ("view-with-every-soft-hyphen", "view._passed_over", "|\\u00ad(?![{white}]*[{breaks}])", ""),
    ("view-without-any-soft-hyphen", "view._passed_over", "(?![{white}]*[{breaks}])", ""),
    ("soft-hyphens-kept-before-any-space", "view._passed_over", "[{white}]*[{breaks}]",
     "[{white}]"),
    ("soft-hyphens-kept-at-line-breaks-alone", "view._passed_over", "[{white}]*", ""),
    ("ignorables-before-references", "view.view_of",
     'node = root.then(step("entities")) if decoded else root\n',
     'node = root.then(_passed_over())\n    if decoded:\n        return node.then(step("entities"))'
     '\n    return node\n'),
    ("a-reference-is-marked-like-an-edge", "judge.Edges._cut_reference",
     "low, high = self._reference(offset)", "low, high = offset - 1, offset + 1"),
    ("the-end-is-marked-first", "judge.Edges.refuse", "for edge in edges:\n            if",
     "for edge in edges[::-1]:\n            if"),
    ("the-start-is-refused-first", "judge.Edges.refuse",
     "for row in self._classes if self._are_near_figures(edges) else self._wordy:\n"
     "        for edge in edges:",
     "for edge in edges:\n        for row in self._classes:"),
    ("an-edge-is-marked-by-one-code-point", "judge.Edges.refuse", "edge + 1)", "edge)"),
    ("an-edge-where-the-view-ends-is-judged", "judge.Edges.refuse", "0 < edge < len(view)",
     "0 <= edge < len(view)"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new)

UNIT, CASE, WORD = "quote/edge-unit", "quote/edge-case", "quote/edge-word"
APOSTROPHE, HYPHEN, SYMBOL = "quote/edge-contraction", "quote/edge-hyphen", "quote/edge-symbol"

MUTANTS.around("letters-of-a-unit", words, "_LONGEST_UNIT", 16, UNIT)
MUTANTS.around("white-space-of-a-broken-term", words, "LONGEST_RUN", 64, HYPHEN)
MUTANTS.around("signs-of-a-symbol", words, "_LONGEST_SYMBOL", 3, SYMBOL)
for folder, name, path, old, new in (
    (UNIT, "a-unit-has-no-marks", "words.unit", '"LM"', '"L"'),
    (UNIT, "a-unit-stands-at-its-figure", "words.unit", "behind_figure(view, start)",
     "is_digit(view, start - 1)"),
    (UNIT, "a-unit-a-space-away", "words.behind_figure",
     "return is_digit(view, start - 1) or spaced", "return spaced"),
    (UNIT, "a-unit-behind-any-white-space", "words.behind_figure",
     'is_in(view, start - 1, "group-space")', "is_white(view, start - 1)"),
    (UNIT, "a-digit-before-a-unit-is-nothing", "words.unit", "return True\n    start",
     "return False\n    start"),
    (CASE, "two-capitals-and-a-letter-are-one", "words.case_change",
     "is_capital(left) and edge > 1 and is_capital(view[edge - 2])", "False"),
    (CASE, "one-capital-is-enough", "words.case_change",
     " and edge > 1 and is_capital(view[edge - 2])", ""),
    (CASE, "a-capital-behind-a-capital", "words.case_change", "return not is_capital(left)",
     "return True"),
    (WORD, "no-mark-before-an-edge", "words.word", "edge - 1, WORD", "edge - 1, LETTER_OR_DIGIT"),
    (WORD, "no-digit-behind-an-edge", "words.word", "edge, LETTER_OR_DIGIT", "edge, LETTER"),
    (WORD, "digits-of-unsegmented-scripts-part", "words.unsegmented", "and not figures", ""),
    (WORD, "attached-letters-part", "words.unsegmented", " and not attached(right)", ""),
    (WORD, "unsegmented-at-the-left-alone", "words.unsegmented", "(held[left] or held[right])",
     "held[left]"),
    (WORD, "unsegmented-at-the-right-alone", "words.unsegmented", "(held[left] or held[right])",
     "held[right]"),
    (WORD, "unsegmented-on-both-sides", "words.unsegmented", "held[left] or held[right]",
     "held[left] and held[right]"),
    (APOSTROPHE, "contractions-end-before-the-apostrophe-alone", "words.contraction",
     "(edge, edge - 1)", "(edge,)"),
    (APOSTROPHE, "contractions-begin-behind-the-apostrophe-alone", "words.contraction",
     "(edge, edge - 1)", "(edge - 1,)"),
    (APOSTROPHE, "contractions-behind-letters-alone", "words.contraction", "place - 1, WORD",
     "place - 1, LETTER"),
    (APOSTROPHE, "contractions-before-digits-too", "words.contraction", "place + 1, LETTER",
     "place + 1, LETTER_OR_DIGIT"),
    (APOSTROPHE, "possessive-in-capitals-is-none", "words.possessive", '("s", "S")', '("s",)'),
    (APOSTROPHE, "possessive-inside-a-word", "words.possessive",
     " and not is_of(view, edge + 2, WORD)", ""),
    (APOSTROPHE, "every-contraction-is-possessive", "words.possessive", 'in ("s", "S")', '!= ""'),
    (APOSTROPHE, "elision-in-lower-case-alone", "words.elision", "fold(view[start : edge - 1])",
     "view[start : edge - 1]"),
    (APOSTROPHE, "elision-between-capitals", "words.elision",
     " and not (is_capital(view[edge]) and is_capital(view[start]))", ""),
    (APOSTROPHE, "elision-before-small-letters-alone", "words.elision",
     "(is_capital(view[edge]) and is_capital(view[start]))", "is_capital(view[edge])"),
    (APOSTROPHE, "elision-of-small-letters-alone", "words.elision",
     "(is_capital(view[edge]) and is_capital(view[start]))", "is_capital(view[start])"),
    (APOSTROPHE, "elision-behind-a-figure", "words.elision", "is_of(view, start - 1, WORD)",
     "False"),
    (APOSTROPHE, "every-apostrophe-elides", "words.elision", 'in boundary_words("elisions")',
     '!= ""'),
    (HYPHEN, "range-dash-between-words-too", "words.hyphen", '"range-dash", DIGIT, DIGIT',
     '"range-dash", WORD, LETTER_OR_DIGIT'),
    (HYPHEN, "range-dash-behind-any-word", "words.hyphen", '"range-dash", DIGIT, DIGIT',
     '"range-dash", WORD, DIGIT'),
    (HYPHEN, "joiner-behind-letters-and-digits-alone", "words.hyphen", '"joiner", WORD',
     '"joiner", LETTER_OR_DIGIT'),
    (HYPHEN, "joiner-before-marks-too", "words.hyphen", '"joiner", WORD, LETTER_OR_DIGIT',
     '"joiner", WORD, WORD'),
    (HYPHEN, "broken-terms-are-whole", "words.hyphen", "or _broken_line(view, edge)", ""),
    (HYPHEN, "broken-term-without-a-line-break", "words._broken_line", "broken and is_of", "is_of"),
    (HYPHEN, "broken-term-behind-anything", "words._broken_line",
     " or not is_of(view, hyphen - 1, WORD)", ""),
    (HYPHEN, "broken-term-behind-letters-alone", "words._broken_line", "hyphen - 1, WORD",
     "hyphen - 1, LETTER"),
    (HYPHEN, "broken-term-before-letters-alone", "words._broken_line", "after, LETTER_OR_DIGIT",
     "after, LETTER"),
    (HYPHEN, "broken-term-ends-at-its-hyphen", "words._broken_line", "hyphen = edge\n    if",
     "hyphen = edge\n    if is_white(view, edge - 1): return False\n    if"),
    (HYPHEN, "broken-term-not-before-its-hyphen", "words._broken_line",
     "if view[edge] not in hyphens:", "if True:"),
    (SYMBOL, "symbol-behind-figures-too", "words.symbol", "start - 1, LETTER",
     "start - 1, LETTER_OR_DIGIT"),
    (SYMBOL, "symbol-before-words-too", "words.symbol", " and not is_of(view, end, WORD)", ""),
    (SYMBOL, "symbol-cut-before-it-alone", "words.symbol", "named = ",
     "named = start == edge and "),
    (SYMBOL, "symbol-cut-inside-alone", "words.symbol", "named = ", "named = start < edge and "),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new, folder)
