"""policy import: what a policy file of gtrex becomes, and what is said of the rest.

The files here are made by hand from the members that such files have.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from groundspec.cli import run
from groundspec.cli.policy import gtrex
from groundspec.cli.policy.document import completed
from groundspec.cli.policy.fault import ImportFault
from groundspec.cli.policy.importing import _report
from groundspec.cli.policy.patterns import DIGITS, EMPTY, GAP, NEAREST, markers_of
from groundspec.core.canonical import digest_value
from groundspec.quote.markers import marker_step
from reference.program import Ran

SHAPE = Draft202012Validator(
    resources.schema("policy-import"),
    registry=Registry().with_resource(
        "urn:groundspec:quote-policy", Resource.from_contents(resources.schema("quote.policy"))
    ),
)


def step(op: str, version: int = 1, **params: Any) -> dict[str, Any]:
    return {"op": op, "params": params, "version": version}


def tier(name: str, *steps: dict[str, Any], sound: bool = True) -> dict[str, Any]:
    return {"name": name, "rationale": "", "sound": sound, "steps": [*steps]}


BUILT_IN = [
    tier("exact"),
    tier("whitespace", step("collapse_whitespace")),
    tier(
        "typography",
        step("unescape_entities"),
        step("map_typography"),
        step("fold_hyphen_variants"),
        step("nfkc", 2),
        step("collapse_whitespace"),
    ),
    tier("case", step("casefold")),
    tier("skeleton", step("alphanumeric_skeleton"), sound=False),
]
ALIGNMENT = (
    b'{"case_sensitive": false, "coverage_weight": 0.65, "gap_extend": -0.5, "gap_open": -2.0, '
    b'"match_score": 2.0, "max_regions": 24, "mismatch_score": -1.0, "region_pad_tokens": 12, '
    b'"seed_ngram": 3}'
)


def whole(**members: Any) -> bytes:
    """A file with every member, as gtrex 1.1.0 writes its default policy, with some changed."""
    value = {
        "accept_through": "case",
        "alignment": {},
        "allow_unsound": False,
        "ellipsis_policy": "fragments",
        "fingerprint": "e7f3cb264417247b",
        "ladder": BUILT_IN,
        "ladder_name": "default",
        "marker_pattern": None,
        "match_boundaries": True,
        "max_source_expansion": 3,
        "min_fragment_tokens": 8,
        "min_repair_coverage": 1,
        "numeric_guard": True,
        "polarity_guard": True,
        "polarity_tokens": [f"word{number}" for number in range(55)],
        "repair_mode": "substitute",
        "repair_threshold": None,
        "require_contiguous": True,
        "salvage_policy": "off",
        "schema": "gtrex/policy/2",
        "upstream": {},
        "verifier_revision": 7,
        **members,
    }
    return (
        json.dumps(value).encode("ascii").replace(b'"alignment": {}', b'"alignment": ' + ALIGNMENT)
    )


DEFAULT = whole()
STRICT = whole(
    accept_through="exact",
    ladder=BUILT_IN[:3],
    ladder_name="strict",
    ellipsis_policy="reject",
    repair_mode="off",
)
PERMISSIVE = whole(
    accept_through="skeleton",
    allow_unsound=True,
    ellipsis_policy="ignore",
    require_contiguous=False,
    numeric_guard=False,
    polarity_guard=False,
    repair_mode="off",
)
POLICY: dict[str, Any] = {
    "check": "quote/0.1",
    "tiers": ["exact", "whitespace", "typography", "case", "skeleton"],
    "accept_through": "case",
    "allow_unsound": False,
    "near": [],
    "boundaries": True,
    "ellipsis": "stitch",
    "min_fragment_words": 8,
    "markers": [],
    "waive": [],
}
WAIVED = ["STITCHED", "OMITS_NEGATION", "NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF"]


def minimal(**members: Any) -> bytes:
    return json.dumps({"schema": "gtrex/policy/2", **members}).encode("ascii")


def imported(data: bytes) -> dict[str, Any]:
    """The report of a file, checked against its schema; the policy in it is complete."""
    found = gtrex.convert(gtrex.read(data))
    report: dict[str, Any] = json.loads(json.dumps(_report(found, completed(found.policy))))
    SHAPE.validate(report)
    assert report["policy_sha256"] == digest_value("policy", report["policy"])
    return report


def dropped(report: dict[str, Any]) -> dict[str, Any]:
    return {row["member"]: row["value"] for row in report["dropped"]}


def differs(report: dict[str, Any], member: str) -> str:
    return "; ".join(row["differs"] for row in report["carried"] if row["member"] == member)


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


# --- Ladders of one's own -------------------------------------------------------------------------


def own(*tiers: dict[str, Any], **members: Any) -> dict[str, Any]:
    return imported(minimal(ladder_name="mine", ladder=[*tiers], **members))


def test_each_tier_lists_the_steps_of_those_before() -> None:
    report = own(
        tier("Plain text"),
        tier("white", step("collapse_whitespace")),
        tier("case", step("casefold"), step("collapse_whitespace")),
        tier("typography", *BUILT_IN[2]["steps"]),
        tier("9", step("alphanumeric_skeleton"), sound=False),
    )
    steps = ["whitespace", "case", "whitespace", "entities", "ignorables", "quotes", "dashes"]
    steps += ["ellipsis", "hyphens", "nfc", "compatibility", "whitespace"]
    assert report["policy"]["tiers"] == [
        "exact",
        {"tier": "white", "sound": True, "steps": steps[:1]},
        {"tier": "own-case", "sound": True, "steps": steps[:3]},
        {"tier": "own-typography", "sound": True, "steps": steps},
        {"tier": "own-9", "sound": False, "steps": [*steps, "skeleton"]},
    ]
    assert report["policy"]["accept_through"] == "own-typography"
    assert dropped(report) == {"ladder_name": "mine"}
    assert "marks are kept" in differs(report, "ladder/4")
    assert "fractions never fold" in differs(report, "ladder/3")


def test_names_are_made_so_that_no_two_are_the_same() -> None:
    report = own(
        tier("-", step("casefold")),
        tier("a b", step("collapse_whitespace")),
        tier("A.B", step("fold_hyphen_variants")),
        tier("own-case", step("unescape_entities")),
        tier("case", step("map_typography")),
        tier("x" * 99, step("casefold")),
    )
    names = [row["tier"] for row in report["policy"]["tiers"]]
    assert names == ["own", "a-b", "own-a-b", "own-case", "own-case-2", "x" * 50]
    assert report["policy"]["accept_through"] == names[-1]


def test_what_no_step_does_is_left_out_and_said() -> None:
    report = own(
        tier("a", step("strip_markers", pattern="#")),
        tier("b", step("casefold", 2), step("own_op"), step("nfkc", 1, form="x")),
        {**tier("c", step("casefold")), "rationale": "Case means nothing."},
        accept_through="b",
    )
    assert report["policy"]["tiers"] == ["exact", {"tier": "c", "sound": True, "steps": ["case"]}]
    assert report["policy"]["accept_through"] == "exact"
    assert dropped(report) == {
        "ladder_name": "mine",
        "ladder/0/steps/0": "strip_markers/1",
        "ladder/1/steps/0": "casefold/2",
        "ladder/1/steps/1": "own_op/1",
        "ladder/1/steps/2": "nfkc/1",
        "ladder/1": "b",
        "ladder/2/rationale": "Case means nothing.",
    }


def test_a_tier_is_not_sound_where_a_step_is_not() -> None:
    tiers = (tier("a"), tier("b", step("alphanumeric_skeleton")), tier("c", step("casefold")))
    report = own(*tiers)
    assert [row["sound"] for row in report["policy"]["tiers"][1:]] == [False, False]
    assert report["policy"]["accept_through"] == "exact"
    assert "unsound" in differs(report, "ladder/1")
    assert "c was not carried over, or is unsound here" in differs(report, "accept_through")
    report = own(*tiers, allow_unsound=True, accept_through="b")
    assert report["policy"]["accept_through"] == "b"


def test_tiers_beyond_the_most_are_left_out() -> None:
    ops = ("casefold", "collapse_whitespace")
    report = own(*(tier(f"t{number}", step(ops[number % 2])) for number in range(20)))
    assert len(report["policy"]["tiers"]) == 16
    assert report["policy"]["accept_through"] == "t15"
    assert {"ladder/16", "ladder/19"} <= {*dropped(report)}
    report = own(tier("a"), tier("b", *(step(ops[number % 2]) for number in range(33))))
    assert report["policy"]["tiers"] == ["exact"]


def test_the_markers_of_a_ladder_are_those_of_its_first_pattern() -> None:
    report = own(
        tier("a", step("separate_markers", pattern="#|a+")),
        tier("b", step("separate_markers", pattern="!"), step("casefold")),
        tier("c", step("separate_markers", pattern="#|a+")),
        tier("d", step("separate_markers")),
    )
    assert report["policy"]["markers"] == [[{"literal": "#"}]]
    assert report["policy"]["tiers"][0] == {"tier": "a", "sound": True, "steps": ["markers"]}
    left = [row["value"] for row in report["dropped"] if row["member"] == "ladder/separate_markers"]
    assert left == ["!", "a+"]
    assert dropped(report)["ladder/3/steps/0"] == "separate_markers/1"


# --- Marker patterns ------------------------------------------------------------------------------


def literal(text: str) -> dict[str, str]:
    return {"literal": text}


SAID: list[tuple[str, list[list[Any]], set[str]]] = [
    ("#", [[literal("#")]], set()),
    (r"\*\*|__", [[literal("**")], [literal("__")]], set()),
    (r"(?:\[1\]|(?:a|\|))", [[literal("[1]")]], set()),
    ("(#)", [[literal("#")]], set()),
    ("(?:#|!)", [[literal("#")], [literal("!")]], set()),
    (r"\[p\. \d+\]", [[literal("[p. "), "digits", literal("]")]], {DIGITS}),
    ("p[.][0-9]+", [[literal("p."), "digits"]], {DIGITS}),
    (r"p\d{1,3}!", [[literal("p"), "digits", literal("!")]], {DIGITS}),
    ("<!--.*?-->", [[literal("<!--"), "until", literal("-->")]], {GAP}),
    (r"<[^\n]+?>", [[literal("<"), "until", literal(">")]], {GAP, EMPTY}),
    (
        r"<.*?>\d+",
        [[literal("<"), "until", literal(">"), "digits"]],
        {GAP, NEAREST, DIGITS},
    ),
    (r"\[[^\]]*\]", [[literal("["), "until", literal("]")]], {GAP}),
    (r"<[^>\n]+>b", [[literal("<"), "until", literal(">"), literal("b")]], {GAP, EMPTY}),
    (r"\t\n\r\f\v\ \-\#", [[literal("\t\n\r\f\v -#")]], set()),
    ("{{a}}", [[literal("{{a}}")]], set()),
    ("[]]x[|]", [[literal("]x|")]], set()),
    ("\u00a7[\\\\]", [[literal("\u00a7\\")]], set()),
]


@pytest.mark.parametrize(("pattern", "markers", "notes"), SAID)
def test_what_markers_say_of_a_pattern(
    pattern: str, markers: list[list[Any]], notes: set[str]
) -> None:
    found = markers_of(pattern)
    assert found.markers == markers
    assert {*found.notes} == notes


TEXTS = (
    "a # b ** __c__ (x) [1] | ! [p. 12] [p. ] p.7 p123! p!",
    "<!-- note --> <b>12 <> <x y> b <>b <i>b [see here] [] ]x| \u00a7\\ {{a}} \t\n\r\f\v -#",
)


@pytest.mark.parametrize("pattern", [row[0] for row in SAID if EMPTY not in row[2]])
def test_markers_match_what_the_pattern_matches(pattern: str) -> None:
    found = markers_of(pattern)
    step = marker_step(found.markers)
    assert step is not None
    for text in TEXTS:
        if not found.left and NEAREST not in found.notes:
            assert step.rewrite(text) == re.sub(pattern, " ", text)


UNSAID = [
    ("", "it matches the empty text"),
    ("a*", "a literal that is repeated (*)"),
    ("a{2}", "a literal that is repeated ({2})"),
    ("a{,2}", "a literal that is repeated ({,2})"),
    ("a?", "a literal that is repeated (?)"),
    ("(?:#+)+!", "( says what no part of a marker says"),
    ("(?i)a", "( says what no part of a marker says"),
    ("(?P<x>a)", "( says what no part of a marker says"),
    ("a(?=b)", "( says what no part of a marker says"),
    ("a(b|c)", "( says what no part of a marker says"),
    ("(a)(b)", "( says what no part of a marker says"),
    ("(a)+", "( says what no part of a marker says"),
    ("^a", "^ says what no part of a marker says"),
    ("a$", "$ says what no part of a marker says"),
    ("*a", "* says what no part of a marker says"),
    ("{2}", "{ says what no part of a marker says"),
    (r"a\b", "\\b says what no part of a marker says"),
    (r"a\s", "\\s says what no part of a marker says"),
    (r"a\1", "\\1 says what no part of a marker says"),
    (r"a\x41", "\\x says what no part of a marker says"),
    ("a\\", "\\ says what no part of a marker says"),
    ("a[bc]", "the class [bc] says what no part of a marker says"),
    ("a[^bc]*b", "the class [^bc] says what no part of a marker says"),
    (r"a[\]b]", r"the class [\]b] says what no part of a marker says"),
    ("a[b", "the class [b says what no part of a marker says"),
    (r"\d+", "a marker begins with a literal"),
    (".*?a", "a marker begins with a literal"),
    (r"a\d", "digits repeated otherwise than by + or {1,k} (one digit)"),
    (r"a\d+?", "digits repeated otherwise than by + or {1,k} (+?)"),
    (r"a\d{3}", "digits repeated otherwise than by + or {1,k} ({3})"),
    (r"a\d{1,21}", "digits repeated otherwise than by + or {1,k} ({1,21})"),
    (r"a\d{1,0}", "digits repeated otherwise than by + or {1,k} ({1,0})"),
    (r"a\d{1,99999999}", "digits repeated otherwise than by + or {1,k} ({1,99999999})"),
    (r"a\d+[0-9]+", "digits behind digits"),
    (r"a\d+5", "a literal that begins with a digit behind digits"),
    ("a\\d+\u0665", "a literal that begins with a digit behind digits"),
    ("a.", "a gap that is not as short as can be (one code point)"),
    ("a.*b", "a gap that is not as short as can be (*)"),
    ("a.+b", "a gap that is not as short as can be (+)"),
    ("a.{1,5}?b", "a gap that is not as short as can be ({1,5}?)"),
    (r"a[^\n]*b", "a gap that is not as short as can be (*)"),
    ("a[^b]{3}b", "a gap that is not as short as can be ({3})"),
    ("a.*?", "a gap without a literal behind it"),
    (r"a.*?\d+", "a gap without a literal behind it"),
    ("a[^b]*", "a gap without a literal behind it"),
    ("a[^b]*c", "a gap without b before something else"),
    ("a" * 257, "a literal has at most 256 code points"),
    (r"a\d+" * 9, "a marker has at most 16 parts"),
]


@pytest.mark.parametrize(("pattern", "why"), UNSAID)
def test_what_markers_do_not_say(pattern: str, why: str) -> None:
    found = markers_of(pattern)
    assert (found.markers, found.notes, found.left) == ([], [], [(pattern, why)])


def test_patterns_at_the_edges_of_what_markers_say() -> None:
    assert markers_of("a" * 256).left == []
    assert markers_of(r"a\d+" * 8).left == []
    assert markers_of(r"a\d{1,20}").left == []
    found = markers_of("|".join(f"<{number}>" for number in range(33)))
    assert len(found.markers) == 32
    assert found.left == [("<32>", "a policy has at most 32 markers")]
    assert markers_of("(?:a)|(?:b)").left != []
    assert markers_of(r"[(]a|b\(").markers == [[literal("(a")], [literal("b(")]]


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
