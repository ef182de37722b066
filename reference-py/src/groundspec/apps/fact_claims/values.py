"""Values and units as the schema of fields has them; nothing is rescaled, re-signed or guessed.

A value of a number field loses the forms of its field's unit and its grouping, if a plain number is
what remains. Whatever else it is stays as it is written, for the check to judge.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from groundspec import resources
from groundspec.apps.fact_claims.changes import (
    EXPONENT_KEPT,
    GROUPING_REMOVED,
    LEFT_AS_WRITTEN,
    NUMBER_MADE_A_STRING,
    UNIT_FILLED,
    UNIT_FORM_REMOVED,
    UNIT_MADE_THE_CODE,
    WHITE_SPACE_TRIMMED,
    Changes,
    Given,
    Number,
)
from groundspec.core.shape import shape_error
from groundspec.text.classes import members

_PACK: Final = "packs/en.json"
_SIGNS: Final = ("-", "\u2212")
_PLAIN: Final = re.compile(r"[-\u2212]?[0-9]++(?:\.[0-9]++)?")
_EXPONENT: Final = re.compile(r"[-+\u2212]?[0-9]++(?:\.[0-9]++)?[eE][-+]?[0-9]++")
_GROUPED: Final = re.compile(
    r"[-\u2212]?(?:[1-9][0-9]{0,2}(?:,[0-9]{3})++|[1-9][0-9]?(?:,[0-9]{2}(?![0-9]))++,[0-9]{3})"
    r"(?:\.[0-9]++)?"
)
_OF_NUMBERS: Final = "0123456789.,+-\u2212\u2013()[] "


class Field(NamedTuple):
    """A field of the schema: whether its values are numbers, its unit, and the unit's forms."""

    is_number: bool
    unit: str | None
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]


class SchemaFault(ValueError):  # noqa: N818
    """The schema of fields is none: where, and what is wrong; of a name, what to do too."""

    def __init__(self, pointer: str, message: str, hint: str = "") -> None:
        super().__init__(pointer, message)
        self.pointer = pointer
        self.message = message
        self.hint = hint


class Fields:
    """The fields of a schema; without a schema there is nothing that is known of a field."""

    def __init__(self, schema: Mapping[str, Any] | None) -> None:
        self.known = schema is not None
        self._fields: dict[str, Field] = {}
        if schema is None:
            return
        error = shape_error("fact.schema", schema)
        if error is not None:
            raise SchemaFault(*error)
        units = {**resources.json_file(_PACK)["units"], **(schema.get("units") or {})}
        for name, field in schema["fields"].items():
            unit = field.get("unit")
            forms = units.get(unit, {})
            self._fields[name] = Field(
                field["type"] != "string",
                unit,
                _longest_first(forms.get("prefix")),
                _longest_first(forms.get("suffix")),
            )

    @property
    def names(self) -> Collection[str] | None:
        """The names of the fields; None without a schema."""
        return self._fields.keys() if self.known else None

    def get(self, name: str) -> Field | None:
        """A field, if the schema has it."""
        return self._fields.get(name)


def _longest_first(forms: list[str] | None) -> tuple[str, ...]:
    return tuple(sorted(forms or (), key=lambda form: (-len(form), form)))


# --- Values ---------------------------------------------------------------------------------------


def value_of(given: Given, field: Field | None, unit: Any, changes: Changes) -> Any:
    """The value of a claim whose unit is `unit`, where one is stated."""
    value = text_of(given, changes)
    if not isinstance(value, str):
        return value
    if field is not None and field.is_number:
        if unit is None or unit == field.unit:
            value = _step(UNIT_FORM_REMOVED, value, _without_unit(value, field), given, changes)
        if _GROUPED.fullmatch(value):
            value = _step(GROUPING_REMOVED, value, value.replace(",", ""), given, changes)
    is_number = isinstance(given.value, Number) or (field is not None and field.is_number)
    if is_number and _EXPONENT.fullmatch(value):
        changes.add(EXPONENT_KEPT, given.path, value, value)
    elif field is not None and field.is_number and not _PLAIN.fullmatch(value):
        changes.add(LEFT_AS_WRITTEN, given.path, value, value)
    return value


def text_of(given: Given, changes: Changes) -> Any:
    """A string without the white space around it, a number as it is spelled, or what else it is."""
    if isinstance(given.value, Number):
        changes.add(NUMBER_MADE_A_STRING, given.path, given.value, given.value)
        return given.value.token
    if not isinstance(given.value, str):
        return given.value
    return _step(WHITE_SPACE_TRIMMED, given.value, trimmed(given.value), given, changes)


def trimmed(text: str) -> str:
    """A text without the white space around it."""
    white = members("white-space")
    start, end = 0, len(text)
    while start < end and white[text[start]]:
        start += 1
    while start < end and white[text[end - 1]]:
        end -= 1
    return text[start:end]


def _step(what: str, before: str, after: str, given: Given, changes: Changes) -> str:
    if after != before:
        changes.add(what, given.path, before, after)
    return after


def _without_unit(value: str, field: Field) -> str:
    """The value without forms of its field's unit, if that leaves a number."""
    sign = value[:1] if value[:1] in _SIGNS else ""
    bare = sign + _after_prefix(_before_suffix(value[len(sign) :], field), field)
    numeric = _PLAIN.fullmatch(bare) or _GROUPED.fullmatch(bare) or _EXPONENT.fullmatch(bare)
    return bare if numeric else value


def _after_prefix(text: str, field: Field) -> str:
    found = next((form for form in field.prefixes if text.startswith(form)), None)
    return text if found is None else trimmed(text[len(found) :])


def _before_suffix(text: str, field: Field) -> str:
    found = next((form for form in field.suffixes if text.endswith(form)), None)
    return text if found is None else trimmed(text[: -len(found)])


# --- Units ----------------------------------------------------------------------------------------


def stated_unit(given: Given | None, field: Field | None, changes: Changes) -> Any:
    """The unit that is stated, as its code where it is a form of the field's; None if none is."""
    if given is None:
        return None
    unit = text_of(given, changes)
    if unit == "":
        return None
    if field is not None and unit != field.unit and unit in (*field.prefixes, *field.suffixes):
        changes.add(UNIT_MADE_THE_CODE, given.path, unit, field.unit)
        return field.unit
    return unit


def filled_unit(value: Any, field: Field | None, at: Given, changes: Changes) -> str | None:
    """The unit of a claim that states none: its field's, unless the value may state another."""
    if field is None or field.unit is None or not isinstance(value, str):
        return None
    if field.is_number and _may_state_a_unit(value, field):
        return None
    changes.add(UNIT_FILLED, at.path, at.value, field.unit)
    return field.unit


def _may_state_a_unit(value: str, field: Field) -> bool:
    """Whether there is more in a value than a number, a scale word and its field's unit."""
    if _EXPONENT.fullmatch(value):
        return False
    rest = trimmed(_after_prefix(_before_suffix(value, field), field).strip(_OF_NUMBERS))
    return bool(rest) and rest not in resources.json_file(_PACK)["scale_words"]
