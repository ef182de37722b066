"""Ways to write a stretch of text otherwise: the same text presented anew, or another text.

Each takes a stretch and a source of chance, and gives None where it has nothing to work on.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final, NamedTuple

Variation = Callable[[str, random.Random], str | None]

WORD: Final = re.compile("[A-Za-z]{3,}")
FIGURE: Final = re.compile(r"(?<![\w.,:+/^-])[0-9]+(?![\w.,:/^-]*[0-9])(?=[ ,.;)]|$)")
MARKER: Final[list[Any]] = [{"literal": "<<page "}, "digits", {"literal": ">>"}]


class Presentation(NamedTuple):
    """A variation that says the same, and the tier that declares it."""

    change: Variation
    tier: str


def curly(text: str, _: random.Random) -> str | None:
    """Straight quotation marks as a word processor sets them."""
    return text.replace('"', "\u201d").replace("'", "\u2019")


def dashes(text: str, _: random.Random) -> str | None:
    """Hyphens as no-break hyphens."""
    return text.replace("-", "\u2011")


def one_ellipsis(text: str, _: random.Random) -> str | None:
    """Three full stops as one code point."""
    return text.replace("...", "\u2026")


def spaces(text: str, chance: random.Random) -> str | None:
    """Each run of white space as some other one."""
    kinds = ["\u00a0", "  ", "\n", "\t ", "\u2009\u2009", "\r\n"]
    return re.sub("[ \n\t]+", lambda _: chance.choice(kinds), text)


def soft_hyphen(text: str, _: random.Random) -> str | None:
    """A soft hyphen within a word."""
    return WORD.sub(lambda match: match[0][:2] + "\u00ad" + match[0][2:], text, count=1)


def invisible(text: str, _: random.Random) -> str | None:
    """A space of no width within each word."""
    return WORD.sub(lambda match: match[0][:2] + "\u200b" + match[0][2:], text)


def fullwidth(text: str, _: random.Random) -> str | None:
    """Letters in their fullwidth form."""
    return WORD.sub(lambda match: "".join(chr(ord(char) + 0xFEE0) for char in match[0]), text)


def ligatures(text: str, _: random.Random) -> str | None:
    """The letters f and i as one."""
    return text.replace("fi", "\ufb01")


def references(text: str, _: random.Random) -> str | None:
    """Some signs as character references."""
    return re.sub("""[<>"',.]""", lambda match: f"&#{ord(match[0])};", text)


def decomposed(text: str, _: random.Random) -> str | None:
    """Letters apart from their accents."""
    return unicodedata.normalize("NFD", text)


def after_hyphen(text: str, chance: random.Random) -> str | None:
    """A line that ends behind the hyphen of a term."""
    return _once(r"(?<=[A-Za-z0-9]-)(?=[A-Za-z0-9])", text, "\n", chance)


def after_soft_hyphen(text: str, chance: random.Random) -> str | None:
    """A word parted at the end of a line by a soft hyphen."""
    return _once("(?<=[a-z]{3})(?=[a-z]{3})", text, "\u00ad\r\n", chance)


def within_word(text: str, chance: random.Random) -> str | None:
    """A word parted at the end of a line."""
    return _once("(?<=[a-z]{3})(?=[a-z]{3})", text, "-\n  ", chance)


def marked(text: str, chance: random.Random) -> str | None:
    """A page number between two words."""
    return _once("(?<=[a-z]) (?=[a-z])", text, f" <<page {chance.randrange(1, 999)}>> ", chance)


def upper(text: str, _: random.Random) -> str | None:
    """Another letter case."""
    return text.upper()


PRESENTATION: Final = (
    Presentation(decomposed, "canonical"),
    Presentation(spaces, "whitespace"),
    Presentation(marked, "whitespace"),
    *(
        Presentation(change, "typography")
        for change in (
            *(curly, dashes, one_ellipsis, soft_hyphen, invisible),
            *(fullwidth, ligatures, references),
        )
    ),
    Presentation(after_hyphen, "line-hyphen-kept"),
    Presentation(after_soft_hyphen, "line-hyphen-kept"),
    Presentation(within_word, "line-hyphen-dropped"),
    Presentation(upper, "case"),
)


def other_figure(text: str, chance: random.Random) -> str | None:
    """One digit more by one."""
    digits = [match.start() for match in re.finditer("[0-9]", text)]
    if not digits:
        return None
    digit = chance.choice(digits)
    return text[:digit] + str((int(text[digit]) + 1) % 10) + text[digit + 1 :]


def digit_more(text: str, chance: random.Random) -> str | None:
    """A figure ten times as large."""
    return _at_figure(text, chance, lambda figure: figure + "0")


