"""`probe` against programs whose answers depend on what they must not (`broken/fickle.py`)."""

import json
import math
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness import strays
from groundspec_harness.cli import run_command
from groundspec_harness.commands.probe import change_lines as shown
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.probing import line_ends, padding
from groundspec_harness.probing.budget import Budget, Pace, affordable
from groundspec_harness.probing.outcome import change
from groundspec_harness.probing.questions import Answered, Asked, LeftOut, Question
from groundspec_harness.probing.variations import VARIATIONS
from groundspec_harness.requests import case
from groundspec_harness.specification import Specification, at
from groundspec_harness.vectors import Vector
from harness import tiny

Json = Any
FICKLE = Path(__file__).parent / "broken" / "fickle.py"
TWO_LINES = "Fees are fixed.\nThey may rise."


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    """A tiny specification with a packet of two claims, on two lines."""
    known = tiny.make(tmp_path_factory.mktemp("spec"))
    given = tiny.packet(TWO_LINES, "Fees are", "They")
    vector = tiny.decision("quote/absent/zwei", TWO_LINES, "They may")
    expect = [{"outcome": "admitted"}] * 2
    tiny.add(
        known,
        {
            **vector,
            "packet": given,
            "expect": {"decisions": expect},
            "receipt": tiny.decided(given),
        },
    )
    return at(known.resources.root)


@pytest.fixture(autouse=True)
def _in_a_folder_with_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "configuration").touch()
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "GOMAXPROCS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("PYTHONHASHSEED", "5")


def probe(known: Specification, fault: str, *options: str) -> int:
    root = str(known.resources.root)
    command = [sys.executable, str(FICKLE), fault]
    return run_command(
        ["probe", "-k", "quote/absent", "--root", root, "--budget", "0", *options, "--", *command]
    )


def report(known: Specification, fault: str, *options: str) -> dict[str, Json]:
    """The report of a probe, valid by its schema and with a right footer."""
    output = known.resources.root / "probe.json"
    status = probe(known, fault, "--format", "json", "-o", str(output), *options)
    found: dict[str, Json] = json.loads(output.read_bytes())
    problems = known.schemas.problems("urn:groundspec:harness-probe", found)
    assert list(map(str, problems)) == []
    body = {name: value for name, value in found.items() if name != "footer"}
    assert found["footer"]["sha256"] == text_digest(canonical(body))
    assert found["status"] == status
    return found


def by(*names: str) -> list[str]:
    return [word for name in names for word in ("--variation", name)]


def changing(found: dict[str, Json]) -> set[str]:
    return {each["name"] for each in found["variations"] if each["changes"]}


def test_nothing_changes_in_any_variation(known: Specification) -> None:
    found = report(known, "none")
    assert (found["status"], changing(found)) == (0, set())
    assert found["baseline"] == {"answered": 4, "judged": 4, "right": 4, "faults": []}
    asked = {each["name"]: each["asked"] for each in found["variations"]}
    assert set(asked) == {variation.name for variation in VARIATIONS}
    assert min(asked.values()) == 1  # every variation is asked of something
    for each in found["variations"]:
        left_out = sum(len(row["vectors"]) for row in each["left_out"])
        assert each["asked"] + left_out == (8 if each["name"] == "twice" else 4)


