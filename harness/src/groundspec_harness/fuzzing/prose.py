"""Sources of quotations: words, figures and notations, and what stands between them.

A source is a sequence of pieces. Where one ends, and where letters or digits begin or end inside
one, a quotation may begin or end; what makes a cut there right or wrong stands beside it.
"""

from dataclasses import dataclass
from itertools import accumulate

from groundspec_harness.fuzzing.drawing import Hand
from groundspec_harness.fuzzing.vocabulary import Vocabulary

# Texts and their NFC: what Unicode 14.0, 15.0, 16.0 and 17.0 added to compose or to reorder, which
# an older library leaves as it is.
YOUNG = (
    ("o\u1ac3\u0302", "\u00f4\u1ac3"), ("e\U00010efd\u0301", "\u00e9\U00010efd"),
    ("\U000105d2\u0307", "\U000105c9"), ("\U00016d63\U00016d67", "\U00016d69"),
    ("u\u0897\u0316", "u\u0316\u0897"), ("a\u1add\u0301", "\u00e1\u1add"),
)  # fmt: skip
_WORDS = (
    *(text for text, _ in YOUNG), "\U00010597", "\U00011f53", "\U00010940z",
    "1234\u00a0567", "THE BANK'S",
    "(%)", "($)",
    "e\u200b\u0301te", "\uff45\u0301",
    "\ufb01ne", "\ufb03x", "5\u338f", "\u01c4", "\u1e9e",
    "a", "the", "fee", "of", "suppliers", "revenue", "Rose", "depot", "liability", "AT", "mW",
    "McDonald", "COVID", "expect", "likely", "can't", "company\u2019s", "l\u2019entreprise",
    "o'clock",
    "caf\u00e9", "cafe\u0301", "e\u0323\u0301t", "\ufb01rst", "Stra\u00dfe", "\u0130zmir",
    "na\u00efve", "\u01c5ep", "\u212bngstr\u00f6m",
    "liabil\u200bity", "un\u00adlikely", "non-GAAP", "cost\u2011plus", "and/or", "R&amp;D",
    "x&lt;y", "&#8217;s",
    "&amp;amp;", "&minus;5", "&#x2212;", "C++", "C#", "F#,", "\u5f53\u793e\u306f", "2023\u5e74",
    "\u0e44\u0e17\u0e22", "\u1100\u1161\u11a8",
    "\U0001f4a7", "\U0001fae8\U0001faeb", "(interim)", "\u201copt", "out\u201d", "\"yes\"",
    "\u2039no\u203a", "\u2026", "...", ". . .",
    "[\u2026]", "<td>", "</td>", "<b>5", "->", "=>", "may", "MAY", "not", "unless", "x\u2082",
    "H\u2082O", "m\u00b2", "10\u2076",
    "10^9", "kg\u00b2", "2^-3", "3 \u00d7 10\u2076", "1.2e-5", "2E+3", "3 1/2", "1\u20442",
    "2\u00bd", "10:30", "1,234", "12 345",
    "1'000", ".5", "47.6", "2019\u00b9", "May 12 300", "Sept. 3 100", "(5.0)", "($1,234)",
    "5\u201310", "$5-$7", "5%", "20\u00b0C",
    "\u20ac 5", "5 \u20ac", "USD$5", "<0.05", "\u2265 3", "\u00b15", "5+", "1,234-", "- 5",
    "\u2212 7", "-$5", "+5", "5 mg", "10 mWh",
    "\n> said", "[p. 12]", "[p. 3] [p. 4]", "\u0661\u0662", "\u0967", "\ua9d0", "-5", "$-5",
    "$5 million", "'til", "\u00bc", "\u2460",
)  # fmt: skip
_SEPARATORS = (
    " ", " ", " ", " ", " ", " ", "", "\n", "-\n", "  ", ", ", ". ", "; ", "\u00a0", "\u2009",
    "\t", "\r\n", "\n\n",
    "\u00ad\n", "\u2010 \n", "-", "/", "\u2014", " - ", " \u2013 ", "'", "\u2019", "\u200b",
    "\u2028", "(", ")", ": ",
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    """A text and the places where a quotation of it may begin or end."""

    text: str
    cuts: tuple[int, ...]


def source(hand: Hand, known: Vocabulary) -> Source:
    """A text that quotations may be taken from."""
    pieces = hand.some(lambda one: (_piece(one, known), one.of(_SEPARATORS)), most=9, least=1)
    return _joined(pieces * hand.of(_TIMES))


_TIMES = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 17)


def _joined(pieces: list[tuple[str, str]]) -> Source:
    parts = [part for pair in pieces for part in pair][:-1]
    text = "".join(parts)
    edges = {0, *accumulate(len(part) for part in parts)}
    inner = {at for at in range(1, len(text)) if text[at - 1].isalnum() != text[at].isalnum()}
    return Source(text, tuple(sorted(edges | inner)))


def _piece(hand: Hand, known: Vocabulary) -> str:
    kind = hand.below(8)
    if kind < 4:
        return hand.of(_WORDS)
    if kind < 5:
        return hand.of(known.words_beside)
    if kind < 7:
        return _figure(hand, known)
    beside = ("", "a", "B", "5")
    return f"{hand.of(beside)}{hand.of(known.points)}{hand.of((*beside, '6 '))}"


def _figure(hand: Hand, known: Vocabulary) -> str:
    """Opening, sign, digits with a joint, suffix."""
    sets = known.sets
    opening = hand.seldom(known.openings, 3)
    sign = hand.seldom(sets["sign"], 3)
    spaced = hand.seldom((" ", "", "\u00a0"), 6)
    digits = hand.of(("5", "1", "12", "234", "1234"))
    joint = hand.seldom(known.joints, 2)
    more = hand.of(("", "5", "50", "234", "2345"))
    return f"{opening}{sign}{spaced}{digits}{joint}{more}{hand.seldom(known.endings, 3)}"
