"""policy import: what a policy file of gtrex becomes, and what is said of the rest."""

import json
from pathlib import Path
from typing import Any

import pytest

from groundspec.cli import run
from groundspec.cli.policy.fault import ImportFault
from groundspec.cli.policy.patterns import DIGITS
from groundspec.core.canonical import digest_value
from reference.gtrex_files import (
    BUILT_IN,
    DEFAULT,
    PERMISSIVE,
    POLICY,
    STRICT,
    WAIVED,
    differs,
    dropped,
    imported,
    minimal,
    step,
    tier,
)
from reference.program import Ran

# --- Whole files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "change"),
    [
        (DEFAULT, {}),
        (
            STRICT,
            {"tiers": POLICY["tiers"][:3], "accept_through": "exact", "ellipsis": "literal"},
        ),
        (
            PERMISSIVE,
            {
                "accept_through": "skeleton",
                "allow_unsound": True,
                "ellipsis": "literal",
                "waive": WAIVED,
            },
        ),
    ],
)
def test_the_three_policies_that_gtrex_has(data: bytes, change: dict[str, Any]) -> None:
    report = imported(data)
    assert report["policy"] == {**POLICY, **change}
    assert report["from"] == {
        "schema": "gtrex/policy/2",
        "verifier_revision": 7,
        "fingerprint": "e7f3cb264417247b",
    }
    given = json.loads(data)
    reported = {row["member"] for row in (*report["carried"], *report["dropped"])}
    silent = {name for name in given if given[name] is None or given[name] == {}}
    assert {name for name in given if name not in reported} == {"schema", "ladder"} | silent


def test_text_goes_to_standard_output_and_the_report_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_bytes(DEFAULT)
    ran = Ran("policy", "import", "g.json", cwd=tmp_path)
    assert ran.status == 0
    assert json.loads(ran.out) == POLICY
    assert ran.out.startswith(b'{\n  "check": "quote/0.1",\n')
    lines = ran.errors.split("\n")
    assert lines[0] == 'g.json: gtrex/policy/2, verifier revision 7, fingerprint "e7f3cb264417247b"'
    assert lines[1] == f"g.json: now a policy of quote/0.1, {digest_value('policy', POLICY)}"
    carried, _, left = ran.errors.partition("\nNot carried over (member, value, why):\n")
    assert '\n  min_fragment_tokens  8 -> {"min_fragment_words": 8}\n      words are ' in carried
    for member, value in (("numeric_guard", "true"), ("polarity_tokens", "55 items")):
        assert f"  {member:<20} {value}\n      " in left
    assert "alignment            {" in left
    assert all(len(line) <= 110 for line in lines)


def test_into_a_file_and_never_over_the_file_that_is_read(tmp_path: Path) -> None:
    given, target = tmp_path / "g.json", tmp_path / "p.json"
    given.write_bytes(DEFAULT)
    ran = Ran("policy", "import", str(given), "-o", str(target))
    assert (ran.status, ran.out) == (0, b"")
    assert json.loads(target.read_bytes()) == POLICY
    target.unlink()
    ran = Ran("policy", "import", str(given), "-o", str(target), "--format", "json")
    assert (ran.status, ran.errors) == (0, "")
    assert json.loads(ran.out) == imported(DEFAULT)
    assert json.loads(ran.out)["policy"] == json.loads(target.read_bytes()) == POLICY
    errors = Ran("policy", "import", str(given), "-o", str(given)).refused()
    assert "the policy would replace the imported file\n  hint: Name another.\n" in errors
    assert given.read_bytes() == DEFAULT
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g.json", "p.json"]


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    errors = Ran("policy", "import", "-", "-o", "no/p.json", stdin=DEFAULT, cwd=tmp_path).refused()
    assert errors.startswith("groundspec: no/p.json: ")


def test_numbers_are_reported_as_they_are_spelled() -> None:
    given = b'{"schema":"gtrex/policy/2","repair_threshold":6.50e-1,"max_source_expansion":1' + (
        b"0" * 30 + b',"upstream":{"a":-0,"b":[1.0]}}'
    )
    report = dropped(imported(given))
    assert report["repair_threshold"] == "6.50e-1"
    assert report["max_source_expansion"] == "1" + "0" * 30
    assert report["upstream"] == {"a": "-0", "b": ["1.0"]}
    errors = Ran("policy", "import", "-", stdin=given).errors
    assert "\n  repair_threshold     6.50e-1\n" in errors


