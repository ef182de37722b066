"""The classes of a change, the kinds of change with the class of each, and a change itself.

`KINDS` is the table that docs/ci.md shows. A change has the class of its kind; the whole has that
of its worst change. Where files alone do not tell how far a change reaches, the kind stands in the
higher class.
"""

from dataclasses import dataclass
from enum import IntEnum


class ChangeClass(IntEnum):
    """How much a change breaks, from nothing to everything."""

    EDITORIAL = 0
    ADDITIVE = 1
    DECISION = 2
    BREAKING = 3

    @property
    def label(self) -> str:
        return "decision-changing" if self is ChangeClass.DECISION else self.name.lower()


LABELS = {each.label: each for each in ChangeClass}

_EDITORIAL, _ADDITIVE, _DECISION, _BREAKING = ChangeClass


@dataclass(frozen=True)
class Kind:
    """A kind of change: its class, and what it means."""

    change_class: ChangeClass
    meaning: str


KINDS: dict[str, Kind] = {
    # SPEC.md
    "prose-changed": Kind(_EDITORIAL, "text of SPEC.md under no identifier"),
    "rule-typography": Kind(_EDITORIAL, "a paragraph: white space, dashes or quotation marks"),
    "example-changed": Kind(_EDITORIAL, "a paragraph: its examples alone"),
    "rule-added": Kind(_ADDITIVE, "any other new identifier"),
    "rule-kind-changed": Kind(_ADDITIVE, "rule made definition, or the like"),
    "deciding-rule-added": Kind(_DECISION, "a new rule of a check or envelope that was there"),
    "rule-text-changed": Kind(_DECISION, "a paragraph says something in other words"),
    "rule-moved": Kind(_DECISION, "paragraphs in another order, which is that of asking"),
    "rule-removed": Kind(_BREAKING, "an identifier is gone"),
    "rule-renamed": Kind(_BREAKING, "the same paragraph under another identifier"),
    # codes.json
    "code-words-changed": Kind(_EDITORIAL, "title, rule or `unvectored` of a code"),
    "code-added": Kind(_ADDITIVE, "any other new code"),
    "registry-grown": Kind(_ADDITIVE, "a new check, version of a check, kind or class"),
    "deciding-code-added": Kind(_DECISION, "a new code of a check or envelope that was there"),
    "code-changed": Kind(_DECISION, "class, phase or check of a code"),
    "code-moved": Kind(_DECISION, "codes in another order"),
    "class-changed": Kind(_DECISION, "a conformance class implies others"),
    "code-removed": Kind(_BREAKING, "a code is gone"),
    "code-renamed": Kind(_BREAKING, "the same code under another name"),
    "registry-shrunk": Kind(_BREAKING, "a check, version, kind or class is gone"),
    "envelope-changed": Kind(_BREAKING, "another version of the envelope"),
    # schemas
    "schema-words-changed": Kind(_EDITORIAL, "titles, descriptions, layout"),
    "tool-schema-changed": Kind(_ADDITIVE, "a schema that SPEC.md does not rest on"),
    "schema-added": Kind(_ADDITIVE, "a new schema that SPEC.md rests on"),
    "schema-accepts-more": Kind(_ADDITIVE, "nothing that was valid is refused"),
    "schema-changed": Kind(_DECISION, "whether it refuses more cannot be read off"),
    "schema-refuses-more": Kind(_BREAKING, "something that was valid is refused"),
    "schema-removed": Kind(_BREAKING, "a schema that SPEC.md rested on is gone"),
    "packet-refused": Kind(_BREAKING, "a packet that was accepted is refused"),
    # data: policies, tables, packs, Unicode
    "data-layout": Kind(_EDITORIAL, "the same value, written otherwise; a file that is no data"),
    "data-added": Kind(_ADDITIVE, "a new policy, table or pack"),
    "table-changed": Kind(_DECISION, "a table"),
    "pack-changed": Kind(_DECISION, "a vocabulary pack"),
    "policy-changed": Kind(_BREAKING, "a named policy, whose digest is in receipts"),
    "data-removed": Kind(_BREAKING, "a policy, table or pack is gone"),
    # vectors
    "vector-edited": Kind(_EDITORIAL, "title, rules, note, `expect`; the same request and answer"),
    "vector-added": Kind(_ADDITIVE, "a new vector"),
    "vector-blessed": Kind(_ADDITIVE, "a receipt where there was none"),
    "vector-class-changed": Kind(_ADDITIVE, "in another conformance class"),
    "packet-accepted": Kind(_ADDITIVE, "a packet that was refused is decided"),
    "receipt-extended": Kind(_ADDITIVE, "the check's version raised: new members, no more"),
    "receipt-revised": Kind(_DECISION, "the check's version raised: another receipt"),
    "refusal-changed": Kind(_DECISION, "the same packet is refused with another code"),
    "vector-retired": Kind(_DECISION, "a vector became a tombstone"),
    "receipt-changed": Kind(_BREAKING, "another receipt for the same packet"),
    "receipt-members-added": Kind(_BREAKING, "the same packet: new members, no more"),
    "answer-changed": Kind(_BREAKING, "another digest, verification or answer of the protocol"),
    "vector-removed": Kind(_BREAKING, "a vector is gone without a tombstone"),
    "vector-renamed": Kind(_BREAKING, "the same vector under another id, without a tombstone"),
    "vector-reused": Kind(_BREAKING, "an id stands for another request"),
    "tombstone-removed": Kind(_BREAKING, "a retired id is free again"),
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One change.

    `owners` are what is versioned and concerned: checks by name, `envelope`, `protocol`. `names`
    are the words of which the changelog has to hold one.
    """

    kind: str
    subject: str
    file: str
    line: int = 1
    detail: str = ""
    owners: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    replayed: bool = False  # seen in a program's answer, not in files

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.subject}"

    @property
    def change_class(self) -> ChangeClass:
        return KINDS[self.kind].change_class

    @property
    def weighty(self) -> bool:
        """Whether it asks for a version and an entry in the changelog."""
        return self.change_class >= ChangeClass.DECISION


def worst(changes: list[Change]) -> ChangeClass | None:
    """The class of the whole; None where nothing changed."""
    return max((change.change_class for change in changes), default=None)
