"""`list`: the vectors, one line each."""

from pathlib import Path

from groundspec_harness.commands.output import emit, emit_json
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.specification import at
from groundspec_harness.vectors import Vector


def list_vectors(
    selection: tuple[str, ...], form: str, output: Path | None, root: Path | None
) -> int:
    """List the selected vectors."""
    known = at(root)
    vectors = known.select(selection)
    if form == "json":
        head = {"report": "groundspec-harness/list", "version": 1}
        corpus = {"sha256": known.corpus.sha256, "vectors": len(known.corpus.vectors)}
        emit_json({**head, "corpus": corpus, "vectors": [_row(v) for v in vectors]}, output)
        return 0
    width = max(len(vector.id) for vector in vectors)
    classes = max(len(vector.conformance_class) for vector in vectors)
    lines = (f"{v.id:{width}}  {v.conformance_class:{classes}}  {v.title}\n" for v in vectors)
    emit("".join(lines), output)
    return 0


def _row(vector: Vector) -> JsonObject:
    return {
        "id": vector.id,
        "kind": vector.kind,
        "class": vector.conformance_class,
        "title": vector.title,
        "rules": vector.rules,
        "codes": sorted(vector.codes),
        "twin": vector.data.get("twin"),
        "sha256": vector.sha256,
    }
