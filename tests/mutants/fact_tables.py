"""Mistakes in lines, cells, rows, sentences (9.2), and in the headings of a figure (9.5)."""

from __future__ import annotations

from groundspec.fact import tables
from groundspec.text import lines
from groundspec.vocab.pack import pack
from mutants.making import Mutants, Patch

HEADING, SIGN, QUALIFIER, ROLE = "fact/heading", "fact/sign", "fact/qualifier", "fact/role"
MUTANTS = Mutants(HEADING)

MUTANTS.around("lines-above-a-row", tables, "LINES_UP", 200, HEADING)
MUTANTS.around("lines-that-are-no-rows", tables, "_REGION", 4, HEADING)
MUTANTS.around("code-points-of-a-sentence", lines, "REACH", 200, QUALIFIER)


@MUTANTS.by_hand
def lines_of_1999(patch: Patch) -> None:
    for module in (lines, tables):
        patch.setattr(module, "LONGEST_LINE", 1999)


@MUTANTS.by_hand
def lines_of_2001(patch: Patch) -> None:
    for module in (lines, tables):
        patch.setattr(module, "LONGEST_LINE", 2001)


for folder, name, path, old, new in (
    (HEADING, "bar-behind-a-cell-parts-a-line", "text.lines.Lines._make",
     " or not cells", " or True"),
    (HEADING, "bar-does-not-part-a-line", "text.lines.Lines._make", " or not cells", ""),
    (HEADING, "tab-does-not-part-a-line", "text.lines.Lines._make", "tabs > 0 or ", ""),
    (HEADING, "index-counts-tabs-alone", "text.lines.Lines._make", ' or match[0] == "|"', ""),
    (HEADING, "index-counts-cell-breaks", "text.lines.Lines._make",
     'tabs or match[0] == "|"', "True"),
    (HEADING, "cells-with-a-space-at-the-start", "text.lines.Lines._cell", "start += 1", "pass"),
    (HEADING, "cells-with-a-space-at-the-end", "text.lines.Lines._cell", "end -= 1", "pass"),
    (QUALIFIER, "abbreviations-stop", "text.lines.Sentences._stops",
     "if word not in self._abbreviations or", "if True or"),
    (QUALIFIER, "short-words-do-not-stop", "text.lines.Sentences._stops",
     "word not in self._abbreviations or ", ""),
    (QUALIFIER, "abbreviations-never-stop", "text.lines.Sentences._stops",
     "return capital and word", "return False and word"),
    (QUALIFIER, "titles-stop-before-a-capital", "text.lines.Sentences._stops",
     " and word not in self._always", ""),
    (QUALIFIER, "dotted-abbreviations-stop-before-a-capital", "text.lines.Sentences._stops",
     ' and "." not in word', ""),
    (QUALIFIER, "letters-stop-before-a-capital", "text.lines.Sentences._stops",
     " and len(word) > 1", ""),
    (QUALIFIER, "abbreviations-stop-before-anything", "text.lines.Sentences._stops",
     "return capital and", "return"),
    (QUALIFIER, "abbreviations-behind-a-word-character", "text.lines.Sentences._stops",
     'or (rest and CLASS_OF[rest[-1]] in "LMD")', ""),
    (QUALIFIER, "abbreviations-without-points", "text.lines.Sentences._stops",
     "before.rstrip(_ABBREVIATION)", 'before.rstrip(_ABBREVIATION.strip("."))'),
    (HEADING, "row-at-one-space", "fact.tables.Tables._find_row", ">= 2 and", ">= 1 and"),
    (HEADING, "row-at-three-spaces", "fact.tables.Tables._find_row", ">= 2 and", ">= 3 and"),
    (HEADING, "row-of-words", "fact.tables.Tables._find_row",
     " and self.is_number_cell(last)", ""),
    (HEADING, "parted-line-without-a-number-is-no-row", "fact.tables.Tables._find_row",
     "if line.parted:", "if False:"),
    (HEADING, "number-cell-of-79", "fact.tables.Tables.is_number_cell", "> 80", "> 79"),
    (HEADING, "number-cell-of-81", "fact.tables.Tables.is_number_cell", "> 80", "> 81"),
    (HEADING, "no-lone-marks-in-number-cells", "fact.tables.Tables.is_number_cell",
     "if _LONE.fullmatch(text, start, end):", "if False:"),
    (HEADING, "first-cell-is-always-the-label", "fact.tables.Tables.label",
     "first is None or self.is_number_cell(first)", "first is None"),
    (HEADING, "headings-of-the-own-line-alone", "fact.tables.Tables.reaching",
     "if not self.is_row(line):", "if True:"),
    (HEADING, "headings-above-any-line", "fact.tables.Tables.reaching",
     "if not self.is_row(line):", "if False:"),
    (HEADING, "no-headings-of-the-own-line", "fact.tables.Tables.reaching",
     "if end > line.start:", "if False:"),
    (HEADING, "no-headings-behind-a-colon", "fact.tables.Tables.reaching",
     "_behind_colon(self._text, line, front)", "False"),
    (HEADING, "headings-of-any-column", "fact.tables.Tables.reaching",
     "self._same_column(heading, line, cell)", "True"),
    (HEADING, "columns-by-place-alone", "fact.tables.Tables._same_column",
     "line.parted and above.parted", "False"),
    (HEADING, "columns-by-index-alone", "fact.tables.Tables._same_column",
     "line.parted and above.parted", "True"),
    (HEADING, "columns-not-widened-at-the-left", "fact.tables.Tables._same_column",
     "above.start - 1,", "above.start,"),
    (HEADING, "columns-not-widened-at-the-right", "fact.tables.Tables._same_column",
     "above.start + 1\n", "above.start\n"),
    (HEADING, "columns-widened-by-two-at-the-left", "fact.tables.Tables._same_column",
     "above.start - 1,", "above.start - 2,"),
    (HEADING, "columns-widened-by-two-at-the-right", "fact.tables.Tables._same_column",
     "above.start + 1\n", "above.start + 2\n"),
    (HEADING, "long-lines-are-passed-over", "fact.tables.Tables._climb",
     "if line.end - line.start > LONGEST_LINE:", "if False:"),
    (HEADING, "headings-of-any-row", "fact.tables.Tables._climb", "if self._speaks(line):",
     "if True:"),
    (HEADING, "headings-of-no-row", "fact.tables.Tables._climb", "if self._speaks(line):",
     "if False:"),
    (HEADING, "rows-do-not-end-the-search", "fact.tables.Tables._climb", "elif others:",
     "elif False:"),
    (HEADING, "any-row-ends-the-search", "fact.tables.Tables._climb", "elif others:",
     "else:"),
    (HEADING, "paragraphs-do-not-end-the-search", "fact.tables.Tables._climb",
     ' or self._text[line.cells[-1].end - 1] == "."', ""),
    (HEADING, "first-cell-speaks-of-itself", "fact.tables.Tables._columns",
     "several and ", ""),
    (HEADING, "headings-of-lines-of-999", "fact.tables.Tables._read", "> 1000", "> 999"),
    (HEADING, "headings-of-lines-of-1001", "fact.tables.Tables._read", "> 1000", "> 1001"),
    (HEADING, "brackets-alone-speak-of-all", "fact.tables.Tables._read",
     "_COUNT_BEFORE.search(words, 0, match.start()) is not None", "False"),
    (HEADING, "indented-cells-head-all", "fact.tables.Tables._column",
     "cell.start - line.start >= 2 or ", ""),
    (HEADING, "cells-behind-one-space-are-indented", "fact.tables.Tables._column",
     "cell.start - line.start >= 2", "cell.start - line.start >= 1"),
    (HEADING, "denied-scales", "fact.tables.Tables._scales_in",
     "if denied(folded, 0, match.start()) is None:", "if True:"),
    (HEADING, "no-hundreds-of", "fact.tables.more_powers", '1 + (match["word"] == "hundreds")',
     "1"),
    (HEADING, "no-tens-of", "fact.tables.more_powers", '1 + (match["word"] == "hundreds")',
     '2 * (match["word"] == "hundreds")'),
    (ROLE, "cited-hundreds-of", "fact.roles.Roles._read_scale",
     " + more_powers(folded, first.start())", ""),
    (HEADING, "shares-joined-to-others", "fact.tables._of_shares",
     "_JOINED.search(folded, 0, found.start()) is None", "True"),
    (HEADING, "lone-signs-mean-one-currency", "fact.tables._codes", "len(written) == 1", "False"),
    (ROLE, "heads-any-column", "fact.tables.Tables.heads",
     "len(above.cells) > 1 and not self._same_column(at, row, cell)", "False"),
    (ROLE, "heads-over-any-lines", "fact.tables.Tables._near", "return others < _REGION",
     "return True"),
    (HEADING, "scale-in-behind-two-words", "fact.tables._sources", "{{0,3}}?", "{{0,2}}?"),
    (HEADING, "scale-in-behind-four-words", "fact.tables._sources", "{{0,3}}?", "{{0,4}}?"),
    (HEADING, "scale-in-brackets-before-except-alone", "fact.tables._sources",
     "(?:of|except|omitted)",
     "(?:except|omitted)"),
    (HEADING, "scale-in-brackets-before-of-alone", "fact.tables._sources", "(?:of|except|omitted)",
     "(?:of|omitted)"),
    (HEADING, "scale-in-brackets-before-a-bracket-alone", "fact.tables._sources", "|{_S},|", "|"),
    (HEADING, "scale-first-of-any-key", "fact.tables._sources", "^{_S}(?P<key>{plural})",
     "^{_S}(?P<key>{words})"),
    (HEADING, "unit-in-but-not-of", "fact.tables._sources", "[Ii]n|of", "[Ii]n"),
    (HEADING, "unit-in-small-letters", "fact.tables._sources", "[Ii]n|of", "in|of"),
    (HEADING, "unit-before-no-comma", "fact.tables._sources", "(?P<form>{money}),?{_GAP}in",
     "(?P<form>{money}){_GAP}in"),
    (HEADING, "unit-alone-in-round-brackets", "fact.tables._sources", "[(\\\\[]{_S}(?P<form>",
     "[(]{_S}(?P<form>"),
    (HEADING, "unit-last-behind-a-comma-alone", "fact.tables._sources",
     "(?:,|\\u2014|\\u2013|-){_S}", "(?:,){_S}"),
    (HEADING, "unit-last-at-no-bracket", "fact.tables._sources", "{_S}\\\\)?\\\\Z", "\\\\Z"),
    (SIGN, "number-cells-without-second", "fact.tables._sources", 'f"(?:{inner}|{other})?"', '""'),
    (SIGN, "number-cells-without-notes", "fact.tables._sources", "{second}(?:{_S}{NOTE})?",
     "{second}"),
    (SIGN, "number-cells-without-a-trailing-minus", "fact.tables._sources", "(?:{_S}{_M})?\"",
     "\""),
    (SIGN, "number-cells-without-scales", "fact.tables._sources",
     'f"(?:{_S}(?:{letters}|{words})(?![A-Za-z]))?"', '""'),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new, folder)

