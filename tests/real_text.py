"""Quotations from a real text: the Python sources of the standard library, joined.

Stretches are cut where the text has white space on both sides, so at no word or figure. Half of
them are varied in ways that the policy `default`, with a layout marker, declares to be the same
text, half in what they say. Every one of the first must be found at the tier that declares it, with
its own place among the spans, and none of the second may be admitted. A stretch that leaves a
negation or a hedge off may be for review. Run as a script, it prints what it found and exits with 1
on a wrong decision.
"""

from __future__ import annotations

import random
import re
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from groundspec.engine import default
from groundspec.quote.reading import LISTED
from groundspec.resources import policy
from variations import CONTENT, MARKER, PRESENTATION, WORD, Variation

ENOUGH: Final = 4_500_000
STRETCHES: Final = 400
SIGN: Final = re.compile("[-+<>~=*/]")
DIGITS: Final = re.compile("[0-9]+")
POLICY: Final = {**policy("quote", "default"), "markers": [MARKER]}


@dataclass(frozen=True)
class Quoted:
    """A stretch of the text, where it starts in code points, and what a variation made of it."""

    start: int
    text: str
    variation: Variation
    claim: str

    def span(self, source: str) -> dict[str, int]:
        start = len(source[: self.start].encode())
        return {"start": start, "end": start + len(self.text.encode())}


def joined_sources() -> str:
    """Join sources of the standard library, in the order of their paths."""
    parts: list[str] = []
    length = 0
    for path in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        if "site-packages" in path.parts or length > ENOUGH:
            continue
        try:
            parts.append(path.read_text("utf-8"))
        except (UnicodeDecodeError, OSError):
            continue  # some sources are kept in other encodings on purpose
        length += len(parts[-1])
    return "\n".join(parts)


def stretches(text: str, chance: random.Random) -> Iterator[tuple[int, str]]:
    """Cut stretches of 40 to 240 code points between spaces, each with a word and a figure."""
    while True:
        start = text.find(" ", chance.randrange(len(text) - 1000)) + 1
        end = text.find(" ", start + chance.randrange(40, 200))
        cut = text[start:end]
        around = text[start - 5 : start] + text[end : end + 5]
        sound = cut == cut.strip(" \n\t\r\f\v") and len(cut) <= 240 and "&" not in cut
        # A figure close to the cut could be one with it, in groups of three, and so could a sign.
        whole = not DIGITS.search(around) and not (SIGN.search(around) and cut[:1].isdigit())
        if sound and whole and WORD.search(cut) and DIGITS.search(cut):
            yield start, cut


def cut_word(text: str, _: random.Random) -> str | None:
    """The last word without its last letter."""
    return text[:-1] if re.search("[A-Za-z]{2}$", text) else None


def clipped_figure(text: str, _: random.Random) -> str | None:
    """A last figure without its last digit."""
    return text[:-1] if re.search("[0-9]{2}$", text) else None


TIER_OF: Final = {presentation.change: presentation.tier for presentation in PRESENTATION}
SAYING_SO_MUCH: Final = (*CONTENT, cut_word, clipped_figure)


def varied(
    text: str, variations: Sequence[Variation], chance: random.Random, new: bool
) -> Iterator[Quoted]:
    """Yield varied stretches, each variation in turn; what one leaves as it was does not count.

    ``new`` asks that the result stands nowhere in the text, whatever its white space and case, but
    for stretches that were cut short.
    """
    turn = 0
    known = plain(text)
    for start, stretch in stretches(text, chance):
        variation = variations[turn % len(variations)]
        claim = variation(stretch, chance)
        if claim is None or claim == stretch:
            continue
        if not new or plain(claim) not in known or stretch.startswith(claim):
            turn += 1
            yield Quoted(start, stretch, variation, claim)


def plain(text: str) -> str:
    """Give a text in one letter case, with single spaces."""
    return " ".join(text.casefold().split())


def wrong(text: str, quoted: Quoted, decision: dict[str, Any]) -> bool:
    """Say whether a decision is not what the variation asks for."""
    tier = TIER_OF.get(quoted.variation)
    if tier is None:
        return bool(decision["outcome"] == "admitted")
    listed = quoted.span(text) in decision["spans"] or decision["occurrences"] > LISTED
    found = decision["tier"] == tier and listed
    flagged = {"NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"}.intersection(decision["codes"])
    return not (found and (flagged or decision["outcome"] == "admitted"))


def main() -> int:
    """Decide both halves in one packet; print counts and every wrong decision."""
    text = joined_sources()
    chance = random.Random(17)
    same = list(islice(varied(text, tuple(TIER_OF), chance, new=False), STRETCHES))
    other = list(islice(varied(text, SAYING_SO_MUCH, chance, new=True), STRETCHES))
    packet = {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": text, "id": "standard library", "url": None},
        "policy": POLICY,
        "claims": [
            {"id": str(n), "text": one.claim, "at": None} for n, one in enumerate([*same, *other])
        ],
    }
    began = time.process_time()
    decisions = default().decide(packet).value["decisions"]
    spent = time.process_time() - began
    print(
        f"text: {len(text)} code points, {len(text.encode())} bytes, in {spent:.2f} s of CPU time"
    )
    faults = 0
    for half, rows, some in (
        ("presentation", same, decisions[:STRETCHES]),
        ("content", other, decisions[STRETCHES:]),
    ):
        admitted = sum(decision["outcome"] == "admitted" for decision in some)
        print(f"{half}: {len(rows)} varied stretches, {admitted} admitted")
        for row, decision in zip(rows, some, strict=True):
            if wrong(text, row, decision):
                faults += 1
                name = row.variation.__name__
                print(f"WRONG {name}: {row.claim!r} for {row.span(text)}: {decision}")
    print(f"{faults} wrong decisions")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
