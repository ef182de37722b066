"""quote check: everything that can be wrong with what it is given, said in one line."""

import io
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from groundspec import resources
from groundspec.apps import jsonlines
from groundspec.errors import Unusable
from reference.program import PROGRAM, ROOT, Ran, needs_posix
from reference.quotecheck import SOURCE, checked, jsonl

GOOD = {"claim": "The fee", "source": SOURCE}


def nested(depth: int) -> bytes:
    inner = b"[" * depth + b"]" * depth
    return b'{"claim":"a","source":"a","x":' + inner + b"}"


BAD: list[tuple[Any, str]] = [
    (b"{", "the text ends where a member name in quotation marks or } is due, at column 2"),
    (b'{"claim" "a"}', '" stands where a colon is due, at column 10'),
    (b'{"claim":"a",}', "} stands where a member name in quotation marks is due, at column 14"),
    (b'{"claim":"a"} x', "'x' stands where the end of the text is due, at column 15"),
    (b'{"claim":"a\tb"}', "U+0009 stands in a string without an escape, at column 12"),
    (b'{"x":01}', "1 stands where a comma or } is due, at column 7"),
    (b'{"x":NaN}', "'NaN' does not begin a value, at column 6"),
    (b'{"x":[-Infinity]}', "- does not begin a value, at column 7"),
    (b'{"x":Infinity}', "'Infinity' does not begin a value, at column 6"),
    ("\ufeff{}".encode(), "U+FEFF does not begin a value, at column 1"),
    (b'{"claim":"a","claim":"a"}', "the member 'claim' is there twice, at column 14"),
    (b'{"x":[{"a":1,"\\u0061":1}]}', "the member 'a' is there twice, at column 14"),
    (b'{"claim":"\\ud800"}', "\\\\ud800 is a surrogate that is no half of a pair, at column 11"),
    (b'{"x":["\\udc00"]}', "\\\\udc00 is a surrogate that is no half of a pair, at column 8"),
    (b'{"\\uD834x":1}', "\\\\uD834 is a surrogate that is no half of a pair, at column 3"),
    (b'{"x":"caf\xff"}', "the bytes FF 22 7D at byte 10 of the line are not UTF-8"),
    (b'{"x":"\xed\xa0\x80"}', "the bytes ED A0 80 22 at byte 7 of the line are not UTF-8"),
    (nested(64), "this bracket opens level 65; 64 are allowed, at column 94"),
    (nested(100_000), "this bracket opens level 65; 64 are allowed, at column 94"),
    (b'"text"', "a record is an object, not a string"),
    (b" [1]", "a record is an object, not an array"),
    (b"12.5", "a record is an object, not a number"),
    (b"null", "a record is an object, not null"),
    ({}, "the member claim is missing"),
    ({"claim": None, "source": "a"}, "the member claim is not a string"),
    ({"claim": "a"}, "there is neither source nor source_path"),
    ({"claim": "a", "source": "a", "source_path": None}, "source and source_path are both there"),
    ({"claim": "a", "source": 5}, "the member source is not a string"),
    ({"claim": "a", "source_path": ["a"]}, "the member source_path is not a string"),
    ({**GOOD, "groundspec": None}, "there is a member 'groundspec' already"),
    ({"claim": "a", "source_path": ""}, "source_path is no file name"),
    ({"claim": "a", "source_path": "a\0b"}, "source_path is no file name"),
    ({"claim": "a", "source_path": "no.txt"}, "no.txt: No such file or directory"),
    ({"claim": "a", "source_path": "x" * 300}, "x" * 300 + ": File name too long"),
    ({"claim": "a", "source_path": "folder"}, "folder is a directory"),
    ({"claim": "a", "source_path": "latin.txt"}, "latin.txt: the bytes E9 21 at byte 3 are not"),
    ({"claim": "a", "source_path": "bom.txt"}, "bom.txt begins with a byte order mark (EF BB BF)"),
    ({"claim": "a", "source_path": "n\no.txt"}, "'n\\\\no.txt': No such file or directory"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9!")
    (tmp_path / "bom.txt").write_bytes(b"\xef\xbb\xbfa")
    (tmp_path / "a.txt").write_bytes(b"a")
    return tmp_path


@pytest.mark.parametrize(("record", "said"), BAD)
def test_a_bad_record_ends_it_with_one_line(folder: Path, record: Any, said: str) -> None:
    said = said.replace("\\\\", "\\")
    (folder / "c.jsonl").write_bytes(jsonl(GOOD, b"", record, GOOD))
    before = sorted(folder.iterdir())
    ran = Ran("quote", "check", "c.jsonl", cwd=folder)
    assert ran.status == 2
    assert ran.errors.lower().startswith(f"c.jsonl:3: {said}".lower())
    assert ran.errors.count("\n") == 1
    assert ran.out.count(b"\n") == 1
    assert ran.out.endswith(b"}\n")
    (folder / "out.jsonl").write_bytes(b"before")
    arguments = ("c.jsonl", "-o", "out.jsonl", "--manifest", "m.json")
    Ran("quote", "check", *arguments, cwd=folder).refused()
    assert (folder / "out.jsonl").read_bytes() == b"before"
    assert sorted(folder.iterdir()) == sorted([*before, folder / "out.jsonl"])


def test_bad_records_are_passed_over_on_request(folder: Path) -> None:
    records = [record for record, _ in BAD]
    ran = Ran(
        "quote",
        "check",
        "-",
        "--keep-going",
        "--quiet",
        stdin=jsonl(GOOD, *records, GOOD),
        cwd=folder,
    )
    out = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 3
    assert [row["groundspec"].get("outcome") for row in (out[0], out[-1])] == ["admitted"] * 2
    for number, (row, (record, said)) in enumerate(zip(out[1:-1], BAD, strict=True), 2):
        error = row.pop("groundspec")["error"]
        assert error["line"] == number
        assert error["message"].lower().startswith(said.replace("\\\\", "\\").lower())
        kept = record if isinstance(record, dict) else {}
        assert row == {name: kept[name] for name in kept if name not in ("source", "groundspec")}
    lines = ran.errors.splitlines()
    assert len(lines) == 21
    assert lines[0].startswith("standard input:2: ")
    assert lines[20] == f"standard input: and {len(BAD) - 20} more records failed"


@pytest.mark.parametrize(
    ("unit", "start", "end", "said"),
    [
        ("bytes", 0, 99, "end 99 is beyond the end of the source; the source has 14 bytes"),
        (
            "code-points",
            11,
            12,
            "start 11 is beyond the end of the source; the source has 10 code p",
        ),
        ("utf-16", 0, 12, "end 12 is beyond the end of the source; the source has 11 UTF-16 units"),
        ("bytes", "long", 1, "start of so many digits is beyond the end of the source; the sou"),
        ("bytes", -1, 1, "start -1 is less than 0; the source has 14 bytes"),
        ("bytes", 3, 3, "start 3 is not before end 3; the source has 14 bytes"),
        ("utf-16", 4, 3, "start 4 is not before end 3; the source has 11 UTF-16 units"),
        (
            "bytes",
            0,
            4,
            "end 4 is inside a code point; the source has 14 bytes (for indices of "
            "Python: --offset-unit code-points, of JavaScript and Java: utf-16)\n",
        ),
        ("bytes", 7, 9, "start 7 is inside a code point; the source has 14 bytes"),
        (
            "utf-16",
            6,
            8,
            "start 6 is inside a code point; the source has 11 UTF-16 units (for ind"
            "ices of Python: --offset-unit code-points)\n",
        ),
        ("code-points", 1.0, 2, "start must be an integer"),
        ("code-points", True, 2, "start must be an integer"),
        ("code-points", 1, "2", "end must be an integer"),
    ],
)
def test_a_place_that_is_none(unit: str, start: Any, end: Any, said: str) -> None:
    record = {"claim": "a", "source": "caf\u00e9 \U0001f600 abc", "start": start, "end": end}
    line = json.dumps(record).replace('"long"', "1" + "0" * 5000).encode()
    ran = Ran("quote", "check", "-", "--at-offsets", "--offset-unit", unit, stdin=line)
    assert ran.refused().startswith(f"standard input:1: {said}")
    del record["end"]
    ran = Ran("quote", "check", "-", "--at-offsets", stdin=jsonl({**record, "start": 1}))
    assert ran.refused() == "standard input:1: the member end is missing (--at-offsets is given)\n"


# --- Sources --------------------------------------------------------------------------------------


@needs_posix
def test_no_source_outside_the_root_is_read(folder: Path) -> None:
    (folder / "folder" / "in.txt").write_bytes(b"a")
    (folder / "folder" / "out").symlink_to(folder / "a.txt")
    (folder / "folder" / "up").symlink_to(folder)
    (folder / "folder" / "loop").symlink_to("loop")
    (folder / "folder2").mkdir()
    (folder / "folder2" / "a.txt").write_bytes(b"a")
    within = [
        "in.txt",
        "./in.txt",
        "../folder/in.txt",
        str(folder / "folder" / "in.txt"),
        "up/folder/in.txt",
    ]
    without = [
        "../a.txt",
        str(folder / "a.txt"),
        "out",
        "up/a.txt",
        "../folder2/a.txt",
        "/etc/passwd",
    ]
    for path in (*within, *without, "loop"):
        stdin = jsonl({"claim": "a", "source_path": path})
        ran = Ran("quote", "check", "-", "--quiet", "--root", "folder", stdin=stdin, cwd=folder)
        if path in within:
            assert (ran.status, ran.errors) == (0, "")
        elif path in without:
            assert ran.refused().startswith(f"standard input:1: {path} leads out of --root (")
        else:
            ran.refused()
    stdin = jsonl({"claim": "a", "source_path": str(folder / "a.txt")})
    assert Ran("quote", "check", "-", "--quiet", stdin=stdin, cwd=Path("/")).status == 0
    assert (
        "--root nowhere is no directory"
        in Ran("quote", "check", "-", "--root", "nowhere").refused()
    )


@needs_posix
def test_odd_sources(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for path, said in (
        ("pipe", "pipe is no regular file"),
        ("/dev/zero", "/dev/zero is no regular"),
    ):
        stdin = jsonl({"claim": "a", "source_path": path})
        assert said in Ran("quote", "check", "-", stdin=stdin, cwd=folder).refused()


@needs_posix
@pytest.mark.skipif(ROOT, reason="root may read everything")
def test_a_source_without_permission(folder: Path) -> None:
    (folder / "a.txt").chmod(0)
    stdin = jsonl({"claim": "a", "source_path": "a.txt"})
    assert (
        "a.txt: Permission denied" in Ran("quote", "check", "-", stdin=stdin, cwd=folder).refused()
    )


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stdin", [b"", b"\n \r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_no_records_at_all(tmp_path: Path, stdin: bytes) -> None:
    arguments = ("-", "-o", "out", "--manifest", "m", "--fail-under", "0", "--keep-going")
    said = Ran("quote", "check", *arguments, stdin=stdin, cwd=tmp_path).refused()
    assert said.startswith("groundspec: standard input: there are no records (")
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "x" * 300, ""])
def test_an_input_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    said = Ran("quote", "check", name, cwd=tmp_path).refused()
    assert said.startswith(f"groundspec: {name}: ")
    assert said.count("\n") == 1


def test_a_line_that_is_too_long(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    with file.open("wb") as out:
        out.write(jsonl(GOOD) + b'{"claim":"')
        for _ in range(65):
            out.write(b"a" * 1_048_576)
        out.write(b'","source":"a"}\n' + jsonl(GOOD))
    ran = Ran("quote", "check", str(file), "--quiet", "--keep-going")
    assert ran.status == 3
    assert ran.errors.startswith(f"{file}:2: the line is longer than 64 MiB (")
    out_lines = [json.loads(line)["groundspec"] for line in ran.out.splitlines()]
    assert [row.get("outcome") for row in out_lines] == ["admitted", None, "admitted"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_a_line_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = Ran("quote", "check", "/dev/zero", "--quiet")
    assert (ran.status, ran.out) == (2, b"")
    assert ran.errors == "/dev/zero:1: the line is longer than 64 MiB (name a source_path)\n"
    given = Lines(1000 * [b"a" * 1000])
    monkeypatch.setattr(jsonlines, "LONGEST", 5000)
    monkeypatch.setattr(jsonlines, "ENDLESS", 20_000)
    found = jsonlines.batches(given, lambda _: None, lambda: False)
    assert [next(found) for _ in range(6)][5] == [jsonlines.Line(1, None)]
    with pytest.raises(Unusable, match="line 1 is longer than"):
        list(found)
    assert len(given.left) > 900


def test_a_line_that_is_too_long_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "LONGEST", 5000)
    parts = [b"1\n", *5 * [b"a" * 1000], b"a", b"a\n2", b"\n" + 5001 * b"b" + b"\n3\n", b"4"]
    found = jsonlines.batches(Lines(parts), lambda _: None, lambda: False)
    lines = [(number, data) for batch in found for number, data in batch]
    assert lines == [(1, b"1"), (2, None), (3, b"2"), (4, None), (5, b"3"), (6, b"4")]


class Lines(io.BytesIO):
    """A file that is read in given parts."""

    def __init__(self, parts: list[bytes]) -> None:
        super().__init__()
        self.left = parts[::-1]

    def read1(self, size: int | None = -1) -> bytes:  # noqa: ARG002
        return self.left.pop() if self.left else b""


POLICIES: list[tuple[Any, str]] = [
    ({"tiers": 5}, "p.json: The value must be of type array (at /tiers) ("),
    ({"note": 5}, "p.json: The schema names no member 'note' ("),
    ({"waive": ["UNLOCATED"]}, "p.json: This is no flag of the check (at /waive/0) ("),
    ({"accept_through": "none"}, "p.json: No tier of the policy has this name (at /accept"),
    (b"[", "p.json:1:2: The text ends where a value or ] is due ("),
    (b"\xff", "p.json:1:1: The bytes FF at byte 0 are not well-formed UTF-8 ("),
    (None, "p.json: No such file or directory ("),
]  # fmt: skip


@pytest.mark.parametrize(("given", "said"), POLICIES)
def test_a_policy_that_is_none(tmp_path: Path, given: Any, said: str) -> None:
    if isinstance(given, dict):
        given = json.dumps({**resources.policy("quote", "default"), **given}).encode()
    if given is not None:
        (tmp_path / "p.json").write_bytes(given)
    ran = Ran("quote", "check", "-", "--policy", "p.json", stdin=jsonl(GOOD), cwd=tmp_path)
    assert ran.refused().startswith(f"groundspec: {said}")
    assert ran.errors.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("m.json", "this looks like the manifest of a run; its policy is its member policy.docu"),
        ("g.json", "this is a policy file of gtrex; `groundspec policy import` makes a policy o"),
    ],
)
def test_a_file_that_holds_something_else(tmp_path: Path, name: str, hint: str) -> None:
    checked("--manifest", "m.json", stdin=jsonl(GOOD), cwd=tmp_path)
    (tmp_path / "g.json").write_bytes(b'{"schema":"gtrex/policy/2"}')
    ran = Ran("quote", "check", "-", "--policy", name, stdin=jsonl(GOOD), cwd=tmp_path)
    assert f" is missing ({hint}" in ran.refused()