for stop in ".!?;":
    MUTANTS.pattern(
        f"no-stop-at-{ord(stop):x}",
        lines,
        "_STOP",
        "[.!?;]",
        f"[{'.!?;'.replace(stop, '')}]",
        QUALIFIER,
    )
for name, known, old, new in (
    ("no-stop-at-a-bullet", "_STOP", "\u2022", ""),
    ("no-stop-at-a-form-feed", "_STOP", "[\u2022\x0c]", "[\u2022]"),
    ("stops-without-white-space", "_STOP", "[.!?;](?=", "[.!?;](?:"),
    ("no-cells-at-bars", "_CELL_BREAK", "[\\t|]", "[\\t]"),
    ("no-cells-at-tabs", "_CELL_BREAK", "[\\t|]", "[|]"),
    ("cells-at-three-spaces", "_CELL_BREAK", "{2,}", "{3,}"),
):
    MUTANTS.pattern(name, lines, known, old, new, QUALIFIER if "STOP" in known else HEADING)

for listed, row in (
    ("heading_scales", "000s"),
    ("heading_scales", "'000"),
    ("heading_scales", "000"),
    ("abbreviations", "u.s"),
    ("per_row", "eps"),
    ("per_row", "per unit"),
    ("share_words", "shares"),
):
    MUTANTS.member(f"{listed}-without-{row}", pack, listed, row)
