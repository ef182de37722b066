"""Examples of SPEC.md, sections 2, 3, 5, 6, 8.2 and 8.4, decided by the second implementation."""

import pytest

from independent.canonical import canonical, text_digest, value_digest
from independent.examples import FULL, one, packet, pairs, quotation
from independent.quote import decide, joined, nfc_assigned, project, receipt


@pytest.mark.parametrize(
    ("source", "text", "tier", "spans"),
    [
        pytest.param("\u00e9\U0001f4a7 water", "water", "exact", [(7, 12)], id="T-OFFSET"),
        pytest.param("ab\U0001faebcd", "ab", "exact", [(0, 2)], id="T-UNASSIGNED"),
        pytest.param("Net  Loss", "net loss", "case", [(0, 9)], id="Q-TIER"),
        pytest.param(
            "\u200f\u05bc\u05b0\u05d0", "\u05b0\u05bc\u05d0", "typography", [(0, 9)], id="Q-REGION"
        ),
        pytest.param(
            "cost-\nplus rates", "cost-plus rates", "line-hyphen-kept", [(0, 16)], id="Q-LINE-KEPT"
        ),
        pytest.param(
            "redun-\n   dant power",
            "redundant power",
            "line-hyphen-dropped",
            [(0, 20)],
            id="Q-LINE-DROPPED",
        ),
        pytest.param("R&amp;D", "R&D", "typography", [(0, 7)], id="Q-ENTITY"),
        pytest.param("cafe\u0301", "caf\u00e9", "canonical", [(0, 6)], id="Q-NFC"),
        pytest.param("liabil\u200bity", "liability", "typography", [(0, 12)], id="Q-IGNORABLE"),
        pytest.param("\ufb01rst", "first", "typography", [(0, 6)], id="Q-COMPAT"),
        pytest.param("\u201copt out\u201d", '"opt out"', "typography", [(0, 13)], id="Q-QUOTES"),
        pytest.param("5\u201310 mg", "5-10 mg", "typography", [(0, 9)], id="Q-DASHES"),
        pytest.param("cost\u2011plus", "cost-plus", "typography", [(0, 11)], id="Q-HYPHENS"),
        pytest.param(
            "and so on\u2026 and on", "so on... and", "typography", [(4, 16)], id="Q-ELLIPSIS"
        ),
        pytest.param("Stra\u00dfe", "STRASSE", "case", [(0, 7)], id="Q-CASE"),
        pytest.param("a\u00a0\u2009b", "a b", "whitespace", [(0, 7)], id="Q-WS-RUN"),
    ],
)
def test_admitted(source: str, text: str, tier: str, spans: list[tuple[int, int]]) -> None:
    decided = one(source, text)
    assert (decided["outcome"], decided["codes"], decided["marks"]) == ("admitted", [], [])
    assert (decided["tier"], decided["occurrences"]) == (tier, len(spans))
    assert (pairs(decided["spans"]), decided["elsewhere"]) == (spans, [])


@pytest.mark.parametrize(
    ("source", "text", "code", "marks"),
    [
        pytest.param("\u00bd", "\u00bd", "DEGENERATE", [], id="T-CLASSES"),
        pytest.param("and so\u2026", "\u2026", "DEGENERATE", [], id="Q-DEGENERATE"),
        pytest.param("R&amp;amp;D", "R&D", "UNLOCATED", [], id="Q-ENTITY"),
        pytest.param("a xat xat b", "at", "CUTS_WORD", [(2, 4)], id="O-STAGES"),
        pytest.param("e\u0301tude", "tude", "CUTS_WORD", [(1, 4)], id="Q-REGION"),
        pytest.param("\ufb01ne wine", "ine", "CUTS_WORD", [(6, 8)], id="Q-OCCURRENCE"),
        pytest.param("abab " * 1001, "bab", "OCCURRENCE_LIMIT", [], id="Q-LIMIT"),
        pytest.param("the northern depot", "the southern depot", "UNLOCATED", [], id="Q-ABSENT"),
    ],
)
def test_rejected(source: str, text: str, code: str, marks: list[tuple[int, int]]) -> None:
    decided = one(source, text)
    assert (decided["outcome"], decided["codes"]) == ("rejected", [code])
    assert (decided["tier"], decided["occurrences"], decided["spans"]) == (None, 0, [])
    assert pairs(decided["marks"]) == marks
    assert {(mark["code"], mark["in"]) for mark in decided["marks"]} <= {(code, "source")}


def test_q_claim_without_at() -> None:
    claim = {"id": "q1", "text": "a"}
    (decided,) = decide(packet("a", claim))
    assert decided["codes"] == ["CLAIM_INVALID"]
    assert decided["claim_sha256"] == value_digest("claim", claim)


@pytest.mark.parametrize("at", [(0, 0), (1, 0), (0, 4), (0, 1), (1, 3)])
def test_q_claim_at_is_two_boundaries(at: tuple[int, int]) -> None:
    assert one("\u00e9a", "\u00e9a", at=at)["codes"] == ["CLAIM_INVALID"]


