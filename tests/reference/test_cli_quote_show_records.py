"""quote show: records in sources of their own, and which of them are shown."""

import re
from pathlib import Path

import pytest

from reference.program import Ran
from reference.quoteshow import SOURCE, as_json, shown

RECORDS = (
    b'{"claim":"be sold","source_path":"s.txt","id":"a"}\n'
    b'{"claim":"The fee","source":"See here.\\nThe fee is due."}\n'
    b"\n"
    b'{"claim":"The supplier","source_path":"s.txt","id":"b","groundspec":{}}\n'
    b'{"claim":"zz","source":"See here.\\nThe fee is due.","id":"a"}\n'
    b'{"claim":"","source":"x"}\n'
)
HEADS = [
    "s.txt:4:12: needs_verification",
    "c:2#/source:2:1: admitted",
    "s.txt:5:1: admitted",
    "c:5#/source: rejected",
    "c:6#/source: rejected",
]


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "s.txt"
    file.write_bytes(SOURCE.encode())
    return str(file)


def heads(said: str) -> list[str]:
    return [part.partition(",")[0] for part in said.split("\n\n")]


@pytest.mark.parametrize(
    ("options", "places"),
    [
        ((), [0, 1, 2, 3, 4]),
        (("--only", "admitted"), [1, 2]),
        (("--only", "needs_verification"), [0]),
        (("--only", "rejected"), [3, 4]),
        (("--only", "not-admitted"), [0, 3, 4]),
        (("--id", "a"), [0, 3]),
        (("--id", "a", "--only", "rejected"), [3]),
        (("--id", "line 4"), [2]),
        (("--id", "line 2"), [1]),
    ],
)
def test_records_are_shown_in_their_own_sources(
    source: str, options: tuple[str, ...], places: list[int]
) -> None:
    folder = Path(source).parent
    (folder / "c").write_bytes(RECORDS)
    assert heads(shown("--claims", "c", *options, cwd=folder)) == [HEADS[at] for at in places]


def test_records_name_their_sources_in_json(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(source).parent)
    Path("c").write_bytes(RECORDS)
    value = as_json("--claims", "c", "--only", "not-admitted")
    assert [row["name"] for row in value["sources"]] == ["s.txt", "c:5#/source", "c:6#/source"]
    assert [row["source"] for row in value["claims"]] == [0, 1, 2]
    monkeypatch.chdir("/")
    root, claims = str(Path(source).parent), str(Path(source).with_name("c"))
    value = as_json("--root", root, "--claims", claims, "--id", "b")
    assert [row["name"] for row in value["sources"]] == [source]


def test_only_may_leave_nothing(source: str) -> None:
    ran = Ran("quote", "show", source, "be sold", "zz", "--only", "admitted")
    assert (ran.status, ran.out) == (0, b"")
    assert ran.errors == "none of 2 claims: --only admitted\n"
    value = as_json(source, "zz", "--only", "admitted")
    assert value["sources"] == value["claims"] == []


def test_claims_of_a_file_before_the_source(source: str) -> None:
    folder = Path(source).parent
    (folder / "c").write_bytes(b'{"claim":"The supplier"}\n')
    said = Ran("quote", "show", "--claims", "c", "-", stdin=SOURCE.encode(), cwd=folder)
    assert said.out.startswith(b"standard input:5:1: admitted")
    assert heads(shown("--claims", "c", "--", "s.txt", cwd=folder)) == ["s.txt:5:1: admitted"]


def test_many_sources_are_not_all_kept(
    source: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    from groundspec.cli.quote import showing

    monkeypatch.chdir(Path(source).parent)
    Path("c").write_bytes(RECORDS)
    monkeypatch.setattr(showing, "_ROOM", 3)
    options = dict.fromkeys(("source", "receipt", "root", "id", "only", "policy"))
    assert showing.show(**options, claims=[], file="c", color="never", form="text") == 0
    assert heads(capsysbinary.readouterr().out.decode()) == HEADS


def test_a_carriage_return_ends_a_line_only_before_a_line_feed(tmp_path: Path) -> None:
    (tmp_path / "s").write_bytes(b"one\r\ntwo\rthree\r\n\r\nfour\r")
    lines = shown("s", "one two\rthree four", cwd=tmp_path).splitlines()
    assert [line for line in lines if re.match("  [1-9] ", line)] == [
        "  1 | one", "  2 | two\\u000Dthree", "  3 |", "  4 | four\\u000D",
    ]  # fmt: skip