def test_nothing_in_a_file_reaches_the_terminal_as_it_is() -> None:
    given = minimal(fingerprint="\x1b[2J\u202e", upstream={"a": "\x9b31m\n"}, repair_mode="x" * 500)
    errors = Ran("policy", "import", "-", stdin=given).errors
    assert all(line.isprintable() for line in errors.split("\n"))
    assert all(len(line) < 200 for line in errors.split("\n"))


# --- Small files, revisions, forerunners ----------------------------------------------------------


def test_what_a_file_leaves_out_has_the_default_of_gtrex() -> None:
    report = imported(minimal())
    assert report["policy"] == POLICY
    assert report["dropped"] == []
    assert "gtrex/policy/2\n" in Ran("policy", "import", "-", stdin=minimal()).errors
    assert "Not carried over" not in Ran("policy", "import", "-", stdin=minimal()).errors


@pytest.mark.parametrize("revision", [2, 3, 4, 5, 6, 7])
def test_the_revisions_that_are_known(revision: int) -> None:
    ladder = [dict(row) for row in BUILT_IN]
    if revision < 6:
        ladder[2] = tier(
            "typography",
            step("unescape_entities"),
            step("map_typography"),
            step("nfkc"),
            step("collapse_whitespace"),
        )
    if revision < 5:
        ladder[0] = tier("exact", step("strip_markers", pattern="#"))
    report = imported(minimal(verifier_revision=revision, ladder=ladder, fingerprint="00"))
    assert report["policy"] == POLICY
    assert report["from"]["verifier_revision"] == revision


@pytest.mark.parametrize("schema", ["gtrex/policy/1", "groundcheck/policy/1"])
def test_the_forerunners(schema: str) -> None:
    given: dict[str, Any] = {"schema": schema, "accept_through": None, "verifier_revision": 1}
    more = {"max_claim_tokens": 400} if schema == "groundcheck/policy/1" else {}
    report = imported(json.dumps({**given, **more}).encode())
    assert report["policy"] == POLICY
    assert dropped(report) == {"verifier_revision": 1, **more}
    for member in ("match_boundaries", "migrated_from", "salvage_policy"):
        with pytest.raises(ImportFault, match=f"The schema {schema} has no member '{member}'."):
            imported(json.dumps({**given, member: True}).encode())


@pytest.mark.parametrize(
    ("members", "change"),
    [
        ({"ladder_name": "strict"}, {"tiers": POLICY["tiers"][:3], "accept_through": "typography"}),
        ({"accept_through": "whitespace"}, {"accept_through": "whitespace"}),
        ({"match_boundaries": False}, {"boundaries": False}),
        ({"ellipsis_policy": "reject"}, {"ellipsis": "literal"}),
        ({"ellipsis_policy": "ignore"}, {"ellipsis": "literal"}),
        ({"min_fragment_tokens": 1000}, {"min_fragment_words": 1000}),
        ({"min_fragment_tokens": 1001}, {"min_fragment_words": 1000}),
        ({"require_contiguous": False}, {"waive": ["STITCHED"]}),
        ({"polarity_guard": False}, {"waive": WAIVED[1:]}),
        ({"numeric_guard": False}, {}),
        ({"allow_unsound": True}, {"allow_unsound": True}),
        (
            {"allow_unsound": True, "accept_through": "skeleton"},
            {"allow_unsound": True, "accept_through": "skeleton"},
        ),
    ],
)
def test_what_a_member_becomes(members: dict[str, Any], change: dict[str, Any]) -> None:
    assert imported(minimal(**members))["policy"] == {**POLICY, **change}


def test_what_means_something_else_is_said() -> None:
    report = imported(minimal())
    assert "no ignorable code point counts" in differs(report, "ladder_name")
    assert "what is found there alone is for review" in differs(report, "ladder_name")
    assert "more classes of edges" in differs(report, "match_boundaries")
    assert "must stand in their order" in differs(report, "ellipsis_policy")
    assert "words are counted, not tokens" in differs(report, "min_fragment_tokens")
    assert "for review (STITCHED)" in differs(report, "require_contiguous")
    assert "NEGATION_LEFT_OFF" in differs(report, "polarity_guard")
    report = imported(PERMISSIVE)
    assert "for review" not in differs(report, "ladder_name")
    assert "without effect" in differs(report, "require_contiguous")
    assert "it stands for the flags" in differs(report, "polarity_guard")
    report = imported(minimal(match_boundaries=False, min_fragment_tokens=5000))
    assert differs(report, "match_boundaries") == ""
    assert differs(report, "min_fragment_tokens").startswith("the most is 1000; words are ")
    report = imported(minimal(ellipsis_policy="ignore", min_fragment_tokens=5000))
    assert differs(report, "min_fragment_tokens") == "the most is 1000"


