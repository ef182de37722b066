"""Every hint, for a miniature that is right but for one slip (`broken/slips.py`).

The miniatures' bytes go through the runner as those of a process would, without one. Each hint has
to name the rule; no hint is given for a right answer, nor for a divergence that nothing explains.
"""

import re

import pytest

from groundspec_harness.hints import given, hint, requests
from groundspec_harness.hints.lines import unreadable
from harness.broken import slips, slips_in_answers, slips_in_values
from harness.broken.known import sha256
from harness.broken.miniature import KNOWN, result, right
from harness.broken.slips import EMPTY, LETTERS, MIXED, OFFSETS, SOURCE, Row, Slip, members

RULE = re.compile(r"\b[A-Z]-[A-Z0-9-]+\b")

TABLE = [*slips_in_values.TABLE, *slips_in_answers.TABLE]


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_slip_is_named(row: Row) -> None:
    found = hint(result(row.vector, row.slip))
    assert found is not None
    assert row.says in found
    assert row.rule in RULE.findall(found)
    assert found.isascii()


@pytest.mark.parametrize("vector", sorted({row.vector for row in TABLE}))
def test_no_hint_for_a_right_answer(vector: str) -> None:
    assert hint(result(vector, right)) is None


UNEXPLAINED: list[tuple[str, Slip]] = [
    (EMPTY, members(sha256=sha256("something else"))),
    (SOURCE, slips.source(lambda _: "something else")),
    (OFFSETS, slips.spans(lambda a, b, _: (a + 2, b + 5))),
    (LETTERS, slips.text(lambda _: '["other"]')),
    (MIXED, slips.decisions(lambda d: {**d, "occurrences": 7})),
]


@pytest.mark.parametrize(("vector", "slip"), UNEXPLAINED)
def test_no_hint_where_nothing_explains_the_difference(vector: str, slip: Slip) -> None:
    found = result(vector, slip)
    assert found.diverges
    assert hint(found) is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('{"a":[1,"\\ud83d\\udca7"],"b":{"a":-0}}', ["NUMBER_FORM"]),
        ('[9007199254740993,"\\ud800",1e3,007', [
            "NUMBER_RANGE", "LONE_SURROGATE", "NUMBER_FORM", "NUMBER_FORM", "JSON_INVALID"
        ]),
        ('{"a":1,"\\u0061":{"a":2}}', ["DUPLICATE_MEMBER"]),
        ("[NaN]", ["JSON_INVALID"]),
        (f"[{'9' * 5000}]", ["NUMBER_RANGE"]),
        ("[" * 100_000, []),
    ],
)  # fmt: skip
def test_defects_are_found_in_the_order_of_the_text(text: str, codes: list[str]) -> None:
    assert [defect.code for defect in given.defects(text)] == codes


def test_the_kinds_of_digests_are_those_of_the_registry() -> None:
    assert KNOWN.registry.kinds == requests.KINDS


def test_every_rule_that_a_hint_names_is_one_of_the_specification() -> None:
    rules = {
        rule for row in TABLE for rule in RULE.findall(hint(result(row.vector, row.slip)) or "")
    }
    assert rules - {"UTF-8", "SHA-256"} <= set(KNOWN.spec.by_id)


@pytest.mark.parametrize("answer", ["[" * 200_000, '{"canonical":' + "9" * 5000 + "}"])
def test_an_answer_beyond_reading_has_a_hint(answer: str) -> None:
    assert "so deep" in str(unreadable(answer))
