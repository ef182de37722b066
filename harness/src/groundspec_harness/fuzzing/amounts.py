"""Notations of amounts, each with the value that its writer means.

Most are made of parts: qualifier, currency, sign, brackets, digits, scale, unit. Some are notations
that say something else than they seem to.
"""

from dataclasses import dataclass
from functools import cached_property

from groundspec_harness.fuzzing.drawing import Hand
from groundspec_harness.fuzzing.vocabulary import Vocabulary

_DIGITS = (
    ("5", "5"), ("12", "12"), ("7.5", "7.5"), ("40", "40"), ("1,234", "1234"), ("000", "0"),
    ("0", "0"), (".5", "0.5"),
    ("1234.50", "1234.5"), ("1,234,567", "1234567"), ("1,50,00,000", "15000000"), ("2019", "2019"),
    ("12,34", "1234"),
    ("007", "7"), ("5.", "5"), ("5,", "5"), ("1.234", "1.234"), ("10", "10"), ("252,0000", "252"),
    ("1", "1"), ("1.00", "1"),
    ("1234,567", "1234567"), ("25,000", "25000"), ("3.141592", "3.141592"), ("99", "99"),
    ("0.50", "0.5"), ("20", "20"),
)  # fmt: skip
_NOTATIONS = (
    ("1.2E+05", "120000"), ("3e-2", "0.03"), ("5e3", "5000"), ("5 \u00d7 10\u2079", "5000000000"),
    ("10^9", "1000000000"), ("2x10^3", "2000"),
    ("10\u207b\u00b2", "0.01"), ("\u00bd", "0.5"), ("3\u00bd", "3.5"), ("3 1/2", "3.5"),
    ("1/2", "0.5"), ("2 \u2044 3", "2"), ("5 1/3", "5"),
    ("120/80", "120"), ("10:30", "30"), ("3.5:1", "3.5"), ("5 \u00b1 2", "5"), ("2\u20138", "8"),
    ("2 to 8", "2"), ("between 3 and 9", "9"),
    ("from 4,000 to 4,500", "4500"), ("1 234 567", "567"), ("1'234", "234"),
    ("1\u00a0234", "1234"), ("1,\n234", "1"), ("5 ft 3 inches", "5"),
    ("25, 50 and 100", "25"), ("25 mg, 50 mg and 100", "50"), ("5 or 7 million", "5"),
    ("2024-01-15", "15"), ("5th", "5"), ("10-K", "10"),
    ("5x20", "20"), ("1\u200b234", "1"), ("180\u2074", "180"), ("12 dozen", "12"),
    ("twenty (25)", "25"), ("twenty-five (25)", "25"), ("3 and 9", "3"),
    ("3.11.7", "3.11"), ("Chapter 7", "7"), ("the last 24 hours", "24"), ("3.50 to 1.00", "1"),
    ("5 and a half", "5"), ("- 3,266", "3266"),
    ("3,266-", "3266"), ("\u2014 5", "5"), ("Model X -1234", "-1234"), ("1.234,56", "1.234"),
    ("5 (in millions)", "5000000"), ("$$5", "5"), ("1.5\u00d72", "2"),
    ("5*", "5"), ("5\u2020", "5"), ("1,234^(1)", "1234"), ("Sales (1)", "1"),
    ("5 thousand million", "5000"), ("\u0665", "5"), ("5\u2460", "5"), ("2..5", "5"),
    ("from 5 to 7", "7"), ("rose to 46% from 40", "46"), ("5-10", "10"), ("x,5", "5"),
    ("...5", "5"), ("$'000", "0"), ("5/24/2019", "24"), ("7 of 12", "7"),
)  # fmt: skip


@dataclass(frozen=True)
class Amount:
    """What is written, the number that its digits are, its power of ten, sign and unit."""

    text: str
    number: str
    scale: int = 0
    negative: bool = False
    unit: str | None = None


Form = tuple[str, str | None]


