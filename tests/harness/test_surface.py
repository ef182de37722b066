"""What every command offers beside its work: its JSON Schema, and completion in shells."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from groundspec_harness.cli import group, run_command
from groundspec_harness.specification import Specification
from harness import tiny

Json = Any


def with_json() -> list[str]:
    """The commands that print JSON for machines."""
    return sorted(
        name
        for name, command in group.commands.items()
        for parameter in command.params
        if parameter.name == "form"
        and isinstance(parameter.type, click.Choice)
        and "json" in parameter.type.choices
    )


def test_a_command_of_the_reference_is_sent_there(capsys: pytest.CaptureFixture[str]) -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "groundspec", "--help"], capture_output=True, text=True, check=True
    ).stdout.partition("commands:")[2]
    names = re.findall(r"(?m)^  ([a-z]+) ", listed.partition("\n  (")[0])
    assert "explain" in names
    for name in names:
        assert run_command([name, "x"]) == 2
        said = capsys.readouterr().err
        assert f"No such command '{name}'; `groundspec {name}` is one, of the reference" in said
    assert run_command(["dcotor"]) == 2
    assert "No such command 'dcotor'; did you mean doctor?" in capsys.readouterr().err


def schema(name: str, capsys: pytest.CaptureFixture[str]) -> Json:
    assert run_command([name, "--schema"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    return tiny.make(tmp_path)


@pytest.mark.parametrize("name", [*with_json(), "known-failures"])
def test_every_command_that_prints_json_prints_its_schema(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = schema(name, capsys)
    Draft202012Validator.check_schema(found)
    assert found["$id"].startswith("urn:groundspec:harness-")


@pytest.mark.parametrize("name", ["list", "lint", "trace"])
def test_a_schema_that_is_printed_needs_no_other_file(
    name: str, known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    validator = Draft202012Validator(schema(name, capsys))
    run_command([name, "--format", "json", "--root", str(known.resources.root)])
    found = json.loads(capsys.readouterr().out)
    assert list(validator.iter_errors(found)) == []
    found["version"] = 0
    if name == "list":  # behind a reference into another schema
        found["corpus"]["sha256"] = "abc"
        assert len(list(validator.iter_errors(found))) == 2
    assert list(validator.iter_errors(found)) != []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_asks_the_command(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["completion", shell]) == 0
    said = capsys.readouterr()
    assert f"_GROUNDSPEC_HARNESS_COMPLETE={shell}_complete" in said.out
    assert "groundspec-harness" in said.out
    assert said.err == ""


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["completion", "tcsh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err


def completed(*words: str) -> list[str]:
    """What a shell is offered for the last word."""
    line = " ".join(["groundspec-harness", *words])
    env = {
        **os.environ,
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words)),
        "_GROUNDSPEC_HARNESS_COMPLETE": "bash_complete",
    }
    command = [sys.executable, "-m", "groundspec_harness"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    return [item.partition(",")[2] for item in done.stdout.split()]


def test_vectors_rules_codes_and_classes_complete_without_reading_a_vector(
    known: Specification,
) -> None:
    for path in known.resources.conformance.glob("*/*/*.json"):
        path.write_text("no JSON", "utf-8")
    root = ("--root", str(known.resources.root))
    absent = [f"quote/absent/{name}" for name in ("one", "three", "two")]
    assert completed("why", *root, "quote/a") == absent
    assert completed("run", *root, "-k", "quote/a") == absent
    assert completed("run", *root, "-k", "Q-AB") == ["Q-ABSENT"]
    assert completed("run", *root, "-k", "UNLOC") == ["UNLOCATED"]
    assert completed("run", *root, "-k", "quote-") == ["quote-exact"]
    assert completed("run", *root, "-k", "nothing") == []


def test_a_specification_that_is_not_there_completes_to_nothing(tmp_path: Path) -> None:
    assert completed("why", "--root", str(tmp_path), "quote/a") == []


def test_commands_and_formats_complete() -> None:
    assert completed("verify") == ["verify-report"]
    assert completed("run", "--format", "j") == ["json", "junit"]
