"""docs/quotations.md: every block and every row of a table is run, in the order of the document.

A block of commands is run in a shell and its output compared; any other block is a file, and the
line above it ends with the name. All of it happens in one folder. `...` alone on a line stands for
any lines, and `sha256:...` for any digest.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import groundspec
from groundspec.core.codes import registry

DOCUMENT = Path(__file__).resolve().parents[1] / "docs/quotations.md"
LINES = DOCUMENT.read_text("utf-8").splitlines()


class Block(NamedTuple):
    """A fenced block: where it begins, its language, the line above it, and what it holds."""

    number: int
    language: str
    above: str
    lines: list[str]


class Command(NamedTuple):
    """A command of a block, and the output that is shown below it."""

    number: int
    line: str
    shown: list[str]


class Row(NamedTuple):
    """A row of a table: where it stands, and its cells by the name of the column."""

    number: int
    cells: Mapping[str, str]

    def __str__(self) -> str:
        return f"line-{self.number}"


def blocks() -> Iterator[Block]:
    above = ""
    lines = iter(enumerate(LINES, 1))
    for number, line in lines:
        if line.startswith("```"):
            held = []
            for _, inner in lines:
                if inner == "```":
                    break
                held.append(inner)
            yield Block(number, line[3:], above, held)
        if line:
            above = line


def commands(block: Block) -> Iterator[Command]:
    command = None
    for number, line in enumerate(block.lines, block.number + 1):
        if line.startswith("$ "):
            if command is not None:
                yield command
            command = Command(number, line[2:], [])
        else:
            assert command is not None, f"line {number}: output without a command"
            command.shown.append(line)
    assert command is not None, f"line {block.number}: no command"
    yield command


def pattern(shown: list[str]) -> str:
    parts = []
    for line in shown:
        text = re.escape(line).replace(r"sha256:\.\.\.", "sha256:[0-9a-f]{64}")
        parts.append(r"(?:.*\n)*?" if line == "..." else text + r"\n")
    return "".join(parts)


def rows() -> Iterator[Row]:
    """The rows of the tables that say of a source what becomes of quotations."""
    names: list[str] = []
    for number, line in enumerate(LINES, 1):
        if not line.startswith("|"):
            names = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not names:
            names = cells
        elif "source" in names and not set(line) <= set("|- "):
            assert len(cells) == len(names), f"line {number}"
            yield Row(number, dict(zip(names, cells, strict=True)))


def text(cell: str) -> str:
    """A text of a table, with the escapes of JSON."""
    return str(json.loads('"' + cell.strip("`").replace('"', '\\"') + '"'))


def decide(row: Row, column: str) -> dict[str, Any]:
    receipt = groundspec.check_quotes(text(row.cells["source"]), [text(row.cells[column])])
    decision: dict[str, Any] = receipt["decisions"][0]
    return decision


def run_blocks(folder: Path) -> None:
    """Write the named files and run the commands of the document, in its order, in a folder."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    environment = {**os.environ, "PATH": path, "LC_ALL": "C", "PYTHONUTF8": "1"}
    status = 0
    for block in blocks():
        if block.language != "console":
            name = re.search(r"`([a-z/-]+\.[a-z]+)`:$", block.above)
            assert name is not None, f"line {block.number}: neither commands nor a named file"
            file = folder / name[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join([*block.lines, ""]), "utf-8")
            continue
        for command in commands(block):
            done = subprocess.run(
                ["sh", "-c", f"(exit {status}); {command.line}"],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=60,
                check=False,
            )
            status = done.returncode
            output = done.stdout.decode("utf-8")
            if not re.fullmatch(pattern(command.shown), output):
                pytest.fail(f"line {command.number}: {command.line}\ngives\n{output}")


@pytest.mark.skipif(os.name != "posix", reason="the commands are those of a POSIX shell")
def test_blocks_do_what_is_shown(tmp_path: Path) -> None:
    run_blocks(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="the pipeline is a POSIX shell's")
def test_pipeline_ends_with_status_1_and_leaves_its_files(tmp_path: Path) -> None:
    """What makes the environment is replaced by programs that do nothing."""
    for block in blocks():
        name = re.search(r"`([a-z-]+\.[a-z]+)`:$", block.above)
        if block.language != "console" and name is not None:
            (tmp_path / name[1]).write_text("\n".join([*block.lines, ""]), "utf-8")
    programs = tmp_path / ".venv/bin"
    programs.mkdir(parents=True)
    for name_of_program in ("python3", "pip"):
        (programs / name_of_program).write_text("#!/bin/sh\n", "utf-8")
        (programs / name_of_program).chmod(0o755)
    (programs / "groundspec").symlink_to(Path(sys.executable).parent / "groundspec")
    path = os.pathsep.join((str(programs), os.environ.get("PATH", os.defpath)))
    done = subprocess.run(
        ["sh", "ci.sh"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "GROUNDSPEC": "nowhere"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert b"below --fail-under 95%" in done.stderr
    assert (tmp_path / "checked.jsonl").exists()
    assert (tmp_path / "run.json").exists()


@pytest.mark.parametrize("row", [row for row in rows() if "quotation" in row.cells], ids=str)
def test_quotation_of_a_row_is_decided_as_it_says(row: Row) -> None:
    decision = decide(row, "quotation")
    near = decision["near"]
    said = {
        "outcome": decision["outcome"],
        "tier": decision["tier"] or "none",
        "codes": ", ".join(decision["codes"]) or "none",
        "near": near["tier"] if near else "none",
    }
    listed = {name: row.cells[name].strip("`") for name in said if name in row.cells}
    assert listed
    assert {name: said[name] for name in listed} == listed
    assert "outcome" in listed or "codes" in listed or decision["outcome"] == "admitted"


@pytest.mark.parametrize("row", [row for row in rows() if "cut" in row.cells], ids=str)
def test_quotation_that_cuts_is_rejected_and_its_neighbour_admitted(row: Row) -> None:
    assert decide(row, "cut")["codes"] == [row.cells["code"].strip("`")]
    assert decide(row, "fine")["outcome"] == "admitted"


def test_every_class_of_edges_has_a_row() -> None:
    listed = [row.cells["code"].strip("`") for row in rows() if "cut" in row.cells]
    assert listed == [
        code.code for code in registry().codes.values() if code.rule.startswith("Q-EDGE-")
    ]


def test_every_sound_tier_has_a_row() -> None:
    tables = json.loads((DOCUMENT.parents[1] / "schemas/tables/quote-tiers.json").read_bytes())
    sound = [row["tier"] for row in tables["tiers"] if row["sound"]]
    assert [row.cells["tier"].strip("`") for row in rows() if "tier" in row.cells] == sound
