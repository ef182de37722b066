"""`gate` on prepared changes of this repository: how each is classed, and what it lacks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.gating.kinds import KINDS
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.specification import at
from harness import tiny
from harness.changing import (
    Edit,
    Json,
    add,
    both,
    code,
    log,
    move,
    paragraph,
    raise_check,
    remove,
    retire,
    text,
    value,
    vector,
    write,
)

ONE = "quote/exact/offsets-are-bytes"
REFUSED = "packet/shape/policy-33-markers"


def deeper(*path: str | int) -> Callable[[Json], Json]:
    def find(held: Json) -> Json:
        for part in path:
            held = held[part]
        return held

    return find


def put(path: tuple[str | int, ...], new: Json) -> Callable[[Json], object]:
    """Set the member at a path."""
    return lambda held: deeper(*path[:-1])(held).__setitem__(path[-1], new)


FIRST = ("receipt", "decisions", 0)
RULE = "**Q-NEW** (rule). A claim MUST NOT be new.\n\n"
BEFORE_SIGN = "**Q-EDGE-SIGN** (rule)."
NEW_RULE = text("SPEC.md", BEFORE_SIGN, f"{RULE}{BEFORE_SIGN}")
DEFINITION = text("SPEC.md", BEFORE_SIGN, f"{RULE}{BEFORE_SIGN}".replace("rule", "definition", 1))
NEW_ONES = both(
    add(tiny.decision("quote/new/one", "the northern depot", "southern", "Q-NEW")),
    add(tiny.decision("quote/new/two", "Over; and out.", "over; out", "Q-NEW")),
)
MAY = paragraph("Q-DEGENERATE", lambda old: old.replace(" MUST hold", " MAY hold"))
EDITED = vector(ONE, put((*FIRST, "outcome"), "needs_verification"))


class Case(NamedTuple):
    """A prepared change, and what must be said of it."""

    name: str
    edit: Edit
    change_class: str
    changes: tuple[str, ...]
    findings: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The exit status under the default `--allow additive`."""
        above = {"decision-changing": 4, "breaking": 5}
        return above.get(self.change_class, 1 if self.findings else 0)


def lacking(owner: str, name: str) -> tuple[str, ...]:
    """The findings of a weighty change with nothing beside it."""
    return (f"version-not-raised:{owner}", f"changelog-missing:{name}")


B, D, A, E = "breaking", "decision-changing", "additive", "editorial"

RECEIPTS = [
    Case("a receipt edited", EDITED, B, (f"receipt-changed:{ONE}",), lacking("quote", "T-OFFSET")),
    Case("a receipt with a new member",
         vector(ONE, put((*FIRST, "score"), 3)), B, (f"receipt-members-added:{ONE}",),
         lacking("quote", "T-OFFSET")),
    Case("a receipt changed, and named in the changelog",
         both(EDITED, log("T-OFFSET: other offsets.")), B, (f"receipt-changed:{ONE}",),
         ("version-not-raised:quote",)),
    Case("a receipt revised under a raised version",
         both(raise_check("quote"), vector(ONE, put(("packet", "check"), "quote/0.2")), EDITED,
              log("T-OFFSET: other offsets.")), D,
         (f"receipt-revised:{ONE}", "registry-grown:check-quote/0.2")),
    Case("a receipt extended under a raised version",
         both(raise_check("quote"), vector(ONE, put(("packet", "check"), "quote/0.2")),
              vector(ONE, put((*FIRST, "score"), 3))), A,
         (f"receipt-extended:{ONE}", "registry-grown:check-quote/0.2")),
    Case("another refusal",
         value(f"conformance/{REFUSED}.json", put(("refusal",), "ENVELOPE_INVALID")), D,
         (f"refusal-changed:{REFUSED}",), lacking("quote", "E-SHAPE")),
    Case("a packet refused that was decided",
         vector(ONE, lambda held: (held.pop("receipt"), held.pop("expect"),
                                   held.update(refusal="PACKET_INVALID"))), B,
         (f"packet-refused:{ONE}",), lacking("quote", "T-OFFSET")),
    Case("a packet decided that was refused",
         vector(REFUSED, lambda held: (held.pop("refusal"), held.update(expect={"decisions": []},
                                                                        receipt={}))), A,
         (f"packet-accepted:{REFUSED}",)),
    Case("a receipt taken out", vector(ONE, lambda held: held.pop("receipt")), B,
         (f"answer-changed:{ONE}",), lacking("quote", "T-OFFSET")),
    Case("another digest",
         value("conformance/core/digest/empty-object-claim.json",
               put(("sha256",), f"sha256:{'0' * 64}")), B,
         ("answer-changed:core/digest/empty-object-claim",), lacking("envelope", "D-VALUE")),
    Case("another answer of the protocol",
         value("conformance/core/protocol/unknown-do.json", put(("answer", "error"), "TOO_LARGE")),
         B, ("answer-changed:core/protocol/unknown-do",), lacking("protocol", "P-UNKNOWN")),
]  # fmt: skip

