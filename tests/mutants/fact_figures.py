"""Mistakes in figures and in the notations that are read as one number (9.3)."""

from __future__ import annotations

import re

from groundspec.resources import table
from groundspec.text import numbers
from mutants.making import Mutants, Patch

FIGURE, COMPOSITE, PART = "fact/figure", "fact/composite", "fact/part"
MUTANTS = Mutants(FIGURE, COMPOSITE)

MUTANTS.around("code-points-of-a-figure-with-a-value", numbers, "LONGEST", 64, FIGURE)


def _beginning(name: str, old: str, new: str) -> None:
    """Add a mutant of where figures begin, and of the search for them."""

    def change(patch: Patch) -> None:
        for known in ("_BEGIN", "_STARTS"):
            written = getattr(numbers, known).pattern
            if written.count(old) != 1:
                raise LookupError(f"{known} has not once {old!r}")
            patch.setattr(numbers, known, re.compile(written.replace(old, new)))

    MUTANTS.add(name, change, FIGURE)


_beginning("figure-of-127-digits-and-commas", "{0,127}", "{0,126}")
_beginning("figure-of-129-digits-and-commas", "{0,127}", "{0,128}")
_beginning("figure-behind-a-letter", "(?<![0-9A-Za-z])", "(?<![0-9])")
_beginning("figure-behind-a-point", "(?<![.,])", "(?<![,])")
_beginning("figure-behind-a-comma", "(?<![.,])", "(?<![.])")
_beginning("figure-behind-two-points-is-none", r"(?<=\.\.)|", "")
_beginning("figure-behind-a-letter-and-a-comma-is-none", r"[A-Za-z\x22],", r"[\x22],")
_beginning("figure-behind-a-capital-and-a-comma-is-none", r"[A-Za-z\x22],", r"[a-z\x22],")
_beginning("figure-behind-a-small-letter-and-a-comma-is-none", r"[A-Za-z\x22],", r"[A-Z\x22],")
_beginning("figure-behind-a-quotation-mark-and-a-comma-is-none", r"[A-Za-z\x22],", "[A-Za-z],")
_beginning("runs-of-any-length-are-figures", "(?![0-9,])", "")
_beginning("figure-with-no-decimals", r"(\.[0-9]{1,129})?", r"(\.[0-9]{300,})?")

