"""decide and verify: exit status, what is said where, nothing left half done."""

import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec import resources
from groundspec.core.canonical import canonical_bytes
from groundspec.core.codes import registry
from groundspec.core.shape import shape_error
from reference.packets import raw
from reference.program import PACKET, PROGRAM, RECEIPT, ROOT, Ran, needs_posix

# --- decide ---------------------------------------------------------------------------------------


def test_decide_prints_the_canonical_receipt(packet_file: Path) -> None:
    for ran in (Ran("decide", str(packet_file)), Ran("decide", "-", stdin=PACKET)):
        assert (ran.status, ran.out, ran.errors) == (0, RECEIPT + b"\n", "")


def test_decide_pretty_is_the_same_value() -> None:
    ran = Ran("decide", "-", "--pretty", stdin=PACKET)
    assert ran.out.count(b"\n") > 20
    assert json.loads(ran.out) == json.loads(RECEIPT)


BAD_CLAIMS: list[tuple[Any, str]] = [
    ({}, "The member 'text' is missing. (at /claims/0)"),
    ({"text": "fee"}, "The member 'at' is missing. (at /claims/0)"),
    ({"text": "fee", "at": None, "no\x1bte": 1}, "The schema names no member 'no\\x1bte'. (at "),
    ({"text": 3, "at": None}, "The value must be of type string. (at /claims/0/text)"),
    ({"text": "fee", "at": 3}, "The value must be of type null or object. (at /claims/0/at)"),
    ({"text": "fee", "at": {"start": 0}}, "The member 'end' is missing. (at /claims/0/at)"),
    (
        {"text": "fee", "at": {"start": -1, "end": 3}},
        "The number must be at least 0. (at /claims/0/at/start)",
    ),
    ({"text": "fee", "at": {"start": 6, "end": 6}}, "The place 6-6 is empty. (at /claims/0/at)"),
    ({"text": "fee", "at": {"start": 7, "end": 6}}, "The place 7-6 ends before it starts. (at /c"),
    (
        {"text": "fee", "at": {"start": 6, "end": 10}},
        "The place ends at byte 10, beyond the source's 9 bytes. (at /claims/0/at/end)",
    ),
    ({"text": "fee", "at": {"start": 4, "end": 9}}, "Byte 4 of the source is inside a code point"),
    ({"text": "fee", "at": {"start": 0, "end": 4}}, "Byte 4 of the source is inside a code point"),
]


@pytest.mark.parametrize(("claim", "said"), BAD_CLAIMS)
def test_decide_says_why_a_claim_is_invalid(tmp_path: Path, claim: Any, said: str) -> None:
    (tmp_path / "p.json").write_bytes(
        raw({"id": "1", **claim}, "fee", source={"text": "caf\u00e9 fee", "id": None, "url": None})
    )
    ran = Ran("decide", "p.json", cwd=tmp_path)
    assert json.loads(ran.out)["decisions"][0]["codes"] == ["CLAIM_INVALID"]
    assert (ran.status, ran.errors.count("\n")) == (0, 1)
    assert ran.errors.startswith(f'p.json: claim "1": {said}')
    as_json = json.loads(Ran("decide", "--format", "json", "p.json", cwd=tmp_path).errors)
    assert (as_json["claim"], as_json["code"]) == ("1", "CLAIM_INVALID")
    assert f"{as_json['message']} (at {as_json['pointer']})".startswith(said.replace("\\\\", "\\"))


def test_only_the_first_invalid_claims_are_said() -> None:
    claims = [{"id": f"q{number}"} for number in range(25)]
    for many, last in ((20, 'claim "q19": '), (21, "and 1 more\n"), (25, "and 5 more\n")):
        lines = Ran("decide", "-", stdin=raw(*claims[:many])).errors.splitlines(keepends=True)
        assert len(lines) == min(many, 21)
        assert lines[-1].startswith(f"standard input: {last}")
    as_json = Ran("decide", "-", "--format", "json", stdin=raw(*claims)).errors.splitlines()
    assert json.loads(as_json[-1]) == {"code": "CLAIM_INVALID", "more": 5}


def test_no_id_and_no_pointer_reaches_the_terminal_as_it_is() -> None:
    for id_ in ("\x1b[2J", "a\nb", "\x7f\x9b31m", "\u202e", '"', "7" * 5000):
        errors = Ran("decide", "-", stdin=raw({"id": id_})).errors
        assert errors[:-1].isprintable()
        assert errors.startswith('standard input: claim "')
        assert len(errors) < 200
        errors = Ran("decide", "-", stdin=raw({"id": "1", "at": {id_: 1.5}})).refused()
        assert all(line.isprintable() for line in errors.split("\n"))


