"""Packets of the check `fact`: a source, fields that fit what it states, and claims of them."""

import unicodedata
from decimal import Decimal

from groundspec_harness.fuzzing.amounts import Amount, Forms
from groundspec_harness.fuzzing.drawing import Hand
from groundspec_harness.fuzzing.prose import YOUNG
from groundspec_harness.fuzzing.statements import STRINGS, Statement, statements
from groundspec_harness.fuzzing.vocabulary import Vocabulary, copied
from groundspec_harness.jsontext import Json, JsonObject

_NAMES = (
    "amount",
    "revenue",
    "net_loss",
    "rise_in_support",
    "limit_2025",
    "shares",
    "eps",
    "change",
    "growth",
)
_TWISTS = ("", "", "", "", "unscaled", "scaled", "sign", "digit", "tenfold", "noughts", "zero")
_EVIDENCE = (
    "amount",
    "amount",
    "figure",
    "sentence",
    "source",
    "span",
    "span",
    "wide",
    "none",
    "roles",
    "both",
)
_UNITS: tuple[JsonObject, ...] = (
    {"pills": {"prefix": [], "suffix": ["pills", "tablets"]}},
    {"USD": {"prefix": ["$"], "suffix": None}},
    {"x": {"suffix": []}},
    {"y": {"prefix": ["a  b"]}},
    {"Sv": {"suffix": ["Sv", "mg"]}},
)
_BOUNDED = (("minimum",), ("maximum",), ("minimum", "maximum"))
_BOUNDS: tuple[Json, ...] = (None, 0, "10", "1,000", -5, "5", "7.5")


_COMPARATORS = ("eq", "approx", "gt", "ge", "lt", "le", "range", "range_low", "range_high", None)
_NO_PLACE: tuple[Json, ...] = (
    None,
    [],
    [{"text": "absent"}],
    [{"start": 3, "end": 1}],
    [{"start": 0}],
    [{}],
    [{"text": " "}],
)
_CITED = {
    "sign": ("(", "-", "loss"),
    "scale": ("thousands", "million", "$m", "in"),
    "unit": ("$", "kg", "EUR", "%", "mg"),
}
_ODD_MEMBERS = ("field", "value", "unit", "note", "proposer")


def packet(hand: Hand, forms: Forms) -> JsonObject:
    """A packet that is seldom refused."""
    said = statements(hand, forms)
    text = unicodedata.normalize("NFC", "".join(statement.text for statement in said))
    if hand.once_in(50):
        text += hand.of(("e\u0301", *(written for written, _ in YOUNG)))
    fields: JsonObject = {}
    claims: list[JsonObject] = []
    stating = [statement for statement in said if statement.amount or statement.string]
    for statement in (stating * hand.of((1, 2, 3)))[: hand.of((1, 2, 4, 6))]:
        name = hand.of(_NAMES)
        field = fields.setdefault(name, _field(hand, statement))
        made = [_claim(hand, name, field, statement, text)]
        if statement.amount and hand.once_in(3):
            made += _swept(made[0], statement.amount)
        claims += [{"id": f"f{len(claims) + n}", **claim} for n, claim in enumerate(made, 1)]
    if hand.once_in(6):
        fields["other"] = {"type": "string", "required": True, "values": None}
    return {
        "groundspec": "0.1",
        "check": "fact/0.1",
        "source": {"text": text, "id": None, "url": None},
        "schema": {"fields": fields, **({"units": hand.of(_UNITS)} if hand.once_in(12) else {})},
        "policy": _policy(hand, forms.known),
        "claims": claims,
        "absences": _absences(hand, fields),
    }


def _absences(hand: Hand, fields: JsonObject) -> list[JsonObject]:
    if not hand.once_in(5):
        return []
    return [
        {"field": name, "proposer": "p"}
        for name in (*fields, *(["none"] if hand.once_in(4) else []))
    ]


def _field(hand: Hand, statement: Statement) -> JsonObject:
    """A field that the statement fits, most of its members left out."""
    amount = statement.amount
    if amount is None:
        values = hand.of((None, None, list(STRINGS), ["other"]))
        return {"type": "string", **({"values": values} if values else {})}
    field: JsonObject = {"type": hand.of(("number", "number", "number", "integer"))}
    unit = hand.of(
        (amount.unit, amount.unit, amount.unit, amount.unit, amount.unit, None, "USD", "%")
    )
    if unit:
        field["unit"] = unit
    if hand.once_in(5):
        field["comparator"] = hand.of(_COMPARATORS)
    for bound in hand.of(_BOUNDED) if hand.once_in(8) else ():
        field[bound] = hand.of(_BOUNDS)
    if hand.once_in(6):
        field[hand.of(("required", "multiple"))] = hand.of((True, False, None))
    if hand.once_in(8):
        field["sign"] = hand.of(("magnitude", "signed", None))
    return field


