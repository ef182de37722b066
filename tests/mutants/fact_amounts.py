"""Mistakes in what stands around a figure: its front, end, sign and scale (9.4)."""

from __future__ import annotations

from groundspec.fact import amounts, doubts, scales
from groundspec.vocab.pack import pack
from mutants.making import Mutants

SIGN, SCALE, UNIT, DOUBT = "fact/sign", "fact/scale", "fact/unit", "fact/doubt"
MUTANTS = Mutants(SIGN, SCALE)

for folder, name, path, old, new in (
    (SIGN, "minus-anywhere-before-a-figure", "_front", " and minus_may(text, at - 1)", ""),
    (SIGN, "no-minus-at-the-start", "minus_may", "return True", "return False"),
    (SIGN, "no-minus-behind-currency", "minus_may", " or is_currency(before)", ""),
    (SIGN, "no-bracket-in-a-front", "_front", 'and char == "("', 'and char == "{"'),
    (UNIT, "form-above-behind-words", "_alone_above",
     " or text[line.start : at].strip(SPACES_TEXT)", ""),
    (UNIT, "form-above-in-the-next-line-alone", "_alone_above", "min(2,", "min(1,"),
    (UNIT, "form-above-three-lines-up", "_alone_above", "min(2,", "min(3,"),
    (UNIT, "form-above-among-other-cells", "_alone_above", " or len(above.cells) != 1", ""),
    (UNIT, "form-above-behind-other-words", "_alone_above",
     " and form.start == cell.start", ""),
    (UNIT, "form-behind-seven-spaces", "_back_gap", "end - 8", "end - 7"),
    (SCALE, "scale-behind-no-bracket", "read_scale",
     'at + 1 if text.startswith(")", at) else at\n', "at\n"),
    (SCALE, "scale-behind-no-hyphen", "read_scale",
     " + (text[inside : inside + 1] in HYPHENS)", ""),
    (SCALE, "scale-behind-a-gap-alone", "read_scale",
     "inside + (text[inside : inside + 1] in HYPHENS)", "-1 * len(text)"),
    (SCALE, "scale-word-that-goes-on", "read_scale",
     "match is not None and not is_word(text, match.end())", "match is not None"),
    (SCALE, "scale-suffix-that-goes-on", "_suffix_key",
     " and not is_word(text, start + len(key))", ""),
    (SCALE, "scale-suffix-set-on-alone", "read_scale",
     'at + 1 if text[at : at + 1] in SPACE_SET - {"\\t"} else at', "at"),
    (SCALE, "scale-suffix-behind-any-figure", "read_scale",
     'if not money and key not in pack()["plain_scale_suffixes"]:', "if False:"),
    (SCALE, "scale-suffix-behind-a-prefix-alone", "read_scale",
     ' and key not in pack()["plain_scale_suffixes"]', ""),
    (SCALE, "scale-suffix-behind-a-known-prefix-alone", "read_scale",
     "prefix.code is None or ", ""),
    (SCALE, "scale-suffix-before-any-form", "read_scale",
     "form is None or not document.units.is_currency(form.code)", "form is None"),
    (SCALE, "scale-suffix-before-no-form", "read_scale",
     "form is None or not document.units.is_currency(form.code)", "True"),
    (SCALE, "scale-suffix-before-a-form-set-on-alone", "read_scale",
     "gap.end() if gap else end, len(text)", "end, len(text)"),
    (SCALE, "shortest-scale-suffix", "_suffix_keys", "-len(key)", "len(key)"),
    (SCALE, "shortest-scale-word", "_scale_word", "-len(word)", "len(word)"),
    (SIGN, "minus-does-not-make-negative", "_sign", "front.minus is not None and", "False and"),
    (SIGN, "minus-in-a-first-cell", "_sign", " or cell is line.cells[0]", ""),
    (SIGN, "minus-in-any-cell", "_sign", " or not number_cell(cell)", ""),
    (SIGN, "minus-before-a-figure-in-its-cell-is-none", "_sign",
     "if text[first] in", "if False and text[first] in"),
    (SIGN, "minus-behind-a-figure-in-its-cell-is-none", "_sign",
     "if text[last] in", "if False and text[last] in"),
    (SIGN, "brackets-are-always-negative", "_sign", "if money or", "if True or money or"),
    (SIGN, "brackets-behind-currency-alone", "_sign",
     " or (whole is not None and _fills(text, front.start, end, whole))", ""),
    (SIGN, "brackets-in-a-cell-alone", "_sign", "if money or (", "if ("),
    (SIGN, "brackets-that-hold-currency", "_sign", " and front.prefix.end <= bracket", ""),
    (SIGN, "brackets-in-any-cell", "_sign",
     "whole is not None and _fills(text, front.start, end, whole)",
     "cell is not None and _fills(text, front.start, end, cell)"),
    (SIGN, "brackets-behind-words-in-a-cell", "_fills", "front != cell.start", "False"),
    (SIGN, "brackets-before-a-note-are-an-aside", "_fills",
     " or _REST.fullmatch(text, end, cell.end) is not None", ""),
    (SIGN, "brackets-that-do-not-close", "_closing", "match.end() if match else None",
     "match.end() if match else end"),
    (SIGN, "brackets-that-close-before-the-end-are-none", "_closing",
     'if ")" in text[figure_end:end]:', "if False:"),
    (DOUBT, "scale-of-a-list-joined-by-a-dash-alone", "_scale_of_list",
     'match["word"] is not None or match["mark"] not in (",", ";")',
     'match["mark"] not in (",", ";", None)'),
):  # fmt: skip
    holder = next(module for module in (amounts, scales, doubts) if hasattr(module, path))
    module = holder.__name__.rpartition(".")[2]
    MUTANTS.edit(name, f"fact.{module}.{path}", old, new, folder)

for folder, name, known, old, new in (
    (SIGN, "closing-bracket-set-on", "_CLOSED", "{0,2}", "{0,0}"),
    (SIGN, "closing-bracket-behind-one-space", "_CLOSED", "{0,2}", "{0,1}"),
    (SIGN, "closing-bracket-behind-three-spaces", "_CLOSED", "{0,2}", "{0,3}"),
):
    MUTANTS.pattern(name, amounts, known, old, new, folder)

for char in "(=:|[,;<>~\"'*{`\u2018\u2019\u201c\u201e\xab\u2192\u21d2\u2248\u2264\u2265":
    MUTANTS.constant(
        f"no-minus-behind-{ord(char):x}",
        amounts,
        "_BEFORE_MINUS",
        amounts._BEFORE_MINUS - {char},
        SIGN,
    )
for char in "-\u2010\u2011":
    kept = tuple(other for other in scales.HYPHENS if other != char)
    MUTANTS.constant(f"no-scale-behind-{ord(char):x}", scales, "HYPHENS", kept, SCALE)

for listed, row in (
    ("scale_words", "lakh"),
    ("scale_words", "trillion"),
    ("scale_words", "millions"),
    ("scale_suffixes", "K"),
    ("scale_suffixes", "MM"),
    ("scale_suffixes", "mn"),
    ("plain_scale_suffixes", "bn"),
    ("plain_scale_suffixes", "mn"),
):
    MUTANTS.member(f"{listed}-without-{row}", pack, listed, row, SCALE)
