"""The rows of the report's tables, as the table for people and the page have them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from groundspec.apps.measure.report import Conflicts

SAYS = {
    "right_place": "right place",
    "right_elsewhere": "right elsewhere",
    "wrong": "wrong",
}
OUTCOMES = {"admitted": "admitted", "needs_verification": "review", "rejected": "rejected"}
_STATED = {
    "stated": "stated",
    "admitted": "right admitted",
    "review": "only review",
    "nothing": "nothing",
    "missing": "missing",
    "wrong_admitted": "wrong admitted",
}
_ABSENT = {
    "absent": "absent",
    "absent_silent": "silent",
    "absent_doubted": "doubted",
    "absent_admitted": "admitted",
}


class Row(NamedTuple):
    """A row: its cells, and whether a new part of the table begins with it."""

    cells: list[str]
    opens: bool = False


class Rows(NamedTuple):
    """A table: what it shows, its columns, how many of them are words, and its rows."""

    title: str
    columns: list[str]
    words: int
    rows: list[Row]


def every(
    value: dict[str, Any], conflicts: Conflicts, *, intervals: bool, review: bool
) -> Iterator[Rows]:
    """The tables of a report; `intervals` of all outcomes, not of what is admitted alone."""
    yield _candidates(value)
    yield _distinct(value, intervals=intervals)
    yield _admitted(value, conflicts)
    yield _slots("slots that state a value", value, _STATED)
    yield _slots("slots known to state none", value, _ABSENT)
    if review:
        yield _reviews(value)


def _columns(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for column in (*value["proposers"], value["all"]):
        yield column["proposer"] or "all", column


def _candidates(value: dict[str, Any]) -> Rows:
    rows = []
    for name, column in _columns(value):
        for kind, said in SAYS.items():
            counts = [str(column["candidates"][kind][outcome]) for outcome in OUTCOMES]
            first = kind == "right_place"
            rows.append(Row([name if first else "", said, *counts], first))
    return Rows("candidates", ["proposer", "class", *OUTCOMES.values()], 2, rows)


def _distinct(value: dict[str, Any], *, intervals: bool) -> Rows:
    rows = []
    for name, column in _columns(value):
        for kind, said in SAYS.items():
            shares = column["distinct"][kind]
            first = kind == "right_place"
            cells = [name if first else "", said, str(shares["items"])]
            for outcome in OUTCOMES:
                cells.append(str(shares[outcome]["items"]))
                if intervals or outcome == "admitted":
                    cells.append(_share(shares[outcome]))
            rows.append(Row(cells, first))
    heads = ["proposer", "class", "items"]
    for outcome, said in OUTCOMES.items():
        heads.append(said)
        if intervals or outcome == "admitted":
            heads.append("share (95% interval)")
    return Rows("distinct candidates", heads, 2, rows)


def _admitted(value: dict[str, Any], conflicts: Conflicts) -> Rows:
    rows = []
    for (name, column), held in zip(_columns(value), conflicts.counts, strict=True):
        wrong = column["admitted"]["wrong"]
        counts = [str(column["admitted"]["items"]), str(wrong["items"])]
        rows.append(Row([name, *counts, _share(wrong), str(held)], name == "all"))
    heads = ["proposer", "admitted", "wrong", "share (95% interval)", "wrong in conflict"]
    return Rows("wrong ones among distinct candidates that are admitted", heads, 1, rows)


def _share(share: dict[str, Any]) -> str:
    if share["percent"] is None:
        return "-"
    return f"{share['percent']}% ({share['low']}% to {share['high']}%)"


def _slots(title: str, value: dict[str, Any], says: dict[str, str]) -> Rows:
    rows = [
        Row([name, *(str(column["slots"][member]) for member in says)], name == "all")
        for name, column in _columns(value)
    ]
    return Rows(title, ["proposer", *says.values()], 1, rows)


def _reviews(value: dict[str, Any]) -> Rows:
    rows = [Row([row["code"], *(str(row[kind]) for kind in SAYS)]) for row in value["reviews"]]
    return Rows("codes of candidates in review", ["code", *SAYS.values()], 1, rows)


def lists(value: dict[str, Any], conflicts: Conflicts) -> Iterator[tuple[str, list[Any]]]:
    """The candidates that are listed, by what they are."""
    yield "wrong values that are admitted", value["escapes"]
    if conflicts.listed:
        yield "wrong values that only a conflict keeps from being admitted", conflicts.listed
    yield "right values rejected at the right place", value["right_rejected"]


def summary(value: dict[str, Any]) -> list[str]:
    """What was measured, in sentences."""
    counts = value["candidates"]
    read = _many(counts["read"], "candidate")
    proposers = _many(len(value["proposers"]), "proposer")
    documents = _many(len(value["documents"]), "document")
    policy = value["policy"]["name"] or value["policy"]["policy_sha256"]
    quoted = ", evidence by its words alone" if value["by_quote"] else ""
    left_out = f", {counts['excluded']} of fields that are excluded" if counts["excluded"] else ""
    return [
        f"{value['check']}, policy {policy}{quoted}",
        f"{read} of {proposers} in {documents}{left_out}",
        *(f"skipped {one['document']}: {one['reason']}" for one in value["skipped"]),
    ]


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def said(candidate: dict[str, Any]) -> tuple[str, str]:
    """Which candidate it is, and what was decided."""
    unit = f" {candidate['unit']}" if candidate["unit"] else ""
    place = candidate["place"]
    at = f" at {place['start']}-{place['end']}" if place else ""
    which = f"{candidate['document']}/{candidate['proposer']} {candidate['id']}"
    what = f"{candidate['field']} = {candidate['value']}{unit}{at}"
    codes = ", ".join(candidate["codes"]) or "no codes"
    return f"{which}: {what}", f"{candidate['outcome']} ({codes})"
