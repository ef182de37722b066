"""Strict reading (SPEC.md 3.1): which texts are read, with which code the others are refused."""

import json
import sys
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from groundspec import Refusal
from groundspec.core import jsonread
from groundspec.core.codes import registry
from groundspec.core.jsondefect import find_defect
from independent import jsonread as independent
from reference.strategies import nearly_json, values

DEEP = b"[" * 64 + b"]" * 64

READ = [
    (b"0", 0),
    (b" \t\r\n-1\n", -1),
    (b'"\\ud83d\\udca7"', "\U0001f4a7"),
    (b'"\\uDBFF\\udfff"', "\U0010ffff"),
    (b'"\\\\ud800"', "\\ud800"),
    (b'"\x7f\\/\\b\\f\\n\\r\\t\\"\\\\"', '\x7f/\b\f\n\r\t"\\'),
    (b"9007199254740991", 9007199254740991),
    (b"-9007199254740991", -9007199254740991),
    (b'{"a":1,"A":2}', {"a": 1, "A": 2}),
    (b'{"\xc3\xa9":1,"e\xcc\x81":2}', {"\u00e9": 1, "e\u0301": 2}),
    (b'"' + b"[" * 100 + b'"', "[" * 100),
    (b"[" + b"[]," * 200 + b"[]]", [[]] * 201),
]

REFUSED = [
    (b"\xff", "NOT_UTF8"),
    (b'"\xc0\xaf"', "NOT_UTF8"),
    (b'"\xed\xa0\x80"', "NOT_UTF8"),
    (b'"\xf4\x90\x80\x80"', "NOT_UTF8"),
    (b"5b\xc3", "NOT_UTF8"),
    (b"\xef\xbb\xbf{}\xff", "NOT_UTF8"),
    (b"\xef\xbb\xbf{}", "BYTE_ORDER_MARK"),
    (b"\xef\xbb\xbf" + b"[" * 65, "BYTE_ORDER_MARK"),
    (b"[" * 65 + b"]" * 65, "NESTING_TOO_DEEP"),
    (b"[" * 65, "NESTING_TOO_DEEP"),
    (b"[" * 1_000_000, "NESTING_TOO_DEEP"),
    (b'{"a":' * 100_000, "NESTING_TOO_DEEP"),
    (b"]" * 10 + b"[" * 65, "NESTING_TOO_DEEP"),
    (b'"\\"' + b"[" * 65, "JSON_INVALID"),
    (b'"\\\\"' + b"[" * 65, "NESTING_TOO_DEEP"),
    (b"", "JSON_INVALID"),
    (b" ", "JSON_INVALID"),
    (b"[1,]", "JSON_INVALID"),
    (b'{"a":1,}', "JSON_INVALID"),
    (b"{1:2}", "JSON_INVALID"),
    (b"[] []", "JSON_INVALID"),
    (b"\xc2\xa01", "JSON_INVALID"),
    (b"\x0b1", "JSON_INVALID"),
    (b"NaN", "JSON_INVALID"),
    (b"-Infinity", "JSON_INVALID"),
    (b"01", "JSON_INVALID"),
    (b"+1", "JSON_INVALID"),
    (b"1.", "JSON_INVALID"),
    (b".5", "JSON_INVALID"),
    (b"1e", "JSON_INVALID"),
    (b"-", "JSON_INVALID"),
    (b"[1\xd9\xa1]", "JSON_INVALID"),
    (b'"\n"', "JSON_INVALID"),
    (b'"\x1f"', "JSON_INVALID"),
    (b'"\x00"', "JSON_INVALID"),
    (b'"\\x41"', "JSON_INVALID"),
    (b'"\\u 041"', "JSON_INVALID"),
    (b'"\\u0_41"', "JSON_INVALID"),
    (b'"\\U0041"', "JSON_INVALID"),
    (b'"abc', "JSON_INVALID"),
    (b"'a'", "JSON_INVALID"),
    (b"[1]//", "JSON_INVALID"),
    (b"TRUE", "JSON_INVALID"),
    (b'{"a":1,"a":1', "JSON_INVALID"),
    (b'{"a":1,"\\u0061":1}', "DUPLICATE_MEMBER"),
    (b'{"\\ud800":1,"\\uD800":1}', "DUPLICATE_MEMBER"),
    (b'{"\xf0\x9f\x92\xa7":1,"\\ud83d\\udca7":1}', "DUPLICATE_MEMBER"),
    (b'{"a":"\\ud800","b":1,"b":1.5}', "DUPLICATE_MEMBER"),
    (b'[1.5,99999999999999999999,"\\udc00"]', "LONE_SURROGATE"),
    (b'{"\\udc00\\ud800":1}', "LONE_SURROGATE"),
    (b'"\\ud83d\\ud83d\\udca7"', "LONE_SURROGATE"),
    (b'"\\ud83d\xf0\x9f\x92\xa7"', "LONE_SURROGATE"),
    (b'"\\ud83d \\udca7"', "LONE_SURROGATE"),
    (b"[99999999999999999999,1.0]", "NUMBER_FORM"),
    (b"-0", "NUMBER_FORM"),
    (b"1E400", "NUMBER_FORM"),
    (b"0.0", "NUMBER_FORM"),
    (b"9007199254740992", "NUMBER_RANGE"),
    (b"-9007199254740992", "NUMBER_RANGE"),
    (b"1" * 10_000, "NUMBER_RANGE"),
]


