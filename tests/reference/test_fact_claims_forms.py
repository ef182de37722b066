"""fact claims: each form of model output, and the text that it comes in."""

import json
from typing import Any

import pytest

from groundspec.apps.fact_claims import ClaimsFault
from reference.factclaims import changes, converted, without_evidence

# --- groundgate -----------------------------------------------------------------------------------


def test_candidates_of_groundgate() -> None:
    raw: dict[str, Any] = {
        "candidates": [
            {
                "id": "haiku/0",
                "field": "net_income",
                "key": "2024",
                "value": "-105,198",
                "unit": "$",
                "evidence": [
                    {"text": "(105,198\n)", "source": "document"},
                    {"role": "scale", "text": "(in thousands", "page": 3},
                    {"role": "field", "text": "Loss from operations"},
                    {"source": "external", "url": "https://x.example", "text": "105"},
                    {"role": "sign", "start": None, "end": None, "text": ""},
                ],
                "search_region": {"start": 0, "end": 900, "note": "p. 3"},
                "confidence": 0.93,
                "proposer": "haiku",
                "alignment/status": "match_exact",
                "nothing": None,
            },
            {"id": 2, "field": "staff", "value": 12, "evidence": {"start": 5, "end": 7}},
            {"id": "3", "field": "auditor", "value": "KPMG", "evidence": "audited by KPMG"},
        ],
        "not_found": ["revenue", {"field": "dose", "proposer": "haiku", "why": "n/a"}],
        "model": "haiku",
    }
    found = converted(raw, "groundgate")
    assert found.claims == [
        {
            "id": "haiku/0",
            "field": "net_income",
            "value": "-105198",
            "unit": "USD",
            "evidence": [
                {"text": "(105,198\n)"},
                {"role": "scale", "text": "(in thousands"},
            ],
            "search_region": {"start": 0, "end": 900},
            "confidence": "0.93",
            "proposer": "haiku",
        },
        {"id": "2", "field": "staff", "value": "12", "evidence": [{"start": 5, "end": 7}]},
        {
            "id": "3",
            "field": "auditor",
            "value": "KPMG",
            "evidence": [{"text": "audited by KPMG"}],
        },
    ]
    assert found.absences == [
        {"field": "revenue", "proposer": None},
        {"field": "dose", "proposer": "haiku"},
    ]
    left, not_found = raw["candidates"][0]["evidence"], raw["not_found"][1]
    assert changes(found, "number made a string") == [
        ("/model", "member left out", "haiku", None),
        ("/candidates/0/unit", "unit made the code", "$", "USD"),
        ("/candidates/0/value", "grouping removed", "-105,198", "-105198"),
        ("/candidates/0/evidence/1/page", "member left out", "3", None),
        ("/candidates/0/evidence/2", "evidence item left out", left[2], None),
        ("/candidates/0/evidence/3", "evidence item left out", left[3], None),
        ("/candidates/0/evidence/4", "evidence item left out", left[4], None),
        ("/candidates/0/search_region/note", "member left out", "p. 3", None),
        ("/candidates/0/key", "member left out", "2024", None),
        ("/candidates/0/alignment~1status", "member left out", "match_exact", None),
        (
            "/candidates/1/evidence",
            "evidence made a list",
            {"start": "5", "end": "7"},
            [{"start": 5, "end": 7}],
        ),
        (
            "/candidates/2/evidence",
            "evidence made a list",
            "audited by KPMG",
            [{"text": "audited by KPMG"}],
        ),
        ("/not_found/0", "made an absence", "revenue", "revenue"),
        ("/not_found/1", "made an absence", not_found, "dose"),
        ("/not_found/1/why", "member left out", "n/a", None),
    ]


def test_offsets_in_bytes_are_left_to_the_check() -> None:
    evidence = [{"start": 9.5, "end": 99999999999999999999}, {"start": "4", "text": "x"}]
    raw = [{"id": "a", "field": "staff", "value": "5", "evidence": evidence}]
    found = converted(raw, "groundgate")
    assert found.claims[0]["evidence"] == [
        {"start": "9.5", "end": "99999999999999999999"},
        {"start": "4", "text": "x"},
    ]
    assert [row.what for row in found.changes] == ["will be rejected"]
    assert found.changes[0].pointer == "/0/evidence"


# --- list -----------------------------------------------------------------------------------------


