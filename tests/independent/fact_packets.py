"""Packets of the check `fact`, drawn: prose, tables and words, and claims that a text may state.

The pieces are those that the rules of SPEC.md speak of, so that what is drawn lies near their
edges; most values are what some figure of the text states.
"""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from independent.fact_data import decimal
from independent.fact_figures import Figure, everything
from independent.fact_headings import heading_scale
from independent.fact_places import offsets
from independent.fact_schema import field_of, nfc, units_of
from independent.fact_signs import negative
from independent.fact_text import Doc
from independent.fact_units import (
    Reader,
    scale,
)

Json = dict[str, Any]
FIGURES = [
    *("5", "25", "1,234", "47.6", "2025", "1990", "0", "10", "1", "1.0", "000", "730", "88,410"),
    *("3.12", "1,50,00,000", "252,0000", "5,000", "1.234", "567", "0.5", "120", "30", "1,234.50"),
    *("3 1/2", "1/2", "3\u00bd", "\u00bd", "1.2E+05", "5 \u00d7 10\u2079", "10^9", "5 x10^-2"),
    *("2024-01-15", "120/80", "10:30", "3.11.7", "1'234", "1 234 567", "1\u00a0234", "180\u2074"),
    *("\u0663", "1,\n234", "1.234,56", "1\u200b234", "5th", "4", "9", "100"),
    *(
        ".5",
        ".50",
        "$.50",
        "5 .5",
        "5. 5",
        "1 ,000",
        "5 000",
        "5\n000",
        "5**2",
        "10**3",
        "5\u2009000",
    ),
    *(
        "5\u2236 30",
        "10\uff1a30",
        "5\uff0f6",
        "5/$6",
        "1\uff0c234",
        "5 and 1/2",
        "5  1/2",
        "5 & 1/2",
    ),
    *("5 x 105", "180<sup>2", "5 ft 3 in", "5 m and 30 cm", "6 lb 2 oz", "5\u00ad", "\u200b5"),
]
PREFIXES = [
    *("$", "$", "US$", "C$", "\u20ac", "EUR ", "USD ", "$ ", "Rs. ", "(", " (", "-", "$(", "($"),
    *("", "", "", "", "", "", "", "", "\u2212", "~", "<", "(-", "- ", "\u00b1"),
    *("\u2014", "\u2015", "--", "\u2212 ", "\ufe63", "\uff0d$", "**-", "`-", "\u2192-", "-\u200b"),
    *(
        "AUD $",
        "AUD$",
        "Canadian $",
        "ARS ",
        "A/USD ",
        "\u20ac/$",
        "X$",
        "<td>",
        "<b>-",
        "\u200b-",
        "R$",
    ),
]
SCALES = [
    *("", "", "", "", "", " million", "-million", " thousand", " bn", "k", "m", " m", " crore"),
    *(" dozen", "000s", "M", "\u2011million", " mil.", "'000"),
    *(" (in millions)", "(thousands)", " ( 000 )", ", in millions", " in thousands", " (in 000s)"),
    *(" thousand million", " million (in millions)", " grand"),
]
SUFFIXES = [
    *("", "", "", "", "", "", " USD", " dollars", "%", " %", " percent", " mg", "mg", " mg/kg"),
    *(" days", " years", "-day", " business days", ")", " )", ") mg", ")%", "*", " (a)", "^(1)"),
    *("+", "-", " per share", " kg-1", " widgets", "x"),
    *(" (CAD)", " CAD", " ARS", "(Canadian)", " (AUD $5)", " USD (in millions)", " percent", "%%"),
    *(
        " m/s",
        " km per hour",
        " mg (/kg)",
        " mg\u2215kg",
        " m.s-1",
        " ft/day",
        " %-points",
        " and a half",
    ),
    *(
        " years and one-quarter",
        " ft 3 inches",
        " hours and 5 minutes",
        " dollars and 50 cents",
        "-ish",
    ),
    *("</sup>", "\u00ad", " below zero", " \u2103"),
]
LEADS = [
    *("", "", "", "", "revenue was ", "up to ", "not more than ", "net loss of ", "rose to "),
    *("increased from ", "between ", "from ", "fell by ", "would be ", "Chapter ", "at least "),
    *("in the last ", "twenty (", "In millions: ", "Cost (USD): ", "no more than ", "about "),
    *("in no event ", "change was ", "a maximum of ", "the price rose from "),
    *(
        "no fee of ",
        "no late fees of ",
        "not in fact ",
        "&gt; ",
        "up to <b>",
        "> ",
        "Change: ",
        "x = ",
    ),
    *('by deleting "', "change was \u2212 ", "loss: - "),
]
JOINTS = [
    *(" to ", "-", "\u2013", " - ", " and ", " or ", ", ", "; ", " (", "  ", ". ", ", and "),
    *(
        " up to ",
        " until ",
        "..",
        "...",
        " \u2026 ",
        "\u2026",
        " ... ",
        "/",
        " thru ",
        "\ufe58",
        " or\u2212",
    ),
    *('" is replaced by "', " x ", "\u22c5", " to\u2010"),
]
TAILS = [
    *("", "", "", " or more", " or less", " and under", " in 2024", " for 2025", "."),
    *(
        " respectively",
        " (maximum)",
        " at most",
        " per day",
        ", or more",
        ", and up to",
        ", or less.",
    ),
    *(", or more people", '" is replaced', " in the red"),
]
HEADINGS = [
    *("(In thousands of dollars, except per share amounts)", "in millions", "($000s)", "(USD)"),
    *("(in thousands)", "$ million", "(\u00a3m)", "in US dollars", "in Canadian dollars", "(%)"),
    *("Thousands of euros", "Amounts in $", "USD in thousands", "(mg)", "$", "n (%)", "Year"),
    *("in thousands of shares", "2024", "2023", "Total", "EPS", "%", "\u20ac", "Revenue, USD"),
    *("In millions, except per share", "Net income", "Cost:", "in millions:", "Net loss"),
    *("Thousands", "USD, millions", "Amounts: millions", "(USD, thousands)", "(000 omitted)"),
    *(
        "Millions except per share",
        "Thousands, except EPS",
        "(in thousands omitted)",
        "at least",
        "up to",
    ),
]
CELLS = [
    *("(730)", "-", "5-", "$5", "- 5", "(5)%", "5 (2)", "88,410", "$ (12)", "3.12", "2024"),
    *("1,234*", "(5) *", "N/A", "12 (3%)", "\u22127", "($25)", "1.0%", "EUR 5", "5 million"),
    *(".5", "--5", "\u20145", "(.5)", "5 (in millions)", "$5 (CAD)", "5\u2010", "$5 ARS", "-.5"),
    *("(1)", "5 mg", "5\u20136", "x", "(5", "5)", "1990", "(12.5) %", "$(8)", "5\u00b9"),
]
NAMES = ["amount", "limit_2025", "rise_in_support", "net_loss", "change", "shares_held"]
STRINGS = [
    *("N/A", "none", "accelerated filer", "non-accelerated", "not ", "O'Brien", "O\u2019Brien's"),
    *("Acme Inc.", "well-\nknown", "well-known", " ", "  ", "\n", ", ", "'s", "Yes", "a "),
    *(
        "C++",
        "C#",
        "_",
        "\u00ad",
        "3.5",
        "-3",
        "$3",
        "3%",
        "R&D",
        "a~b",
        "x@y",
        "3,",
        "\u2013",
        "F1+",
    ),
]
ROLES = {
    "sign": ["(", "-", "\u2212", "loss"],
    "scale": ["million", "in millions", "(in thousands)", "thousands", "k", "m"],
    "unit": ["$", "USD", "dollars", "%", "mg", "days", "(USD)", "in US dollars"],
}
OWN_UNITS: list[Json] = [
    {"widgets": {"suffix": ["widgets"]}},
    {"USD": {"prefix": ["$"], "suffix": ["dollars"]}},
    {"X": {"prefix": ["#"], "suffix": ["x", "mg"]}},
    {"%": {"suffix": ["%"], "prefix": None}},
]


