"""Mistakes in where evidence lies: spans, quotes, strings, cited items (9.7, 9.8)."""

from __future__ import annotations

from groundspec.fact import places, strings
from groundspec.vocab.pack import pack
from mutants.making import Mutants

PLACE, STRING, ROLE, FLAG = "fact/place", "fact/string", "fact/role", "fact/flag"
MUTANTS = Mutants(PLACE, ROLE)

MUTANTS.constant("occurrences-of-a-quote-999", places, "MOST", 999, PLACE)
for joiner in "-\u2010\u2011'\u2019":
    kept = strings._JOINERS - {joiner}
    MUTANTS.constant(f"not-joined-by-{ord(joiner):x}", strings, "_JOINERS", kept, STRING)

for folder, name, path, old, new in (
    (PLACE, "spans-may-be-empty", "places.Places.span", "start < end", "start <= end"),
    (PLACE, "spans-in-code-points", "places.Places.span",
     "source.code_point_offset(start), source.code_point_offset(end)", "start, end"),
    (PLACE, "spans-in-code-points-at-the-end", "places.Places.span",
     "source.code_point_offset(end)", "end"),
    (PLACE, "spans-may-begin-inside-a-code-point", "places.Places.span",
     "if low < 0 or high < 0 else", "if high < 0 else"),
    (PLACE, "spans-may-end-inside-a-code-point", "places.Places.span",
     "if low < 0 or high < 0 else", "if low < 0 else"),
    (PLACE, "occurrences-that-begin-in-the-region", "places.Places._within",
     "start, region.end)", "start)"),
    (PLACE, "white-space-in-a-region-as-written", "places.Places._within", 'if " " in wanted:',
     "if False:"),
    (PLACE, "region-does-not-matter", "places.Places._all", "if region is not None:",
     "if False:"),
    (PLACE, "moved-though-its-span-states-it", "reading.Reader._number", " and found.rank > 1", ""),
    (PLACE, "moved-to-the-first-of-several", "reading.Reader._moved", "if len(found) > 1:",
     "if False:"),
    (PLACE, "moved-to-what-is-not-flagged", "reading.Reader._moved", "_rank(match) < 2",
     "_rank(match) < 1"),
    (PLACE, "moved-without-the-policy", "reading.Reader.__init__", 'policy["reanchor"] and ', ""),
    (PLACE, "never-moved", "reading.Reader.__init__", 'policy["reanchor"] and ', "False and "),
    (PLACE, "moved-outside-the-region", "reading.Reader._moved", ", self._region(claim)", ""),
    (STRING, "string-moved-to-the-first-of-several", "reading.Reader._moved_string",
     "if found is not None:", "if False:"),
    (STRING, "first-string-though-negated", "reading.Reader._string",
     "if negation_before(self._document, place) is None:", "if True:"),
    (FLAG, "other-words-than-the-span", "reading.Reader._verbatim",
     "return same_words(", "return True or same_words("),
    (FLAG, "hyphens-at-line-ends-matter", "reading.same_words",
     " or _unbroken(one) == _unbroken(two)", ""),
    (FLAG, "hyphens-at-any-line-end", "reading._unbroken",
     "is_letter(text, match.start() - 1) and is_letter(text, match.end())", "True"),
    (FLAG, "hyphens-behind-letters", "reading._unbroken",
     " and is_letter(text, match.end())", ""),
    (FLAG, "hyphens-before-letters", "reading._unbroken",
     "is_letter(text, match.start() - 1) and ", ""),
    (STRING, "string-before-a-word", "strings._free", "if is_word(text, outside):", "if False:"),
    (STRING, "string-that-ends-with-a-mark-before-a-word", "strings._free",
     "if not is_word(text, inside):", "if False:"),
    (STRING, "string-before-a-joined-word", "strings._free", "return not (joined and",
     "return not (False and"),
    (STRING, "string-before-a-joiner", "strings._free",
     "joined and is_word(text, outside + step) and not possessive", "joined and not possessive"),
    (STRING, "possessives-go-on", "strings._free", " and not possessive", ""),
    (STRING, "possessives-without-a-curly-quote", "strings._free",
     '("\'s", "\\u2019s")', '("\'s",)'),
    (STRING, "possessives-that-go-on", "strings._free",
     "and not is_word(text, outside + 2)", "and True"),
    (STRING, "string-negated-at-a-distance", "strings.negation_before",
     "and not folded[matches[-1].end() : found.start].strip(WHITE)", "and True"),
    (STRING, "string-negated-within-23", "strings.negation_before", "found.start - 24",
     "found.start - 23"),
    (STRING, "string-negated-within-25", "strings.negation_before", "found.start - 24",
     "found.start - 25"),
    (ROLE, "first-occurrence-of-an-item", "roles.Roles._place", "self._nearest(text, match) or ",
     ""),
    (ROLE, "items-before-the-figure-first", "roles.Roles._nearest",
     "next(holding, None) or next(reaching, None)", "None"),
    (ROLE, "items-that-reach-behind-do-not-matter", "roles.Roles._nearest",
     " or next(reaching, None)", ""),
    (ROLE, "first-item-before-the-figure", "roles.Roles._nearest",
     "next(reversed(list(self._places.occurrences(text, before))), None)",
     "next(self._places.occurrences(text, before), None)"),
    (ROLE, "items-of-other-words", "roles.Roles._verbatim",
     "return not much_longer(words, item.text) and", "return True or"),
    (ROLE, "items-of-strings-pass", "roles.Roles.listed", "False, True)", "True, True)"),
    (ROLE, "sign-item-anywhere", "roles.Roles._sign_passes",
     "return amount.bracketed and", "return True or amount.bracketed and"),
    (ROLE, "sign-item-without-its-bracket", "roles.Roles._sign_passes",
     "return amount.bracketed and", "return False and"),
    (ROLE, "scale-item-beside-a-scale", "roles.Roles._scale_passes",
     "return span.start <= amount.scale_at.start and amount.scale_at.end <= span.end",
     "return True"),
    (ROLE, "scale-item-behind-the-figure", "roles.Roles._scale_passes",
     "if span.end > amount.figure.start:", "if False:"),
    (ROLE, "scale-item-that-is-no-heading", "roles.Roles._scale_passes",
     "if not any(span.start", "if False and any(span.start"),
    (ROLE, "unit-item-without-a-form", "roles.Roles._unit_passes",
     "not self._form_in(span, field.unit)", "False"),
    (ROLE, "unit-item-despite-a-conflict", "roles.Roles._unit_passes", "if match.conflict:",
     "if False:"),
    (ROLE, "unit-item-behind-the-figure", "roles.Roles._unit_passes",
     "return span.end <= amount.figure.start or amount.row", "return True"),
    (ROLE, "unit-item-before-the-figure-alone", "roles.Roles._unit_passes",
     "return span.end <= amount.figure.start or amount.row",
     "return span.end <= amount.figure.start"),
    (ROLE, "unit-item-above-is-none", "roles.Roles._unit_passes",
     "return amount.row and document.tables.heads", "return False and document.tables.heads"),
):  # fmt: skip
    MUTANTS.edit(name, f"fact.{path}", old, new, folder)

for row in ("never", "without"):
    MUTANTS.member(f"string-negated-without-{row}", pack, "negations", row, STRING)
