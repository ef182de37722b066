"""Which vectors pin which rule and which code.

A rule or definition is pinned by each vector that lists it, a code by each vector whose expected
answer holds it. Two are asked for. Paragraphs marked `protocol` are checked by commands of the
harness, whether vectors list them or not; a code that no vector can hold says why in the registry
(`unvectored`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from groundspec_harness.codes import Registry
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.spec import Paragraph, Spec
from groundspec_harness.vectors import Corpus, Vector

WANTED = 2
_ANSWERS = "`run`, with every answer to a vector of this request"
_CHECKED = {
    "P-LINES": "`doctor`, and `run` with every request",
    "P-ANSWER": "`run`, with every answer",
    "P-SIZE": "`doctor` (long-line, size), for no vector is as long as that",
    "P-MALFORMED": "`run`, and `doctor` (malformed)",
    "P-UNKNOWN": "`run`, and `doctor` (unknown)",
    "P-DESCRIBE": "`doctor` (describe), and `run` before all vectors",
    "P-DECIDE": _ANSWERS,
    "P-VERIFY": _ANSWERS,
    "P-DIGEST": _ANSWERS,
    "P-ABLATION": "`ablate`",
    "C-CLASSES": "`run`, and `doctor` (describe)",
    "C-LEVELS": "`run`",
}


@dataclass(frozen=True)
class Row:
    """One rule or code and what pins it."""

    name: str
    kind: str  # rule, definition, protocol, or the class of a code
    vectors: tuple[str, ...]
    excused: str | None = None

    @property
    def thin(self) -> bool:
        return self.excused is None and len(self.vectors) < WANTED


@dataclass(frozen=True)
class Trace:
    """All rules and codes, in the order of SPEC.md and of the registry."""

    rules: tuple[Row, ...]
    codes: tuple[Row, ...]

    @property
    def thin(self) -> list[Row]:
        return [row for row in (*self.rules, *self.codes) if row.thin]


def trace(spec: Spec, registry: Registry, corpus: Corpus) -> Trace:
    """Hold the specification against the vectors."""
    by_rule = _pinned(corpus, lambda vector: vector.rules)
    by_code = _pinned(corpus, lambda vector: vector.codes)
    return Trace(
        rules=tuple(
            Row(p.id, p.kind, tuple(by_rule[p.id]), _checked(p) if p.kind == "protocol" else None)
            for p in spec.paragraphs
        ),
        codes=tuple(
            Row(code.name, code.kind, tuple(by_code[code.name]), code.unvectored)
            for code in registry.codes
        ),
    )


def _checked(paragraph: Paragraph) -> str:
    return f"checked by {_CHECKED.get(paragraph.id, 'the harness itself')}"


def unpinned(spec: Spec, registry: Registry, corpus: Corpus) -> dict[str, str]:
    """The paragraphs and codes that no vector pins, each with what is to be said of it."""
    found = trace(spec, registry, corpus)
    rows = [*((row, "paragraph of SPEC.md") for row in found.rules)]
    rows += [(row, "code of codes.json") for row in found.codes]
    return {
        row.name: f"it is a {what} that no vector pins ({row.excused or 'one is to be written'})"
        for row, what in rows
        if not row.vectors
    }


def _pinned(corpus: Corpus, names: Callable[[Vector], Iterable[str]]) -> dict[str, list[str]]:
    """Name -> the ids of the vectors that have it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for vector in corpus.vectors:
        for name in names(vector):
            found[name].append(vector.id)
    return found


def as_json(found: Trace, corpus: Corpus) -> JsonObject:
    """The trace as `schemas/harness-trace.schema.json` says."""
    return {
        "report": "groundspec-harness/trace",
        "version": 1,
        "corpus": {"sha256": corpus.sha256, "vectors": len(corpus.vectors)},
        "wanted": WANTED,
        "rules": [_row("rule", row) for row in found.rules],
        "codes": [_row("code", row) for row in found.codes],
        "thin": [row.name for row in found.thin],
    }


def _row(member: str, row: Row) -> JsonObject:
    return {
        member: row.name,
        "kind": row.kind,
        "vectors": list(row.vectors),
        "excused": row.excused,
    }
