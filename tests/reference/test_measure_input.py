"""measure: what is bad input, and the program."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from groundspec import digest, resources
from groundspec.apps.measure.holding import holds
from groundspec.apps.measure.measure import measure
from groundspec.core.codes import refusal
from groundspec.errors import Refusal, Unusable
from reference.measuregold import (
    FIELDS,
    GOLD,
    POLICY,
    RIGHT,
    RUNS,
    TEXT,
    UNALIGNED,
    fact,
    found,
    proposed,
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
    (
        changed(fields=FIELDS | {"Net Rent": FIELDS["rent"]}),
        "The name 'Net Rent' is not allowed; it must match ^[a-z][a-z0-9_]{0,63}$ (at /fields/Net ",
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


def ran(folder: Path, *arguments: str, status: int = 0) -> Ran:
    done = Ran("measure", "gold", *arguments, cwd=folder)
    assert done.status == status, done.errors
    return done


def test_escapes_fail_if_asked_for(tmp_path: Path) -> None:
    written(tmp_path / "gold", {"m": [RIGHT]})
    assert ran(tmp_path, "--fail-on", "escapes").errors == ""
    written(tmp_path / "gold", RUNS, name="other")
    plain = ran(tmp_path, "--format", "json")
    made = json.loads(plain.out)
    assert [one["field"] for one in made["escapes"]] == ["deposit", "deposit"]
    assert plain.errors == ""
    failed = ran(tmp_path, "--format", "json", "--fail-on", "escapes", status=1)
    assert failed.out == plain.out
    assert failed.errors == "gold: 2 wrong values are admitted, --fail-on escapes\n"


@pytest.mark.parametrize(
    ("form", "begins"),
    [("table", b"fact/0.1, policy default\n"), ("json", b"{"), ("html", b"<!DOCTYPE html>")],
)
def test_the_report_is_written_to_a_file(tmp_path: Path, form: str, begins: bytes) -> None:
    written(tmp_path / "gold", RUNS)
    shown = ran(tmp_path, "--format", form)
    assert shown.out.startswith(begins)
    done = ran(tmp_path, "--format", form, "-o", "out")
    assert (done.out, done.errors) == (b"", "")
    assert (tmp_path / "out").read_bytes() == shown.out


@pytest.mark.parametrize("name", ["document.txt", "gold.json", "runs/a.json"])
def test_gold_is_not_written_over(tmp_path: Path, name: str) -> None:
    file = written(tmp_path / "gold", RUNS) / "lease" / name
    before = file.read_bytes()
    said = Ran("measure", "gold", "-o", str(file), cwd=tmp_path).refused()
    assert "it would replace" in said
    assert file.read_bytes() == before


def test_evidence_by_its_words_alone(tmp_path: Path) -> None:
    """Words that stand twice are found, so a wrong place is another thing to measure."""
    written(tmp_path / "gold", {"m": [RIGHT, proposed("rent", "1250", "25")]})
    made = json.loads(ran(tmp_path, "--format", "json", "--by-quote").out)
    assert made["by_quote"] is True
    assert made["all"]["candidates"]["right_place"]["admitted"] == 1
    assert b"evidence by its words alone\n" in ran(tmp_path, "--by-quote").out


def test_policies(tmp_path: Path) -> None:
    written(tmp_path / "gold", RUNS)
    policy = {**resources.policy("fact", "default"), "min_confidence": "0.5"}
    (tmp_path / "mine.json").write_text(json.dumps(policy), "utf-8")
    made = json.loads(ran(tmp_path, "--format", "json", "--policy", "mine.json").out)
    assert made["policy"] == {"name": None, "policy_sha256": digest("policy", policy)}
    assert made["all"]["candidates"]["right_place"]["needs_verification"] == 3
    assert [row["right_place"] for row in made["reviews"]] == [3]
    made = json.loads(ran(tmp_path, "--format", "json", "--policy", "fact/seed").out)
    assert made["policy"]["name"] == "seed"
    for given, said in (
        ("sed", "groundspec: there is no policy sed\n  hint: Did you mean seed?\n"),
        ("9", "groundspec: there is no policy 9\n  hint: The policies are default, "),
        ("none.json", "groundspec: none.json: No such file or directory\n"),
        ("bad.json", "groundspec: bad.json: The "),
        ("cut.json", "groundspec: cut.json:1:"),
    ):
        (tmp_path / "bad.json").write_text(json.dumps({"check": "fact/0.1"}), "utf-8")
        (tmp_path / "cut.json").write_bytes(b"{")
        refused = Ran("measure", "gold", "--policy", given, cwd=tmp_path).refused()
        assert refused.startswith(said)


def test_a_unit_that_is_not_known_is_asked_for_in_the_gold_file(tmp_path: Path) -> None:
    gold = {**GOLD, "units": {}, "facts": []}
    gold["fields"] = {"rent": {"schema": {"type": "number", "unit": "zz"}}}
    written(tmp_path / "gold", {"m": []}, gold)
    assert Ran("measure", "gold", cwd=tmp_path).refused() == (
        f"groundspec: gold{os.sep}lease/gold.json: UNIT_UNKNOWN: Neither the pack nor the schema "
        "has the unit 'zz' (at /fields/rent/schema/unit)\n"
        "  hint: Give a new unit its forms in the member units of gold.json.\n"
    )
    policy = {**resources.policy("fact", "default"), "waive": ["NEGATED_VALU"]}
    (tmp_path / "typo.json").write_text(json.dumps(policy), "utf-8")
    said = Ran("measure", "gold", "--policy", "typo.json", cwd=tmp_path).refused()
    assert said.startswith(
        "groundspec: typo.json: This is no flag of the check (at /waive/0)\n"
        "  hint: Did you mean NEGATED_VALUE? Flags are "
    )


def test_gold_whose_evidence_does_not_hold_its_value_is_said(tmp_path: Path) -> None:
    facts = [
        fact("rent", "1250", "1,250 USD"),
        fact("deposit", "2500", "1,250 USD") | {"value": "2500.00"},
        fact("late_fee", "25", "25"),
    ]
    written(tmp_path / "gold", {"m": [RIGHT]}, {**GOLD, "facts": facts})
    for form in ("table", "json", "html"):
        done = ran(tmp_path, "--format", form)
        assert done.errors == (
            "gold/lease/gold.json: The evidence does not hold the value 2500.00: se: the rent is "
            "[1,250 USD]. The deposit is (at /facts/1/evidence/0)\n"
            "gold/lease/gold.json: The evidence does not hold the value 25: : the rent is 1,[25]0 "
            "USD. The depos (at /facts/2/evidence/0)\n"
            "  hint: Correct the value or the offsets, which count bytes of document.txt; it is "
            "measured as it is.\n"
        )


def test_of_much_gold_without_its_value_the_first_is_said(tmp_path: Path) -> None:
    facts = [fact("rent", str(number), "1,250 USD") for number in range(11, 41)]
    written(tmp_path / "gold", {"m": [RIGHT]}, {**GOLD, "facts": facts})
    errors = ran(tmp_path).errors
    assert errors.count("The evidence does not hold") == 20
    assert errors.endswith(" measured as it is.\nand 10 more\n")


HELD: list[tuple[str, Any, str, bool]] = [
    ("1,250 USD", "1250", "number", True),
    ("4.2 million", "4200000", "number", True),
    ("(730)", "-730000", "number", True),
    ("3 1/2 years", "3.5", "number", True),
    ("thirty days", 30, "integer", True),
    ("two thousand", "2000", "number", True),
    ("no staff", "0", "integer", True),
    ("Berg & Lie", "berg  & lie", "string", True),
    ("by  Berg\nund Lie", "Berg und Lie", "string", True),
    ("1,250 USD", "125.1", "number", False),
    ("Net sales", "5", "number", False),
    ("", "5", "number", False),
    ("Berg & Lie", "Berg and Lie", "string", False),
]


@pytest.mark.parametrize(("evidence", "value", "kind", "held"), HELD)
def test_when_evidence_may_hold_a_value(evidence: str, value: Any, kind: str, held: bool) -> None:
    text = f"a {evidence} b"
    assert holds(text, 2, 2 + len(evidence), value, kind) is held


def test_a_document_that_is_not_composed(tmp_path: Path) -> None:
    folder = written(tmp_path / "gold", {"m": []})
    (folder / "lease" / "document.txt").write_bytes(TEXT.replace("\u00e9", "e\u0301").encode())
    gold = {**GOLD, "facts": []}
    (folder / "lease" / "gold.json").write_text(json.dumps(gold), "utf-8")
    said = Ran("measure", "gold", cwd=tmp_path).refused()
    assert "document.txt: SOURCE_NOT_NFC: " in said