def test_q_place_elsewhere_only() -> None:
    decided = one("net 40. gross 40.", "40", at=(0, 2))
    assert (decided["outcome"], decided["codes"]) == ("rejected", ["NOT_AT_PLACE"])
    assert (decided["spans"], pairs(decided["elsewhere"])) == ([], [(4, 6), (14, 16)])


def test_q_place_found() -> None:
    decided = one("net 40. gross 40.", "40", at=(14, 16))
    assert (decided["outcome"], decided["codes"], decided["occurrences"]) == ("admitted", [], 1)
    assert (pairs(decided["spans"]), decided["elsewhere"]) == ([(14, 16)], [])


def test_q_accept_strict_typography() -> None:
    decided = one("\u201cyes\u201d", '"yes"', "strict")
    assert decided["outcome"] == "needs_verification"
    assert (decided["codes"], decided["waived"]) == (["TIER_NOT_ACCEPTED"], [])


def test_o_waive() -> None:
    waiving = {**FULL, "accept_through": "exact", "waive": ["TIER_NOT_ACCEPTED"]}
    decided = one("\u201cyes\u201d", '"yes"', waiving)
    assert decided["outcome"] == "admitted"
    assert decided["codes"] == decided["waived"] == ["TIER_NOT_ACCEPTED"]


def test_q_multiple_twice() -> None:
    decided = one("The fee is 2%. The fee is 2%.", "The fee")
    assert (decided["outcome"], decided["codes"]) == ("admitted", ["MULTIPLE_OCCURRENCES"])
    assert pairs(decided["spans"]) == [(0, 7), (15, 22)]


def test_q_capped() -> None:
    decided = one("ab " * 1001, "ab")
    assert decided["codes"] == ["MULTIPLE_OCCURRENCES", "OCCURRENCES_CAPPED"]
    assert (decided["occurrences"], len(decided["spans"])) == (1000, 16)


def test_j_canonical_and_d_text() -> None:
    value = {"\uff21": 1, "\U0001f4a7": 2, 'a"\x1f\x7f\n': [None, True, False, -5]}
    expected = '{"a\\"\\u001f\x7f\\n":[null,true,false,-5],"\U0001f4a7":2,"\uff21":1}'
    assert canonical(value) == expected.encode()
    digest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert text_digest("abc") == digest


def test_t_nfc() -> None:
    assert nfc_assigned("\u1112\u1161\u11ab e\u0301\u0323") == "\ud55c \u1eb9\u0301"
    assert (
        joined(project("\u0344\u0958\uac00\u11a8", "canonical")) == "\u0308\u0301\u0915\u093c\uac01"
    )


def test_receipt_members_and_policy_written_out() -> None:
    named, written = receipt(packet("a")), receipt(packet("a", policy=FULL))
    assert named["decisions"] == []
    assert named["summary"] == {"admitted": 0, "needs_verification": 0, "rejected": 0}
    assert named["inputs"]["policy_sha256"] == written["inputs"]["policy_sha256"]
    assert named["inputs"]["packet_sha256"] != written["inputs"]["packet_sha256"]
    body = {name: value for name, value in named.items() if name != "receipt_sha256"}
    assert named["receipt_sha256"] == value_digest("receipt", body)


def test_r_summary_one_of_each() -> None:
    claims = [quotation("yes"), quotation('"yes"', name="q2"), quotation("no", name="q3")]
    made = receipt(packet("\u201cyes\u201d", *claims, policy="strict"))
    assert made["summary"] == {"admitted": 1, "needs_verification": 1, "rejected": 1}


def test_q_tier_of_ones_own() -> None:
    steps = ["line-hyphen-dropped", "case", "whitespace"]
    own = {"tier": "case-broken", "sound": True, "steps": steps}
    tiers = [*FULL["tiers"], own]
    policy = {**FULL, "tiers": tiers, "accept_through": "case-broken"}
    decided = one("redun-\ndant", "REDUNDANT", policy)
    assert (decided["outcome"], decided["codes"]) == ("admitted", [])
    assert (decided["tier"], pairs(decided["spans"])) == ("case-broken", [(0, 11)])


def test_q_markers_page_number() -> None:
    marker = [{"literal": "[p. "}, "digits", {"literal": "]"}]
    source, text = "all samples [p. 12] were frozen", "all samples were frozen"
    decided = one(source, text, {**FULL, "markers": [marker]})
    assert (decided["tier"], pairs(decided["spans"])) == ("whitespace", [(0, 31)])
    assert one(source, text)["codes"] == ["UNLOCATED"]


def test_q_skeleton_and_q_unsound() -> None:
    decided = one("the (interim) report", "the interim report", "permissive")
    assert (decided["outcome"], decided["codes"]) == ("admitted", ["UNSOUND_TIER"])
    assert (decided["tier"], pairs(decided["spans"])) == ("skeleton", [(0, 20)])
