"""measure: classes, distinct candidates, slots, escapes, and the three forms of the report."""

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from groundspec.apps.measure.counts import columns, reviews
from groundspec.apps.measure.gold import read_gold
from groundspec.apps.measure.measure import Measured, measure, packet
from groundspec.apps.measure.report import Conflicts, conflicts, value
from groundspec.apps.measure.values import compared
from groundspec.apps.policies import Policy
from groundspec.apps.wilson import share
from groundspec.cli.measure.page import page
from groundspec.cli.measure.tables import tables
from reference.measuregold import (
    FIELDS,
    GOLD,
    POLICY,
    RIGHT,
    RUNS,
    TEXT,
    UNALIGNED,
    answering,
    at,
    found,
    proposed,
    written,
)

NONE = Conflicts([0, 0, 0], [])


def counted(cells: dict[str, dict[str, int]]) -> list[list[int]]:
    return [list(row.values()) for row in cells.values()]


def checked(measured: Measured) -> dict[str, Any]:
    """The report, which has the shape of its schema."""
    made = value(measured)
    shapes = [resources.schema(name) for name in ("measure", "receipt")]
    library: Registry[Any] = Registry().with_resources(
        (shape["$id"], Resource.from_contents(shape)) for shape in shapes
    )
    Draft202012Validator(shapes[0], registry=library).validate(made)
    return made


# --- Classes --------------------------------------------------------------------------------------


def classes(folder: Path, *rows: dict[str, Any], gold: dict[str, Any] = GOLD) -> list[str]:
    written(folder, {"m": [*rows]}, gold)
    return [one.kind for one in found(folder).scored]


def test_a_right_value_is_in_its_place_or_elsewhere(tmp_path: Path) -> None:
    assert (
        classes(
            tmp_path,
            proposed("rent", "1250", "1,250 USD"),
            proposed("rent", "1250", "is 1"),  # one byte of the evidence
            proposed("rent", "1250", " USD. The"),
        )
        == ["right_place"] * 3
    )
    assert (
        classes(
            tmp_path / "other",
            proposed("rent", "1250", "is "),  # up to the evidence
            proposed("rent", "1250", ". The"),  # from its end
            proposed("rent", "1250", "2,500 USD"),
            proposed("rent", "1250", "1,250 USD", **UNALIGNED),
        )
        == ["right_elsewhere"] * 4
    )


def test_what_is_wrong(tmp_path: Path) -> None:
    assert (
        classes(
            tmp_path,
            proposed("rent", "2500", "1,250 USD"),  # the value of another field
            proposed("rent", "1250", "1,250 USD", unit=None),
            proposed("rent", "1250", "1,250 USD", unit="usd"),
            proposed("late_fee", "30", "25"),  # of a fact that is not confirmed
            proposed("pet_fee", "25", "25"),  # of an absent field
            proposed("garage", "25", "25"),  # of no field
        )
        == ["wrong"] * 6
    )


def test_values_are_compared_as_exact_decimals(tmp_path: Path) -> None:
    forms = ["1,250", "1250.00", "01250", 1250]
    rows = [proposed("rent", "", "1,250 USD", value=form) for form in forms]
    assert classes(tmp_path, *rows) == ["right_place"] * 4
    for one, other in (("0.10", ".1"), ("1e3", "1000"), ("-5", "5"), ("1250.000000001", "1250")):
        assert compared(one, "number") != compared(other, "number")
    assert compared("-0.0", "number") == compared("0", "number") == "0"
    assert compared("\u22125", "number") == "-5"
    assert compared("1.0", "string") != compared("1", "string")


def test_strings_are_compared_as_they_are(tmp_path: Path) -> None:
    gold = {
        **GOLD,
        "facts": [{"field": "city", "value": "10", "unit": None, "evidence": [at("Caf\u00e9")]}],
    }
    rows = [proposed("city", text, "Caf\u00e9", unit=None) for text in ("10", "10.0")]
    assert classes(tmp_path, *rows, gold=gold) == ["right_place", "wrong"]


# --- Packets --------------------------------------------------------------------------------------


