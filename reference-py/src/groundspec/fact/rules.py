"""The rules of the fact check, as rows: rejects in their order, then flags, then infos (9.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from groundspec.core.rules import Finding, Mark, Rule
from groundspec.fact.document import Span
from groundspec.fact.doubts import DOUBTS
from groundspec.fact.matching import Match
from groundspec.fact.parts import PARTS
from groundspec.fact.reading import Reading, qualified

Test = Callable[[Reading], Finding | None]


def _when(holds: Callable[[Reading], object]) -> Test:
    return lambda reading: Finding() if holds(reading) else None


def _ended(rule: str) -> Test:
    return _when(lambda reading: reading.stage == rule)


def _at(place: Callable[[Reading], Span | None]) -> Test:
    """Hold where there is a place, and mark it; marks are in code points until they are written."""

    def test(reading: Reading) -> Finding | None:
        found = place(reading)
        return None if found is None else Finding((Mark("source", *found),))

    return test


def _of_match(place: Callable[[Match], Span | None]) -> Test:
    return _at(lambda reading: None if reading.match is None else place(reading.match))


def _figure(holds: Callable[[Match], bool]) -> Test:
    return _of_match(lambda match: Span(*match.amount.figure[:2]) if holds(match) else None)


def _failed(role: str) -> Test:
    return _when(
        lambda reading: any(
            part.role == role and part.cited and not part.passed for part in reading.parts
        )
    )


def _derived(reading: Reading) -> bool:
    match = reading.match
    if match is None:
        return False
    return (
        match.derived
        or any(not part.cited for part in reading.parts)
        or any(
            part.cited and part.passed and part.role == "unit" and match.amount.unit is None
            for part in reading.parts
        )
    )


def stages(reading: Reading) -> Stages:
    """Give the rules of the three stages that can hold of a reading.

    None does where a figure states the value, whole and unqualified, and nothing else was cited.
    """
    if not reading.passed:
        return REJECTS, FLAGS, INFOS
    match = reading.match
    if match is None or not reading.plain or match.around.note or match.derived or reading.parts:
        return (), FLAGS, INFOS
    return (), (), ()


Stages = tuple[tuple[Rule[Reading], ...], tuple[Rule[Reading], ...], tuple[Rule[Reading], ...]]

REJECTS: Final = (
    Rule("F-CLAIM", "CLAIM_INVALID", _ended("F-CLAIM")),
    Rule("F-FIELD", "FIELD_UNKNOWN", _ended("F-FIELD")),
    Rule("F-NULL", "NULL_STRING_LITERAL", _ended("F-NULL")),
    Rule("F-TYPE", "TYPE_INVALID", _ended("F-TYPE")),
    Rule("F-RANGE", "RANGE_INVALID", _ended("F-RANGE")),
    Rule("F-UNIT", "UNIT_INVALID", _ended("F-UNIT")),
    Rule("F-EVIDENCE", "NO_EVIDENCE", _ended("F-EVIDENCE")),
    Rule("F-SPAN", "SPAN_INVALID", _ended("F-SPAN")),
    Rule("F-QUOTE", "QUOTE_NOT_FOUND", _ended("F-QUOTE")),
    Rule("F-ABSENT", "VALUE_NOT_IN_EVIDENCE", _ended("F-ABSENT")),
    Rule("F-OTHER-UNIT", "UNIT_NOT_IN_EVIDENCE", _ended("F-OTHER-UNIT")),
)

FLAGS: Final = (
    Rule("F-VERBATIM", "NON_VERBATIM_EVIDENCE", _when(lambda reading: not reading.verbatim)),
    Rule(
        "F-COMPARATORS",
        "QUALIFIED_VALUE",
        _of_match(lambda match: match.around.qualifiers.mark if qualified(match) else None),
    ),
    Rule(
        "F-UNSCALED",
        "SCALE_WORD",
        _of_match(lambda match: match.amount.scale_at if match.unscaled else None),
    ),
    Rule("F-MISSING", "PART_MISSING", _when(lambda reading: reading.missing)),
    Rule(
        "F-SIGN-DROPPED",
        "SIGN_DROPPED",
        _of_match(lambda match: match.amount.sign if match.dropped else None),
    ),
    Rule("F-ROLE-SIGN", "SIGN_CITATION_INVALID", _failed("sign")),
    Rule("F-ROLE-SCALE", "SCALE_CITATION_INVALID", _failed("scale")),
    Rule("F-ROLE-UNIT", "UNIT_CITATION_INVALID", _failed("unit")),
    Rule("F-NUMBER-PART", "NUMBER_PART", _figure(lambda match: match.around.part)),
    Rule("F-NUMBER-AMBIGUOUS", "NUMBER_AMBIGUOUS", _figure(lambda match: match.doubtful)),
    Rule("F-AMBIGUOUS", "EVIDENCE_AMBIGUOUS", _when(lambda reading: reading.ambiguous)),
    Rule("F-OTHER-YEAR", "FIELD_NOT_AT_VALUE", _of_match(lambda match: match.other_year)),
    Rule("F-SIGN-WORD", "SIGN_WORD", _of_match(lambda match: match.sign_word)),
    Rule("F-NEGATED", "NEGATED_VALUE", _at(lambda reading: reading.negated)),
    Rule("F-REPLACED", "NEGATED_VALUE", _of_match(lambda match: match.around.replaced)),
    Rule("F-CONFIDENCE", "LOW_CONFIDENCE", _when(lambda reading: reading.low_confidence)),
    Rule("F-CONFLICT", "CONFLICTING_CANDIDATES", _when(lambda reading: reading.rivals)),
)

INFOS: Final = (
    Rule("F-REANCHOR", "EVIDENCE_REANCHORED", _when(lambda reading: reading.moved)),
    Rule("F-DERIVED", "VALUE_DERIVED", _when(_derived)),
    Rule("F-NOTE", "NOTE_AT_VALUE", _figure(lambda match: match.around.note)),
)

_READ: Final = (
    "F-EXPONENT",
    "F-POWER",
    "F-FRACTION",
    "F-SIGN-MINUS",
    "F-SIGN-CELL",
    "F-SIGN-BRACKETS",
    "F-SCALE-WORD",
    "F-SCALE-SUFFIX",
    "F-SCALE-ASIDE",
    "F-HEADING-SCALE",
    "F-UNIT-PREFIX",
    "F-UNIT-MARK",
    "F-UNIT-SUFFIX",
    "F-UNIT-SHARED",
    "F-UNIT-PER",
    "F-HEADING-UNIT",
    "F-HEADING-CONFLICT",
    "F-BEFORE",
    "F-BOUND",
    "F-AFTER",
    "F-NEGATED-BOUND",
    "F-RANGE-READ",
    "F-CHANGE",
    "F-DOUBT-LEVEL",
    "F-DOUBT-EXCEPT",
)
RULES: Final = tuple(
    dict.fromkeys(
        [
            *_READ,
            *(row.rule for row in (*PARTS.rows, *DOUBTS.rows)),
            *(rule.id for rule in (*REJECTS, *FLAGS, *INFOS)),
        ]
    )
)
