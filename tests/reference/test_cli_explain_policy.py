"""explain of a policy: every assumption, as text and as JSON, for names and for files."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from groundspec.cli import run
from groundspec.cli.explain import _lines, explained
from groundspec.cli.spec import lists_under, paragraphs
from groundspec.core.canonical import digest_value
from groundspec.core.codes import registry
from reference.program import Ran

SHAPE = Draft202012Validator(
    resources.schema("explain-policy"),
    registry=Registry().with_resource(
        "urn:groundspec:quote-policy", Resource.from_contents(resources.schema("quote.policy"))
    ),
)
NAMES = resources.policy_names("quote")
TABLE = resources.table("quote-tiers")
OWN: dict[str, Any] = {
    "check": "quote/0.1",
    "tiers": ["exact", {"tier": "loud", "sound": False, "steps": ["markers", "case", "skeleton"]}],
    "accept_through": "exact",
    "allow_unsound": False,
    "near": [{"tier": "joined", "sound": True, "steps": ["line-hyphen-dropped"]}],
    "boundaries": False,
    "ellipsis": "stitch",
    "min_fragment_words": 1,
    "markers": [
        [{"literal": "[p. "}, "digits", {"literal": "]"}],
        [{"literal": "\u00a7\u202e\n"}],
        [{"literal": "<"}, "until", {"literal": ">"}, "digits"],
    ],
    "waive": ["TIER_NOT_ACCEPTED", "OMITS_NEGATION"],
}


def text(subject: str) -> str:
    """The text on one line, as it may be broken anywhere."""
    return " ".join(" ".join(_lines(explained(subject))).split())


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(OWN))
    return str(file)


def changed(tmp_path: Path, **members: Any) -> str:
    file = tmp_path / "changed.json"
    file.write_text(json.dumps({**resources.policy("quote", "default"), **members}))
    return str(file)


# --- As JSON --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_json_of_a_named_policy_has_the_published_shape(name: str) -> None:
    policy = resources.policy("quote", name)
    value = explained(f"quote/{name}")
    SHAPE.validate(value)
    assert value["policy"] == f"quote/{name}"
    assert value["sha256"] == resources.policy_digests("quote")[name]
    assert value["unicode"] == resources.UNICODE
    assert {member: value[member] for member in policy if member not in TOLD} == {
        member: policy[member] for member in policy if member not in TOLD
    }
    assert [row["tier"] for row in value["tiers"]] == policy["tiers"]
    assert [row["tier"] for row in value["near"]] == policy["near"]
    rows = {row["tier"]: row for row in TABLE["tiers"]}
    for row in value["tiers"]:
        assert {member: row[member] for member in rows[row["tier"]]} == rows[row["tier"]]


TOLD = ("tiers", "near", "markers")


def test_the_json_of_a_file_has_the_published_shape(own: str) -> None:
    value = explained(own)
    SHAPE.validate(value)
    assert (value["policy"], value["sha256"]) == (own, digest_value("policy", OWN))
    assert [row["parts"] for row in value["markers"]] == OWN["markers"]
    assert [row["states"] is None for row in value["tiers"]] == [False, True]
    assert [row["admits"] for row in value["tiers"]] == [True, False]
    assert value["review"] == ["loud"]
    assert set(value["steps"]) == {"markers", "case", "skeleton", "line-hyphen-dropped"}


@pytest.mark.parametrize("name", NAMES)
def test_steps_say_what_they_do_and_assume(name: str) -> None:
    value = explained(f"quote/{name}")
    rows = {row["step"]: row for row in TABLE["steps"]}
    tiers = [*value["tiers"], *value["near"]]
    assert set(value["steps"]) == {step for tier in tiers for step in tier["steps"]}
    for step, row in value["steps"].items():
        assert (row["sound"], row["states"]) == (rows[step]["sound"], rows[step]["states"])
        assert paragraphs()[row["rule"]].step == step


def test_classes_and_excuses_are_all_there_where_boundaries_are() -> None:
    value = explained("quote/default")
    edges = [code.code for code in registry().codes.values() if code.code.startswith("CUTS_")]
    assert [row["code"] for row in value["classes"]] == edges
    excuses = {row["rule"] for row in value["excuses"]}
    assert {rule for row in value["classes"] for rule in row["excuses"]} == excuses
    rules = {rule for rule in paragraphs() if rule.startswith("Q-EDGE-")}
    assert rules == excuses | {row["rule"] for row in value["classes"]}
    value = explained("quote/exact")
    assert value["classes"] == value["excuses"] == []


def test_words_of_the_flags_are_those_of_the_table() -> None:
    value = explained("quote/default")
    assert value["meaning"] == {"language": "en", "lists": resources.table("meaning")["words"]}


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("default", ["STITCHED", "OMITS_NEGATION", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"]),
        ("exact", []),
        ("strict", ["TIER_NOT_ACCEPTED", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"]),
        ("permissive", ["STITCHED", "OMITS_NEGATION", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"]),
    ],
)
def test_every_flag_is_there_and_whether_it_is_asked_and_waived(
    name: str, asked: list[str]
) -> None:
    value = explained(f"quote/{name}")
    rows = registry().codes.values()
    flags = [row.code for row in rows if row.cls == "flag" and row.check in ("quote", None)]
    assert [row["code"] for row in value["flags"]] == flags
    given = sorted(row["code"] for row in value["flags"] if row["waived"])
    assert given == sorted(resources.policy("quote", name)["waive"])
    assert [row["code"] for row in value["flags"] if row["asked"]] == asked


def test_codes_that_the_policy_cannot_give_are_left_out(own: str) -> None:
    def codes(subject: str, member: str) -> set[str]:
        return {row["code"] for row in explained(subject)[member]}

    fragments = {"FRAGMENT_TOO_SHORT", "FRAGMENT_ABSENT", "FRAGMENTS_OUT_OF_ORDER"}
    always = {"CLAIM_INVALID", "DEGENERATE", "OCCURRENCE_LIMIT", "NOT_AT_PLACE", "UNLOCATED"}
    assert codes("quote/default", "rejects") == always | fragments
    assert codes("quote/strict", "rejects") == always
    infos = {"MULTIPLE_OCCURRENCES", "OCCURRENCES_CAPPED"}
    assert codes("quote/strict", "infos") == infos
    assert codes("quote/default", "infos") == infos | {"ELLIPSIS_AT_EDGE"}
    assert codes("quote/permissive", "infos") == infos | {"ELLIPSIS_AT_EDGE", "UNSOUND_TIER"}
    assert codes(own, "infos") == infos | {"ELLIPSIS_AT_EDGE", "UNSOUND_TIER"}


def test_the_limits_are_those_of_the_specification() -> None:
    limits = explained("quote/default")["limits"]
    assert limits["section"] == "8.6 Limits of this version"
    items = [item for group in limits["lists"] for item in group["items"]]
    after = resources.spec_text().partition(f"### {limits['section']}\n")[2].partition("\n## ")[0]
    assert [f"- {item}" for item in items] == [
        line for line in after.split("\n") if line.startswith("- ")
    ]
    assert len(limits["lists"]) == 2
    assert lists_under("No such heading") == ("", [])


# --- As text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_text_says_all_that_the_json_says(name: str) -> None:
    value, said = explained(f"quote/{name}"), text(f"quote/{name}")
    head = f"Policy quote/{name}, {value['sha256']} Of the check quote/0.1, with the tables of"
    assert said.startswith(f"{head} Unicode {resources.UNICODE} ")
    for tier in [*value["tiers"], *value["near"]]:
        kind = "sound" if tier["sound"] else "unsound"
        assert f"{tier['tier']} ({kind}): {tier['states']}" in said
    for step, row in value["steps"].items():
        kind = "sound" if row["sound"] else "unsound"
        assert f"{step} ({kind}; {row['rule']}): " in said
        assert f"assumes: {row['states']}" in said
    for row in (*value["classes"], *value["rejects"], *value["infos"]):
        assert f"{row['code']} ({row['rule']}): {row['title']}" in said
    for row in value["excuses"]:
        assert f"{row['rule']}: {row['says'].removeprefix('Excused: ')}" in said
    for row in value["flags"]:
        how = "waived" if row["waived"] else "not waived"
        assert f"{row['code']} ({row['rule']}; {how}" in said
        never = f"{row['code']} ({row['rule']}; {how}; never given under this policy)"
        assert (never in said) == (not row["asked"])
    for group in value["limits"]["lists"]:
        assert group["says"] in said
        assert all(item in said for item in group["items"])
    for words in value["meaning"]["lists"].values():
        assert (", ".join(words) in said) == any(
            row["asked"] and row["code"] not in ("TIER_NOT_ACCEPTED", "STITCHED")
            for row in value["flags"]
        )


def test_the_text_says_where_admission_ends(tmp_path: Path) -> None:
    said = text("quote/strict")
    assert "A quotation found at canonical or tighter is admitted. Found only at whitespace" in said
    assert "or case, it needs verification (TIER_NOT_ACCEPTED). An unsound tier may not" in said
    assert "TIER_NOT_ACCEPTED)" not in text("quote/default")
    assert "An unsound tier may admit." in text("quote/permissive")
    file = changed(tmp_path, accept_through="typography", waive=["TIER_NOT_ACCEPTED"])
    assert "it is admitted all the same (TIER_NOT_ACCEPTED)." in text(file)


def test_the_text_says_what_becomes_of_an_ellipsis(tmp_path: Path) -> None:
    assert "nothing is split" in text("quote/strict")
    assert "must each have 3 words or more" in text("quote/default")
    assert "must each have 1 word or more" in text(changed(tmp_path, min_fragment_words=1))


def test_the_text_says_what_is_near(own: str) -> None:
    assert "looked for once more at these tiers" in text("quote/default")
    assert "no near-miss is looked for (Q-NEAR)" in text("quote/exact")
    assert "joined (sound, the policy's own): It assumes what its steps assume." in text(own)


def test_the_text_says_that_words_are_english_and_how_many(own: str) -> None:
    count = sum(map(len, resources.table("meaning")["words"].values()))
    said = text("quote/default")
    assert f"looked for by {count} words of table meaning. They are English" in said
    for code in ("OMITS_NEGATION", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"):
        rule = registry().codes[code].rule
        says = paragraphs()[rule].first_sentence.removeprefix(f"Flag `{code}`: ")
        assert f"{code} ({rule}): {says}" in said
    assert "or left out of it are not looked for." in text("quote/exact")
    said = text(own)
    assert "OMITS_NEGATION (Q-OMITTED): " in said
    assert "NEGATION_LEFT_OFF (Q-NEGATION): " not in said


def test_markers_are_written_out(own: str) -> None:
    assert "No layout marker stands for white space (Q-MARKERS)." in text("quote/default")
    said = text(own)
    assert '"[p. ", then 1 to 20 ASCII digits, all that stand there, then "]"' in said
    assert '"\u00a7\\u202e\\n"' in said
    gap = "at most 64 code points without a line end, up to the nearest"
    assert f'"<", then {gap} ">", then 1 to 20 ASCII digits' in said
    assert "No tier has a step." in text("quote/exact")


def test_boundaries_that_are_not_judged_are_said_not_to_be(own: str) -> None:
    assert "Boundaries are not judged" in text(own)
    assert "CUTS_" not in text(own)


# --- Names and files ------------------------------------------------------------------------------


def test_a_file_is_explained_as_text_and_as_json(tmp_path: Path, own: str) -> None:
    data = Path(own).read_bytes()
    (tmp_path / "plain").write_bytes(data)
    for name in ("./own.json", "own.json", "plain"):
        ran = Ran("explain", name, cwd=tmp_path)
        assert (ran.status, ran.errors) == (0, "")
        assert ran.out.decode().startswith(f"Policy {name}, {digest_value('policy', OWN)}\n")
    ran = Ran("explain", "-", "--format", "json", stdin=data)
    value = json.loads(ran.out)
    SHAPE.validate(value)
    assert value["policy"] == "standard input"


def test_a_name_goes_before_a_file(tmp_path: Path) -> None:
    (tmp_path / "exact").write_text(json.dumps(OWN))
    assert Ran("explain", "exact", cwd=tmp_path).out.startswith(b"A tier (Q-TIER):\n")
    assert Ran("explain", "./exact", cwd=tmp_path).out.startswith(b"Policy ./exact, sha256:")


@pytest.mark.parametrize("name", ["x" * 5000, "quote/nothing", "no/such/thing"])
def test_what_is_neither_a_name_nor_a_file(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["explain", name]) == 2
    assert capsys.readouterr().err.startswith("groundspec: there is no code, outcome, tier, step, ")


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(tmp_path / "none.json")]) == 2
    assert "none.json: No such file or directory\n" in capsys.readouterr().err


def test_a_file_that_holds_no_policy_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "p.json"
    file.write_bytes(b'{"check": 1, "check": 2}')
    assert run(["explain", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file}:1:14: DUPLICATE_MEMBER: ")
    assert run(["explain", str(file), "--format", "json"]) == 2
    refusal = json.loads(capsys.readouterr().err)
    assert (refusal["refusal"], refusal["pointer"]) == ("DUPLICATE_MEMBER", "/check")