VECTORS = [
    Case("a vector added", add(tiny.decision("quote/new/one", "a b", "b", "Q-EDGE-SIGN")), A,
         ("vector-added:quote/new/one",)),
    Case("a vector removed", remove(f"conformance/{ONE}.json"), B, (f"vector-removed:{ONE}",),
         (*lacking("quote", ONE), f"tombstone-missing:{ONE}")),
    Case("a vector retired", both(remove(f"conformance/{ONE}.json"), retire(ONE),
                                  log("T-OFFSET is put otherwise.")), D,
         (f"vector-retired:{ONE}",), ("version-not-raised:quote",)),
    Case("a vector renamed", move(ONE, "quote/exact/bytes"), B, (f"vector-renamed:{ONE}",),
         (*lacking("quote", ONE), f"tombstone-missing:{ONE}")),
    Case("an id given to another packet",
         vector(ONE, put(("packet", "source", "text"), "other water")), B,
         (f"vector-reused:{ONE}",), (*lacking("quote", "T-OFFSET"), f"id-reused:{ONE}")),
    Case("a title mended", vector(ONE, put(("title",), "Offsets count bytes of UTF-8.")), E,
         (f"vector-edited:{ONE}",)),
    Case("less expected by hand", vector(ONE, lambda v: v["expect"]["decisions"][0].pop("tier")),
         E, (f"vector-edited:{ONE}",)),
    Case("the members of a packet in another order",
         vector(ONE, lambda v: v.update(packet=dict(reversed(v["packet"].items())))), E,
         (f"vector-edited:{ONE}",)),
    Case("another class", vector(ONE, put(("class",), "quote")), A,
         (f"vector-class-changed:{ONE}",)),
    Case("a tombstone taken away",
         value("conformance/tombstones.json",
               lambda held: held["tombstones"].pop("quote/edge-sign/minus-apart")), B,
         ("tombstone-removed:quote/edge-sign/minus-apart",),
         ("changelog-missing:quote/edge-sign/minus-apart",
          "id-reused:quote/edge-sign/minus-apart")),
]  # fmt: skip


def swapped(root: Path) -> None:
    """Two paragraphs change places."""
    known = at(root).spec.by_id
    one, other = known["Q-EDGE-SIGN"].text, known["Q-EDGE-DECIMAL"].text
    text("SPEC.md", one, "HELD")(root)
    text("SPEC.md", other, one)(root)
    text("SPEC.md", "HELD", other)(root)


