"""Digests beside the data.

Of policy documents and vocabulary packs (as kinds `policy` and `pack`), and of Unicode tables (of
their files).
"""

from collections.abc import Iterator
from pathlib import Path

from groundspec_harness.files import read
from groundspec_harness.jsontext import Json, JsonObject, text_digest, value_digest
from groundspec_harness.lint.material import Material, Problem


def check(material: Material) -> Iterator[Problem]:
    schemas = material.known.resources.schemas
    yield from _policies(material, schemas / "policies")
    yield from _packs(material, schemas / "packs")
    for path in sorted(schemas.glob("unicode/*/digests.json")):
        yield from _tables(material, path)


def _policies(material: Material, folder: Path) -> Iterator[Problem]:
    resources, schemas = material.known.resources, material.known.schemas
    listed = _table(resources.load(folder / "digests.json").get("policies"))
    file = resources.name(folder / "digests.json")
    names = {(p.parent.name, p.stem): p for p in sorted(folder.glob("*/*.json"))}
    for check_name, policies in listed.items():
        for name in _table(policies):
            if (check_name, name) not in names:
                pointer = f"/policies/{check_name}/{name}"
                yield Problem(file, pointer, "there is no such document")
    for (check_name, name), path in names.items():
        document = resources.load(path)
        digest = value_digest("policy", document)
        if _table(listed.get(check_name)).get(name) != digest:
            yield Problem(file, f"/policies/{check_name}/{name}", f"the digest is {digest}")
        for problem in schemas.problems(f"urn:groundspec:{check_name}-policy", document):
            yield Problem(resources.name(path), problem.pointer, problem.message)


def _packs(material: Material, folder: Path) -> Iterator[Problem]:
    if not folder.is_dir():
        return
    path = folder / "digests.json"
    resources = material.known.resources
    listed = _table(resources.load(path).get("packs"))
    packs = {p.stem: p for p in sorted(folder.glob("*.json")) if p != path}
    for name in sorted({*packs, *listed}):
        if name not in packs:
            yield Problem(resources.name(path), f"/packs/{name}", "there is no such pack")
        elif (digest := value_digest("pack", resources.load(packs[name]))) != listed.get(name):
            yield Problem(resources.name(path), f"/packs/{name}", f"the digest is {digest}")


def _tables(material: Material, path: Path) -> Iterator[Problem]:
    resources = material.known.resources
    listed = _table(resources.load(path).get("files"))
    file = resources.name(path)
    tables = {p.name: p for p in sorted(path.parent.glob("*.json")) if p != path}
    for name in sorted({*tables, *listed}):
        pointer = f"/files/{name}"
        if name not in tables:
            yield Problem(file, pointer, "there is no such file")
        elif (digest := text_digest(read(tables[name], "the table"))) != listed.get(name):
            yield Problem(file, pointer, f"the digest is {digest}")


def _table(value: Json) -> JsonObject:
    """An object; anything else lists nothing."""
    return value if isinstance(value, dict) else {}
