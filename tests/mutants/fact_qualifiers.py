"""Mistakes in the comparators at a figure (9.6), and in how phrases are found (9.2)."""

from __future__ import annotations

import re

from groundspec.fact import qualifiers
from groundspec.vocab.pack import pack
from mutants.making import Mutants, Patch

QUALIFIER, FLAG, PART = "fact/qualifier", "fact/flag", "fact/part"
MUTANTS = Mutants(QUALIFIER)

for folder, name, path, old, new in (
    (QUALIFIER, "the-first-phrase-before", "qualifiers._before",
     "reversed(listed.all(folded, max(start, front - 80), front))",
     "listed.all(folded, max(start, front - 80), front)"),
    (QUALIFIER, "the-first-bound", "qualifiers._before",
     'bounds = phrases("bounds").all(folded, start, front)',
     'bounds = phrases("bounds").all(folded, start, front)[:1]'),
    (QUALIFIER, "bounds-over-anything", "qualifiers._before",
     " and _open(document, bounds[-1].end(), front)", ""),
    (QUALIFIER, "negated-bounds-alone", "qualifiers._before",
     "    found[name] = Span(*taken.span())\n    turned", "    turned"),
    (QUALIFIER, "negations-in-the-phrase-turn", "qualifiers._before",
     " and not _negative(phrase)", ""),
    (QUALIFIER, "negation-over-a-clause-break", "qualifiers._negated", "broken is None and ", ""),
    (QUALIFIER, "negation-over-a-clause-word", "qualifiers._negated",
     'not phrases("clause_words").all(document.folded, *between)', "True"),
    (QUALIFIER, "opposites-are-strict", "qualifiers._before", "found[_OPPOSITE[name]]",
     'found[{"gt": "lt", "lt": "gt", "ge": "le", "le": "ge"}[name]]'),
    (QUALIFIER, "bridge-of-39", "qualifiers.bridged", "> 40", "> 39"),
    (QUALIFIER, "bridge-of-41", "qualifiers.bridged", "> 40", "> 41"),
    (QUALIFIER, "bridge-of-two-words", "qualifiers.bridged", "<= 3", "<= 2"),
    (QUALIFIER, "bridge-of-four-words", "qualifiers.bridged", "<= 3", "<= 4"),
    (QUALIFIER, "bridge-of-any-words", "qualifiers.bridged",
     ' and all(word in pack()["bridge"] for word in words)', ""),
    (QUALIFIER, "bridge-of-some-words", "qualifiers.bridged", "all(word", "any(word"),
    (QUALIFIER, "bound-over-a-figure", "qualifiers._open",
     "next(figures(document.text, start, end), None) is not None", "False"),
    (QUALIFIER, "bound-over-a-copula", "qualifiers._open",
     'not phrases("copulas").all(document.folded, start, end)', "True"),
    (QUALIFIER, "plus-before-a-word", "qualifiers._after", " and not is_word(folded, end + 1)",
     ""),
    (QUALIFIER, "no-plus-behind", "qualifiers._after", 'folded[end] == "+"', "False"),
    (QUALIFIER, "two-bridge-words-behind", "qualifiers._after", "range(3)", "range(2)"),
    (QUALIFIER, "four-bridge-words-behind", "qualifiers._after", "range(3)", "range(4)"),
    (QUALIFIER, "counted-word-behind-a-form", "qualifiers._after",
     "None if amount.suffix else _COUNTED", "_COUNTED"),
    (QUALIFIER, "phrases-behind-the-cell", "qualifiers._after",
     "len(folded) if amount.within is None else amount.within.end", "len(folded)"),
    (QUALIFIER, "plus-behind-a-space", "qualifiers._after",
     'if phrase != "+" and', "if"),
    (QUALIFIER, "phrases-behind-the-figure", "qualifiers._after",
     "document.folded, amount.end", "document.folded, amount.figure.end"),
    (QUALIFIER, "ranges-have-no-low-end", "qualifiers._range_end",
     'return "range_low", _dash(behind)', "pass"),
    (QUALIFIER, "no-number-in-words", "qualifiers._before", "if amount.bracketed:", "if False:"),
    (QUALIFIER, "no-words-of-age", "qualifiers._behind_age", "if gap is None", "if True"),
    (QUALIFIER, "number-in-words-joined-to-the-figure", "qualifiers._spoken_front",
     ' or (at == front and match[2] == "-")', ""),
    (QUALIFIER, "any-word-of-a-number", "qualifiers._spoken_front",
     "match[1] not in _spoken()", "False"),
    (QUALIFIER, "ranges-have-no-high-end", "qualifiers._range_end",
     'return "range_high", _dash(match)', "return None"),
    (QUALIFIER, "range-behind-a-word-behind-a-form", "qualifiers._joiners_behind",
     " if _loose(amount) else None", ""),
    (QUALIFIER, "range-of-a-front-of-seven", "qualifiers._range_end", "front < 8", "front < 7"),
    (QUALIFIER, "range-of-a-front-of-nine", "qualifiers._range_end", "front < 8", "front < 9"),
    (QUALIFIER, "changes-are-ranges", "qualifiers._range_end",
     'document.on("F-CHANGE") and _changed(document, other)', "False"),
    (QUALIFIER, "range-place-with-its-white-space", "qualifiers._dash",
     "return _trimmed(match, ", "return Span(*match.span()) or ("),
    (QUALIFIER, "range-of-two-units", "qualifiers._pair",
     "one is not None and two is not None and one.code != two.code", "False"),
    (QUALIFIER, "range-of-figures-without-a-value", "qualifiers._pair",
     "low.figure.number is None or high.figure.number is None", "False"),
    (QUALIFIER, "and-joins-without-between", "qualifiers._pair",
     "return _between(document, low)", "return True"),
    (QUALIFIER, "and-never-joins", "qualifiers._pair", "return _between(document, low)",
     "return False"),
    (PART, "ratios-are-ranges", "qualifiers._pair",
     "return not (match", "return True or (match"),
    (QUALIFIER, "between-within-59", "qualifiers._between", "low.front - 60", "low.front - 59"),
    (QUALIFIER, "between-within-61", "qualifiers._between", "low.front - 60", "low.front - 61"),
    (QUALIFIER, "between-before-another-figure", "qualifiers._between",
     " and next(figures(document.text, found[-1].end(), low.front), None) is None", ""),
    (PART, "ratio-with-units", "qualifiers._ratio",
     "low.unit is not None or high.unit is not None or ", ""),
    (PART, "ratio-behind-a-change", "qualifiers.is_second_of_ratio",
     ' and not (\n        document.on("F-CHANGE") and _changed(document, first)\n    )', ""),
    (QUALIFIER, "change-from-anywhere", "qualifiers._changed",
     " or not bridged(folded, sources[-1].end(), front)", ""),
    (QUALIFIER, "change-without-a-determiner", "qualifiers._changed",
     'between[1] in pack()["determiners"] and ', ""),
    (QUALIFIER, "change-over-a-barrier", "qualifiers._changed",
     'not phrases("change_barriers").all(\n        folded, *between.span(2)\n    )', "True"),
    (QUALIFIER, "change-without-a-word", "qualifiers._changed",
     "if not words:\n        return False", "if not words:\n        return True"),
    (QUALIFIER, "range-in-brackets-is-never-a-change", "qualifiers._changed",
     "return _beside_change(document, low, start)", "return False"),
    (QUALIFIER, "tags-are-bounds", "qualifiers._before", "if match[0] == \">\" and",
     "if False and"),
    (QUALIFIER, "no-bound-in-the-cell-before", "qualifiers._before",
     "if taken is None and (before := _cell_before(amount)):", "if False:"),
    (QUALIFIER, "bound-anywhere-in-the-cell-before", "qualifiers._at_end",
     "if found and folded[found[-1].end() : cell.end] in _CELL_ENDS", "if found"),
    (QUALIFIER, "bound-of-a-cell-with-words", "qualifiers._cell_before",
     "cell is None or amount.front != cell.start", "cell is None"),
    (QUALIFIER, "no-negation-in-the-cell-before", "qualifiers._before",
     "start = before.start", "start = start"),
    (QUALIFIER, "comma-before-any-phrase", "qualifiers._after",
     "and phrase.startswith(first) and", "and"),
    (QUALIFIER, "comma-before-more-words", "qualifiers._after", " and alone:", ":"),
    (QUALIFIER, "dots-cut-short", "qualifiers._joiner_before", "if not cut and not spoken",
     "if not spoken"),
    (QUALIFIER, "up-to-cut-short", "qualifiers._joiner_before", "if not cut and not spoken",
     "if not cut"),
    (QUALIFIER, "shortest-figure-before", "qualifiers.last_before",
     "figure.end > found.end", "False"),
    (QUALIFIER, "phrase-behind-a-word", "vocab_pack",
     "is_word(folded, start - 1) or ", ""),
    (QUALIFIER, "phrase-behind-a-hyphen", "vocab_pack",
     'or (folded[start - 1] == "-" and is_word(folded, start - 2))', ""),
    (QUALIFIER, "phrase-behind-a-hyphen-alone", "vocab_pack",
     " and is_word(folded, start - 2)", ""),
    (QUALIFIER, "phrase-before-a-word", "vocab_pack",
     "not (is_word(folded, end - 1) and is_word(folded, end))", "True"),
):  # fmt: skip
    where = "vocab.pack.Phrases._stands" if path == "vocab_pack" else f"fact.{path}"
    MUTANTS.edit(name, where, old, new, folder)