def test_a_run_is_a_packet_with_the_words_of_the_document(tmp_path: Path) -> None:
    rows = [
        proposed("rent", "1250", "1,250 USD") | {"text": "1250 USD"},
        proposed("deposit", "2500", "deposit of 2500", **UNALIGNED),
    ]
    gold = read_gold(str(written(tmp_path, {"m": rows})))
    [document] = gold.documents
    named = Policy("default", POLICY)
    given: Any = packet(document, document.runs[0], named, by_quote=False)
    assert given["schema"] == {
        "fields": {name: field["schema"] for name, field in FIELDS.items()},
        "units": {"USD": {"suffix": ["USD"]}},
    }
    assert (given["policy"], given["source"]["text"]) == ("default", TEXT)
    assert given["claims"][0] == {
        "id": "c1",
        "field": "rent",
        "value": "1250",
        "unit": "USD",
        "evidence": [{"role": "value", "text": "1,250 USD", **at("1,250 USD")}],
    }
    quoted = [{"role": "value", "text": "deposit of 2500"}]
    assert given["claims"][1]["evidence"] == quoted
    given = packet(document, document.runs[0], Policy(None, POLICY), by_quote=True)
    assert given["claims"][0]["evidence"] == [{"role": "value", "text": "1,250 USD"}]
    assert given["claims"][1]["evidence"] == quoted
    assert given["policy"] == POLICY


def test_fields_that_are_excluded_are_decided_but_not_scored(tmp_path: Path) -> None:
    gold = {**GOLD, "excluded": {"rent": "unclear", "city": None}}
    rows = [proposed("rent", "1", "25"), proposed("deposit", "2500", "2,500 USD")]
    measured = found(written(tmp_path, {"m": rows}, gold))
    made = checked(measured)
    assert made["candidates"] == {"read": 2, "excluded": 1, "scored": 1}
    assert made["documents"][0]["excluded"] == ["city", "rent"]
    assert made["documents"][0]["facts"] == 2
    assert made["all"]["slots"]["stated"] == 2
    assert made["escapes"] == []


# --- Counts ---------------------------------------------------------------------------------------


def test_candidates_that_repeat_are_one_distinct_candidate(tmp_path: Path) -> None:
    measured = found(written(tmp_path, RUNS), "pet_fee=25: needs_verification X")
    a, b, every = columns(measured)
    assert (a.proposer, b.proposer, every.proposer) == ("a", "b", None)
    assert counted(a.candidates) == [[2, 0, 0], [0, 0, 0], [1, 1, 0]]
    assert counted(a.distinct) == [[1, 0, 0], [0, 0, 0], [1, 1, 0]]
    assert counted(every.candidates) == [[3, 0, 0], [0, 0, 0], [2, 1, 0]]
    assert counted(every.distinct) == [[1, 0, 0], [0, 0, 0], [1, 1, 0]]
    assert every.share("wrong", "admitted") == share(1, 2)
    assert every.escaped == share(1, 2)


def test_of_several_outcomes_the_least_favourable_one_counts(tmp_path: Path) -> None:
    measured = found(written(tmp_path, RUNS), "rent=1250: rejected X")
    assert counted(columns(measured)[-1].distinct) == [[0, 0, 1], [0, 0, 0], [2, 0, 0]]
    decide = answering("deposit=1250: rejected X")

    def uneven(given: dict[str, Any]) -> Any:
        many = len(given["claims"]) > 2
        return decide(given) if many else answering()(given)

    measured = measure(str(tmp_path), uneven, POLICY)
    assert [one.outcome for one in measured.scored if one.value == "1250"] == [
        "admitted", "admitted", "rejected", "admitted", "admitted",
    ]  # fmt: skip
    assert columns(measured)[-1].distinct["wrong"]["admitted"] == 2


def test_another_span_unit_or_wording_is_another_candidate(tmp_path: Path) -> None:
    rows = [
        RIGHT,
        RIGHT | {"unit": None},
        proposed("rent", "1250", "1,250"),
        proposed("rent", "1250", "1250", **UNALIGNED),
        proposed("rent", "1250", "rent 1250", **UNALIGNED),
        proposed("rent", "1250", "rent 1250", **UNALIGNED),
    ]
    assert counted(columns(found(written(tmp_path, {"m": rows})))[0].distinct) == [
        [2, 0, 0], [2, 0, 0], [1, 0, 0],
    ]  # fmt: skip


