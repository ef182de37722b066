"""Schemas and policies of packets: what the meaning phase asks of them (9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundspec.core.codes import refusal
from groundspec.fact.policy import complete as complete_policy
from groundspec.fact.units import Units, units_of
from groundspec.fact.values import Field, Signed, below, collapse
from groundspec.text.lines import BREAKS
from groundspec.text.normalise import is_settled, nfc_changes


def complete(packet: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the complete policy; raises Refusal for what F-SCHEMA-MEANING lists, in order."""
    policy = complete_policy(packet["policy"])
    _source(packet["source"]["text"])
    units = packet["schema"].get("units") or {}
    fields = {name: Field(name, given) for name, given in packet["schema"]["fields"].items()}
    known = units_of(units)
    for name, field in fields.items():
        if field.unit is not None and field.unit not in known.codes:
            raise refusal(
                "UNIT_UNKNOWN",
                f"Neither the pack nor the schema has the unit {field.unit!a}.",
                hint=_unit_hint(known, field.unit),
                pointer=f"/schema/fields/{name}/unit",
            )
    for code, forms in units.items():
        if not (forms.get("prefix") or forms.get("suffix")):
            raise refusal(
                "UNIT_WITHOUT_FORMS",
                f"The unit {code!a} has no form by which a text could name it.",
                hint='Give it one, such as {"suffix": ["mg", "milligrams"]}.',
                pointer=_pointer("/schema/units", code),
            )
    for code, forms in units.items():
        for kind in ("prefix", "suffix"):
            for index, form in enumerate(forms.get(kind) or ()):
                _form(form, f"{_pointer('/schema/units', code)}/{kind}/{index}")
    for name, field in fields.items():
        why = _unsatisfiable(field)
        if why:
            raise refusal(
                "FIELD_UNSATISFIABLE",
                f"No value can be given for the field {name}: {why}.",
                hint="Change the field, or leave the member out.",
                pointer=f"/schema/fields/{name}",
            )
    for index, absence in enumerate(packet["absences"]):
        if absence["field"] not in fields:
            raise refusal(
                "ABSENCE_UNKNOWN",
                f"The schema has no field {ascii(absence['field'])[:60]}.",
                hint="An absence names a field of the schema.",
                pointer=f"/absences/{index}/field",
            )
    return policy


def _unit_hint(known: Units, unit: str) -> str:
    """Name the units that have what was given as a code among their forms."""
    found = [
        code
        for code, forms in known.forms.items()
        if unit in (*(forms.get("prefix") or ()), *(forms.get("suffix") or ()))
    ]
    meant = f"Did you mean {' or '.join(found)}? " if found else ""
    return f"{meant}Give a new unit its forms in the member units of the schema."


def _source(text: str) -> None:
    if not is_nfc(text):
        raise refusal(
            "SOURCE_NOT_NFC",
            "The text of the source is not in Normalization Form C.",
            hint="Normalise it before offsets are taken; `groundspec fact check --nfc` does so.",
            pointer="/source/text",
        )


def is_nfc(text: str) -> bool:
    """Say whether a text is its NFC (T-NFC)."""
    if text.isascii():
        return True
    alphabet = "".join(sorted(set(text)))
    return is_settled(alphabet) or next(nfc_changes(text, alphabet), None) is None


def _pointer(parent: str, name: str) -> str:
    return f"{parent}/{name.replace('~', '~0').replace('/', '~1')}"


def _form(form: str, pointer: str) -> None:
    if collapse(form) != form or any(char in form for char in BREAKS) or not is_nfc(form):
        raise refusal(
            "UNIT_FORM_INVALID",
            f"{ascii(form)[:60]} is no form of a unit.",
            hint="A form is in NFC, has single spaces, and none at its ends.",
            pointer=pointer,
        )


def _unsatisfiable(field: Field) -> str:
    low, high = field.minimum, field.maximum
    if field.type == "string":
        if (
            field.unit is not None
            or low
            or high
            or field.sign is not None
            or field.comparator != "eq"
        ):
            return "a string has no unit, bound, sign or comparator"
        if field.listed is not None and "" in field.listed:
            return "one of its values is empty"
        return ""
    if field.values is not None:
        return "only a string has values"
    if low is not None and high is not None and below(high, low):
        return "its minimum is greater than its maximum"
    if field.sign == "magnitude" and high is not None and high.negative:
        return "its maximum is below zero and its sign is magnitude"
    if (
        field.type == "integer"
        and low is not None
        and high is not None
        and not _holds_integer(low, high)
    ):
        return "no integer lies between its bounds"
    return ""


def _holds_integer(low: Signed, high: Signed) -> bool:
    least = min(low.number.exponent, high.number.exponent, 0)
    one: int = 10**-least
    size: int = low.number.coefficient * 10 ** (low.number.exponent - least)
    value = -size if low.negative else size
    above = -(-value // one)
    top: int = high.number.coefficient * 10 ** (high.number.exponent - least)
    return above * one <= (-top if high.negative else top)
