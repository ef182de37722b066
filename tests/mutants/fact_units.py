"""Mistakes in the units of a schema, and in which form of one stands at a figure (9.5)."""

from __future__ import annotations

from groundspec.fact import amounts, forms
from groundspec.vocab.pack import pack
from mutants.making import Mutants

UNIT, SCALE = "fact/unit", "fact/scale"
MUTANTS = Mutants(UNIT)

for name, path, old, new in (
    ("own-units-replace-the-pack", "units.Units.__init__", '**base["units"], **own', "**own"),
    ("the-pack-replaces-own-units", "units.Units.__init__", '**base["units"], **own',
     '**own, **base["units"]'),
    ("suffix-form-behind-a-digit-is-none", "units.Units.suffix_at",
     "(is_digit(text, at - 1) or edge_ok(text, at, True))", "edge_ok(text, at, True)"),
    ("suffix-form-before-a-word", "units.Units.suffix_at",
     "edge_ok(\n", "(True or\n"),
    ("prefix-form-behind-a-word", "units.Units.prefix_before",
     "edge_ok(text, match.start(), True) and ", ""),
    ("currency-behind-a-letter", "units.Units.prefix_before",
     "if is_currency(text[first]) and first and", "if False and"),
    ("currency-behind-a-capital-of-ascii-alone", "units.Units.prefix_before",
     'CLASS_OF[text[first - 1]] == "L"', 'text[first - 1] in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"'),
    ("shortest-form", "units._Forms.__init__", "(-len(form), form)", "(len(form), form)"),
    ("first-unit-with-a-form", "units._Forms.code", "wanted if wanted in codes else codes[0]",
     "codes[0]"),
    ("last-unit-with-a-form", "units._Forms.code", "codes[0]", "codes[-1]"),
    ("suffix-form-behind-a-prefix-form", "amounts.read_amount",
     "suffix is not None and prefix is not None and not document.units.is_currency(suffix.code)",
     "False"),
    ("suffix-form-behind-a-prefix-form-is-dropped", "amounts.read_amount",
     " and not document.units.is_currency(suffix.code)", ""),
    ("suffix-form-beyond-the-cell", "amounts.read_amount",
     "cell.end if row and cell is not None else len(document.text)", "len(document.text)"),
    ("suffix-form-within-any-cell", "amounts.read_amount", "if row and cell is", "if cell is"),
    ("prefix-form-before-suffix-form", "amounts.Amount.unit", "self.suffix or self.prefix",
     "self.prefix or self.suffix"),
    ("window-one-less", "forms.suffix_form", "document.window + 1", "document.window"),
    ("window-one-more", "forms.suffix_form", "document.window + 1", "document.window + 2"),
    ("one-bracket-before-a-form", "forms.suffix_form", "closed < 2", "closed < 1"),
    ("three-brackets-before-a-form", "forms.suffix_form", "closed < 2", "closed < 3"),
    ("one-modifier-before-a-form", "forms.suffix_form", "modifiers == 2", "modifiers == 1"),
    ("three-modifiers-before-a-form", "forms.suffix_form", "modifiers == 2", "modifiers == 3"),
    ("no-modifier-before-a-form", "forms.suffix_form", "end < 0 or modifiers == 2", "True"),
    ("form-of-a-currency-per-anything", "forms._per",
     "document.units.is_currency(form.code) or ", ""),
    ("power-behind-a-form-that-is-no-word", "forms._per",
     "is_word(text, form.end - 1) and ", ""),
    ("no-power-behind-a-form", "forms._per", "_POWER.match(text, form.end)", "False"),
    ("nothing-is-per-anything", "forms._per", "divided and divided.end() > form.end", "False"),
    ("per-a-rate-that-goes-on", "forms._per",
     "match and not is_word(text, match.end())", "match"),
    ("no-inverse-of-a-rate", "forms._per", "inverse and _rates()", "False and _rates()"),
    ("rates-as-written", "forms._rates", "rate.translate(FOLD)", "rate"),
    ("shortest-rate", "forms._rates", "-len(rate)", "len(rate)"),
    ("shared-unit-joined-by-white-space", "amounts._shared",
     ' or not (match["mark"] or match["word"])', ""),
    ("shared-unit-joined-by-a-mark-alone", "amounts._shared",
     '(match["mark"] or match["word"])', '(match["mark"])'),
    ("shared-unit-joined-by-a-word-alone", "amounts._shared",
     '(match["mark"] or match["word"])', '(match["word"])'),
    ("shared-unit-behind-no-bracket", "amounts._shared",
     'match.end() + 1 if text.startswith("(", match.end()) else match.end()', "match.end()"),
    ("shared-unit-of-the-next-figure-alone", "amounts._shared", "range(_SHARED_MOST)",
     "range(1)"),
    ("shared-unit-without-a-scale", "amounts._shared",
     "following.end if scale is None else scale.end", "following.end"),
    ("shortest-figure-of-a-list", "document.Document.longest_at", "found = row",
     "found = found or row"),
):  # fmt: skip
    MUTANTS.edit(name, f"fact.{path}", old, new)

MUTANTS.around("figures-of-a-list", amounts, "_SHARED_MOST", 32, UNIT)

for name, known, old, new in (
    ("rate-behind-a-slash-alone", "_DIVIDED", "(?:/|per(?![a-z]))", "(?:/)"),
    ("rate-behind-per-alone", "_DIVIDED", "(?:/|per(?![a-z]))", "(?:per(?![a-z]))"),
    ("rate-without-a-number", "_DIVIDED", "(?:[0-9]+", "(?:[a]+"),
    ("rate-without-decimals", "_DIVIDED", "(?:\\.[0-9]+)?", ""),
    ("per-a-power-without-a-caret", "_POWER", "|\\^[-\u2212\u20130-9]", ""),
    ("power-without-a-raised-minus", "_POWER", "\u207b", ""),
    ("inverse-without-a-dot", "_INVERSE", "\u00b7", ""),
    ("inverse-without-a-dot-operator", "_INVERSE", "\u22c5", ""),
    ("inverse-of-two-letters", "_INVERSE", "{1,3}", "{1,2}"),
    ("inverse-without-a-hyphen", "_INVERSE", "-1|", ""),
    ("inverse-without-a-minus-sign", "_INVERSE", "|\u22121", ""),
    ("inverse-without-raised-digits", "_INVERSE", "|\u207b\u00b9", ""),
    ("list-without-semicolons", "_CONNECTOR", "[,;]", "[,]"),
    ("list-without-commas", "_CONNECTOR", "[,;]", "[;]"),
    ("list-without-and", "_CONNECTOR", "and|or|to", "or|to"),
    ("list-without-or", "_CONNECTOR", "and|or|to", "and|to"),
    ("list-without-to", "_CONNECTOR", "and|or|to", "and|or"),
    ("list-without-brackets", "_CONNECTOR", "[)]?", ""),
):
    MUTANTS.pattern(name, amounts if hasattr(amounts, known) else forms, known, old, new)

for listed, row in (
    ("unit_modifiers", "calendar"),
    ("currencies", "CHF"),
    ("rates", "kg"),
    ("rates", "min"),
    ("rates", "m\u00b2"),
):
    MUTANTS.member(f"{listed}-without-{row}", pack, listed, row)
