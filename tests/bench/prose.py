"""Prose to search, and quotations out of it: made from a seed, the same on every machine.

The words are those of nobody; their lengths, their frequencies, and the typography between them are
like English. A quotation is a stretch of the prose between two spaces, typed as on a keyboard. It
holds a curly quotation mark, an apostrophe or a dash, so it is found once those are folded and not
before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

_COMMON: Final = """
the of and to in a that is was for it with as on be at by his from are this have or had not but
which they you all were her their one we there been has when who will no more if out so said what up
its about into than them can only other new some could time these two may then do first any my now
such like our over even most made after also did many before must through
"""
_ONSETS: Final = "b c d f g h l m n p r s t v br cl cr dr fl gr pl pr sh sl st str th tr wh"
_VOWELS: Final = "a a e e e i i o o u ai ea ee oo ou"
_CODAS: Final = "- - - l m n n r r s t t ck nd ng st"  # a hyphen for none
_TYPED: Final = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014", "''\"\"--")
_SHORTEST: Final = 80
_LONGEST: Final = 220
_CHANGEABLE: Final = 4  # letters of a word that a miss may change


class Prose:
    """A text of at least so many bytes of UTF-8, and quotations out of it."""

    def __init__(self, size: int, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._rare = self._make_words(6000)
        self._words = [*_COMMON.split(), *self._rare]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self._words))))
        self.text = self._make_text(size)

    def quotations(self, count: int) -> list[str]:
        """Give different stretches of the text, typed with straight quotes and hyphens."""
        self._random.seed(count)
        found: dict[str, None] = {}
        while len(found) < count:
            stretch = self._stretch()
            typed = type_out(stretch)
            if len(typed) >= _SHORTEST and stretch.translate(_TYPED) != stretch:
                found[typed] = None
        return list(found)

    def literals(self, count: int) -> list[str]:
        """Give different stretches of the text, letter for letter."""
        self._random.seed(count)
        found: dict[str, None] = {}
        while len(found) < count:
            found[self._stretch()] = None
        return list(found)

    def misses(self, count: int) -> list[str]:
        """Give quotations with one word changed."""
        return [self._miss(quotation) for quotation in self.quotations(count)]

    def _make_words(self, count: int) -> list[str]:
        made: dict[str, None] = {}
        while len(made) < count:
            made["".join(self._syllables(self._random.choice((1, 1, 2, 2, 2, 3))))] = None
        return [word for word in made if word not in _COMMON.split()]

    def _syllables(self, count: int) -> Iterator[str]:
        for _ in range(count):
            yield self._random.choice(_ONSETS.split())
            yield self._random.choice(_VOWELS.split())
        yield self._random.choice(_CODAS.split()).strip("-")

    def _make_text(self, size: int) -> str:
        parts: list[str] = []
        length = 0
        while length < size:
            sentences = [self._sentence() for _ in range(self._random.randint(3, 8))]
            parts.append(" ".join(sentences))
            length += len(parts[-1].encode()) + 2
        return "\n\n".join(parts)

    def _sentence(self) -> str:
        count = self._random.randint(8, 24)
        words = self._random.choices(self._words, cum_weights=self._weights, k=count)
        middle = self._random.randint(3, count - 4)
        form = self._random.random()
        if form < 0.3:
            words[middle] = f"\u201c{words[middle]}"
            words[middle + 2] += "\u201d"
        elif form < 0.5:
            words[middle] = f"\u2014 {words[middle]}"
        elif form < 0.6:
            words[middle] += "\u2019s"
        elif form < 0.8:
            words[middle] = self._figure()
        elif form < 0.9:
            words[middle] += ","
        sentence = " ".join(words)
        return f"{sentence[0].upper()}{sentence[1:]}."

    def _figure(self) -> str:
        number = self._random.randint(1, 9999)
        form = self._random.randrange(4)
        if form == 0:
            return f"${number:,}.{number % 10} million"
        if form == 1:
            return f"{number % 100}%"
        if form == 2:
            return f"{number % 20 + 1}\u2013{number % 20 + 5} years"
        return f"{1900 + number % 125}"

    def _stretch(self) -> str:
        place = self._random.randrange(len(self.text) - 2 * _LONGEST)
        start = self.text.index(" ", place) + 1
        end = self.text.rindex(" ", start, start + self._random.randint(_SHORTEST, _LONGEST) + 1)
        return self.text[start:end]

    def _miss(self, quotation: str) -> str:
        words = quotation.split(" ")
        places = [
            place for place, word in enumerate(words) if word.isalpha() and len(word) >= _CHANGEABLE
        ]
        place = self._random.choice(places)
        others = [word for word in self._random.sample(self._rare, 2) if word != words[place]]
        return " ".join([*words[:place], others[0], *words[place + 1 :]])


def type_out(stretch: str) -> str:
    """Give a stretch as a keyboard without typography would, on one line."""
    return stretch.translate(_TYPED).replace("\n\n", " ")
