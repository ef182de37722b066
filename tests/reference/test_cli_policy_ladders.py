"""policy import: what a ladder of somebody's own becomes."""

from typing import Any

from reference.gtrex_files import BUILT_IN, differs, dropped, imported, minimal, step, tier


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
