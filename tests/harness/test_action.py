"""The action and the workflow: their form, and what the action's script does with the harness."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.gating import waivers
from groundspec_harness.specification import Specification, at
from harness import changing, tiny
from harness.changing import paragraph

ROOT = tiny.REPOSITORY
ACTION = ROOT / "harness/action.yml"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
SCRIPT = ROOT / "harness/action.sh"


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def blocks(path: Path, key: str) -> Iterator[str]:
    """The text of each member of that name: the rest of its line, and what is indented below it."""
    rows = lines(path)
    for place, row in enumerate(rows):
        found = re.match(rf"( *)(?:- )?{key}:(.*)", row)
        if found:
            depth = len(found[1]) + 2 * row.lstrip().startswith("- ")
            below = []
            for other in rows[place + 1 :]:
                if other.strip() and len(other) - len(other.lstrip()) <= depth:
                    break
                below.append(other)
            yield "\n".join([found[2], *below])


@pytest.mark.parametrize("path", [ACTION, *WORKFLOWS], ids=lambda path: path.name)
def test_the_form(path: Path) -> None:
    for row in lines(path):
        indent = len(row) - len(row.lstrip())
        assert "\t" not in row
        assert indent % 2 == 0
    for used in blocks(path, "uses"):
        assert re.fullmatch(r" (\./harness|[\w-]+/[\w-]+@v[0-9]+)", used), used
    for run in blocks(path, "run"):
        assert "${{" not in run, "an expression in a script is a hole; pass it in env"


def test_every_input_is_used_and_declared() -> None:
    text = ACTION.read_text("utf-8")
    (inputs,) = blocks(ACTION, "inputs")
    declared = re.findall(r"^  ([\w-]+):$", inputs, re.MULTILINE)
    used = set(re.findall(r"inputs\.([\w-]+)", text))
    assert set(declared) == used
    given = [name for path in WORKFLOWS for name in inputs_given(path)]
    assert set(given) <= set(declared)
    assert "base" in given
    guide = (ROOT / "docs/ci.md").read_text("utf-8")
    assert [name for name in declared if f"`{name}`" not in guide] == []


def inputs_given(workflow: Path) -> Iterator[str]:
    """What a workflow hands to this repository's own action."""
    step = re.compile(r"- uses: \./harness\n        with:\n((?:          .*\n)+)")
    for found in step.findall(workflow.read_text("utf-8")):
        yield from re.findall(r"^ +([\w-]+):", found, re.MULTILINE)


def test_every_variable_of_the_script_is_set() -> None:
    wanted = set(re.findall(r"\$\{?([A-Z_]+)", SCRIPT.read_text("utf-8")))
    given = {name for env in blocks(ACTION, "env") for name in re.findall(r"([A-Z_]+):", env)}
    assert wanted - given == {"GITHUB_STEP_SUMMARY"}


def test_the_workflow_does_what_the_local_run_does() -> None:
    (workflow,) = WORKFLOWS
    sessions = re.compile(r"noxfile\.py -s ([a-z ]+)")
    here, there = (
        {name for names in sessions.findall(path.read_text("utf-8")) for name in names.split()}
        for path in (ROOT / ".ci/run", workflow)
    )
    assert here == there
    assert list(blocks(workflow, "permissions")) == ["\n  contents: read"]
    assert workflow.read_text("utf-8").count("persist-credentials: false") == len(
        re.findall("actions/checkout", workflow.read_text("utf-8"))
    )


def test_the_waivers_of_this_repository() -> None:
    known = at(ROOT)
    entries = waivers.load(ROOT / ".github/gate-waivers.json", known.schemas)
    assert [entry.id for entry in entries] == sorted(
        f"version-not-raised:{name}" for name in ("envelope", "fact", "protocol", "quote")
    )
    assert all(entry.expires > date(2026, 12, 1) for entry in entries)


# --- The script -----------------------------------------------------------------------------------

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


