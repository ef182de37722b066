"""Markdown for a pull request or a job summary: the counts, the topics, and what went wrong.

What a program wrote stands in code spans, where it can neither mention anyone nor link anywhere.
The text stays below what GitHub accepts for the summary of a step; rows that no longer fit are
counted.
"""

import re
from collections.abc import Iterable, Iterator

from groundspec_harness import totals
from groundspec_harness.formats.rows import BAD, Row, closing, counted, rows
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain

LIMIT = 1024 * 1024  # bytes that the summary of a step may have
_RESERVE = 1024  # for what follows the rows
_CELL = 400  # characters of a cell
_TICKS = re.compile("`+")


def render(report: JsonObject) -> str:
    found = rows(report)
    made = report["implementation"]
    head = [
        f"## groundspec: {code(made['name'])} {code(made['version'])}",
        "",
        f"{code(report['summary'])}",
        "",
        *_topics(report),
        "",
        *(f"- {code(variant['sentence'])}" for variant in report["variants"]),
        "",
    ]
    tail = [code(closing(report)), ""]
    failing = [row for row in found if row.kind in BAD]
    known = [row for row in found if row.kind == "known"]
    room = LIMIT - _RESERVE - _size([*head, *tail])
    body = list(_bounded("Failures", failing, room))
    body += _bounded("Known failures", known, room - _size(body))
    return "\n".join([*head, *body, f"{counted(report)}.", "", *tail])


def _topics(report: JsonObject) -> Iterator[str]:
    names = list(report["total"])
    yield f"| check | topic | {' | '.join(names)} |"
    yield f"|---|---|{'---:|' * len(names)}"
    for (check, topic), counts in totals.by_topic(report["results"]).items():
        yield _line([check, topic, *map(str, counts.counts().values())])
    yield _line(["**all**", "", *(f"**{count}**" for count in report["total"].values())])


def _bounded(title: str, found: list[Row], room: int) -> Iterator[str]:
    """A table of rows, as many as there is room for; how many are left out is said."""
    if not found:
        return
    yield from (
        f"### {title}",
        "",
        "| vector | kind | what | hint | rules |",
        "|---|---|---|---|---|",
    )
    left = room - _RESERVE
    for place, row in enumerate(found):
        line = _line(_cells(row))
        left -= _size([line])
        if left < 0:
            more = len(found) - place
            yield ""
            yield f"**Cut off here: {more} of {len(found)} are not shown** (--format json has all)."
            break
        yield line
    yield ""


def _cells(row: Row) -> list[str]:
    issue = f" <{row.issue}>" if row.issue else ""
    return [
        code(row.id),
        row.kind,
        f"{code(row.says)}{issue.replace('|', '%7C')}",
        code(row.hint) if row.hint else "",
        " ".join(code(rule) for rule in row.rules),
    ]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)


def code(text: str) -> str:
    """A text as a code span of a table's cell, cut if it is long."""
    shown = plain(text)
    if len(shown) > _CELL:
        shown = f"{shown[:_CELL]}... ({len(shown)} characters)"
    longest = max((len(ticks) for ticks in _TICKS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{space}{shown}{space}{fence}".replace("|", "\\|")
