"""Marker patterns of gtrex as markers: what markers say of a regular expression, and what not."""

import re
from typing import Any

import pytest

from groundspec.cli.policy.patterns import DIGITS, EMPTY, GAP, NEAREST, markers_of
from groundspec.quote.markers import marker_step


def literal(text: str) -> dict[str, str]:
    return {"literal": text}


SAID: list[tuple[str, list[list[Any]], set[str]]] = [
    ("#", [[literal("#")]], set()),
    (r"\*\*|__", [[literal("**")], [literal("__")]], set()),
    (r"(?:\[1\]|(?:a|\|))", [[literal("[1]")]], set()),
    ("(#)", [[literal("#")]], set()),
    ("(?:#|!)", [[literal("#")], [literal("!")]], set()),
    (r"\[p\. \d+\]", [[literal("[p. "), "digits", literal("]")]], {DIGITS}),
    ("p[.][0-9]+", [[literal("p."), "digits"]], {DIGITS}),
    (r"p\d{1,3}!", [[literal("p"), "digits", literal("!")]], {DIGITS}),
    ("<!--.*?-->", [[literal("<!--"), "until", literal("-->")]], {GAP}),
    (r"<[^\n]+?>", [[literal("<"), "until", literal(">")]], {GAP, EMPTY}),
    (
        r"<.*?>\d+",
        [[literal("<"), "until", literal(">"), "digits"]],
        {GAP, NEAREST, DIGITS},
    ),
    (r"\[[^\]]*\]", [[literal("["), "until", literal("]")]], {GAP}),
    (r"<[^>\n]+>b", [[literal("<"), "until", literal(">"), literal("b")]], {GAP, EMPTY}),
    (r"\t\n\r\f\v\ \-\#", [[literal("\t\n\r\f\v -#")]], set()),
    ("{{a}}", [[literal("{{a}}")]], set()),
    ("[]]x[|]", [[literal("]x|")]], set()),
    ("\u00a7[\\\\]", [[literal("\u00a7\\")]], set()),
]


@pytest.mark.parametrize(("pattern", "markers", "notes"), SAID)
def test_what_markers_say_of_a_pattern(
    pattern: str, markers: list[list[Any]], notes: set[str]
) -> None:
    found = markers_of(pattern)
    assert found.markers == markers
    assert {*found.notes} == notes


TEXTS = (
    "a # b ** __c__ (x) [1] | ! [p. 12] [p. ] p.7 p123! p!",
    "<!-- note --> <b>12 <> <x y> b <>b <i>b [see here] [] ]x| \u00a7\\ {{a}} \t\n\r\f\v -#",
)


@pytest.mark.parametrize("pattern", [row[0] for row in SAID if EMPTY not in row[2]])
def test_markers_match_what_the_pattern_matches(pattern: str) -> None:
    found = markers_of(pattern)
    step = marker_step(found.markers)
    assert step is not None
    for text in TEXTS:
        if not found.left and NEAREST not in found.notes:
            assert step.rewrite(text) == re.sub(pattern, " ", text)


UNSAID = [
    ("", "it matches the empty text"),
    ("a*", "a literal that is repeated (*)"),
    ("a{2}", "a literal that is repeated ({2})"),
    ("a{,2}", "a literal that is repeated ({,2})"),
    ("a?", "a literal that is repeated (?)"),
    ("(?:#+)+!", "( says what no part of a marker says"),
    ("(?i)a", "( says what no part of a marker says"),
    ("(?P<x>a)", "( says what no part of a marker says"),
    ("a(?=b)", "( says what no part of a marker says"),
    ("a(b|c)", "( says what no part of a marker says"),
    ("(a)(b)", "( says what no part of a marker says"),
    ("(a)+", "( says what no part of a marker says"),
    ("^a", "^ says what no part of a marker says"),
    ("a$", "$ says what no part of a marker says"),
    (")", ") says what no part of a marker says"),
    ("*a", "* says what no part of a marker says"),
    ("{2}", "{ says what no part of a marker says"),
    (r"a\b", "\\b says what no part of a marker says"),
    (r"a\s", "\\s says what no part of a marker says"),
    (r"a\1", "\\1 says what no part of a marker says"),
    (r"a\x41", "\\x says what no part of a marker says"),
    ("a\\", "\\ says what no part of a marker says"),
    ("a[bc]", "the class [bc] says what no part of a marker says"),
    ("a[^bc]*b", "the class [^bc] says what no part of a marker says"),
    (r"a[\]b]", r"the class [\]b] says what no part of a marker says"),
    ("a[b", "the class [b says what no part of a marker says"),
    (r"\d+", "a marker begins with a literal"),
    (".*?a", "a marker begins with a literal"),
    (r"a\d", "digits repeated otherwise than by + or {1,k} (one digit)"),
    (r"a\d+?", "digits repeated otherwise than by + or {1,k} (+?)"),
    (r"a\d{3}", "digits repeated otherwise than by + or {1,k} ({3})"),
    (r"a\d{1,21}", "digits repeated otherwise than by + or {1,k} ({1,21})"),
    (r"a\d{1,0}", "digits repeated otherwise than by + or {1,k} ({1,0})"),
    (r"a\d{1,99999999}", "digits repeated otherwise than by + or {1,k} ({1,99999999})"),
    (r"a\d+[0-9]+", "digits behind digits"),
    (r"a\d+5", "a literal that begins with a digit behind digits"),
    ("a\\d+\u0665", "a literal that begins with a digit behind digits"),
    ("a.", "a gap that is not as short as can be (one code point)"),
    ("a.*b", "a gap that is not as short as can be (*)"),
    ("a.+b", "a gap that is not as short as can be (+)"),
    ("a.{1,5}?b", "a gap that is not as short as can be ({1,5}?)"),
    (r"a[^\n]*b", "a gap that is not as short as can be (*)"),
    ("a[^b]{3}b", "a gap that is not as short as can be ({3})"),
    ("a.*?", "a gap without a literal behind it"),
    (r"a.*?\d+", "a gap without a literal behind it"),
    ("a[^b]*", "a gap without a literal behind it"),
    ("a[^b]*c", "a gap without b before something else"),
    ("a" * 257, "a literal has at most 256 code points"),
    (r"a\d+" * 9, "a marker has at most 16 parts"),
]


@pytest.mark.parametrize(("pattern", "why"), UNSAID)
def test_what_markers_do_not_say(pattern: str, why: str) -> None:
    found = markers_of(pattern)
    assert (found.markers, found.notes, found.left) == ([], [], [(pattern, why)])


def test_patterns_at_the_edges_of_what_markers_say() -> None:
    assert markers_of("a" * 256).left == []
    assert markers_of(r"a\d+" * 8).left == []
    assert markers_of(r"a\d{1,20}").left == []
    found = markers_of("|".join(f"<{number}>" for number in range(33)))
    assert len(found.markers) == 32
    assert found.left == [("<32>", "a policy has at most 32 markers")]
    assert markers_of("(?:a)|(?:b)").left != []
    assert markers_of("(" * 8 + "a" + ")" * 8).markers == [[literal("a")]]
    assert markers_of("(" * 9999 + "a" + ")" * 9999).markers == []
    assert markers_of(r"[(]a|b\(").markers == [[literal("(a")], [literal("b(")]]
