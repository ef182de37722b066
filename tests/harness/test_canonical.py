"""Canonical bytes: the quick way writes what the library `rfc8785` writes, or leaves it alone."""

from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from groundspec_harness.jsontext import JsonError, canonical
from groundspec_harness.specification import at

LARGEST = 2**53 - 1
TEXTS = st.text(
    st.one_of(st.characters(), st.sampled_from('\0\x1f"\\/\x7f\u2028\ue000\ud800\U0001f600,:[.e0'))
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
@example({"\ue000": 1, "\U0001f600": 2})
@example([{"a": [{"\U0001f600": 2, "\ufb33": 1}]}])
@example(LARGEST)
@example(-LARGEST)
@example([LARGEST + 1])
@example({"a": -LARGEST - 1})
@example(1e21)
@example([5.0])
@example({"a": 1e-7})
@example([-0.0, float("nan")])
@example(float("inf"))
@example(["\ud800"])
@example(["\x00\x08\t\n\x0b\x0c\r\x1f\x7f\x80\u2028"])
@example(["sha256:5e", ",5.0", '":5.0'])
def test_canonical_bytes_are_those_of_the_library(value: Any) -> None:
    try:
        wanted = rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        with pytest.raises(JsonError):
            canonical(value)
        return
    assert canonical(value) == wanted


def test_the_vectors_have_the_same_canonical_bytes() -> None:
    for vector in at(None).corpus.vectors[::7]:
        assert canonical(vector.data) == rfc8785.dumps(vector.data), vector.id