# --- Files that are refused -----------------------------------------------------------------------


BAD: list[tuple[bytes, str]] = [
    (b'{"schema":"gtrex/policy/2","schema":1}', ":1:28: DUPLICATE_MEMBER: The member 'schema' is"),
    (b'{"schema":NaN}', ":1:11: JSON_INVALID: "),
    (b'{"a":1.5,"a":1}', ":1:10: DUPLICATE_MEMBER: "),
    (b"\xef\xbb\xbf{}", ":1:1: BYTE_ORDER_MARK: "),
    (b"\xff", ":1:1: NOT_UTF8: "),
    (b"[1.5]", ": A policy file of gtrex is an object.\n"),
    (
        b"{}",
        ": The member 'schema' is missing.\n  hint: Known are gtrex/policy/2, gtrex/policy/1, ",
    ),
    (
        json.dumps({"check": "quote/0.1", "tiers": ["exact"], "accept_through": "exact"}).encode(),
        ": This is a policy of groundspec already.\n  hint: `groundspec policy check` says whether",
    ),
    (minimal(schema="gtrex/policy/3"), ": This is no schema of a policy file that is known. (at /"),
    (minimal(schema=["gtrex/policy/2"]), ": This is no schema of a policy file that is known. (at"),
    (minimal(verifier_revision=8), ": This is no verifier revision that is known. (at /verifier_"),
    (minimal(verifier_revision=1), ": This is no verifier revision that is known. (at /verifier_"),
    (minimal(verifier_revision=True), ": This is no verifier revision that is known. (at /verifi"),
    (minimal(verifier_revision="7"), ": This is no verifier revision that is known. (at /verifie"),
    (minimal(nonsense=1), ": The schema gtrex/policy/2 has no member 'nonsense'.\n"),
    (minimal(max_claim_tokens=1), ": The schema gtrex/policy/2 has no member 'max_claim_tokens'."),
    (
        minimal(**{f"m{number}": 1 for number in range(7)}),
        ": The schema gtrex/policy/2 has no member 'm0', 'm1', 'm2', 'm3', 'm4' and 2 more.\n",
    ),
    (minimal(allow_unsound=1), ": The value must be of type boolean. (at /allow_unsound)\n"),
    (minimal(match_boundaries=None), ": The value must be of type boolean. (at /match_boundaries"),
    (minimal(require_contiguous="no"), ": The value must be of type boolean. (at /require_contig"),
    (minimal(polarity_guard=[]), ": The value must be of type boolean. (at /polarity_guard)\n"),
    (minimal(ladder_name=None), ": The value must be of type string. (at /ladder_name)\n"),
    (minimal(accept_through=1), ": The value must be of type null or string. (at /accept_through"),
    (minimal(marker_pattern=1), ": The value must be of type null or string. (at /marker_pattern"),
    (minimal(marker_pattern="a("), ": The pattern is no regular expression. (at /marker_pattern)"),
    (minimal(marker_pattern="a{1,99999999999}"), ": The pattern is no regular expression. (at /ma"),
    (minimal(marker_pattern="(" * 9999), ": The pattern is no regular expression. (at /marker_pat"),
    (
        minimal(ladder_name="mine", ladder=[tier("a", step("separate_markers", pattern="a|[b"))]),
        ": The pattern is no regular expression. (at /ladder)\n",
    ),
    (minimal(ellipsis_policy="drop"), ": The value must be one of reject, fragments, ignore. (at"),
    (minimal(ellipsis_policy=[]), ": The value must be one of reject, fragments, ignore. (at /el"),
    (minimal(min_fragment_tokens=0), ": The value must be an integer of at least 1. (at /min_fra"),
    (minimal(min_fragment_tokens=True), ": The value must be an integer of at least 1. (at /min_"),
    (minimal(min_fragment_tokens=2.5), ": The value must be an integer of at least 1. (at /min_f"),
    (minimal(accept_through="canonical"), ": No tier of the ladder has this name. (at /accept_th"),
    (minimal(accept_through="skeleton"), ": This tier is unsound, and allow_unsound is false. (at"),
    (minimal(ladder_name="mine"), ": The ladder of this name is not built in, and the file does "),
    (minimal(ladder=BUILT_IN[:3]), ": This is not the ladder that gtrex calls default. (at /ladd"),
    (
        minimal(ladder_name="strict", ladder=[tier("exact"), tier("whitespace"), BUILT_IN[2]]),
        ": This is not the ladder that gtrex calls strict. (at /ladder)\n  hint: Its tiers are exa",
    ),
    (minimal(ladder=[]), ": A ladder is an array of at least one tier. (at /ladder)\n"),
    (minimal(ladder={}), ": A ladder is an array of at least one tier. (at /ladder)\n"),
    (minimal(ladder=[1]), ": A tier has the member name, of type string. (at /ladder/0)\n"),
    (minimal(ladder=[{"name": "a"}]), ": A tier has the member sound, of type boolean. (at /ladd"),
    (
        minimal(ladder=[{"name": "a", "sound": True, "steps": {}}]),
        ": A tier has the member steps, of type array. (at /ladder/0)\n",
    ),
    (
        minimal(ladder=[{**tier("a"), "colour": 1}]),
        ": A tier has no member 'colour'. (at /ladder/0)\n  hint: Its members are name, sound, ",
    ),
    (
        minimal(ladder=[tier("a", {"version": 1})]),
        ": A step has the member op, of type string. (at /ladder/0/steps/0)\n",
    ),
    (
        minimal(ladder=[tier("a", {**step("x"), "colour": 1})]),
        ": A step has no member 'colour'. (at /ladder/0/steps/0)\n",
    ),
    (
        minimal(ladder=[tier("a", {**step("x"), "params": 1})]),
        ": The value must be of type object. (at /ladder/0/steps/0/params)\n",
    ),
    (
        minimal(ladder_name="mine", ladder=[tier("a"), tier("a", step("casefold"))]),
        ": Two tiers have this name. (at /ladder/1/name)\n",
    ),
    (
        minimal(ladder_name="mine", ladder=[tier("a", sound=False), tier("b")]),
        ": A sound tier stands behind one that is not. (at /ladder/1)\n",
    ),
    (
        minimal(ladder_name="mine", ladder=[tier("a", sound=False)]),
        ": No tier of the ladder is sound. (at /accept_through)\n",
    ),
    (
        minimal(ladder_name="mine", ladder=[tier("a")], marker_pattern="x"),
        ": A ladder of one's own has its markers among its steps. (at /marker_pattern)\n",
    ),
    (
        minimal(ladder_name="mine", ladder=[tier("a", step("alphanumeric_skeleton"))]),
        ": No tier that could admit was carried over. (at /ladder)\n",
    ),
]