@MUTANTS.by_hand
def shortest_phrases(patch: Patch) -> None:
    MUTANTS.edit("", "vocab.pack.Phrases.__init__", "-len(phrase)", "len(phrase)")
    MUTANTS.pop().change(patch)


for name, known, old, new in (
    ("barred-without-commas", "_BARRED", "[,;:()]", "[;:()]"),
    ("barred-without-semicolons", "_BARRED", "[,;:()]", "[,:()]"),
    ("barred-without-colons", "_BARRED", "[,;:()]", "[,;()]"),
    ("barred-without-brackets", "_BARRED", "[,;:()]", "[,;:]"),
    ("barred-without-hyphens", "_BARRED", "[-\u2013\u2014]", "[\u2013\u2014]"),
    ("barred-without-dashes", "_BARRED", "[-\u2013\u2014]", "[-\u2014]"),
    ("barred-without-long-dashes", "_BARRED", "[-\u2013\u2014]", "[-\u2013]"),
    ("clauses-without-semicolons", "_CLAUSE", "[;:]", "[:]"),
    ("clauses-without-colons", "_CLAUSE", "[;:]", "[;]"),
    ("clauses-with-commas", "_CLAUSE", "[;:]", "[,;:]"),
    ("ranges-without-to", "_RANGE", "(?P<word>to|", "(?P<word>"),
    ("ranges-without-through", "_RANGE", "|through", ""),
    ("ranges-without-thru", "_RANGE", "|thru", ""),
    ("ranges-without-until", "_RANGE", "|until", ""),
    ("ranges-without-an-ellipsis", "_RANGE", "\u2026|", ""),
    ("ranges-of-two-dots-alone", "_RANGE", "{2,3}", "{2}"),
    ("ranges-of-three-dots-alone", "_RANGE", "{2,3}", "{3}"),
    ("ranges-with-or", "_RANGE", "|and)", "|and|or)"),
    ("words-behind-no-bracket", "_CLOSERS", "[)]?", ""),
    ("words-in-no-bracket", "_CLOSERS", "[(]?", ""),
    ("words-behind-seven-spaces", "_CLOSERS", "{0,8}", "{0,7}"),
    ("words-behind-nine-spaces", "_CLOSERS", "{0,8}", "{0,9}"),
    ("counted-in-no-bracket", "_COUNTED", "[(]?", ""),
    ("range-behind-a-word-of-eleven", "_UNIT_WORD", "{1,12}", "{1,11}"),
    ("range-behind-a-word-of-thirteen", "_UNIT_WORD", "{1,12}", "{1,13}"),
    ("change-of-four-words", "_SIX_WORDS", "{0,5}", "{0,4}"),
    ("change-of-six-words", "_SIX_WORDS", "{0,5}", "{0,6}"),
    ("change-without-in", "_SIX_WORDS", "in|of", "of"),
    ("ratio-to-one-without-noughts", "_ONE", "(?:\\.0+)?", ""),
    ("ratio-to-one-and-a-bit", "_ONE", "\\.0+", "\\.[0-9]+"),
    ("change-beside-at-one-space", "_OPENED", "{1,2}", "{1}"),
):
    MUTANTS.pattern(name, qualifiers, known, old, new, QUALIFIER if known != "_ONE" else PART)

