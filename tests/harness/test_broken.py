"""The harness against implementations that are broken, each in one way (`broken/program.py`).

The table says what must be reported for each. A run goes through the command line, on a handful of
vectors; afterwards no process of the program may be left.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent / "broken" / "program.py"
REPOSITORY = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds after which a run of the harness counts as hung
MARKED = "core/digest/pack"  # the one vector at which most of the faults strike
FOUR = (
    "core/digest/claim-of-any-shape",
    "core/digest/empty-object-claim",
    MARKED,
    "core/digest/schema",
)
OFFSETS = ("quote/exact/offsets-are-bytes",)
DUPLICATE = ("core/json/duplicate-by-escape",)
EDITED = ("receipt/verify/edited-outcome",)
SOURCE = ("receipt/inputs/source-as-given",)
LETTERS = ("core/canonical/no-normalisation",)

STEADY = ("--timeout", "30")
QUICK = ("--timeout", "3")  # where it is going to be used up
PER_CASE = ("--per-case", *STEADY)


@dataclass(frozen=True)
class Row:
    """A fault, and what must be made of it."""

    fault: str
    status: int
    vectors: tuple[str, ...] = FOUR
    faults: dict[str, int] = field(
        default_factory=dict
    )  # how many vectors were kept from judgement
    at: str | None = None  # the one that was
    level: str = "bytes"  # what all the others reach, and the least of them no more
    end: str | None = None  # the fault at the end of input
    says: str = ""  # in a fault's detail or standard error, or in the message of status 2
    options: tuple[str, ...] = STEADY
    unasked: int = 0  # how many vectors an early end left

    def __str__(self) -> str:
        told = () if self.options in (STEADY, QUICK) else self.options
        return " ".join([self.fault, *told])


def harmless(fault: str, **more: Any) -> Row:
    return Row(fault, 0, **more)


def diverges(fault: str, vectors: tuple[str, ...], level: str) -> Row:
    return Row(fault, 1, vectors, level=level)


def marked(fault: str, kind: str, says: str = "", **more: Any) -> Row:
    return Row(fault, 3, faults={kind: 1}, at=MARKED, says=says, **more)


def undescribed(fault: str, says: str, **more: Any) -> Row:
    return Row(fault, 2, says=says, **more)


TABLE = [
    # Odd, but as the protocol asks.
    harmless("no-fault"),
    harmless("no-fault", options=PER_CASE),
    harmless("one-answer", options=PER_CASE),
    harmless("floods-stderr"),
    harmless("writes-in-pieces"),
    harmless("leaves-a-child"),
    harmless("forks-and-exits"),
    harmless("leaves-a-daemon"),
    harmless("leaves-a-daemon-without-environment"),
    harmless("leaves-a-daemon", options=PER_CASE),
    harmless("class-core-alone", vectors=(*FOUR, *EDITED)),
    # Answers that are read, and differ: how far they get.
    diverges("refuses-everything", FOUR, "none"),
    diverges("accepts-duplicates", DUPLICATE, "none"),
    diverges("always-verified", EDITED, "none"),
    diverges("always-admitted", ("receipt/summary/all-rejected",), "none"),
    diverges("says-unsupported", SOURCE, "none"),
    diverges("wrong-refusal", DUPLICATE, "outcome"),
    diverges("wrong-verification-code", EDITED, "outcome"),
    diverges("no-info-codes", ("receipt/order/one-info",), "outcome"),
    diverges("offsets-in-code-points", OFFSETS, "codes"),
    diverges("offsets-in-utf-16", OFFSETS, "codes"),
    diverges("code-point-order", ("core/canonical/member-order-utf16",), "codes"),
    diverges("escaped-value", LETTERS, "codes"),
    diverges("normalised-value", LETTERS, "codes"),
    diverges("floats", ("core/canonical/literals-and-small-numbers",), "codes"),
    diverges("digest-without-prefix", FOUR, "evidence"),
    diverges("normalised-source", SOURCE, "evidence"),
    diverges("receipt-digest-over-itself", SOURCE, "evidence"),
    diverges("member-too-many", SOURCE, "evidence"),
    # Crashes: never a refusal, and the vectors around them are judged.
    marked("crashes-by-exception", "crash", "RuntimeError: cannot answer core/digest/pack"),
    marked("is-killed", "crash", "SIGKILL"),
    marked("closes-stdout", "crash", "closed its standard output"),
    marked("no-line-feed-and-exits", "crash", "without LF"),
    marked("crashes-by-exception", "crash", "RuntimeError", options=PER_CASE),
    Row("crashes-on-third", 3, faults={"crash": 1}),
    Row("exits-after-four", 3, faults={"crash": 1}, says="exited with status 0"),
    Row("crashes-after-describe", 3, faults={"crash": 4}),
    Row("crashes-for-refusal", 3, (*FOUR, *DUPLICATE), {"crash": 1}, at=DUPLICATE[0]),
    Row("one-answer", 3, faults={"crash": 2}),
    # Timeouts.
    marked("hangs", "timeout", options=QUICK),
    marked("hangs", "timeout", options=("--per-case", *QUICK)),
    marked("answers-late", "timeout", options=QUICK),
    marked("stops-in-the-middle", "timeout", "20 bytes of a line", options=QUICK),
    marked("no-line-feed-and-waits", "timeout", "without LF", options=QUICK),
    Row("stops-reading", 3, faults={"timeout": 1}, at="core/digest/schema", options=QUICK),
    Row("hangs-always", 3, faults={"timeout": 1}, unasked=3,
        options=("--max-timeouts", "1", *QUICK)),
    # Output that no request asked for.
    marked("banner-before-an-answer", "extra"),
    marked("extra-line", "extra", "ok"),
    marked("extra-bytes", "extra"),
    marked("answers-twice", "extra"),
    marked("floods-lines", "extra", "working on it"),
    marked("floods-right-answers", "extra"),
    marked("extra-line", "extra", "ok", options=PER_CASE),
    Row("extra-line-later", 3, faults={"extra": 1}),
    Row("says-goodbye", 3, faults={"extra": 1}, end="extra", says="bye"),
    # Lines that are not answers.
    marked("floods-one-line", "malformed", "67108864 bytes"),
    marked("wrong-id", "malformed", 'id is "0"'),
    marked("id-as-number", "malformed", "id is"),
    marked("no-id", "malformed", "id is none"),
    marked("not-json", "malformed", "not JSON"),
    marked("not-an-object", "malformed", "not a JSON object"),
    marked("empty-line", "malformed"),
    marked("not-utf8", "malformed"),
    marked("byte-order-mark", "malformed"),
    marked("spaces", "malformed", "not canonical"),
    marked("members-as-made", "malformed", "not canonical"),
    marked("carriage-return", "malformed", "CR LF"),
    marked("other-members", "malformed"),
    marked("one-member-more", "malformed"),
    Row("answers-the-one-before", 3, faults={"malformed": 2}, says="id is"),
    Row("escaped-answer", 3, LETTERS, {"malformed": 1}, says="not canonical"),
    Row("floats-in-receipt", 3, SOURCE, {"malformed": 1}),
    # The end of input.
    Row("exits-with-3", 3, end="crash", says="status 3"),
    Row("stays-at-the-end", 3, end="timeout", options=QUICK),
    Row("leaves-a-child-on-stdout", 3, end="timeout", says="held by a child", options=QUICK),
    Row("leaves-a-daemon-on-stdout", 3, end="timeout", says="held by a child", options=QUICK),
    undescribed("exits-with-3", "status 3", options=PER_CASE),
    undescribed("stays-at-the-end", "timeout", options=("--per-case", *QUICK)),
    # No description, no run.
    undescribed("crashes-at-once", "crash: exited with status 1"),
    undescribed("exits-at-once", "crash: exited with status 0"),
    undescribed("never-reads", "does it flush after each line?", options=QUICK),
    undescribed("forks-and-sleeps", "probably held by a child of its own", options=QUICK),
    undescribed("describe-hangs", "--per-case works without", options=QUICK),
    undescribed("banner-at-start", "write log lines to standard error"),
    undescribed("describe-unknown", "did not describe itself"),
    undescribed("describe-other-id", "did not describe itself"),
    undescribed("description-unnamed", "name"),
    undescribed("protocol-as-text", "protocol"),
    undescribed("protocol-2", "protocol version 2"),
    undescribed("class-unknown", "'quote-exactly'"),
    undescribed("check-not-listed", "does not list quote/0.1 in `checks`"),
    undescribed("class-none", "nothing to run"),
    undescribed("class-core-alone", "nothing to run", vectors=EDITED),
]  # fmt: skip


@dataclass(frozen=True)
class Run:
    """What the harness did."""

    status: int
    report: dict[str, Any] | None
    stderr: str
    left: list[int]  # processes of the program that are still there


def few_vectors(root: Path) -> Path:
    """A specification with the vectors of the table alone, which is soon read."""
    (root / "conformance").mkdir(parents=True)
    for name in ("SPEC.md", "schemas"):
        (root / name).symlink_to(REPOSITORY / name)
    for name in {name for row in TABLE for name in row.vectors}:
        path = root / "conformance" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / "conformance" / f"{name}.json", path)
    return root


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return few_vectors(tmp_path_factory.mktemp("few") / "root")


def run(command: list[str], row: Row, folder: Path, root: Path) -> Run:
    processes = folder / "processes"
    selection = [argument for name in row.vectors for argument in ("-k", name)]
    harness = [sys.executable, "-m", "groundspec_harness", "run", "--format", "json"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    more = {"BROKEN_PROCESSES": str(processes), "BROKEN_CONFORMANCE": str(root / "conformance")}
    done = subprocess.run(
        [*harness, "--root", str(root), *row.options, *selection, "--", *command],
        env={**env, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    pids = processes.read_text("ascii").split() if processes.exists() else []
    report = json.loads(done.stdout) if done.stdout else None
    return Run(done.returncode, report, done.stderr.decode(), still_there([int(p) for p in pids]))


def still_there(pids: list[int]) -> list[int]:
    """Those that do not end in a moment; what was killed may take one to go."""
    deadline = time.monotonic() + 5
    while (left := [pid for pid in pids if is_running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it is not merely waiting to be collected."""
    try:
        os.kill(pid, 0)
        state = (
            Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
        )
    except ProcessLookupError:
        return False
    except OSError:  # no /proc here
        return not Path("/proc/self").exists()
    return state not in "ZX"


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_broken_implementation(row: Row, tmp_path: Path, root: Path) -> None:
    result = run([sys.executable, str(PROGRAM), row.fault], row, tmp_path, root)
    assert result.left == []
    assert result.status == row.status, result.stderr
    assert "Traceback" not in result.stderr or row.says in result.stderr
    if row.status == 2:
        assert result.report is None
        assert row.says in result.stderr
    else:
        judge(row, result.report or {})


