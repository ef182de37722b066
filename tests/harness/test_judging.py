"""Levels, diffs, hints, and what is read as an answer."""

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.diff import Difference, byte_difference, differences
from groundspec_harness.expectation import contradictions, nth, unresolved
from groundspec_harness.hints import hint
from groundspec_harness.jsontext import (
    JsonError,
    canonical,
    read_strict,
    text_digest,
    value_digest,
)
from groundspec_harness.judge import Level
from groundspec_harness.requests import case
from groundspec_harness.resources import find
from groundspec_harness.runner import Result
from groundspec_harness.specification import Specification
from groundspec_harness.vectors import Vector
from harness import tiny

KNOWN = Specification(find(tiny.REPOSITORY))
GIVEN = tiny.packet(
    "d\u00e9p\u00f4t \U0001f4a7 5; d\u00e9p\u00f4t 6", "p\u00f4t \U0001f4a7 5", "no"
)


def answer(**changes: Any) -> dict[str, Any]:
    """The right answer, with members of the first decision changed."""
    receipt = copy.deepcopy(tiny.decided(GIVEN))
    receipt["decisions"][0].update(changes)
    return {"id": "2", "receipt": receipt}


def reached(expected: dict[str, Any], actual: dict[str, Any]) -> Level:
    return KNOWN.judge.reached(expected, actual)


@pytest.mark.parametrize(
    ("changes", "level"),
    [
        ({"outcome": "rejected"}, Level.NONE),
        ({"id": "other"}, Level.NONE),
        ({"codes": ["MULTIPLE_OCCURRENCES"]}, Level.OUTCOME),
        ({"waived": ["TIER_NOT_ACCEPTED"]}, Level.OUTCOME),
        ({"tier": "case"}, Level.CODES),
        ({"spans": [{"start": 0, "end": 1}]}, Level.CODES),
        ({"marks": [{"code": "X", "in": "source", "start": 0, "end": 1}]}, Level.CODES),
        ({"occurrences": True}, Level.CODES),
        ({"claim_sha256": "sha256:0"}, Level.EVIDENCE),
        ({"of_its_own": 1}, Level.EVIDENCE),
    ],
)
def test_a_member_counts_at_its_level(changes: dict[str, Any], level: Level) -> None:
    assert reached(answer(), answer(**changes)) is level


@pytest.mark.parametrize(
    ("expected", "actual", "level"),
    [
        ({"refusal": "A"}, {"refusal": "B"}, Level.OUTCOME),
        ({"refusal": "A"}, {"unsupported": "fact/0.1"}, Level.NONE),
        ({"refusal": "A"}, {"error": "MALFORMED_REQUEST"}, Level.NONE),
        ({"verified": True}, {"verified": False, "code": "A"}, Level.NONE),
        ({"verified": False, "code": "A"}, {"verified": False, "code": "B"}, Level.OUTCOME),
        ({"canonical": "{}", "sha256": "x"}, {"canonical": "[]", "sha256": "x"}, Level.CODES),
        ({"canonical": "{}", "sha256": "x"}, {"canonical": "{}", "sha256": "y"}, Level.EVIDENCE),
        ({"canonical": "{}", "sha256": "x"}, {"refusal": "A"}, Level.NONE),
        ({"error": "A", "id": None}, {"error": "A", "id": "1"}, Level.EVIDENCE),
        ({"error": "A", "id": None}, {"error": "B", "id": None}, Level.OUTCOME),
    ],
)
def test_other_answers_have_levels_too(
    expected: dict[str, Any], actual: dict[str, Any], level: Level
) -> None:
    assert reached(expected, actual) is level


@pytest.mark.parametrize("receipt", [{}, {"decisions": None}, {"decisions": [1]}])
def test_a_receipt_of_any_shape_is_judged(receipt: dict[str, Any]) -> None:
    assert reached(answer(), {"id": "2", "receipt": receipt}) is Level.NONE


def test_differences_are_named_by_pointer_in_the_expected_order() -> None:
    expected = {"a/b": [1, 2], "m~": {"x": None}, "gone": 0}
    actual = {"a/b": [1, 3, 4], "m~": {"x": False}, "new": "\u00e9"}
    assert differences(expected, actual, 10) == [
        Difference("/a~1b/1", "2", "3"),
        Difference("/a~1b/2", None, "4"),
        Difference("/m~0/x", "null", "false"),
        Difference("/gone", "0", None),
        Difference("/new", None, '"\\u00e9"'),
    ]
    assert len(differences(expected, actual, 2)) == 2