def test_a_policy_that_is_not_known() -> None:
    said = Ran("quote", "check", "-", "--policy", "defualt", stdin=jsonl(GOOD)).refused()
    assert said == "groundspec: there is no policy defualt (did you mean default?)\n"
    said = Ran("quote", "check", "-", "--policy", "quote/strct", stdin=jsonl(GOOD)).refused()
    assert said == "groundspec: there is no policy quote/strct (did you mean strict?)\n"
    said = Ran("quote", "check", "-", "--policy", "zzz", stdin=jsonl(GOOD)).refused()
    assert said.startswith("groundspec: there is no policy zzz (the policies are ")


@needs_posix
def test_a_reader_that_goes_away_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes(jsonl(*[GOOD] * 3000))
    command = [*PROGRAM, "quote", "check", "c.jsonl"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["groundspec"]["outcome"] == "admitted"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 2


@needs_posix
def test_standard_streams_that_are_closed(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes(jsonl(GOOD))
    shell = " ".join(f'"{word}"' for word in PROGRAM) + " quote check"
    for command in (f"{shell} - <&-", f"{shell} c.jsonl >&-"):
        ran = subprocess.run(command, shell=True, capture_output=True, check=False, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert b"is closed" in ran.stderr
        assert b"Traceback" not in ran.stderr
