"""quote check: whole files or none, manifests, and memory that does not grow."""

import gc
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import groundspec
from groundspec import resources
from groundspec.apps.jsonlines import Line
from groundspec.apps.quote_records import Options, Records
from groundspec.apps.sources import SourceKey, Sources
from groundspec.core.canonical import digest_value
from groundspec.quote.decide import Decider
from reference.program import PROGRAM, Ran, needs_posix
from reference.quotecheck import SOURCE, jsonl

GOOD = {"claim": "The fee", "source": SOURCE}


# --- Output files ---------------------------------------------------------------------------------


@needs_posix
def test_an_output_replaces_what_was_there(tmp_path: Path) -> None:
    target, link = tmp_path / "out.jsonl", tmp_path / "link"
    target.write_bytes(b"before")
    target.chmod(0o640)
    link.symlink_to(target)
    stdin = jsonl(GOOD, GOOD)
    ran = Ran("quote", "check", "-", "--quiet", "-o", "link", stdin=stdin, cwd=tmp_path)
    assert (ran.status, ran.out, ran.errors) == (0, b"", "")
    assert target.read_bytes() == Ran("quote", "check", "-", stdin=stdin).out
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "out.jsonl"]
    assert link.is_symlink()


def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    stdin = jsonl(GOOD, GOOD)
    for verb in ("check", "sensitivity"):
        plain = Ran("quote", verb, "-", "--quiet", stdin=stdin, cwd=tmp_path)
        dash = Ran("quote", verb, "-", "--quiet", "-o", "-", stdin=stdin, cwd=tmp_path)
        assert (dash.status, dash.out, dash.errors) == (0, plain.out, "")
    (tmp_path / "c.jsonl").write_bytes(stdin)
    ran = Ran("quote", "check", "c.jsonl", "--manifest", "-", cwd=tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.errors.startswith("groundspec quote check: argument --manifest: the records go to")
    assert [file.name for file in tmp_path.iterdir()] == ["c.jsonl"]


def test_an_output_stands_there_whatever_share_is_admitted(tmp_path: Path) -> None:
    stdin = jsonl({**GOOD, "claim": "nowhere"}, {})
    arguments = ("-", "-o", "out", "--fail-under", "1")
    assert Ran("quote", "check", *arguments, stdin=stdin[:-3], cwd=tmp_path).status == 1
    assert (tmp_path / "out").read_bytes().count(b"\n") == 1
    ran = Ran("quote", "check", *arguments, "--keep-going", stdin=stdin, cwd=tmp_path)
    assert ran.status == 3
    assert (tmp_path / "out").read_bytes().count(b"\n") == 2


@needs_posix
def test_nothing_that_is_read_is_written_over(tmp_path: Path) -> None:
    given = jsonl({"claim": "a", "source_path": "s.txt"})
    policy = json.dumps(resources.policy("quote", "default")).encode()
    files = {"c.jsonl": given, "s.txt": b"a", "p.json": policy}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        os.link(tmp_path / name, tmp_path / f"hard-{name}")
        (tmp_path / f"soft-{name}").symlink_to(name)
    before = sorted(tmp_path.iterdir())
    for name in files:
        for target in (name, f"./{name}", f"hard-{name}", f"soft-{name}"):
            for option in ("-o", "--manifest"):
                arguments = ("c.jsonl", "--policy", "p.json", "--keep-going", option, target)
                ran = Ran("quote", "check", *arguments, cwd=tmp_path)
                assert (ran.status, ran.out) == (2, b"")
                assert (
                    f"groundspec: {target}: it would replace {name}, which is read (" in ran.errors
                )
    for target in ("m", "./m", str(tmp_path / "m")):
        ran = Ran("quote", "check", "c.jsonl", "-o", "m", "--manifest", target, cwd=tmp_path)
        assert "the manifest would replace the output" in ran.refused()
    shell = " ".join(f'"{word}"' for word in PROGRAM) + " quote check"
    for command in (f"{shell} - -o c.jsonl < c.jsonl", f"{shell} c.jsonl >> c.jsonl"):
        done = subprocess.run(command, shell=True, capture_output=True, check=False, cwd=tmp_path)
        assert done.returncode == 2
        assert b"input" in done.stderr
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("option", ["-o", "--manifest"])
@pytest.mark.parametrize("target", [".", "no/such/folder/out"])
def test_an_output_that_cannot_be_written(tmp_path: Path, option: str, target: str) -> None:
    ran = Ran("quote", "check", "-", option, target, stdin=jsonl(GOOD), cwd=tmp_path)
    assert ran.refused().startswith(f"groundspec: {target}: ")
    assert list(tmp_path.iterdir()) == []


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk() -> None:
    said = Ran("quote", "check", "-", "-o", "/dev/full", stdin=jsonl(GOOD)).refused()
    assert said.startswith("groundspec: /dev/full: No space left on device (")


def _started(folder: Path, source: bytes = SOURCE.encode()) -> "subprocess.Popen[bytes]":
    """A run over a pipe that is given records and no end; it has written its first ones."""
    (folder / "s.txt").write_bytes(source)
    command = [*PROGRAM, "quote", "check", "-", "-o", "out", "--manifest", "m", "--quiet"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=folder)
    assert process.stdin is not None
    process.stdin.write(jsonl(*[{"claim": "The fee", "source_path": "s.txt"}] * 2000))
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not any(file.stat().st_size for file in folder.glob(".groundspec-*.tmp")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return process


@needs_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_to_end_leaves_the_old_output_and_nothing_else(tmp_path: Path, name: str) -> None:
    for file in ("out", "m"):
        (tmp_path / file).write_bytes(b"before")
    process = _started(tmp_path)
    process.send_signal(getattr(signal, name))
    process.communicate(timeout=30)
    assert process.returncode == 128 + getattr(signal, name)
    assert (tmp_path / "out").read_bytes() == (tmp_path / "m").read_bytes() == b"before"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m", "out", "s.txt"]


@needs_posix
def test_a_killed_run_leaves_the_old_output_or_the_whole_new_one(tmp_path: Path) -> None:
    stdin = jsonl(*[{**GOOD, "id": str(number)} for number in range(1500)])
    (tmp_path / "c.jsonl").write_bytes(stdin)
    command = [*PROGRAM, "quote", "check", "c.jsonl", "-o", "out", "--quiet"]
    started = time.monotonic()
    subprocess.run(command, cwd=tmp_path, check=True)
    needed = time.monotonic() - started
    whole = (tmp_path / "out").read_bytes()
    assert whole.count(b"\n") == 1500
    for part in range(1, 13):
        (tmp_path / "out").write_bytes(b"before")
        process = subprocess.Popen(command, cwd=tmp_path)
        time.sleep(needed * part / 11)
        process.kill()
        process.wait(timeout=30)
        assert (tmp_path / "out").read_bytes() in (b"before", whole)
    (tmp_path / "out").write_bytes(b"before")
    process = _started(tmp_path)
    process.kill()
    process.communicate()
    assert (tmp_path / "out").read_bytes() == b"before"


# --- Manifest -------------------------------------------------------------------------------------


def _sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def test_a_manifest_holds_what_an_auditor_needs(tmp_path: Path) -> None:
    texts = {"a.txt": b"The fee is due.\n", "b.txt": "caf\u00e9\r\n".encode()}
    for name, data in texts.items():
        (tmp_path / name).write_bytes(data)
    stdin = jsonl(
        {"claim": "caf\u00e9", "source_path": "b.txt"},
        {"claim": "the fee", "source_path": "a.txt"},
        {"claim": "The fee", "source_path": "a.txt"},
        {"claim": "caf", "source_path": "b.txt"},
        {"claim": "x", "source": "x"},
        {"claim": 1},
        {"claim": "y", "source": "x"},
    )
    arguments = ("-", "--manifest", "m.json", "--keep-going", "--quiet")
    ran = Ran("quote", "check", *arguments, stdin=b"\n" + stdin, cwd=tmp_path)
    data = (tmp_path / "m.json").read_bytes()
    manifest: Any = json.loads(data)
    _manifest_shape().validate(manifest)
    assert manifest["tool"] == {"name": "groundspec", "version": groundspec.__version__}
    assert (manifest["check"], manifest["unicode"]) == ("quote/0.1", "17.0.0")
    document = resources.policy("quote", "default")
    sha256 = digest_value("policy", document)
    assert manifest["policy"] == {"name": "default", "policy_sha256": sha256, "document": document}
    assert manifest["input"] == {"sha256": _sha256(b"\n" + stdin), "bytes": len(stdin) + 1}
    assert manifest["output"] == {"sha256": _sha256(ran.out), "bytes": len(ran.out)}
    assert manifest["sources"] == [
        {"source_sha256": _sha256(texts["b.txt"]), "path": "b.txt", "claims": 2},
        {"source_sha256": _sha256(texts["a.txt"]), "path": "a.txt", "claims": 2},
        {"source_sha256": _sha256(b"x"), "path": None, "claims": 2},
    ]
    counts = manifest["counts"]
    assert (counts["records"], counts["errors"], manifest["admitted"]) == (7, 1, "4/7")
    assert counts["outcomes"] == {"admitted": 4, "needs_verification": 0, "rejected": 2}
    tiers = {tier: count for tier, count in counts["tiers"].items() if count}
    assert tiers == {"exact": 3, "case": 1, "none": 2}
    assert counts["codes"]["CUTS_WORD"] == 1
    more = ("-o", "out", "--cache-mb", "0")
    Ran("quote", "check", *arguments, *more, stdin=b"\n" + stdin, cwd=tmp_path)
    assert (tmp_path / "m.json").read_bytes() == data
    assert (tmp_path / "out").read_bytes() == ran.out


def _manifest_shape() -> Draft202012Validator:
    names = ("quote-manifest", "receipt", "quote.policy")
    shapes = {name: resources.schema(name) for name in names}
    library: Registry[Any] = Registry().with_resources(
        (shape["$id"], Resource.from_contents(shape)) for shape in shapes.values()
    )
    return Draft202012Validator(shapes["quote-manifest"], registry=library)


def test_a_policy_from_a_file_has_no_name_in_the_manifest(tmp_path: Path) -> None:
    policy = {**resources.policy("quote", "default"), "boundaries": False}
    (tmp_path / "p.json").write_text(json.dumps(policy))
    arguments = ("-", "--policy", "p.json", "--manifest", "m", "--key", "k", "--at-offsets")
    stdin = jsonl({**GOOD, "start": 0, "end": 7})
    assert Ran("quote", "check", *arguments, stdin=stdin, cwd=tmp_path).status == 0
    manifest = json.loads((tmp_path / "m").read_bytes())
    _manifest_shape().validate(manifest)
    assert (manifest["policy"]["name"], manifest["policy"]["document"]) == (None, policy)
    assert manifest["options"]["key"] == "k"
    assert manifest["options"]["at_offsets"] is True


# --- Memory and work ------------------------------------------------------------------------------


@needs_posix
def test_memory_does_not_grow_with_the_records(tmp_path: Path) -> None:
    peaks = [_peak(tmp_path, count) for count in (10_000, 100_000)]
    assert peaks[1] < 200_000_000
    assert peaks[1] < 1.5 * peaks[0]


_ROW = (
    "Clause {} of schedule {} says that \u201cthe fee\u201d is due on the day of the notice, "
    "that it is to be paid in full."
)


def _peak(folder: Path, count: int) -> int:
    """The memory, in bytes, of a run over so many records and 50 sources of 20 kB to 1 MB."""
    sources = [
        [_ROW.format(row, number) for row in range(170 + 170 * number)] for number in range(50)
    ]
    for number, rows in enumerate(sources):
        (folder / f"{number}.txt").write_bytes("\n".join(rows).encode())
    with (folder / "c.jsonl").open("w", encoding="utf-8", newline="") as out:
        for row in range(count):
            number = row % 50 if row % 999 == 0 else row * 50 // count
            claim = sources[number][row % 170].replace("\u201c", '"').replace("\u201d", '"')
            record = {"id": row, "claim": claim, "source_path": f"{number}.txt"}
            out.write(json.dumps(record) + "\n")
    command = [*PROGRAM, "quote", "check", "c.jsonl", "-o", "out", "--quiet"]
    script = f"""if True:
        import resource, subprocess
        subprocess.run({command!r}, check=True)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    """
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, cwd=folder, timeout=300
    )
    with (folder / "out").open("rb") as file:
        assert sum(b'"outcome":"admitted"' in row for row in file) == count
    return int(ran.stdout) * (1 if sys.platform == "darwin" else 1024)


def _sources(room: int) -> Sources:
    policy = resources.policy("quote", "default")
    return Sources(policy, root=None, room=room, unit="bytes", protected=lambda *_: None)


def test_a_source_is_prepared_once_for_each_batch_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    prepare = Decider.__init__

    def count(self: Decider, *arguments: Any) -> None:
        made.append(1)
        prepare(self, *arguments)

    monkeypatch.setattr(Decider, "__init__", count)
    rows = [{"claim": "nowhere", "source": f"{'a ' * 500}{row % 10}"} for row in range(100)]
    lines = [Line(number, json.dumps(row).encode()) for number, row in enumerate(rows, 1)]
    options = Options("groundspec", False, False)
    for room, batches, wanted in ((10**6, 3, 10), (0, 1, 10), (0, 3, 28)):
        made.clear()
        records = Records(_sources(room), options)
        for _ in range(batches):
            answers = list(records.answers([*lines], go_on=False))
            assert [answer.number for answer in answers] == list(range(1, 101))
        assert len(made) == wanted


def test_sources_that_are_given_up_are_freed() -> None:
    sources = _sources(1_000_000)
    for number in range(300):
        prepared = sources.prepared(SourceKey(None, f"{number} " * 20_000))
        prepared.decider.decide({"id": "1", "text": "none of it", "at": None})
    del prepared
    alive = sum(isinstance(item, Decider) for item in gc.get_objects())
    assert alive < 60