MUTANTS.constant(
    "order-of-comparators", qualifiers, "ORDER", tuple(reversed(qualifiers.ORDER)), QUALIFIER
)
MUTANTS.constant(
    "dashes-without-waves",
    qualifiers,
    "_RANGE",
    re.compile(qualifiers._RANGE.pattern.replace("\u301c", "").replace("\uff5e", "")),
    QUALIFIER,
)
for listed, row in (
    ("bridge", "at"),
    ("bridge", "be"),
    ("bounds", "up to"),
    ("bounds", "in excess of"),
    ("negations", "never"),
    ("negations", "without"),
    ("clause_words", "if"),
    ("change_words", "climbed"),
    ("determiners", "its"),
    ("copulas", "is"),
):
    MUTANTS.member(f"{listed}-without-{row.replace(' ', '-')}", pack, listed, row, QUALIFIER)
for place, comparator, row in (
    ("before", "approx", "about"),
    ("before", "gt", "over"),
    ("before", "lt", "under"),
    ("after", "approx", "or so"),
    ("after", "ge", "or more"),
    ("after", "le", "or less"),
    ("after", "le", "max"),
):
    MUTANTS.member(
        f"{place}-without-{row.replace(' ', '-')}",
        lambda place=place: pack()[place],  # type: ignore[misc]
        comparator,
        row,
        QUALIFIER,
    )
