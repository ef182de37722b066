"""What Hypothesis makes for the tests of the reference: JSON values, and what nearly is JSON."""

import json
from typing import Any

from hypothesis import strategies as st

LARGEST = 2**53 - 1

texts = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from('"\\/\b\f\n\r\t\x00\x1f\x7f\u2028\ud7ff\ue000\uff21\U0001f4a7\U0010ffff'),
    ),
    max_size=12,
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-LARGEST, LARGEST),
    st.sampled_from([0, 1, -1, LARGEST, -LARGEST]),
    texts,
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
"""Values that strict reading gives."""

_SNIPPETS = [
    *('"', "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "\r", "\t", "\x0b", "\x00", "\u00a0"),
    *("\\u", "\\ud800", "\\udc00", "\\uDBFF\\uDFFF", "\\u0061", "\\\\", '\\"', "\\/", "\\x"),
    *("-0", "0", "00", "1", "-", "+1", ".", "1.0", "1e5", "E", "9007199254740991"),
    *("9007199254740992", "-9007199254740992", "1" * 30, "1" * 5000, "NaN", "-Infinity"),
    *("true", "false", "null", "nul", "/**/", "[" * 64, "[" * 65, "{" * 40, "]" * 64),
    *('"a":1', ',"a":1', "\ufeff", "\u0661", "\U0001f4a7", "\x7f", "\u2028", "'"),
]


@st.composite
def nearly_json(draw: st.DrawFn) -> bytes:
    """The bytes of a JSON text after a few changes."""
    value = draw(values)
    ascii_only, indent = draw(st.booleans()), draw(st.sampled_from([None, 1]))
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        middle = draw(st.sampled_from([*_SNIPPETS, "", text[start:end] * 2]))
        text = text[:start] + middle + text[end:]
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data and draw(st.integers(0, 9)) == 0:
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data)
