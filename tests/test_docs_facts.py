"""docs/facts.md: every block and every row of a table is run, in the order of the document.

Blocks are run as those of docs/quotations.md. A row that has a source is a packet with one field
and one claim, but for what its cells say: the field is its type, its unit and other members, as
`number USD`; the claim's evidence is the quote, or else the whole source.
"""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import groundspec
import test_docs_quotations as docs
from groundspec import resources
from groundspec.core.codes import registry

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs/facts.md"
LINES = DOCUMENT.read_text("utf-8").splitlines()
COMPARATORS = frozenset(
    ("eq", "approx", "gt", "ge", "lt", "le", "range", "range_low", "range_high")
)


@pytest.mark.skipif(os.name != "posix", reason="the commands are those of a POSIX shell")
def test_blocks_do_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "LINES", LINES)
    docs.run_blocks(tmp_path)


def rows(column: str) -> list[docs.Row]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs, "LINES", LINES)
        return [row for row in docs.rows() if column in row.cells]


def field(cell: str) -> tuple[str, dict[str, Any]]:
    """The name and the members of the field that a cell describes, as `limit_2025: number USD`."""
    name, colon, rest = docs.text(cell).rpartition(": ")
    kind, *words = rest.split()
    members: dict[str, Any] = {"type": kind}
    for word in words:
        if word in COMPARATORS:
            members["comparator"] = word
        elif word in ("signed", "magnitude"):
            members["sign"] = word
        elif word == "required":
            members["required"] = True
        elif word.startswith("max="):
            members["maximum"] = word.removeprefix("max=")
        else:
            members["unit"] = word
    return name if colon else "x", members


def claims(row: docs.Row, name: str, unit: str | None) -> Iterator[dict[str, Any]]:
    """The claims of a row: each value makes one, and an object adds members to it."""
    quote = row.cells.get("quote", "")
    for value in docs.text(row.cells["value"]).split(", "):
        claim: dict[str, Any] = {"field": name, "value": value, "unit": unit}
        if quote.startswith("`{"):
            claim.update(json.loads(quote.strip("`")))
        else:
            claim["evidence"] = docs.text(quote or row.cells["source"])
        yield claim


def receipt(row: docs.Row) -> dict[str, Any]:
    name, members = field(row.cells["field"])
    source = docs.text(row.cells["source"])
    made = list(claims(row, name, members.get("unit")))
    policy = json.loads((ROOT / "schemas/policies/fact/default.json").read_bytes())
    if any("confidence" in claim for claim in made):
        policy["min_confidence"] = "0.8"
    absences = [name] if row.cells.get("code") == "`ABSENCE_DOUBTED`" else []
    schema = {"fields": {name: members}}
    return groundspec.check_facts(source, schema, made, policy, absences)


@pytest.mark.parametrize("row", rows("outcome"), ids=str)
def test_claim_of_a_row_is_decided_as_it_says(row: docs.Row) -> None:
    decision = receipt(row)["decisions"][0]
    assert decision["outcome"] == row.cells["outcome"].strip("`")
    assert (", ".join(decision["codes"]) or "none") == row.cells["codes"].strip("`")


@pytest.mark.parametrize("row", rows("what to do"), ids=str)
def test_claim_of_a_row_has_its_code_alone_but_for_infos(row: docs.Row) -> None:
    given = receipt(row)
    code = row.cells["code"].strip("`")
    cls = registry().codes[code].cls
    if cls == "coverage":
        rows_of_code = [*given["coverage"], *given["absences"]]
        assert [row.get("code") or row["codes"] for row in rows_of_code] in ([code], [[code]])
        return
    found = {code for decision in given["decisions"] for code in decision["codes"]}
    if cls != "info":
        found = {code for code in found if registry().codes[code].cls != "info"}
    assert found == {code}


def test_every_code_of_the_check_has_a_row() -> None:
    listed = [row.cells["code"].strip("`") for row in rows("what to do")]
    of_check = [code for code in registry().codes.values() if code.check == "fact"]
    assert listed == ["CLAIM_INVALID"] + [code.code for code in of_check if code.cls != "refusal"]


def test_every_unit_of_the_vocabulary_has_a_place_in_the_table() -> None:
    """Each code is listed once, with one of the forms that the pack has of it."""
    pack = resources.json_file("packs/en.json")
    begin = LINES.index("| units | codes |") + 2
    table = [*itertools.takewhile(lambda line: line.startswith("|"), LINES[begin:])]
    listed: dict[str, list[tuple[str, str]]] = {}
    for line in table:
        kind, codes = (cell.strip() for cell in line.strip("|").split("|"))
        listed[kind] = re.findall(r"`([^`]+)` \(([^)]+)\)", codes)
        assert ", ".join(f"`{code}` ({form})" for code, form in listed[kind]) == codes
    rows_of_all = [row for kind_rows in listed.values() for row in kind_rows]
    assert sorted(code for code, _ in rows_of_all) == sorted(pack["units"])
    for code, form in rows_of_all:
        assert form in (*pack["units"][code]["prefix"], *pack["units"][code]["suffix"]), code
    assert {*pack["currencies"]} <= {code for code, _ in listed["money"]}


def test_every_refusal_of_the_check_is_named() -> None:
    text = DOCUMENT.read_text("utf-8")
    for code in registry().codes.values():
        if code.check == "fact" and code.cls == "refusal":
            assert f"| `{code.code}` |" in text