def test_values_are_shown_in_one_order_whatever_the_program_wrote() -> None:
    ours, theirs = {"spans": [{"start": 4, "end": 6}]}, {"spans": ["\u00e9"]}
    theirs["more"] = {"b": 1, "a": None}  # type: ignore[assignment]
    assert differences(ours, theirs, 9) == [
        Difference("/spans/0", '{"end":6,"start":4}', '"\\u00e9"'),
        Difference("/more", None, '{"a":null,"b":1}'),
    ]


@pytest.mark.parametrize(
    ("expected", "actual", "offset"),
    [
        (b"abc", b"abd", 2),
        (b"abc", b"ab", 2),
        (b"", b"x", 0),
        (b"a" * 999 + b"x", b"a" * 1000, 999),
    ],
)
def test_the_first_byte_that_differs(expected: bytes, actual: bytes, offset: int) -> None:
    assert byte_difference(expected, actual).offset == offset


def test_the_context_of_a_byte_is_printable() -> None:
    found = byte_difference(b"x" * 30 + b"\xc3\xa9 here", b"x" * 30 + b"\x1b[2J")
    assert found.expected == f"...{'x' * 24}\\xc3\\xa9 here"
    assert found.actual == f"...{'x' * 24}\\x1b[2J"


def vector(**changes: Any) -> Vector:
    data = {**tiny.decision("quote/a/b", "abc", "b"), "packet": GIVEN}
    data["receipt"] = tiny.decided(GIVEN)
    return Vector("quote/a/b", "b.json", "", {**data, **changes})


def guess(actual: dict[str, Any]) -> str:
    return hint(Result(case(vector(), 2), Level.CODES, actual)) or ""


def test_offsets_in_other_units_are_recognised() -> None:
    assert answer()["receipt"]["decisions"][0]["spans"] == [{"start": 3, "end": 14}]
    points = answer(spans=[{"start": 2, "end": 9}])
    units = answer(spans=[{"start": 2, "end": 10}])
    assert "seem to count code points;" in guess(points)
    assert "seem to count UTF-16 code units;" in guess(units)
    given = {"id": "2", "receipt": {"decisions": [{"spans": [{"start": 3, "end": 7}]}]}}
    asked = replace(case(vector(), 2), answer=given)
    actual = {"id": "2", "receipt": {"decisions": [{"spans": [{"start": 2, "end": 5}]}]}}
    said = hint(Result(asked, Level.CODES, actual)) or ""
    assert "seem to count code points or UTF-16 code units;" in said
    assert guess(answer(spans=[{"start": 1, "end": 2}])) == ""


def test_digests_of_the_wrong_thing_are_recognised() -> None:
    wrong = answer()
    wrong["receipt"]["receipt_sha256"] = text_digest(b"")
    assert "only receipt_sha256 differs" in guess(wrong)
    bare = answer(claim_sha256=text_digest(canonical(GIVEN["claims"][0])))
    assert "claim is digested without its prefix" in guess(bare)
    written = answer()
    written["receipt"]["inputs"]["packet_sha256"] = text_digest(json.dumps(GIVEN).encode())
    assert "as written" in guess(written)