def test_a_list_with_quotations() -> None:
    raw = [
        {"id": "1", "field": "staff", "value": "5", "quote": "five staff", "page": 2},
        {"id": "2", "field": "staff", "value": "5", "evidence_quote": "q", "text": "t"},
        {"id": "3", "field": "staff", "value": "5", "text": "5 staff", "start": 10, "end": 17},
        {"id": "4", "field": "staff", "value": "5", "quote": None, "text": ""},
        {"id": "5", "field": "staff", "value": "5", "evidence": [{"text": "e"}], "quote": "q"},
    ]
    found = converted(raw, "list")
    assert [claim["evidence"] for claim in found.claims] == [
        [{"text": "five staff"}],
        [{"text": "q"}],
        [{"start": 10, "end": 17, "text": "5 staff"}],
        [],
        [{"text": "e"}],
    ]
    assert changes(found) == [
        ("/0/page", "member left out", "2", None),
        ("/1/text", "member left out", "t", None),
        ("/3/text", "evidence item left out", "", None),
        without_evidence("/3"),
        ("/4/quote", "member left out", "q", None),
    ]


@pytest.mark.parametrize(
    ("unit", "start", "end"),
    [("code-points", 7, 10), ("utf-16", 8, 11), ("bytes", 11, 14)],
)
def test_offsets_become_bytes(unit: str, start: int, end: int) -> None:
    document = "caf\u00e9 \U0001f600 abc"
    raw = [{"id": "a", "field": "auditor", "value": "abc", "start": start, "end": end}]
    found = converted(raw, "list", document=document, offset_unit=unit)
    assert found.claims[0]["evidence"] == [{"start": 11, "end": 14}]
    listed = [(row.what, row.from_, row.to) for row in found.changes]
    moved = ("offsets turned into bytes", {"start": start, "end": end}, {"start": 11, "end": 14})
    assert listed == ([] if unit == "bytes" else [moved])


@pytest.mark.parametrize("name", ["facts", "results"])
def test_a_list_in_an_object(name: str) -> None:
    raw = {name: [{"id": "a", "field": "staff", "value": "5"}], "not_found": ["dose"]}
    found = converted(raw, "list")
    assert [claim["id"] for claim in found.claims] == ["a"]
    assert found.absences == [{"field": "dose", "proposer": None}]


# --- flat -----------------------------------------------------------------------------------------


def test_a_flat_object() -> None:
    raw = """{
      "revenue": "$5,000", "net_income": null, "auditor": "M\u00fcller & Co",
      "rate": {"value": 2.50, "quote": "2.50% p.a.", "confidence": 0.8, "note": "x"},
      "dose": [{"value": "25 mg", "quote": "25 mg"}, "50 mg"], "staff": [], "boxes": true
    }"""
    found = converted(raw, "flat")
    assert found.claims == [
        {"id": "revenue-1", "field": "revenue", "value": "5000", "unit": "USD", "evidence": []},
        {"id": "auditor-1", "field": "auditor", "value": "M\u00fcller & Co", "evidence": []},
        {
            "id": "rate-1",
            "field": "rate",
            "value": "2.50",
            "unit": "%",
            "evidence": [{"text": "2.50% p.a."}],
            "confidence": "0.8",
        },
        {
            "id": "dose-1",
            "field": "dose",
            "value": "25",
            "unit": "mg",
            "evidence": [{"text": "25 mg"}],
        },
        {"id": "dose-2", "field": "dose", "value": "50", "unit": "mg", "evidence": []},
        {"id": "boxes-1", "field": "boxes", "value": True, "evidence": []},
    ]
    assert [row["field"] for row in found.absences] == ["net_income", "staff"]
    assert ("/rate/note", "member left out", "x", None) in changes(found)
    assert ("/boxes", "will be rejected", True, True) in changes(found)
    assert ("/dose/1", "unit filled", None, "mg") in changes(found)


# --- langextract ----------------------------------------------------------------------------------

TEXT = "Caf\u00e9 AG \u2014 Net loss: $(1,234) (in thousands)."


def extraction(words: str, value: Any, aligned: Any = True, **attributes: Any) -> dict[str, Any]:
    start = TEXT.index(words) if aligned else 0
    interval = {"start_pos": start, "end_pos": start + len(words)} if aligned else None
    return {
        "extraction_class": "net_income",
        "extraction_text": words,
        "char_interval": interval,
        "alignment_status": "match_exact" if aligned else None,
        "extraction_index": 1,
        "group_index": 0,
        "description": None,
        "attributes": {"value": value, **attributes},
    }