@pytest.mark.parametrize(("data", "said"), BAD)
def test_a_file_that_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, said: str
) -> None:
    file = tmp_path / "g.json"
    file.write_bytes(data)
    for options in ([], ["--format", "json"]):
        assert run(["policy", "import", str(file), *options]) == 2
        out, errors = capsys.readouterr()
        assert out == ""
        assert errors.startswith(f"{file}{said}")


# --- Marker patterns ------------------------------------------------------------------------------


def literal(text: str) -> dict[str, str]:
    return {"literal": text}


def test_a_pattern_is_carried_over_as_far_as_markers_go() -> None:
    report = imported(minimal(marker_pattern=r"\[p\. \d+\]|(?:#+)+!"))
    markers = [[literal("[p. "), "digits", literal("]")]]
    assert report["policy"] == {**POLICY, "markers": markers}
    assert differs(report, "marker_pattern") == DIGITS
    assert dropped(report) == {"marker_pattern": "(?:#+)+!"}
    report = imported(minimal(marker_pattern="a*", accept_through="exact"))
    assert report["policy"] == {**POLICY, "accept_through": "exact"}


def test_where_exact_admits_a_tier_of_its_own_lets_markers_pass() -> None:
    report = imported(minimal(marker_pattern="#", accept_through="exact"))
    across = {"tier": "exact-across-markers", "sound": True, "steps": ["markers"]}
    assert report["policy"]["tiers"] == ["exact", across, *POLICY["tiers"][1:]]
    assert report["policy"]["accept_through"] == "exact-across-markers"
    assert "run across a marker" in differs(report, "accept_through")