def test_the_order_of_members_is_recognised() -> None:
    head = {"id": "a/b/c", "title": "A title.", "rules": [], "class": "core", "kind": "claim"}
    given = {**head, "value_text": "", "canonical": '{"a":1,"b":2}', "sha256": "x"}
    asked = case(Vector("a/b/c", "c.json", "", given), 2)
    for text, found in (('{"b":2,"a":1}', True), ('{"a":1,"b":2}', False), ('{"a":1}', False)):
        actual = {"canonical": text, "id": "2", "sha256": "y"}
        said = hint(Result(asked, Level.CODES, actual))
        assert (said is not None and "UTF-16" in said) == found


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "not JSON"),
        (b"hello\n", "not JSON"),
        (b"\xff\n", "not UTF-8"),
        (b"[]\n", "not a JSON object"),
        (b'{"id":"3","refusal":"A"}\n', 'id is "3"'),
        (b'{"refusal":"A"}\n', "id is none"),
        (b'{"id": "2","refusal":"A"}\n', "not canonical at byte 6"),
        (b'{"refusal":"A","id":"2"}\n', "not canonical"),
        (b'{"id":"2","refusal":"A"}\r\n', "CR LF"),
        (b'{"id":"2","id":"2","refusal":"A"}\n', "stands twice"),
        (b'{"id":"2","refusal":1.5}\n', "not a plain integer"),
        (b'{"id":"2","refusal":"\\ud800"}\n', "no canonical form"),
        (b'{"id":"2","refused":"A"}\n', "no such answer"),
        (b'{"id":"2","receipt":{},"refusal":"A"}\n', "no such answer"),
        (b"[" * 100_000 + b"\n", "nested too deep"),
        (b'{"a":' * 65 + b"1" + b"}" * 65 + b"\n", "nested too deep"),
        (b'{"id":"2","n":-0}\n', "the number -0 is not a plain integer"),
        (b'{"id":"2","refusal":null}\n', '/refusal: null is not of type "string" ({"id":"2",'),
        (b'{"id":"2","refusal":"a-b"}\n', '/refusal: "a-b" does not match "^[A-Z]'),
        (b"ready\n", "write log lines to standard error"),
        (b'{"id":"2","refusal":' + b"9" * 5000 + b"}\n", "not JSON"),
    ],
)
def test_lines_that_are_no_answer(line: bytes, says: str) -> None:
    found = read_answer(line, "2", "answer-to-decide", KNOWN.schemas)
    assert isinstance(found, Malformed)
    assert found.fault.kind == "malformed"
    assert says in found.fault.detail
    assert found.fault.detail.isascii()


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("[" * 64 + "]" * 64, False),
        ("[" * 65 + "]" * 65, True),
        ("[" * 65, True),
        ("[]" * 65, None),
        ('["' + "[" * 65 + '"]', False),
        ('["' + "[" * 65 + '\\\\"]', False),
        ('["\\"' + "[" * 65, None),
        ('["\\\\",' + "[" * 65, True),
        ("]]]" + "[" * 65, True),
        ("]]]" + "[" * 64, None),
    ],
)
def test_depth_is_found_as_the_specification_says(text: str, deep: bool | None) -> None:
    """J-DEPTH; None where the text is refused for another reason."""
    try:
        read_strict(text.encode())
        found: bool | None = False
    except JsonError as error:
        found = True if "nested too deep" in str(error) else None
    assert found is deep


def test_minus_zero_is_refused_wherever_it_stands() -> None:
    for text in (b"-0", b"[1,-0]", b'{"a":{"b":-0}}'):
        with pytest.raises(JsonError, match="-0 is not a plain integer"):
            read_strict(text)
    assert read_strict(b"[0,-1,-10]") == [0, -1, -10]


def test_an_answer_is_read() -> None:
    line = canonical(answer()) + b"\n"
    assert read_answer(line, "2", "answer-to-decide", KNOWN.schemas) == answer()


def test_places_count_overlapping_occurrences_in_bytes() -> None:
    assert nth("\u00e9aaa", "aa", 1) == (2, 4)
    assert nth("\u00e9aaa", "aa", 2) == (3, 5)
    assert nth("\u00e9aaa", "aa", 3) is None


def expect(**members: Any) -> list[str]:
    wanted = {
        "decisions": [{"outcome": "admitted", "codes": [], **members}, {"outcome": "rejected"}]
    }
    found = contradictions(wanted, GIVEN, answer()["receipt"])
    return [contradiction.pointer for contradiction in found]


def test_expect_is_a_subset_with_exact_arrays() -> None:
    assert expect() == []
    assert expect(spans=[["p\u00f4t \U0001f4a7 5", 1]], tier="exact", occurrences=1) == []
    assert expect(spans=[["p\u00f4t", 1]]) == ["/decisions/0/spans"]
    assert expect(spans=[]) == ["/decisions/0/spans"]
    assert expect(marks=[["CUTS_WORD", "claim", "5", 1]]) == ["/decisions/0/marks"]
    assert expect(codes=["UNLOCATED"], outcome="rejected") == [
        "/decisions/0/outcome",
        "/decisions/0/codes",
    ]


def test_a_place_that_is_not_there_is_found() -> None:
    wanted = {"decisions": [{"spans": [["d\u00e9p\u00f4t", 3]], "marks": [["X", "claim", "5", 1]]}]}
    assert [place.pointer for place in unresolved(wanted, GIVEN)] == ["/expect/decisions/0/spans/0"]


def test_the_digest_of_a_value_names_its_kind() -> None:
    assert value_digest("claim", {}) == text_digest(b"groundspec/0.1:claim\x00{}")
