"""quote show: where quotations stand, in what they differ, and that nothing acts on a terminal."""

import json
import os
import re
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import groundspec
from groundspec import resources
from groundspec.apps.quote_shown import Shower
from groundspec.apps.visible import CUT
from groundspec.core.canonical import canonical_bytes
from groundspec.quote.fragments import pieces
from reference.program import PROGRAM, Ran, needs_posix
from reference.quoteshow import SOURCE, as_json, library, shown

DEFAULT = resources.policy("quote", "default")


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "s.txt"
    file.write_bytes(SOURCE.encode())
    return str(file)


def differences(source: str, claim: str, policy: Any = DEFAULT) -> list[tuple[str, str, list[str]]]:
    row = Shower(source, policy).shown({"id": "q", "text": claim, "at": None})
    found = row["near"]["differences"] if row["near"] else row["differences"]
    return [(one["source"], one["claim"], one["steps"]) for one in found]


# --- Pictures -------------------------------------------------------------------------------------


def test_a_quotation_over_two_lines(source: str) -> None:
    assert shown(source, 'The "limited" number') == (
        "S:2:1: admitted, tier line-hyphen-dropped, bytes 12-41\n"
        '  claim 1: "The "limited" number"\n'
        "  1 | First line.\n"
        "  2 | The \u201climited\u201d num-\n"
        "    | ^^^^^^^^^^^^^^^^^^\n"
        "  3 |    ber of sup\\u00ADpliers \\u001B[31mred\n"
        "    | ^^^^^^\n"
        "  4 | shall not\\u202E be sold. We pay -5 EUR.\n"
        "  differences at line-hyphen-dropped, source -> claim:\n"
        '    2:5  \u201c -> "  (quotes)\n'
        '    2:13  \u201d -> "  (quotes)\n'
        "    2:18  -\\u000A(3 spaces) -> (nothing)  (line-hyphen-dropped)\n"
    )


def test_a_negation_left_off_is_marked_where_it_stands(source: str) -> None:
    assert shown(source, "be sold") == (
        "S:4:12: needs_verification, tier exact, bytes 79-86\n"
        '  claim 1: "be sold"\n'
        "  3 |    ber of sup\\u00ADpliers \\u001B[31mred\n"
        "  4 | shall not\\u202E be sold. We pay -5 EUR.\n"
        "    |       !!!       ^^^^^^^\n"
        "  5 | The supplier shall, at its own cost, replace goods. The supplier too.\n"
        '  NEGATION_LEFT_OFF (flag) at 4:7 (bytes 72-75), "not"\n'
        "    A negation stands in the same clause, directly before or behind the quotation.\n"
        "  differences at exact: none\n"
    )


def test_fragments_and_what_lies_between_them(source: str) -> None:
    said = shown(source, "The supplier shall ... replace  goods. The")
    assert "    | ^^^^^^^^^^^^^^^^^^~~~~~~~~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^\n" in said
    assert "  STITCHED (flag)\n    The quotation leaves words out: " in said
    assert '  fragment 1 of 2, 5:1 (bytes 104-122), tier exact: "The supplier shall"\n' in said
    assert "    differences at exact: none\n" in said
    assert '  left out, 5:19 (bytes 122-141): ", at its own cost, "\n' in said
    assert "    differences at whitespace, source -> claim:\n" in said
    assert "      5:45  (space) -> (2 spaces)  (whitespace)\n" in said
    assert said.count("differences") == 2


def test_a_long_stretch_that_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("We shall pay" + " x" * 500 + " and they owe it.", "utf-8")
    said = shown("s", "We shall pay ... they owe it", cwd=tmp_path)
    assert f"x x x {CUT} x x" in said
    assert '" (1005 code points)\n' in said
    lines = [line for line in said.splitlines() if line.startswith("  1 | ")]
    assert len(lines) == 1
    assert f"x{CUT}x" in lines[0]


def test_rejected_claims(source: str) -> None:
    cut, near, nowhere = shown(source, "5 EUR", "the, supplier", "zzz").split("\n\n")
    assert cut.startswith("S:4:29: rejected, CUTS_SIGN\n")
    assert "\n    | " + " " * 32 + "!!^^^^\n" in cut
    assert "\n  refused at 4:29 (bytes 96-101)" in cut
    assert '\n  CUTS_SIGN (reject) at 4:28 (bytes 95-97), "-5"\n' in cut
    assert "differences" not in cut
    assert near.startswith("S:5:1: rejected, UNLOCATED\n")
    assert "\n  near, tier skeleton, 5:1 (bytes 104-116):\n" in near
    assert "\n  near at 5:53 (bytes 156-168)\n" in near
    assert "\n    5:1  T -> t  (case)\n    5:4  (nothing) -> ,  (skeleton)" in near
    assert nowhere.startswith("S: rejected, UNLOCATED\n")
    assert " | " not in nowhere


