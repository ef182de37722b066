"""`fuzz` and `compare`: planted faults are found, made small, and become vectors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.fuzzing.printing import printed
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.schemas import Schemas
from groundspec_harness.specification import at
from harness import planted

REFERENCE = f"{sys.executable} -m groundspec stdio"
MUTANT = f"{sys.executable} {planted.HERE / 'mutant.py'}"


def harness(*arguments: str, cwd: Path) -> tuple[int, str, str]:
    ended = subprocess.run(
        [sys.executable, "-m", "groundspec_harness", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        timeout=120,
    )
    return ended.returncode, ended.stdout, ended.stderr


def report(*arguments: str, cwd: Path) -> dict[str, Any]:
    status, out, err = harness(*arguments[:1], "--format", "json", *arguments[1:], cwd=cwd)
    assert out, err
    value: dict[str, Any] = json.loads(out)
    assert value["status"] == status
    schemas = Schemas(at(None).resources)
    uri = f"urn:groundspec:harness-{arguments[0]}"
    assert [str(problem) for problem in schemas.problems(uri, value)] == []
    footer = value.pop("footer")
    assert footer["sha256"] == text_digest(canonical(value))
    return value


@pytest.mark.parametrize(
    "fault", ["offsets-count-utf16-units", "digests-have-no-prefix", "minus-does-not-make-negative"]
)
def test_planted_fault_becomes_a_vector(fault: str, tmp_path: Path) -> None:
    found = report("fuzz", "--vectors", "new", REFERENCE, f"{MUTANT} {fault}", cwd=tmp_path)
    vector = found["finding"]["vector"]
    assert len(printed(vector["packet"])) <= planted.LINES
    assert vector["origin"] == "fuzz"
    assert " A has " in vector["note"]
    assert "command A" in vector["note"]
    written = tmp_path / "new" / f"{vector['id']}.json"
    assert json.loads(written.read_text("ascii")) == vector
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert planted.refused([vector], alone=True) == {}
