"""What stands around a figure, whatever is claimed of it (9.3, 9.6, F-NEGATED, F-REPLACED)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from groundspec.fact.amounts import Amount
from groundspec.fact.document import Document, Span
from groundspec.fact.doubts import doubtful
from groundspec.fact.notations import beside, note
from groundspec.fact.parts import part_of
from groundspec.fact.qualifiers import Qualifiers, bridged, qualifiers
from groundspec.vocab.pack import GAP, Phrases, phrases


class Around(NamedTuple):
    """The comparators at an amount, what notations it belongs to, and what takes it back."""

    qualifiers: Qualifiers
    part: bool
    doubtful: bool
    note: bool
    negated: Span | None
    replaced: Span | None


def look_around(document: Document, amounts: Sequence[Amount]) -> list[Around]:
    """Read what stands around amounts, and keep it with each."""
    near = [beside(document.text, amount) for amount in amounts]
    negated = [_negated(document, amount) for amount in amounts]
    columns = (
        [qualifiers(document, amount) for amount in amounts],
        [part_of(document, *row) for row in zip(amounts, near, strict=True)],
        [doubtful(document, *row) for row in zip(amounts, near, strict=True)],
        [document.on("F-NOTE") and note(document, amount) for amount in amounts],
        negated,
        [
            None if said else _replaced(document, amount)
            for said, amount in zip(negated, amounts, strict=True)
        ],
    )
    found = list(map(Around, *columns))
    for amount, around in zip(amounts, found, strict=True):
        amount.around = around
    return found


def _negated(document: Document, amount: Amount) -> Span | None:
    """F-NEGATED: the phrase that negates a value directly."""
    if not document.on("F-NEGATED"):
        return None
    front = amount.front
    start = max(document.sentence_before(front, amount.within), front - 60)
    if start == front:
        return None
    found = phrases("negated_values").all(document.folded, start, front)
    if found and bridged(document.folded, found[-1].end(), front):
        return Span(*found[-1].span())
    none = _NO.all(document.folded, start, front)
    if none and _NONE_OF.fullmatch(document.folded, none[-1].end(), front):
        return Span(*none[-1].span())
    return None


_NO: Final = Phrases(["no"])
_NONE_OF: Final = re.compile(f"{GAP}(?:[a-z]+{GAP}){{1,2}}of{GAP}")


def _replaced(document: Document, amount: Amount) -> Span | None:
    """F-REPLACED: where the document says that an amount is replaced."""
    if not document.on("F-REPLACED"):
        return None
    found = document.replaced.get(document.text[amount.front : amount.end])
    return None if found is None else Span(*found)
