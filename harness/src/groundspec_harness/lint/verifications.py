"""Verification vectors: where the receipt holds, it is one by schema, digests and sums.

Where it is said not to hold although its own digest is wrong, the code must be that of V-DIGEST or
of V-READ, which comes before.
"""

from collections.abc import Iterator

from groundspec_harness.jsontext import (
    Json,
    JsonError,
    read_strict,
    value_digest,
)
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.receipts import defects
from groundspec_harness.vectors import Vector, unbase64

_READ, _DIGEST = "RECEIPT_UNREADABLE", "RECEIPT_DIGEST_DIFFERS"


def check(material: Material) -> Iterator[Problem]:
    for vector in material.of_kind("verification"):
        yield from _check(material, vector)


def _check(material: Material, vector: Vector) -> Iterator[Problem]:
    member = "receipt_text" if "receipt_text" in vector.data else "receipt_base64"
    file, pointer = material.file(vector), f"/{member}"
    receipt = _receipt(vector, member)
    if vector.data["verified"]:
        if not isinstance(receipt, dict):
            yield Problem(file, pointer, "verified, but it cannot be read")
            return
        for found in defects(
            vector.packet, receipt, material.known.resources, material.known.schemas
        ):
            yield Problem(file, pointer, f"verified, but {found}")
        return
    wrong = isinstance(receipt, dict) and not _own_digest_holds(receipt)
    code = vector.data["code"]
    if isinstance(receipt, dict) and wrong != (code == _DIGEST) and code != _READ:
        state = "differs from" if wrong else "is"
        message = f"its receipt_sha256 {state} its digest, which does not go with {code}"
        yield Problem(file, pointer, message)


def _receipt(vector: Vector, member: str) -> Json:
    text = vector.data[member]
    data = text.encode("utf-8", "surrogatepass") if member == "receipt_text" else unbase64(text)
    try:
        return read_strict(data or b"")
    except JsonError:
        return None


def _own_digest_holds(receipt: Json) -> bool:
    body = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
    try:
        return bool(receipt.get("receipt_sha256") == value_digest("receipt", body))
    except JsonError:
        return True  # it cannot be digested; reading it strictly fails first
