"""`audit` of damaged tar archives: what stands behind the damage is not lost quietly."""

import gzip
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from groundspec_harness.cli import run_command

BLOCK = 512
PACKET = json.dumps({"groundspec": "0.1", "check": "quote/0.1"}).encode()


def tar(*names: str) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(PACKET)
            archive.addfile(member, io.BytesIO(PACKET))
    return held.getvalue()


def turned(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def with_extended_header(name: str, value: str) -> bytes:
    record = f" {name}={value}\n"
    length = len(record) + len(str(len(record)))
    length += len(str(length)) - len(str(len(record)))
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, length
    return header.tobuf() + f"{length}{record}".encode().ljust(BLOCK, b"\0") + tar("a.json")


SECOND = 2 * BLOCK  # where the header of a second member stands
DAMAGED: dict[str, Callable[[], bytes]] = {
    "a bit of a header": lambda: turned(tar("a.json", "b.json"), SECOND + 10),
    "cut before a header": lambda: tar("a.json", "b.json")[:SECOND],
    "cut within a header": lambda: tar("a.json", "b.json")[: SECOND + 100],
    "one block of zeros": lambda: (
        tar("a.json")[:SECOND] + bytes(BLOCK) + tar("a.json", "b.json")[SECOND:]
    ),
    "two archives": lambda: tar("a.json") + tar("b.json"),
    "two compressed archives": lambda: 2 * gzip.compress(tar("a.json")),
    "another checksum of gzip": lambda: gzip.compress(tar("a.json"))[:-8] + b"abcdefgh",
    "a map of holes": lambda: with_extended_header("GNU.sparse.map", "1,x"),
    "a size below nothing": lambda: with_extended_header("size", "-1"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_damaged_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept.tar"
    path.write_bytes(DAMAGED[name]())
    assert run_command(["audit", str(path), "--", "no-such-program"]) == 2
    assert f"cannot read {path}" in capsys.readouterr().err