for folder, name, path, old, new in (
    (FIGURE, "figure-behind-another-numeral", "_numeral",
     ' or members("other-number")[text[at]]', ""),
    (FIGURE, "figure-behind-a-mark", "_numeral", '"LMD"', '"LD"'),
    (FIGURE, "figure-behind-a-letter-that-is-not-ascii", "_numeral", '"LMD"', '"MD"'),
    (FIGURE, "commas-at-the-end-belong-to-the-figure", "_figure", '.rstrip(",")', ""),
    (FIGURE, "decimals-behind-a-comma-at-the-end", "_figure",
     " and len(run) == len(match[1])", ""),
    (FIGURE, "noughts-of-a-scale-are-a-figure", "_figure", 'run == "000" and', "False and"),
    (FIGURE, "four-noughts-are-no-figure", "_figure", 'run == "000" and', 'run[:3] == "000" and'),
    (FIGURE, "noughts-are-never-a-figure", "_figure",
     " and _in_currency_scale(text, start)", ""),
    (FIGURE, "noughts-with-decimals-are-no-figure", "_figure", 'elif run == "000"',
     'if run == "000"'),
    (FIGURE, "noughts-behind-no-apostrophe", "_in_currency_scale",
     '("\'", "\\u2018", "\\u2019")', '("\\u2018", "\\u2019")'),
    (FIGURE, "noughts-behind-no-opening-quote", "_in_currency_scale",
     '("\'", "\\u2018", "\\u2019")', '("\'", "\\u2019")'),
    (FIGURE, "noughts-behind-no-closing-quote", "_in_currency_scale",
     '("\'", "\\u2018", "\\u2019")', '("\'", "\\u2018")'),
    (FIGURE, "noughts-behind-a-dollar-alone", "_in_currency_scale", "is_currency(text[at])",
     'text[at] == "$"'),
    (FIGURE, "figure-before-a-digit-of-another-script", "_foreign", 'CLASS_OF[char] == "D" or ',
     ""),
    (FIGURE, "figure-before-another-numeral", "_foreign",
     ' or (members("other-number")[char] and char not in _other_marks())', ""),
    (FIGURE, "figure-before-a-raised-numeral-is-none", "_foreign",
     " and char not in _other_marks()", ""),
    (FIGURE, "figure-before-a-point-and-another-digit", "_goes_on_foreign", '(".", ",")', '(",",)'),
    (FIGURE, "figure-before-a-comma-and-another-digit", "_goes_on_foreign", '(".", ",")', '(".",)'),
    (FIGURE, "sixty-five-code-points-without-decimals-alone", "_figure",
     "end - start > LONGEST", "len(run) > LONGEST"),
    (FIGURE, "decimals-count-for-nothing", "_figure", "run + decimals, -len(decimals)",
     "run, 0"),
    (COMPOSITE, "exponent-before-a-word", "exponent_from",
     "not is_word(text, match.end()) and ", ""),
    (COMPOSITE, "exponent-before-a-decimal", "exponent_from",
     " and not _point(text, match.end())", ""),
    (COMPOSITE, "exponent-is-never-negative", "exponent_from", "(-1 if", "(1 if"),
    (COMPOSITE, "exponent-with-a-plus-is-negative", "exponent_from",
     'match[1] and match[1] != "+"', "match[1]"),
    (COMPOSITE, "ten-of-a-product-alone", "power_from", " or _factored(text, figure.start)", ""),
    (COMPOSITE, "power-of-any-base", "power_from",
     'text[figure.start : figure.end] != "10"', 'not text[figure.start : figure.end]'),
    (COMPOSITE, "power-is-never-negative", "power_from", "-power if match[1]", "power if match[1]"),
    (COMPOSITE, "power-without-its-factor", "power_from", "behind.end(), figure.number",
     "behind.end(), factor"),
    (COMPOSITE, "power-without-a-caret", "power_from", "_CARET.match(text, ten + 2) or ", ""),
    (COMPOSITE, "power-without-raised-digits", "power_from",
     " or _RAISED.match(text, ten + 2)", ""),
    (COMPOSITE, "fraction-behind-a-figure-with-commas", "fraction_from",
     "= text[figure.start : figure.end]", '= text[figure.start : figure.end].replace(",", "")'),
    (COMPOSITE, "quotient-of-one-digit", "fraction_from", "len(written) <= 2",
     "len(written) <= 1"),
    (COMPOSITE, "quotient-behind-a-dollar", "fraction_from",
     "not in _BEFORE_NO_QUOTIENT", 'not in ("/", "\\u2044", ".")'),
    (COMPOSITE, "quotient-behind-a-slash", "fraction_from",
     "not in _BEFORE_NO_QUOTIENT", 'not in ("\\u2044", "$", ".")'),
    (COMPOSITE, "quotient-in-a-mixed-number", "fraction_from", "not mixed and ", ""),
    (COMPOSITE, "quotient-in-a-mixed-number-of-another-space", "fraction_from",
     '(" ", "\\u00a0")', '(" ",)'),
    (COMPOSITE, "quotient-is-not-doubtful", "fraction_from", ", doubtful=True", ""),
    (COMPOSITE, "quotient-of-nought", "_quotient", "0 < int(above)", "0 <= int(above)"),
    (COMPOSITE, "quotient-of-equals", "_quotient", "< int(below)", "<= int(below)"),
    (COMPOSITE, "quotient-above-one", "_quotient", " < int(below):", ":"),
    (COMPOSITE, "quotient-without-an-end", "_quotient",
     "None if rest else ", ""),
    (COMPOSITE, "quotient-of-five-places", "_quotient", "10**6, int(below)",
     "10**5, int(below)"),
    (COMPOSITE, "sum-that-forgets-the-whole", "_sum", "int(whole) *", "0 *"),
):  # fmt: skip
    MUTANTS.edit(name, f"text.numbers.{path}", old, new, folder)

