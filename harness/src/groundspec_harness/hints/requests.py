"""Requests that are malformed and were answered as if they were not (P-MALFORMED)."""

import base64

from groundspec_harness.hints import given
from groundspec_harness.hints.pair import Pair
from groundspec_harness.jsontext import JsonError, JsonObject, read_strict

KINDS = ("claim", "packet", "policy", "receipt", "pack", "schema")  # as codes.json lists them
OTHER_SPACE = (
    "what is no white space of JSON is taken for it; U+0020, U+0009, U+000A and U+000D are, "
    "and not what `\\s` or a trimming function take (J-GRAMMAR)"
)
_ENCODED = "_base64"


def malformed(pair: Pair) -> str | None:
    """What makes a request malformed that was answered otherwise."""
    if pair.expected.get("error") != "MALFORMED_REQUEST":
        return None
    if pair.actual.get("error") == "MALFORMED_REQUEST":
        return None
    text = given.text(pair.vector) or ""
    if given.other_space(text):
        return OTHER_SPACE
    request = _read(text)
    said = _object(request) if request is not None else None
    if said:
        return said
    if "error" in pair.actual:
        return None
    return (
        "a request that is malformed is answered as if it were well formed: it is one line of "
        "strict JSON with exactly the members of its `do` (P-MALFORMED)"
    )


def _object(request: JsonObject) -> str | None:
    if not isinstance(request.get("id"), str):
        return "a request whose `id` is no string is malformed, and gets `id` null (P-MALFORMED)"
    for name, value in request.items():
        if name.endswith(_ENCODED) and isinstance(value, str) and not _strictly_encoded(value):
            return (
                "bytes are taken that are no Base64 as it must be, padded, without white space, "
                "unused bits zero: decode them, encode that again, and compare (P-MALFORMED)"
            )
    kind = request.get("kind")
    if request.get("do") == "digest" and isinstance(kind, str) and kind not in KINDS:
        return f"the kind {kind!a} is not listed in codes.json, which is malformed (P-MALFORMED)"
    return None


def _strictly_encoded(text: str) -> bool:
    try:
        return base64.b64encode(base64.b64decode(text, validate=True)).decode() == text
    except ValueError:
        return False


def _read(text: str) -> JsonObject | None:
    """The request, if it is an object as a strict reader reads them."""
    try:
        value = read_strict(text.encode("utf-8", "surrogatepass"))
    except JsonError:
        return None
    return value if isinstance(value, dict) else None
