"""Plausible mistakes in the reference, each of which some vector must notice.

`ablate` leaves out whole rules; these change what the definitions say: a unit, a limit, an order, a
step forgotten. The vectors alone judge. Without a mutant none of them may complain.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec import resources
from groundspec.core import canonical, packet, receipt, rules
from groundspec.quote import edges, reading, search, steps
from groundspec.text import classes, find, normalise
from groundspec.text.node import Node
from groundspec.text.source import Text

CONFORMANCE = Path(__file__).resolve().parents[1] / "conformance"
Patch = pytest.MonkeyPatch
MUTANTS: list[Callable[[Patch], None]] = []


def mutant(function: Callable[[Patch], None]) -> Callable[[Patch], None]:
    MUTANTS.append(function)
    return function


@cache
def vectors() -> list[dict[str, Any]]:
    """Every vector of a packet or a value, the short ones first."""
    folders = ("core", "packet", "receipt", "quote")
    paths = [path for folder in folders for path in (CONFORMANCE / folder).rglob("*.json")]
    return [json.loads(data) for data in sorted((path.read_bytes() for path in paths), key=len)]


def disagrees(vector: dict[str, Any]) -> bool:
    """Say whether the reference as it is now gives another answer than a vector expects."""
    try:
        if "receipt" in vector:
            given = vector.get("packet") or vector.get("packet_text")
            return groundspec.decide(given) != vector["receipt"] if given else False
        if "canonical" in vector and "value_text" in vector:
            value = json.loads(vector["value_text"])
            digest = canonical.digest_value(vector["kind"], value)
            written = canonical.canonical_bytes(value).decode()
            return (written, digest) != (vector["canonical"], vector["sha256"])
        if "refusal" in vector and "packet_text" in vector:
            groundspec.decide(vector["packet_text"])
            return True
    except groundspec.Refusal as refusal:
        return refusal.code != vector.get("refusal")
    return False


def noticing() -> Iterator[str]:
    return (vector["id"] for vector in vectors() if disagrees(vector))


def forget() -> None:
    """Drop what was worked out before a mutant."""
    for kept in (steps.ladder, steps._step, edges._named, edges._attached, normalise._tables):
        kept.cache_clear()
    for memo in (normalise.ATTACHED, normalise._SETTLED, classes.CLASS_OF):
        for char in [char for char in memo if not char.isascii()]:
            del memo[char]


@mutant
def offsets_count_code_points(patch: Patch) -> None:
    patch.setattr(Text, "byte_offset", lambda _, offset: offset)


@mutant
def offsets_count_utf16_units(patch: Patch) -> None:
    patch.setattr(
        Text, "byte_offset", lambda self, at: len(self.text[:at].encode("utf-16-le")) // 2
    )


@mutant
def one_candidate_fewer_is_examined(patch: Patch) -> None:
    patch.setattr(search, "EXAMINED", 999)


@mutant
def one_candidate_more_is_examined(patch: Patch) -> None:
    patch.setattr(search, "EXAMINED", 1001)


@mutant
def one_span_fewer_is_listed(patch: Patch) -> None:
    patch.setattr(search, "LISTED", 15)


@mutant
def one_span_more_is_listed(patch: Patch) -> None:
    patch.setattr(search, "LISTED", 17)


@mutant
def candidates_do_not_overlap(patch: Patch) -> None:
    def places(self: find.Finder, wanted: str) -> Iterator[int]:
        start = self._text.find(wanted)
        while start >= 0:
            yield start
            start = self._text.find(wanted, start + len(wanted))

    patch.setattr(find.Finder, "places", places)


@mutant
def regions_may_be_split(patch: Patch) -> None:
    whole = Node.span

    def span(self: Node, start: int, end: int) -> tuple[int, int] | None:
        found = whole(self, start, end)
        return found or whole(self, max(0, start - 1), end)

    patch.setattr(Node, "span", span)


@mutant
def deleted_code_points_belong_to_the_span(patch: Patch) -> None:
    whole = Node.span

    def span(self: Node, start: int, end: int) -> tuple[int, int] | None:
        found = whole(self, start, end)
        if found and self.edits:
            return found[0], max(found[1], *self.edits.ends_in_input(end), 0)
        return found

    patch.setattr(Node, "span", span)


@mutant
def only_the_start_is_judged(patch: Patch) -> None:
    judge = edges.Edges.refuse
    patch.setattr(edges.Edges, "refuse", lambda self, start, _: judge(self, start, 0))


@mutant
def only_the_end_is_judged(patch: Patch) -> None:
    judge = edges.Edges.refuse
    patch.setattr(edges.Edges, "refuse", lambda self, _, end: judge(self, 0, end))


@mutant
def edges_see_ignorables(patch: Patch) -> None:
    patch.setattr(edges, "deletion_of_ignorables", lambda: steps._step(("case",)))


@mutant
def groups_of_four(patch: Patch) -> None:
    patch.setattr(edges, "_GROUP", 4)


@mutant
def groups_of_two(patch: Patch) -> None:
    patch.setattr(edges, "_GROUP", 2)


@mutant
def line_breaks_of_63(patch: Patch) -> None:
    patch.setattr(edges, "_BREAK", 63)


@mutant
def line_breaks_of_65(patch: Patch) -> None:
    patch.setattr(edges, "_BREAK", 65)


@mutant
def classes_in_another_order(patch: Patch) -> None:
    patch.setattr(edges, "EDGE_CLASSES", edges.EDGE_CLASSES[::-1])


def with_tiers(patch: Patch, change: Callable[[list[str]], list[str]]) -> None:
    names = resources.table
    whole = names("quote-tiers")
    tiers = [row | {"steps": change(row["steps"])} for row in whole["tiers"]]
    patch.setattr(steps, "table", lambda name: {"tiers": tiers} if "tiers" in name else names(name))


@mutant
def no_nfc_after_the_folds(patch: Patch) -> None:
    with_tiers(patch, lambda row: row[:-1] if len(row) > 2 else row)


@mutant
def no_nfc_before_the_folds(patch: Patch) -> None:
    with_tiers(patch, lambda row: [*row[:1], *row[2:]] if len(row) > 2 else row)


@mutant
def entities_last(patch: Patch) -> None:
    with_tiers(patch, lambda row: [*row[1:], row[0]] if len(row) > 2 else row)


@mutant
def white_space_before_ignorables(patch: Patch) -> None:
    moved = ["entities", "nfc", "whitespace", "ignorables", "compatibility", "quotes", "dashes"]
    with_tiers(patch, lambda row: [*moved, *row[6:-2], "nfc"] if len(row) > 2 else row)


@mutant
def case_before_compatibility(patch: Patch) -> None:
    def change(row: list[str]) -> list[str]:
        rest = [name for name in row if name != "case"]
        return [*rest[:3], "case", *rest[3:]] if "case" in row else row

    with_tiers(patch, change)


@mutant
def the_loosest_tier_is_named(patch: Patch) -> None:
    patch.setattr(
        search.Searcher, "_tightest", lambda self, _span, _quotation: len(self._tiers) - 1
    )


@mutant
def nothing_is_attached(patch: Patch) -> None:
    patch.setattr(normalise, "ATTACHED", defaultdict(bool))


@mutant
def unassigned_code_points_are_normalised(patch: Patch) -> None:
    members = classes.members
    everything: defaultdict[str, bool] = defaultdict(lambda: True)
    patch.setattr(
        normalise, "members", lambda name: everything if name == "assigned" else members(name)
    )


@mutant
def a_match_elsewhere_is_accepted(patch: Patch) -> None:
    patch.setattr(reading.Reader, "_place", lambda _self, _at: None)


@mutant
def a_letter_anywhere_is_enough(patch: Patch) -> None:
    held = property(lambda self: not any(map(classes.holds_letter_or_digit, self.outputs)))
    patch.setattr(search.Quotation, "degenerate", held)


@mutant
def waived_codes_are_dropped(patch: Patch) -> None:
    members = rules.Judgement.members

    def dropped(self: rules.Judgement) -> dict[str, Any]:
        whole = members(self)
        return whole | {"codes": [code for code in whole["codes"] if code not in self.waived]}

    patch.setattr(rules.Judgement, "members", dropped)


@mutant
def codes_in_alphabetical_order(patch: Patch) -> None:
    patch.setattr(rules, "sort_codes", lambda codes: sorted(set(codes)))


@mutant
def names_sort_by_code_point(patch: Patch) -> None:
    def written(value: Any) -> bytes:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return text.encode()

    patch.setattr(canonical, "canonical_bytes", written)


@mutant
def digests_have_no_prefix(patch: Patch) -> None:
    patch.setattr(
        canonical, "digest_bytes", lambda _kind, data: canonical.digest_text(data.decode())
    )


@mutant
def the_policy_digest_is_that_of_its_name(patch: Patch) -> None:
    inputs = receipt._inputs

    def named(given: packet.Packet) -> dict[str, str]:
        digest = canonical.digest_value("policy", given.value["policy"])
        return inputs(given) | {"policy_sha256": digest}

    patch.setattr(receipt, "_inputs", named)


@mutant
def ids_may_repeat(patch: Patch) -> None:
    patch.setattr(packet, "_distinct_ids", lambda _claims: None)


def test_without_a_mutant_every_vector_agrees() -> None:
    assert list(islice(noticing(), 3)) == []


@pytest.mark.parametrize("change", MUTANTS, ids=lambda change: change.__name__)
def test_mutant_is_noticed(change: Callable[[Patch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        change(patch)
        forget()
        try:
            assert next(noticing(), None) is not None
        finally:
            patch.undo()
            forget()