def short(value: Any) -> str:
    return ascii(value)[:40]


def outcome(data: bytes) -> tuple[str, Any]:
    try:
        return "read", jsonread.read(data)
    except Refusal as refusal:
        return "refused", refusal.code


def expected(data: bytes) -> tuple[str, Any]:
    try:
        return "read", independent.read(data)
    except independent.RefusedError as refused:
        return "refused", refused.code


def exact(value: Any) -> str:
    """A text that tells True from 1."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize(("data", "value"), READ, ids=short)
def test_is_read(data: bytes, value: Any) -> None:
    assert outcome(data) == ("read", value)
    assert outcome(data) == expected(data)


def test_depth_64_is_read() -> None:
    assert outcome(DEEP)[0] == "read"


@pytest.mark.parametrize(("data", "code"), REFUSED, ids=short)
def test_is_refused(data: bytes, code: str) -> None:
    assert outcome(data) == ("refused", code)
    assert expected(data) == ("refused", code)


@given(nearly_json())
@settings(max_examples=500, deadline=None)
@example(b'["\\ud800\\udc00", {"a": 1, "a": 2.0}]')
def test_agrees_with_a_slow_reader(data: bytes) -> None:
    kind, value = outcome(data)
    assert (kind, exact(value)) == (expected(data)[0], exact(expected(data)[1]))


@given(st.binary(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert outcome(data) == expected(data)


@given(nearly_json())
@settings(deadline=None)
def test_the_slow_half_finds_a_defect_exactly_where_the_fast_half_doubts(data: bytes) -> None:
    kind, code = outcome(data)
    if code not in ("NOT_UTF8", "BYTE_ORDER_MARK"):
        defect = find_defect(data.decode("utf-8"))
        assert (defect is None) == (kind == "read")


@given(values)
@settings(deadline=None)
def test_text_and_value_are_read_alike(value: Any) -> None:
    assert exact(jsonread.from_python(value)) == exact(value)
    assert exact(jsonread.read(json.dumps(value))) == exact(value)


def test_a_text_is_taken_as_its_bytes() -> None:
    assert jsonread.read('"\u00e9"') == "\u00e9"
    assert _code_of(jsonread.read, "\ufeff{}") == "BYTE_ORDER_MARK"
    assert _code_of(jsonread.read, '"\ud800"') == "NOT_UTF8"


CIRCLE: list[Any] = []
CIRCLE += [CIRCLE, CIRCLE]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1.0, "NUMBER_FORM"),
        ({"a": [0, 1.5]}, "NUMBER_FORM"),
        (float("nan"), "JSON_INVALID"),
        (float("inf"), "JSON_INVALID"),
        ({1: 2}, "JSON_INVALID"),
        ({"a": {1, 2}}, "JSON_INVALID"),
        (b"bytes", "JSON_INVALID"),
        (["\ud800"], "LONE_SURROGATE"),
        ({"\udfff": 1}, "LONE_SURROGATE"),
        (2**53, "NUMBER_RANGE"),
        (-(10**400), "NUMBER_RANGE"),
        ([2**53, 1.5, "\ud800"], "LONE_SURROGATE"),
        (CIRCLE, "NESTING_TOO_DEEP"),
    ],
)
def test_python_values_are_refused_as_their_text_would_be(value: Any, code: str) -> None:
    assert _code_of(jsonread.from_python, value) == code


def test_a_bool_is_no_integer_and_a_tuple_is_an_array() -> None:
    assert exact(jsonread.from_python({"a": (True, 1)})) == '{"a": [true, 1]}'


@pytest.mark.parametrize(
    ("data", "line", "column", "pointer"),
    [
        (b'{"a":1,\n "b/c": [0, 1.5]}', 2, 13, "/b~1c/1"),
        (b'{\n"a":1,\n  "a":2}', 3, 3, "/a"),
        (b'[{"x":"\xc3\xa9\\ud800"}]', 1, 9, "/0/x"),
        (b"[1,\n2,\n]", 3, 1, "/2"),
        (b"\n\n  nul", 3, 3, ""),
        (b'[[], {"\xff', 1, 8, None),
        (b'["a\n', 1, 4, "/0"),
    ],
)
def test_the_place_of_the_defect_is_named(
    data: bytes, line: int, column: int, pointer: str | None
) -> None:
    with pytest.raises(Refusal) as caught:
        jsonread.read(data)
    refusal = caught.value
    assert (refusal.line, refusal.column, refusal.pointer) == (line, column, pointer)
    assert refusal.phase == registry().codes[refusal.code].phase
    assert refusal.message
    assert refusal.hint


def test_a_reader_far_down_the_stack_still_refuses_depth() -> None:
    def down(levels: int) -> str:
        return down(levels - 1) if levels else _code_of(jsonread.read, b"[" * 100_000)

    assert down(sys.getrecursionlimit() - 200) == "NESTING_TOO_DEEP"


def test_messages_stay_short_however_long_the_text() -> None:
    for data in (b'["' + b"x" * 100_000, b"1" * 100_000, b'{"' + b"n" * 9_999 + b'":1.5}'):
        with pytest.raises(Refusal) as caught:
            jsonread.read(data)
        assert len(caught.value.message) < 200


def _code_of(read: Any, given: Any) -> str:
    with pytest.raises(Refusal) as caught:
        read(given)
    return str(caught.value.code)
