"""Mistakes in the search: candidates, limits, places, near-misses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from groundspec.quote import decide, quotation, reading, search
from groundspec.text import classes, find
from mutants.making import Mutants, Patch

MUTANTS = Mutants("quote/search", "quote/multiple", "quote/limit", "quote/place")
PLACE = "quote/place"
NEAR = "quote/near"

MUTANTS.around("candidates-examined", search, "EXAMINED", 1000, "quote/limit")
MUTANTS.around("spans-listed", decide, "LISTED", 16, "quote/multiple")
MUTANTS.constant("spans-elsewhere-15", reading, "LISTED", 15, PLACE)


@MUTANTS.by_hand
def candidates_do_not_overlap(patch: Patch) -> None:
    def places(self: find.Finder, wanted: str) -> Iterator[int]:
        start = self._text.find(wanted)
        while start >= 0:
            yield start
            start = self._text.find(wanted, start + len(wanted))

    patch.setattr(find.Finder, "places", places)


@MUTANTS.by_hand
def the_loosest_tier_is_named(patch: Patch) -> None:
    patch.setattr(
        search.Searcher, "_tightest", lambda self, _span, _quotation: len(self._graded) - 1
    )


@MUTANTS.by_hand
def a_match_elsewhere_is_accepted(patch: Patch) -> None:
    patch.setattr(reading.Reader, "_place", lambda _self, _at: None)


@MUTANTS.by_hand
def a_letter_anywhere_is_enough(patch: Patch) -> None:
    held = property(lambda self: not any(map(classes.holds_letter_or_digit, self.outputs())))
    patch.setattr(quotation.Quotation, "degenerate", held)


MUTANTS.edits(
    "the-last-refusal-is-named",
    [
        ("search.Searcher._examine", "cut = cut or refused", "cut = refused or cut"),
        ("search.Searcher._find_loosest_first", "kept[0][1]", "kept[-1][1]"),
    ],
    "quote/search",
)
for name, path, old, new in (
    ("the-refusal-of-the-loosest-tier", "search.Searcher._find_by_tier", "cut or found.cut",
     "found.cut or cut"),
    ("a-refused-place-is-searched-elsewhere", "reading.Reader._stand", "placed.cut)", "None)"),
    ("limit-before-a-refused-place", "reading._misplaced", "and cut is None", ""),
    ("nothing-is-listed-elsewhere", "reading._misplaced", "found.spans[:LISTED]", "()"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new)


@MUTANTS.by_hand
def near_is_searched_for_every_rejected_claim(patch: Patch) -> None:
    read = reading.Reader.read

    def also_near(self: reading.Reader, claim: Mapping[str, Any]) -> reading.Reading:
        given = read(self, claim)
        wanted = given.valid and not given.degenerate and given.standing.found.tier is None
        if not wanted or given.near or not self._near:
            return given
        found = self._near.find(self._near.quotation(claim["text"]))
        return given._replace(near=found if found.tier else None)

    patch.setattr(reading.Reader, "read", also_near)


MUTANTS.edit(
    "pieces-are-degenerate-like-claims",
    "quotation.Quotation.output",
    "if not self._whole and",
    "if False and",
    "quote/truncated",
)
for name, path, old, new in (
    ("near-with-edges", "reading.Reader.__init__", "Searcher(source, root, near, None, plain)",
     "Searcher(source, root, near, judged, plain)"),
    ("near-though-it-found-nothing", "reading.Reader._split", "found if found.tier else None",
     "found"),
    ("near-of-a-truncated-claim-by-its-whole", "reading.Reader._split",
     "text = text[slice(*parts[0])]\n        standing = "
     "self._stand(self._searcher.quotation(text, whole=False), place)",
     "piece = text[slice(*parts[0])]\n        "
     "standing = self._stand(self._searcher.quotation(piece, whole=False), place)"),
    ("near-lists-no-spans", "decide.Decider._near", "self._spans(found.spans)", "[]"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new, NEAR)
