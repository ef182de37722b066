"""measure: what is bad input, and the program."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from groundspec.apps.measure.measure import measure
from groundspec.apps.policies import Policy
from groundspec.cli.measure import measuring, parser
from groundspec.core.codes import refusal
from groundspec.errors import Refusal, Unusable
from reference.measuregold import (
    FIELDS,
    GOLD,
    POLICY,
    RIGHT,
    RUNS,
    UNALIGNED,
    answering,
    fact,
    found,
    written,
)
from reference.program import Ran

# --- Bad input ------------------------------------------------------------------------------------


def bad(folder: Path) -> str:
    with pytest.raises(Unusable) as raised:
        found(folder)
    assert raised.value.hint
    assert "\n" not in raised.value.message
    return raised.value.message.replace(str(folder), "gold").replace("\\", "/")


def changed(**members: Any) -> dict[str, Any]:
    return {**GOLD, **members}


F = fact("rent", "1250", "1,250 USD")
BAD_GOLD: list[tuple[Any, str]] = [
    ([], "The value must be of type object"),
    ({"fields": {}}, "The member 'facts' is missing"),
    (changed(facts=[{"field": "rent"}]), "The member 'value' is missing (at /facts/0)"),
    (changed(facts=[F | {"valeu": 1}]), "The schema names no member 'valeu' (at /facts/0)"),
    (changed(facts=[F, F | {"field": "size"}]), "There is no such field in fields (at /facts/1/fi"),
    (changed(facts=[F | {"unit": "EUR"}]), "The unit is not that of the field (at /facts/0/unit)"),
    (changed(facts=[F | {"value": "x"}]), "The value of a field of numbers is no number (at /fact"),
    (
        changed(facts=[F | {"evidence": [{"start": 5, "end": 999}]}]),
        "Byte 999 of document.txt is no boundary between code points (at /facts/0/evidence/0/end)",
    ),
    (
        changed(facts=[F | {"evidence": [{"start": 4, "end": 6}]}]),
        "Byte 4 of document.txt is no boundary between code points (at /facts/0/evidence/0/start)",
    ),
    (
        changed(facts=[F | {"evidence": [{"start": 9, "end": 9}]}]),
        "start is not before end (at /facts/0/evidence/0)",
    ),
    (
        changed(fields=FIELDS | {"rent": {"schema": {"type": "money"}}}),
        "The value must be one of number, integer, string (at /fields/rent/schema/type)",
    ),
    (changed(units={"USD": {"sufix": []}}), "The schema names no member 'sufix' (at /units/USD)"),
    (changed(absent={"rent": True}), "The field has a confirmed fact (at /absent/rent)"),
    (changed(absent={"rent": 1}), "The value must be of type "),
]


@pytest.mark.parametrize(("gold", "said"), BAD_GOLD, ids=[said for _, said in BAD_GOLD])
def test_a_bad_gold_file(tmp_path: Path, gold: Any, said: str) -> None:
    assert bad(written(tmp_path, RUNS, gold)).startswith(f"gold/lease/gold.json: {said}")


BAD_RUNS: list[tuple[Any, str]] = [
    ({}, ": The value must be of type array"),
    ([RIGHT, {"field": "rent"}], ": The member 'value' is missing (at /1)"),
    ([RIGHT | {"value": None}], ": The value must be of type "),
    ([RIGHT | {"value": 2.5}], ":1:"),
    ([RIGHT | {"end": None}], ": One of start and end is there without the other (at /0)"),
    ([RIGHT | {"end": 999}], ": end 999 is beyond its end: document.txt has "),
    ([RIGHT | {"end": 0}], ": start "),
    ([RIGHT | {"start": -1}], ": The number must be at least 0 (at /0/start)"),
    ([RIGHT | UNALIGNED | {"text": None}], ": There is neither a text nor start and end (at /0)"),
]


@pytest.mark.parametrize(("run", "said"), BAD_RUNS, ids=[said for _, said in BAD_RUNS])
def test_a_bad_run(tmp_path: Path, run: Any, said: str) -> None:
    assert bad(written(tmp_path, {"m": run})).startswith(f"gold/lease/runs/m.json{said}")


def test_bad_files(tmp_path: Path) -> None:
    lease = written(tmp_path, RUNS) / "lease"
    (lease / "gold.json").write_bytes(b'{"facts": [}')
    assert bad(tmp_path).startswith("gold/lease/gold.json:1:12: ")
    (lease / "document.txt").write_bytes(b"caf\xe9")
    said = "gold/lease/document.txt: the bytes E9 at byte 3 are not UTF-8"
    assert said in bad(tmp_path)
    (lease / "document.txt").unlink()
    assert bad(tmp_path) == "gold/lease/document.txt: No such file or directory"
    (lease / "gold.json").unlink()
    assert bad(tmp_path) == "gold: no folder in it has a gold.json and a file in runs"
    assert bad(tmp_path / "none") == "gold: No such file or directory"


@pytest.mark.parametrize(
    ("code", "pointer", "said"),
    [
        ("PACKET_INVALID", "/schema/fields/rent/unit", "gold/lease/gold.json: PACKET_INVALID: No"),
        ("PACKET_INVALID", "/source/text", "gold/lease/document.txt: PACKET_INVALID: No"),
        ("POLICY_INVALID", "/policy/waive/0", "the policy is refused: POLICY_INVALID: No"),
        ("PACKET_INVALID", "/claims", "gold/lease/runs/a.json: PACKET_INVALID: No"),
    ],
)
def test_a_packet_that_is_refused_is_said_of_its_file(
    tmp_path: Path, code: str, pointer: str, said: str
) -> None:
    def decide(given: dict[str, Any]) -> Any:
        assert given
        raise refusal(code, "No.", hint="Mend it.", pointer=pointer)

    written(tmp_path, RUNS)
    with pytest.raises(Unusable) as raised:
        measure(str(tmp_path), decide, POLICY)
    message = raised.value.message.replace(str(tmp_path), "gold")
    assert message.startswith(said)
    assert ("(at /fields/rent/schema/unit)" in message) == pointer.startswith("/schema")
    assert not isinstance(raised.value, Refusal)


# --- The program ----------------------------------------------------------------------------------


def test_help_and_usage() -> None:
    ran = Ran("measure", "--help")
    assert (ran.status, ran.errors) == (0, "")
    assert b"1 --fail-on escapes: a wrong value is admitted" in ran.out
    assert b"\nexamples:\n  groundspec measure gold\n" in ran.out
    assert "GOLD" in Ran("measure").refused()
    assert "Did you mean --by-quote" in Ran("measure", "gold", "--by-quotes").refused()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command with a decider of its own, on the folder `gold`."""
    monkeypatch.setattr(measuring, "policy_of", lambda _: Policy("default", POLICY))
    monkeypatch.setattr(measuring, "end_cleanly", lambda: None)

    def run(*arguments: str) -> int:
        given = parser().read([str(tmp_path / "gold"), "--quiet", *arguments])
        return measuring.measure(measuring.Arguments(**vars(given)), answering())

    return run


