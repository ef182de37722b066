"""The paragraphs of SPEC.md that have an identifier, read from its text."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from groundspec import resources

_OPENING = re.compile(r"\*\*([A-Z]+(?:-[A-Z0-9]+)+)\*\* \((rule|definition|protocol)\)\. ")
_NUMBERED = re.compile("#+ [0-9]")
_STEP = re.compile(r"Step `([a-z-]+)`\. ")


class Paragraph(NamedTuple):
    """Its identifier, its kind, the numbered heading above it, and its text with the example."""

    id: str
    kind: str
    section: str
    text: str

    @property
    def step(self) -> str | None:
        """The step of a tier that it defines, if it defines one."""
        found = _STEP.match(self.text)
        return found[1] if found else None

    @property
    def first_sentence(self) -> str:
        """What it says first, without naming its step."""
        text = _STEP.sub("", self.text, count=1).partition("\n")[0]
        return re.split(r"(?<=[.]) (?=[A-Z(])", text)[0]


@cache
def paragraphs() -> dict[str, Paragraph]:
    """Every paragraph with an identifier, in the order of the text."""
    found: dict[str, Paragraph] = {}
    section = ""
    lines: list[str] = []
    opening: re.Match[str] | None = None

    def close() -> None:
        if opening:
            text = "\n".join(lines).strip("\n")
            found[opening[1]] = Paragraph(opening[1], opening[2], section, text)

    for line in resources.spec_text().split("\n"):
        if line.startswith("#") or _OPENING.match(line):
            close()
            opening = _OPENING.match(line)
            lines = [line[opening.end() :]] if opening else []
            section = line.lstrip("# ") if _NUMBERED.match(line) else section
        elif opening:
            lines.append(line)
            if line.startswith("*Example:*"):
                close()
                opening = None
    close()
    return found


def step_rules() -> dict[str, str]:
    """The rule of each step of a tier, in the order of the text."""
    return {row.step: row.id for row in paragraphs().values() if row.step}


def steps_of(used: Iterable[str]) -> dict[str, dict[str, str]]:
    """What some steps do, in the order of the text."""
    names = frozenset(used)
    return {
        step: {"rule": rule, "says": paragraphs()[rule].first_sentence}
        for step, rule in step_rules().items()
        if step in names
    }


def lists_under(title: str) -> tuple[str, list[tuple[str, list[str]]]]:
    """The numbered heading with a title, and its lists: what stands before each, and the items."""
    heading, lists = "", list[tuple[str, list[str]]]()
    for line in resources.spec_text().split("\n"):
        if line.startswith("#"):
            if heading:
                break
            heading = line.lstrip("# ") if line.endswith(f" {title}") else ""
        elif heading and line.startswith("- "):
            lists[-1][1].append(line.removeprefix("- "))
        elif heading and line:
            lists.append((line, []))
    return heading, lists
