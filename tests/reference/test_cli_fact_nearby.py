"""QUOTE_NOT_FOUND says where the quote nearly stands; the receipt knows nothing of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from groundspec.apps.facts import nearby
from groundspec.apps.facts.nearby import Nearby
from groundspec.text.source import Text
from reference.factcheck import as_json, says, table, written
from reference.program import Ran

USD: dict[str, Any] = {"type": "number", "unit": "USD"}
TEXT = (
    "Pay the fee of $5.\n"
    "It\u2019s 35.7% \u2013 about a\nthird.  The warranty runs for up to 24 months from sale.\n"
    "A state-\nment of\u00ad $9 &amp; more."
)

CASES = [
    ("pay the fee of $5", '; but for letter case it stands at 1:1, with "P" for "p".'),
    (
        "It's 35.7% - about a third",
        '; but for quotation marks and dashes it stands at 2:1, with "\u2019" (U+2019) for "\'" '
        "(U+0027).",
    ),
    (
        "35.7 %",
        '; but for white space and punctuation it stands at 2:6, with "35.7%" for "35.7 %".',
    ),
    (
        "A statement",
        '; but for hyphens at the ends of lines it stands at 4:1, with "-\\u000A" for nothing.',
    ),
    ("ment of $9", '; but for invisible characters it stands at 5:1, with "\\u00AD" (U+00AD) for '),
    (
        "THE warranty runs for up  to 24 months",
        '; but for letter case it stands at 3:9, with "he" for "HE".',
    ),
    (
        "The warranty lasts for up to 24 months from the sale",
        '; the most of it that stands there is "for up to 24 months from", at 3:27.',
    ),
    ("the fee of $6 or so", '; the most of it that stands there is "the fee of", at 1:5.'),
    ("a fee of $6 or so then", "."),
    ("the fee was paid, and more was owed", "."),
    ("5.7%", "."),
    ("\u20ac5", "."),
    ("nothing of the kind", "."),
    ("\u0300\u0301\u0302", "."),
]


@pytest.mark.parametrize(("quote", "said"), CASES, ids=[quote for quote, _ in CASES])
def test_where_a_quote_nearly_stands(quote: str, said: str) -> None:
    found = says(TEXT, USD, {"value": "5", "evidence": quote})
    if "QUOTE_NOT_FOUND" not in found:
        assert quote == "5.7%"  # a quote stands wherever its code points do
        return
    assert found["QUOTE_NOT_FOUND"].partition("does not stand in the source")[2].startswith(said)


def test_a_quote_that_stands_outside_its_region_is_said_to() -> None:
    claim = {"value": "5", "evidence": "fee of $5", "search_region": {"start": 30, "end": 60}}
    assert says(TEXT, USD, claim)["QUOTE_NOT_FOUND"] == (
        '"fee of $5" does not stand in the search region, bytes 30 to 60; it stands at 1:9.'
    )


def test_the_table_and_explain_say_it_and_the_receipt_does_not(tmp_path: Path) -> None:
    written(tmp_path, [{"field": "fee", "value": "5", "unit": "USD", "evidence": "the Fee is $5"}])
    said = 'but for letter case it stands at 2:1, with "T" for "t".'
    assert said in " ".join(table(tmp_path).split())
    whole = as_json(tmp_path, "-o", "r.json", "--packet", "p.json")
    assert whole["claims"][0]["codes"][0]["says"].endswith(said)
    explained = Ran("fact", "explain", "r.json", "p.json", "--id", "f1", cwd=tmp_path)
    assert said in " ".join(explained.out.decode().split())
    assert "stands" not in (tmp_path / "r.json").read_text()
    assert json.loads((tmp_path / "r.json").read_bytes())["decisions"][0]["evidence"] is None


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT * 50
    monkeypatch.setattr(nearby, "_ALL", 30 * len(text))
    places = Nearby(Text(text))
    assert places.find("pay the fee of $5") is not None
    assert places.find("warranty lasts for up to 24 months") is not None
    assert places.find("no " * 30) is None
    assert places.find("pay the fee of $5") is None  # too much was done for others
    monkeypatch.setattr(nearby, "_LARGEST", 100)
    assert Nearby(Text(text)).find("pay the fee of $5") is None
    assert Nearby(Text(TEXT)).find("x" * 3000) is None