def test_documents_of_langextract() -> None:
    parts: dict[str, Any] = {
        "sign_text": "(",
        "scale_text": "(in thousands)",
        "unit_text": "$",
        "key": "2024",
    }
    every = [
        extraction("1,234", "-1234000", unit="USD", **parts),
        extraction("net loss of 5", "-5", aligned=False),
        {**extraction("1,234", None), "attributes": None},
        extraction("", "7", aligned=False, unit_text=["$"]),
        extraction("Net loss", None),
    ]
    found = converted({"text": TEXT, "document_id": "d1", "extractions": every}, "langextract")
    start = TEXT.encode().index(b"1,234")
    place = {"start": start, "end": start + 5}
    assert [(claim["id"], claim["value"], claim["evidence"]) for claim in found.claims] == [
        (
            "net_income-1",
            "-1234000",
            [
                {**place, "text": "1,234"},
                {"role": "sign", "text": "("},
                {"role": "scale", "text": "(in thousands)"},
                {"role": "unit", "text": "$"},
            ],
        ),
        ("net_income-2", "-5", [{"text": "net loss of 5"}]),
        ("net_income-3", "1234", [{**place, "text": "1,234"}]),
        ("net_income-4", "7", []),
    ]
    assert {claim["unit"] for claim in found.claims} == {"USD"}
    assert found.absences == [{"field": "net_income", "proposer": None}]
    listed = changes(found)
    assert ("/document_id", "member left out", "d1", None) in listed
    assert ("/extractions/0/attributes/key", "member left out", "2024", None) in listed
    assert ("/extractions/0/alignment_status", "member left out", "match_exact", None) in listed
    words = "/extractions/2/extraction_text"
    assert (words, "grouping removed", "1,234", "1234") in listed
    assert ("/extractions/3/attributes/unit_text", "evidence item left out", ["$"], None) in listed
    assert ("/extractions/4/attributes/value", "made an absence", None, "net_income") in listed
    assert ("/extractions/4/extraction_text", "member left out", "Net loss", None) in listed


def test_documents_of_langextract_as_they_are_saved() -> None:
    document = {"text": TEXT, "extractions": [extraction("1,234", "1234")]}
    other = {"text": "Other.", "document_id": "d2", "extractions": []}
    whole = converted(document, "langextract").claims
    assert converted([document], "langextract").claims == whole
    lines = f"{json.dumps(document)}\n{json.dumps(other)}\n"
    found = converted(lines, "langextract", document=TEXT)
    assert found.claims == whole
    assert ("/1", "document left out", "d2", None) in changes(found)
    without = {"extractions": document["extractions"]}
    assert converted(without, "langextract", document=TEXT).claims == whole
    with pytest.raises(ClaimsFault, match="this document has another text") as fault:
        converted(lines, "langextract")
    assert (fault.value.pointer, fault.value.line) == ("/1/text", 2)
    with pytest.raises(ClaimsFault, match="no annotated document has the text of --document"):
        converted(document, "langextract", document="Other.")
    with pytest.raises(ClaimsFault, match="offsets of code points need their text"):
        converted(without, "langextract")


# --- Text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "listed"),
    [
        ('[{"id":"a","field":"staff","value":"5","quote":"q"}]', []),
        ('{"id":"a","field":"staff","value":"5","quote":"q"}', []),
        ('\ufeff \r\n{"id":"a","field":"staff","value":"5","quote":"q"}\r\n\r\n', []),
        (
            '```json\n[{"id":"a","field":"staff","value":"5","quote":"q"}]\n```\n',
            ["code fence removed"],
        ),
        (
            '~~~\r\n{"id":"a","field":"staff","value":"5","quote":"q"}\r\n~~~',
            ["code fence removed"],
        ),
        ('```\n[{"id":"a","field":"staff","value":"5","quote":"q"}]```', ["code fence removed"]),
        ('````json\n[{"id":"a","field":"staff","value":"5","quote":"q"}]', ["code fence removed"]),
        (
            'Here it is:\n```json\n[{"id":"a","field":"staff","value":"5","quote":"q"}]\n```\n'
            "Anything else?",
            ["code fence removed", *["text around the code fence left out"] * 2],
        ),
    ],
)
def test_wrappings(raw: str, listed: list[str]) -> None:
    for given in (raw, raw.encode()):
        found = converted(given, "list")
        assert [claim["value"] for claim in found.claims] == ["5"]
        assert [row.what for row in found.changes] == listed


def test_json_lines_count_as_an_array() -> None:
    raw = '{"field":"staff","value":5}\n\n{"field":"staff","value":1e3}\n'
    found = converted(raw, "list")
    assert [row.pointer for row in found.changes if row.what == "exponent kept"] == ["/1/value"]
    fenced = converted(f"```jsonl\n{raw}```\n", "list")
    assert fenced.claims == found.claims
    flat = converted('{"staff": 1}\n{"staff": 2, "dose": null}', "flat")
    assert [claim["id"] for claim in flat.claims] == ["staff-1", "staff-2"]
