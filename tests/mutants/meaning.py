"""Mistakes in what is read beside a quotation: clauses, words, negations, hedges."""

from __future__ import annotations

import re

from groundspec.quote import meaning
from mutants.making import Mutants, Patch

NEGATION, HEDGE, OMITTED = "quote/negation", "quote/hedge", "quote/stitch"
MUTANTS = Mutants(NEGATION, HEDGE, OMITTED)

for reach in (127, 129):
    for side in ("LEAD", "TRAIL"):
        name = f"code-points-of-a-{side.lower()}-{reach}"
        MUTANTS.constant(name, meaning, f"_{side}_REACHES", (24, reach), NEGATION)
for words in ((3, 2), (5, 2), (4, 1), (4, 3)):
    MUTANTS.constant(
        f"words-of-a-negation-{words[0]}-{words[1]}", meaning, "_NEGATIONS", words, NEGATION
    )
for words in ((1, 1), (3, 1), (2, 0), (2, 2)):
    MUTANTS.constant(f"words-of-a-hedge-{words[0]}-{words[1]}", meaning, "_HEDGES", words, HEDGE)
MUTANTS.constant("cr-lf-is-two-line-breaks", meaning, "_LINE_BREAK", re.compile("[CFN]"), NEGATION)
MUTANTS.constant(
    "lf-cr-is-one-line-break", meaning, "_LINE_BREAK", re.compile("CF|FC|[CFN]"), NEGATION
)
MUTANTS.constant(
    "line-breaks-parted-by-spaces-are-none", meaning, "_BREAKS", re.compile("B|[CFN]{2,}"), NEGATION
)
MUTANTS.constant(
    "other-line-breaks-are-spaces", meaning, "_LINE_BREAK", re.compile("CF|[CF]"), NEGATION
)


@MUTANTS.by_hand
def one_line_break_is_a_break(patch: Patch) -> None:
    patch.setattr(meaning, "_BREAKS", re.compile("B|[SCFN]+"))
    patch.setattr(meaning, "_LINE_BREAK", re.compile("(?=[CFN])|[CFN]"))