def test_slots(tmp_path: Path) -> None:
    rows = [
        *(RIGHT, proposed("rent", "25", "25")),
        proposed("deposit", "2500", "2,500 USD"),
        proposed("pet_fee", "25", "25"),
    ]
    written(tmp_path, {"m": rows, "n": [RIGHT]})
    answers = ("deposit=2500: needs_verification X", "pet_fee=25: needs_verification X")
    m, n, every = (column.slots for column in columns(found(tmp_path, *answers)))
    assert m._asdict() == {
        "stated": 3,
        "admitted": 1,
        "review": 1,
        "nothing": 1,
        "missing": 1,
        "wrong_admitted": 1,
        "absent": 1,
        "absent_silent": 0,
        "absent_doubted": 1,
        "absent_admitted": 0,
    }
    assert (n.admitted, n.nothing, n.missing, n.wrong_admitted, n.absent_silent) == (1, 2, 2, 0, 1)
    assert every == m
    slots = columns(found(tmp_path, "rent=1250: rejected X"))[0].slots
    assert (slots.admitted, slots.missing, slots.absent_admitted) == (1, 1, 1)


def test_a_proposer_is_measured_on_its_own_documents(tmp_path: Path) -> None:
    written(tmp_path, {"m": [RIGHT], "n": [RIGHT]}, name="b")
    written(tmp_path, {"m": [RIGHT]}, name="a")
    measured = found(tmp_path)
    assert [one.document.name for one in measured.scored] == ["a", "b", "b"]
    assert [(column.documents, column.slots.stated) for column in columns(measured)] == [
        (2, 6), (1, 3), (2, 6),
    ]  # fmt: skip
    assert counted(columns(measured)[-1].distinct)[0] == [2, 0, 0]


def test_reviews_by_code_leave_out_infos(tmp_path: Path) -> None:
    measured = found(
        written(tmp_path, RUNS),
        "rent=1250: needs_verification STITCHED ELLIPSIS_AT_EDGE",
        "deposit=1250: needs_verification ZZ STITCHED",
        "pet_fee=25: rejected UNLOCATED",
    )
    assert [(row.code, [*row.counts.values()]) for row in reviews(measured.scored)] == [
        ("STITCHED", [2, 0, 2]), ("ZZ", [0, 0, 2]),
    ]  # fmt: skip


# --- Report ---------------------------------------------------------------------------------------


def test_escapes_and_lost_values_are_shown_where_they_stand(tmp_path: Path) -> None:
    rows = [RIGHT, proposed("late_fee", "30", "25</b>"), proposed("pet_fee", "5", "5", **UNALIGNED)]
    measured = found(written(tmp_path, {"m": rows}), "rent=1250: rejected UNLOCATED")
    made = checked(measured)
    assert [one["field"] for one in made["escapes"]] == ["late_fee", "pet_fee"]
    [lost] = made["right_rejected"]
    assert (lost["cited"], lost["before"]) == ("1,250 USD", "Caf\u00e9 lease: the rent is ")
    assert lost["after"] == TEXT[TEXT.index(". The") :][:60].replace("\n", "\\u000A")
    assert lost["marks"] == [{"code": "UNLOCATED", **at("25"), "text": "25"}]
    assert made["escapes"][0]["place"] == at("25</b>")
    assert made["escapes"][1]["place"] == at("25")  # where the decision found it
    assert made["escapes"][0]["id"] == "c2"


def test_the_same_gold_gives_the_same_report(tmp_path: Path) -> None:
    written(tmp_path, RUNS)
    one, other = (json.dumps(checked(found(tmp_path))) for _ in range(2))
    assert one == other


