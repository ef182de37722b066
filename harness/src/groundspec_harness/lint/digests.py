"""Digest vectors: the canonical bytes and the digest are made anew from the value."""

from collections.abc import Iterator

from groundspec_harness.jsontext import JsonError, canonical, read_strict, text_digest
from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.vectors import Vector, unbase64


def check(material: Material) -> Iterator[Problem]:
    kinds = material.known.registry.kinds
    for vector in material.of_kind("digest"):
        file, kind = material.file(vector), vector.data["kind"]
        if kind not in kinds:
            yield Problem(file, "/kind", f"codes.json has no kind {kind!r}")
        elif "canonical" in vector.data:
            yield from _recomputed(vector, file)


def _recomputed(vector: Vector, file: str) -> Iterator[Problem]:
    data = vector.data
    text = data.get("value_text")
    given = unbase64(data.get("value_base64", "")) if text is None else _bytes(text)
    try:
        wanted = canonical(read_strict(given or b""))
    except JsonError as error:
        yield Problem(file, "/canonical", f"the value cannot be read: {error}")
        return
    if _bytes(data["canonical"]) != wanted:
        yield Problem(file, "/canonical", f"the canonical form is {wanted.decode()!a}")
    digest = text_digest(f"groundspec/0.1:{data['kind']}\0".encode() + wanted)
    if data["sha256"] != digest:
        yield Problem(file, "/sha256", f"the digest is {digest}")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
