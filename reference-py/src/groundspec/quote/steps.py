"""The steps of tiers (8.2): rows of a table, walked by ``text.node``.

A row names the step, the rule it implements and the text rewriting it stands for. Neighbouring
steps that map single code points become one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from groundspec.resources import range_table, table, unicode_table
from groundspec.text.classes import CLASS_OF
from groundspec.text.letters import boundary_set, is_capital
from groundspec.text.node import Step
from groundspec.text.steps import (
    CodePointMap,
    EditStep,
    KeepStep,
    MapStep,
    NfcStep,
    WhiteSpaceStep,
    other_white,
)

LONGEST_RUN: Final = 64  # of white space at the end of a line (Q-LINE-KEPT)
_SOFT: Final = "\u00ad"


class StepRow(NamedTuple):
    """A step of table ``quote-tiers``: its name, its rule, and either a step or a map."""

    name: str
    rule: str
    step: Callable[[], Step] | None = None
    code_points: CodePointMap | None = None


# What case folding makes of ASCII is written out, so that a text of ASCII needs no table.
ASCII_FOLDED: Final = {code: (code + 32,) for code in range(ord("A"), ord("Z") + 1)}


def _unicode(name: str) -> Callable[[], Mapping[int, Sequence[int]]]:
    return cache(lambda: dict(unicode_table(name)["map"]))


def _typography(name: str) -> Callable[[], Mapping[int, Sequence[int]]]:
    return cache(lambda: dict(table("typography")["steps"][name]))


@cache
def _ignorables() -> Mapping[int, Sequence[int]]:
    ranges = range_table("default-ignorable")
    return {code: () for first, last in ranges for code in range(first, last + 1)}


_REFERENCE: Final = (
    "&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]*));"
)
_SURROGATES: Final = range(0xD800, 0xE000)
_LAST: Final = 0x10FFFF


@cache
def _entities() -> tuple[dict[str, int], dict[int, int]]:
    entities = unicode_table("entities")
    return dict(entities["names"]), dict(entities["c1"])


def _decode(match: re.Match[str]) -> str | None:
    """Give what a character reference names, or None where it names nothing (Q-ENTITY)."""
    names, remapped = _entities()
    if match["name"]:
        code = names.get(match["name"], 0)
    else:
        code = int(match["decimal"]) if match["decimal"] else int(match["hex"], 16)
        code = remapped.get(code, code)
    return chr(code) if 0 < code <= _LAST and code not in _SURROGATES else None


def _references(text: str) -> Iterator[tuple[int, int, str]]:
    for match in re.finditer(_REFERENCE, text):
        decoded = _decode(match)
        if decoded is not None:
            yield match.start(), match.end(), decoded


@cache
def _line_ends() -> re.Pattern[str]:
    hyphens = re.escape("".join(sorted(boundary_set("line-hyphen"))))
    return re.compile(f"[{hyphens}](?P<run>[ {re.escape(other_white())}]+)")


def _broken(text: str) -> Iterator[tuple[re.Match[str], str, str]]:
    """Yield each line-end hyphen and its run, with the code points at its two sides."""
    breaks = boundary_set("line-break")
    for match in _line_ends().finditer(text):
        run, start, end = match["run"], match.start(), match.end()
        if len(run) > LONGEST_RUN or breaks.isdisjoint(run) or not 0 < start < end < len(text):
            continue
        before, after = text[start - 1], text[end]
        if CLASS_OF[before] in "LMD" and CLASS_OF[after] in "LD":
            yield match, before, after


def _kept(text: str) -> Iterator[tuple[int, int, str]]:
    """Q-LINE-KEPT."""
    for match, _, _ in _broken(text):
        hyphen = text[match.start()]
        yield match.start(), match.end(), "" if hyphen == _SOFT else hyphen


def _dropped(text: str) -> Iterator[tuple[int, int, str]]:
    """Q-LINE-DROPPED."""
    for match, before, after in _broken(text):
        apart = is_capital(after) and not is_capital(before)
        if CLASS_OF[before] in "LM" and CLASS_OF[after] == "L" and not apart:
            yield match.start(), match.end(), ""


def _line_step(changes: Callable[[str], Iterator[tuple[int, int, str]]]) -> Step:
    return EditStep("".join(sorted(boundary_set("line-hyphen"))), changes)


_CASE: Final = CodePointMap(_unicode("case-folding"), lambda: ASCII_FOLDED)
_QUOTES: Final = CodePointMap(*[_typography("quotes")] * 2)
STEPS: Final = (
    StepRow("entities", "Q-ENTITY", step=lambda: EditStep("&", _references)),
    StepRow("line-hyphen-kept", "Q-LINE-KEPT", step=lambda: _line_step(_kept)),
    StepRow("line-hyphen-dropped", "Q-LINE-DROPPED", step=lambda: _line_step(_dropped)),
    StepRow("nfc", "Q-NFC", step=NfcStep),
    StepRow("ignorables", "Q-IGNORABLE", code_points=CodePointMap(_ignorables)),
    StepRow("compatibility", "Q-COMPAT", code_points=CodePointMap(_unicode("compatibility"))),
    StepRow("quotes", "Q-QUOTES", code_points=_QUOTES),
    StepRow("dashes", "Q-DASHES", code_points=CodePointMap(_typography("dashes"))),
    StepRow("hyphens", "Q-HYPHENS", code_points=CodePointMap(_typography("hyphens"))),
    StepRow("ellipsis", "Q-ELLIPSIS", code_points=CodePointMap(_typography("ellipsis"))),
    StepRow("case", "Q-CASE", code_points=_CASE),
    StepRow("whitespace", "Q-WS-RUN", step=WhiteSpaceStep),
    StepRow("skeleton", "Q-SKELETON", step=lambda: KeepStep("LMD")),
)
_ROWS: Final = {row.name: row for row in STEPS}
MARKERS: Final = "markers"
RULE_OF: Final = {MARKERS: "Q-MARKERS", **{row.name: row.rule for row in STEPS}}


@cache
def _step(names: tuple[str, ...]) -> Step:
    """Make one step, or one map of several; the same object for the same names."""
    rows = [_ROWS[name] for name in names]
    if rows[0].step is not None:
        return rows[0].step()
    return MapStep([row.code_points for row in rows if row.code_points is not None])


def step(name: str) -> Step:
    """Give a registered step by itself."""
    return _step((name,))


def make_steps(names: Sequence[str], markers: Step | None) -> tuple[Step, ...]:
    """Give the steps of these names, neighbouring maps made one; no markers, no such step."""
    made: list[Step] = []
    for kind, group in groupby(names, key=_kind):
        if kind == "map":
            made.append(_step(tuple(group)))
        elif kind == MARKERS:
            made.extend(markers for _ in group if markers is not None)
        else:
            made.extend(step(name) for name in group)
    return tuple(made)


def _kind(name: str) -> str:
    if name == MARKERS:
        return MARKERS
    return "map" if _ROWS[name].step is None else "step"