def _claim(hand: Hand, name: str, field: JsonObject, statement: Statement, text: str) -> JsonObject:
    claim: JsonObject = {"field": name, "value": _value(hand, field, statement)}
    unit = field.get("unit")
    if unit is not None and not hand.once_in(20):
        claim["unit"] = unit
    evidence = _evidence(hand, statement, text)
    if evidence is not None:
        claim["evidence"] = evidence
    if hand.once_in(4):
        claim["confidence"] = hand.of(("0.5", "1", "0.90", None, "2"))
    if hand.once_in(12):
        end = len(text.encode())
        start, end = hand.of(((0, end), (end // 2, end), (0, end + 1), (1, end)))
        claim["search_region"] = {"start": start, "end": end}
    if hand.once_in(30):
        claim[hand.of(_ODD_MEMBERS)] = hand.of(("none", True, 5, "\uff21", None))
    return claim


def _swept(claim: JsonObject, amount: Amount) -> list[JsonObject]:
    """The same claim with each value that is right or nearly so: it costs no draw."""
    return [{**claim, "value": _twisted(amount, twist)} for twist in dict.fromkeys(_TWISTS)]


def _value(hand: Hand, field: JsonObject, statement: Statement) -> Json:
    amount = statement.amount
    if amount is None:
        return hand.of(STRINGS) if hand.once_in(5) else statement.string
    value = _twisted(amount, hand.of(_TWISTS))
    whole = value.lstrip("-").isdigit() and len(value) < 16
    return int(value) if whole and field["type"] == "integer" and hand.once_in(2) else value


def _twisted(amount: Amount, twist: str) -> str:
    """The value that an amount states, or one that is off by a scale, a sign or a digit."""
    number = Decimal(0) if twist == "zero" else Decimal(amount.number)
    if twist == "digit":
        number += 1
    powers = {"unscaled": 0, "noughts": 0, "scaled": amount.scale + 3, "tenfold": amount.scale + 1}
    value = number * Decimal(10) ** powers.get(twist, amount.scale)
    if amount.negative != (twist == "sign"):
        value = -value
    text = _plain(value)
    return f"{text}.0" if twist == "noughts" and "." not in text else text


def _plain(value: Decimal) -> str:
    text = format(value, "f")
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text


def _evidence(hand: Hand, statement: Statement, text: str) -> Json:
    """Where the claim says that its value stands: by words, by offsets, by both."""
    held = statement.amount.text if statement.amount else str(statement.string)
    held = unicodedata.normalize("NFC", held)
    way = hand.of(_EVIDENCE)
    if way == "none":
        return hand.of(_NO_PLACE)
    if way in ("sentence", "source"):
        return [
            {"text": unicodedata.normalize("NFC", statement.text) if way == "sentence" else text}
        ]
    if way in ("span", "wide", "both"):
        aside = hand.of((0, 0, 0, 1, -1, -2, 4)) - (5 if way == "wide" else 0)
        start, end = _span(text, held)
        span = {"start": max(start + aside, 0), "end": end}
        return [{**span, "text": held}] if way == "both" else [span]
    if way == "roles":
        roles = hand.distinct(tuple(_CITED), most=3, least=1)
        items = [{"role": role, "text": hand.of(_CITED[role])} for role in roles]
        return [*items, {"text": held}]
    return [{"text": _figure(held) if way == "figure" else held}]


def _figure(held: str) -> str:
    """The last digits of an amount, with their points and commas."""
    digits = "".join(point if point in "0123456789,." else " " for point in held).split()
    return digits[-1] if digits else held


def _span(text: str, held: str) -> tuple[int, int]:
    start = len(text[: max(text.find(held), 0)].encode())
    return start, start + len(held.encode())


def _policy(hand: Hand, known: Vocabulary) -> Json:
    if not hand.once_in(4):
        return hand.of(("default", "default", "seed"))
    policy: JsonObject = copied(known.policies["fact"]["default"])
    changes: dict[str, tuple[Json, ...]] = {
        "min_confidence": ("0.5", "1"),
        "unit_window": (1, 0, 1, 2, 23, 200),
        "reanchor": (False, True),
        "parts": ("cited", "found"),
        "waive": (*([flag] for flag in known.flags("fact")), ["NO_EVIDENCE"]),
    }
    for member in hand.distinct(tuple(changes), most=2, least=1):
        policy[member] = hand.of(changes[member])
    return policy
