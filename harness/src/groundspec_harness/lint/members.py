"""What a vector hands over can be sent: Base64 is Base64, a request is one line, a class fits."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.receipts import complete_policy
from groundspec_harness.vectors import Vector, unbase64

_EXACT = {"policy": "exact", "check": "quote/0.1"}


def check(material: Material) -> Iterator[Problem]:
    for vector in material.corpus.vectors:
        yield from _base64(material, vector)
        yield from _request(material, vector)
        yield from _class(material, vector)


def _base64(material: Material, vector: Vector) -> Iterator[Problem]:
    for member in ("packet_base64", "value_base64", "receipt_base64"):
        if member in vector.data and unbase64(vector.data[member]) is None:
            yield Problem(material.file(vector), f"/{member}", "not padded Base64")


def _request(material: Material, vector: Vector) -> Iterator[Problem]:
    text = vector.data.get("request_text", "")
    if "\n" in text:
        yield Problem(material.file(vector), "/request_text", "a request is one line")
    if not text.isascii():
        yield Problem(material.file(vector), "/request_text", "a request is ASCII (P-LINES)")


def _class(material: Material, vector: Vector) -> Iterator[Problem]:
    """C-CLASSES: `core` has digests and requests; `quote-exact` decides with the policy `exact`."""
    name, kind = vector.conformance_class, vector.kind
    file = material.file(vector)
    if name != "core" and kind == "digest":
        yield Problem(file, "/class", "a digest vector is of class core")
    if name in ("core", "packet") and kind in ("decision", "verification"):
        yield Problem(file, "/class", f"class {name} decides and verifies nothing")
    if name == "quote-exact" and kind == "decision" and isinstance(vector.packet, dict):
        resources = material.known.resources
        policy = complete_policy(vector.packet, resources)
        if policy != complete_policy(_EXACT, resources):
            yield Problem(file, "/class", "class quote-exact has packets with the policy exact")
