"""Files are strict ASCII JSON, indented by two, members in the schemas' order, ended by one LF."""

from collections.abc import Iterator

from groundspec_harness.jsontext import JsonError, canonical
from groundspec_harness.lint.material import Entry, Material, Problem


def check(material: Material) -> Iterator[Problem]:
    for entry in material.entries:
        yield from _form(material, entry)


def _form(material: Material, entry: Entry) -> Iterator[Problem]:
    if entry.error:
        yield Problem(entry.file, "", entry.error)
        return
    if not entry.data.isascii():
        yield Problem(entry.file, "", "not ASCII: write other code points as \\u escapes")
        return
    if not isinstance(entry.value, dict):
        yield Problem(entry.file, "", "not a JSON object")
        return
    try:
        canonical(entry.value)
    except JsonError as error:
        yield Problem(entry.file, "", f"holds what no JSON reader must accept: {error}")
        return
    wanted = material.formatter.text(entry.value)
    if entry.data != wanted:
        line = _first_line(entry.data, wanted)
        advice = "`groundspec-harness fmt` writes it so"
        yield Problem(entry.file, "", f"line {line}: not in the form of a vector; {advice}")


def _first_line(actual: bytes, wanted: bytes) -> int:
    ours, theirs = wanted.split(b"\n"), actual.split(b"\n")
    same = sum(1 for _ in _common(ours, theirs))
    return same + 1


def _common(ours: list[bytes], theirs: list[bytes]) -> Iterator[bytes]:
    for left, right in zip(ours, theirs, strict=False):
        if left != right:
            return
        yield left
