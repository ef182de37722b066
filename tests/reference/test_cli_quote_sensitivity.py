"""quote sensitivity: shares and their intervals, and what hangs on the policy."""

import json
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from groundspec import resources
from groundspec.apps.wilson import FORMULA, Z, interval, points, share
from groundspec.core.canonical import canonical_bytes
from reference.program import Ran, needs_posix
from reference.quotecheck import decision, jsonl

SOURCE = (
    "The supplier shall, at its own cost, replace \u201cdefective\u201d goods. Net income rose. "
    "We do not sell."
)
CLAIMS = [
    "The supplier shall",
    "the supplier shall",
    'The supplier shall ... replace "defective" goods',
    "nowhere",
    "et income",
    "sell",
    'replace "defective" goods',
    "The supplier shall",
]
ROWS = [{"claim": claim, "source": SOURCE} for claim in CLAIMS]
POLICIES = ("default", "strict", "permissive", "exact")
GOOD = {"claim": "The fee", "source": "The fee is 2%."}


def ran(*arguments: str, stdin: bytes, cwd: Path | None = None, status: int = 0) -> Ran:
    run = Ran("quote", "sensitivity", "-", *arguments, stdin=stdin, cwd=cwd)
    assert run.status == status, run.errors
    return run


def as_json(
    *arguments: str, stdin: bytes, cwd: Path | None = None, status: int = 0
) -> dict[str, Any]:
    run = ran("--format", "json", *arguments, stdin=stdin, cwd=cwd, status=status)
    value: dict[str, Any] = json.loads(run.out)
    shapes = [resources.schema(name) for name in ("quote-sensitivity", "receipt")]
    library: Registry[Any] = Registry().with_resources(
        (shape["$id"], Resource.from_contents(shape)) for shape in shapes
    )
    Draft202012Validator(shapes[0], registry=library).validate(value)
    return value


# --- Intervals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "whole", "bounds"),
    [
        (0, 10, (0, 2775)),  # z^2 / (n + z^2): 3.841459 / 13.841459 = 0.277533
        (10, 10, (7225, 10000)),  # n / (n + z^2): 10 / 13.841459 = 0.722467
        (0, 1, (0, 7935)),  # 3.841459 / 4.841459 = 0.793450
        (1, 2, (945, 9055)),  # 1/2 -+ 1.959964 / (2 * sqrt(5.841459)): 0.5 -+ 0.405469
        (10, 20, (2993, 7007)),  # 1/2 -+ 1.959964 / (2 * sqrt(23.841459)): 0.5 -+ 0.200704
        (1, 3, (615, 7923)),
        (95, 100, (8882, 9785)),
        (81, 263, (2553, 3662)),  # Newcombe 1998, table I: 0.2553 to 0.3662
        (15, 148, (624, 1605)),  # 0.0624 to 0.1605
        (0, 20, (0, 1611)),  # 0.0000 to 0.1611
        (1, 29, (61, 1718)),  # 0.0061 to 0.1718
    ],
)
def test_intervals(count: int, whole: int, bounds: tuple[int, int]) -> None:
    assert interval(count, whole) == bounds


