"""`gate`: revisions and folders, waivers, and what it prints."""

import json
import os
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.gating.changelog import read as read_changelog
from groundspec_harness.gating.demands import DEMANDS
from groundspec_harness.gating.kinds import KINDS, ChangeClass
from groundspec_harness.gating.schema_shape import differences
from groundspec_harness.gating.showing import MARKDOWN_LIMIT
from groundspec_harness.specification import at
from harness import changing, tiny
from harness.changing import Json, both, log, paragraph, raise_check, text

ONE = "quote/exact/offsets-are-bytes"
REFUSED = "packet/shape/policy-33-markers"
MAY = paragraph("Q-DEGENERATE", lambda old: old.replace(" MUST hold", " MAY hold"))
VERSION = "version-not-raised:quote"
ENTRY = "changelog-missing:Q-DEGENERATE"


def gate(*arguments: object) -> int:
    return run_command(["gate", *map(str, arguments)])


def report(folder: Path, *arguments: object) -> dict[str, Any]:
    """The JSON report of a comparison."""
    output = folder / "gate.json"
    separator = arguments.index("--") if "--" in arguments else len(arguments)
    options = ("--format", "json", "-o", output)
    gate(*arguments[:separator], *options, *arguments[separator:])
    found: dict[str, Any] = json.loads(output.read_bytes())
    assert list(at(None).schemas.problems("urn:groundspec:harness-gate", found)) == []
    return found


# --- Revisions and folders ------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> str:
    who = {
        f"GIT_{role}_{what}": "gate@localhost"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    found = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        env=os.environ | who | quiet,
        check=True,
        capture_output=True,
        text=True,
    )
    return found.stdout.strip()


@pytest.fixture
def repository(head: Path) -> Path:
    """Two commits: the specification, and a rule changed. `git archive` would leave out vectors."""
    git(head, "init", "--quiet", "-b", "main")
    (head / ".gitattributes").write_text("conformance export-ignore\n* text eol=crlf\n", "utf-8")
    git(head, "add", ".")
    git(head, "commit", "--quiet", "-m", "one")
    MAY(head)
    git(head, "commit", "--quiet", "-a", "-m", "two")
    return head


def test_revisions_are_read_as_they_were_committed(repository: Path, base: Path) -> None:
    found = report(repository.parent, "main~1", "main", "--repository", repository / "schemas")
    assert [change["id"] for change in found["changes"]] == ["rule-text-changed:Q-DEGENERATE"]
    assert found["base"]["name"] == "main~1"
    assert found["base"]["commit"] == git(repository, "rev-parse", "main~1")
    assert found["head"]["commit"] == git(repository, "rev-parse", "main")
    assert found["base"]["corpus"]["sha256"] == at(base).corpus.sha256
    assert git(repository, "status", "--porcelain") == ""


