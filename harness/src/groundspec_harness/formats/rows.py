"""What every format shows: one row for each vector, run or not, and one for a bad end of input."""

import re
from collections import Counter
from dataclasses import dataclass

from groundspec_harness import totals
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain, tail
from groundspec_harness.wording import explain, headline, known_words

KINDS = ("passed", "failed", "fault", "known", "stale", "skipped")
BAD = ("failed", "fault", "stale")  # what makes the exit status other than 0
END = "end-of-input"
_LINK = re.compile(r"https?://[^\s<>|\"]+")


@dataclass(frozen=True)
class Row:
    """A vector in a format: what it counts as, and what is said of it, on one line or several."""

    id: str
    group: str
    kind: str
    says: str
    lines: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    hint: str | None = None
    issue: str | None = None


def rows(report: JsonObject) -> list[Row]:
    """The rows of a report: the results in their order, the end of input, what was skipped."""
    found = [_row(result) for result in report["results"]]
    ended = report["end_of_input"]
    if ended:
        says = f"{ended['kind']}: {plain(ended['detail'])}"
        found.append(Row(END, END, "fault", says, tuple(tail(ended["stderr"]))))
    for vector in report["skipped"]:
        group = _group(vector["id"])
        found.append(Row(vector["id"], group, "skipped", plain(vector["reason"])))
    return found


def _row(result: JsonObject) -> Row:
    kind = totals.verdict(result)
    known = result["known"] or {}
    words = known_words(result)
    says = headline(result)
    if kind == "known":
        reason = f": {plain(known['reason'])}" if known["reason"] else ""
        says = f"{words}{reason}"
    elif kind in ("failed", "fault") and words:
        says = f"{says} ({words})"
    return Row(
        id=result["id"],
        group=_group(result["id"]),
        kind=kind,
        says=says,
        lines=tuple(explain(result)) if totals.fails(result) else (),
        rules=tuple(result["rules"]),
        hint=plain(result["hint"]) if result.get("hint") else None,
        issue=_link(known.get("issue")),
    )


def _link(issue: str | None) -> str | None:
    """An issue that is the address of a page; a saved report may hold anything there."""
    return issue if issue and _LINK.fullmatch(issue) else None


def _group(name: str) -> str:
    return "/".join(totals.topic(name))


def counts(report: JsonObject) -> dict[str, int]:
    """How many rows there are of each kind."""
    found = Counter(row.kind for row in rows(report))
    return {kind: found[kind] for kind in KINDS}


def counted(report: JsonObject) -> str:
    """The same in words."""
    return ", ".join(f"{count} {kind}" for kind, count in counts(report).items())


def closing(report: JsonObject) -> str:
    """The line with which a text ends, so that one that was cut off can be told."""
    footer = report["footer"]
    return f"end of report: {footer['results']} results, {footer['sha256']}; {counted(report)}"