@pytest.mark.parametrize(
    ("fault", "asked", "changes"),
    [
        ("time-zone", ["again", "tz-east", "tz-west"], {"tz-east", "tz-west"}),
        ("locale", ["again", "locale-c"], {"locale-c"}),
        ("hash-seed", ["again", "hash-seed-1"], {"hash-seed-1"}),
        ("mask", ["again", "umask"], {"umask"}),
        ("folder", ["again", "folder-empty", "folder-read-only"],
         {"folder-empty", "folder-read-only"}),
        ("home", ["again", "home-empty"], {"home-empty"}),
        ("processors", ["again", "one-cpu"], {"one-cpu"}),
        ("order", ["again", "reversed", "shuffled", "per-case", "twice"],
         {"reversed", "shuffled", "per-case", "twice"}),
        ("repetition", ["again", "reversed", "twice"], {"twice"}),
        ("id-stripped", ["again", "id-controls", "id-blank"], {"id-blank"}),
        ("member-order", ["member-order", "white-space"], {"member-order"}),
        ("blanks", ["member-order", "white-space"], {"white-space"}),
        ("escapes", ["member-order", "white-space", "escaped", "unescaped"],
         {"escaped", "unescaped"}),
        ("claim-order", ["claims-reversed", "padding-before"], {"claims-reversed"}),
        ("source-length", ["padding-before", "padding-behind", "claims-reversed"],
         {"padding-before", "padding-behind"}),
        ("line-ends", ["crlf", "padding-before"], {"crlf"}),
        ("at-random", ["again", "twice"], {"again", "twice"}),
    ],
)  # fmt: skip
def test_what_an_answer_depends_on_is_named(
    known: Specification, fault: str, asked: list[str], changes: set[str]
) -> None:
    found = report(known, fault, *by(*asked))
    assert (changing(found), found["status"]) == (changes, 1)
    assert all(each["faults"] == [] for each in found["variations"])


@pytest.mark.parametrize("fault", ["always-wrong", "half-a-receipt", "nonsense"])
def test_a_program_that_is_wrong_all_the_time_depends_on_nothing(
    known: Specification, fault: str
) -> None:
    found = report(known, fault, *by("id-long", "member-order", "padding-before"))
    assert (found["status"], changing(found)) == (0, set())
    assert found["baseline"]["right"] == 0
    assert "0 of 4 first answers are right" in found["summary"]


def test_what_a_locale_does_to_a_line_is_a_hint() -> None:
    right = '{"canonical":"\u00e9 and \u2028","id":"2"}\n'
    lossy = right.encode("ascii", "replace")
    found = change(Question("v", b"", right.encode()), lossy)
    assert found.hint == "what is not ASCII has become '?'; write UTF-8 (P-ANSWER)"
    assert f"    hint: {found.hint}" in list(shown(found))
    latin = change(Question("v", b"", right.encode()), right.encode("latin-1", "replace"))
    assert latin.hint is not None
    assert "standard output is not UTF-8" in latin.hint
    other = change(Question("v", b"", right.encode()), b'{"canonical":"e","id":"2"}\n')
    assert other.hint is None
    assert not any("hint" in line for line in shown(other))


def test_a_change_says_where(known: Specification, capsys: pytest.CaptureFixture[str]) -> None:
    assert probe(known, "time-zone", *by("tz-east")) == 1
    said = capsys.readouterr().out
    assert "tz-east: the time zone is 14 hours east; must follow: the same bytes" in said
    place = said.index("/receipt/decisions/0/occurrences")
    assert said[place:].split()[1:5] == ["follows", "0", "actual", "14"]
    assert "answers change with tz-east; 4 of 4 first answers are right" in said


def test_a_program_that_fails_elsewhere_is_no_change(known: Specification) -> None:
    found = report(known, "crashes-elsewhere", *by("again", "folder-empty"))
    again, folder = found["variations"]
    assert (found["status"], again["faults"], folder["changes"]) == (3, [], [])
    assert {each["kind"] for each in folder["faults"]} == {"crash"}
    assert "there is no configuration here" in folder["faults"][0]["stderr"]
    assert [each["vector"] for each in folder["faults"]][:2] == [None, "quote/absent/one"]


def test_the_program_is_found_from_another_folder(
    known: Specification, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FICKLE.parent)
    root = str(known.resources.root)
    words = ["probe", "-k", "quote/absent", "--root", root, *by("folder-empty"), "--"]
    assert run_command([*words, sys.executable, FICKLE.name, "none"]) == 0


def test_files_left_behind_are_said(known: Specification) -> None:
    (found,) = report(known, "leaves-a-file", *by("home-empty"))["variations"]
    assert found["files"] == ["cache"]


def test_the_report_is_the_same_for_the_same_seed(known: Specification) -> None:
    first = report(known, "order", *by("shuffled"), "--seed", "4")
    assert first == report(known, "order", *by("shuffled"), "--seed", "4")
    assert first != report(known, "order", *by("shuffled"), "--seed", "5")


