"""Text as it is shown, and windows on a source."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundspec.apps.lines import Lines
from groundspec.apps.visible import CUT, visible
from groundspec.cli.quote.window import MARKED, OMITTED, QUOTED, WIDTH, Stretch, window
from groundspec.text.source import Text

# --- Characters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain \u201ctext\u201d \u05d0", "plain \u201ctext\u201d \u05d0"),
        ("\x1b[2J\x9b\x07\x7f", "\\u001B[2J\\u009B\\u0007\\u007F"),
        ("a\tb\nc\r", "a\\u0009b\\u000Ac\\u000D"),
        ("\u202e\u2066\u200b\u00ad\ufeff\u2028", "\\u202E\\u2066\\u200B\\u00AD\\uFEFF\\u2028"),
        ("\u115f\u3164\ufe0f\u034f\u00a0", "\\u115F\\u3164\\uFE0F\\u034F\\u00A0"),
        ("\U000e0041\U000f0000", "\\u{E0041}\\u{F0000}"),
        ("e\u0301", "e\u0301"),
        ("\u0301 \u0301\u200b\u0301", "\\u0301 \\u0301\\u200B\\u0301"),
        ("e" + "\u0301" * 5, "e" + "\u0301" * 3 + "\\u0301" * 2),
        ("\\u202E C:\\x \\\\u", "\\u005Cu202E C:\\x \\\\u005Cu"),
        (CUT, "\\u22EF"),
    ],
)  # fmt: skip
def test_what_is_seen_is_what_is_there(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\\u\x1b\u202e")))
def test_nothing_is_hidden_and_escapes_can_be_undone(text: str) -> None:
    seen = visible(text)
    assert all(unicodedata.category(char)[0] not in "C" or char == " " for char in seen)
    back = re.sub(
        r"\\u(?:\{([0-9A-F]+)\}|([0-9A-F]{4}))", lambda m: chr(int(m[1] or m[2], 16)), seen
    )
    assert back == text


# --- Windows --------------------------------------------------------------------------------------


def rows(text: str, *stretches: tuple[int, int, str]) -> list[str]:
    return [*window(Lines(Text(text)), [Stretch(*row) for row in stretches], colour=False)]


def test_a_long_line_is_cut() -> None:
    text = "a" * 5000 + "QUOTED" + "b" * 5000
    line, signs = rows(text, (5000, 5006, QUOTED))
    assert line == f"1 | {CUT}{'a' * 43}QUOTED{'b' * 43}{CUT}"
    assert len(line) - 4 <= WIDTH
    assert signs == "  | " + " " * 44 + "^" * 6
    line, signs = rows("a" * 5000, (100, 4000, QUOTED))
    assert line.count(CUT) == 3
    assert signs == "  | " + " " * 23 + "^" * 24 + " " + "^" * 24
    _, _, line = rows("QUOTED\n" + "\u202e" * 5000, (0, 6, QUOTED))
    assert line == "2 | " + "\\u202E" * 15 + CUT


def test_wide_and_narrow_characters() -> None:
    text = "\u4e2d\u6587e\u0301x\u202ey"
    assert rows(text, (0, 7, QUOTED))[1] == "  | " + "^" * 13
    assert rows(text, (1, 2, QUOTED), (4, 5, MARKED))[1] == "  |   ^^ !"


def test_many_lines_are_left_out() -> None:
    text = "".join(f"line {number}\n" for number in range(1, 31))
    start, end = text.index("line 5\n"), text.index("line 25\n")
    said = rows(text, (start, end, QUOTED))
    assert [line for line in said if "^" not in line and "|" in line] == [
        " 4 | line 4", " 5 | line 5", " 6 | line 6", " 7 | line 7", " 8 | line 8",
        f" {CUT} | (12 lines)", "21 | line 21", "22 | line 22", "23 | line 23", "24 | line 24",
        "25 | line 25",
    ]  # fmt: skip


def test_what_overlaps_and_what_is_wide_is_shown_in_rows() -> None:
    text = "word " * 400
    parts = [(at, at + 4, OMITTED) for at in range(0, 2000, 250)]
    said = rows(text, *parts)
    assert all(len(line) <= WIDTH + 4 for line in said)
    assert sum(line.count("~") for line in said) == 4 * len(parts)
    assert rows("one two", (0, 7, QUOTED), (4, 7, MARKED))[1] == "  | ^^^^!!!"


# --- Lines ----------------------------------------------------------------------------------------


@given(st.text(st.sampled_from("ab\n\r\u2028\u00e9"), max_size=30), st.data())
def test_lines_and_columns(text: str, data: st.DataObject) -> None:
    lines = Lines(Text(text))
    start = data.draw(st.integers(0, len(text)))
    place = lines.place(start, len(text))
    before = text[:start]
    assert place["start"] == len(before.encode())
    assert place["line"] == before.count("\n") + 1
    assert place["column"] == len(before) - (before.rfind("\n") + 1) + 1
    assert place["end_line"] == text.count("\n") + 1
    assert lines.count == text.count("\n") + bool(text) - text.endswith("\n")
    assert lines.stretch(place) == (start, len(text))
