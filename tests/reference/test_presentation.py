"""Sentences of a real text, presented otherwise or saying something else.

The texts are Python's own help topics and the sources of its standard library. What says the same
is admitted at the tier that declares the change, and at none before it. What says something
else is never admitted.
"""

from __future__ import annotations

import random
import re
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any, Final, NamedTuple

import pytest

from groundspec.quote.decide import Decider
from groundspec.quote.tiers import rows
from groundspec.resources import policy
from groundspec.text.source import Text
from variations import (
    CONTENT,
    FIGURE,
    MARKER,
    PRESENTATION,
    Presentation,
    Variation,
    decomposed,
    one_ellipsis,
)

SENTENCES: Final = 60
DEFAULT: Final = policy("quote", "default")
MARKED: Final = {**DEFAULT, "markers": [MARKER]}
STRICT: Final = policy("quote", "strict")
ACCENTS: Final = str.maketrans({"e": "\u00e9", "o": "\u00f6", "n": "\u00f1"})
SENTENCE: Final = re.compile(
    r"(?:(?<=[.] )|(?<=[.]\n)|\A)[A-Z](?:[^.]|[.]{3}|[.](?=\w)){20,300}?[.](?=\s|\Z)"
)


class Sentence(NamedTuple):
    """A sentence, and the paragraph that it stands in, once."""

    text: str
    paragraph: str

    def with_source(self, changed: str) -> str:
        """Give the paragraph with another sentence in the place of this one."""
        return self.paragraph.replace(self.text, changed)


def decide(source: str, claim: str, given: Any = DEFAULT) -> dict[str, Any]:
    return Decider(Text(source), given).decide({"id": "q", "text": claim, "at": None})


@cache
def sentences(figures: bool = False) -> tuple[Sentence, ...]:
    """Give sentences that are admitted as they stand; of the sources, those with figures."""
    paragraphs = _of_sources() if figures else _of_topics()
    return tuple(islice(_admitted(paragraphs, figures), SENTENCES))


def _of_topics() -> Iterator[str]:
    for topic in sorted(topics):
        yield from re.split(r"\n[ ]*\n", topics[topic])


def _of_sources() -> Iterator[str]:
    for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        yield from re.split(r"\n[ #]*\n", file.read_text("utf-8"))


def _admitted(paragraphs: Iterable[str], figures: bool) -> Iterator[Sentence]:
    for paragraph in map(str.strip, paragraphs):
        for match in SENTENCE.finditer(paragraph):
            text = match[0]
            fit = len(text.split()) > 6 and text.isascii() and not re.search(r"&|-\s*\n", text)
            if not fit or (figures and not FIGURE.search(text)):
                continue
            decision = decide(paragraph, text)
            if (decision["tier"], decision["codes"]) == ("exact", []):
                yield Sentence(text, paragraph)


def test_there_are_sentences_enough() -> None:
    assert len(sentences()) == len(sentences(figures=True)) == SENTENCES


def prepared(sentence: Sentence, variation: Variation) -> Sentence:
    """Give a sentence something that it lacks and a variation works on."""
    if variation is decomposed:
        return Sentence(*(text.translate(ACCENTS) for text in sentence))
    if variation is one_ellipsis:
        return Sentence(*(text.replace(" the ", " the... ") for text in sentence))
    return sentence


def changed(variation: Variation, sentence: Sentence, chance: random.Random) -> str | None:
    """Give what a variation makes of a sentence, None where it leaves it as it was."""
    made = variation(sentence.text, chance)
    return None if made == sentence.text else made