@pytest.mark.parametrize("at", [None, {"start": 96, "end": 101}, {"start": 0, "end": 5}])
def test_a_quotation_refused_for_its_edges_is_shown_where_it_stands(at: Any) -> None:
    row = Shower(SOURCE, DEFAULT).shown({"id": "q", "text": "5 EUR", "at": at})
    assert row["decision"]["codes"] == ["CUTS_SIGN"]
    assert row["refused"]["start"] == 96
    assert row["spans"] == row["elsewhere"] == []


def test_more_places(source: str) -> None:
    assert "\n  also at 5:53 (bytes 156-168)\n" in shown(source, "The supplier")


def test_colours_and_when_there_are_any(source: str) -> None:
    said = shown(source, "--color", "always", "be sold")
    assert "shall \x1b[1;7;31mnot\x1b[0m\\u202E \x1b[1;32mbe sold\x1b[0m. We" in said
    assert "^" not in said
    assert "\x1b" not in shown(source, "--color", "never", "be sold")
    assert "\x1b" not in shown(source, "be sold")


@needs_posix
@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal(source: str, environment: dict[str, str], coloured: bool) -> None:
    import pty

    outer, inner = pty.openpty()
    env = {**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}}
    env |= {"TERM": "xterm", **environment}
    command = [*PROGRAM, "quote", "show", source, "be sold"]
    subprocess.run(command, stdout=inner, env=env, check=True)
    os.close(inner)
    said = os.read(outer, 65536)
    os.close(outer)
    assert (b"\x1b[1;32m" in said) == coloured
    assert b"\x1b[31m" not in said


# --- What is seen ---------------------------------------------------------------------------------


@pytest.mark.parametrize("color", ["always", "never"])
def test_nothing_passes_raw(tmp_path: Path, color: str) -> None:
    evil = "\x1b]0;x\x07\u202e\x9b2J"
    text = f"{evil} one two three {evil} four five six {evil}."
    (tmp_path / "s").write_text(text, "utf-8")
    (tmp_path / "c").write_text(
        "".join(
            json.dumps({"claim": claim, "id": evil}) + "\n"
            for claim in (
                "one two three",
                f"three {evil} four",
                f"THREE {evil} four",
                "one two three ... four five six",
                evil + "zz",
                "one, two",
            )
        )
    )
    for form in ("text", "json"):
        said = shown("s", "--claims", "c", "--color", color, "--format", form, cwd=tmp_path)
        left = re.sub("\x1b\\[[0-9;]*m", "", said) if color == "always" else said
        assert left.replace("\n", "").isprintable()


# --- Differences ----------------------------------------------------------------------------------

HYPHENS = ("line-hyphen-kept", "line-hyphen-dropped")


@pytest.mark.parametrize(
    ("source", "claim", "found"),
    [
        ("an ounce", "an ounce", []),
        ("\u201cyes\u201d", '"yes"', [("\u201c", '"', ["quotes"]), ("\u201d", '"', ["quotes"])]),
        ("we \u201csay\u201d", "we \u201esay\u201d", [("\u201c", "\u201e", ["quotes"])]),
        ("cafe\u0301 au lait", "caf\u00e9 au lait", [("e\u0301", "\u00e9", ["nfc"])]),
        ("the NASA plan", "the nasa plan", [("NASA", "nasa", ["case"])]),
        ("redun-\n   dant", "redundant", [("-\n   ", "", [HYPHENS[1]])]),
        ("cost-\nplus rate", "cost-plus rate", [("-\n", "-", [HYPHENS[0]])]),
        ("liabil\u200bity", "liability", [("\u200b", "", ["ignorables"])]),
        ("liability", "li\u00adability", [("", "\u00ad", ["ignorables"])]),
        ("R&amp;D \ufb01ne", "R&D fine", [("&amp;", "&", ["entities"]),
                                          ("\ufb01", "fi", ["compatibility"])]),
        ("a\u00a0\u2009b c", "a b c", [("\u00a0\u2009", " ", ["whitespace"])]),
        ("so on\u2026 and", "so on... and", [("\u2026", "...", ["ellipsis"])]),
        ("Stra\u00dfe", "STRASSE", [("tra\u00dfe", "TRASSE", ["case"])]),
        ("fee of 5", "  fee of 5 ", [("", "  ", ["whitespace"]), ("", " ", ["whitespace"])]),
        ("disorder (FCRD) is", "FCRD is", [(")", "", ["skeleton"])]),
        ("in \u201cMay\u201d we", "In, May we", [("i", "I", ["case"]),
            (" \u201c", ", ", ["quotes", "skeleton"]), ("\u201d", "", ["quotes", "skeleton"])]),
        ("all of the fee", "... all of  the", [(" ", "  ", ["whitespace"])]),
    ],
)  # fmt: skip
def test_differences(source: str, claim: str, found: list[tuple[str, str, list[str]]]) -> None:
    assert differences(source, claim) == found