def test_without_time_vectors_are_left_out_and_counted(known: Specification) -> None:
    found = report(known, "none", *by("again", "per-case"), "--budget", "0.05")
    assert found["status"] == 0
    probed = found["vectors"]["probed"]
    assert 0 < probed < 4
    assert found["vectors"]["sampled_out"] == 4 - probed
    assert f"{4 - probed} vectors left out by the budget" in found["summary"]


def test_the_size_of_a_sample() -> None:
    assert affordable(60, Pace(start=1, request=0.01), rounds=10) == 500
    assert affordable(1, Pace(start=1, request=0.01), rounds=10) == 1


def test_what_a_variation_does_not_use_is_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    budget = Budget(60, seed=0, begun=0)
    assert budget.until(3) == 20
    now[0] = 10
    assert budget.until(2) == 35
    now[0] = 70
    assert budget.until(1) == 70
    assert Budget(None, seed=0).until(1) == math.inf


def test_an_unknown_variation_names_its_neighbours(
    known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    assert probe(known, "none", *by("tz-eats")) == 2
    assert "there is no variation 'tz-eats'; did you mean tz-east" in capsys.readouterr().err


def test_a_program_that_answers_once_and_exits(known: Specification) -> None:
    options = by("folder-empty", "padding-before")
    assert probe(known, "one-answer", *by("again")) == 3
    assert probe(known, "one-answer", "--per-case", *options) == 0


@pytest.mark.parametrize(
    ("source", "claim", "before", "behind"),
    [
        ("Fees are fixed.", "fixed", None, None),
        ("not " + "~" * 122 + " fixed", "fixed", None, None),
        ("not " + "~" * 123 + " fixed", "fixed", "Q-CLAUSE", None),  # one negation less
        ("fixed " + "~" * 123 + " not", "fixed", None, "Q-CLAUSE"),
        ("Fees are cost-", "Fees", None, "Q-LINE-KEPT"),
        ("\u0301Fees", "Fees", "visible", None),
        ("&#769;Fees", "Fees", "visible", None),
        ("Fees are fixed&shy;", "Fees", None, "visible"),
        ("Fees are fixed.", "qzxjk vwybg", "every letter", "every letter"),
        ("Fees are fixed.", "are ", "white space", "white space"),
    ],
)
def test_padding_is_asked_only_where_something_follows(
    source: str, claim: str, before: str | None, behind: str | None
) -> None:
    for make, reason in ((padding.before, before), (padding.behind, behind)):
        assert_left_out(make(answered(source, claim)), reason)


@pytest.mark.parametrize(
    ("source", "claim", "reason"),
    [
        ("Fees\nare fixed.", "are fixed", None),
        ("Fees are fixed.", "are fixed", "no LF"),
        ("Fees\r\nare fixed.", "are fixed", "other line ends"),
        ("In May\n12 300 people came.", "people", "counted"),
        ("<td\nclass>5", "5", "counted"),
        ("~" * 64 + "\n" + "~" * 64 + "fixed", "fixed", "counted"),
        ("Fees are fixed.\n)", "fixed.\n)", "counted"),
    ],
)
def test_crlf_is_asked_only_where_something_follows(
    source: str, claim: str, reason: str | None
) -> None:
    assert_left_out(line_ends.crlf(answered(source, claim)), reason)


def assert_left_out(asked: Asked, reason: str | None) -> None:
    found = asked.reason if isinstance(asked, LeftOut) else None
    assert found is None if reason is None else reason in str(found)


def answered(source: str, claim: str) -> Answered:
    """The right first answer to a packet."""
    data = tiny.decision("quote/absent/one", source, claim)
    asked = case(Vector(data["id"], "", "", data), 2)
    return Answered(asked, asked.expected, data["receipt"])


def test_what_follows_has_the_bytes_of_what_is_added() -> None:
    asked = line_ends.crlf(answered("\u00e9\n\nFees", "Fees"))
    assert isinstance(asked, Question)
    assert json.loads(asked.expected)["receipt"]["decisions"][0]["spans"] == [
        {"start": 6, "end": 10}
    ]


def test_no_process_is_left(known: Specification) -> None:
    before = strays.children()
    assert probe(known, "none", *by("per-case", "folder-empty")) == 0
    assert strays.children() <= before