@dataclass(frozen=True)
class Forms:
    """What an amount is made of, the common ones more than once."""

    known: Vocabulary

    @cached_property
    def prefixes(self) -> tuple[Form, ...]:
        """Forms of currencies."""
        forms = [(form, code) for code, unit in self.known.units.items() for form in unit["prefix"]]
        spaced = [(f"{form} ", code) for form, code in forms]
        return (*[("$", "USD")] * 20, *[("\u20ac", "EUR")] * 5, *forms, *spaced, *_ODD_PREFIXES)

    @cached_property
    def suffixes(self) -> tuple[Form, ...]:
        """Forms of units, set on or behind a space, with what may stand before or behind them."""
        pack = self.known.listed
        forms = [(form, code) for code, unit in self.known.units.items() for form in unit["suffix"]]
        spaced = [(f" {form}", code) for form, code in forms]
        modified = [(f" {word} days", "days") for word in pack("unit_modifiers")]
        rates = [(f" mg{by}{rate}", "mg") for by in ("/", " per ") for rate in pack("rates")[:30]]
        common = [("%", "%")] * 25 + [(" mg", "mg")] * 25 + [(" days", "days")] * 10
        return (*common, *forms, *spaced, *modified, *rates, *_ODD_SUFFIXES)

    @cached_property
    def scales(self) -> tuple[tuple[str, int], ...]:
        """Scale words and suffixes."""
        words = [(f" {word}", power) for word, power in self.known.pack["scale_words"].items()]
        keys = self.known.pack["scale_suffixes"].items()
        suffixes = [(f"{gap}{key}", power) for key, power in keys for gap in ("", " ")]
        return (*[(" million", 6)] * 8, *words, *suffixes, *_ODD_SCALES)

    @cached_property
    def before(self) -> tuple[str, ...]:
        """Phrases that make of a figure a bound, a change or something that is not."""
        beside = (phrase for name in _BESIDE for phrase in self.known.listed(name))
        return (*self.known.comparing("before"), *beside, "in no event more than", "would be")

    @cached_property
    def behind(self) -> tuple[str, ...]:
        return self.known.comparing("after")


_BESIDE = (
    "bounds", "negated_values", "loss_words", "change_words", "reference_words", "period_words",
    "negations",
)  # fmt: skip
_ODD_PREFIXES: tuple[Form, ...] = (
    ("X$", "USD"), ("US $", "USD"), ("\u20bf", None), ("AUD $", "AUD"), ("EUR/$", "USD"),
)  # fmt: skip
_ODD_SUFFIXES: tuple[Form, ...] = (
    (" mg\u00b2", "mg"), (" kg\u207b\u00b9", "kg"), (" m/s", "m"), (" (CAD)", "USD"),
    (" km/h", "km"), (" mg/day", "mg"),
    ("%-points", "%"), (" mg mL-1", "mg"), (" mg^2", "mg"), ("%/h", "%"),
)  # fmt: skip
_ODD_SCALES = (
    ("-million", 6), (" MILLION", 6), ("\u00a0million", 6), (" (in thousands)", 3),
    (" millionth", 0), (", in millions", 6),
)  # fmt: skip
_ORDERS = (
    "{minus}{prefix}{figure}{suffix}",
    "{minus}{prefix}{figure}{suffix}",
    "{minus}{prefix}{figure}{suffix}",
    "{prefix}{minus}{figure}{suffix}",
    "{prefix}({figure}){suffix}",
    "({prefix}{figure}{suffix})",
    "({prefix}{figure}){suffix}",
    "{prefix}{figure}{suffix}{minus}",
    "{prefix} {figure} {suffix}",
)


def amount(hand: Hand, forms: Forms) -> Amount:
    """An amount as documents write it."""
    return _noted(hand, forms) if hand.once_in(4) else _composed(hand, forms)


def _noted(hand: Hand, forms: Forms) -> Amount:
    """A notation of its own kind, perhaps with currency or unit."""
    written, number = hand.of(_NOTATIONS)
    prefix, currency = hand.of(forms.prefixes) if hand.once_in(3) else _NOTHING
    suffix, unit = hand.of(forms.suffixes) if hand.once_in(3) else _NOTHING
    return Amount(f"{prefix}{written}{suffix}", number, unit=unit or currency)


_NOTHING: Form = ("", None)


def _composed(hand: Hand, forms: Forms) -> Amount:
    written, number = hand.of(_DIGITS)
    prefix, currency = hand.of(forms.prefixes) if hand.once_in(2) else _NOTHING
    scale_text, scale = hand.of(forms.scales) if hand.once_in(3) else ("", 0)
    suffix, unit = hand.of(forms.suffixes) if hand.once_in(4 if prefix else 2) else _NOTHING
    minus = hand.seldom(forms.known.sets["minus"], 3)
    figure = f"{written}{scale_text}"
    order = hand.of(_ORDERS)
    body = order.format(minus=minus, prefix=prefix, figure=figure, suffix=suffix)
    before = f"{hand.of(forms.before)} " if hand.once_in(4) else ""
    behind = f" {hand.of(forms.behind)}" if hand.once_in(7) else ""
    negative = ("(" in order) or (bool(minus) and "{minus}" in order)
    return Amount(f"{before}{body}{behind}", number, scale, negative, unit or currency)
