"""What people read of a run: which divergences come first, what they share, a table that fits."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness import table
from groundspec_harness.cli import run_command
from groundspec_harness.commands.why import _WIDTH, _wrapped
from groundspec_harness.conversation import Conversation
from groundspec_harness.divergences import ordered, summary
from groundspec_harness.jsontext import canonical
from groundspec_harness.report import Setting, build
from groundspec_harness.requests import case
from groundspec_harness.runner import Outcome
from groundspec_harness.specification import Specification, at
from groundspec_harness.totals import diverges
from harness import mixed, tiny

Json = Any
ONE, TWO, THREE = "quote/absent/one", "quote/absent/two", "quote/absent/three"


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    (tmp_path / "spec").mkdir()
    return tiny.make(tmp_path / "spec")


def spoiled(text: bytes) -> bytes:
    """An answer with a wrong outcome, code, tier or digest, whichever it has first."""
    for old, new in (
        (b'"refusal":"', b'"refusal":"NOT_'),
        (b'"codes":["UNLOCATED"]', b'"codes":[]'),
        (b'"tier":"exact"', b'"tier":"case"'),
        (b'"canonical":"{', b'"canonical":"[{'),
    ):
        if old in text:
            return text.replace(old, new)
    return text


def resealed(text: bytes) -> bytes:
    value = json.loads(text)
    if "receipt" in value:
        value["receipt"] = tiny.sealed(value["receipt"])
    return canonical(value) + b"\n"


def command(known: Specification, folder: Path, *spare: str) -> list[str]:
    """A program that answers every vector wrongly but for those of these folders."""
    pairs = [
        (asked, text if b"describe" in asked else resealed(spoiled(text)))
        for asked, text in tiny.exchanges(known)
    ]
    rights = dict(tiny.exchanges(known))
    names = {v.id for v in known.corpus.vectors for each in spare if v.id.startswith(each)}
    kept = {case(known.corpus.by_id[name], 2).request for name in names}
    return tiny.oracle(folder, [(a, rights[a] if a in kept else text) for a, text in pairs])


def outcome(known: Specification, folder: Path, *spare: str) -> Outcome:
    with Conversation(command(known, folder, *spare), 30) as conversation:
        return known.runner(conversation).run(known.corpus.vectors)


def report(known: Specification, found: Outcome) -> dict[str, Any]:
    setting = Setting(("x",), False, 30, ())
    return build(found, setting, known.registry, known.spec, known.corpus)


def test_divergences_come_in_the_order_in_which_to_mend_them(
    known: Specification, tmp_path: Path
) -> None:
    path = known.resources.conformance / f"{ONE}.json"
    tiny.add(known, {**json.loads(path.read_bytes()), "origin": "fuzz"})
    known = at(known.resources.root)
    found = ordered(outcome(known, tmp_path), known.registry)
    sizes = {r.vector.id: len(r.case.request) for r in found}
    assert [result.vector.id for result in found] == [
        *sorted(("core/json/nan", "core/digest/empty"), key=lambda name: sizes[name]),
        "packet/envelope/array",
        *sorted((TWO, THREE), key=lambda name: sizes[name]),
        ONE,
    ]


def test_a_summary_groups_all_divergences(known: Specification, tmp_path: Path) -> None:
    results = report(known, outcome(known, tmp_path))["results"]
    said = summary([result for result in results if diverges(result)])
    head, _, rules = said.partition("; most often ")
    assert head.startswith("6 diverge: ")
    groups = dict(part.split() for part in head.removeprefix("6 diverge: ").split(", "))
    assert groups == {"codes": "2", "refusal": "2", "canonical": "1", "tier": "1"}
    assert set(rules.split(", ")[:2]) == {"Q-ABSENT 2", "Q-CLAIM 2"}


def test_the_summary_and_why_stand_below_what_is_shown(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = command(known, tmp_path)
    root = str(known.resources.root)
    arguments = ["run", "--max-diffs", "2", "--timeout", "7", "--root", root, "--", *program]
    assert run_command(arguments) == 1
    said = capsys.readouterr().out
    assert " --timeout 7 " in said
    assert said.count("  again: groundspec-harness run -k core/") == 2
    assert said.count("  why:   groundspec-harness why core/") == 2
    assert f" --root {root} -- " in said
    assert said.index("4 more divergences") < said.index("\n6 diverge: ")
    again = next(line for line in said.splitlines() if "  why:" in line).split()[2:]
    assert run_command(again) == 1


def test_the_summary_says_that_what_is_known_is_not_in_it(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = command(known, tmp_path)
    found = report(known, outcome(known, tmp_path))["results"]
    path = mixed.write(tmp_path / "k.json", *map(mixed.entry, found[:2]))
    assert mixed.run(known, program, "--known-failures", str(path), "--failed") == 1
    said = capsys.readouterr().out
    assert "\n4 diverge and count against it: " in said
    assert "; 6 diverge; 2 known before and not counted against it" in said


def test_the_receipts_own_digest_is_listed_alone_only(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    program = command(known, tmp_path)
    assert run_command(["run", "-k", TWO, "--root", root, "--", *program]) == 1
    said = capsys.readouterr().out
    assert "/receipt/decisions/0/tier" in said
    assert "/receipt/receipt_sha256" not in said
    pairs = [
        (asked, re.sub(rb'"receipt_sha256":"sha256:.', b'"receipt_sha256":"sha256:_', text))
        for asked, text in tiny.exchanges(known)
    ]
    program = tiny.oracle(tmp_path, pairs)
    assert run_command(["run", "-k", TWO, "--root", root, "--", *program]) == 1
    assert "/receipt/receipt_sha256" in capsys.readouterr().out


def test_classes_are_named_only_where_all_of_them_passes(
    known: Specification, tmp_path: Path
) -> None:
    right = tiny.oracle(tmp_path, tiny.exchanges(known))
    vectors = known.corpus.vectors
    for chosen, says in (
        (vectors, "conforms to core, packet and quote-exact: 8 of 8 vectors at bytes; "),
        (vectors[:3], "conforms to core: 3 of 3 vectors at bytes; "),
        (vectors[:2], "2 of 2 vectors at bytes; "),
        (vectors[3:], "5 of 5 vectors at bytes; "),
    ):
        with Conversation(right, 30) as conversation:
            found = known.runner(conversation).run(chosen)
        assert report(known, found)["summary"] == f"{says}answers byte-identical"
    broken = outcome(known, tmp_path)
    assert "conforms" not in report(known, broken)["summary"]


class Terminal(StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [100, 80, 60, 48])
def test_no_word_of_the_table_is_cut(
    known: Specification, tmp_path: Path, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    tiny.add(known, tiny.decision("quote/compatibility/one", "a far depot", "depot"))
    known = at(known.resources.root)
    out = Terminal()
    table.draw(report(known, outcome(known, tmp_path)), out)
    said = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    assert max(map(len, said.splitlines())) <= width
    for word in ("check", "topic", "vectors", "bytes", "faults", "compatibility", "envelope"):
        assert word in said.split(), said
    assert ("outcome" in said) == (width >= 80)
    assert "\u2026" not in said


def test_topics_without_a_flaw_can_be_hidden(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    program = command(known, tmp_path, "core/", "packet/")
    assert run_command(["run", "--failed", "--root", root, "--", *program]) == 1
    rows = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    words = " ".join(rows).split()
    assert "absent" in words
    assert {"json", "digest", "protocol", "envelope", "verify"}.isdisjoint(words)
    assert run_command(["run", "--failed", "--format", "json", "--root", root, "--", *program]) == 1
    assert len(json.loads(capsys.readouterr().out)["topics"]) > 1


def test_nothing_in_backquotes_is_broken() -> None:
    name = "`quote/edge-word/before-a-letter-with-a-very-long-name-indeed`"
    text = f"**X** (rule). {'some words, ' * 7}({name}, {name}) and `a b` here. " * 3
    lines = _wrapped(text)
    assert all(line.count("`") % 2 == 0 for line in lines)
    assert all(line.startswith("  ") for line in lines)
    assert all(len(line) <= _WIDTH for line in lines if " " in line.strip())
    assert " ".join(line.strip() for line in lines) == text.strip()


def test_why_begins_with_what_is_wrong(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(known.resources.root)
    program = command(known, tmp_path)
    assert run_command(["why", TWO, "--root", root, "--", *program]) == 1
    said = capsys.readouterr().out
    parts = [
        f"{TWO}\n", "The program's answer\n", "/receipt/decisions/0/tier", "What Q-ABSENT says.",
        "\nPacket\n", "\nExpected answer\n", "\nRequest line\n",
    ]  # fmt: skip
    places = [said.index(part) for part in parts]
    assert places == sorted(places)
    expected = said.partition("\nExpected answer\n")[2].partition("\nRequest line\n")[0]
    value = json.loads(expected)
    assert canonical(value) == json.dumps(
        value, ensure_ascii=False, separators=(",", ":")
    ).encode()  # fmt: skip
