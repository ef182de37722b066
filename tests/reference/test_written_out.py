"""What is written out in the code so that most texts need no table, beside the tables."""

from groundspec.quote.steps import ASCII_FOLDED
from groundspec.resources import range_table, table, unicode_table
from groundspec.text.classes import DIGIT, LETTER, MARK, OTHER, WRITTEN_OUT


def _class_of(char: str) -> str:
    held = [
        letter
        for letter, name in ((LETTER, "letter"), (DIGIT, "digit"), (MARK, "mark"))
        if any(first <= ord(char) <= last for first, last in range_table(name))
    ]
    return held[0] if held else OTHER


def test_classes_are_those_of_the_tables() -> None:
    assert {chr(code) for code in range(128)} < set(WRITTEN_OUT)
    assert {char: _class_of(char) for char in WRITTEN_OUT} == WRITTEN_OUT


def test_case_folding_of_ascii_is_that_of_the_table() -> None:
    folded = {code: tuple(parts) for code, parts in unicode_table("case-folding")["map"]}
    assert {code: parts for code, parts in folded.items() if code < 128} == ASCII_FOLDED


def test_no_step_but_case_and_quotes_changes_ascii() -> None:
    typography = table("typography")["steps"]
    changing = {name for name, rows in typography.items() if any(code < 128 for code, _ in rows)}
    assert changing == {"quotes"}
    assert all(code >= 128 for code, _ in unicode_table("compatibility")["map"])
    assert all(first >= 128 for first, _ in range_table("default-ignorable"))
