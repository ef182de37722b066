"""Known failures: the four cells, what their file may hold, and bringing it up to date."""

import json
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.specification import Specification
from harness import mixed, tiny
from harness.mixed import FAILS, FAULT, KNOWN, STALE

Json = Any
NOWHERE = f"sha256:{'0' * 64}"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    return mixed.specification(tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def program(known: Specification, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """It diverges at two vectors, one is a fault."""
    return mixed.command(known, tmp_path_factory.mktemp("program"), ends=0)


@pytest.fixture(scope="module")
def right(known: Specification, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return tiny.oracle(tmp_path_factory.mktemp("right"), tiny.exchanges(known))


@pytest.fixture(scope="module")
def failures(known: Specification, program: list[str]) -> dict[str, Json]:
    """The results that are not at bytes, by id."""
    found = mixed.report(known, program)["results"]
    return {result["id"]: result for result in found if result["level"] != "bytes"}


def update(known: Specification, program: list[str], *options: str) -> int:
    root = str(known.resources.root)
    return run_command(["known-failures", *options, "--root", root, "--", *program])


def entries(path: Path) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = json.loads(path.read_bytes())["entries"]
    return found


def states(report: dict[str, Json]) -> dict[str, str]:
    return {r["id"]: r["known"]["state"] for r in report["results"] if r["known"]}


def test_what_is_listed_does_not_count_for_max_failures(
    known: Specification, program: list[str], failures: dict[str, Json], tmp_path: Path
) -> None:
    def asked(*listed: Json) -> list[str]:
        path = mixed.write(tmp_path / "k.json", *map(mixed.entry, listed))
        options = ("--known-failures", str(path), "--max-failures", "1")
        return [result["id"] for result in mixed.report(known, program, *options)["results"]]

    first, second, third = failures.values()
    every = len(mixed.report(known, program)["results"])
    assert len(asked(first, second, third)) == every
    ended = {
        third["id"]: asked(first, second),
        second["id"]: asked(first, third),
        first["id"]: asked(second, third),
    }
    assert all(name in names for name, names in ended.items())
    assert len({len(names) for names in ended.values()}) == 3


def test_what_fails_as_listed_does_not_fail_the_run(
    known: Specification, program: list[str], failures: dict[str, Json], tmp_path: Path
) -> None:
    assert set(failures) == {FAILS, KNOWN, FAULT}
    path = mixed.write(tmp_path / "k.json", *map(mixed.entry, failures.values()))
    found = mixed.report(known, program, "--known-failures", str(path))
    assert (found["status"], set(states(found).values())) == (0, {"known"})
    assert found["known_failures"]["known"] == 3
    assert "3 known before and not counted against it" in found["summary"]
    assert found["total"]["bytes"] == 5  # what is known is no less wrong


@pytest.mark.parametrize(
    ("left_out", "status"), [(FAILS, 1), (KNOWN, 1), (FAULT, 3)]
)  # fmt: skip
def test_what_fails_and_is_not_listed_fails_the_run(
    known: Specification,
    program: list[str],
    failures: dict[str, Json],
    left_out: str,
    status: int,
    tmp_path: Path,
) -> None:
    listed = [mixed.entry(result) for name, result in failures.items() if name != left_out]
    path = mixed.write(tmp_path / "k.json", *listed)
    assert mixed.report(known, program, "--known-failures", str(path))["status"] == status


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (FAILS, {"fingerprint": NOWHERE}),
        (FAILS, {"level": "outcome"}),
        (FAULT, {"fault": "crash"}),
        (FAULT, {"fault": None, "level": "codes"}),
    ],
)
def test_what_fails_otherwise_than_listed_fails_the_run_and_is_said(
    known: Specification,
    program: list[str],
    failures: dict[str, Json],
    name: str,
    change: dict[str, Json],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = {key: mixed.entry(result) for key, result in failures.items()}
    rows[name] = {k: v for k, v in {**rows[name], **change}.items() if v is not None}
    path = mixed.write(tmp_path / "k.json", *rows.values())
    assert mixed.run(known, program, "--known-failures", str(path)) == (3 if name == FAULT else 1)
    said = capsys.readouterr().out
    listed = rows[name].get("level") or rows[name].get("fault")
    assert f" {listed}), but it fails otherwise" in said
    assert "1 listed as known, but failing otherwise" in said


def test_what_is_listed_and_passes_is_an_error(
    known: Specification,
    right: list[str],
    failures: dict[str, Json],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = mixed.write(tmp_path / "k.json", mixed.entry(failures[FAILS]))
    assert mixed.run(known, right, "--known-failures", str(path)) == 1
    said = capsys.readouterr().out
    assert f"{FAILS}: listed as a known failure (level codes), but it passes" in said
    assert "known-failures --prune" in said


def test_an_entry_counts_until_its_last_day(
    known: Specification,
    program: list[str],
    right: list[str],
    failures: dict[str, Json],
    tmp_path: Path,
) -> None:
    rows = [mixed.entry(result, expires="2030-02-28") for result in failures.values()]
    options = ("--known-failures", str(mixed.write(tmp_path / "k.json", *rows)), "--today")
    assert mixed.report(known, program, *options, "2030-02-28")["status"] == 0
    late = mixed.report(known, program, *options, "2030-03-01")
    assert (late["status"], late["known_failures"]["expired"]) == (1, 3)
    assert late["summary"].endswith("; 3 listed as known, but expired")
    mended = mixed.report(known, right, *options, "2030-03-01")
    assert (mended["status"], "expired" in mended["summary"]) == (0, False)
    assert mixed.report(known, right, *options, "2030-02-28")["status"] == 1


def test_entries_of_vectors_that_were_not_run_are_counted_and_left_alone(
    known: Specification, program: list[str], failures: dict[str, Json], tmp_path: Path
) -> None:
    path = mixed.write(tmp_path / "k.json", *map(mixed.entry, failures.values()))
    options = ("-k", FAILS, "--known-failures", str(path))
    found = mixed.report(known, program, *options)
    assert (found["status"], found["known_failures"]["not_run"]) == (0, 2)


def test_a_fingerprint_is_the_same_in_every_run(
    known: Specification, program: list[str], failures: dict[str, Json]
) -> None:
    alone = {
        name: mixed.report(known, program, "-k", name, "--per-case")["results"][0]
        for name in failures
    }
    for name, result in failures.items():
        assert alone[name]["fingerprint"] == result["fingerprint"]
    assert len({result["fingerprint"] for result in failures.values()}) == 3


ROW = {"vector": FAILS, "level": "codes", "fingerprint": NOWHERE}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([ROW, {**ROW, "vector": "quote/absent/tow"}],
         "/entries/1/vector: there is no vector 'quote/absent/tow'; did you mean quote/absent/two"),
        ([ROW, {**ROW, "vector": KNOWN}, ROW],
         f"/entries/2/vector: {FAILS} stands at /entries/0 already"),
        ([{**ROW, "fault": "crash"}], "/entries/0: "),
        ([{**ROW, "level": "bytes"}], '/entries/0/level: "bytes" is not one of'),
        ([{**ROW, "fingerprint": "abc"}], "/entries/0/fingerprint: "),
        ([{**ROW, "issue": "javascript:alert(1)"}], "/entries/0/issue: "),
        ([{**ROW, "expires": "2030-02-30"}], "/entries/0/expires: 2030-02-30 is no day"),
        ([{**ROW, "expires": "soon"}], "/entries/0/expires: "),
        ([{**ROW, "why": "?"}], "/entries/0: "),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_refused_with_the_place(
    known: Specification,
    right: list[str],
    rows: list[dict[str, Json]],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = mixed.write(tmp_path / "k.json", *rows)
    before = path.read_bytes()
    assert mixed.run(known, right, "--known-failures", str(path)) == 2
    assert update(known, right, "--write", str(path)) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    for line in said:
        assert line.startswith(f"groundspec-harness: {path}: {says}")
    assert path.read_bytes() == before


def test_a_file_that_is_none_is_refused(
    known: Specification, right: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "k.json"
    assert mixed.run(known, right, "--known-failures", str(path)) == 2
    assert update(known, right, "--prune", str(path)) == 2
    path.write_text('{"file": "groundspec-harness/known-failures",\n "entries": [}', "utf-8")
    assert mixed.run(known, right, "--known-failures", str(path)) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith("No such file or directory")
    assert f"{path}: line 2, column 14" in said[2]
    assert update(known, right) == 2
    assert update(known, right, "--write", str(path), "--prune", str(path)) == 2


def test_write_lists_what_fails_and_keeps_what_people_added(
    known: Specification,
    program: list[str],
    failures: dict[str, Json],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "k.json"
    assert update(known, program, "--write", str(path)) == 0
    assert "3 entries (3 added, 0 changed, 0 removed)" in capsys.readouterr().err
    assert entries(path) == [mixed.entry(failures[name]) for name in sorted(failures)]
    first = path.read_bytes()
    assert update(known, program, "--write", str(path)) == 0
    assert path.read_bytes() == first
    assert mixed.run(known, program, "--known-failures", str(path)) == 0

    words = {"issue": mixed.ISSUE, "expires": "2040-01-01", "reason": "because"}
    old = mixed.entry({**failures[FAULT], "fingerprint": NOWHERE}, **words)
    mixed.write(path, {**ROW, "vector": STALE, **words}, old)
    capsys.readouterr()
    assert update(known, program, "--write", str(path)) == 0
    assert "3 entries (2 added, 1 changed, 1 removed)" in capsys.readouterr().err
    assert entries(path)[0] == mixed.entry(failures[FAULT], **words)
    problems = known.schemas.problems(
        "urn:groundspec:harness-known-failures", json.loads(path.read_bytes())
    )
    assert list(problems) == []


def test_write_of_a_selection_leaves_the_others_as_they_are(
    known: Specification, program: list[str], failures: dict[str, Json], tmp_path: Path
) -> None:
    other = {**ROW, "vector": KNOWN, "reason": "not asked"}
    path = mixed.write(tmp_path / "k.json", other)
    assert update(known, program, "--write", str(path), "-k", FAILS) == 0
    assert entries(path) == [mixed.entry(failures[FAILS]), other]


def test_prune_takes_out_what_passes_and_nothing_else(
    known: Specification,
    program: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed = {**ROW, "reason": "it fails otherwise, and stays"}
    path = mixed.write(tmp_path / "k.json", {**ROW, "vector": STALE}, changed)
    assert update(known, program, "--prune", str(path)) == 0
    assert "1 entry (0 added, 0 changed, 1 removed)" in capsys.readouterr().err
    assert entries(path) == [changed]
    assert [each.name for each in tmp_path.iterdir()] == ["k.json"]


@pytest.mark.parametrize("option", ["--prune", "--write"])
def test_entries_that_stay_though_they_are_expired_are_named(
    known: Specification,
    program: list[str],
    failures: dict[str, Json],
    option: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    days = {FAILS: "2030-02-28", FAULT: "2030-02-27", KNOWN: "2030-03-01"}
    rows = [mixed.entry(failures[name], expires=day) for name, day in days.items()]
    path = mixed.write(tmp_path / "k.json", *rows)
    assert update(known, program, option, str(path), "--today", "2030-02-28") == 0
    said = capsys.readouterr().err.splitlines()[1:]
    assert [line.partition(": expired: ")[2].partition(";")[0] for line in said] == [
        f"{FAULT} was listed until 2030-02-27"
    ]
    assert update(known, program, option, str(path), "--today", "2030-03-01") == 0
    assert capsys.readouterr().err.count(": expired: ") == 2
    assert {entry["vector"]: entry["expires"] for entry in entries(path)}[FAULT] == "2030-02-27"


GONE = "quote/gone/one"


@pytest.fixture
def retired(tmp_path: Path) -> Specification:
    """The specification with retired vectors, one of which has another in its place."""
    known = mixed.specification(tmp_path / "spec")
    stones = {f"{GONE}-{n}": {"retired": "0.1.0", "reason": "It is a rule."} for n in range(4)}
    stones[GONE] = {"retired": "0.2.0", "reason": "It is none now.", "replaced_by": FAILS}
    path = known.resources.conformance / "tombstones.json"
    path.write_text(json.dumps({"tombstones": stones}), "utf-8")
    return known


def test_run_says_of_a_retired_vector_why_and_what_to_do(
    retired: Specification, program: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"{GONE} is retired (0.2.0: It is none now; replaced by {FAILS})"
    path = mixed.write(tmp_path / "k.json", {**ROW, "vector": GONE}, ROW)
    assert mixed.run(retired, program, "--known-failures", str(path)) == 2
    how = f"`known-failures --prune {path}` takes out"
    assert capsys.readouterr().err == (f"groundspec-harness: {path}: {said}; {how} its entry\n")
    rows = [{**ROW, "vector": name} for name in (GONE, *(f"{GONE}-{n}" for n in range(4)))]
    mixed.write(path, *rows)
    assert mixed.run(retired, program, "--known-failures", str(path)) == 2
    assert f"and so are 2 more; {how} these 5 entries" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--prune", "--write"])
def test_entries_of_retired_vectors_are_taken_out_and_named(
    retired: Specification,
    program: list[str],
    failures: dict[str, Json],
    option: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [{**ROW, "vector": GONE}, {**ROW, "vector": f"{GONE}-2"}]
    path = mixed.write(tmp_path / "k.json", *rows, mixed.entry(failures[FAILS]))
    assert update(retired, program, option, str(path), "-k", FAILS) == 0
    assert entries(path) == [mixed.entry(failures[FAILS])]
    assert capsys.readouterr().err.splitlines() == [
        f"groundspec-harness: {path}: 1 entry (0 added, 0 changed, 2 removed)",
        f"groundspec-harness: {path}: removed: {GONE} is retired "
        f"(0.2.0: It is none now; replaced by {FAILS})",
        f"groundspec-harness: {path}: removed: {GONE}-2 is retired (0.1.0: It is a rule)",
    ]
    assert mixed.run(retired, program, "--known-failures", str(path), "-k", FAILS) == 0


def test_nothing_is_written_if_the_program_cannot_be_run(
    known: Specification, tmp_path: Path
) -> None:
    path = tmp_path / "k.json"
    assert update(known, [str(tmp_path / "none")], "--write", str(path)) == 2
    assert list(tmp_path.iterdir()) == []