SPECIFICATION = [
    Case("a MUST made a MAY", MAY, D, ("rule-text-changed:Q-DEGENERATE",),
         lacking("quote", "Q-DEGENERATE")),
    Case("a code point in backquotes",
         paragraph("Q-EDGE-SIGN", lambda old: old.replace("`.` nor `_`", "`,` nor `_`")), D,
         ("rule-text-changed:Q-EDGE-SIGN",), lacking("quote", "Q-EDGE-SIGN")),
    Case("a MUST made a MAY, raised and named",
         both(MAY, raise_check("quote"), log("Q-DEGENERATE: a projection may be empty.")), D,
         ("rule-text-changed:Q-DEGENERATE", "registry-grown:check-quote/0.2")),
    Case("typography",
         paragraph("Q-EDGE-SIGN", lambda old: old.replace("does not exist", "does  not\nexist")
                   .replace("; and", " ; and").replace(" ; and", "; and")), E,
         ("rule-typography:Q-EDGE-SIGN",)),
    Case("a typo in an example",
         paragraph("Q-EDGE-SIGN", lambda old: old.replace("fell -5 percent", "fell -5 per cent")),
         E, ("example-changed:Q-EDGE-SIGN",)),
    Case("words that do not bind", text("SPEC.md", "A claim is a quotation,", "A claim quotes,"),
         E, ("prose-changed:SPEC.md",)),
    Case("a rule", NEW_RULE, D, ("deciding-rule-added:Q-NEW",),
         (*lacking("quote", "Q-NEW"), "rule-without-vectors:Q-NEW")),
    Case("a rule, pinned, raised and named",
         both(NEW_RULE, NEW_ONES, raise_check("quote"), log("Q-NEW: nothing is new.")), D,
         ("deciding-rule-added:Q-NEW", "vector-added:quote/new/one")),
    Case("a rule of all checks",
         text("SPEC.md", "**O-WAIVE**", f"{RULE.replace('Q-', 'O-')}**O-WAIVE**"), D,
         ("deciding-rule-added:O-NEW",), lacking("envelope", "O-NEW")),
    Case("a definition without vectors", DEFINITION, A, ("rule-added:Q-NEW",),
         ("rule-without-vectors:Q-NEW",)),
    Case("a definition with one vector",
         both(DEFINITION, add(tiny.decision("quote/new/one", "a b", "b", "Q-NEW"))), A,
         ("rule-added:Q-NEW", "vector-added:quote/new/one"), ("rule-without-vectors:Q-NEW",)),
    Case("a definition with two vectors", both(DEFINITION, NEW_ONES), A,
         ("rule-added:Q-NEW", "vector-added:quote/new/one", "vector-added:quote/new/two")),
    Case("a paragraph of the protocol",
         text("SPEC.md", "**P-SIZE**", "**P-NEW** (protocol). Nothing is new.\n\n**P-SIZE**"), A,
         ("rule-added:P-NEW",)),
    Case("a rule renamed", text("SPEC.md", BEFORE_SIGN, "**Q-EDGE-MINUS** (rule)."), B,
         ("rule-renamed:Q-EDGE-SIGN",),
         (*lacking("quote", "Q-EDGE-SIGN"), "rule-without-vectors:Q-EDGE-MINUS")),
    Case("a definition removed", paragraph("T-UNASSIGNED", lambda _: ""), B,
         ("rule-removed:T-UNASSIGNED",), lacking("envelope", "T-UNASSIGNED")),
    Case("two rules change places", swapped, D, ("rule-moved",), ("version-not-raised:quote",)),
    Case("a rule made a definition", text("SPEC.md", BEFORE_SIGN, "**Q-EDGE-SIGN** (definition)."),
         A, ("rule-kind-changed:Q-EDGE-SIGN",)),
    Case("the protocol", paragraph("P-SIZE", lambda old: old.replace("67108864", "1024")), D,
         ("rule-text-changed:P-SIZE",), lacking("protocol", "P-SIZE")),
]  # fmt: skip


def new_code(of: str, **members: Json) -> Edit:
    """Add a code like another one, behind it."""

    def work(held: Json) -> None:
        place = next(n for n, row in enumerate(held["codes"]) if row["code"] == of)
        row = {**held["codes"][place], "code": "TOO_NEW", "title": "It is new.", **members}
        held["codes"].insert(place + 1, row)

    return value("schemas/codes.json", work)


REJECT = new_code("CUTS_SIGN", rule="Q-NEW")
NEW_CHECK = both(
    value("schemas/codes.json", lambda held: held["checks"][3].update(specified=True)),
    text("SPEC.md", "## 10 ", f"## 9b The check `answer`\n\n{RULE.replace('Q-', 'A-')}## 10 "),
    new_code("CUTS_SIGN", check="answer", rule="A-NEW"),
)


