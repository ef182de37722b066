"""`lint`: a sound specification has no problem, and what is broken is found, with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.lint import CHECKS, run
from groundspec_harness.lint.material import Material
from groundspec_harness.specification import Specification, at
from harness import tiny

Json = Any
ONE = "quote/absent/one"
TWO = "quote/absent/two"
FILE_1, FILE_2 = f"conformance/{ONE}.json", f"conformance/{TWO}.json"


def lint(root: Path) -> list[str]:
    """The problems, each as `check file pointer message`."""
    return [
        f"{name} {problem.file} {problem.pointer} {problem.message}"
        for name, problem in run(Material(at(root)))
    ]


@pytest.fixture
def known(tmp_path: Path) -> Specification:
    return tiny.make(tmp_path)


def change(known: Specification, name: str, place: str, new: Json) -> None:
    """Change one member of a vector, and write it in the right form."""
    value = json.loads((known.resources.conformance / f"{name}.json").read_text("utf-8"))
    *path, last = [int(part) if part.isdigit() else part for part in place.split("/")]
    holder: Any = value
    for part in path:
        holder = holder[part]
    if new == GONE:
        del holder[last]
    else:
        holder[last] = new
    tiny.add(known, value)


def test_a_sound_specification_has_no_problem(known: Specification) -> None:
    assert lint(known.resources.root) == []


def test_one_problem_is_counted_as_one(
    known: Specification, capsys: pytest.CaptureFixture[str]
) -> None:
    change(known, ONE, "title", "no full stop")
    assert run_command(["lint", "--root", str(known.resources.root)]) == 1
    assert "\n1 problem in 8 vectors and what they rest on\n" in capsys.readouterr().out


GONE = "gone"
NO_DIGEST = f"sha256:{'0' * 64}"
CODES = "expect/decisions/0/codes"
EDITS: list[tuple[str, str, Json, str]] = [
    (ONE, "title", "no full stop", f"shape {FILE_1} /title"),
    (ONE, "of_its_own", 1, f"shape {FILE_1}"),
    (ONE, "rules", ["Q-ABSENT", "Q-NEW"], f"rules {FILE_1} /rules/1"),
    (ONE, "rules", ["Q-CLAIM"], "examples SPEC.md"),
    (ONE, "twin", "quote/absent/onee", f"twins {FILE_1} /twin there is no vector"),
    (ONE, "twin", ONE, f"twins {FILE_1} /twin a vector is not its own twin"),
    (ONE, "class", "core", f"members {FILE_1} /class"),
    (ONE, "receipt", GONE, f"expectations {FILE_1}  not blessed"),
    (ONE, CODES, ["UNLOCATE"], f"codes {FILE_1} /{CODES}/0 codes.json has no code"),
    (ONE, CODES, ["NOT_UTF8"], f"codes {FILE_1} /{CODES}/0 NOT_UTF8 is of class refusal"),
    (ONE, CODES, ["UNLOCATED", "CUTS_WORD"], f"codes {FILE_1} /{CODES} codes stand"),
    (ONE, "expect/decisions/0/waived", ["UNLOCATED"], f"codes {FILE_1}"),
    (ONE, "expect/decisions/0/outcome", "admitted", f"expectations {FILE_1} /receipt/decisions/0"),
    (ONE, "expect/decisions", [], f"expectations {FILE_1} /expect/decisions 0 decisions"),
    (TWO, "expect/decisions/0/spans", [["p\u00f4t", 2]], f"places {FILE_2} /expect/decisions/0"),
    (TWO, "expect/decisions/0/spans", [["5", 1]], f"expectations {FILE_2} /receipt/decisions/0"),
    (TWO, "receipt/summary/admitted", 2, f"receipts {FILE_2} /receipt/summary/admitted"),
    (TWO, "receipt/inputs/policy_sha256", NO_DIGEST, f"receipts {FILE_2}"),
    (TWO, "receipt/inputs/source_sha256", NO_DIGEST, f"receipts {FILE_2}"),
    (TWO, "receipt/decisions/0/claim_sha256", NO_DIGEST, f"receipts {FILE_2}"),
    (TWO, "receipt/receipt_sha256", NO_DIGEST, f"receipts {FILE_2} /receipt/receipt_sha256"),
    (TWO, "packet/source/id", "x", f"receipts {FILE_2} /receipt/inputs/packet_sha256"),
    (TWO, "packet/policy", "default", f"members {FILE_2} /class"),
    ("packet/envelope/array", "refusal", "UNLOCATED", "codes"),
    ("packet/envelope/array", "receipt", {}, "shape"),
    ("core/digest/empty", "canonical", "{ }", "digests"),
    ("core/digest/empty", "sha256", NO_DIGEST, "digests"),
    ("core/digest/empty", "kind", "claims", "digests"),
    ("core/digest/empty", "class", "quote", "members"),
    ("core/protocol/dance", "answer", {"error": "no"}, "requests"),
    ("core/protocol/dance", "request_text", "a\nb", "members"),
    ("receipt/verify/holds", "receipt_text", "{}", "verifications"),
]


def names(edit: tuple[str, str, Json, str]) -> str:
    name, path, value, _ = edit
    return f"{name} {path} {ascii(value)[:20]}"


@pytest.mark.parametrize("edit", EDITS, ids=names)
def test_one_thing_broken_is_found(known: Specification, edit: tuple[str, str, Json, str]) -> None:
    name, path, value, says = edit
    change(known, name, path, value)
    found = lint(known.resources.root)
    assert [problem for problem in found if problem.startswith(says)], found
    assert all(problem.isascii() for problem in found)


def test_a_vector_must_lie_where_its_id_says(known: Specification) -> None:
    path = known.resources.conformance / f"{ONE}.json"
    path.rename(path.with_name("moved.json"))
    says = "identity conformance/quote/absent/moved.json /id"
    assert any(p.startswith(says) for p in lint(known.resources.root))


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda data: data.rstrip(b"\n"), "not in the form"),
        (lambda data: data.replace(b"\n", b"\r\n"), "line 1: not in the form"),
        (lambda data: data.replace(b"  ", b"\t"), "line 2: not in the form"),
        (lambda data: data.replace(b"tiny", "t\u00efny".encode()), "not ASCII"),
        (lambda data: data.replace(b'"origin"', b'"title": "Twice.", "origin"'), "stands twice"),
        (lambda data: data.replace(b"tiny", b"\\ud800"), "no JSON reader must accept"),
        (lambda data: data[:-5], "line"),
        (lambda _data: b"[]\n", "not a JSON object"),
    ],
)
def test_the_form_of_a_file(
    known: Specification, edit: Callable[[bytes], bytes], says: str
) -> None:
    path = known.resources.conformance / f"{ONE}.json"
    path.write_bytes(edit(path.read_bytes()))
    found = [p for p in lint(known.resources.root) if p.startswith(f"form conformance/{ONE}.json")]
    assert len(found) == 1
    assert says in found[0]


def test_a_retired_id_is_not_used_again(known: Specification) -> None:
    stones = {ONE: {"retired": "0.2.0", "reason": "It held another rule."}}
    path = known.resources.conformance / "tombstones.json"
    path.write_text(json.dumps({"tombstones": stones}), "utf-8")
    assert lint(known.resources.root) == [
        f"tombstones conformance/{ONE}.json /id a retired id, which is never used again"
    ]


def test_vectors_alike_but_for_their_words_are_refused_unless_twins(known: Specification) -> None:
    tiny.add(known, tiny.decision("quote/absent/same", "an eastern harbour", "western harbour"))
    found = lint(known.resources.root)
    assert len(found) == 1
    assert found[0].startswith(
        "likeness conformance/quote/absent/same.json  equal to quote/absent/one"
    )
    change(known, ONE, "twin", "quote/absent/same")
    assert lint(known.resources.root) == []


def test_the_examples_of_the_specification_are_vectors(known: Specification) -> None:
    path = known.resources.conformance / f"{ONE}.json"
    path.unlink()
    assert any(
        "the example `quote/absent/one` is no vector" in p for p in lint(known.resources.root)
    )


def test_the_registry_is_checked(known: Specification) -> None:
    path = known.resources.schemas / "codes.json"
    registry = json.loads(path.read_text("utf-8"))
    registry["codes"][1]["code"] = "NOT_UTF8"
    registry["codes"][2]["rule"] = "J-NEW"
    registry["classes"][0]["implies"] = ["corr"]
    registry["kinds"] = "claim"
    path.write_text(json.dumps(registry), "utf-8")
    found = "\n".join(
        problem for problem in lint(known.resources.root) if problem[:8] == "registry"
    )
    for says in ("/codes/1/code NOT_UTF8", "/codes/2/rule", "no class 'corr'", "/kinds"):
        assert says in found


def test_schemas_are_checked_and_what_rests_on_them_is_not(known: Specification) -> None:
    path = known.resources.schemas / "new.schema.json"
    broken = {"$id": "urn:groundspec:codes", "type": 1, "$ref": "urn:groundspec:nowhere"}
    path.write_text(json.dumps(broken), "utf-8")
    change(known, ONE, "title", "no full stop")
    found = lint(known.resources.root)
    assert len(found) == 3
    assert all(problem.startswith("schemas schemas/new.schema.json") for problem in found)
    assert "refers to urn:groundspec:nowhere" in found[2]


def test_policies_are_checked(known: Specification) -> None:
    policies = known.resources.schemas / "policies/quote"
    strict = policies / "strict.json"
    strict.write_text(strict.read_text("utf-8").replace('"literal"', '"verbatim"', 1), "utf-8")
    (policies / "new.json").write_text("{}", "utf-8")
    (policies / "default.json").unlink()
    found = "\n".join(lint(known.resources.root))
    for says in (
        "/policies/quote/strict the digest is",
        "/policies/quote/new the digest is",
        "/policies/quote/default there is no such document",
        "schemas/policies/quote/strict.json /ellipsis",
    ):
        assert says in found


def test_packs_are_checked(known: Specification) -> None:
    packs = known.resources.schemas / "packs"
    pack = packs / "en.json"
    value = json.loads(pack.read_text("utf-8"))
    pack.write_text(json.dumps({**value, "count_words": []}), "utf-8")
    (packs / "new.json").write_text("{}", "utf-8")
    listed = packs / "digests.json"
    digests = json.loads(listed.read_text("utf-8"))
    digests["packs"]["old"] = digests["packs"]["en"]
    listed.write_text(json.dumps(digests), "utf-8")
    found = "\n".join(lint(known.resources.root))
    for says in ("en the digest is", "new the digest is", "old there is no such pack"):
        assert f"schemas/packs/digests.json /packs/{says}" in found


def test_every_module_of_checks_is_listed() -> None:
    folder = tiny.REPOSITORY / "harness/src/groundspec_harness/lint"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "material"}
    assert {check.__module__.rpartition(".")[2] for check in CHECKS.values()} == modules
