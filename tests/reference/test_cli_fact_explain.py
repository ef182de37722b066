"""fact explain: one decision of a receipt that holds; explain and policy for the check fact."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import groundspec
from groundspec import resources
from groundspec.cli.explain import _lines, explained
from groundspec.cli.spec import paragraphs
from groundspec.core.codes import registry
from reference.factcheck import as_json, valid, written
from reference.program import Ran

CLAIMS: list[dict[str, Any]] = [
    {
        "id": "fee\u202e",
        "field": "fee",
        "value": "5",
        "unit": "USD",
        "evidence": [{"text": "$5 million"}, {"role": "scale", "text": "bps"}],
        "confidence": "0.9",
    },
    {"field": "fee", "value": "6", "evidence": "The fee"},
    {"field": "fee", "value": "5000000", "unit": "USD", "evidence": "$5 million"},
    {"id": "bad"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, CLAIMS)
    as_json(tmp_path, "-o", "r.json", "--packet", "p.json")
    return tmp_path


def explain(folder: Path, name: str, *options: str) -> str:
    ran = Ran("fact", "explain", "r.json", "p.json", "--id", name, *options, cwd=folder)
    assert (ran.status, ran.errors) == (0, "")
    return ran.out.decode()


def test_one_decision_at_length(folder: Path) -> None:
    said = explain(folder, "fee\u202e")
    assert said.startswith("fee\\u202E: needs_verification\n\nThe claim as it is given:\n")
    assert '  confidence: "0.9"\n' in said
    assert '\nThe field fee of the schema:\n  required: true\n  type: "number"\n' in said
    assert (
        "\nThe place, 2:12 (bytes 16-26):\n"
        "  1 | Fees\n"
        "  2 | The fee is $5 million.\n"
        "    |            -^-!!!!!!!\n"
        "  3 | Caf\u00e9 sales were up to 25 bps and $1,500 million in 2023.\n"
        "  4 | Staff: 12\n"
        "\n"
        "What the text states there:\n"
        '  figure: "5" (bytes 17-18)\n'
        "  number: 5\n"
        "  sign: +\n"
        "  scale: 10^6\n"
        "  unit: USD\n"
        "  comparators: eq\n"
        '  unit found: USD, prefix, "$"\n'
        "\n"
        '  part scale: "bps", cited, does not pass\n'
        "  rivals: f3\n"
    ) in said
    assert (
        "\nSCALE_WORD (flag; F-UNSCALED)\n"
        '  The text says "5 million"; the claim says 5.\n'
        "  what to do: Write the value out with its scale, such as 5000000 for 5 million.\n"
    ) in said
    assert "\nCONFLICTING_CANDIDATES (flag; F-CONFLICT)\n" in said


def test_decisions_with_less_to_say(folder: Path) -> None:
    said = explain(folder, "bad")
    assert said.startswith('bad: rejected\n\nThe claim as it is given:\n  id: "bad"\n\nCLAIM_INVAL')
    assert "the member 'field' is missing" in said
    said = explain(folder, "f2")
    assert "The place" not in said
    assert "UNIT_INVALID (reject; F-UNIT)\n" in said
    written(folder, CLAIMS[2:3])
    as_json(folder, "-o", "r.json", "--packet", "p.json")
    assert explain(folder, "f1").endswith("\nThere are no codes.\n")


def test_the_json_has_the_published_shape(folder: Path) -> None:
    value = valid(json.loads(explain(folder, "f2", "--format", "json")))
    receipt = json.loads((folder / "r.json").read_bytes())
    assert value["report"] == "groundspec/fact-explain"
    assert [row["decision"] for row in value["claims"]] == [receipt["decisions"][1]]
    assert value["receipt_sha256"] == receipt["receipt_sha256"]
    assert value["document"]["name"] == "p.json#/source/text"


def test_nothing_is_explained_of_what_does_not_hold(folder: Path) -> None:
    receipt = json.loads((folder / "r.json").read_bytes())
    receipt["decisions"][0]["outcome"] = "admitted"
    rest = {name: receipt[name] for name in receipt if name != "receipt_sha256"}
    forged = {**rest, "receipt_sha256": groundspec.digest("receipt", rest)}
    packet = {**json.loads((folder / "p.json").read_bytes()), "policy": "seed"}
    for name, value in (("cut.json", receipt), ("forged.json", forged), ("other.json", packet)):
        (folder / name).write_text(json.dumps(value))
    for pair, code in (
        (("cut.json", "p.json"), "RECEIPT_DIGEST_DIFFERS"),
        (("forged.json", "p.json"), "DECISIONS_DIFFER"),
        (("r.json", "other.json"), "PACKET_DIFFERS"),
        (("p.json", "r.json"), "RECEIPT_DIGEST_DIFFERS"),
        (("r.json", "r.json"), "PACKET_REFUSED"),
        (("s.json", "p.json"), "RECEIPT_DIGEST_DIFFERS"),
    ):
        said = Ran("fact", "explain", *pair, "--id", "f2", cwd=folder).refused()
        assert said.startswith(f"groundspec: {pair[0]}, {pair[1]}: {code}: ")
        assert "\n  hint: " in said


def test_what_cannot_be_explained(folder: Path) -> None:
    (folder / "q.json").write_text(
        json.dumps(
            {"groundspec": "0.1", "check": "quote/0.1", "policy": "exact"}
            | {"source": {"text": "a", "id": None, "url": None}}
            | {"claims": [{"id": "f1", "text": "a", "at": None}]}
        )
    )
    Ran("decide", "q.json", "-o", "qr.json", cwd=folder)
    for arguments, said in (
        (("r.json", "p.json", "--id", "f9"), "groundspec: p.json: there is no claim f9\n"),
        (
            ("r.json", "p.json", "--id", "bd"),
            "groundspec: p.json: there is no claim bd\n  hint: Did you mean bad?\n",
        ),
        (("r.json", "p.json"), "groundspec fact explain: the following arguments are required: --"),
        (("-", "-", "--id", "f1"), "groundspec: only one of the two can be standard input\n"),
        (("no", "p.json", "--id", "f1"), "groundspec: no: No such file or directory\n"),
        (("qr.json", "q.json", "--id", "f1"), "groundspec: q.json: its check is quote/0.1, not f"),
    ):
        assert Ran("fact", "explain", *arguments, cwd=folder).refused().startswith(said)


def test_receipt_or_packet_can_be_standard_input(folder: Path) -> None:
    whole = explain(folder, "f2")
    for pair in (("-", "p.json"), ("r.json", "-")):
        stdin = (folder / ("r.json" if pair[0] == "-" else "p.json")).read_bytes()
        ran = Ran("fact", "explain", *pair, "--id", "f2", stdin=stdin, cwd=folder)
        assert (ran.status, ran.out.decode()) == (0, whole)


def test_the_help() -> None:
    for verb in ((), ("check",), ("explain",)):
        ran = Ran("fact", *verb, "--help")
        assert (ran.status, ran.errors) == (0, "")
        assert all(len(line) <= 100 for line in ran.out.decode().splitlines())
    assert "explain Explain one decision" in Ran("fact", "--help").out.decode()
    assert "there is no verb chek\n  hint: Did you mean check?" in Ran("fact", "chek").refused()


# --- explain --------------------------------------------------------------------------------------

FACT = [row for row in registry().codes.values() if row.check == "fact"]


@pytest.mark.parametrize("code", [row.code for row in FACT])
def test_every_code_of_the_check_is_explained(code: str) -> None:
    value = explained(code)
    row = registry().codes[code]
    assert (value["check"], value["class"], value["title"]) == ("fact", row.cls, row.title)
    assert value["rule"]["text"] == paragraphs()[row.rule].text
    said = "\n".join(_lines(value))
    assert said.startswith(f"{code} ({row.cls}")
    assert f"\n{row.rule} (" in said
    assert code in explained(row.rule)["codes"]


def test_a_code_of_both_checks_has_the_rules_of_both() -> None:
    for code, rules in (
        ("CLAIM_INVALID", ["Q-CLAIM", "F-CLAIM"]),
        ("POLICY_INVALID", ["Q-POLICY", "F-POLICY"]),
    ):
        said = "\n".join(_lines(explained(code)))
        assert [said.index(f"\n{rule} (") for rule in rules] == sorted(
            said.index(f"\n{rule} (") for rule in rules
        )


def policy_shape() -> Draft202012Validator:
    policy = resources.schema("fact.policy")
    library: Registry[Any] = Registry().with_resource(policy["$id"], Resource.from_contents(policy))
    return Draft202012Validator(resources.schema("explain-fact-policy"), registry=library)


@pytest.mark.parametrize("name", resources.policy_names("fact"))
def test_a_named_policy_is_explained(name: str) -> None:
    value = explained(f"fact/{name}")
    policy_shape().validate(value)
    assert value["sha256"] == resources.policy_digests("fact")[name]
    policy = resources.policy("fact", name)
    assert {member: value[member] for member in policy} == policy
    classes = {"rejects": "reject", "flags": "flag", "infos": "info", "coverage": "coverage"}
    for member, cls in classes.items():
        codes = [row.code for row in FACT if row.cls == cls]
        assert [row["code"] for row in value[member] if row["code"] != "CLAIM_INVALID"] == codes
    said = " ".join(" ".join(_lines(value)).split())
    for member in classes:
        for row in value[member]:
            assert f"{row['code']} ({row['rule']}" in said
            assert row["title"] in said
    assert ("only where the claim cites it" in said) == (name == "seed")
    assert "LOW_CONFIDENCE (F-CONFIDENCE; not waived; never given under this policy)" in said


def test_a_policy_in_a_file_is_explained(tmp_path: Path) -> None:
    own = {**resources.policy("fact", "default"), "min_confidence": "0.75", "unit_window": 1}
    own |= {"reanchor": False, "waive": ["LOW_CONFIDENCE"]}
    (tmp_path / "own.json").write_text(json.dumps(own))
    value = json.loads(Ran("explain", "own.json", "--format", "json", cwd=tmp_path).out)
    policy_shape().validate(value)
    assert "EVIDENCE_REANCHORED" not in {row["code"] for row in value["infos"]}
    said = Ran("explain", "own.json", cwd=tmp_path).out.decode()
    assert said.startswith("Policy own.json, sha256:")
    assert (
        "A claim with a confidence below 0.75, or without one, is flagged (LOW_CONFIDENCE)." in said
    )
    assert "at most 1 code point lie" in said
    assert "Evidence is never moved" in said
    assert "LOW_CONFIDENCE (F-CONFIDENCE; waived): " in said


def test_a_name_that_both_checks_have_means_both() -> None:
    value = explained("default")
    assert value == {"policies": [explained("quote/default"), explained("fact/default")]}
    said = Ran("explain", "default").out.decode()
    quote, fact = (Ran("explain", f"{check}/default").out.decode() for check in ("quote", "fact"))
    assert said == f"{quote}\n{fact}"
    assert json.loads(Ran("explain", "default", "--format", "json").out) == value
    assert explained("seed") == explained("fact/seed")
    assert explained("strict") == explained("quote/strict")
    said = Ran("explain", "fact/strict").refused()
    assert said.startswith("groundspec: there is no code, outcome, tier, step, rule or policy 'fac")


# --- policy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["seed", "fact/seed", "fact/default"])
def test_policy_show_and_check(tmp_path: Path, name: str) -> None:
    assert Ran("policy", "show", name, "-o", "own.json", cwd=tmp_path).status == 0
    short = name.rpartition("/")[2]
    assert json.loads((tmp_path / "own.json").read_bytes()) == resources.policy("fact", short)
    said = f"own.json: a complete policy of fact/0.1, {resources.policy_digests('fact')[short]}\n"
    for options in ((), ("--check", "fact")):
        ran = Ran("policy", "check", "own.json", *options, cwd=tmp_path)
        assert (ran.status, ran.out.decode(), ran.errors) == (0, said, "")
    ran = Ran("policy", "check", "own.json", "--check", "quote", cwd=tmp_path)
    assert "PACKET_INVALID" in ran.refused()


def test_policy_show_of_a_name_that_both_have_is_that_of_quote() -> None:
    assert json.loads(Ran("policy", "show", "default").out) == resources.policy("quote", "default")
    said = Ran("policy", "show", "fact/exact").refused()
    assert said.startswith("groundspec: there is no policy 'fact/exact'\n  hint: ")


@pytest.mark.parametrize(
    "code", ["NO_EVIDENCE", "STITCHED", "VALUE_DERIVED", "POLICY_INVALID", "X"]
)
def test_a_policy_that_waives_what_is_no_flag_is_refused(tmp_path: Path, code: str) -> None:
    own = {**resources.policy("fact", "default"), "waive": ["SCALE_WORD", code]}
    (tmp_path / "own.json").write_text(json.dumps(own))
    said = "POLICY_INVALID: This is no flag of the check. (at /waive/1)\n  hint: "
    for arguments in (("policy", "check", "own.json"), ("explain", "own.json")):
        errors = Ran(*arguments, cwd=tmp_path).refused()
        assert errors.startswith(f"own.json: {said}")
        assert "Flags are NON_VERBATIM_EVIDENCE, " in errors
    with pytest.raises(groundspec.Refusal) as refusal:
        groundspec.check_facts("e\u0301", {"fields": {}}, [], own)
    assert (refusal.value.code, refusal.value.pointer) == ("POLICY_INVALID", "/policy/waive/1")


def test_every_flag_of_the_check_can_be_waived() -> None:
    flags = [row.code for row in FACT if row.cls == "flag"]
    own = {**resources.policy("fact", "default"), "waive": flags}
    assert groundspec.check_facts("a", {"fields": {}}, [], own)["decisions"] == []
