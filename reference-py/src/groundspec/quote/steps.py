"""The tiers and their steps (8.2): rows of tables, walked by ``text.node``.

A row names the step, the rule it implements and the text rewriting it stands for. Neighbouring
steps that map single code points become one table for the tier.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from groundspec.resources import range_table, table, unicode_table
from groundspec.text.node import Step
from groundspec.text.steps import CodePointMap, EditStep, MapStep, NfcStep, WhiteSpaceStep


class StepRow(NamedTuple):
    """A step of table ``quote-tiers``: its name, its rule, and either a step or a map."""

    name: str
    rule: str
    step: Callable[[], Step] | None = None
    code_points: CodePointMap | None = None


class Tier(NamedTuple):
    """A tier of the ladder, its steps made ready (Q-TIER)."""

    name: str
    steps: tuple[Step, ...]

    def project(self, text: str) -> str:
        """Give the output of a short text's projection."""
        for step in self.steps:
            text = step.rewrite(text)
        return text

    def project_locally(self, text: str) -> str:
        """Give the same for a text that only local steps change."""
        for step in self.steps:
            if step.local:
                text = step.rewrite(text)
        return text


def project_all(tiers: Sequence[Tier], text: str) -> tuple[list[str], bool]:
    """Project a short text at each tier; say as well whether only local steps changed it."""
    known: dict[tuple[Step, str], str] = {}
    outputs: list[str] = []
    local = True
    for tier in tiers:
        output = text
        for step in tier.steps:
            asked = step, output
            if asked not in known:
                known[asked] = step.rewrite(output)
                local = local and (step.local or known[asked] == output)
            output = known[asked]
        outputs.append(output)
    return outputs, local


def _unicode(name: str, ascii: bool = False) -> CodePointMap:
    return CodePointMap(cache(lambda: dict(unicode_table(name)["map"])), ascii)


def _typography(name: str, ascii: bool = False) -> CodePointMap:
    return CodePointMap(cache(lambda: dict(table("typography")["steps"][name])), ascii)


@cache
def _ignorables() -> Mapping[int, Sequence[int]]:
    ranges = range_table("default-ignorable")
    return {code: () for first, last in ranges for code in range(first, last + 1)}


_REFERENCE: Final = re.compile(
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
    for match in _REFERENCE.finditer(text):
        decoded = _decode(match)
        if decoded is not None:
            yield match.start(), match.end(), decoded


STEPS: Final = (
    StepRow("entities", "Q-ENTITY", step=lambda: EditStep("&", _references)),
    StepRow("nfc", "Q-NFC", step=NfcStep),
    StepRow("ignorables", "Q-IGNORABLE", code_points=CodePointMap(_ignorables)),
    StepRow("compatibility", "Q-COMPAT", code_points=_unicode("compatibility")),
    StepRow("quotes", "Q-QUOTES", code_points=_typography("quotes", ascii=True)),
    StepRow("dashes", "Q-DASHES", code_points=_typography("dashes")),
    StepRow("hyphens", "Q-HYPHENS", code_points=_typography("hyphens")),
    StepRow("ellipsis", "Q-ELLIPSIS", code_points=_typography("ellipsis")),
    StepRow("case", "Q-CASE", code_points=_unicode("case-folding", ascii=True)),
    StepRow("whitespace", "Q-WS-RUN", step=WhiteSpaceStep),
)
_ROWS: Final = {row.name: row for row in STEPS}


@cache
def _step(names: tuple[str, ...]) -> Step:
    """Make one step, or one map of several; the same object for the same names."""
    rows = [_ROWS[name] for name in names]
    if rows[0].step is not None:
        return rows[0].step()
    return MapStep([row.code_points for row in rows if row.code_points is not None])


@cache
def ladder(without: frozenset[str] = frozenset()) -> dict[str, Tier]:
    """Give the tiers by name, tight to loose, the steps of some rules left out."""
    tiers: dict[str, Tier] = {}
    for row in table("quote-tiers")["tiers"]:
        kept = [name for name in row["steps"] if _ROWS[name].rule not in without]
        groups = groupby(kept, key=lambda name: _ROWS[name].step is None)
        steps: list[Step] = []
        for mapping, names in groups:
            if mapping:
                steps.append(_step(tuple(names)))
            else:
                steps.extend(_step((name,)) for name in names)
        tiers[row["tier"]] = Tier(row["tier"], tuple(steps))
    return tiers


def deletion_of_ignorables() -> Step:
    """Give the step that edges are judged after: ignorable code points passed over (8.3)."""
    return _step(("ignorables",))
