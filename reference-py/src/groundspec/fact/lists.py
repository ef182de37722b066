"""Lists of figures, the last of which lends its unit to those before (F-UNIT-SHARED)."""

from __future__ import annotations

import re
from typing import Final

from groundspec.fact.document import Document
from groundspec.fact.forms import suffix_form
from groundspec.fact.scales import read_scale, scale_aside
from groundspec.fact.units import Form
from groundspec.text.lines import BREAKS, SPACES, WHITE_SET
from groundspec.text.numbers import CURRENCY, DASHES, MINUSES, number_set

SHARED_MOST: Final = 32
PARTING: Final = (
    WHITE_SET | number_set("dash") | frozenset("),;aotAOT")
)  # what can stand directly behind a figure of a list that goes on
_WHITE: Final = f"[{SPACES}{BREAKS}]*"
_MARK: Final = f"{_WHITE}[)]?[{SPACES}]*(?P<mark>[,;]|[{DASHES}])?{_WHITE}"
_WORD: Final = "(?P<word>and|or|to)"
_BEHIND: Final = f"{SPACES}{BREAKS}0-9({MINUSES}"
_PARTED: Final = re.compile(f"{_MARK}(?:{_WORD}(?=[{_BEHIND}]))?{_WHITE}")
CONNECTOR: Final = re.compile(  # as F-DOUBT-SHARED-SCALE has it
    f"{_MARK}{_WORD}?(?=[{_BEHIND}{CURRENCY}]){_WHITE}"
)


def shared_form(document: Document, behind: int, limit: int, wanted: str | None) -> Form | None:
    """F-UNIT-SHARED: the unit of the last figure of a list that this one belongs to."""
    at = behind
    if document.text[at : at + 1] not in PARTING:
        return None
    for _ in range(SHARED_MOST):
        step = _next(document, at, limit, wanted)
        if step is None:
            return None
        at, form = step
        if form is not None:
            return form
    return None


def _next(
    document: Document, at: int, limit: int, wanted: str | None
) -> tuple[int, Form | None] | None:
    """Give where the next figure of a list ends, with its scale, and its suffix form."""
    key = (at, limit, wanted)
    if key not in document.lists:
        if len(document.lists) >= _KEPT_MOST:
            document.lists.clear()
        document.lists[key] = _step(document, at, limit, wanted)
    found: tuple[int, Form | None] | None = document.lists[key]
    return found


_KEPT_MOST: Final = 4096


def _step(
    document: Document, at: int, limit: int, wanted: str | None
) -> tuple[int, Form | None] | None:
    text = document.text
    match = _PARTED.match(document.folded, at, limit)
    if match is None or not (match["mark"] or match["word"]):
        return None
    start = match.end() + 1 if text.startswith("(", match.end()) else match.end()
    start += text[start : start + 1] in number_set("minus")
    following = document.longest_at(start)
    if following is None:
        return None
    line = document.lines.at(following.start)
    limit = min(limit, document.tables.limit(line, following.start))
    _, scale = read_scale(document, following, None, wanted)
    aside = scale_aside(document, following.end, limit) if scale is None else None
    end = aside.end if aside else following.end if scale is None else scale.end
    return end, suffix_form(document, following, end, limit, wanted)
