"""F-SCHEMA, F-POLICY, F-CLAIM to F-EVIDENCE: what is asked before the source is read."""

import re
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

from independent.fact_data import (
    LINE_BREAK,
    PACK,
    WS,
    at,
    decimal,
    folded,
    one_spaced,
    pack_list,
    stripped,
)
from independent.fact_figures import figure_at
from independent.quote_steps import nfc_assigned
from independent.quote_tables import ASSIGNED, Json, table

CONFIDENCE = re.compile("0([.][0-9]+)?|1([.]0+)?")
CLAIM_MEMBERS = {
    *("id", "field", "value", "unit", "evidence", "search_region", "confidence", "proposer"),
}
ROLES = ("value", "sign", "scale", "unit")
NULLS = pack_list("null_literals")
FLAGS = [
    entry["code"]
    for entry in table("codes.json")["codes"]
    if entry["class"] == "flag" and entry["check"] in ("fact", None)
]


def nfc(text: str) -> str:
    """T-NFC."""
    parts, run = [], ""
    for c in text:
        if ord(c) in ASSIGNED:
            run += c
        else:
            parts += [nfc_assigned(run), c]
            run = ""
    return "".join([*parts, nfc_assigned(run)])


def field_of(field: Json) -> Json:
    """F-SCHEMA: a member that is null is the same as one left out."""
    given = {name: value for name, value in field.items() if value is not None}
    return {"comparator": "eq", "required": False, "multiple": False, **given}


def units_of(schema: Json) -> dict[str, dict[str, tuple[str, ...]]]:
    """F-SCHEMA: the units of the pack and of the schema."""
    units = {**PACK["units"], **schema.get("units", {})}
    return {
        code: {kind: tuple(forms.get(kind) or ()) for kind in ("prefix", "suffix")}
        for code, forms in units.items()
    }


def bound(value: Any) -> Fraction | None:
    """A bound of a field."""
    return None if value is None else Fraction(str(value).replace(",", ""))


def form_valid(form: str) -> bool:
    """F-SCHEMA-MEANING, `UNIT_FORM_INVALID`."""
    white = [c for c in form if c in WS]
    two = any(a in WS and b in WS for a, b in pairwise(form))
    ends = form[0] in WS or form[-1] in WS
    plain = all(c == " " for c in white) and not any(c in LINE_BREAK for c in form)
    return nfc(form) == form and plain and not two and not ends


def satisfiable(field: Json) -> bool:
    """F-SCHEMA-MEANING, `FIELD_UNSATISFIABLE`."""
    low, high = bound(field.get("minimum")), bound(field.get("maximum"))
    if low is not None and high is not None and low > high:
        return False
    whole = field["type"] == "integer" and low is not None and high is not None
    if whole and ceil(low or 0) > floor(high or 0):
        return False
    if field.get("sign") == "magnitude" and high is not None and high < 0:
        return False
    if field["type"] == "string":
        names = ("unit", "minimum", "maximum", "sign")
        if any(name in field for name in names) or field["comparator"] != "eq":
            return False
    elif "values" in field:
        return False
    return all(one_spaced(value) for value in field.get("values", []))


def refusal(packet: Json) -> str | None:
    """The refusal of the phase *meaning*: 4.3, F-POLICY, F-SCHEMA-MEANING."""
    ids = [claim["id"] for claim in packet["claims"]]
    policy, schema = packet["policy"], packet["schema"]
    fields = [field_of(field) for field in schema["fields"].values()]
    units = units_of(schema)
    if len(set(ids)) < len(ids):
        return "DUPLICATE_CLAIM_ID"
    if isinstance(policy, str):
        if policy not in table("policies/digests.json")["policies"]["fact"]:
            return "UNKNOWN_POLICY"
    elif not all(code in FLAGS for code in policy["waive"]):
        return "POLICY_INVALID"
    if nfc(packet["source"]["text"]) != packet["source"]["text"]:
        return "SOURCE_NOT_NFC"
    if any("unit" in field and field["unit"] not in units for field in fields):
        return "UNIT_UNKNOWN"
    own = [units[code] for code in schema.get("units", {})]
    if any(not forms["prefix"] and not forms["suffix"] for forms in own):
        return "UNIT_WITHOUT_FORMS"
    if not all(form_valid(f) for forms in own for kind in forms.values() for f in kind):
        return "UNIT_FORM_INVALID"
    if not all(map(satisfiable, fields)):
        return "FIELD_UNSATISFIABLE"
    if any(absence["field"] not in schema["fields"] for absence in packet["absences"]):
        return "ABSENCE_UNKNOWN"
    return None