for folder, name, known, old, new in (
    (FIGURE, "groups-of-two-or-three", "_GROUPED", "(?:,[0-9]{3})+", "(?:,[0-9]{2,3})+"),
    (FIGURE, "groups-of-three-or-four", "_GROUPED", "(?:,[0-9]{3})+", "(?:,[0-9]{3,4})+"),
    (FIGURE, "four-digits-before-groups", "_GROUPED", "{1,3}", "{1,4}"),
    (FIGURE, "two-digits-before-groups", "_GROUPED", "{1,3}", "{1,2}"),
    (FIGURE, "one-group-alone", "_GROUPED", "(?:,[0-9]{3})+", "(?:,[0-9]{3})"),
    (FIGURE, "no-indian-groups", "_GROUPED", "|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}", ""),
    (FIGURE, "three-digits-before-indian-groups", "_GROUPED", "{1,2}(", "{1,3}("),
    (FIGURE, "one-digit-before-indian-groups", "_GROUPED", "{1,2}(", "{1,1}("),
    (FIGURE, "indian-groups-without-the-last", "_GROUPED", "(?:,[0-9]{2})+,[0-9]{3}",
     "(?:,[0-9]{2})+(?:,[0-9]{3})?"),
    (FIGURE, "one-indian-group-alone", "_GROUPED", "(?:,[0-9]{2})+,", "(?:,[0-9]{2}),"),
    (COMPOSITE, "exponent-with-a-small-e-alone", "_EXPONENT", "[eE]", "[e]"),
    (COMPOSITE, "exponent-with-a-capital-e-alone", "_EXPONENT", "[eE]", "[E]"),
    (COMPOSITE, "exponent-without-a-plus", "_EXPONENT", "[+\\-", "[\\-"),
    (COMPOSITE, "exponent-without-a-hyphen", "_EXPONENT", "[+\\-", "[+"),
    (COMPOSITE, "exponent-without-a-minus-sign", "_EXPONENT", "\\u2212", ""),
    (COMPOSITE, "exponent-with-a-dash", "_EXPONENT", "\\u2212", "\\u2212\\u2013"),
    (COMPOSITE, "exponent-of-two-digits", "_EXPONENT", "{1,3}", "{1,2}"),
    (COMPOSITE, "exponent-of-four-digits", "_EXPONENT", "{1,3}", "{1,4}"),
    (COMPOSITE, "caret-without-a-hyphen", "_CARET", "\\-", ""),
    (COMPOSITE, "caret-without-a-minus-sign", "_CARET", "\u2212", ""),
    (COMPOSITE, "caret-without-a-dash", "_CARET", "\u2013", ""),
    (COMPOSITE, "caret-of-one-digit", "_CARET", "{1,2}", "{1,1}"),
    (COMPOSITE, "caret-of-three-digits", "_CARET", "{1,2}", "{1,3}"),
    (COMPOSITE, "caret-of-the-first-two-digits", "_CARET", "(?![0-9])", ""),
    (COMPOSITE, "raised-digits-without-a-minus", "_RAISED", "(\u207b?)", "()"),
    (COMPOSITE, "one-raised-digit", "_RAISED", "{1,2}", "{1,1}"),
    (COMPOSITE, "three-raised-digits", "_RAISED", "{1,2}", "{1,3}"),
    (COMPOSITE, "fraction-at-a-no-break-space-parts", "_VULGAR_BEHIND", "\u00a0", ""),
    (COMPOSITE, "fraction-at-a-thin-space-parts", "_VULGAR_BEHIND", "\u2009", ""),
    (COMPOSITE, "fraction-at-a-narrow-space-parts", "_VULGAR_BEHIND", "\u202f", ""),
    (COMPOSITE, "fraction-set-on-alone", "_VULGAR_BEHIND", "[ \u00a0\u2009\u202f]?", ""),
    (COMPOSITE, "mixed-number-at-a-no-break-space-parts", "_QUOTIENT_BEHIND", "[ \u00a0]",
     "[ ]"),
    (COMPOSITE, "mixed-number-of-one-digit-above", "_QUOTIENT_BEHIND", "([0-9]{1,2})[/",
     "([0-9])[/"),
    (COMPOSITE, "mixed-number-of-one-digit-below", "_QUOTIENT_BEHIND", "([0-9]{1,2})(",
     "([0-9])("),
    (COMPOSITE, "mixed-number-without-a-fraction-slash", "_QUOTIENT_BEHIND", "[/\u2044](",
     "[/]("),
    (COMPOSITE, "mixed-number-before-a-slash", "_QUOTIENT_BEHIND", "(?![0-9/\u2044]|",
     "(?![0-9]|"),
    (COMPOSITE, "mixed-number-before-a-decimal", "_QUOTIENT_BEHIND", "|\\.[0-9])", ")"),
    (COMPOSITE, "quotient-without-a-fraction-slash", "_QUOTIENT", "[/\u2044](", "[/]("),
    (COMPOSITE, "quotient-before-a-slash", "_QUOTIENT", "(?![0-9/\u2044]|", "(?![0-9]|"),
    (COMPOSITE, "quotient-before-a-decimal", "_QUOTIENT", "|\\.[0-9])", ")"),
    (COMPOSITE, "quotient-of-one-digit-below", "_QUOTIENT", "{1,2}", "{1,1}"),
    (COMPOSITE, "quotient-of-three-digits-below", "_QUOTIENT", "{1,2}", "{1,3}"),
):  # fmt: skip
    MUTANTS.pattern(name, numbers, known, old, new, folder)

CUT = ("fact.coefficients.Coefficients._listed", "if ends[row] <= end:", "if True:")
MUTANTS.edits(
    "figure-that-begins-in-the-span",
    [CUT, ("text.numbers.figures", "if figure.end <= end:", "if True:")],
    FIGURE,
)
MUTANTS.edits(
    "composite-that-begins-in-the-span",
    [CUT, ("text.numbers.figures", "if composite.end <= end:", "if True:")],
    COMPOSITE,
)

for sign, name in ("\u00d7", "times"), ("x", "x"), ("\\*", "asterisk"), ("\u00b7", "dot"):
    MUTANTS.pattern(f"product-without-{name}", numbers, "_TEN_BEHIND", sign, "", COMPOSITE)

for char in "\u00bc\u00bd\u00be\u2155\u2156\u2157\u2158\u215b\u215c\u215d\u215e":

    def _other(patch: Patch, char: str = char) -> None:
        fractions = table("numbers")["fractions"]
        patch.setitem(fractions, char, fractions[char] + "1")

    MUTANTS.add(f"fraction-{ord(char):x}-is-another", _other, COMPOSITE)