def pick(draw: st.DrawFn, some: list[str]) -> str:
    return draw(st.sampled_from(some))


def amount(draw: st.DrawFn) -> str:
    return "".join(pick(draw, some) for some in (PREFIXES, FIGURES, SCALES, SUFFIXES))


def phrase(draw: st.DrawFn) -> str:
    more = [pick(draw, JOINTS) + amount(draw) for _ in range(draw(st.integers(0, 2)))]
    return pick(draw, LEADS) + amount(draw) + "".join(more) + pick(draw, TAILS)


def prose(draw: st.DrawFn) -> str:
    return pick(draw, [" ", ". ", "\n"]).join(phrase(draw) for _ in range(draw(st.integers(1, 2))))


def table(draw: st.DrawFn) -> str:
    """Rows and headings; cells parted by tabs, bars or spaces."""
    part = pick(draw, ["\t", "  ", "   ", " | ", "|"])
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        kind = pick(draw, ["heading", "row", "row", "row", "row", "phrase", ""])
        if kind == "heading":
            rows.append(pick(draw, ["", "", "  "]) + pick(draw, HEADINGS))
        elif kind == "row":
            some = [pick(draw, draw(st.sampled_from([CELLS, CELLS, HEADINGS])))]
            for _ in range(draw(st.integers(0, 3))):
                some.append(pick(draw, draw(st.sampled_from([CELLS, CELLS, HEADINGS]))))
            rows.append(part.join(some))
        else:
            rows.append(phrase(draw) if kind else "")
    return "\n".join(rows)


def stretch(draw: st.DrawFn, text: str, start: int, end: int) -> Json:
    """A stretch by its words, by offsets, or by both."""
    known, way = offsets(text), draw(st.integers(0, 3))
    item: Json = {"start": known[start], "end": known[end]} if way < 2 else {}
    return item if way == 0 else {**item, "text": text[start:end]}


def anywhere(draw: st.DrawFn, text: str) -> Json:
    start = draw(st.integers(0, len(text) - 1))
    return stretch(draw, text, start, draw(st.integers(start + 1, len(text))))