def is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def item_valid(item: Any) -> bool:
    """F-CLAIM: an item of `evidence`."""
    if not isinstance(item, dict) or not set(item) <= {"role", "start", "end", "text"}:
        return False
    if "role" in item and item["role"] not in ROLES:
        return False
    if any(name in item and not is_integer(item[name]) for name in ("start", "end")):
        return False
    if "text" in item and not isinstance(item["text"], str):
        return False
    if ("start" in item) != ("end" in item):
        return False
    return "start" in item or bool(stripped(item.get("text", "")))


def region_valid(region: Any) -> bool:
    if not isinstance(region, dict) or set(region) != {"start", "end"}:
        return False
    return is_integer(region["start"]) and is_integer(region["end"])


def claim_valid(given: Json) -> bool:
    """F-CLAIM."""
    claim = {name: value for name, value in given.items() if value is not None}
    if not set(given) <= CLAIM_MEMBERS or not {"id", "field", "value"} <= set(claim):
        return False
    texts = [claim[name] for name in ("id", "field", "unit", "proposer") if name in claim]
    if not all(isinstance(text, str) for text in texts) or not claim["id"]:
        return False
    if not (isinstance(claim["value"], str) or is_integer(claim["value"])):
        return False
    confidence = claim.get("confidence", "0")
    if not isinstance(confidence, str) or len(confidence) > 64:
        return False
    if not CONFIDENCE.fullmatch(confidence):
        return False
    if "search_region" in claim and not region_valid(claim["search_region"]):
        return False
    items = claim.get("evidence", [])
    if not isinstance(items, list) or len(items) > 16 or not all(map(item_valid, items)):
        return False
    roles = [item.get("role", "value") for item in items]
    return len(set(roles)) == len(roles)


def parsed(value: Any) -> Fraction | None:
    """F-VALUE: the value of a number or integer field."""
    text = stripped(str(value))
    minus = at(text, 0) in ("-", "\u2212")
    rest = text[1:] if minus else text
    figure = figure_at(rest, 0)
    if figure is None or figure.end != len(rest) or figure.value is None:
        return None
    return -figure.value if minus else figure.value


def canonical_value(field: Json, value: Any) -> str | None:
    """F-VALUE."""
    if field["type"] == "string":
        return one_spaced(value) or None if isinstance(value, str) else None
    number = parsed(value)
    return None if number is None else decimal(number)


def null_literal(field: Json, value: Any) -> bool:
    """F-NULL."""
    if not isinstance(value, str) or folded(stripped(value)) not in NULLS:
        return False
    return value not in field.get("values", [])


def type_invalid(field: Json, value: Any) -> bool:
    """F-TYPE."""
    canonical = canonical_value(field, value)
    fraction = field["type"] == "integer" and canonical is not None and "." in canonical
    return canonical is None or fraction


def range_invalid(field: Json, canonical: str) -> bool:
    """F-RANGE."""
    if field["type"] == "string":
        values = [one_spaced(value) for value in field.get("values", [])]
        return "values" in field and canonical not in values
    number = Fraction(canonical)
    low, high = bound(field.get("minimum")), bound(field.get("maximum"))
    below = (low is not None and number < low) or (field.get("sign") == "magnitude" and number < 0)
    return below or (high is not None and number > high)
