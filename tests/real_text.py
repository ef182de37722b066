"""Quotations from a real text: the Python sources of the standard library, joined.

Stretches are cut where the text has white space on both sides, so at no word or figure. Half of
them are varied in ways that the policy `default` declares to be the same text, half in what they
say. Every one of the first must be admitted with its own place among the spans, and none of the
second may be. Run as a script, it prints what it found and exits with 1 on a wrong decision.
"""

from __future__ import annotations

import random
import re
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from groundspec.engine import default

ENOUGH = 4_500_000
STRETCHES = 200
WORD = re.compile("[A-Za-z]{3,}")
FIGURE = re.compile("[0-9]+")
Variation = Callable[[str, random.Random], str | None]


@dataclass(frozen=True)
class Quoted:
    """A stretch of the text, where it starts in code points, and what a variation made of it."""

    start: int
    text: str
    variation: str
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
        # A figure close to the cut could be one with it, written in groups of three.
        if sound and WORD.search(cut) and FIGURE.search(cut) and not FIGURE.search(around):
            yield start, cut


def curly(text: str, _: random.Random) -> str | None:
    """Straight quotation marks as a word processor sets them."""
    return text.replace('"', "\u201d").replace("'", "\u2019")


def dashes(text: str, _: random.Random) -> str | None:
    """Hyphens as no-break hyphens."""
    return text.replace("-", "\u2011")


def spaces(text: str, chance: random.Random) -> str | None:
    """Each run of white space as some other one."""
    kinds = ["\u00a0", "  ", "\n", "\t ", "\u2009\u2009", "\r\n"]
    return re.sub("[ \n\t]+", lambda _: chance.choice(kinds), text)


def invisible(text: str, _: random.Random) -> str | None:
    """A soft hyphen within a word."""
    return WORD.sub(lambda match: match[0][:2] + "\u00ad" + match[0][2:], text, count=1)


def fullwidth(text: str, _: random.Random) -> str | None:
    """Letters in their fullwidth form."""
    return WORD.sub(lambda match: "".join(chr(ord(char) + 0xFEE0) for char in match[0]), text)


def references(text: str, _: random.Random) -> str | None:
    """Angle brackets and quotation marks as character references."""
    return re.sub('[<>"]', lambda match: f"&#{ord(match[0])};", text)


def upper(text: str, _: random.Random) -> str | None:
    """Another letter case."""
    return text.upper()


def other_figure(text: str, chance: random.Random) -> str | None:
    """One digit more by one."""
    digit = chance.choice([match.start() for match in re.finditer("[0-9]", text)])
    return text[:digit] + str((int(text[digit]) + 1) % 10) + text[digit + 1 :]


def other_word(text: str, chance: random.Random) -> str | None:
    """A word made into another."""
    match = chance.choice(list(WORD.finditer(text)))
    return text[: match.start()] + "quixotic" + text[match.end() :]


def word_left_out(text: str, chance: random.Random) -> str | None:
    """A word left out."""
    inner = [match for match in WORD.finditer(text) if match.start() and match.end() < len(text)]
    if not inner:
        return None
    match = chance.choice(inner)
    return text[: match.start()] + text[match.end() :]


def cut_word(text: str, _: random.Random) -> str | None:
    """The last word without its last letter."""
    return text[:-1] if re.search("[A-Za-z]{2}$", text) else None


def clipped_figure(text: str, _: random.Random) -> str | None:
    """A last figure without its last digit."""
    return text[:-1] if re.search("[0-9]{2}$", text) else None


def swapped(text: str, _: random.Random) -> str | None:
    """The first and the last word change places."""
    words = text.split(" ")
    return " ".join([words[-1], *words[1:-1], words[0]]) if len(words) > 2 else None


def negated(text: str, chance: random.Random) -> str | None:
    """A word put in."""
    blanks = [match.start() for match in re.finditer(" ", text)]
    if not blanks:
        return None
    blank = chance.choice(blanks)
    return f"{text[:blank]} not{text[blank:]}"


PRESENTATION: tuple[Variation, ...] = (
    curly, dashes, spaces, invisible, fullwidth, references, upper,
)  # fmt: skip
CONTENT: tuple[Variation, ...] = (
    other_figure, other_word, word_left_out, cut_word, clipped_figure, swapped, negated,
)  # fmt: skip


def varied(
    text: str, variations: Sequence[Variation], chance: random.Random, new: bool
) -> Iterator[Quoted]:
    """Yield varied stretches, each variation in turn; what one leaves as it was does not count.

    ``new`` asks that the result stands nowhere in the text, but for stretches that were cut short.
    """
    turn = 0
    for start, stretch in stretches(text, chance):
        variation = variations[turn % len(variations)]
        claim = variation(stretch, chance)
        if claim is None or claim == stretch:
            continue
        if not new or claim not in text or stretch.startswith(claim):
            turn += 1
            yield Quoted(start, stretch, variation.__name__, claim)


def wrong(text: str, same: bool, quoted: Quoted, decision: dict[str, Any]) -> bool:
    """Say whether a decision is not what the variation asks for."""
    admitted = decision["outcome"] == "admitted"
    return not (admitted and quoted.span(text) in decision["spans"]) if same else admitted


def main() -> int:
    """Decide both halves in one packet; print counts and every wrong decision."""
    text = joined_sources()
    chance = random.Random(17)
    same = list(islice(varied(text, PRESENTATION, chance, new=False), STRETCHES))
    other = list(islice(varied(text, CONTENT, chance, new=True), STRETCHES))
    packet = {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": text, "id": "standard library", "url": None},
        "policy": "default",
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
    for name, rows, some in (
        ("presentation", same, decisions[:STRETCHES]),
        ("content", other, decisions[STRETCHES:]),
    ):
        admitted = sum(decision["outcome"] == "admitted" for decision in some)
        print(f"{name}: {len(rows)} varied stretches, {admitted} admitted")
        for row, decision in zip(rows, some, strict=True):
            if wrong(text, name == "presentation", row, decision):
                faults += 1
                print(f"WRONG {row.variation}: {row.claim!r} for {row.span(text)}: {decision}")
    print(f"{faults} wrong decisions")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