@example((1, 113_295))  # a share that is above the bound as it is rounded
@given(st.integers(1, 10**12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_are_those_of_the_formula(drawn: tuple[int, int]) -> None:
    count, whole = drawn
    with localcontext() as context:
        context.prec = 120
        k, n, z = Decimal(count), Decimal(whole), Decimal(Z[0]) / Decimal(Z[1])
        root = z * (k * (n - k) / n + z * z / 4).sqrt()
        bounds = [10_000 * (k + z * z / 2 + sign * root) / (n + z * z) for sign in (-1, 1)]
        near = [int(bound.quantize(Decimal(1), ROUND_HALF_EVEN)) for bound in bounds]
    low, high = interval(count, whole)
    assert [low, high] == near
    assert 0 <= low <= high <= 10_000
    assert (2 * low - 1) * whole <= 20_000 * count <= (2 * high + 1) * whole
    assert interval(whole - count, whole) == (10_000 - high, 10_000 - low)


def test_half_is_rounded_to_even() -> None:
    assert [points(part, 20_000) for part in (1, 3, 5, 7, 19_999)] == [
        "0.00", "0.02", "0.02", "0.04", "100.00",
    ]  # fmt: skip
    assert points(1, 3) == "33.33"
    assert points(2, 3) == "66.67"


def test_a_share_of_nothing_has_no_interval() -> None:
    assert share(0, 0) == (0, None, None, None)
    assert share(3, 4) == (3, "75.00", "30.06", "95.44")


def test_the_interval_holds_what_it_says() -> None:
    """For a share of 30% and 50 records, some 95% of all samples give an interval that holds it."""
    held = 0.0
    for count in range(51):
        low, high = interval(count, 50)
        if low <= 3000 <= high:
            held += comb(50, count) * 0.3**count * 0.7 ** (50 - count)
    assert 0.93 < held < 0.97


# --- Reports --------------------------------------------------------------------------------------


def test_what_is_counted_is_what_is_decided() -> None:
    value = as_json(stdin=jsonl(*ROWS))
    assert [column["policy"] for column in value["policies"]] == [*POLICIES]
    for column in value["policies"]:
        found = [decision(SOURCE, claim, "q", policy=column["policy"]) for claim in CLAIMS]
        shares = {name: row["records"] for name, row in column["shares"].items()}
        outcomes = [row["outcome"] for row in found]
        for outcome in ("admitted", "needs_verification", "rejected"):
            assert shares[outcome] == outcomes.count(outcome)
        whole = [row for row in found if "STITCHED" not in row["codes"]]
        assert shares["contiguous"] == [row["outcome"] for row in whole].count("admitted")
        assert shares["exact"] == [row["tier"] for row in found].count("exact")
        assert sum(column["tiers"].values()) == len(CLAIMS)
        codes = [code for row in found for code in row["codes"]]
        assert column["codes"] == {code: codes.count(code) for code in codes}
    default, _, permissive, _ = value["policies"]
    assert default["shares"]["admitted"] == {
        "records": 4, "percent": "50.00", "low": "21.52", "high": "78.48",
    }  # fmt: skip
    assert permissive["shares"]["admitted"]["records"] == 6
    assert permissive["shares"]["contiguous"]["records"] == 5
    assert value["spread"]["admitted"] == {
        "points": "50.00", "lowest": "strict", "highest": "permissive",
    }  # fmt: skip
    assert value["interval"]["formula"] == FORMULA
    assert value["records"] == {"read": 8, "failed": 0, "decided": 8, "distinct_pairs": 7}


def test_which_records_change_and_by_which_codes() -> None:
    changed = as_json(stdin=jsonl(*ROWS))["changed"]
    assert changed["count"] == 5
    assert [row["line"] for row in changed["records"]] == [2, 3, 5, 6, 7]
    said = [
        [(one["outcome"], one["codes"]) for one in row["verdicts"]] for row in changed["records"]
    ]
    admitted = ("admitted", list[str]())
    review = "needs_verification"
    assert said[0] == [
        admitted, (review, ["TIER_NOT_ACCEPTED"]), admitted, ("rejected", ["UNLOCATED"]),
    ]  # fmt: skip
    assert said[1][0] == (review, ["STITCHED"])
    assert said[2] == [("rejected", ["CUTS_WORD"])] * 3 + [admitted]
    assert said[3] == [(review, ["NEGATION_LEFT_OFF"])] * 2 + [admitted] * 2


def test_the_table() -> None:
    said = ran(stdin=jsonl(*ROWS)).out.decode()
    assert said.startswith(
        "8 records decided\n7 distinct pairs of source and claim: the intervals take records for "
        "independent, and are too narrow\n"
    )
    assert (
        "\nadmitted              default           4        50.00%      21.52% to 78.48%\n" in said
    )
    assert "               50.00 points  strict to permissive\n" in said
    assert "\nskeleton                   -       -           0      -\n" in said
    assert "\n5 records have not the same outcome under all policies\n" in said
    assert (
        "\n  line 6  default, strict: needs_verification (NEGATION_LEFT_OFF); "
        "permissive, exact: admitted (tier exact)\n"
    ) in said
    assert "distinct" not in ran(stdin=jsonl(*ROWS[:7])).out.decode()


def test_twenty_are_listed_or_all() -> None:
    stdin = jsonl(*[{"claim": f"The  fee {at}", "source": f"The fee {at}"} for at in range(30)])
    assert "\n  and 10 more (--all lists them)\n" in ran(stdin=stdin).out.decode()
    assert "more (" not in ran("--all", stdin=stdin).out.decode()
    some, every = as_json(stdin=stdin)["changed"], as_json("--all", stdin=stdin)["changed"]
    assert some["count"] == every["count"] == 30
    assert [row["line"] for row in some["records"]] == [*range(1, 21)]
    assert [row["line"] for row in every["records"]] == [*range(1, 31)]


def test_policies_of_ones_own(tmp_path: Path) -> None:
    mine = {**resources.policy("quote", "default"), "tiers": ["case"], "accept_through": "case"}
    (tmp_path / "mine.json").write_bytes(canonical_bytes(mine))
    arguments = ("--policies", "exact,./mine.json", "--policies", "strict")
    value = as_json(*arguments, stdin=jsonl(*ROWS), cwd=tmp_path)
    assert [row["policy"] for row in value["policies"]] == ["exact", "./mine.json", "strict"]
    assert value["policies"][1]["shares"]["exact"]["records"] == 0
    assert value["policies"][1]["tiers"] == {"case": 6, "none": 2}
    value = as_json("--policies", "exact", stdin=jsonl(*ROWS))
    assert value["changed"] == {"count": 0, "records": []}
    assert (
        "every record has the same outcome"
        in ran("--policies", "exact", stdin=jsonl(*ROWS)).out.decode()
    )


def test_sources_by_path_and_places(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(SOURCE, "utf-8")
    rows = [
        {"claim": "The supplier", "source_path": "s.txt", "start": 0, "end": 12, "groundspec": 1},
        {"claim": "The supplier", "source_path": "s.txt", "start": 1, "end": 12},
        {"claim": "The supplier", "source": SOURCE, "start": 0, "end": 12},
    ]
    value = as_json("--root", ".", "--at-offsets", stdin=jsonl(*rows), cwd=tmp_path)
    assert value["records"]["distinct_pairs"] == 1
    for column in value["policies"]:
        assert column["codes"] == {"NOT_AT_PLACE": 1}
    units = ("--at-offsets", "--offset-unit", "code-points", "--cache-mb", "0")
    assert as_json(*units, stdin=jsonl(*rows), cwd=tmp_path) == value


def test_many_records_in_several_batches() -> None:
    rows = [{"claim": f"fee {at % 7}", "source": f"The fee {at % 5} is due"} for at in range(5000)]
    value = as_json("--policies", "default,exact", stdin=jsonl(*rows))
    assert value["records"] == {"read": 5000, "failed": 0, "decided": 5000, "distinct_pairs": 35}
    right = sum(at % 7 == at % 5 for at in range(5000))
    assert [row["shares"]["admitted"]["records"] for row in value["policies"]] == [right] * 2


def test_nothing_passes_raw(tmp_path: Path) -> None:
    evil = "\x1b[2J\u202e"
    mine = {
        **resources.policy("quote", "default"),
        "tiers": [{"tier": "x", "sound": True, "steps": []}],
    }
    name = f"{evil}.json"
    (tmp_path / name).write_bytes(canonical_bytes({**mine, "accept_through": "x"}))
    rows = [{"claim": "a  b", "source": "a b", "id": evil}, {**GOOD, "id": evil}]
    for form in ("table", "json"):
        arguments = ("--policies", f"default,./{name}", "--format", form)
        said = ran(*arguments, stdin=jsonl(*rows), cwd=tmp_path).out.decode()
        assert said.replace("\n", "").isprintable()


def test_an_output_file(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes(jsonl(*ROWS))
    run = Ran("quote", "sensitivity", "c.jsonl", "-o", "out", "--quiet", cwd=tmp_path)
    assert (run.status, run.out, run.errors) == (0, b"", "")
    assert (tmp_path / "out").read_bytes() == ran(stdin=jsonl(*ROWS)).out


# --- Errors ---------------------------------------------------------------------------------------

BAD: list[tuple[Any, str]] = [
    ({"claim": 5, "source": "a"}, "the member claim is not a string"),
    ({"source": "a"}, "the member claim is missing"),
    ({"claim": "a"}, "there is neither source nor source_path"),
    ({"claim": "a", "source": "a", "source_path": "b"}, "source and source_path are both there"),
    ({"claim": "a", "source_path": "none.txt"}, "none.txt: No such file or directory"),
    ({"claim": "a", "source_path": "latin"}, "latin: the bytes E9 at byte 3 are not UTF-8"),
    ({"claim": "a", "source_path": "bom"}, "bom begins with a byte order mark (EF BB BF)"),
    (b"[]", "a record is an object, not an array"),
    (b"{", "the text ends where "),
    (b'{"claim":"\xff"}', "the bytes FF 22 7D at byte 11 of the line are not UTF-8"),
]


@needs_posix
@pytest.mark.parametrize(("record", "said"), BAD)
def test_a_bad_record(tmp_path: Path, record: Any, said: str) -> None:
    (tmp_path / "latin").write_bytes("caf\u00e9".encode("latin-1"))
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbfa")
    stdin = jsonl(GOOD, b"", record, GOOD)
    run = ran("-o", "out", stdin=stdin, cwd=tmp_path, status=2)
    assert run.refused().startswith(f"standard input:3: {said}")
    assert run.errors.count("\n") == 1
    assert not (tmp_path / "out").exists()
    value = as_json("--keep-going", stdin=stdin, cwd=tmp_path, status=3)
    assert value["records"] == {"read": 3, "failed": 1, "decided": 2, "distinct_pairs": 1}
    assert value["policies"][0]["shares"]["admitted"]["percent"] == "100.00"


def test_records_all_of_which_are_bad() -> None:
    stdin = jsonl(*[{"claim": 5}] * 30)
    value = as_json("--keep-going", stdin=stdin, status=3)
    assert value["policies"][0]["shares"]["admitted"]["percent"] is None
    assert value["spread"]["admitted"]["points"] is None
    run = ran("--keep-going", stdin=stdin, status=3)
    assert run.out.startswith(b"0 records decided, 30 failed\n")
    assert run.errors.count("\n") == 21
    assert run.errors.endswith("standard input: and 10 more records failed\n")


ERRORS: list[tuple[tuple[str, ...], bytes, str]] = [
    ((), b"", "standard input: there are no records\n"),
    ((), b"\n \n", "standard input: there are no records\n"),
    (("--keep-going",), b"", "standard input: there are no records\n"),
    (("--policies", "default,defualt"), b"", "there is no policy defualt\n  hint: Did you mean"),
    (("--policies", "default,"), b"", "--policies has an empty name in it\n"),
    (("--policies", "exact,exact"), b"", "the policy exact is given twice\n"),
    (("--policies", "exact,quote/exact"), b"", "the policy quote/exact is given twice\n"),
    (("--policies", "none.json"), b"", "none.json: No such file or directory\n"),
    (("--policies", "bad.json"), b"", "bad.json: The "),
    (("--policies", "./p.json", "-o", "p.json"), b"", "p.json: it would replace ./p.json, which"),
    (("--root", "none"), b"{}", "--root none is no directory"),
    (("-o", "none/out"), b"{}", "none/out: No such file or directory\n"),
]


@needs_posix
@pytest.mark.parametrize(("arguments", "stdin", "said"), ERRORS)
def test_errors(tmp_path: Path, arguments: tuple[str, ...], stdin: bytes, said: str) -> None:
    (tmp_path / "bad.json").write_bytes(b"{}")
    (tmp_path / "p.json").write_bytes(canonical_bytes(resources.policy("quote", "default")))
    run = ran(*arguments, stdin=stdin, cwd=tmp_path, status=2)
    assert run.refused().startswith(f"groundspec: {said}")


def test_files_that_must_not_be_written_over(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(SOURCE, "utf-8")
    data = jsonl({"claim": "a", "source_path": "s.txt"})
    (tmp_path / "c.jsonl").write_bytes(data)
    for output in ("c.jsonl", "s.txt"):
        run = Ran("quote", "sensitivity", "c.jsonl", "-o", output, cwd=tmp_path)
        assert f"{output}: it would replace {output}, which is read" in run.refused()
    assert (tmp_path / "c.jsonl").read_bytes() == data
    assert "No such file" in Ran("quote", "sensitivity", "none.jsonl").refused()


def test_wrong_usage() -> None:
    assert "CLAIMS" in Ran("quote", "sensitivity").refused()
    assert "Did you mean" in Ran("quote", "sensitivity", "-", "--polices", "a").refused()
    assert "furlong" in Ran("quote", "sensitivity", "-", "--offset-unit", "furlong").refused()
