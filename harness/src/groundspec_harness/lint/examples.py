"""SPEC.md: each example is a vector that lists its paragraph; each identifier is given once."""

from collections.abc import Iterator

from groundspec_harness.lint.material import Material, Problem
from groundspec_harness.spec import Paragraph


def check(material: Material) -> Iterator[Problem]:
    seen: set[str] = set()
    for paragraph in material.known.spec.paragraphs:
        if paragraph.id in seen:
            yield _problem(paragraph, "the identifier is given twice")
        seen.add(paragraph.id)
        for name in paragraph.examples:
            yield from _example(material, paragraph, name)


def _example(material: Material, paragraph: Paragraph, name: str) -> Iterator[Problem]:
    if not any(entry.name == name for entry in material.entries):
        yield _problem(paragraph, f"the example `{name}` is no vector")
        return
    vector = material.corpus.by_id.get(name)
    if vector and paragraph.id not in vector.rules:
        yield _problem(paragraph, f"the example `{name}` does not list {paragraph.id} in its rules")


def _problem(paragraph: Paragraph, message: str) -> Problem:
    return Problem("SPEC.md", "", f"line {paragraph.line}, {paragraph.id}: {message}")
