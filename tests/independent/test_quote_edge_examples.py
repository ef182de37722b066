"""The examples of SPEC.md, section 8.3, decided by the second implementation."""

import pytest

from independent.examples import one, pairs


@pytest.mark.parametrize(
    ("source", "text", "code"),
    [
        pytest.param("is 10 mW of", "is 10 m", "CUTS_UNIT", id="Q-EDGE-UNIT"),
        pytest.param("Old McDonald", "Donald", "CUTS_CASE_CHANGE", id="Q-EDGE-CASE"),
        pytest.param("unlikely event", "likely event", "CUTS_WORD", id="Q-EDGE-WORD"),
        pytest.param("We can't compete.", "We can", "CUTS_CONTRACTION", id="Q-EDGE-CONTRACTION"),
        pytest.param("cafe\u0301", "cafe", "CUTS_MARK", id="Q-EDGE-MARK"),
        pytest.param(
            "non-GAAP measures", "GAAP measures", "CUTS_HYPHENATED_TERM", id="Q-EDGE-HYPHEN"
        ),
        pytest.param(
            "It is un-\nlikely to default",
            "likely to default",
            "CUTS_HYPHENATED_TERM",
            id="Q-EDGE-HYPHEN-lines",
        ),
        pytest.param("fell -5 percent", "5 percent", "CUTS_SIGN", id="Q-EDGE-SIGN"),
        pytest.param("fell -$5 today", "$5 today", "CUTS_SIGN", id="Q-EDGE-SIGN-currency"),
        pytest.param("fell - 5% today", "5% today", "CUTS_SPACED_SIGN", id="Q-EDGE-SPACED-SIGN"),
        pytest.param(
            "Total 1,234-", "Total 1,234", "CUTS_TRAILING_SIGN", id="Q-EDGE-TRAILING-SIGN"
        ),
        pytest.param(
            "a result of (5.0) million",
            "a result of (5.0",
            "CUTS_ACCOUNTING_BRACKETS",
            id="Q-EDGE-BRACKETS",
        ),
        pytest.param(
            "was .5 today", "5 today", "CUTS_LEADING_DECIMAL", id="Q-EDGE-LEADING-DECIMAL"
        ),
        pytest.param("of $47.6 million", "of $47", "CUTS_DECIMAL", id="Q-EDGE-DECIMAL"),
        pytest.param("1,234 units", "234 units", "CUTS_GROUPED_NUMBER", id="Q-EDGE-GROUP"),
        pytest.param("at 10:30 sharp", "30 sharp", "CUTS_TIME", id="Q-EDGE-TIME"),
        pytest.param(
            "2 \u00d7 10\u2076 cells", "2 \u00d7 10", "CUTS_EXPONENT", id="Q-EDGE-EXPONENT"
        ),
        pytest.param(
            "a rate of 3 1/2 percent", "a rate of 3", "CUTS_FRACTION", id="Q-EDGE-FRACTION"
        ),
        pytest.param("sales rose 5%", "sales rose 5", "CUTS_FIGURE_SUFFIX", id="Q-EDGE-SUFFIX"),
        pytest.param("paid $5 million", "5 million", "CUTS_CURRENCY", id="Q-EDGE-CURRENCY"),
        pytest.param("a p-value of <0.05", "0.05", "CUTS_COMPARISON", id="Q-EDGE-COMPARISON"),
        pytest.param("written in C++ today", "written in C", "CUTS_SYMBOL", id="Q-EDGE-SYMBOL"),
    ],
)
def test_refused(source: str, text: str, code: str) -> None:
    decided = one(source, text)
    assert (decided["outcome"], decided["codes"]) == ("rejected", [code])
    assert (decided["tier"], decided["occurrences"], decided["spans"]) == (None, 0, [])
    assert [(mark["code"], mark["in"]) for mark in decided["marks"]] == [(code, "source")]


@pytest.mark.parametrize(
    ("source", "text", "code", "mark"),
    [
        pytest.param("unlikely event", "likely event", "CUTS_WORD", (1, 3), id="Q-EDGE"),
        pytest.param(
            "a loss of &minus;5 units", "5 units", "CUTS_SIGN", (10, 18), id="Q-EDGE-reference"
        ),
        pytest.param(
            "AT&amp;T sells", "amp;T sells", "CUTS_REFERENCE", (2, 7), id="Q-EDGE-REFERENCE"
        ),
    ],
)
def test_mark(source: str, text: str, code: str, mark: tuple[int, int]) -> None:
    decided = one(source, text)
    assert (decided["codes"], pairs(decided["marks"])) == ([code], [mark])


@pytest.mark.parametrize(
    ("source", "text", "span"),
    [
        pytest.param(
            "\u5f53\u793e\u306f2023\u5e74\u306b\u8a2d\u7acb",
            "2023\u5e74",
            (9, 16),
            id="Q-EDGE-UNSEGMENTED",
        ),
        pytest.param("the company's report", "the company", (0, 11), id="Q-EDGE-POSSESSIVE"),
        pytest.param("dans l\u2019entreprise", "entreprise", (9, 19), id="Q-EDGE-ELISION"),
        pytest.param("On May 12 300 people came.", "On May 12", (0, 9), id="Q-EDGE-DATE"),
        pytest.param("in 2023\u00b9 the", "in 2023", (0, 7), id="Q-EDGE-FOOTNOTE"),
        pytest.param("<td>5 million</td>", "5 million", (4, 13), id="Q-EDGE-TAG"),
    ],
)
def test_excused(source: str, text: str, span: tuple[int, int]) -> None:
    decided = one(source, text)
    assert (decided["outcome"], decided["codes"], decided["marks"]) == ("admitted", [], [])
    assert (decided["tier"], pairs(decided["spans"])) == ("exact", [span])