def judge(row: Row, report: dict[str, Any]) -> None:
    results = report["results"]
    faults = {result["id"]: result["fault"] for result in results if result["fault"]}
    assert Counter(fault["kind"] for fault in faults.values()) == row.faults
    assert row.at is None or list(faults) == [row.at]
    judged = [result for result in results if not result["fault"]]
    levels = ["none", "outcome", "codes", "evidence", "bytes"]
    lowest = min((result["level"] for result in judged), key=levels.index, default=row.level)
    assert lowest == row.level
    end = report["end_of_input"]
    assert (end and end["kind"]) == row.end
    told = [*faults.values(), *([end] if end else [])]
    assert not told or any(row.says in f"{fault['detail']}\n{fault['stderr']}" for fault in told)
    left = [vector for vector in report["skipped"] if vector["kind"] == "not-asked"]
    assert len(left) == row.unasked
    assert report["status"] == row.status
    assert report["implementation"]["name"] == "broken"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (Path.exists, "there is no such program"),
        (lambda path: path.write_text("not a program"), "not executable"),
        (Path.mkdir, "it is a folder"),
        (lambda path: (path.write_bytes(b"\x00\x01"), path.chmod(0o755)), "cannot start"),
    ],
    ids=["missing", "not executable", "a folder", "no program"],
)
def test_no_program(make: Any, says: str, tmp_path: Path, root: Path) -> None:
    path = tmp_path / "program"
    make(path)
    result = run([str(path)], Row("none", 2), tmp_path, root)
    assert (result.status, result.report) == (2, None)
    assert says in result.stderr
    assert str(path) in result.stderr
    assert "Traceback" not in result.stderr


def test_every_fault_has_a_row() -> None:
    listed = subprocess.run(
        [sys.executable, str(PROGRAM), "--list"], capture_output=True, text=True, check=True
    )
    assert set(listed.stdout.split()) == {row.fault for row in TABLE}
