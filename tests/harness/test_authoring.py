"""`bless`, `fmt` and `new-vector`: what they write, and what they refuse to write."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.errors import HarnessError
from groundspec_harness.requests import case
from groundspec_harness.specification import Specification, at
from harness import tiny

Json = Any
ONE = "quote/absent/one"
TWO = "quote/absent/two"


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    (tmp_path / "spec").mkdir()
    return tiny.make(tmp_path / "spec")


def file(known: Specification, name: str) -> Path:
    return known.resources.conformance / f"{name}.json"


def unbless(known: Specification, name: str, **changes: Json) -> bytes:
    """Take a vector's receipt away; give back the file as it was."""
    path = file(known, name)
    before = path.read_bytes()
    value = {**json.loads(before), **changes}
    del value["receipt"]
    tiny.add(known, value)
    return before


def bless(known: Specification, folder: Path, *options: str) -> int:
    command = tiny.oracle(folder, tiny.exchanges(known))
    root = str(known.resources.root)
    return run_command(["bless", *options, "--root", root, "--", *command])


def test_a_receipt_is_filled_in_as_it_was(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    before = unbless(known, TWO)
    stamp = file(known, ONE).stat().st_mtime_ns
    root = str(known.resources.root)
    assert run_command(["bless", "--check", "--root", root, "--", *command]) == 1
    assert run_command(["bless", "--root", root, "--", *command]) == 0
    assert "1 new, 0 changed, 2 unchanged, 0 contradicted, 0 faulty" in capsys.readouterr().out
    assert file(known, TWO).read_bytes() == before
    assert file(known, ONE).stat().st_mtime_ns == stamp
    assert run_command(["bless", "--check", "--root", root, "--", *command]) == 0


def test_what_contradicts_expect_is_not_written(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    wanted = {"decisions": [{"outcome": "rejected", "codes": ["UNLOCATED"]}]}
    unbless(known, TWO, expect=wanted)
    unbless(known, ONE)
    before = file(known, TWO).read_bytes()
    root = str(known.resources.root)
    assert run_command(["bless", "--root", root, "--", *command]) == 1
    said = capsys.readouterr().out
    assert '/decisions/0/outcome: expect says "rejected", the receipt "admitted"' in said
    assert '/decisions/0/codes: expect says ["UNLOCATED"], the receipt []' in said
    assert "1 new, 0 changed, 1 unchanged, 1 contradicted" in said
    assert file(known, TWO).read_bytes() == before
    assert b'"receipt"' in file(known, ONE).read_bytes()


def test_a_receipt_with_a_wrong_digest_is_not_written(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = json.loads(file(known, TWO).read_bytes())
    value["receipt"]["inputs"]["policy_sha256"] = f"sha256:{'0' * 64}"
    value["receipt"] = tiny.sealed(value["receipt"])
    tiny.add(known, value)
    command = tiny.oracle(tmp_path, tiny.exchanges(at(known.resources.root)))
    unbless(known, TWO)
    before = file(known, TWO).read_bytes()
    assert run_command(["bless", "--root", str(known.resources.root), "--", *command]) == 1
    assert "/inputs/policy_sha256" in capsys.readouterr().out
    assert file(known, TWO).read_bytes() == before


def test_a_changed_receipt_is_written_and_counted(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    right = file(known, ONE).read_bytes()
    value = json.loads(right)
    value["receipt"] = tiny.decided(tiny.packet("another", "thing"))
    tiny.add(known, value)
    assert run_command(["bless", "--root", str(known.resources.root), "--", *command]) == 0
    said = capsys.readouterr().out
    assert f"{ONE}: the receipt changed" in said
    assert "1 changed" in said
    assert file(known, ONE).read_bytes() == right


def test_a_fault_blesses_nothing(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unbless(known, TWO)  # and so the program does not know it and crashes
    before = file(known, TWO).read_bytes()
    assert bless(at(known.resources.root), tmp_path, "-k", TWO) == 1
    assert f"{TWO}: faulty: crash" in capsys.readouterr().out
    assert file(known, TWO).read_bytes() == before


def test_fmt_writes_what_lint_asks_for(known: Specification) -> None:
    path = file(known, TWO)
    right = path.read_bytes()
    path.write_text(json.dumps(json.loads(right), sort_keys=True), "utf-8")
    root = str(known.resources.root)
    assert run_command(["fmt", "--check", "--root", root]) == 1
    assert run_command(["fmt", "--root", root]) == 0
    again = json.loads(path.read_bytes())
    assert (list(again), list(again["receipt"])) == (
        list(json.loads(right)), list(json.loads(right)["receipt"])
    )  # fmt: skip
    assert run_command(["fmt", "--check", "--root", root]) == 0


def test_vectors_in_an_installed_package_are_left_alone(known: Specification) -> None:
    bundled = replace(known.resources, bundled=True)
    with pytest.raises(HarnessError, match="--root DIR"):
        bundled.must_be_writable()


def test_the_order_of_a_packet_is_kept(known: Specification) -> None:
    value = json.loads(file(known, ONE).read_bytes())
    value["packet"] = dict(reversed(value["packet"].items()))
    tiny.add(known, value)
    vector = at(known.resources.root).corpus.by_id[ONE]
    assert next(iter(vector.data["packet"])) == "claims"
    assert b'"packet":"{\\"claims\\"' in case(vector, 2).request


def test_a_scaffold_is_a_vector(known: Specification, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(known.resources.root)
    name = "quote/claim/new"
    assert (
        run_command(["new-vector", name, "--rule", "Q-CLAIM", "--twin", ONE, "--root", root]) == 0
    )
    assert at(known.resources.root).corpus.by_id[name].rules == ["Q-CLAIM"]
    assert run_command(["new-vector", name, "--root", root]) == 2
    assert "is there already" in capsys.readouterr().err
    assert run_command(["new-vector", "quote/claim/x", "--rule", "Q-CLAIN", "--root", root]) == 2
    assert "did you mean Q-CLAIM?" in capsys.readouterr().err
    assert run_command(["new-vector", "nowhere/x", "--root", root]) == 2
    stones = {"quote/old/one": {"retired": "0.2.0", "reason": "It held another rule."}}
    tombstones = known.resources.conformance / "tombstones.json"
    tombstones.write_text(json.dumps({"tombstones": stones}), "utf-8")
    assert run_command(["new-vector", "quote/old/one", "--root", root]) == 2
    assert "retired" in capsys.readouterr().err


def test_words_of_the_scaffold_are_refused(
    known: Specification, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, name = str(known.resources.root), "quote/claim/new"
    new = ["new-vector", name, "--class", "quote-exact", "--root", root]
    assert run_command([*new, "--twin", "quote/absent/onee"]) == 2
    assert "did you mean quote/absent/one" in capsys.readouterr().err
    assert run_command(new) == 0
    path = file(known, name)
    scaffold = path.read_bytes()
    assert run_command(["lint", "--root", root]) == 1
    said = capsys.readouterr().out
    places = (
        "/title", "/rules/0", "/packet/source/text", "/packet/claims/0/text",
        "/expect/decisions/0/spans/0/0",
    )  # fmt: skip
    for place in places:
        assert f"{name}.json {place}: still the scaffold's own words: fill it in" in said
    command = tiny.oracle(tmp_path, tiny.exchanges(known))
    blessing = ["bless", "--root", root, "--", *command]
    assert run_command(blessing) == 1
    said = capsys.readouterr().out
    assert f"{name}: unfilled: the scaffold's own words at /title, /rules/0" in said
    assert said.endswith("0 new, 0 changed, 3 unchanged, 0 contradicted, 0 faulty, 1 unfilled\n")
    assert path.read_bytes() == scaffold
    half = {**tiny.decision(name, "a depot", "depot"), "title": json.loads(scaffold)["title"]}
    del half["receipt"]
    tiny.add(known, half)
    assert run_command(blessing) == 1
    assert "own words at /title\n" in capsys.readouterr().out


def test_the_guide_names_what_is_there() -> None:
    guide = (tiny.REPOSITORY / "conformance/README.md").read_text("utf-8")
    real = at(tiny.REPOSITORY)
    found = re.findall(r"new-vector (\S+) --rule (\S+) --twin ([^\s`]+)", guide)
    assert found
    for name, rule, twin in found:
        assert name not in real.corpus.by_id
        assert rule in real.corpus.by_id[twin].rules
    for name in re.findall(r" why (\S+) --", guide):
        assert name in real.corpus.by_id