def sides(sentence: Sentence, made: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Give source and claim, with the change in the claim and with it in the source."""
    return (sentence.paragraph, made), (sentence.with_source(made), sentence.text)


@pytest.mark.parametrize("given", PRESENTATION, ids=lambda given: given.change.__name__)
def test_presentation_is_admitted_at_its_tier_and_no_tighter(given: Presentation) -> None:
    chance = random.Random(given.change.__name__)
    tighter = list(rows())[: list(rows()).index(given.tier)]
    before = {**MARKED, "tiers": tighter, "accept_through": tighter[-1], "ellipsis": "literal"}
    tried = 0
    for sentence in (prepared(one, given.change) for one in sentences()):
        made = changed(given.change, sentence, chance)
        if made is None:
            continue
        tried += 1
        for source, claim in sides(sentence, made):
            decision = decide(source, claim, MARKED)
            found = decision["outcome"], decision["tier"], decision["codes"]
            assert found == ("admitted", given.tier, []), (source, claim)
            assert decide(source, claim, before)["codes"] == ["UNLOCATED"], (source, claim)
            strict = {**STRICT, "markers": [MARKER]}
            accepted = "admitted" if given.tier == "canonical" else "needs_verification"
            assert decide(source, claim, strict)["outcome"] == accepted, (source, claim)
    assert tried > 2


@pytest.mark.parametrize("variation", CONTENT, ids=lambda variation: variation.__name__)
def test_content_is_never_admitted(variation: Variation) -> None:
    chance = random.Random(variation.__name__)
    tried = 0
    for sentence in sentences(figures=True):
        made = changed(variation, sentence, chance)
        if made is None:
            continue
        tried += 1
        for source, claim in sides(sentence, made):
            for given in (DEFAULT, STRICT):
                decision = decide(source, claim, given)
                assert decision["outcome"] != "admitted", (source, claim, decision)
    assert tried > 2


def test_words_left_out_are_never_admitted() -> None:
    chance = random.Random(1)
    stitched = 0
    for sentence in sentences():
        words = sentence.text.split(" ")
        cut = chance.randrange(1, len(words) - 2)
        for mark in ("...", "\u2026", "[. . .]"):
            claim = " ".join([*words[:cut], mark, *words[cut + 2 :]])
            decision = decide(sentence.paragraph, claim)
            assert decision["outcome"] != "admitted", (sentence, claim, decision)
            assert decide(sentence.paragraph, claim, STRICT)["outcome"] == "rejected"
            stitched += "STITCHED" in decision["codes"]
    assert stitched > SENTENCES


def test_letter_case_of_units_is_for_the_tier_case_alone() -> None:
    """`default` declares that 10 MW is 10 mW (Q-CASE); who does not ends acceptance before."""
    careful = {**DEFAULT, "accept_through": "line-hyphen-dropped"}
    for sentence in sentences(figures=True)[:40]:
        units = [FIGURE.sub(rf"\g<0> {unit}", sentence.text, count=1) for unit in ("MW", "mW")]
        source, claim = sentence.with_source(units[0]), units[1]
        assert decide(source, claim)["tier"] == "case"
        for given in (careful, STRICT):
            assert decide(source, claim, given)["outcome"] == "needs_verification"


# What a quotation cuts: the whole, what is left of it at the end of the quotation or at its start.
CUT_AT_ITS_END: Final = [
    ("CUTS_UNIT", "10 mW", "10 m"),
    ("CUTS_CASE_CHANGE", "iPhone", "i"),
    ("CUTS_WORD", "likelihood", "likeli"),
    ("CUTS_WORD", "1234", "123"),
    ("CUTS_CONTRACTION", "can't", "can"),
    ("CUTS_MARK", "cafe\u0301", "cafe"),
    ("CUTS_HYPHENATED_TERM", "non-GAAP", "non"),
    ("CUTS_HYPHENATED_TERM", "un-\nlikely", "un"),
    ("CUTS_HYPHENATED_TERM", "5\u201310", "5"),
    ("CUTS_TRAILING_SIGN", "1,234-", "1,234"),
    ("CUTS_ACCOUNTING_BRACKETS", "(5.0)", "(5.0"),
    ("CUTS_DECIMAL", "47.6", "47"),
    ("CUTS_GROUPED_NUMBER", "1,234", "1"),
    ("CUTS_GROUPED_NUMBER", "12 345", "12"),
    ("CUTS_TIME", "10:30", "10"),
    ("CUTS_EXPONENT", "10\u2076", "10"),
    ("CUTS_EXPONENT", "10^6", "10"),
    ("CUTS_EXPONENT", "2 \u00d7 10\u2076", "2"),
    ("CUTS_EXPONENT", "CO\u2082", "CO"),
    ("CUTS_EXPONENT", "5 m\u00b2", "5 m"),
    ("CUTS_FRACTION", "3 1/2", "3"),
    ("CUTS_FRACTION", "3\u00bd", "3"),
    ("CUTS_FIGURE_SUFFIX", "5%", "5"),
    ("CUTS_FIGURE_SUFFIX", "5 \u00b0C", "5 \u00b0"),
    ("CUTS_CURRENCY", "5 \u20ac", "5"),
    ("CUTS_CURRENCY", "US$5", "US"),
    ("CUTS_COMPARISON", "65+", "65"),
    ("CUTS_SYMBOL", "C++", "C"),
    ("CUTS_REFERENCE", "R&amp;D", "R&amp"),
]
CUT_AT_ITS_START: Final = [
    ("CUTS_UNIT", "10mW", "mW"),
    ("CUTS_CASE_CHANGE", "McDonald", "Donald"),
    ("CUTS_WORD", "unlikely", "likely"),
    ("CUTS_WORD", "1234", "234"),
    ("CUTS_CONTRACTION", "o'clock", "clock"),
    ("CUTS_HYPHENATED_TERM", "non-GAAP", "GAAP"),
    ("CUTS_HYPHENATED_TERM", "un-\nlikely", "likely"),
    ("CUTS_HYPHENATED_TERM", "5\u201310", "10"),
    ("CUTS_SIGN", "-5", "5"),
    ("CUTS_SIGN", "\u22125", "5"),
    ("CUTS_SIGN", "-$5", "$5"),
    ("CUTS_SIGN", "&minus;5", "5"),
    ("CUTS_SPACED_SIGN", "- 5%", "5%"),
    ("CUTS_ACCOUNTING_BRACKETS", "(5.0)", "5.0)"),
    ("CUTS_LEADING_DECIMAL", ".5", "5"),
    ("CUTS_DECIMAL", "47.6", "6"),
    ("CUTS_GROUPED_NUMBER", "1,234", "234"),
    ("CUTS_GROUPED_NUMBER", "12 345", "345"),
    ("CUTS_TIME", "10:30", "30"),
    ("CUTS_EXPONENT", "10^6", "6"),
    ("CUTS_EXPONENT", "2 \u00d7 10\u2076", "10\u2076"),
    ("CUTS_FRACTION", "3 1/2", "1/2"),
    ("CUTS_CURRENCY", "$5", "5"),
    ("CUTS_CURRENCY", "\u20ac 5", "5"),
    ("CUTS_COMPARISON", "<5", "5"),
    ("CUTS_COMPARISON", "\u2264 5", "5"),
    ("CUTS_REFERENCE", "R&amp;D", "amp;D"),
]


def holes() -> Iterator[tuple[str, str]]:
    """Yield what stands before and behind a place between two plain words of a sentence."""
    for sentence in sentences()[:40]:
        places = list(re.finditer("(?<=[a-z]{3}) (?=[a-z]{3})", sentence.text))
        if places:
            middle = places[len(places) // 2]
            yield sentence.text[: middle.start()], sentence.text[middle.end() :]


@pytest.mark.parametrize(("code", "whole", "part"), CUT_AT_ITS_END)
def test_cut_at_the_end_of_a_quotation(code: str, whole: str, part: str) -> None:
    for before, behind in holes():
        _is_cut(f"{before} {whole} {behind}", f"{before} {whole}", f"{before} {part}", code)


@pytest.mark.parametrize(("code", "whole", "part"), CUT_AT_ITS_START)
def test_cut_at_the_start_of_a_quotation(code: str, whole: str, part: str) -> None:
    for before, behind in holes():
        _is_cut(f"{before} {whole} {behind}", f"{whole} {behind}", f"{part} {behind}", code)


def _is_cut(source: str, whole: str, part: str, code: str) -> None:
    for given in (DEFAULT, STRICT):
        assert decide(source, whole, given)["tier"] == "exact"
        decision = decide(source, part, given)
        assert (decision["outcome"], decision["codes"]) == ("rejected", [code]), (source, part)