def stated(draw: st.DrawFn, doc: Doc, name: str, field: Json, f: Figure) -> str:
    """What a figure states for a field, or something near that."""
    r = Reader(doc, name, field_of(field), {"unit_window": 24, "parts": "found"})
    own, heading = scale(r, f), heading_scale(r, f)
    power = own.power if own else (heading.power or 0) if heading else 0
    power = draw(st.sampled_from([power, power, power, power, 0, 3]))
    sign = -1 if negative(r, f) else 1
    assert f.value is not None
    value = f.value * draw(st.sampled_from([sign, sign, sign, sign, -sign]))
    return decimal(value * Fraction(10) ** power) or "5"


def claim(draw: st.DrawFn, doc: Doc, name: str, field: Json, number: int) -> Json:
    text = doc.text
    if field["type"] == "string":
        start = draw(st.integers(0, len(text) - 1))
        value = draw(st.sampled_from([text[start : start + 9], *STRINGS[:9]]))
        item = draw(st.sampled_from([{"text": text}, anywhere(draw, text)]))
        return {"id": f"f{number}", "field": name, "value": value, "evidence": [item]}
    figures = [f for f in everything(text) if f.value is not None]
    value, item = "5", anywhere(draw, text)
    if figures:
        f = draw(st.sampled_from(figures))
        value = stated(draw, doc, name, field, f)
        start = draw(st.sampled_from([f.start, 0, max(f.start - 5, 0)]))
        end = draw(st.sampled_from([f.end, len(text), min(f.end + 5, len(text))]))
        item = stretch(draw, text, start, end)
        if "start" in item and "text" in item and draw(st.integers(0, 4)) == 0:
            item = {**anywhere(draw, text), "text": item["text"]}
    items = [item]
    for role, words in ROLES.items():
        there = [word for word in words if word in text]
        if there and draw(st.integers(0, 7)) == 0:
            start = text.index(word := pick(draw, there))
            end = start + len(word)
            end += text[end : end + 1] == "s"  # a key whole
            items.append({"role": role, **stretch(draw, text, start, end)})
    made: Json = {"id": f"f{number}", "field": name, "value": value, "evidence": items}
    if field.get("unit"):
        made["unit"] = field["unit"]
    if draw(st.integers(0, 9)) == 0:
        region = anywhere(draw, text)
        made["search_region"] = {"start": region.get("start", 0), "end": region.get("end", 9)}
    if draw(st.integers(0, 5)) == 0:
        made["confidence"] = pick(draw, ["0.5", "0", "1", "0.90"])
    return made


def field(draw: st.DrawFn, doc: Doc, words: bool) -> Json:
    flags = {name: draw(st.integers(0, 4)) == 0 for name in ("multiple", "required")}
    if words:
        values = draw(st.sampled_from([None, None, ["N/A", "well-known", "Yes"]]))
        return {"type": "string", "values": values, **flags}
    codes = [
        code
        for code, forms in doc.units.items()
        if any(form in doc.text for some in forms.values() for form in some)
    ]
    comparators = ["eq"] * 7 + [
        "le",
        "ge",
        "gt",
        "lt",
        "approx",
        "range_low",
        "range_high",
        "range",
    ]
    return {
        "type": pick(draw, ["number", "number", "number", "integer"]),
        "unit": draw(st.sampled_from([None, None, "USD", *codes, *codes])),
        "comparator": pick(draw, comparators),
        "sign": draw(st.sampled_from([None, None, None, None, "magnitude"])),
        **flags,
    }


def policy(draw: st.DrawFn) -> str | Json:
    if draw(st.integers(0, 2)):
        return pick(draw, ["default", "default", "seed"])
    return {
        "check": "fact/0.1",
        "min_confidence": draw(st.sampled_from([None, "0.5", "0.9"])),
        "unit_window": draw(st.integers(0, 5)),
        "reanchor": draw(st.booleans()),
        "parts": pick(draw, ["found", "cited"]),
        "decimal": "point",
        "waive": draw(st.sampled_from([[], ["SCALE_WORD"], ["NUMBER_PART", "PART_MISSING"]])),
    }


@st.composite
def packets(draw: st.DrawFn) -> Json:
    words = draw(st.integers(0, 7)) == 0
    if words:
        text = "".join(pick(draw, STRINGS) for _ in range(draw(st.integers(1, 7))))
    else:
        text = draw(st.sampled_from([prose, table]))(draw)
    own = draw(st.sampled_from([{}, {}, *OWN_UNITS]))
    doc = Doc(nfc(text) or "5", units_of({"units": own}))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True))
    fields = {name: field(draw, doc, words) for name in names}
    claims = []
    for number in range(draw(st.integers(1, 3))):
        name = pick(draw, names)
        claims.append(claim(draw, doc, name, fields[name], number))
    return {
        "groundspec": "0.1",
        "check": "fact/0.1",
        "source": {"text": doc.text, "id": None, "url": None},
        "schema": {"fields": fields, "units": own} if own else {"fields": fields},
        "policy": policy(draw),
        "claims": claims,
        "absences": draw(st.sampled_from([[], [{"field": names[0]}]])),
    }