for name, path, old, new in (
    ("commas-are-no-breaks", "meaning._letter", 'char in boundary_set("clause-break")',
     'char != "," and char in boundary_set("clause-break")'),
    ("tabs-are-no-breaks", "meaning._letter", 'char in boundary_set("clause-break")',
     'char != "\\t" and char in boundary_set("clause-break")'),
    ("dashes-are-no-breaks", "meaning._letter", 'char in boundary_set("clause-break")',
     'char not in "\\u2013\\u2014" and char in boundary_set("clause-break")'),
    ("hyphens-are-breaks", "meaning._letter", 'char in boundary_set("clause-break")',
     'char == "-" or char in boundary_set("clause-break")'),
    ("a-point-between-digits-is-a-break", "meaning._is_break",
     'not letters[start - 1 : start] == "D" == letters[end : end + 1]', "True"),
    ("a-point-before-a-digit-is-no-break", "meaning._is_break",
     'letters[start - 1 : start] == "D" ==', '"D" =='),
    ("a-point-behind-a-digit-is-no-break", "meaning._is_break", '"D" == letters[end : end + 1]',
     '"D"'),
    ("line-breaks-are-no-breaks", "meaning._is_break", "> 1", "> 99"),
    ("three-line-breaks-are-a-break", "meaning._is_break", "> 1", "> 2"),
    ("a-word-at-the-limit-is-read", "meaning.Meaning._lead", " if low != limit", ""),
    ("a-word-at-the-limit-behind-is-read", "meaning.Meaning._trail", " if high != limit", ""),
    ("a-word-at-the-start-of-the-view-is-left-out", "meaning.Meaning._lead", " or start == 0", ""),
    ("a-word-at-the-end-of-the-view-is-left-out", "meaning.Meaning._trail", " or end == len(view)",
     ""),
    ("conjunctions-do-not-end-a-clause", "meaning.Meaning._look", "if sense & CONJUNCTION:",
     "if False:"),
    ("conjunctions-are-passed-over", "meaning.Meaning._look", "break", "continue"),
    ("the-first-break-of-a-lead", "meaning.Meaning._lead", "broken[-1][1]", "broken[0][1]"),
    ("the-last-break-of-a-trail", "meaning.Meaning._trail", "broken[0][0]", "broken[-1][0]"),
    ("the-farthest-word-first", "meaning.Meaning.beside", "self._lead(view, low)",
     "self._lead(view, low)[::-1]"),
    ("conditions-before-the-lead", "meaning.Meaning.beside", "before.hedge or behind.hedge",
     "behind.hedge or before.hedge"),
    ("the-trail-before-the-lead", "meaning.Meaning.beside", "before.negation or behind.negation",
     "behind.negation or before.negation"),
    ("every-hedge-in-a-trail", "meaning.Meaning.beside", "CONDITION, ", "HEDGE, "),
    ("conditions-alone-in-a-lead", "meaning.Meaning.beside", "HEDGE, _HEDGES[0]",
     "CONDITION, _HEDGES[0]"),
    ("a-stop-of-its-own-is-none", "meaning._is_stop", "return not (", "return False and ("),
    ("no-closing-quotes-are-passed", "meaning._ends_clause",
     'view[at] in boundary_set("closing-quote")', "False"),
    ("a-stop-at-the-start-is-none", "meaning.Meaning.beside", "_is_stop(view, low)", "False"),
    ("apostrophes-as-written", "meaning._straight",
     "\"'\" if char in boundary_set(\"apostrophe\") else char", "char"),
    ("case-as-written", "meaning._Senses.__missing__", "fold(", "str("),
    ("may-is-a-hedge-in-any-case", "meaning._lists",
     'frozenset(words["hedges-as-written"])', 'frozenset(["May", *words["hedges-as-written"]])'),
    ("no-hedges-as-written", "meaning._Senses.__missing__", "if word in lists.as_written",
     "if not lists"),
    ("no-negation-endings", "meaning._Senses.__missing__", "folded.endswith(lists.endings)",
     "not lists"),
    ("negations-within-words", "meaning._Senses.__missing__", "folded.endswith(lists.endings)",
     '"not" in folded'),
    ("apostrophes-part-words-of-a-clause", "meaning._letter",
     'CLASS_OF[char] if CLASS_OF[char] != OTHER else "A"', "OTHER"),
    ("omitted-looks-before", "meaning.Meaning.omitted", "bisect_left(starts, low)",
     "bisect_left(ends, low)"),
    ("omitted-looks-behind", "meaning.Meaning.omitted", "ends[row] <= high", "starts[row] <= high"),
    ("omitted-looks-at-parts-of-words", "meaning.Meaning.omitted", "ends[row] <= high",
     "starts[row] < high"),
    ("omitted-in-the-first-stretch-alone", "meaning.Meaning.omitted", "for stretch in stretches:",
     "for stretch in stretches[:1]:"),
    ("omitted-is-asked-with-boundaries-alone", "reading.Reader._weigh", "if reading.stitching:",
     "if reading.stitching and self._boundaries:"),
    ("asked-whatever-boundaries-says", "reading.Reader._weigh",
     "if self._boundaries else Beside(None, None)", ""),
    ("beside-the-first-span-alone", "reading.Reader._beside", "spans[1:LISTED]", "()"),
    ("beside-every-span-there-is", "reading.Reader._beside", "spans[1:LISTED]", "spans[1:]"),
    ("beside-any-span", "reading.Reader._beside",
     "Beside(other.negation and first.negation, other.hedge and first.hedge)",
     "Beside(other.negation or first.negation, other.hedge or first.hedge)"),
    ("beside-some-is-beside-none", "reading.Reader._beside", "other.hedge and first.hedge",
     "other.negation and first.hedge"),
    ("omitted-beside-the-span-too", "reading.Reader._weigh", "list(reading.stitching.omitted)",
     "[reading.stitching.whole]"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new)