def test_a_marker_is_a_difference() -> None:
    marker = [{"literal": "[p. "}, "digits", {"literal": "]"}]
    policy = {**DEFAULT, "markers": [marker]}
    found = differences("all samples [p. 12] were frozen", "all samples were frozen", policy)
    assert found == [(" [p. 12] ", " ", ["markers", "whitespace"])]


PARTS = st.sampled_from(
    [
        *(
            "Word",
            "of",
            "5",
            "%",
            "e\u0301",
            "\u00e9",
            "\u201c",
            "\u201d",
            '"',
            "'",
            "\u2026",
            "...",
        ),
        *("&amp;", "&", "\ufb01", "\u00df", "ss", "\u200b", "\u00ad", "\u2013", "-", "[p.1]"),
        *("\u202e", "\u1100\u1161", "\u0301", "con-\nsole", "con-\n\u00a0SOLE", "\u00ad\nx"),
        *(" ", "  ", "\n", "\t", "\u00a0"),
    ]
)
CHANGES = [
    str.lower,
    str.swapcase,
    lambda text: " ".join(text.split()),
    lambda text: text.replace("-\n", ""),
    lambda text: text.replace("\u201c", '"').replace("\u00ad", ""),
    lambda text: unicodedata.normalize("NFC", text),
    lambda text: re.sub("[^a-zA-Z0-9]+", "", text),
]


@settings(deadline=None)
@given(st.lists(PARTS, min_size=3, max_size=20), st.data())
def test_the_source_with_its_differences_is_the_claim(
    parts: list[str], data: st.DataObject
) -> None:
    source = " ".join(parts) if data.draw(st.booleans()) else "".join(parts)
    start = data.draw(st.integers(0, len(source) - 1))
    change = data.draw(st.sampled_from(CHANGES))
    claim = change(source[start : data.draw(st.integers(start + 1, len(source)))])
    marker = [{"literal": "[p."}, "digits", {"literal": "]"}]
    policy = {**resources.policy("quote", "permissive"), "markers": [marker]}
    row = Shower(source, policy).shown({"id": "q", "text": claim, "at": None})
    for one in row["fragments"]:
        if one["tier"]:
            check(source, one["text"], one["place"], one["differences"])
    if row["differences"] is not None and not pieces(claim):
        check(source, claim, row["spans"][0], row["differences"])


def check(source: str, claim: str, place: dict[str, int], found: list[dict[str, Any]]) -> None:
    """Put the claim's side of each difference in the place of the source's."""
    data, made, at = source.encode(), b"", place["start"]
    for one in found:
        assert one["source"] != one["claim"]
        assert one["steps"]
        assert data[one["place"]["start"] : one["place"]["end"]].decode() == one["source"]
        made += data[at : one["place"]["start"]] + one["claim"].encode()
        at = one["place"]["end"]
    assert (made + data[at : place["end"]]).decode() == claim


def test_a_source_is_not_gone_through_for_each_claim() -> None:
    source = "The \u201cfee\u201d is e\u0301 2%.\u00a0\n" * 3000 + "Nobody \u201cknows\u201d it."
    shower = Shower(source, DEFAULT)
    claims = ['"fee" is \u00e9', 'Nobody "knows"', 'nobody "knows" IT', "Nobody, knows", "zz"]
    effort = [shower.source.effort.folded]
    for _ in range(2):
        for claim in claims:
            shower.shown({"id": "q", "text": claim, "at": None})
        effort.append(shower.source.effort.folded)
    assert effort[1] < 60 * len(source)
    assert effort[2] == effort[1]


# --- JSON, receipts -------------------------------------------------------------------------------


