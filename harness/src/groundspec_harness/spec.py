"""SPEC.md as data: its normative paragraphs, with their text and the vectors they name.

A paragraph opens with `**ID** (rule|definition|protocol).` and reaches to the next one or to the
next heading. An example is a line `*Example:*`; the vectors it names stand in backquotes.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from groundspec_harness.errors import HarnessError
from groundspec_harness.files import read
from groundspec_harness.resources import Resources

OPENING = re.compile(r"^\*\*([A-Z][A-Z0-9-]*)\*\* \((rule|definition|protocol)\)\.", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
EXAMPLE = re.compile(r"^\*Example:\*.*(?:\n(?!\n).*)*", re.MULTILINE)
_VECTOR = re.compile(r"`([a-z0-9-]+(?:/[a-z0-9-]+){2})`")


@dataclass(frozen=True)
class Paragraph:
    """One normative paragraph."""

    id: str
    kind: str  # rule, definition or protocol
    section: str
    line: int
    text: str

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """The ids of the vectors that its examples name."""
        found = [name for part in EXAMPLE.findall(self.text) for name in _VECTOR.findall(part)]
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Spec:
    """The whole document."""

    paragraphs: tuple[Paragraph, ...]
    source: bytes

    @cached_property
    def by_id(self) -> dict[str, Paragraph]:
        return {paragraph.id: paragraph for paragraph in self.paragraphs}

    def ids(self, *kinds: str) -> list[str]:
        """The ids of the given kinds, in the order of the document."""
        return [paragraph.id for paragraph in self.paragraphs if paragraph.kind in kinds]


def load(resources: Resources) -> Spec:
    """Read SPEC.md."""
    source = read(resources.spec, "the specification")
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise HarnessError(f"SPEC.md: byte {error.start} is not UTF-8") from None
    return Spec(parse(text), source)


def parse(text: str) -> tuple[Paragraph, ...]:
    """The normative paragraphs of a text, in order."""
    text = text.replace("\r\n", "\n")
    headings = list(_HEADING.finditer(text))
    openings = list(OPENING.finditer(text))
    stops = sorted([mark.start() for mark in (*headings, *openings)] + [len(text)])
    ends = dict(pairwise(stops))
    return tuple(
        Paragraph(
            id=opening[1],
            kind=opening[2],
            section=_section(headings, opening.start()),
            line=text.count("\n", 0, opening.start()) + 1,
            text=text[opening.start() : ends[opening.start()]].strip(),
        )
        for opening in openings
    )


def _section(headings: list[re.Match[str]], place: int) -> str:
    above = [heading[1] for heading in headings if heading.start() < place]
    return above[-1] if above else ""
