"""What a changelog says that it did not say before.

An entry counts if it stands under `## Unreleased`, or under a heading that is new, and in a
sentence that the old changelog does not have: a rule named years ago is not named by that again.
"""

import re
from dataclasses import dataclass

_HEADING = re.compile(r"^## +(.*?) *$", re.MULTILINE)
_UNRELEASED = re.compile(r"^\[?unreleased\b", re.IGNORECASE)
_RELEASE = re.compile(r"^\[?v?[0-9]+\.[0-9]+")
_SENTENCE = re.compile(r"(?<=[.;:])\s+|\n")


@dataclass(frozen=True)
class Changelog:
    """The new sentences of HEAD's changelog, and where entries belong."""

    fresh: str
    line: int  # of `## Unreleased`, else 1
    exists: bool
    released: bool  # whether it has a heading of any version

    def names(self, word: str) -> bool:
        """Whether a new sentence holds a word, not as a part of a longer one."""
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.fresh) is not None


def read(old: str | None, new: str | None) -> Changelog:
    """Hold HEAD's changelog against BASE's."""
    known = set(_sentences(old or ""))
    before = {title for title, _, _ in _sections(old or "")}
    fresh: list[str] = []
    line, released = 1, False
    for title, place, text in _sections(new or ""):
        unreleased = _UNRELEASED.match(title) is not None
        released |= _RELEASE.match(title) is not None
        if unreleased:
            line = place
        if unreleased or title not in before:
            fresh += [sentence for sentence in _sentences(text) if sentence not in known]
    return Changelog("\n".join(fresh), line, new is not None, released)


def _sections(text: str) -> list[tuple[str, int, str]]:
    """Title, line and text of each section of the second level."""
    marks = list(_HEADING.finditer(text))
    places = [*(mark.start() for mark in marks), len(text)]
    return [
        (mark[1], text.count("\n", 0, mark.start()) + 1, text[mark.end() : end])
        for mark, end in zip(marks, places[1:], strict=True)
    ]


def _sentences(text: str) -> list[str]:
    parts = (" ".join(part.split()) for part in _SENTENCE.split(text))
    return [part for part in parts if part]