@needs_posix
def test_a_terminal_is_told_what_a_file_holds(packet_file: Path, tmp_path: Path) -> None:
    import pty

    for claims, said in (
        (("The fee", "not there"), b"out.json: 1 admitted, 0 need verification, 1 rejected\r\n"),
        ((), b"out.json: 0 admitted, 0 need verification, 0 rejected\r\n"),
        (('"never"',), b"out.json: 0 admitted, 1 needs verification, 0 rejected\r\n"),
    ):
        packet_file.write_bytes(raw(*claims, policy="strict"))
        ours, theirs = pty.openpty()
        command = [*PROGRAM, "decide", packet_file.name, "-o", "out.json"]
        ran = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, check=False
        )
        os.close(theirs)
        assert (ran.returncode, ran.stdout, os.read(ours, 4096)) == (0, b"", said)
        os.close(ours)


def test_decide_into_a_file(packet_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    ran = Ran("decide", str(packet_file), "-o", str(target))
    assert (ran.status, ran.out, ran.errors) == (0, b"", "")
    assert target.read_bytes() == RECEIPT + b"\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["out.json", "packet.json"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b'{"a":1,\n "a":2}',
            "{file}:2:2: DUPLICATE_MEMBER: The member 'a' is there twice. (at /a)\n",
        ),
        (b"", "{file}:1:1: JSON_INVALID: The text ends where a value is due.\n"),
        (b'{"a": nul}', "{file}:1:7: JSON_INVALID: 'nul' does not begin a value. (at /a)\n"),
        (b"\xff", "{file}:1:1: NOT_UTF8: The bytes FF at byte 0 are not well-formed UTF-8.\n"),
        (
            raw({"id": 1}),
            "{file}: PACKET_INVALID: The value must be of type string. (at /claims/0/id)\n",
        ),
        (raw("a", policy="dfault"), "{file}: UNKNOWN_POLICY: "),
    ],
)
def test_a_refusal_names_file_place_and_remedy(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "p.json"
    file.write_bytes(data)
    errors = Ran("decide", str(file)).refused()
    assert errors.startswith(said.format(file=file))
    assert errors.split("\n")[1].startswith("  hint: ")


@pytest.mark.parametrize(
    ("members", "part", "names"),
    [
        ({"note": 1}, "packet", "groundspec, check, source, policy, claims"),
        ({"source": {}}, "packet", "groundspec, check, source, policy, claims"),
        (
            {"policy": {}},
            "policy",
            "check, tiers, accept_through, allow_unsound, near, boundaries, ellipsis, "
            "min_fragment_words, markers, waive",
        ),
    ],
)
def test_a_wrong_shape_names_the_members_and_a_file_that_is_there(
    members: dict[str, Any], part: str, names: str
) -> None:
    hint = Ran("decide", "-", stdin=raw(**members)).refused().split("\n")[1]
    says, file = hint.removesuffix(" says the rest.").split("; ")
    assert says == f"  hint: A {part} has the members {names}"
    assert json.loads(Path(file).read_bytes()) == resources.schema(f"quote.{part}")


@pytest.mark.parametrize("data", [b"", b'{"\\ud800":1.5}', raw({"id": ""}), raw("a", policy="x")])
def test_a_refusal_as_json_has_the_published_shape(data: bytes) -> None:
    refusal = json.loads(Ran("decide", "-", "--format", "json", stdin=data).refused())
    assert shape_error("refusal", refusal) is None
    assert registry().codes[refusal["refusal"]].phase == refusal["phase"]


def test_an_unsupported_check_is_said_to_be_so() -> None:
    data = b'{"groundspec":"0.1","check":"answer/0.1"}'
    assert "answer/0.1" in Ran("decide", "-", stdin=data).refused()
    as_json = json.loads(Ran("decide", "-", "--format", "json", stdin=data).refused())
    assert as_json["unsupported"] == "answer/0.1"


@pytest.mark.parametrize("name", ["missing.json", ".", "no/such/folder", "x" * 300, ""])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    errors = Ran("decide", name, cwd=tmp_path).refused()
    assert errors.count("\n") == 2
    assert "hint:" in errors


@needs_posix
def test_odd_files() -> None:
    assert "JSON_INVALID" in Ran("decide", os.devnull).refused()
    if Path("/dev/zero").exists():
        assert "MiB" in Ran("decide", "/dev/zero").refused()


@needs_posix
@pytest.mark.skipif(ROOT, reason="root may read everything")
def test_a_file_without_permission(packet_file: Path) -> None:
    packet_file.chmod(0)
    assert "Permission denied" in Ran("decide", str(packet_file)).refused()


@needs_posix
def test_a_name_that_no_terminal_shows(tmp_path: Path) -> None:
    name = b"a\nb\xff\x1b[31m"
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(b"[")
    errors = Ran("decide", os.fsdecode(name), cwd=tmp_path).refused()
    assert "\x1b" not in errors
    assert errors.count("\n") == 2


# --- Output files ---------------------------------------------------------------------------------


@needs_posix
def test_an_existing_file_keeps_its_mode_and_a_link_stays_one(
    packet_file: Path, tmp_path: Path
) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    assert Ran("decide", str(packet_file), "-o", str(link)).status == 0
    assert link.is_symlink()
    assert target.read_bytes() == RECEIPT + b"\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_the_input_is_never_written_over(packet_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    os.link(packet_file, other)
    for target in (packet_file, other, tmp_path / "." / "packet.json"):
        assert "replace the packet" in Ran("decide", str(packet_file), "-o", str(target)).refused()
    assert packet_file.read_bytes() == PACKET


def test_a_refused_packet_leaves_the_old_output_alone(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("before")
    Ran("decide", "-", "-o", str(target), stdin=b"[").refused()
    assert target.read_text() == "before"


@pytest.mark.parametrize("target", [".", "no/such/folder/out.json"])
def test_an_output_that_cannot_be_written(tmp_path: Path, target: str) -> None:
    errors = Ran("decide", "-", "-o", target, stdin=PACKET, cwd=tmp_path).refused()
    assert "hint:" in errors
    assert list(tmp_path.iterdir()) == []


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk() -> None:
    assert "No space left" in Ran("decide", "-", "-o", "/dev/full", stdin=PACKET).refused()
    with Path("/dev/full").open("wb") as full:
        command = [*PROGRAM, "decide", "-"]
        ran = subprocess.run(
            command, input=PACKET, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr == b"groundspec: standard output: No space left on device\n"


@needs_posix
def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    ran = Ran("decide", "-", "-o", "-", stdin=PACKET, cwd=tmp_path)
    assert (ran.status, ran.out, ran.errors) == (0, Ran("decide", "-", stdin=PACKET).out, "")
    ran = Ran("policy", "show", "strict", "-o", "-", cwd=tmp_path)
    assert (ran.status, ran.out) == (0, Ran("policy", "show", "strict").out)
    assert [*tmp_path.iterdir()] == []


def test_a_write_that_fails_midway_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from groundspec.cli import output

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "out.json"
    target.write_text("before")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(groundspec.Unusable, match="No space left"):
        output.write_file(str(target), b"after")
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]
    assert target.read_text() == "before"


# --- verify ---------------------------------------------------------------------------------------


def test_verify_holds(receipt_file: Path, packet_file: Path) -> None:
    ran = Ran("verify", str(receipt_file), str(packet_file))
    assert (ran.status, ran.out, ran.errors) == (0, f"{receipt_file}: verified\n".encode(), "")
    assert Ran("verify", "-", str(packet_file), stdin=RECEIPT).status == 0
    assert Ran("verify", str(receipt_file), "-", stdin=PACKET).status == 0
    as_json = json.loads(Ran("verify", "--format", "json", str(receipt_file), str(packet_file)).out)
    assert as_json["verified"] is True


@pytest.mark.parametrize(
    ("receipt", "given", "status", "said"),
    [
        (RECEIPT, raw("The fee"), 1, "PACKET_DIFFERS"),
        (RECEIPT.replace(b'"rejected"', b'"admitted"', 1), PACKET, 1, "RECEIPT_DIGEST_DIFFERS"),
        (b"{", PACKET, 2, "RECEIPT_UNREADABLE"),
        (RECEIPT, b'{"a":1,\n"a":1}', 2, "PACKET_REFUSED"),
        (RECEIPT, b'{"groundspec":"0.1","check":"answer/0.1"}', 2, "VERSION_UNSUPPORTED"),
    ],
)
def test_verify_fails(tmp_path: Path, receipt: bytes, given: bytes, status: int, said: str) -> None:
    one, other = tmp_path / "r.json", tmp_path / "p.json"
    one.write_bytes(receipt)
    other.write_bytes(given)
    ran = Ran("verify", str(one), str(other))
    assert (ran.status, ran.out) == (status, b"")
    assert ran.errors.count("\n") == 2
    if said == "PACKET_REFUSED":
        assert ran.errors.startswith(f"{other}:2:1: PACKET_REFUSED: DUPLICATE_MEMBER: The member")
    else:
        assert ran.errors.startswith(f"{one}")
        assert f": {said}: " in ran.errors
        assert f"\n  hint: groundspec explain {said}\n" in ran.errors
    as_json = Ran("verify", "--format", "json", str(one), str(other))
    answer = json.loads(as_json.out)
    assert (as_json.status, answer["verified"], answer["code"]) == (status, False, said)
    assert as_json.out == canonical_bytes(answer) + b"\n"


def test_verify_knows_a_packet_that_comes_first(receipt_file: Path, packet_file: Path) -> None:
    said = "This looks like a packet; the receipt comes first."
    ran = Ran("verify", str(packet_file), str(receipt_file))
    assert (ran.status, ran.out) == (1, b"")
    assert ran.errors.startswith(f"{packet_file}: RECEIPT_DIGEST_DIFFERS: ")
    assert ran.errors.endswith(f"\n  hint: {said}\n")
    as_json = Ran("verify", "--format", "json", str(packet_file), str(receipt_file))
    assert json.loads(as_json.out)["hint"] == said


def test_verify_wants_one_standard_input_at_most() -> None:
    assert "only one" in Ran("verify", "-", "-", stdin=PACKET).refused()