def test_what_is_passed_over_is_said(tmp_path: Path) -> None:
    written(tmp_path, RUNS)
    written(tmp_path, {}, name="without-runs")
    (tmp_path / "notes").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "README.md").write_bytes(b"")
    made = checked(found(tmp_path))
    assert made["skipped"] == [
        {"document": "notes", "reason": "there is no gold.json"},
        {"document": "without-runs", "reason": "there are no files runs/*.json"},
    ]
    assert "skipped notes: there is no gold.json\n" in tables(
        made, NONE, review=False, to_file=True
    )


def test_the_table(tmp_path: Path) -> None:
    made = checked(found(written(tmp_path, RUNS), "rent=1250: needs_verification X"))
    shown = tables(made, NONE, review=False, to_file=True)
    assert "codes of candidates in review" not in shown
    assert "\n6 candidates of 2 proposers in 1 document\n" in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["a", "right", "place", "0", "2", "0"] in rows
    assert ["wrong", "2", "2", "100.00%", "(34.24%", "to", "100.00%)", "0", "0"] in rows
    assert "wrong values that are admitted: 3\n  lease/a c3: deposit = 1250 USD at " in shown
    assert "Caf\u00e9 lease: the rent is [1,250 USD]. The deposit" in shown
    assert shown.endswith("right values rejected at the right place: none\n")
    shown = tables(made, NONE, review=True, to_file=True)
    assert ["X", "2", "0", "0"] in [line.split() for line in shown.splitlines()]


def test_wrong_values_that_only_a_conflict_holds_back_are_counted_and_listed(
    tmp_path: Path,
) -> None:
    both = "deposit=1250: needs_verification CONFLICTING_CANDIDATES"
    rows = [proposed("rent", "25", "25"), RIGHT]
    written(tmp_path, {**RUNS, "c": rows, "d": rows})
    measured = found(
        tmp_path,
        f"{both} VALUE_DERIVED",
        "rent=25: needs_verification CONFLICTING_CANDIDATES SIGN_WORD",
        "rent=1250: needs_verification CONFLICTING_CANDIDATES",
    )
    assert [column.conflicting for column in columns(measured)] == [1, 1, 0, 0, 1]
    held = conflicts(measured)
    assert held.counts == [1, 1, 0, 0, 1]
    assert [one["field"] for one in held.listed] == ["deposit", "deposit"]
    shown = tables(checked(measured), held, review=False, to_file=True)
    assert " share (95% interval)  wrong in conflict\n" in shown
    listed = (
        "\nwrong values that only a conflict keeps from being admitted: 2\n  lease/a c3: deposit"
    )
    assert listed in shown
    assert "only a conflict keeps from being admitted: 2</h2>" in page(checked(measured), held)


def test_a_distinct_value_that_is_admitted_elsewhere_is_no_more_in_conflict(tmp_path: Path) -> None:
    written(tmp_path, RUNS)
    decide = answering("deposit=1250: needs_verification CONFLICTING_CANDIDATES")

    def uneven(given: dict[str, Any]) -> Any:
        many = len(given["claims"]) > 2
        return decide(given) if many else answering()(given)

    measured = measure(str(tmp_path), uneven, POLICY)
    assert [column.conflicting for column in columns(measured)] == [1, 0, 0]


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_loads_nothing_and_escapes_everything(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    rows = [proposed(hostile, '"><img src=x>', "<b>25</b> USD", unit="&amp;")]
    made = checked(found(written(tmp_path, {"m'<i>": rows})))
    whole = page(made, Conflicts([0, 0], []))
    reader = Reader()
    reader.feed(whole)
    names = [tag for tag, _ in reader.tags]
    assert not {"script", "img", "link", "iframe", "i", "object", "form", "a"} & {*names}
    assert names.count("b") == 1  # of what is admitted, not of the document
    known = {"class", "charset", "http-equiv", "content", "name", "lang"}
    assert {name for _, attributes in reader.tags for name in attributes} <= known
    style = re.search(r"<style>(.*?)</style>", whole, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policies = [
        attributes["content"]
        for tag, attributes in reader.tags
        if (tag, attributes.get("http-equiv")) == ("meta", "Content-Security-Policy")
    ]
    assert policies == [
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    ]
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert hostile in unescape(whole)
    assert "<mark>&lt;b&gt;25&lt;/b&gt; USD</mark>" in whole