def test_escapes_fail_if_asked_for(
    tmp_path: Path, program: Callable[..., int], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    written(tmp_path / "gold", {"m": [RIGHT]})
    assert program("--fail-on", "escapes") == 0
    assert capsysbinary.readouterr().err == b""
    written(tmp_path / "gold", RUNS, name="other")
    assert program("--format", "json") == 0
    out, errors = capsysbinary.readouterr()
    assert (len(json.loads(out)["escapes"]), errors) == (3, b"")
    assert program("--format", "json", "--fail-on", "escapes") == 1
    again, errors = capsysbinary.readouterr()
    assert again == out
    assert errors.endswith(b"gold: 3 wrong values are admitted, --fail-on escapes\n")


@pytest.mark.parametrize(
    ("form", "begins"), [("table", "fact/0.1, policy"), ("json", "{"), ("html", "<!DOCTYPE html>")]
)
def test_the_report_is_written_to_a_file(
    tmp_path: Path,
    program: Callable[..., int],
    capsysbinary: pytest.CaptureFixture[bytes],
    form: str,
    begins: str,
) -> None:
    written(tmp_path / "gold", RUNS)
    assert program("--format", form) == 0
    out, _ = capsysbinary.readouterr()
    assert program("--format", form, "-o", str(tmp_path / "out")) == 0
    assert (tmp_path / "out").read_bytes() == out
    assert out.decode("utf-8").startswith(begins)
    assert capsysbinary.readouterr() == (b"", b"")


@pytest.mark.parametrize("name", ["document.txt", "gold.json", "runs/a.json"])
def test_gold_is_not_written_over(tmp_path: Path, program: Callable[..., int], name: str) -> None:
    file = written(tmp_path / "gold", RUNS) / "lease" / name
    before = file.read_bytes()
    with pytest.raises(Unusable, match="it would replace"):
        program("-o", str(file))
    assert file.read_bytes() == before