REGISTRY = [
    Case("a code renamed", code("CUTS_SIGN", code="LOSES_SIGN"), B, ("code-renamed:CUTS_SIGN",),
         lacking("quote", "CUTS_SIGN")),
    Case("a code removed",
         value("schemas/codes.json", lambda held: held["codes"].pop()), B,
         ("code-removed:TOO_LARGE",), lacking("protocol", "TOO_LARGE")),
    Case("a reject added", REJECT, D, ("deciding-code-added:TOO_NEW",),
         lacking("quote", "TOO_NEW")),
    Case("a reject added that no vector holds", both(REJECT, code("TOO_NEW", unvectored="Long.")),
         D, ("deciding-code-added:TOO_NEW",), lacking("quote", "TOO_NEW")),
    Case("a flag added", new_code("CONFLICTING_CANDIDATES"), D, ("deciding-code-added:TOO_NEW",),
         lacking("fact", "TOO_NEW")),
    Case("a rule and its reject, named, not raised",
         both(NEW_RULE, NEW_ONES, REJECT, log("Q-NEW (TOO_NEW): nothing is new.")), D,
         ("deciding-rule-added:Q-NEW", "deciding-code-added:TOO_NEW"),
         ("version-not-raised:quote",)),
    Case("a refusal added", new_code("LONE_SURROGATE"), D, ("deciding-code-added:TOO_NEW",),
         lacking("envelope", "TOO_NEW")),
    Case("a code of the protocol added", new_code("TOO_LARGE"), A, ("code-added:TOO_NEW",)),
    Case("a code reserved for a check to come", new_code("CUTS_SIGN", check="answer"), A,
         ("code-added:TOO_NEW",)),
    Case("a check that is new, with a rule and its code", NEW_CHECK, A,
         ("registry-grown:check-answer/0.1", "rule-added:A-NEW", "code-added:TOO_NEW"),
         ("rule-without-vectors:A-NEW",)),
    Case("a reject made a flag", code("CUTS_SIGN", **{"class": "flag"}), D,
         ("code-changed:CUTS_SIGN",), lacking("quote", "CUTS_SIGN")),
    Case("a class that implies another",
         value("schemas/codes.json", put(("classes", 4, "implies"), ["quote"])), D,
         ("class-changed:fact",), lacking("protocol", "fact")),
    Case("a title", code("CUTS_SIGN", title="A sign is cut off."), E,
         ("code-words-changed:CUTS_SIGN",)),
    Case("codes in another order",
         value("schemas/codes.json", lambda held: held["codes"].insert(0, held["codes"].pop())),
         D, ("code-moved:TOO_LARGE",), lacking("protocol", "TOO_LARGE")),
    Case("a check taken away",
         value("schemas/codes.json", put(("checks", 2, "specified"), False)), B,
         ("registry-shrunk:check-fact/0.1",), lacking("fact", "fact/0.1")),
    Case("another envelope",
         both(value("schemas/codes.json", put(("groundspec",), "0.2")),
              log("The envelope is 0.2.")), B, ("envelope-changed:envelope",)),
]  # fmt: skip

CLAIMS = ("properties", "claims", "minItems")
DATA = [
    Case("a schema that refuses more",
         value("schemas/quote.packet.schema.json", put(CLAIMS, 2)), B,
         ("schema-refuses-more:quote.packet.schema.json", f"packet-refused:{ONE}"),
         lacking("quote", "quote.packet.schema.json")),
    Case("a schema that accepts more",
         value("schemas/quote.policy.schema.json",
               put(("properties", "markers", "maxItems"), 64)), A,
         ("schema-accepts-more:quote.policy.schema.json",)),
    Case("a schema's words", value("schemas/quote.packet.schema.json", put(("title",), "Packet")),
         E, ("schema-words-changed:quote.packet.schema.json",)),
    Case("a schema whose reach cannot be read off",
         value("schemas/quote.claim.schema.json", put(("not",), {"required": ["x"]})), B,
         ("schema-refuses-more:quote.claim.schema.json",),
         lacking("quote", "quote.claim.schema.json")),
    Case("a schema with another pattern",
         value("schemas/receipt.schema.json", put(("$defs", "digest", "pattern"), "^sha256:.*$")),
         D, ("schema-changed:receipt.schema.json",), lacking("envelope", "receipt.schema.json")),
    Case("a schema more",
         both(write("schemas/new.schema.json", '{"$id": "urn:groundspec:new"}'),
              text("SPEC.md", "A claim is a quotation,", "A claim (`new.schema.json`) is")), A,
         ("schema-added:new.schema.json", "prose-changed:SPEC.md")),
    Case("a schema less", remove("schemas/fact.claim.schema.json"), B,
         ("schema-removed:fact.claim.schema.json",),
         lacking("fact", "fact.claim.schema.json")),
    Case("a schema of a tool",
         value("schemas/harness-lint.schema.json", put(("properties", "version"), True)), A,
         ("tool-schema-changed:harness-lint.schema.json",)),
    Case("a policy edited",
         value("schemas/policies/quote/default.json", put(("min_fragment_words",), 9)), B,
         ("policy-changed:policies/quote/default.json",),
         lacking("quote", "policies/quote/default.json")),
    Case("a policy added", write("schemas/policies/quote/new.json", "{}"), A,
         ("data-added:policies/quote/new.json",)),
    Case("a word in the pack",
         value("schemas/packs/en.json", lambda held: held["null_literals"].append("void")), D,
         ("pack-changed:packs/en.json",), lacking("fact", "packs/en.json")),
    Case("a table edited",
         value("schemas/tables/numbers.json", lambda held: held["sets"]["minus"].append(44)), D,
         ("table-changed:tables/numbers.json",), lacking("fact", "tables/numbers.json")),
    Case("a table in another layout",
         text("schemas/tables/numbers.json", '"sets": {', '"sets":  {'), E,
         ("data-layout:tables/numbers.json",)),
    Case("a table gone", remove("schemas/tables/meaning.json"), B,
         ("data-removed:tables/meaning.json",), lacking("quote", "tables/meaning.json")),
]  # fmt: skip

