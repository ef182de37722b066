"""`trace` and `ablate`: whether the vectors could notice that a rule is missing."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import group, run_command
from groundspec_harness.doctor import CHECKS
from groundspec_harness.jsontext import canonical
from groundspec_harness.requests import DESCRIBE, line, packet_member
from groundspec_harness.spec import parse
from groundspec_harness.specification import Specification, at
from groundspec_harness.tracing import trace
from harness import tiny

Json = Any
RULES = list(tiny.RULES)


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    (tmp_path / "spec").mkdir()
    return tiny.make(tmp_path / "spec")


def report(command: str, known: Specification, *rest: str, status: int) -> dict[str, Any]:
    """The JSON that a command writes, valid by its schema."""
    root = known.resources.root
    output = root / "out.json"
    options = ["--format", "json", "-o", str(output), "--root", str(root)]
    assert run_command([command, *options, *rest]) == status
    found: dict[str, Any] = json.loads(output.read_bytes())
    problems = known.schemas.problems(f"urn:groundspec:harness-{command}", found)
    assert list(map(str, problems)) == []
    return found


def test_trace_counts_rules_and_codes(known: Specification) -> None:
    found = report("trace", known, status=1)
    rules = {row["rule"]: row for row in found["rules"]}
    codes = {row["code"]: row for row in found["codes"]}
    assert rules["Q-ABSENT"]["vectors"] == ["quote/absent/one", "quote/absent/two"]
    assert codes["UNLOCATED"]["vectors"] == ["quote/absent/one", "quote/absent/three"]
    assert codes["JSON_INVALID"]["vectors"] == ["core/json/nan"]
    assert rules["P-UNKNOWN"]["excused"] == "checked by `run`, and `doctor` (unknown)"
    assert codes["TOO_LARGE"]["excused"].startswith("A request line over 64 MiB")
    assert {"Q-ABSENT", "UNLOCATED", "P-UNKNOWN", "TOO_LARGE"}.isdisjoint(found["thin"])
    assert {"JSON_INVALID", "E-OBJECT", "Q-ACCEPT"} <= set(found["thin"])


def test_who_checks_a_paragraph_of_the_protocol_is_there() -> None:
    known = at(None)
    rows = trace(known.spec, known.registry, known.corpus).rules
    said = {row.name: row.excused or "" for row in rows if row.kind == "protocol"}
    assert said["P-SIZE"].startswith("checked by `doctor` (long-line, size)")
    for words in said.values():
        assert set(re.findall(r"`([a-z-]+)`", words)) <= set(group.commands)
        assert re.findall(r"`([a-z-]+)`", words)
        for names in re.findall(r"`doctor` \(([a-z, -]+)\)", words):
            assert set(names.split(", ")) <= {check.name for check in CHECKS}


def test_trace_for_people_marks_what_is_thin(
    known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["trace", "--root", str(known.resources.root)]) == 1
    said = capsys.readouterr().out
    assert "! JSON_INVALID" in said
    assert "  UNLOCATED" in said
    assert "pinned by fewer than 2 vectors: " in said


def ablated(name: str, decisions: list[dict[str, Json]], without: list[str]) -> bytes:
    bare = [{k: v for k, v in each.items() if k != "claim_sha256"} for each in decisions]
    return canonical({"ablated": {"decisions": bare, "without": without}, "id": name}) + b"\n"


def exchanges(
    known: Specification, noticing: dict[str, list[str]], **description: Json
) -> list[tuple[bytes, bytes]]:
    """A program in ablation mode: without a rule, these vectors get other decisions."""
    described = {"id": "1", "implementation": {**tiny.DESCRIPTION, **description}}
    pairs = [(line(DESCRIBE), canonical(described) + b"\n")]
    for vector in known.corpus.vectors:
        if vector.kind != "decision":
            continue
        for without in [[], *([rule] for rule in RULES)]:
            request = {"do": "decide", "id": "2", **packet_member(vector), "without": without}
            decisions = vector.data["receipt"]["decisions"]
            if without and vector.id in noticing.get(without[0], []):
                decisions = [{**each, "tier": "case"} for each in decisions]
            pairs.append((line(request), ablated("2", decisions, without)))
    return pairs


ALL = ["quote/absent/one", "quote/absent/two", "quote/absent/three"]
ENOUGH = dict.fromkeys(RULES, ALL[:2])


def ablate(
    known: Specification, folder: Path, pairs: list[tuple[bytes, bytes]], status: int, jobs: int = 1
) -> dict[str, Any]:
    command = tiny.oracle(folder, pairs)
    return report("ablate", known, "--jobs", str(jobs), "--", *command, status=status)


def test_every_rule_noticed_twice_passes(known: Specification, tmp_path: Path) -> None:
    found = ablate(known, tmp_path, exchanges(known, ENOUGH, rules=RULES), 0)
    assert found["passed"]
    assert found["control"] == {"rule": "Q-CLAIM", "noticed": True}
    assert found["vectors"] == 3
    assert {row["rule"]: sorted(row["noticing"]) for row in found["rules"]} == {
        rule: sorted(ALL[:2]) for rule in RULES
    }


def test_the_report_is_the_same_whatever_the_number_of_processes(
    known: Specification, tmp_path: Path
) -> None:
    pairs = exchanges(known, {**ENOUGH, "Q-ACCEPT": ALL[:1]}, rules=RULES)
    alone, two, three = (ablate(known, tmp_path, pairs, 1, jobs) for jobs in (1, 2, 3))
    assert alone == two == three
    assert [row["rule"] for row in alone["rules"]] == known.spec.ids("rule")


def test_a_rule_noticed_once_is_thin(known: Specification, tmp_path: Path) -> None:
    found = ablate(known, tmp_path, exchanges(known, {**ENOUGH, "Q-ACCEPT": ALL[:1]}), 1)
    assert found["thin"] == ["Q-ACCEPT"]


def test_vectors_of_one_source_count_once(known: Specification, tmp_path: Path) -> None:
    more = tiny.decision("quote/absent/more", "the northern depot", "depot", "Q-ACCEPT")
    tiny.add(known, more)
    known = Specification(known.resources)
    noticing = {**ENOUGH, "Q-ACCEPT": ["quote/absent/one", "quote/absent/more"]}
    found = ablate(known, tmp_path, exchanges(known, noticing), 1)
    assert found["thin"] == ["Q-ACCEPT"]


def test_a_control_that_nobody_notices_fails_loudly(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = exchanges(known, {**ENOUGH, "Q-CLAIM": []})
    assert not ablate(known, tmp_path, pairs, 1)["control"]["noticed"]
    command = tiny.oracle(tmp_path, pairs)
    assert run_command(["ablate", "--root", str(known.resources.root), "--", *command]) == 1
    assert "THE CONTROL SURVIVES" in capsys.readouterr().out


def test_a_crash_is_a_defect_and_no_notice(known: Specification, tmp_path: Path) -> None:
    pairs = [
        pair
        for pair in exchanges(known, ENOUGH)
        if b"northern" not in pair[0] or b"Q-ACCEPT" not in pair[0]
    ]
    found = ablate(known, tmp_path, pairs, 1)
    row = next(row for row in found["rules"] if row["rule"] == "Q-ACCEPT")
    assert row["noticing"] == ["quote/absent/two"]
    assert [defect["id"] for defect in row["defects"]] == ["quote/absent/one"]
    assert row["defects"][0]["detail"].startswith("crash")


def test_without_nothing_the_receipts_must_come_out(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = [
        (asked, answer.replace(b'"exact"', b'"case"') if b'"without":[]' in asked else answer)
        for asked, answer in exchanges(known, ENOUGH)
    ]
    command = tiny.oracle(tmp_path, pairs)
    assert run_command(["ablate", "--root", str(known.resources.root), "--", *command]) == 1
    said = capsys.readouterr().err
    assert "these receipts are not reproduced" in said
    assert "quote/absent/two: other decisions" in said


def test_other_rules_than_those_of_the_document_are_named(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, exchanges(known, ENOUGH, rules=["Q-CLAIM", "Q-NEW"]))
    assert run_command(["ablate", "--root", str(known.resources.root), "--", *command]) == 1
    said = capsys.readouterr().err
    assert "Q-NEW: the program lists it" in said
    assert "Q-ABSENT: SPEC.md has it" in said


def test_a_program_that_cannot_ablate_is_told_so(
    known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    described = canonical({"id": "1", "implementation": tiny.DESCRIPTION}).decode()
    program = (
        "import json, sys\n"
        f"print({described!r}, flush=True) if input() else 0\n"
        "for line in sys.stdin:\n"
        "    name = json.loads(line)['id']\n"
        '    print(\'{"error":"MALFORMED_REQUEST","id":"%s"}\' % name, flush=True)\n'
    )
    root = str(known.resources.root)
    assert run_command(["ablate", "--root", root, "--", sys.executable, "-c", program]) == 2
    assert "does not accept `without`" in capsys.readouterr().err


def test_paragraphs_end_at_the_next_one_or_at_a_heading() -> None:
    found = parse(
        "# Title\n\n"
        "**A-ONE** (rule). First.\n*Example:* x. (`a/b/c`, `a/b/d`)\n\nStill `x/y/z` A-ONE.\n\n"
        "**A-TWO** (definition). Second.\n\n"
        "## 2 Next\n\nNobody's.\n\n"
        "**A-THREE** (protocol). Third."
    )
    assert [(p.id, p.kind, p.section, p.line) for p in found] == [
        ("A-ONE", "rule", "Title", 3),
        ("A-TWO", "definition", "Title", 8),
        ("A-THREE", "protocol", "2 Next", 14),
    ]
    assert found[0].text.endswith("Still `x/y/z` A-ONE.")
    assert found[0].examples == ("a/b/c", "a/b/d")
    assert found[1].text == "**A-TWO** (definition). Second."