def script(work: str, folder: Path, **inputs: str) -> tuple[int, str, str]:
    """Exit status, standard output and the job's summary of one call of the script."""
    summary = folder / "summary.md"
    summary.write_text("", "utf-8")
    program = folder / "harness.sh"
    program.write_text(
        f'#!/bin/sh\nwork=$1; shift; [ "$work" = gate ] || set -- --root "{folder}/tiny" "$@"\n'
        f'exec "{sys.executable}" -m groundspec_harness "$work" "$@"\n',
        "utf-8",
    )
    program.chmod(0o755)
    given = {
        "HARNESS": str(program), "GITHUB_STEP_SUMMARY": str(summary), "COMMAND": "", "SELECT": "",
        "KNOWN_FAILURES": "", "JOBS": "1", "TIMEOUT": "10", "REPORT": "report.json", "BASE": "",
        "HEAD": "", "ALLOW": "additive", "WAIVERS": "", "REPLAY": "false",
    }  # fmt: skip
    found = subprocess.run(
        ["bash", str(SCRIPT), work],
        cwd=folder,
        env=os.environ | given | inputs,
        capture_output=True,
        check=False,
        text=True,
    )
    return found.returncode, found.stdout, summary.read_text("utf-8")


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    """A small specification, which the script's harness takes for its own."""
    (tmp_path / "tiny").mkdir()
    return tiny.make(tmp_path / "tiny")


@needs_bash
def test_the_script_runs_the_vectors(known: Specification, tmp_path: Path) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    written = " ".join(f"'{word}'" for word in command)
    status, said, summary = script("run", tmp_path, COMMAND=written, SELECT="core/*\nQ-ABSENT\n")
    assert status == 0
    found = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert found["command"] == command
    assert found["selection"] == ["core/*", "Q-ABSENT"]
    assert found["summary"] in said
    assert "core" in summary


@needs_bash
def test_the_script_ends_with_the_status_of_the_harness(
    known: Specification, tmp_path: Path
) -> None:
    pairs = [(asked, line.replace(b'"start":3', b'"start":2')) for asked, line in
             tiny.exchanges(known)]  # fmt: skip
    command = " ".join(tiny.oracle(tmp_path, pairs))
    status, said, summary = script("run", tmp_path, COMMAND=command)
    assert status == 1
    assert "::error" in said
    assert "quote/absent/two" in summary
    listed = tmp_path / "known.json"
    root = str(known.resources.root)
    made = ["known-failures", "--root", root, "--write", str(listed), "--", *command.split()]
    assert run_command(made) == 0
    assert script("run", tmp_path, COMMAND=command, KNOWN_FAILURES="known.json")[0] == 0
    assert script("run", tmp_path, COMMAND="no-such-program")[0] == 2


@needs_bash
def test_the_script_judges_a_change(tmp_path: Path) -> None:
    base, head = tmp_path / "base", tmp_path / "head"
    base.mkdir()
    changing.make(base)
    shutil.copytree(base, head)
    paragraph("Q-DEGENERATE", lambda old: old.replace(" MUST hold", " MAY hold"))(head)
    status, said, summary = script("gate", tmp_path, BASE="base", HEAD="head")
    assert status == 4
    assert summary == said
    assert "rule-text-changed" in summary
    rows = [{"id": f"{demand}:{subject}", "reason": "It is only a test.", "expires": "9999-12-31"}
            for demand, subject in (("version-not-raised", "quote"),
                                    ("changelog-missing", "Q-DEGENERATE"))]  # fmt: skip
    (tmp_path / "waivers.json").write_text(json.dumps({"waivers": rows}), "utf-8")
    more = {"ALLOW": "decision-changing", "WAIVERS": "waivers.json"}
    assert script("gate", tmp_path, BASE="base", HEAD="head", **more)[0] == 0


@needs_bash
def test_the_script_hands_the_program_to_the_gate(tmp_path: Path) -> None:
    base = tmp_path / "base"
    base.mkdir()
    changing.make(base)
    described = {"checks": ["quote/0.1", "fact/0.1"], "classes": ["quote", "fact"]}
    command = " ".join(tiny.oracle(tmp_path, tiny.exchanges(at(base), **described)))
    given = {"BASE": "base", "HEAD": "base", "COMMAND": command, "REPLAY": "true"}
    status, said, _ = script("gate", tmp_path, **given)
    assert status == 0
    assert "replayed: " in said
