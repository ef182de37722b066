"""What each code of the check fact says of one decision: a table from the code to a sentence.

Each sentence says only what holds of every decision with its code, and what the decision itself,
its claim, the schema, the policy and the source show.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from groundspec.apps.facts.cases import Case, Decided, quoted
from groundspec.apps.facts.faults import fault
from groundspec.apps.visible import shortened, visible
from groundspec.fact.values import below, parse
from groundspec.text.numbers import figures

_MOST: Final = 6
_CONNECTED: Final = 3


def sentence(case: Case, code: str) -> str:
    """What a code says of a decision that has it."""
    return SENTENCES[code](case)


# --- The claim ------------------------------------------------------------------------------------


def _invalid(case: Case) -> str:
    found = fault(case.claim)
    where = f" (at {found.pointer})" if found.pointer else ""
    said = found.message.removesuffix(".")
    return f"The claim has not the form of one: {said[0].lower()}{said[1:]}{where}."


def _unknown(case: Case) -> str:
    return f"The schema has no field {quoted(str(case.claim.get('field')))}."


def _null(case: Case) -> str:
    return f"The value {case.value} says that there is none."


def _type(case: Case) -> str:
    raw, kind = case.claim.get("value"), case.field["type"]
    if kind == "string":
        if isinstance(raw, str):
            return "The value is empty."
        return f"The field is a string, and the value is the integer {raw}."
    shown = case.value
    if isinstance(raw, str) and parse(raw) is None:
        return f"The field is {_A[kind]}, and {shown} is no number as the check reads them."
    return f"The field is an integer, and {shown} has a fraction."


_A: Final = {"number": "a number", "integer": "an integer"}


def _range(case: Case) -> str:
    if case.field["type"] == "string":
        return f"{case.value} is none of the field's values."
    number, low, high = case.number, case.field.get("minimum"), case.field.get("maximum")
    if case.field.get("sign") == "magnitude" and number.negative:
        return f"The field's sign is magnitude, and {case.value} is below zero."
    least = None if low is None else parse(low)
    if least is not None and below(number, least):
        return f"{case.value} is below the field's minimum, {least.text()}."
    most = None if high is None else parse(high)
    return f"{case.value} is above the field's maximum, {most.text() if most else high}."


def _unit(case: Case) -> str:
    claimed, wanted = case.claim.get("unit"), case.field.get("unit")
    if claimed is None:
        return f"The claim has no unit; the field's is {wanted}."
    theirs = f"the field's is {wanted}" if wanted is not None else "the field has none"
    return f"The claim's unit is {quoted(claimed)}; {theirs}."


def _no_evidence(_: Case) -> str:
    return "The claim cites no place and no words for its value."


# --- Places ---------------------------------------------------------------------------------------


def _span(case: Case) -> str:
    region = case.claim.get("search_region")
    wrong = None if region is None else _why_none(case.given, region)
    if region is not None and wrong is not None:
        return f"The search region, bytes {region['start']} to {region['end']}, {wrong}."
    item = case.item("value")
    wrong = _why_none(case.given, item) or "is no span of the source"
    return f"The stated place, bytes {item['start']} to {item['end']}, {wrong}."


def _why_none(given: Decided, place: Mapping[str, Any]) -> str | None:
    """Why two offsets are no span that is not empty."""
    start, end = place["start"], place["end"]
    if start >= end:
        return "is empty" if start == end else "ends before it starts"
    if start < 0:
        return "begins before the source"
    if end > given.size:
        return f"ends beyond the source's {given.size} bytes"
    for name in ("start", "end"):
        if given.source.code_point_offset(place[name]) < 0:
            return f"has its {name} inside a code point; offsets count bytes of UTF-8"
    return None


def _no_quote(case: Case) -> str:
    region = case.claim.get("search_region")
    where = "the source"
    if region is not None:
        where = f"the search region, bytes {region['start']} to {region['end']}"
    text = case.item("value").get("text") or ""
    return f"{quoted(text)} does not stand in {where}{_nearly(case, text)}."


def _nearly(case: Case, quote: str) -> str:
    """Where a quote stands after all: elsewhere, but for what is small, or in part."""
    found = case.given.nearby.find(quote)
    if found is None:
        return ""
    at = case.given.lines.place(*found.span)
    place = f"{at['line']}:{at['column']}"
    if found.is_part:
        words = quoted(case.given.source.text[slice(*found.span)])
        return f"; the most of it that stands there is {words}, at {place}"
    said = f"; but for {_listed([*found.but])} it stands" if found.but else "; it stands"
    if found.differs is None:
        return f"{said} at {place}"
    here, there = found.differs
    return f"{said} at {place}, with {_written(there)} for {_written(here)}"


def _written(part: str) -> str:
    """A part of a quote or of the source that may be white space, or too short to be told apart."""
    if len(part) == 1 and not part.isalnum():
        return f"U+{ord(part):04X}" if part.isspace() else f'"{visible(part)}" (U+{ord(part):04X})'
    if not part:
        return "nothing"
    return shortened(part, 40)


def _absent(case: Case) -> str:
    if case.field["type"] == "string":
        return f"The cited words do not hold {case.value} as words of their own."
    said = f"states {case.value}"
    cited = [role for role in ("sign", "scale") if case.item(role)]
    if cited:
        said += f" with the {' and '.join(cited)} that the claim cites"
    other = _OTHER_END.get(case.field.get("comparator") or "")
    if other is not None:
        said += f" other than as the {other} end of a range"
    evidence = case.decision["evidence"]
    if evidence is None:
        return f"No number at the place {said}."
    start, end = case.given.lines.stretch(evidence)
    found = [quoted(case.given.source.text[slice(*row[:2])]) for row in _numbers(case, start, end)]
    if "start" in case.item("value"):
        there = "the only number there is" if len(found) == 1 else "the numbers there are"
        rest = f"; {there} {_listed(found)}" if found else "; none lies there whole"
        return f"No number at the place {said}{rest}."
    rest = f"; the first place where they stand has {_listed(found)}" if found else ""
    return f"No number in the quoted words {said}{rest}."


_OTHER_END: Final = {"range_low": "high", "range_high": "low"}


def _numbers(case: Case, start: int, end: int) -> list[Any]:
    """The longest of the figures that begin at each offset of a stretch."""
    found: dict[int, Any] = {}
    for figure in figures(case.given.source.text, start, end):
        found[figure.start] = max(figure, found.get(figure.start, figure), key=lambda row: row.end)
        if len(found) > _MOST:
            break
    return [*found.values()]


def _listed(shown: list[str]) -> str:
    if len(shown) > _MOST:
        return f"{', '.join(shown[:_MOST])} and more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _other_unit(case: Case) -> str:
    unit = case.field.get("unit")
    rows = [row for row in case.decision["units"] if row["from"] != "heading"]
    row = next((row for row in rows if row["from"] != "prefix"), rows[0])
    if row["code"] is None:
        what = f"with another unit than {unit}: {case.around}"
    else:
        what = f"with the unit {row['code']} ({case.words(row)}), and not {unit}"
    return f"The number {case.figure} stands there {what}."


# --- Flags ----------------------------------------------------------------------------------------


def _not_verbatim(case: Case) -> str:
    item = case.item("value")
    there = quoted(case.slice(item))
    return f"The claim quotes {quoted(item['text'])}; the place that it states holds {there}."


def _qualified(case: Case) -> str:
    reading = case.reading
    read = " or ".join(_READ[name].format(case.figure) for name in reading["comparators"])
    asks = _READ[case.field.get("comparator") or "eq"].format("the value")
    mark = case.marked("QUALIFIED_VALUE")
    return f"The text is read as {read} ({mark}); the field asks for {asks}."


_READ: Final = {
    "eq": "{} itself",
    "approx": "about {}",
    "gt": "more than {}",
    "ge": "at least {}",
    "lt": "less than {}",
    "le": "at most {}",
    "range": "a range with {} at an end",
    "range_low": "a range with {} at its low end",
    "range_high": "a range with {} at its high end",
}


def _scale_word(case: Case) -> str:
    mark = case.mark("SCALE_WORD")
    start = case.reading["start"]
    said = case.figure if mark is None else case.words({"start": start, "end": mark["end"]})
    return f"The text says {said}; the claim says {case.value}."


def _missing(case: Case) -> str:
    said = [_MISSING[part](case) for part in case.decision["missing"]]
    joined = "; ".join(said)
    return f"{joined[0].upper()}{joined[1:]}."


def _missing_sign(case: Case) -> str:
    return f"nothing was read that puts {case.figure} below zero, as {case.value} is"


def _missing_scale(case: Case) -> str:
    scale = case.reading["scale"]
    if scale == 0:
        return f"no scale was read that makes {case.figure} {case.value.removeprefix('-')}"
    if case.power == scale:
        return "a heading gives the scale, and the policy asks that the claim cites it"
    return f"a heading gives {case.figure} the scale {_power(scale)}, which {case.value} leaves off"


def _missing_unit(case: Case) -> str:
    unit = case.field.get("unit")
    rows = case.decision["units"]
    if any(row["from"] == "heading" for row in rows):
        return "a heading gives the unit, and the policy asks that the claim cites it"
    if rows:
        return f"a heading names another currency than {unit}"
    return f"no unit was read for {case.figure}; the field's is {unit}"


_MISSING: Final = {"sign": _missing_sign, "scale": _missing_scale, "unit": _missing_unit}


def _power(scale: int) -> str:
    return f"{10**scale:,}" if scale <= 15 else f"10^{scale}"


def _dropped(case: Case) -> str:
    mark = case.marked("SIGN_DROPPED")
    return f"The text is read as {case.stated} ({mark}); the claim says {case.value}."


def _citation(role: str) -> Callable[[Case], str]:
    def say(case: Case) -> str:
        item, part = case.item(role), case.part(role)
        if part.get("start") is None:
            if "start" in item:
                return f"The place cited for the {role} is no span of the source."
            words = quoted(item.get("text") or "")
            return f"{words}, cited for the {role}, does not stand in the source."
        words = case.words(part)
        if case.field.get("type") == "string":
            return f"{words} is cited for a {role}, and a string has none."
        if "start" in item and item.get("text") is not None and quoted(item["text"]) != words:
            cited = quoted(item["text"])
            return f"{cited} is cited for the {role}, and its place holds {words}."
        return f"{words}, cited for the {role}, does not give it to {case.figure}."

    return say


def _part_of(case: Case) -> str:
    return f"{case.figure} is part of a larger notation there: {case.around}."


def _ambiguous(case: Case) -> str:
    return f"What stands there can be read as two different numbers: {case.around}."


def _two_places(case: Case) -> str:
    return (
        f"Two numbers in the evidence state {case.value} in ways that differ; {case.figure} in "
        f"{case.around} was taken."
    )


def _other_year(case: Case) -> str:
    year = case.marked("FIELD_NOT_AT_VALUE")
    return f"{year} stands behind {case.figure}; the field is {case.decision['field']}."


def _sign_word(case: Case) -> str:
    words = case.marked("SIGN_WORD")
    return (
        f"{words} before {case.figure} may say that the amount is below zero; the claim says "
        f"{case.value}."
    )


def _negated(case: Case) -> str:
    mark = case.mark("NEGATED_VALUE")
    words = "A negation or a condition" if mark is None else case.words(mark)
    return f"{words} stands before the value."


def _unsure(case: Case) -> str:
    least, given = case.given.policy["min_confidence"], case.claim.get("confidence")
    if given is None:
        return f"The claim gives no confidence; the policy asks for {least} or more."
    return f"The claim's confidence, {given}, is below the policy's least, {least}."


def _rivals(case: Case) -> str:
    names = [
        f"{visible(name[:_LONGEST])} ({quoted(case.given.values.get(name) or '')})"
        for name in case.decision["rivals"]
    ]
    claims = "The claim" if len(names) == 1 else "The claims"
    states = "states another value" if len(names) == 1 else "state other values"
    return f"{claims} {_listed(names)} {states} for the field."


_LONGEST: Final = 40


# --- Infos ----------------------------------------------------------------------------------------


def _moved(case: Case) -> str:
    item, now = case.item("value"), case.decision["evidence"]
    return (
        f"The evidence was moved from bytes {item['start']} to {item['end']} to bytes "
        f"{now['start']} to {now['end']}, the one place where its words state the value."
    )


def _derived(case: Case) -> str:
    said: list[tuple[str, str]] = []
    sign, scale, unit = (case.part(role) for role in ("sign", "scale", "unit"))
    if sign and case.number.negative:
        said.append(("sign", _source(case, sign)))
    elif case.number.negative and (brackets := case.brackets):
        said.append(("sign", f"the brackets {brackets}"))
    if scale and case.reading["scale"] == case.power != 0 and not _at_figure(case, scale):
        said.append(("scale", _source(case, scale)))
    at_number = [row for row in case.decision["units"] if row["from"] != "heading"]
    if unit and unit["passed"] and not at_number:
        said.append(("unit", _source(case, unit)))
    if not said:
        return "The sign, scale or unit does not come from the number itself."
    first, *rest = said
    more = "".join(f", the {what} from {source}" for what, source in rest)
    return f"The {first[0]} comes from {first[1]}{more}."


def _source(case: Case, part: Mapping[str, Any]) -> str:
    if not part["passed"]:
        return "the item that the claim cites for it"
    return f"{'the cited words' if part['cited'] else 'the heading'} {case.words(part)}"


def _at_figure(case: Case, part: Mapping[str, Any]) -> bool:
    """Whether a part stands directly behind the number."""
    start, end = part["start"], case.reading["end"]
    return start is not None and 0 <= start - end <= _CONNECTED


def _note(case: Case) -> str:
    return f"A note mark stands at {case.figure}: {case.around}."


SENTENCES: Final[Mapping[str, Callable[[Case], str]]] = {
    "CLAIM_INVALID": _invalid,
    "FIELD_UNKNOWN": _unknown,
    "NULL_STRING_LITERAL": _null,
    "TYPE_INVALID": _type,
    "RANGE_INVALID": _range,
    "UNIT_INVALID": _unit,
    "NO_EVIDENCE": _no_evidence,
    "SPAN_INVALID": _span,
    "QUOTE_NOT_FOUND": _no_quote,
    "VALUE_NOT_IN_EVIDENCE": _absent,
    "UNIT_NOT_IN_EVIDENCE": _other_unit,
    "NON_VERBATIM_EVIDENCE": _not_verbatim,
    "QUALIFIED_VALUE": _qualified,
    "SCALE_WORD": _scale_word,
    "PART_MISSING": _missing,
    "SIGN_DROPPED": _dropped,
    "SIGN_CITATION_INVALID": _citation("sign"),
    "SCALE_CITATION_INVALID": _citation("scale"),
    "UNIT_CITATION_INVALID": _citation("unit"),
    "NUMBER_PART": _part_of,
    "NUMBER_AMBIGUOUS": _ambiguous,
    "EVIDENCE_AMBIGUOUS": _two_places,
    "FIELD_NOT_AT_VALUE": _other_year,
    "SIGN_WORD": _sign_word,
    "NEGATED_VALUE": _negated,
    "LOW_CONFIDENCE": _unsure,
    "CONFLICTING_CANDIDATES": _rivals,
    "EVIDENCE_REANCHORED": _moved,
    "VALUE_DERIVED": _derived,
    "NOTE_AT_VALUE": _note,
}


# --- Outside decisions ----------------------------------------------------------------------------


def _required(given: Decided, row: Mapping[str, Any]) -> str:
    field = row["field"]
    claims = given.by_field.get(field, ())
    if not claims:
        return f"The field {field} is required, and no claim was made for it."
    if len(claims) == 1:
        return f"The field {field} is required, and the one claim for it was rejected."
    return f"The field {field} is required, and all {len(claims)} claims for it were rejected."


def _doubted(given: Decided, row: Mapping[str, Any]) -> str:
    field, proposer = row["field"], row["proposer"]
    by = "" if proposer is None else f" by {quoted(proposer)}"
    rows = given.by_field.get(field, ())
    passed = [visible(one["id"][:_LONGEST]) for one in rows if one["outcome"] != "rejected"]
    claims = "the claim" if len(passed) == 1 else "the claims"
    return f"The field {field} is said to be absent{by}, but {claims} {_listed(passed)} passed."


OUTSIDE: Final[Mapping[str, Callable[[Decided, Mapping[str, Any]], str]]] = {
    "REQUIRED_FIELD_MISSING": _required,
    "ABSENCE_DOUBTED": _doubted,
}