def test_json_says_what_a_receipt_says(source: str) -> None:
    claims = ['The "limited" number', "be sold", "The supplier shall ... replace goods", "5 EUR",
              "the, supplier", "zzz", "The supplier", "\u2026", "and ... too"]  # fmt: skip
    value = as_json(source, *claims)
    packet = packet_of(SOURCE, *({"id": f"claim {at}", "text": text, "at": None}
                                 for at, text in enumerate(claims, 1)))  # fmt: skip
    receipt = groundspec.decide(packet)
    assert [row["decision"] for row in value["claims"]] == receipt["decisions"]
    inputs = receipt["inputs"]
    assert value["policy"] == {"name": "default", "policy_sha256": inputs["policy_sha256"]}
    assert value["sources"] == [
        {
            "name": source,
            "source_sha256": inputs["source_sha256"],
            "bytes": len(SOURCE.encode()),
            "lines": 5,
        }
    ]
    assert {row["source"] for row in value["claims"]} == {0}
    place = {"start": 12, "end": 41, "line": 2, "column": 1, "end_line": 3, "end_column": 7}
    assert value["claims"][0]["spans"] == [place]
    assert value["claims"][1]["differences"] == []
    assert value["claims"][2]["differences"] is None


def packet_of(text: str, *claims: dict[str, Any], policy: Any = "default") -> dict[str, Any]:
    return {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": text, "id": None, "url": None},
        "policy": policy,
        "claims": [*claims],
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    claims: list[dict[str, Any]] = [
        {"id": "a", "text": "The supplier", "at": {"start": 104, "end": 116}},
        {"id": "b", "text": "be sold", "at": {"start": 0, "end": 3}},
        {"id": "c", "text": "", "at": {"start": 3, "end": 1}},
        {"id": "d", "at": None},
    ]
    packet = packet_of(SOURCE, *claims, policy={**DEFAULT, "waive": ["NEGATION_LEFT_OFF"]})
    (tmp_path / "p.json").write_bytes(canonical_bytes(packet))
    (tmp_path / "r.json").write_bytes(groundspec.decide_bytes(canonical_bytes(packet)))
    return tmp_path


def test_a_receipt(folder: Path) -> None:
    said = shown("p.json", "--receipt", "r.json", cwd=folder)
    assert said.startswith("p.json#/source/text:5:1: admitted, tier exact, bytes 104-116\n")
    assert '\n  stated place 5:1 (bytes 104-116): "The supplier"\n' in said
    assert "text:4:12: rejected, NOT_AT_PLACE\n" in said
    assert "\n  elsewhere at 4:12 (bytes 79-86)\n" in said
    assert said.count("rejected, CLAIM_INVALID\n") == 2
    assert shown("p.json", "--receipt", "r.json", "--id", "b", cwd=folder).count("bytes") == 2
    written = shown("p.json", "--receipt", "r.json", "--format", "json", cwd=folder)
    value = json.loads(written)
    Draft202012Validator(resources.schema("quote-show"), registry=library()).validate(value)
    receipt = json.loads((folder / "r.json").read_bytes())
    assert [row["decision"] for row in value["claims"]] == receipt["decisions"]
    assert value["policy"]["name"] is None


def test_a_waived_flag(source: str, tmp_path: Path) -> None:
    policy = {**DEFAULT, "waive": ["NEGATION_LEFT_OFF"]}
    (tmp_path / "mine.json").write_bytes(canonical_bytes(policy))
    said = shown(source, "be sold", "--policy", str(tmp_path / "mine.json"))
    assert "NEGATION_LEFT_OFF (flag, waived) at " in said


def test_claims_from_a_file_and_a_source_from_standard_input(tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes(b'\n{"claim":"The supplier","x":1.5}\n{"claim":"zz","id":"k"}')
    arguments = ("quote", "show", "-", "--claims", "c", "--policy", "exact")
    ran = Ran(*arguments, stdin=SOURCE.encode(), cwd=tmp_path)
    assert (ran.status, ran.errors) == (0, "")
    first, second = ran.out.decode().split("\n\n")
    assert first.startswith("standard input:5:1: admitted, tier exact, ")
    assert '\n  line 2: "The supplier"\n' in first
    assert '\n  k: "zz"\n' in second


def test_claims_around_options(source: str) -> None:
    said = shown(source, "be sold", "--policy", "strict", "We pay", "--", "-5 EUR", "--id")
    assert re.findall('^  claim ([0-9]: ".*")$', said, re.M) == [
        '1: "be sold"', '2: "We pay"', '3: "-5 EUR"', '4: "--id"',
    ]  # fmt: skip


# --- Errors ---------------------------------------------------------------------------------------

RECEIPT = ("--receipt", "r.json")
ERRORS: list[tuple[tuple[str, ...], str]] = [
    (("s.txt",), "there are no claims\n"),
    (("s.txt", "a", "--claims", "c"), "there are claims in two ways\n"),
    (("p.json", "a", *RECEIPT), "there are claims in two ways\n"),
    (("s.txt", "a", ""), "claim 2 is empty\n"),
    (("none.txt", "a"), "none.txt: No such file or directory\n"),
    ((".", "a"), ".: Is a directory\n"),
    (("latin", "a"), "latin: the bytes E9 20 61 at byte 3 are not UTF-8\n"),
    (("bom", "a"), "bom: begins with a byte order mark (EF BB BF)\n".replace(":", "", 1)),
    (("s.txt", "a", "--policy", "defualt"), "there is no policy defualt\n  hint: Did you mean def"),
    (("s.txt", "a", "--policy", "p.json"), "p.json: The "),
    (("s.txt", "a", "--id", "b"), "--id names a claim of a file or of a packet\n"),
    (("-", "--claims", "-"), "only one of the two can be standard input\n"),
    (("s.txt", "--claims", "empty"), "empty: there are no records\n"),
    (("s.txt", "--claims", "none"), "none: No such file or directory\n"),
    (("s.txt", "--claims", "c"), "c:2: the member claim is not a string\n"),
    (("s.txt", "--claims", "c2"), "c2:1: the member claim is missing\n"),
    (("s.txt", "--claims", "c3"), "c3:1: the member claim is empty\n"),
    (("s.txt", "--claims", "c4"), "c4:1: the text ends where "),
    (("s.txt", "--claims", "own"), "own:1: the record has a source of its own, source_path\n"
     "  hint: Leave SOURCE out, and each record is shown in its own.\n"),
    (("--claims", "c2"), "c2:1: the member claim is missing\n"),
    (("--claims", "c"), "c:1: there is neither source nor source_path\n"),
    (("--claims", "own"), "own:1: none: No such file or directory\n"),
    (("--claims", "own", "--id", "line 2"), "own: there is no claim line 2\n"),
    (("--claims", "own", "--root", "none"), "--root none is no directory\n"),
    (("s.txt", "--claims", "c", "--root", "."), "--root is where the source_path of records "),
    (("--receipt", "r.json"), "there is no packet\n"),
    (("p.json", *RECEIPT, "--policy", "strict"), "--policy and --receipt exclude each other\n"),
    (("p.json", *RECEIPT, "--id", "z"), "p.json: there is no claim z\n"),
    (("-", "--receipt", "-"), "only one of the two can be standard input\n"),
    (("p.json", "--receipt", "forged"), "forged, p.json: RECEIPT_DIGEST_DIFFERS: "),
    (("s.txt", *RECEIPT), "r.json, s.txt: PACKET_REFUSED: "),
    (("p.json", "--receipt", "none"), "none: No such file or directory\n"),
    (("none.json", "--receipt", "r.json"), "none.json: No such file or directory\n"),
]  # fmt: skip


@needs_posix
@pytest.mark.parametrize(("arguments", "said"), ERRORS)
def test_errors(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    (folder / "s.txt").write_bytes(SOURCE.encode())
    (folder / "latin").write_bytes("caf\u00e9 a".encode("latin-1"))
    (folder / "bom").write_bytes(b"\xef\xbb\xbftext")
    (folder / "empty").write_bytes(b"\n \n")
    (folder / "c").write_bytes(b'{"claim":"a"}\n{"claim":5}\n')
    (folder / "c2").write_bytes(b"{}\n")
    (folder / "c3").write_bytes(b'{"claim":""}\n')
    (folder / "c4").write_bytes(b"{\n")
    (folder / "own").write_bytes(b'{"claim":"a","source_path":"none"}\n')
    forged = (folder / "r.json").read_bytes().replace(b'"rejected":3', b'"rejected":0')
    (folder / "forged").write_bytes(forged)
    ran = Ran("quote", "show", *arguments, cwd=folder)
    assert ran.refused().startswith(f"groundspec: {said}")


def test_wrong_usage(source: str) -> None:
    assert (
        "there is no option --polcy" in Ran("quote", "show", source, "a", "--polcy", "b").refused()
    )
    assert "SOURCE" in Ran("quote", "show").refused()
    assert "color" in Ran("quote", "show", source, "a", "--color", "red").refused()
