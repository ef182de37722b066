"""This repository cut down to a few vectors, and edits of it, for the tests of `gate`."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from groundspec_harness.formatting import load as load_formatter
from groundspec_harness.jsontext import canonical, indented, value_digest
from groundspec_harness.requests import case
from groundspec_harness.specification import Specification, at
from harness.tiny import REPOSITORY

TOPICS = (
    "core/digest", "core/protocol", "packet/shape", "receipt/inputs", "quote/exact", "fact/absence",
)  # fmt: skip
CHANGELOG = "# Changelog\n\n## Unreleased\n\n- All rules, Q-EDGE-SIGN and T-OFFSET among them.\n"

Json = Any
Edit = Callable[[Path], None]


def make(root: Path) -> None:
    """SPEC.md, schemas and some of the vectors, with a changelog that names two rules already."""
    shutil.copytree(REPOSITORY / "schemas", root / "schemas", ignore=shutil.ignore_patterns("17*"))
    shutil.copy(REPOSITORY / "SPEC.md", root)
    (root / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
    for topic in TOPICS:
        shutil.copytree(REPOSITORY / "conformance" / topic, root / "conformance" / topic)
    shutil.copy(REPOSITORY / "conformance/tombstones.json", root / "conformance")


def text(file: str, old: str, new: str) -> Edit:
    """Replace a text that has to be there, wherever it stands first."""

    def edit(root: Path) -> None:
        path = root / file
        before = path.read_text("utf-8")
        assert old in before, (file, old)
        path.write_text(before.replace(old, new, 1), "utf-8")

    return edit


def paragraph(name: str, change: Callable[[str], str]) -> Edit:
    """Change the text of one paragraph of SPEC.md."""

    def edit(root: Path) -> None:
        old = at(root).spec.by_id[name].text
        new = change(old)
        assert new != old, name
        text("SPEC.md", old, new)(root)

    return edit


def value(file: str, change: Callable[[Json], object]) -> Edit:
    """Change a JSON file's value in place."""

    def edit(root: Path) -> None:
        path = root / file
        held = json.loads(path.read_text("utf-8"))
        before = json.dumps(held)
        change(held)
        assert json.dumps(held) != before, file
        path.write_text(f"{indented(held)}\n", "utf-8")

    return edit


def vector(name: str, change: Callable[[Json], object]) -> Edit:
    """Change a vector, and seal its receipt anew."""

    def work(held: Json) -> None:
        change(held)
        if "receipt" in held:
            body = {key: part for key, part in held["receipt"].items() if key != "receipt_sha256"}
            held["receipt"] = {**body, "receipt_sha256": value_digest("receipt", body)}

    return value(f"conformance/{name}.json", work)


def add(held: dict[str, Json]) -> Edit:
    """Write a vector."""

    def edit(root: Path) -> None:
        path = root / "conformance" / f"{held['id']}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(load_formatter(at(root).schemas).text(held))

    return edit


def write(file: str, data: str) -> Edit:
    """Write a file whole."""

    def edit(root: Path) -> None:
        (root / file).write_text(data, "utf-8")

    return edit


def remove(file: str) -> Edit:
    return lambda root: (root / file).unlink()


def move(name: str, to: str) -> Edit:
    """Give a vector another id."""

    def edit(root: Path) -> None:
        held = json.loads((root / f"conformance/{name}.json").read_text("utf-8"))
        add({**held, "id": to})(root)
        remove(f"conformance/{name}.json")(root)

    return edit


def retire(name: str) -> Edit:
    def stone(held: Json) -> None:
        held["tombstones"][name] = {"retired": "0.1.0", "reason": "It holds no longer."}

    return value("conformance/tombstones.json", stone)


def log(sentence: str) -> Edit:
    """Add an entry to the unreleased section of the changelog."""
    return text("CHANGELOG.md", "## Unreleased\n", f"## Unreleased\n\n- {sentence}\n")


def raise_check(name: str) -> Edit:
    """List a version 0.2 of a check beside 0.1."""
    row = {"check": f"{name}/0.2", "specified": True}
    return value("schemas/codes.json", lambda held: held["checks"].append(row))


def code(name: str, **members: Json) -> Edit:
    """Change members of a code's row."""

    def work(held: Json) -> None:
        next(row for row in held["codes"] if row["code"] == name).update(members)

    return value("schemas/codes.json", work)


def both(*edits: Edit) -> Edit:
    """Several edits, one after the other."""

    def edit(root: Path) -> None:
        for each in edits:
            each(root)

    return edit


Exchange = tuple[bytes, bytes]


def answered(
    known: Specification, pairs: list[Exchange], others: dict[str, dict[str, Json]]
) -> list[Exchange]:
    """Exchanges in which some vectors, by id, are answered otherwise."""
    requests = {case(known.corpus.by_id[name], 2).request: held for name, held in others.items()}
    return [
        (asked, canonical({"id": "2", **requests[asked]}) + b"\n" if asked in requests else answer)
        for asked, answer in pairs
    ]
