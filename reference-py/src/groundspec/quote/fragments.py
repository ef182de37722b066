"""Claims with words left out (Q-FRAGMENTS, Q-STITCH): split at ellipsis marks, and put in order."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from groundspec.quote.boundaries.view import digits
from groundspec.quote.search import Found, Span
from groundspec.quote.steps import step
from groundspec.text.classes import CLASS_OF, LETTER, holds_letter_or_digit, members
from groundspec.text.letters import boundary_set, is_currency
from groundspec.text.source import Text

MOST_PIECES: Final = 16
TOO_SHORT: Final = "FRAGMENT_TOO_SHORT"


@cache
def _marks() -> re.Pattern[str]:
    gap = f"[{re.escape(''.join(sorted(boundary_set('group-space'))))}]?"
    one = rf"(?:\.(?!{digits().pattern})|[{re.escape(_ellipses())}])"
    dots = f"{one}(?:{gap}{one})*+"
    pairs = (
        rf"\{left}{gap}{dots}{gap}\{right}"
        for left, right in ("[]", "()", "\uff3b\uff3d", "\uff08\uff09")
    )
    return re.compile("|".join([*pairs, dots]))


def _ellipses() -> str:
    return "".join(sorted(boundary_set("ellipsis")))


def pieces(text: str) -> list[Span]:
    """Give the pieces of a claim's text, in its code points; none where it has no mark."""
    found: list[Span] = []
    done = 0
    for match in _marks().finditer(text):
        if _is_mark(match[0]):
            found.append((done, match.start()))
            done = match.end()
    if not found:
        return []
    found.append((done, len(text)))
    trimmed = (_trim(text, *piece) for piece in found)
    return [(start, end) for start, end in trimmed if not _is_punctuation(text[start:end])]


def _is_punctuation(text: str) -> bool:
    """Say whether a piece holds nothing that could be looked for."""
    numbers, signs = (
        members("other-number"),
        boundary_set("comparison") | boundary_set("figure-suffix"),
    )
    held = any(numbers[char] or is_currency(char) or char in signs for char in text)
    return not (held or holds_letter_or_digit(text))


def _is_mark(text: str) -> bool:
    return text.count(".") >= 3 or not boundary_set("ellipsis").isdisjoint(text)


def _trim(text: str, start: int, end: int) -> Span:
    white = members("white-space")
    while start < end and white[text[start]]:
        start += 1
    while start < end and white[text[end - 1]]:
        end -= 1
    return start, end


def count_words(text: str, most: int) -> int:
    """Count a fragment's words, as far as ``most`` (Q-STITCH)."""
    for name in ("entities", "nfc", "ignorables"):
        text = step(name).rewrite(text)
    unsegmented = members("unsegmented")
    count, inside = 0, False
    for at, char in enumerate(text):
        word = CLASS_OF[char] in "LMD" or (inside and _is_inner_apostrophe(text, at))
        count += word and (unsegmented[char] or not inside)
        inside = word and not unsegmented[char]
        if count >= most:
            break
    return count


def _is_inner_apostrophe(text: str, at: int) -> bool:
    sides = text[at - 1 : at] + text[at + 1 : at + 2]
    letters = all(CLASS_OF[char] == LETTER for char in sides)
    return letters and text[at] in boundary_set("apostrophe")


class Fragment(NamedTuple):
    """A fragment: its place in the claim, what was found of it, and the chosen span."""

    start: int
    end: int
    found: Found | None
    chosen: Span | None

    @property
    def code(self) -> str | None:
        """The code that it would be rejected with by itself."""
        return TOO_SHORT if self.found is None else self.found.code


class Stitching(NamedTuple):
    """What became of a claim with fragments; ``whole`` is its span where it is stitched."""

    fragments: tuple[Fragment, ...]
    whole: Span | None = None

    @property
    def short(self) -> bool:
        """Q-FRAGMENT-SHORT."""
        return any(fragment.found is None for fragment in self.fragments)

    @property
    def absent(self) -> bool:
        """Q-FRAGMENT-ABSENT."""
        return any(fragment.found and not fragment.found.tier for fragment in self.fragments)

    @property
    def _apart(self) -> bool:
        return not (self.short or self.absent or self.whole)

    @property
    def disordered(self) -> bool:
        """Q-FRAGMENT-ORDER."""
        return self._apart and not self._capped

    @property
    def limited(self) -> bool:
        """Q-LIMIT."""
        return self._apart and self._capped

    @property
    def _capped(self) -> bool:
        return any(fragment.found and fragment.found.capped for fragment in self.fragments)

    @property
    def omitted(self) -> Iterator[Span]:
        """The stretches left out, where it is stitched."""
        spans = [fragment.chosen for fragment in self.fragments if fragment.chosen]
        if self.whole:
            yield from ((left[1], right[0]) for left, right in pairwise(spans))


def stitch(
    text: str, places: Sequence[Span], fewest: int, search: Callable[[str], Found]
) -> Stitching:
    """Search for each fragment and choose their spans (Q-STITCH)."""
    found = [
        search(text[start:end]) if count_words(text[start:end], fewest) >= fewest else None
        for start, end in places
    ]
    spans = [row.spans if row else () for row in found]
    chosen = _in_order(spans)
    rows = zip(places, found, spans, strict=True)
    fragments = tuple(
        Fragment(*place, row, chosen[index] if chosen else next(iter(every), None))
        for index, (place, row, every) in enumerate(rows)
    )
    return Stitching(fragments, (chosen[0][0], chosen[-1][1]) if chosen else None)


def _in_order(found: Sequence[Sequence[Span]]) -> list[Span]:
    """Choose a span of each, one behind the other and close together; nothing where none fit."""
    chosen: list[Span] = []
    for spans in found:
        behind = chosen[-1][1] if chosen else 0
        following = next((span for span in spans if span[0] >= behind), None)
        if following is None:
            return []
        chosen.append(following)
    for index in range(len(found) - 2, -1, -1):
        before = chosen[index + 1][0]
        chosen[index] = next(span for span in reversed(found[index]) if span[1] <= before)
    return chosen


def fragment_members(fragment: Fragment, claim: Text, source: Text) -> dict[str, object]:
    """Give a fragment as a decision has it."""
    place = claim.span(fragment.start, fragment.end)
    tier = fragment.found.tier if fragment.found else None
    chosen = fragment.chosen
    span = source.span(*chosen) if chosen else None
    return {**place, "code": fragment.code, "tier": tier, "span": span}