def signed(text: str, chance: random.Random) -> str | None:
    """A sign before a figure."""
    return _at_figure(text, chance, lambda figure: chance.choice("-+\u2212<>~\u00b1") + figure)


def suffixed(text: str, chance: random.Random) -> str | None:
    """A percent sign or the like behind a figure."""
    return _at_figure(text, chance, lambda figure: figure + chance.choice("%\u2030\u00b0"))


def paid(text: str, chance: random.Random) -> str | None:
    """A currency sign before a figure or behind it."""
    return _at_figure(
        text,
        chance,
        lambda figure: chance.choice([f"${figure}", f"{figure}\u20ac", f"\u00a3{figure}"]),
    )


def raised(text: str, chance: random.Random) -> str | None:
    """A figure with an exponent."""
    ends = ["\u00b2", "\u2076", "^6", " \u00d7 10\u2076", "e6"]
    return _at_figure(text, chance, lambda figure: figure + chance.choice(ends))


def pointed(text: str, chance: random.Random) -> str | None:
    """A figure with a decimal, a group or a fraction."""
    ends = [".5", ",000", "\u00bd", " 1/2", ":30"]
    return _at_figure(text, chance, lambda figure: figure + chance.choice(ends))


def in_unit(text: str, chance: random.Random) -> str | None:
    """A figure with a unit behind it."""
    return _at_figure(
        text, chance, lambda figure: f"{figure} " + chance.choice(["mg", "GHz", "kW"])
    )


def other_word(text: str, chance: random.Random) -> str | None:
    """A word made into another."""
    words = list(WORD.finditer(text))
    if not words:
        return None
    word = chance.choice(words)
    return text[: word.start()] + "quixotic" + text[word.end() :]


def word_left_out(text: str, chance: random.Random) -> str | None:
    """A word left out."""
    inner = [match for match in WORD.finditer(text) if match.start() and match.end() < len(text)]
    if not inner:
        return None
    match = chance.choice(inner)
    return text[: match.start()] + text[match.end() :]


def negated(text: str, chance: random.Random) -> str | None:
    """A word put in."""
    return _once(" ", text, " not ", chance)


def denied(text: str, chance: random.Random) -> str | None:
    """A negation put on a word."""
    return _once("(?<![A-Za-z])(?=[a-z]{3})", text, chance.choice(["un", "non-", "in"]), chance)


def swapped(text: str, _: random.Random) -> str | None:
    """The first and the last word change places."""
    words = text.split(" ")
    return " ".join([words[-1], *words[1:-1], words[0]]) if len(words) > 2 else None


def swapped_neighbours(text: str, chance: random.Random) -> str | None:
    """Two neighbours change places."""
    pairs = list(re.finditer("(?<![A-Za-z])([A-Za-z]+) ([A-Za-z]+)(?![A-Za-z])", text))
    if not pairs:
        return None
    pair = chance.choice(pairs)
    if pair[1].lower() == pair[2].lower():
        return None
    return f"{text[: pair.start()]}{pair[2]} {pair[1]}{text[pair.end() :]}"


def swapped_figures(text: str, _: random.Random) -> str | None:
    """Two figures change places."""
    found = list(FIGURE.finditer(text))
    if len(found) < 2 or found[0][0] == found[-1][0]:
        return None
    first, last = found[0], found[-1]
    inner = text[first.end() : last.start()]
    return text[: first.start()] + last[0] + inner + first[0] + text[last.end() :]


def spaced_apart(text: str, chance: random.Random) -> str | None:
    """A word made two."""
    return _once("(?<=[a-z]{2})(?=[a-z]{2})", text, " ", chance)


def run_together(text: str, chance: random.Random) -> str | None:
    """Two words made one."""
    blanks = [match.start() for match in re.finditer("(?<=[a-z]) (?=[a-z])", text)]
    if not blanks:
        return None
    blank = chance.choice(blanks)
    return text[:blank] + text[blank + 1 :]


CONTENT: Final[tuple[Variation, ...]] = (
    *(other_figure, digit_more, signed, suffixed, paid, raised, pointed, in_unit),
    *(other_word, word_left_out, negated, denied),
    *(swapped, swapped_neighbours, swapped_figures, spaced_apart, run_together),
)


def _once(pattern: str, text: str, new: str, chance: random.Random) -> str | None:
    """Put something in the place of one match of a pattern."""
    found = list(re.finditer(pattern, text))
    if not found:
        return None
    match = chance.choice(found)
    return text[: match.start()] + new + text[match.end() :]


def _at_figure(text: str, chance: random.Random, change: Callable[[str], str]) -> str | None:
    found = list(FIGURE.finditer(text))
    if not found:
        return None
    match = chance.choice(found)
    return text[: match.start()] + change(match[0]) + text[match.end() :]
