"""Mistakes in claims with words left out: marks, pieces, words, order, what is left out."""

from __future__ import annotations

from typing import Any

from groundspec.quote import reading
from mutants.making import Mutants, Patch

MARK, STITCH = "quote/truncated", "quote/stitch"
MUTANTS = Mutants(STITCH, MARK)

MUTANTS.around("pieces", reading, "MOST_PIECES", 16, STITCH)
for name, path, old, new in (
    ("two-dots-are-a-mark", "fragments._is_mark", ">= 3", ">= 2"),
    ("three-dots-are-no-mark", "fragments._is_mark", ">= 3", ">= 4"),
    ("ellipsis-is-no-mark", "fragments._is_mark",
     ' or not boundary_set("ellipsis").isdisjoint(text)', ""),
    ("a-mark-has-no-spaces", "fragments._marks", ']?"', ']{{0}}"'),
    ("a-mark-has-any-spaces", "fragments._marks", ']?"', ']*+"'),
    ("square-brackets-stay-on-the-piece", "fragments._marks", '"[]", ', ""),
    ("round-brackets-stay-on-the-piece", "fragments._marks", '"()", ', ""),
    ("wide-brackets-stay-on-the-piece", "fragments._marks", ', "\\uff3b\\uff3d", "\\uff08\\uff09"',
     ""),
    ("a-point-of-a-figure-is-a-dot", "fragments._marks", "(?!{digits().pattern})", ""),
    ("brackets-of-two-kinds", "fragments._marks", "\\{right}", "[])]"),
    ("brackets-set-close", "fragments._marks", r"\{left}{gap}{dots}{gap}\{right}",
     r"\{left}{dots}\{right}"),
    ("pieces-are-not-trimmed", "fragments.pieces", "_trim(text, *piece)", "piece"),
    ("pieces-are-trimmed-at-the-start-alone", "fragments._trim", "white[text[end - 1]]", "False"),
    ("pieces-of-punctuation-are-kept", "fragments._is_punctuation", "return not (",
     "return False and ("),
    ("pieces-of-fractions-are-dropped", "fragments._is_punctuation", "numbers[char] or ", ""),
    ("pieces-of-currency-are-dropped", "fragments._is_punctuation", "is_currency(char) or ", ""),
    ("pieces-of-comparison-are-dropped", "fragments._is_punctuation",
     'boundary_set("comparison") | ', ""),
    ("pieces-of-percent-are-dropped", "fragments._is_punctuation",
     ' | boundary_set("figure-suffix")', ""),
    ("nothing-behind-the-last-mark", "fragments.pieces", "found.append((done, len(text)))", ""),
    ("one-word-more", "fragments.stitch", ">= fewest", "> fewest"),
    ("one-word-fewer", "fragments.stitch", ">= fewest else", ">= fewest - 1 else"),
    ("unsegmented-letters-are-one-word", "fragments.count_words",
     "(unsegmented[char] or not inside)", "(not inside)"),
    ("unsegmented-letters-do-not-part", "fragments.count_words", "word and not unsegmented[char]",
     "word"),
    ("words-with-references-as-written", "fragments.count_words", '"entities", ', ""),
    ("words-with-ignorables", "fragments.count_words", ', "ignorables"', ","),
    ("words-before-composition", "fragments.count_words", '"nfc", ', ""),
    ("fragments-beyond-the-limit-are-disordered", "fragments.Stitching._capped", "return any",
     "return False and any"),
    ("the-limit-of-a-fragment-comes-first", "fragments.Stitching.limited", "self._apart and ", ""),
    ("the-limit-of-every-fragment", "fragments.Stitching._capped", "any(", "all("),
    ("apostrophes-part-words", "fragments.count_words",
     " or (inside and _is_inner_apostrophe(text, at))", ""),
    ("apostrophes-beside-digits-part-none", "fragments._is_inner_apostrophe",
     "CLASS_OF[char] == LETTER", 'CLASS_OF[char] in "LD"'),
    ("fragments-may-not-touch", "fragments._in_order", "span[0] >= behind",
     "span[0] >= behind + bool(chosen)"),
    ("no-choice-backward", "fragments._in_order", "range(len(found) - 2, -1, -1)", "()"),
    ("backward-not-to-the-first", "fragments._in_order", "range(len(found) - 2, -1, -1)",
     "range(len(found) - 2, 0, -1)"),
    ("backward-to-a-touching-one-never", "fragments._in_order", "span[1] <= before",
     "span[1] < before or span == chosen[index]"),
    ("the-first-span-alone", "fragments.stitch", "row.spans if row", "row.spans[:1] if row"),
    ("the-listed-spans-alone", "fragments.stitch", "row.spans if row", "row.spans[:16] if row"),
    ("no-span-of-a-fragment-out-of-order", "fragments.stitch", "next(iter(every), None)", "None"),
    ("a-short-fragment-is-enough", "fragments.Stitching.short", "any(", "all("),
    ("one-fragment-found-is-enough", "fragments.Stitching.absent", "any(", "all("),
    ("nothing-is-left-out-between-touching", "fragments.Stitching.omitted", "in pairwise(spans))",
     "in pairwise(spans) if left[1] < right[0])"),
    ("the-tightest-tier-of-the-fragments", "reading.Reader._stitched", "max(", "min("),
    ("a-stitched-claim-stands-anywhere", "reading.Reader._stitched",
     "place not in (None, stitching.whole)", "False"),
    ("a-stitched-claim-at-no-place", "reading.Reader._stitched",
     "place not in (None, stitching.whole)", "place is not None"),
    ("a-truncated-claim-stands-anywhere", "reading.Reader._split", "whole=False), place)",
     "whole=False), None)"),
    ("one-piece-is-a-fragment", "reading.Reader._split", "1 < len(parts)", "0 < len(parts)"),
    ("two-pieces-are-too-few", "reading.Reader._split", "1 < len(parts)", "2 < len(parts)"),
    ("split-whatever-rejects", "reading.Reader._read", "reading.standing.absent",
     "reading.standing.found.tier is None"),
    ("split-whatever-the-policy-says", "reading.Reader._split", "if self._stitches else []", ""),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new)

MUTANTS.edits(
    "overlap-is-allowed",
    [
        ("fragments._in_order", "chosen[-1][1] if", "chosen[-1][0] if"),
        ("fragments._in_order", "span[1] <= before", "span[0] <= before"),
    ],
)
MUTANTS.edits(
    "order-is-ignored",
    [
        ("fragments._in_order", "chosen[-1][1] if", "0 if"),
        ("fragments._in_order", "range(len(found) - 2, -1, -1)", "()"),
    ],
)


@MUTANTS.by_hand
def fragments_are_searched_for_without_edges(patch: Patch) -> None:
    stitched = reading.Reader._stitched

    def without(self: reading.Reader, *given: Any) -> reading.Reading:
        edges, self._searcher._edges = self._searcher._edges, None
        try:
            return stitched(self, *given)
        finally:
            self._searcher._edges = edges

    patch.setattr(reading.Reader, "_stitched", without)
