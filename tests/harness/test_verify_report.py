"""`verify-report` on reports that were cut off or edited, and `report` that refuses them."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.report import sealed
from groundspec_harness.specification import Specification, at
from harness import changing, mixed, tiny

Json = Any
Report = dict[str, Json]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    return mixed.specification(tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def made(known: Specification, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a report."""
    folder = tmp_path_factory.mktemp("program")
    program = mixed.command(known, folder)
    path = mixed.listed(known, program, folder / "known.json")
    mixed.report(known, program, "--known-failures", str(path))
    return (known.resources.root / "report.json").read_text("utf-8")


def verify(known: Specification, path: Path, *options: str) -> int:
    root = str(known.resources.root)
    return run_command(["verify-report", str(path), "--root", root, *options])


def resealed(report: Report) -> Report:
    """An edited report with a right footer."""
    body = {name: value for name, value in report.items() if name != "footer"}
    return sealed(body, len(report["results"]))


def test_a_report_verifies(
    known: Specification, made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    path.write_text(made, "utf-8")
    assert verify(known, path) == 0
    said = capsys.readouterr().out
    assert said.startswith("the report verifies: 8 results, sha256:")
    assert "its vectors were checked too" in said
    path.write_text(json.dumps(json.loads(made)), "utf-8")  # white space is not part of it
    assert verify(known, path, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verifies"], found["corpus"], found["problems"]) == (True, "the same", [])
    assert list(known.schemas.problems("urn:groundspec:harness-verify-report", found)) == []


def test_with_other_vectors_a_report_is_checked_against_itself_alone(
    made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tiny.make(tmp_path / "other")
    path = tmp_path / "report.json"
    path.write_text(made, "utf-8")
    assert verify(other, path) == 0
    assert "its vectors were not checked, for the corpus here is sha256:" in capsys.readouterr().out


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.999])
def test_a_report_that_was_cut_off_says_so(
    known: Specification,
    made: str,
    kept: float,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "report.json"
    path.write_text(made[: int(len(made) * kept)], "utf-8")
    assert verify(known, path) == 1
    assert "the report was cut off or edited: it is not JSON (line" in capsys.readouterr().out
    assert run_command(["report", str(path), "--root", str(known.resources.root)]) == 2
    said = capsys.readouterr()
    assert (said.out, "the report was cut off" in said.err) == ("", True)


def test_a_report_whose_end_was_mended_says_so(
    known: Specification, made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = json.loads(made)
    path = tmp_path / "report.json"
    del value["footer"]
    path.write_text(json.dumps(value), "utf-8")
    assert verify(known, path, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["problems"][0]["message"] == "the report was cut off: it has no footer"
    value = json.loads(made)
    del value["results"][-1]
    path.write_text(json.dumps(value), "utf-8")
    assert verify(known, path) == 1
    assert "it counts 8 results, there are 7" in capsys.readouterr().out
    value = json.loads(made)
    value["command"] = ["another"]
    path.write_text(json.dumps(value), "utf-8")
    assert verify(known, path) == 1
    said = capsys.readouterr().out
    assert "/footer/sha256: the report was edited" in said
    assert said.endswith("the report does not verify: 1 problem\n")


def result(report: Report, name: str) -> Report:
    found: Report = next(each for each in report["results"] if each["id"] == name)
    return found


def whitewash(report: Report) -> None:
    failing = result(report, mixed.FAILS)
    for name in ("differences", "more_differences", "first_byte", "member", "hint", "fingerprint"):
        del failing[name]
    failing["level"] = "bytes"


def leave_out(report: Report) -> None:
    report["results"] = [r for r in report["results"] if r["level"] == "bytes"]


EDITS: list[tuple[Callable[[Report], object], str]] = [
    (lambda r: r.update(status=0), "/status: it is 0, but 1 follows"),
    (lambda r: r.update(summary="all is well"), '/summary: it is "all is well", but "5 of 8'),
    (lambda r: r["total"].update(bytes=8), "/total: "),
    (lambda r: r["topics"][0].update(bytes=8), "/topics: "),
    (lambda r: r["topics"].pop(), "/topics: "),
    (lambda r: r["faults"].update(crash=1), "/faults: "),
    (lambda r: r["classes"]["run"][0].update(vectors=9), "/classes/run: "),
    (lambda r: r["classes"]["not_run"].pop(), "/classes/not_run: "),
    (lambda r: r["mend_first"].pop(), "/mend_first: "),
    (lambda r: r["known_failures"].update(known=2), "/known_failures: "),
    (lambda r: r.update(known_failures=None), "/known_failures: "),
    (lambda r: r.update(conforms=["core"]), "/conforms: "),
    (lambda r: r["corpus"].update(vectors=10), "/corpus/vectors: "),
    (lambda r: r.update(selection=["Q-ABSNT"]), "/selection: -k 'Q-ABSNT' selects no vector"),
    (whitewash, "/total: "),
    (leave_out, "/results: selected, but neither run nor skipped: core/digest/empty and 2 more"),
    (lambda r: r["skipped"].pop(), "/results: selected, but neither run nor skipped: quote/window"),
    (lambda r: r["results"].append(r["results"][0]), "/results/8/id: 'core/digest/empty' stands"),
    (lambda r: result(r, mixed.KNOWN).update({"id": "quote/absent/tow"}),
     "there is no vector 'quote/absent/tow'; did you mean quote/absent/two"),
    (lambda r: result(r, mixed.KNOWN).update({"class": "core"}), '/class: it is "core", but'),
    (lambda r: result(r, mixed.KNOWN).update({"title": "Other."}), "/title: "),
    (lambda r: result(r, mixed.KNOWN).update({"rules": []}), "/rules: "),
    (lambda r: result(r, mixed.KNOWN)["differences"][0].update(actual="7"), "/fingerprint: "),
    (lambda r: result(r, mixed.STALE)["known"].update(state="known"), "/known/state: "),
    (lambda r: result(r, mixed.FAULT).update(level="codes"), "reaches no level"),
    (lambda r: result(r, mixed.FAILS).pop("fingerprint"), '"fingerprint" is a required property'),
    (lambda r: r["results"][0].update(id="x"), "/results/0/id: "),
]  # fmt: skip


@pytest.mark.parametrize("edit", range(len(EDITS)), ids=lambda place: EDITS[place][1][:30])
def test_an_edit_with_a_new_digest_is_found(
    known: Specification,
    made: str,
    edit: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change, says = EDITS[edit]
    value = json.loads(made)
    change(value)
    path = tmp_path / "report.json"
    path.write_text(json.dumps(resealed(value)), "utf-8")
    assert verify(known, path) == 1
    assert says in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ": line 1, column 1"),
        ("hello", ": line 1, column 1"),
        ("[]", ": it has no member `report`"),
        ("{}", ": it has no member `report`"),
        ('{"report": "groundspec-harness/lint"}', "but of 'groundspec-harness/lint'"),
        ('{"report": "groundspec-harness/run", "version": 9}', "a report of version 9"),
    ],
)
def test_what_is_no_report_has_its_own_status(
    known: Specification,
    text: str,
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "report.json"
    path.write_text(text, "utf-8")
    assert verify(known, path) == 2
    assert run_command(["report", str(path), "--root", str(known.resources.root)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert [says in line for line in said.err.splitlines()] == [True, True]


PROGRAM = [sys.executable, "-m", "groundspec", "stdio"]
ONE = "quote/exact/offsets-are-bytes"


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("audit", ["KEPT", "--", *PROGRAM]),
        ("compare", ["-k", ONE, *[shlex.join(PROGRAM)] * 2]),
        ("doctor", PROGRAM),
        ("fuzz", ["--examples", "2", "--", *PROGRAM]),
        ("gate", ["KEPT", "KEPT"]),
        ("probe", ["-k", ONE, "--variation", "twice", "--", *PROGRAM]),
    ],
)
def test_reports_of_other_commands_are_checked_too(
    kind: str, arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, path = tmp_path / "kept", tmp_path / "report.json"
    kept.mkdir()
    if kind == "gate":
        changing.make(kept)
    else:
        data = at(None).corpus.by_id[ONE].data
        for name in ("packet", "receipt"):
            (kept / f"{name}.json").write_text(json.dumps(data[name]), "utf-8")
    given = [str(kept) if each == "KEPT" else each for each in arguments]
    assert run_command([kind, "--format", "json", "-o", str(path), *given]) == 0
    capsys.readouterr()
    assert run_command(["verify-report", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("the report verifies: ")
    assert f"of 'groundspec-harness/{kind}', form and footer are checked and no more" in said

    report = json.loads(path.read_bytes())
    path.write_text(json.dumps({**report, "harness": "9.9.9"}), "utf-8")
    assert run_command(["verify-report", str(path)]) == 1
    assert "/footer/sha256: the report was edited" in capsys.readouterr().out
    footer = {**report["footer"], "results": report["footer"]["results"] + 1}
    path.write_text(json.dumps({**report, "footer": footer}), "utf-8")
    assert run_command(["verify-report", "--format", "json", str(path)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["problems"][0]["pointer"] == "/footer/results"
    assert found["corpus"] is None
    del report["status"]
    path.write_text(json.dumps(report), "utf-8")
    assert run_command(["verify-report", str(path)]) == 1
    assert '"status" is a required property' in capsys.readouterr().out
    assert run_command(["report", str(path)]) == 2
    assert f"no report of a run, but of 'groundspec-harness/{kind}'" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(known, tmp_path / "none.json") == 2
    assert f"cannot read the report {tmp_path / 'none.json'}" in capsys.readouterr().err


def test_a_report_is_not_shown_if_it_contradicts_itself(
    known: Specification, made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = json.loads(made)
    value["status"] = 0
    path, output = tmp_path / "report.json", tmp_path / "out.html"
    path.write_text(json.dumps(resealed(value)), "utf-8")
    root = str(at(known.resources.root).resources.root)
    arguments = ["report", str(path), "--format", "html", "-o", str(output), "--root", root]
    assert run_command(arguments) == 2
    assert "/status: it is 0, but 1 follows; `verify-report` lists all" in capsys.readouterr().err
    assert not output.exists()