CASES = [*RECEIPTS, *VECTORS, *SPECIFICATION, *REGISTRY, *DATA]


def report(base: Path, head: Path, *options: str) -> dict[str, Any]:
    """The report of a comparison, valid by its schema and with a right footer."""
    output = head.parent / "gate.json"
    arguments = ["gate", str(base), str(head), "--format", "json", "-o", str(output), *options]
    status = run_command(arguments)
    found: dict[str, Any] = json.loads(output.read_bytes())
    problems = at(None).schemas.problems("urn:groundspec:harness-gate", found)
    assert list(map(str, problems)) == []
    assert found["status"] == status
    body = {name: held for name, held in found.items() if name != "footer"}
    assert found["footer"]["sha256"] == text_digest(canonical(body))
    assert found["footer"]["results"] == len(found["changes"])
    return found


def ids(found: dict[str, Any], what: str) -> set[str]:
    return {each["id"] for each in found[what]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_prepared_change(base: Path, head: Path, case: Case) -> None:
    case.edit(head)
    found = report(base, head)
    assert found["class"] == case.change_class
    got = ids(found, "changes")
    for name in case.changes:
        assert name in got or any(each.startswith(f"{name}:") for each in got), got
    assert set(case.findings) <= ids(found, "findings")
    if not case.findings or case.change_class in (A, E):
        assert ids(found, "findings") == set(case.findings)
    assert found["status"] == case.status


def test_a_receipt_where_there_was_none(base: Path, head: Path) -> None:
    """The other way round: BASE has a vector that was not blessed yet."""
    vector(ONE, lambda held: held.pop("receipt"))(head)
    found = report(head, base)
    assert ids(found, "changes") == {f"vector-blessed:{ONE}"}
    assert found["status"] == 0


def test_every_kind_has_a_prepared_change() -> None:
    shown = {name.partition(":")[0] for case in CASES for name in case.changes}
    assert shown | {"vector-blessed"} == set(KINDS)


def test_nothing_changed(base: Path, head: Path) -> None:
    found = report(base, head)
    assert (found["class"], found["changes"], found["findings"]) == (None, [], [])
    assert found["status"] == 0
    assert found["base"]["corpus"] == found["head"]["corpus"]


def test_only_the_change_is_told(base: Path, head: Path) -> None:
    EDITED(head)
    (change,) = report(base, head)["changes"]
    assert change == {
        "id": f"receipt-changed:{ONE}",
        "class": "breaking",
        "kind": "receipt-changed",
        "subject": ONE,
        "file": f"conformance/{ONE}.json",
        "line": 1,
        "detail": '"q1": outcome "admitted", now "needs_verification"',
        "owners": ["quote"],
        "replayed": False,
    }


@pytest.mark.parametrize(
    ("name", "edit", "detail"),
    [
        ("packs/en.json", lambda held: held["null_literals"].insert(0, "void"),
         'in /null_literals: new "void"'),
        ("packs/en.json", lambda held: held["null_literals"].reverse(),
         "/null_literals in another order, or other copies"),
        ("packs/en.json", lambda held: held["scale_words"].update(thousand=4, myriad=4),
         "/scale_words/thousand 3 -> 4; new /scale_words/myriad 4"),
        ("tables/numbers.json", lambda held: held["sets"].pop("minus"), "gone /sets/minus"),
        ("tables/numbers.json",
         lambda held: held["sets"].update(minus=[1, 2, 3, 4, *held["sets"]["minus"][1:]]),
         "in /sets/minus: new 1, 2, 3, 1 more and gone 45"),
        ("policies/quote/default.json", lambda held: held.update(min_fragment_words=9),
         "/min_fragment_words 3 -> 9"),
    ],
)  # fmt: skip
def test_what_changed_in_data_is_told(
    base: Path, head: Path, name: str, edit: Callable[[Json], object], detail: str
) -> None:
    value(f"schemas/{name}", edit)(head)
    (change,) = report(base, head)["changes"]
    assert change["detail"] == detail


def test_findings_name_file_and_line(base: Path, head: Path) -> None:
    both(MAY, NEW_RULE)(head)
    found = {each["id"]: each for each in report(base, head)["findings"]}
    where = {name: (each["file"], each["line"]) for name, each in found.items()}
    rule = at(head).spec.by_id["Q-NEW"].line
    lines = (head / "schemas/codes.json").read_text("utf-8").splitlines()
    check = next(n for n, line in enumerate(lines, 1) if '"quote/0.1"' in line)
    assert where == {
        "version-not-raised:quote": ("schemas/codes.json", check),
        "changelog-missing:Q-DEGENERATE": ("CHANGELOG.md", 3),
        "changelog-missing:Q-NEW": ("CHANGELOG.md", 3),
        "rule-without-vectors:Q-NEW": ("SPEC.md", rule),
    }


def test_an_entry_counts_once(base: Path, head: Path) -> None:
    """Both rules are named in the changelog of BASE already; that is not this change's entry."""
    edit = paragraph("Q-EDGE-SIGN", lambda old: old.replace("does not exist", "is there"))
    edit(head)
    missing = "changelog-missing:Q-EDGE-SIGN"
    assert missing in ids(report(base, head), "findings")
    log("Q-EDGE-SIGN-OFF and XQ-EDGE-SIGN are other words.")(head)
    assert missing in ids(report(base, head), "findings")
    log("Signs are read otherwise (Q-EDGE-SIGN).")(head)
    assert missing not in ids(report(base, head), "findings")


def test_no_changelog(base: Path, head: Path) -> None:
    both(MAY, remove("CHANGELOG.md"))(head)
    (missing,) = [
        each for each in report(base, head)["findings"] if each["demand"] == "changelog-missing"
    ]
    assert "a file CHANGELOG.md" in missing["message"]


def test_an_entry_under_a_new_release_counts(base: Path, head: Path) -> None:
    MAY(head)
    text("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n## 0.2.0\n\n- Q-DEGENERATE.\n")(head)
    assert ids(report(base, head), "findings") == {"version-not-raised:quote"}


@pytest.mark.parametrize(
    ("edit", "allowed", "status"),
    [
        (EDITED, "additive", 5),
        (EDITED, "decision-changing", 5),
        (EDITED, "breaking", 1),
        (both(EDITED, raise_check("quote"), log("T-OFFSET.")), "breaking", 0),
        (MAY, "additive", 4),
        (MAY, "decision-changing", 1),
        (both(MAY, raise_check("quote"), log("Q-DEGENERATE.")), "decision-changing", 0),
        (NEW_RULE, "additive", 4),
        (both(DEFINITION, NEW_ONES), "editorial", 6),
        (both(DEFINITION, NEW_ONES), "additive", 0),
        (DEFINITION, "additive", 1),
    ],
)
def test_the_exit_status(base: Path, head: Path, edit: Edit, allowed: str, status: int) -> None:
    edit(head)
    assert report(base, head, "--allow", allowed)["status"] == status
