"""The report as one page: nothing is loaded, nothing is run, and its policy says so.

The one style sheet is allowed by its digest. Every text is escaped.
"""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from typing import Any

from groundspec.apps.measure.report import Conflicts
from groundspec.cli.measure import rows
from groundspec.cli.measure.rows import Rows

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .7rem; text-align: right; white-space: nowrap; }
th.words, td.words { text-align: left; }
thead th { border-bottom: 2px solid; }
tr.opens td { border-top: 1px solid #8888; }
ol { padding-left: 1.5rem; } li { margin: .8rem 0; overflow-wrap: anywhere; }
blockquote { margin: .3rem 0; padding-left: .8rem; border-left: 3px solid #8888; }
code, blockquote { font-family: ui-monospace, monospace; font-size: .9em; }
"""
_DIGEST = b64encode(sha256(_STYLE.encode()).digest()).decode()
_HEAD = f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>groundspec measure</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>groundspec measure</h1>
"""


def page(value: dict[str, Any], conflicts: Conflicts) -> str:
    """The whole page."""
    lines = _body(value, conflicts)
    return _HEAD + "".join(f"{line}\n" for line in lines) + "</body>\n</html>\n"


def _body(value: dict[str, Any], conflicts: Conflicts) -> Iterator[str]:
    for sentence in rows.summary(value):
        yield f"<p>{escape(sentence)}</p>"
    for shown in rows.every(value, conflicts, intervals=True, review=True):
        yield from _table(shown)
    for title, candidates in rows.lists(value, conflicts):
        yield from _listed(title, candidates)


def _table(shown: Rows) -> Iterator[str]:
    yield f"<h2>{escape(shown.title)}</h2>"
    yield '<div class="wide"><table>'
    yield f"<thead>{_row('th', shown.columns, shown.words)}</thead>"
    yield "<tbody>"
    for row in shown.rows:
        yield _row("td", row.cells, shown.words, opens=row.opens)
    yield "</tbody></table></div>"


def _row(tag: str, cells: list[str], words: int, *, opens: bool = False) -> str:
    kinds = [' class="words"' if at < words else "" for at in range(len(cells))]
    inner = "".join(
        f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True)
    )
    return ('<tr class="opens">' if opens else "<tr>") + f"{inner}</tr>"


def _listed(title: str, candidates: list[dict[str, Any]]) -> Iterator[str]:
    yield f"<h2>{escape(title)}: {len(candidates) or 'none'}</h2>"
    yield "<ol>"
    for candidate in candidates:
        which, decided = rows.said(candidate)
        yield f"<li><b>{escape(which)}</b><br>{escape(decided)}"
        before, cited, after = (escape(candidate[part]) for part in ("before", "cited", "after"))
        yield f"<blockquote>{before}<mark>{cited}</mark>{after}</blockquote>"
        for mark in candidate["marks"]:
            place = f"{mark['code']} at {mark['start']}-{mark['end']}"
            yield f"{escape(place)}: <code>{escape(mark['text'])}</code><br>"
        yield "</li>"
    yield "</ol>"
