"""`run`, `list` and `why` as they are typed: what they print, the reports, the exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.specification import Specification
from harness import tiny

Json = Any
TWO = "quote/absent/two"


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    (tmp_path / "spec").mkdir()
    return tiny.make(tmp_path / "spec")


@pytest.fixture
def right(known: Specification, tmp_path: Path) -> list[str]:
    """The command of a program that answers every vector rightly."""
    return tiny.oracle(tmp_path, tiny.exchanges(known))


def run(known: Specification, command: list[str], *options: str) -> int:
    return run_command(["run", *options, "--root", str(known.resources.root), "--", *command])


def report(known: Specification, command: list[str], *options: str) -> dict[str, Any]:
    """The report of a run, valid by its schema and with a right footer."""
    output = known.resources.root / "report.json"
    status = run(known, command, "--format", "json", "-o", str(output), *options)
    found: dict[str, Any] = json.loads(output.read_bytes())
    problems = known.schemas.problems("urn:groundspec:harness-report", found)
    assert list(map(str, problems)) == []
    assert found["status"] == status
    assert list(found)[-1] == "footer"
    body = {name: value for name, value in found.items() if name != "footer"}
    assert found["footer"]["sha256"] == text_digest(canonical(body))
    assert found["footer"]["results"] == len(found["results"])
    return found


def wrong(known: Specification, folder: Path, old: bytes, new: bytes, **more: Json) -> list[str]:
    """A program that has one thing wrong in its answers."""
    pairs = [(asked, text.replace(old, new)) for asked, text in tiny.exchanges(known, **more)]
    return tiny.oracle(folder, pairs)


def test_all_at_bytes(
    known: Specification, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(known, right) == 0
    said = capsys.readouterr()
    assert said.out.endswith("8 of 8 vectors at bytes; answers byte-identical\n")
    assert said.err == ""


def test_the_report_binds_what_was_run(known: Specification, right: list[str]) -> None:
    found = report(known, right)
    corpus = known.corpus
    assert found["corpus"] == {"sha256": corpus.sha256, "vectors": 8}
    files = {v.id: text_digest(v.path.read_bytes()) for v in corpus.vectors}
    assert corpus.sha256 == text_digest(canonical(files))
    assert found["spec"]["sha256"] == text_digest(known.resources.spec.read_bytes())
    assert found["command"] == right
    assert found["implementation"] == tiny.DESCRIPTION
    assert found["total"] == {
        "vectors": 8, "outcome": 8, "codes": 8, "evidence": 8, "bytes": 8, "faults": 0
    }  # fmt: skip
    assert report(known, right) == found


def test_a_divergence_is_shown_by_pointer_and_byte(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = wrong(known, tmp_path, b'"start":3', b'"start":2')
    assert run(known, command, "-k", TWO) == 1
    said = capsys.readouterr().out
    for line in (
        f"{TWO}: reaches the level codes.",
        "/receipt/decisions/0/spans/0/start",
        "expected  3",
        "actual    2",
        "first differing byte: ",
        f"again: groundspec-harness run -k {TWO} --root ",
        "0 of 1 vectors at bytes; 1 diverge",
    ):
        assert line in said
    found = report(known, command)
    result = next(result for result in found["results"] if result["id"] == TWO)
    assert result["level"] == "codes"
    assert result["differences"] == [
        {"pointer": "/receipt/decisions/0/spans/0/start", "expected": "3", "actual": "2"}
    ]
    assert found["total"]["bytes"] == 7


def test_classes_that_are_not_claimed_are_counted_and_not_run(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known, classes=["packet"]))
    found = report(known, command)
    assert found["status"] == 0
    assert found["classes"]["run"] == [
        {"class": "core", "vectors": 3},
        {"class": "packet", "vectors": 1},
    ]
    assert found["classes"]["not_run"] == [{"class": "quote-exact", "vectors": 4}]
    assert run(known, command) == 0
    assert "not run: 4 vectors of classes not claimed (quote-exact)" in capsys.readouterr().out
    assert run(known, command, "-k", "quote-exact") == 2
    assert "nothing to run" in capsys.readouterr().err


def test_classes_without_vectors_are_named_where_they_are_claimed(
    known: Specification, tmp_path: Path
) -> None:
    pairs = tiny.exchanges(known, classes=["packet", "answer"], checks=[])
    command = tiny.oracle(tmp_path, pairs)
    found = report(known, command)
    assert found["classes"]["without_vectors"] == ["answer"]
    assert found["summary"].startswith("conforms to core and packet: 4 of 4 vectors at bytes")
    assert found["summary"].endswith("; no vectors yet of answer")


def test_a_paragraph_without_vectors_is_known_and_says_who_checks_it(
    known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    for name, says in (
        ("P-SIZE", "is a paragraph of SPEC.md that no vector pins (checked by `doctor` (long-line"),
        ("TOO_LARGE", "is a code of codes.json that no vector pins (A request line over 64 MiB"),
        ("Q-ACCEPT", "is a paragraph of SPEC.md that no vector pins (one is to be written)"),
    ):
        assert run_command(["list", "-k", name, "--root", root]) == 2
        said = capsys.readouterr().err
        assert f"-k '{name}' selects no vector: it {says}" in said
        assert "did you mean" not in said


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ("core", 3), ("core/*", 3), ("quote/absent", 3), (TWO, 1), ("Q-ABSENT", 2), ("Q-*", 3),
        ("UNLOCATED", 2), ("JSON_*", 1), ("*/nan", 1), ("quote-exact", 4),
    ],
)  # fmt: skip
def test_what_an_expression_selects(
    known: Specification, expression: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    assert run_command(["list", "-k", expression, "--root", root]) == 0
    assert len(capsys.readouterr().out.splitlines()) == count


def test_expressions_are_alternatives_and_each_must_select(
    known: Specification, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(report(known, right, "-k", "core", "-k", TWO)["results"]) == 4
    capsys.readouterr()
    assert run(known, right, "-k", "core", "-k", "Q-ABSNT") == 2
    said = capsys.readouterr().err
    assert "-k 'Q-ABSNT' selects no vector" in said
    assert "did you mean Q-ABSENT?" in said


def test_per_case_starts_a_program_for_each(known: Specification, right: list[str]) -> None:
    found = report(known, right, "--per-case")
    assert (found["mode"], found["total"]["bytes"]) == ("per-case", 8)


def test_a_vector_without_receipt_is_judged_by_what_is_written_by_hand(
    known: Specification, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = known.resources.conformance / f"{TWO}.json"
    value = json.loads(path.read_bytes())
    del value["receipt"]
    tiny.add(known, value)
    found = report(known, right)
    assert [r["level"] for r in found["results"] if r["id"] == TWO] == ["evidence"]
    assert run(known, right, "-k", TWO) == 1
    assert "not blessed" in capsys.readouterr().out


def test_a_readable_answer_in_another_form_keeps_the_process(
    known: Specification, tmp_path: Path
) -> None:
    pairs = [
        (asked, text if b'"describe"' in asked else text[:-2] + b" }\n")
        for asked, text in tiny.exchanges(known)
    ]
    found = report(known, tiny.oracle(tmp_path, pairs))
    assert found["faults"]["malformed"] == 8
    assert found["status"] == 3
    details = {result["fault"]["detail"] for result in found["results"]}
    assert {detail.rpartition("; ")[2] for detail in details} == {"its value is right"}


def test_an_answer_that_comes_twice_spoils_its_own_vector_only(
    known: Specification, tmp_path: Path
) -> None:
    """Even when the second copy comes late, as the answer to the next request."""
    file = tiny.oracle(tmp_path, tiny.exchanges(known))[-1]
    program = (
        "import json, sys, time\nfrom pathlib import Path\n"
        f"sys.path.insert(0, {str(tiny.HERE)!r})\nfrom oracle import split\n"
        f"answers = json.loads(Path({file!r}).read_text())\n"
        "for line in sys.stdin:\n"
        "    key, name = split(line)\n"
        "    before, after = answers[key]\n"
        "    text = before if after is None else before + name + after\n"
        "    sys.stdout.write(text); sys.stdout.flush()\n"
        "    if 'northern' in line:\n"
        "        time.sleep(float(sys.argv[1])); sys.stdout.write(text); sys.stdout.flush()\n"
    )
    script = tmp_path / "twice.py"
    script.write_text(program, "utf-8")
    for delay in ("0", "0.02", "0.3"):
        found = report(known, [sys.executable, str(script), delay])
        faults = {r["id"]: r["fault"]["kind"] for r in found["results"] if r["fault"]}
        assert faults == {"quote/absent/one": "extra"}
        assert found["status"] == 3


@pytest.mark.parametrize(
    ("description", "says"),
    [
        ({"protocol": 2}, "speaks protocol version 2"),
        ({"classes": ["quote-exakt"]}, "unknown conformance class 'quote-exakt'; did you mean"),
        ({"classes": []}, "nothing to run"),
        ({"name": 1}, "did not describe itself: malformed"),
    ],
)
def test_a_description_that_does_not_do(
    known: Specification,
    tmp_path: Path,
    description: dict[str, Json],
    says: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known, **description))
    assert run(known, command) == 2
    assert says in capsys.readouterr().err


def test_a_crash_at_the_start_is_told_with_its_last_words(
    known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    program = "import sys; sys.exit('\\x1b[31mno such table')"
    assert run(known, [sys.executable, "-c", program]) == 2
    said = capsys.readouterr().err
    assert "crash: exited with status 1" in said
    assert "| \\x1b[31mno such table" in said


def test_list_as_json_is_valid(known: Specification, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(known.resources.root)
    assert run_command(["list", "--format", "json", "--root", root]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(known.schemas.problems("urn:groundspec:harness-list", found)) == []
    assert [row["id"] for row in found["vectors"]] == sorted(known.corpus.by_id)


def test_lint_as_json_is_valid(known: Specification, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(known.resources.root)
    assert run_command(["lint", "--format", "json", "--root", root]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(known.schemas.problems("urn:groundspec:harness-lint", found)) == []


def test_why_shows_all_there_is(
    known: Specification, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    assert run_command(["why", TWO, "--root", root]) == 0
    said = capsys.readouterr().out
    for part in (
        "A tiny vector shows one thing.", "What Q-ABSENT says.", '"text": "p\\u00f4t"',
        '"receipt_sha256"', '{"do":"decide","id":"2","packet":',
        f"groundspec-harness run -k {TWO} -- COMMAND",
        f"groundspec-harness why {TWO} --request | COMMAND",
    ):  # fmt: skip
        assert part in said
    assert said.isascii()
    assert run_command(["why", TWO, "--root", root, "--", *right]) == 0
    assert "right, byte for byte" in capsys.readouterr().out


def test_why_with_a_program_shows_the_difference(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = wrong(known, tmp_path, b'"start":3', b'"start":2')
    root = str(known.resources.root)
    assert run_command(["why", TWO, "--root", root, "--", *command]) == 1
    assert "/receipt/decisions/0/spans/0/start" in capsys.readouterr().out
    assert run_command(["why", "quote/absent/tow", "--root", root]) == 2
    assert "did you mean quote/absent/two" in capsys.readouterr().err


def test_a_request_can_be_piped_into_a_program(
    known: Specification, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    assert run_command(["why", TWO, "--request", "--root", root]) == 0
    request = capsys.readouterr().out
    done = subprocess.run(right, input=request, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["receipt"] == known.corpus.by_id[TWO].data["receipt"]


def harness(*arguments: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "groundspec_harness", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def test_the_table_is_drawn_in_what_the_place_can_show(
    known: Specification, right: list[str]
) -> None:
    root = str(known.resources.root)
    for encoding, rule in (("ascii", "-----"), ("utf-8", "\u2500\u2500\u2500")):
        env = {**os.environ, "PYTHONIOENCODING": encoding}
        done = harness("run", "--root", root, "--", *right, env=env, encoding="utf-8")
        assert done.returncode == 0
        assert rule in done.stdout


def test_a_broken_pipe_is_quiet(known: Specification) -> None:
    command = [
        sys.executable,
        "-m",
        "groundspec_harness",
        "list",
        "--root",
        str(known.resources.root),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_unusable_arguments_are_one_clear_line(known: Specification, tmp_path: Path) -> None:
    root = str(known.resources.root)
    for arguments, says in (
        (["run", "--root", root], "COMMAND"),
        (["run", "--timeout", "0", "--root", root, "--", "x"], "--timeout"),
        (["list", "--root", str(tmp_path)], "no SPEC.md, schemas, conformance there"),
        (["list", "--root", root, "-o", str(tmp_path / "no/where")], "is no folder"),
        (["run", "--root", root, "--", str(tmp_path / "no")], "there is no such program"),
    ):
        done = harness(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert says in done.stderr
        assert "Traceback" not in done.stderr


def test_a_broken_vector_is_named(known: Specification) -> None:
    path = known.resources.conformance / f"{TWO}.json"
    path.write_bytes(path.read_bytes()[:-20])
    done = harness("list", "--root", str(known.resources.root))
    assert done.returncode == 2
    assert f"conformance/{TWO}.json: line " in done.stderr


def test_a_file_is_written_whole_or_not_at_all(
    known: Specification, right: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    output = folder / "report.json"
    output.write_text("as it was")
    assert run(known, ["/no/such"], "--format", "json", "-o", str(output)) == 2
    assert output.read_text() == "as it was"
    assert run(known, right, "--format", "json", "-o", str(output)) == 0
    assert [path.name for path in folder.iterdir()] == ["report.json"]
    assert json.loads(output.read_bytes())["status"] == 0
