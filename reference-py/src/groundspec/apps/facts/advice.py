"""What a user can do about each code of the check fact."""

from collections.abc import Mapping
from typing import Final

ADVICE: Final[Mapping[str, str]] = {
    "CLAIM_INVALID": "Give the claim the form that schemas/fact.claim.schema.json asks for; "
    "`groundspec fact claims` makes claims of model output.",
    "FIELD_UNKNOWN": "Name a field of the schema, or add the field to it.",
    "NULL_STRING_LITERAL": "Leave the claim out and name its field under absences; a string field "
    "can list the value under its values.",
    "TYPE_INVALID": "Write a number as digits, perhaps with a minus, commas between groups and "
    "decimals behind a point; leave scale and unit out.",
    "RANGE_INVALID": "Correct the value, or what the field allows.",
    "UNIT_INVALID": "Give the unit exactly as the field has it.",
    "NO_EVIDENCE": "Give the words that state the value, or their place.",
    "SPAN_INVALID": "Count in bytes, or say with --offset-unit what is counted; or give the words "
    "alone.",
    "QUOTE_NOT_FOUND": (
        "Quote the document word for word; a run of white space may be another, not missing."
    ),
    "VALUE_NOT_IN_EVIDENCE": "Cite the words that state the value, with the whole number.",
    "UNIT_NOT_IN_EVIDENCE": "Cite a place that states the value in the field's unit; nothing is "
    "converted.",
    "NON_VERBATIM_EVIDENCE": "Make the words and the place agree, or give only one of the two.",
    "QUALIFIED_VALUE": "Read the place; if the field means such a value, give it that comparator.",
    "SCALE_WORD": "Write the value out with its scale, such as 5000000 for 5 million.",
    "PART_MISSING": "Cite what states the part as an item with its role, or correct the value.",
    "SIGN_DROPPED": "Give the value with its minus; a field whose sign is magnitude takes none.",
    "SIGN_CITATION_INVALID": "Cite the words that give the sign, or leave the item out.",
    "SCALE_CITATION_INVALID": "Cite the words that give the scale, or leave the item out.",
    "UNIT_CITATION_INVALID": "Cite the words that give the unit, or leave the item out.",
    "NUMBER_PART": "Read the place; cite a number that stands for itself.",
    "NUMBER_AMBIGUOUS": "Read the place and decide which number is meant.",
    "EVIDENCE_AMBIGUOUS": "Cite fewer words, or a place, so that one of the numbers is left.",
    "FIELD_NOT_AT_VALUE": "Read the place; cite what is said of the field itself.",
    "SIGN_WORD": "If the value is below zero, give it a minus; if only its size is asked for, give "
    "the field the sign magnitude.",
    "NEGATED_VALUE": "Read the sentence; it may say something else than the claim.",
    "LOW_CONFIDENCE": "Have it looked at, or give the policy another min_confidence.",
    "CONFLICTING_CANDIDATES": "Keep one of the claims; a field that has several values at once is "
    "multiple.",
    "EVIDENCE_REANCHORED": "Nothing has to be done; the place in the receipt is the new one.",
    "VALUE_DERIVED": "Nothing has to be done; parts and units of the decision say where it stands.",
    "NOTE_AT_VALUE": "Nothing has to be done; the note may say more about the value.",
    "REQUIRED_FIELD_MISSING": "Look for the value in the document, and claim it.",
    "ABSENCE_DOUBTED": "Read the place of the claim; one of the two is wrong.",
}
