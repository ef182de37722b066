"""Canonical bytes and digests (SPEC.md 3.2, 3.3) against a canonicaliser that shares no code."""

import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given, settings
from hypothesis import strategies as st

from groundspec import Unusable, digest
from groundspec.core import canonical, jsonread
from independent import canonical as independent
from reference.strategies import texts, values

ABC = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('{"\\uFF21":1,"\\uD83D\\uDCA7":2}', '{"\U0001f4a7":2,"\uff21":1}'),
        ('{"\\ue000":1,"\\ud7ff":2,"a":3,"":4}', '{"":4,"a":3,"\ud7ff":2,"\ue000":1}'),
        ('["\u00e9","e\u0301"]', '["\u00e9","e\u0301"]'),
        (
            '"\\u001f\\u007f\\u0000\\/\\b\\t\\n\\f\\r\\"\\\\"',
            '"\\u001f\x7f\\u0000/\\b\\t\\n\\f\\r\\"\\\\"',
        ),
        (' {"b":{"y":1,"x":[3,1]},"a":null} ', '{"a":null,"b":{"x":[3,1],"y":1}}'),
        ("[true,false,null,0,-1,9007199254740991]", "[true,false,null,0,-1,9007199254740991]"),
        ('"\\u2028\\u2029"', '"\u2028\u2029"'),
    ],
)
def test_known_bytes(text: str, written: str) -> None:
    value = jsonread.read(text)
    assert canonical.canonical_bytes(value) == written.encode()
    assert independent.canonical(value) == written.encode()


@given(values)
@settings(max_examples=500, deadline=None)
@example({"\uff21": 1, "\U0001f4a7": {"\ue000": [], "\U00010000": {}}})
def test_agrees_with_the_independent_one(value: Any) -> None:
    assert canonical.canonical_bytes(value) == independent.canonical(value) == rfc8785.dumps(value)


@given(values)
@settings(deadline=None)
def test_is_read_back_and_written_the_same(value: Any) -> None:
    written = canonical.canonical_bytes(value)
    assert canonical.canonical_bytes(jsonread.read(written)) == written


@given(st.dictionaries(texts, values, max_size=6))
@settings(deadline=None)
def test_joined_bytes_are_those_of_the_whole(value: dict[str, Any]) -> None:
    parts = {name: canonical.canonical_bytes(member) for name, member in value.items()}
    assert canonical.object_bytes(parts) == canonical.canonical_bytes(value)
    assert canonical.array_bytes(parts.values()) == canonical.canonical_bytes([*value.values()])


@given(texts)
@settings(deadline=None)
def test_the_digest_of_a_text_is_that_of_its_bytes(text: str) -> None:
    assert canonical.digest_text(text) == independent.text_digest(text)


@given(st.sampled_from(["claim", "packet", "policy", "receipt", "pack", "schema"]), values)
@settings(deadline=None)
def test_the_digest_of_a_value_has_its_kind_in_front(kind: str, value: Any) -> None:
    assert digest(kind, value) == independent.value_digest(kind, value)


def test_digests_made_by_hand() -> None:
    by_hand = hashlib.sha256(b"groundspec/0.1:claim\x00{}").hexdigest()
    assert digest("claim", {}) == digest("claim", b" { } ") == f"sha256:{by_hand}"
    assert canonical.digest_text("abc") == ABC


def test_a_kind_that_is_not_listed_is_named_with_those_that_are() -> None:
    with pytest.raises(Unusable, match="no kind 'clam'") as caught:
        digest("clam", {})
    assert "claim" in caught.value.hint