def test_without_head_the_working_tree_is_meant(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(repository / "conformance")
    changing.add(tiny.decision("quote/new/one", "a b", "b"))(repository)  # not even added to git
    found = report(tmp_path, "HEAD")
    assert [change["id"] for change in found["changes"]] == ["vector-added:quote/new/one"]
    assert (found["head"]["name"], found["head"]["commit"]) == ("the working tree", None)
    assert str(repository) not in json.dumps(found)


def test_a_folder_against_a_revision(repository: Path, base: Path, tmp_path: Path) -> None:
    found = report(tmp_path, base, "HEAD", "--repository", repository)
    assert found["class"] == "decision-changing"
    assert found["base"]["commit"] is None


def test_nothing_is_left_behind(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(repository.parent))
    monkeypatch.setattr("tempfile.tempdir", None)
    before = set(repository.parent.iterdir())
    assert gate("HEAD~1", "HEAD", "--repository", repository) == 4
    assert gate("HEAD~1", "nothing", "--repository", repository) == 2
    assert set(repository.parent.iterdir()) == before


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def test_a_revision_that_does_not_exist(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate("v9", "--repository", repository) == 2
    said = complaint(capsys)
    assert "BASE: 'v9' is neither a revision" in said
    assert "shallow clone" in said


def test_a_base_without_vectors(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(repository / "conformance")
    git(repository, "commit", "--quiet", "-a", "-m", "three")
    assert gate("HEAD", "HEAD~1", "--repository", repository) == 2
    assert "BASE (HEAD) has no vectors: no folder conformance/" in complaint(capsys)


def test_a_base_whose_folders_hold_no_vectors(
    base: Path, head: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in head.glob("conformance/*/"):
        shutil.rmtree(folder)
    assert gate(head, base) == 2
    assert f"BASE ({head}): no vectors in conformance/" in complaint(capsys)


def test_a_head_that_cannot_be_read(
    base: Path, head: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (head / f"conformance/{ONE}.json").write_text("{", "utf-8")
    assert gate(base, head) == 2
    assert f"HEAD ({head}): conformance/{ONE}.json: line 1" in complaint(capsys)


def test_no_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gate("main", "--repository", tmp_path) == 2
    assert "not a git repository" in complaint(capsys)


def test_no_git(
    repository: Path,
    base: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gate("main", "--repository", repository) == 2
    assert "cannot start git: No such file or directory; name folders instead" in complaint(capsys)
    assert gate(base, "--repository", repository) == 4  # folders need none


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("main", "--"), "a command has to stand behind `--`"),
        (("main", "--today", "tomorrow"), "'tomorrow'"),
        (("main", "--allow", "everything"), "'everything'"),
        (("main", "HEAD", "third"), "third"),
        (("main", "--repository", "no-such-folder"), "no such folder"),
    ],
)
def test_arguments_that_are_unusable(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate(*arguments) == 2
    assert said in complaint(capsys)


# --- Waivers --------------------------------------------------------------------------------------


def waive(folder: Path, *entries: tuple[str, str]) -> Path:
    path = folder / "waivers.json"
    rows = [{"id": name, "reason": "Until the first tag.", "expires": day} for name, day in entries]
    path.write_text(json.dumps({"waivers": rows}), "utf-8")
    return path


LAST = "2027-03-01"


@pytest.mark.parametrize(
    ("entries", "today", "states", "status"),
    [
        ([(VERSION, LAST), (ENTRY, LAST)], LAST, ["used", "used"], 0),
        ([(VERSION, LAST)], LAST, ["used"], 1),
        ([(VERSION, LAST), (ENTRY, LAST)], "2027-03-02", ["expired", "expired"], 1),
        ([(VERSION, LAST), (ENTRY, LAST), ("version-not-raised:fact", LAST)], LAST,
         ["used", "used", "unused"], 0),
        ([(VERSION, LAST), (ENTRY, LAST), ("version-not-raised:facts", LAST)], LAST,
         ["used", "used", "unknown"], 1),
        ([(VERSION, LAST), (ENTRY, LAST), ("version-raised:quote", LAST)], LAST,
         ["used", "used", "unknown"], 1),
        ([(VERSION, LAST), (ENTRY, LAST), (f"tombstone-missing:{ONE}", LAST)], LAST,
         ["used", "used", "unused"], 0),
    ],
)  # fmt: skip
def test_waivers(
    base: Path,
    head: Path,
    entries: list[tuple[str, str]],
    today: str,
    states: list[str],
    status: int,
) -> None:
    MAY(head)
    options = ("--waivers", waive(head, *entries), "--today", today, "--allow", "decision-changing")
    found = report(head.parent, base, head, *options)
    assert [waiver["state"] for waiver in found["waivers"]] == states
    assert found["status"] == status
    used = {waiver["id"] for waiver in found["waivers"] if waiver["state"] == "used"}
    assert {finding["id"] for finding in found["findings"] if finding["waived"]} == used


def test_versions_are_not_waived_after_the_first_release(base: Path, head: Path) -> None:
    both(MAY, log("Q-DEGENERATE."))(head)
    text("CHANGELOG.md", "- All rules", "## [0.1.0]\n\n- All rules")(head)
    options = ("--waivers", waive(head, (VERSION, LAST)), "--today", LAST, "--allow", "breaking")
    found = report(head.parent, base, head, *options)
    assert [waiver["state"] for waiver in found["waivers"]] == ["refused"]
    assert found["status"] == 1


def test_without_a_day_the_clock_decides(base: Path, head: Path) -> None:
    MAY(head)
    days = date.today().isoformat(), "2020-01-01"
    waivers = waive(head, (VERSION, days[0]), (ENTRY, days[1]))
    found = report(head.parent, base, head, "--waivers", waivers)
    assert [waiver["state"] for waiver in found["waivers"]] == ["used", "expired"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "line 1, column 2"),
        ("[]", "(the whole)"),
        ('{"waivers": [{"id": "x:y", "reason": "short", "expires": "2027-01-01"}]}', "/waivers/0"),
        ('{"waivers": [{"id": "x:y", "reason": "Long enough.", "expires": "2027-02-30"}]}',
         "/waivers/0/expires: 2027-02-30 is no day"),
        (json.dumps({"waivers": [{"id": VERSION, "reason": "Long enough.",
                                  "expires": LAST}] * 2}), "is waived twice"),
    ],
)  # fmt: skip
def test_a_file_of_waivers_that_is_none(
    base: Path, head: Path, data: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = head / "waivers.json"
    path.write_text(data, "utf-8")
    assert gate(base, head, "--waivers", path) == 2
    assert said in complaint(capsys)
    assert gate(base, head, "--waivers", head / "none.json") == 2
    assert "cannot read the waivers" in complaint(capsys)


# --- What it prints -------------------------------------------------------------------------------


def test_the_table_says_what_to_do(
    base: Path, head: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    MAY(head)
    assert gate(base, head) == 4
    said = capsys.readouterr().out
    line = at(head).spec.by_id["Q-DEGENERATE"].line
    for part in (
        "decision-changing: a paragraph says something in other words [rule-text-changed]",
        f'  SPEC.md:{line}: Q-DEGENERATE: "MUST", now "MAY"',
        "the version of quote is still 0.1",
        f"[{VERSION}]",
        f"[{ENTRY}]",
        "breaking 0, decision-changing 1, additive 0, editorial 0",
        "more than is allowed (--allow additive); 2 demands not met",
    ):
        assert part in said


def test_the_table_is_cut_and_says_so(
    base: Path, head: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text("schemas/quote.packet.schema.json", '"check": {"const": "quote/0.1"}',
         '"check": {"const": "quote/0.2"}')(head)  # fmt: skip
    gate(base, head, "--max-changes", 2)
    lines = capsys.readouterr().out.splitlines()
    start = next(n for n, line in enumerate(lines) if "[packet-refused]" in line)
    assert lines[start + 3].startswith("  ... and ")
    assert lines[start + 4] == ""


def test_markdown_is_bounded_and_harmless(
    base: Path, head: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = (head / f"conformance/{ONE}.json").read_text("utf-8")
    for number in range(250):
        name = f"quote/many/number-{number}-of-a-long-series-of-vectors"
        path = head / f"conformance/{name}.json"
        path.parent.mkdir(exist_ok=True)
        held = row.replace(ONE, name).replace("Offsets count", f"<b>|`@all` *count*{200 * 'x'}")
        path.write_text(held, "utf-8")
    assert gate(base, head, "--format", "markdown") == 0
    said = capsys.readouterr().out
    assert len(said) <= MARKDOWN_LIMIT
    assert "more lines: `--format json` has all." in said
    rows = [line for line in said.splitlines() if "vector-added" in line]
    assert all(line.replace("\\|", "").count("|") == 5 for line in rows)
    assert "<b>" not in said
    assert "| additive | 250 |" in said


def test_markdown_has_findings_and_waivers(
    base: Path, head: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    MAY(head)
    waivers = waive(head, (VERSION, LAST), (ENTRY, "2020-01-01"))
    options = ("--waivers", waivers, "--today", LAST, "--format", "markdown")
    assert gate(base, head, *options) == 4
    said = capsys.readouterr().out
    assert "## Specification gate: exit status 4" in said
    assert f"| `{VERSION}` | `schemas/codes.json`, line " in said
    assert "| waived |" in said
    assert f"- `{ENTRY}`: expired" in said


def test_the_report_is_the_same_each_time(base: Path, head: Path) -> None:
    both(MAY, raise_check("fact"))(head)
    assert report(head.parent, base, head) == report(head.parent, base, head)


def test_help_names_every_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert gate("--help") == 0
    said = capsys.readouterr().out
    assert "BASE [HEAD] [-- COMMAND...]" in said
    assert [f"{status}  " in said for status in range(7)] == [True] * 7


def test_the_guide_has_the_tables() -> None:
    """docs/ci.md shows the kinds with their classes, and the demands, as the code has them."""
    guide = (tiny.REPOSITORY / "docs/ci.md").read_text("utf-8").splitlines()
    for name, kind in KINDS.items():
        assert f"| {kind.change_class.label} | `{name}` | {kind.meaning} |" in guide, name
    shown = [line.split("`")[1] for line in guide if line.startswith(tuple(
        f"| {each.label} | `" for each in ChangeClass))]  # fmt: skip
    assert sorted(shown) == sorted(KINDS)
    for name, meaning in DEMANDS.items():
        assert f"| `{name}` | {meaning} |" in guide, name


# --- The parts that are easier to see alone -------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "ways"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}, ["more"]),
        ({"type": ["string", "null"]}, {"type": "string"}, ["less"]),
        ({"type": "integer"}, {"type": "number"}, ["more"]),
        ({"const": 1}, {"enum": [1, 2]}, ["more"]),
        ({"const": 1}, {"const": 2}, ["less"]),
        ({"minLength": 1}, {"minLength": 2}, ["less"]),
        ({"maxItems": 1}, {"maxItems": 2}, ["more"]),
        ({}, {"pattern": "a"}, ["less"]),
        ({"pattern": "a"}, {"pattern": "b"}, ["unknown"]),
        ({"required": ["a"]}, {"required": ["a", "b"]}, ["less"]),
        ({"required": ["a", "b"]}, {"required": ["b"]}, ["more"]),
        ({"title": "a"}, {"description": "b"}, []),
        ({"properties": {"a": True}, "additionalProperties": False},
         {"properties": {"a": True, "b": {"type": "null"}}, "additionalProperties": False},
         ["more"]),
        ({"properties": {"a": True}}, {"properties": {"a": True, "b": {"type": "null"}}}, ["less"]),
        ({"properties": {"a": True, "b": True}, "additionalProperties": False},
         {"properties": {"a": True}, "additionalProperties": False}, ["less"]),
        ({"anyOf": [{"const": 1}]}, {"anyOf": [{"const": 1}, {"const": 2}]}, ["more"]),
        ({"anyOf": [{"const": 1}, {"const": 2}]}, {"anyOf": [{"const": 1}, {"const": 3}]},
         ["less"]),
        ({"if": {"const": 1}}, {"if": {"const": 2}}, ["unknown"]),
        ({"x-level": "codes"}, {"x-level": "bytes"}, ["unknown"]),
        ({"items": {"$ref": "#/a"}}, {"items": {"$ref": "#/b"}}, ["unknown"]),
        ({"items": False}, {"items": {"type": "string"}}, ["more"]),
        ({"uniqueItems": False}, {"uniqueItems": True}, ["less"]),
    ],
)  # fmt: skip
def test_which_way_a_schema_went(old: Json, new: Json, ways: list[str]) -> None:
    assert [way for _, way in differences(old, new)] == ways


def test_a_sentence_moved_to_a_release_is_not_new() -> None:
    old = "## Unreleased\n\n- Q-A is new. Q-B too.\n"
    new = "## Unreleased\n\n## 0.1.0\n\n- Q-A is new. Q-B too; Q-C as well.\n"
    log = read_changelog(old, new)
    assert [log.names(name) for name in ("Q-A", "Q-B", "Q-C")] == [False, True, True]
    assert (log.line, log.exists, log.released) == (1, True, True)
