"""`fuzz` and `compare`: planted faults are found, made small, and become vectors."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.commands.fuzz import told
from groundspec_harness.fuzzing.hunt import Bag
from groundspec_harness.fuzzing.packets import Kinds
from groundspec_harness.fuzzing.printing import printed
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.schemas import Schemas
from groundspec_harness.specification import at
from harness import planted

REFERENCE = f"{sys.executable} -m groundspec stdio"
MUTANT = f"{sys.executable} {planted.HERE / 'mutant.py'}"


CORE = [sys.executable, str(planted.HERE / "broken" / "ailing.py"), "none"]


def harness(*arguments: str, cwd: Path) -> tuple[int, str, str]:
    ended = subprocess.run(
        [sys.executable, "-m", "groundspec_harness", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        timeout=400,
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


def spoiled(fault: str) -> list[str]:
    return [sys.executable, str(planted.HERE / "spoiled.py"), fault]


@pytest.mark.parametrize(
    ("check", "fault"),
    [("quote", "offsets-count-utf16-units"), ("fact", "minus-does-not-make-negative")],
)
def test_planted_fault_becomes_a_vector(check: str, fault: str, tmp_path: Path) -> None:
    options = ("--check", check, "--vectors", "new")
    found = report("fuzz", *options, REFERENCE, f"{MUTANT} {fault}", cwd=tmp_path)
    vector = found["finding"]["vector"]
    assert len(printed(vector["packet"])) <= planted.LINES
    assert vector["origin"] == "fuzz"
    assert " A has " in vector["note"]
    assert "command A" in vector["note"]
    written = tmp_path / "new" / f"{vector['id']}.json"
    assert json.loads(written.read_text("ascii")) == vector
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert planted.refused([vector], alone=True) == {}


@pytest.mark.parametrize(
    ("fault", "kind", "says"),
    [
        ("any-receipt-verifies", "forged", "changed, is answered with verified"),
        ("no-receipt-verifies", "verify", "its own receipt is answered with DECISIONS_DIFFER"),
        ("a-code-that-comes-and-goes", "repetition", "asked the same once more"),
        ("an-unlisted-refusal", "refusal", "'BAD_PACKET' is no refusal code"),
        ("crashes-at-a-bracket", "crash", "exited with status 3"),
        ("refuses-as-malformed", "unsupported", "MALFORMED_REQUEST"),
    ],
)
def test_one_program_against_itself(fault: str, kind: str, says: str, tmp_path: Path) -> None:
    options = ("--timeout", "60", "--check", "quote")
    found = report("fuzz", *options, "--", *spoiled(fault), cwd=tmp_path)
    assert found["finding"]["kind"] == kind
    assert says in found["finding"]["detail"]
    assert len(found["finding"]["packet"]) < 400


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    options = ("fuzz", "--timeout", "60", "--examples", "20", "--format", "json")
    first, again, other = (
        harness(*options, "--seed", seed, "--", *spoiled("none"), cwd=tmp_path)
        for seed in ("5", "5", "6")
    )
    assert first[0] == 0
    assert first[1] == again[1]
    assert json.loads(first[1])["finding"] is None
    assert json.loads(first[1])["asked"] == 20
    assert list(tmp_path.iterdir()) == []
    assert other[1] != first[1]


@pytest.mark.parametrize(
    ("asked", "late", "says"),
    [
        (20, False, "nothing found in 20 packets (quote)"),
        (8, True, "nothing found in 8 packets until time was up (quote)"),
        (8, False, "nothing found in 8 packets of 20, for hardly another one was new (quote)"),
    ],
)
def test_why_fewer_packets_were_asked(asked: int, late: bool, says: str) -> None:
    bag = Bag(Kinds(("quote",)), asked, late, None, 20)
    assert list(told(bag, at(None))) == [says]


def test_a_vector_is_never_written_over(tmp_path: Path) -> None:
    arguments = ("fuzz", "--vectors", ".", "--", *spoiled("a-member-too-many"))
    harness(*arguments, cwd=tmp_path)
    (path,) = tmp_path.rglob("*.json")
    path.write_text("mine")
    status, _, err = harness(*arguments, cwd=tmp_path)
    assert (status, path.read_text()) == (1, "mine")
    assert "is there already" in err


def test_compare_says_which_is_right(tmp_path: Path) -> None:
    mutant = f"{MUTANT} minus-does-not-make-negative"
    folders = ("-k", "fact/sign", "-k", "fact/scale")
    found = report("compare", *folders, mutant, REFERENCE, cwd=tmp_path)
    rows = found["vectors"]["differ"]
    assert 0 < len(rows) < found["vectors"]["asked"]
    assert {row["right"] for row in rows} == {"B"}
    assert found["packets"] is None
    assert found["status"] == 1
    assert not [row for row in rows if row["id"].startswith("fact/scale/")]


def test_compare_of_two_alike(tmp_path: Path) -> None:
    found = report("compare", "-k", "fact/claim", REFERENCE, REFERENCE, cwd=tmp_path)
    assert (found["status"], found["vectors"]["differ"]) == (0, [])
    assert found["vectors"]["asked"] > 10


def test_compare_tells_faults_from_differences(tmp_path: Path) -> None:
    crashing = " ".join(spoiled("crashes-at-a-bracket"))
    found = report("compare", "-k", "quote/edge-brackets/end", REFERENCE, crashing, cwd=tmp_path)
    (row,) = found["vectors"]["differ"]
    assert (row["right"], row["first_byte"], found["status"]) == ("A", None, 3)
    assert [(fault["command"], fault["kind"]) for fault in row["faults"]] == [("B", "crash")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("fuzz", "groundspec", "stdio", "--ablation"), "one program stands behind `--`"),
        (("fuzz", "no-such-program"), "there is no such program"),
        (("fuzz", "groundspec 'stdio"), "is no command"),
        (("compare", "", "groundspec stdio"), "an empty command"),
        (("fuzz", "--check", "fact", "--", "node", "PORT"), "--check fact: no packets"),
        (("fuzz", "--", *CORE), "and the program claims core; until it claims one, `probe`"),
        (("fuzz", shlex.join(CORE), REFERENCE), "and A claims core, B claims core, packet, quote"),
    ],
)
def test_unusable(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    port = str(planted.REPOSITORY / "conformance" / "miniature" / "port.mjs")
    given = [port if argument == "PORT" else argument for argument in arguments]
    status, out, err = harness(*given, cwd=tmp_path)
    assert (status, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_without_hypothesis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hypothesis.py").write_text("raise ImportError('none')")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    status, _, err = harness("fuzz", "--", *spoiled("none"), cwd=tmp_path)
    assert status == 2
    assert "`pip install hypothesis`" in err


def test_nothing_is_left_when_it_is_ended(tmp_path: Path) -> None:
    command = [*spoiled("none"), str(tmp_path)]
    program = subprocess.Popen(
        [sys.executable, "-m", "groundspec_harness", "fuzz", "--timeout", "60", "--", *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert program.stderr is not None
    assert b"packets" in program.stderr.readline()  # it is at work
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=60)
    assert program.returncode == 128 + signal.SIGTERM
    assert running(str(tmp_path)) == []


def running(marker: str) -> list[str]:
    """The processes whose command has a marker in it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if marker.encode() in path.read_bytes():
                found.append(path.parent.name)
    return found
