"""Properties of the quote check on generated texts.

The texts are made of what its steps and edges treat: marks, ligatures, references, signs,
groups, white space, scripts without spaces. Claims are cut from them and changed in presentation.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from groundspec.engine import default
from groundspec.quote.boundaries.judge import Edges
from groundspec.quote.search import Searcher
from groundspec.quote.steps import RULE_OF
from groundspec.quote.tiers import Tier, ladder
from groundspec.resources import policy as named_policy
from groundspec.text.node import Node
from groundspec.text.source import Text
from independent import quote as independent

LADDER = {tier.name: tier for tier in ladder(named_policy("quote", "permissive")).tiers}
TIERS = tuple(LADDER)
PIECES = st.sampled_from(
    [
        *"ab Z1234567890",
        *".,:-+_/'\"`&;()%",
        *" \t\n\u00a0\u2009\u3000",
        *"\u00e9e\u0301\u0327\u0345n\u0303",
        *"\u200b\u00ad\u2060\ufe0f\u200f",
        *"\u0340\u05bc\u05b0\u05d0",
        *"\ufb01\u00df\u0130\u017f\u2126\u212b\u1e9e\u24d0\u3392\uff11\u00bd\u00b2",
        *"\u2018\u2019\u201c\u201d\u00ab\u2032\u2033\u2013\u2014\u2212\u2011\u2026",
        *"\u4eba\u304b\u3099\u1100\u1161\u11a8\uac00\u0e01\u0e34\u0661\u0966",
        "\U0001faeb",
        "\U0001f4a7",
        "\u0378",
        "\u037e",
        "&amp;",
        "&#769;",
        "&nbsp;",
        "&#x2014;",
        "&quot;",
        "&amp;amp;",
        "12 345",
        "in 2023",
        "10:30",
        "non-GAAP",
        "word ",
        " ... ",
        "[\u2026]",
        " . . .",
        "(5.0)",
        "-$5",
        "\u00b15 ",
        "3 1/2",
        "10\u2076",
        "10^6",
        "5%",
        "C++",
        "can't",
        "not ",
        "may",
        "unless",
        "5 GHz",
        "May 12",
        "&lt;5",
        "<b>5",
        "<<1>>",
        "\u20ac",
        "U$",
        "Word ",
        " 5",
        "-\n",
        "\u2010\r\n  ",
        "-" + "\n" * 64,
    ]
)


def project(tier: Tier, text: str) -> str:
    """Give the projection of a text at a tier (Q-TIER)."""
    for step in tier.steps:
        text = step.rewrite(text)
    return text


TEXTS = st.lists(PIECES, max_size=30).map("".join)


@st.composite
def quoted(draw: st.DrawFn) -> tuple[str, str]:
    """A source and a claim that was cut from it, joined from pieces, or projected."""
    source = draw(TEXTS) * draw(st.sampled_from([1, 1, 1, 2, 3]))
    how = draw(st.integers(0, 4))
    if how == 0 or not source:
        return source, draw(TEXTS)
    if how == 4:
        return source, project(LADDER[draw(st.sampled_from(TIERS))], source)
    start = draw(st.integers(0, len(source) - 1))
    end = draw(st.integers(start + 1, min(len(source), start + 20)))
    claim = source[start:end]
    if how == 2:
        claim = project(LADDER[draw(st.sampled_from(TIERS))], claim)
    if how == 3 and draw(st.booleans()):
        begin = draw(st.integers(0, len(source) - 1))
        claim += draw(st.sampled_from([" ... ", "\u2026", " [. . .] "])) + source[begin:][:12]
        return source, claim
    if how == 3:
        claim = draw(TEXTS.map(lambda text: text[:2])) + claim
    return source, claim


def packet(source: str, claims: list[Any], policy: Any = "default") -> dict[str, Any]:
    return {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": source, "id": None, "url": None},
        "policy": policy,
        "claims": claims,
    }


MARKERS: list[list[Any]] = [
    [{"literal": "<<"}, "digits", {"literal": ">>"}],
    [{"literal": "("}, "until", {"literal": ")"}],
    [{"literal": "word"}],
]
OWN = st.builds(
    lambda steps: {"tier": "own", "sound": False, "steps": steps},
    st.lists(st.sampled_from(list(RULE_OF)), max_size=6),
)


@st.composite
def policies(draw: st.DrawFn) -> dict[str, Any]:
    """A complete policy, its tiers a part of the ladder and perhaps one of its own."""
    chosen = draw(st.sets(st.sampled_from(TIERS), min_size=1))
    tiers: list[Any] = [tier for tier in TIERS if tier in chosen]
    near: list[Any] = [tier for tier in TIERS if tier not in chosen and draw(st.booleans())]
    through = draw(st.sampled_from(tiers))
    if draw(st.booleans()):
        draw(st.sampled_from([tiers, near])).append(draw(OWN))
    return {
        "check": "quote/0.1",
        "tiers": tiers,
        "accept_through": through,
        "allow_unsound": True,
        "near": near,
        "boundaries": draw(st.booleans()),
        "ellipsis": draw(st.sampled_from(["literal", "stitch"])),
        "min_fragment_words": draw(st.integers(1, 3)),
        "markers": draw(st.lists(st.sampled_from(MARKERS), max_size=2, unique_by=repr)),
        "waive": draw(st.lists(st.sampled_from(["STITCHED", "HEDGE_LEFT_OFF"]), unique=True)),
    }


@st.composite
def packets(draw: st.DrawFn) -> dict[str, Any]:
    """A packet with one claim, anywhere or at some place."""
    source, claim = draw(quoted())
    at: Any = None
    if draw(st.booleans()):
        offsets = [len(source[:end].encode()) for end in range(len(source) + 1)]
        off = st.integers(0, offsets[-1] + 1)
        start = draw(st.one_of(st.sampled_from(offsets), off))
        at = {"start": start, "end": draw(st.one_of(st.sampled_from(offsets), off))}
    named = st.sampled_from(["default", "default", "strict", "exact", "permissive"])
    policy = draw(st.one_of(named, policies()))
    return packet(source, [{"id": "q", "text": claim, "at": at}], policy)


@given(packets())
@settings(max_examples=1500, deadline=None)
def test_agrees_with_an_implementation_that_shares_no_code(given_packet: dict[str, Any]) -> None:
    assert default().decide(given_packet).value == independent.receipt(given_packet)


@given(quoted(), st.sets(st.sampled_from(TIERS), min_size=1), st.booleans())
@settings(max_examples=1500, deadline=None)
def test_the_shorter_way_finds_the_same(
    pair: tuple[str, str], chosen: set[str], boundaries: bool
) -> None:
    text, claim = Text(pair[0]), pair[1]
    tiers = [LADDER[tier] for tier in TIERS if tier in chosen]
    root = Node.root(text)
    edges = Edges(text, root, frozenset()) if boundaries else None
    short, plain = (Searcher(text, root, tiers, edges, way) for way in (False, True))
    assert short.find(short.quotation(claim)) == plain.find(plain.quotation(claim))


@given(quoted())
@settings(max_examples=800, deadline=None)
def test_an_accepted_span_projects_to_the_quotation(pair: tuple[str, str]) -> None:
    source, claim = pair
    decided = default().decide(packet(source, [{"id": "q", "text": claim, "at": None}])).value
    decision = decided["decisions"][0]
    data = source.encode()
    if decision["fragments"] or "ELLIPSIS_AT_EDGE" in decision["codes"]:
        return
    for span in decision["spans"]:
        stretch = data[span["start"] : span["end"]].decode()
        tier = LADDER[decision["tier"]]
        assert project(tier, stretch) == project(tier, claim)


@given(quoted())
@settings(max_examples=400, deadline=None)
def test_each_span_found_is_accepted_as_a_place(pair: tuple[str, str]) -> None:
    source, claim = pair
    found = default().decide(packet(source, [{"id": "q", "text": claim, "at": None}])).value
    first = found["decisions"][0]
    places = [{"id": str(n), "text": claim, "at": span} for n, span in enumerate(first["spans"])]
    for decision in default().decide(packet(source, places)).value["decisions"]:
        assert decision["outcome"] != "rejected"
        assert decision["tier"] == first["tier"]
