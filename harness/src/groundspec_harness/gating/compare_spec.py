"""SPEC.md: paragraphs by identifier.

A paragraph is its normative text and its examples. In the normative text, white space, dashes and
quotation marks are typography, except in backquotes, where every code point may be meant.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from groundspec_harness.gating.kinds import Change
from groundspec_harness.gating.sides import Side
from groundspec_harness.gating.versions import decided_before, owner
from groundspec_harness.spec import EXAMPLE, OPENING, Paragraph

FILE = "SPEC.md"
ALIKE = 0.75  # share of the words in common from which a new paragraph is an old one renamed

_CODE_SPAN = re.compile(r"(`[^`]*`)")
_SPACE = re.compile(r"\s+")
_TYPOGRAPHY = str.maketrans(
    {**dict.fromkeys("\u2018\u2019\u201b", "'"), **dict.fromkeys("\u201c\u201d\u201f", '"'),
     **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"), "\u2026": "..."}
)  # fmt: skip


def changes(base: Side, head: Side) -> Iterator[Change]:
    """Everything that differs in SPEC.md."""
    old, new = base.known.spec.by_id, head.known.spec.by_id
    renamed = _renamed(base, head)
    for name, paragraph in old.items():
        if name in new:
            yield from _paragraph(head, paragraph, new[name])
            continue
        kind = "rule-renamed" if name in renamed else "rule-removed"
        detail = f"now {renamed[name].id}" if name in renamed else paragraph.section
        line = renamed[name].line if name in renamed else 1
        owners = (owner(base, paragraph),)
        yield Change(kind, name, FILE, line, detail, owners, (name,))
    fresh = {paragraph.id for paragraph in renamed.values()}
    for name, paragraph in new.items():
        if name not in old and name not in fresh:
            yield _added(base, head, paragraph)
    yield from _moved(base, head)
    if _unbinding(base) != _unbinding(head):
        yield Change("prose-changed", FILE, FILE)


def _added(base: Side, head: Side, new: Paragraph) -> Change:
    whose = owner(head, new)
    deciding = new.kind == "rule" and decided_before(base, whose)
    kind = "deciding-rule-added" if deciding else "rule-added"
    return Change(kind, new.id, FILE, new.line, new.section, (whose,), (new.id,))


def _paragraph(head: Side, old: Paragraph, new: Paragraph) -> Iterator[Change]:
    def change(kind: str, detail: str = "") -> Change:
        return Change(kind, new.id, FILE, new.line, detail, (owner(head, new),), (new.id,))

    if old.kind != new.kind:
        yield change("rule-kind-changed", f"{old.kind}, now {new.kind}")
    if old.text == new.text:
        return
    before, after = _binding(old), _binding(new)
    if _plain(before) != _plain(after):
        yield change("rule-text-changed", _difference(before, after))
    elif before != after:
        yield change("rule-typography")
    if EXAMPLE.findall(old.text) != EXAMPLE.findall(new.text):
        yield change("example-changed")


def _binding(paragraph: Paragraph) -> str:
    """The normative text, without its identifier and kind."""
    return EXAMPLE.sub("", OPENING.sub("", paragraph.text)).strip()


def _plain(text: str) -> str:
    """A text without its typography."""
    parts = _CODE_SPAN.split(text)
    parts[::2] = [_SPACE.sub(" ", part.translate(_TYPOGRAPHY)) for part in parts[::2]]
    return "".join(parts).strip()


def _difference(before: str, after: str) -> str:
    """The first words that differ."""
    old, new = before.split(), after.split()
    for tag, start, end, place, stop in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag != "equal":
            return f"{_words(old[start:end])}, now {_words(new[place:stop])}"
    return "code in backquotes"


def _words(words: list[str]) -> str:
    shown = " ".join(words[:8]) + (" ..." if len(words) > 8 else "")
    return f'"{shown}"' if words else "nothing"


def _renamed(base: Side, head: Side) -> dict[str, Paragraph]:
    """Old identifier -> the new paragraph that says nearly the same."""
    old, new = base.known.spec.by_id, head.known.spec.by_id
    added = [paragraph for name, paragraph in new.items() if name not in old]
    found: dict[str, Paragraph] = {}
    for name in old:
        if name in new or not added:
            continue
        words = _plain(_binding(old[name])).replace(name, "").split()
        likeness = {
            paragraph.id: SequenceMatcher(
                None, words, _plain(_binding(paragraph)).replace(paragraph.id, "").split(), False
            ).ratio()
            for paragraph in added
        }
        best = max(added, key=lambda paragraph: likeness[paragraph.id])
        if likeness[best.id] >= ALIKE:
            found[name] = best
            added.remove(best)
    return found


def _moved(base: Side, head: Side) -> Iterator[Change]:
    """Paragraphs that stand elsewhere among those that both sides have."""
    old, new = base.known.spec.by_id, head.known.spec.by_id
    for name, before in moved([n for n in old if n in new], [n for n in new if n in old]):
        paragraph = new[name]
        detail = f"behind {before}" if before else "first"
        yield Change(
            "rule-moved", name, FILE, paragraph.line, detail, (owner(head, paragraph),), (name,)
        )


def moved(old: list[str], new: list[str]) -> Iterator[tuple[str, str | None]]:
    """Names that two orders of the same names do not have in common, each with the one before."""
    if old == new:
        return
    blocks = SequenceMatcher(None, old, new, False).get_matching_blocks()
    kept = {name for block in blocks for name in new[block.b : block.b + block.size]}
    for place, name in enumerate(new):
        if name not in kept:
            yield name, new[place - 1] if place else None


def _unbinding(side: Side) -> str:
    """What stands in SPEC.md under no identifier."""
    text = side.known.spec.source.decode("utf-8").replace("\r\n", "\n")
    for paragraph in side.known.spec.paragraphs:
        text = text.replace(paragraph.text, "", 1)
    return _SPACE.sub(" ", text)
