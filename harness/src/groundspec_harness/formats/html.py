"""One page of HTML that needs no network: counts and topics as they are, the vectors by script.

The report stands in it as JSON. What comes from a program reaches the page as text only: escaped
here, and put there by the script as text. `page/` holds the page, its style, and its script, in
which `filter.js` touches no page and can be tried alone.
"""

import html
import json
import re
from collections.abc import Iterable
from importlib.resources import files

from groundspec_harness import totals
from groundspec_harness.formats.rows import closing, counted, rows
from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.plain import plain

_PLACE = re.compile(r"\{\{(\w+)\}\}")


def render(report: JsonObject) -> str:
    made = report["implementation"]
    names = list(report["total"])
    parts = {
        "title": html.escape(plain(f"groundspec: {made['name']} {made['version']}")),
        "summary": html.escape(plain(report["summary"])),
        "counts": html.escape(counted(report)),
        "closing": html.escape(closing(report)),
        "facts": "\n".join(_row([name, value], "th") for name, value in _facts(report)),
        "columns": _row(["check", "topic", *names], "th", "th", scope="col"),
        "topics": "\n".join(_topics(report)),
        "data": _embedded({"report": report, "rows": _rows(report)}),
        "css": _part("page.css"),
        "filter": _part("filter.js"),
        "script": _part("page.js"),
    }
    return _PLACE.sub(lambda place: parts[place[1]], _part("page.html"))


def _part(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text("utf-8")


def _rows(report: JsonObject) -> list[Json]:
    return [[row.id, row.kind, row.says] for row in rows(report)]


def _embedded(value: Json) -> str:
    """JSON in which nothing looks like a tag or a comment to a reader of HTML."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _facts(report: JsonObject) -> Iterable[tuple[str, str]]:
    made = report["implementation"]
    yield "implementation", f"{made['name']} {made['version']} ({made['language']})"
    yield "command", " ".join(report["command"])
    yield "mode", report["mode"]
    for variant in report["variants"]:
        yield "looks like", variant["sentence"]
    yield "selection", ", ".join(report["selection"]) or "all vectors"
    yield "corpus", f"{report['corpus']['vectors']} vectors, {report['corpus']['sha256']}"
    yield "specification", report["spec"]["sha256"]
    yield "harness", report["harness"]
    yield "report", report["footer"]["sha256"]


def _topics(report: JsonObject) -> Iterable[str]:
    for (check, topic), counts in totals.by_topic(report["results"]).items():
        yield _row([check, topic, *map(str, counts.counts().values())], "th", "th")
    yield _row(["all", "", *map(str, report["total"].values())], "th", "td", style="all")


def _row(cells: Iterable[str], *kinds: str, scope: str = "row", style: str = "") -> str:
    """A row of cells; the first of them are of these kinds, the others numbers or plain cells."""
    made = []
    for place, cell in enumerate(cells):
        kind = kinds[place] if place < len(kinds) else "th" if scope == "col" else "td"
        number = ' class="number"' if len(kinds) > 1 and place > 1 else ""
        head = f' scope="{scope}"' if kind == "th" else ""
        made.append(f"<{kind}{head}{number}>{html.escape(plain(cell))}</{kind}>")
    return f"<tr{_class(style)}>{''.join(made)}</tr>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
