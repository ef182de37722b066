"""Every format says the same of one run, survives hostile text, and shows when it is cut off."""

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.formats import FORMATS, RENDERED, markdown, render
from groundspec_harness.formats.rows import closing, counts
from groundspec_harness.report import sealed
from groundspec_harness.specification import Specification
from harness import mixed
from harness.test_miniature import find_node

Json = Any
Report = dict[str, Json]

CONTROL = re.compile(r"[^\n -~]")
NODE = find_node()
PAGE = Path(markdown.__file__).parent / "page"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    return mixed.specification(tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def program(known: Specification, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return mixed.command(known, tmp_path_factory.mktemp("program"))


@pytest.fixture(scope="module")
def options(
    known: Specification, program: list[str], tmp_path_factory: pytest.TempPathFactory
) -> list[str]:
    path = tmp_path_factory.mktemp("list") / "known.json"
    return ["--known-failures", str(mixed.listed(known, program, path))]


@pytest.fixture(scope="module")
def report(known: Specification, program: list[str], options: list[str]) -> Report:
    return mixed.report(known, program, *options)


def of_json(text: str) -> dict[str, int]:
    value = json.loads(text)
    states = Counter((r["known"] or {}).get("state") for r in value["results"])
    failing = [r for r in value["results"] if r["level"] != "bytes"]
    counted = [r for r in failing if (r["known"] or {}).get("state") != "known"]
    faults = sum(r["fault"] is not None for r in counted)
    return {
        "passed": len(value["results"]) - len(failing) - states["stale"],
        "failed": len(counted) - faults,
        "fault": faults + (value["end_of_input"] is not None),
        "known": states["known"],
        "stale": states["stale"],
        "skipped": len(value["skipped"]),
    }


def of_junit(text: str) -> dict[str, int]:
    root = ET.fromstring(text)
    cases = root.findall("testsuite/testcase")
    kinds = Counter(case[0].get("type") if len(case) else "passed" for case in cases)
    assert root.get("tests") == str(len(cases))
    for suite in root:
        for name, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert suite.get(name) == str(len(suite.findall(f"testcase/{element}")))
    for name in ("tests", "failures", "errors", "skipped"):
        assert root.get(name) == str(sum(int(suite.get(name, "")) for suite in root))
    return {str(kind): count for kind, count in kinds.items()}


def of_tap(text: str) -> dict[str, int]:
    lines = text.splitlines()
    assert lines[0] == "TAP version 14"
    points = [match for line in lines if (match := re.match(r"(not )?ok (\d+) - ", line))]
    assert lines[1] == f"1..{len(points)}"
    assert [int(point[2]) for point in points] == list(range(1, len(points) + 1))
    found = Counter(re.findall(r'(?m)^  kind: "(\w+)"$', text))
    found["skipped"] = len(re.findall(r"(?m)^ok .* # SKIP ", text))
    found["passed"] = sum(point[1] is None for point in points) - found["skipped"]
    assert len(re.findall(r"(?m)^not ok .* # TODO ", text)) == found["known"]
    blocks = re.findall(r"(?ms)^  ---\n(.*?)^  \.\.\.$", text)
    for line in "".join(blocks).splitlines():
        json.loads(line.partition(": ")[2])
    return dict(found)


def of_markdown(text: str) -> dict[str, int]:
    table = [line for line in text.splitlines() if line.startswith("| `")]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table]
    assert {len(row) for row in cells} == {5}
    found = Counter(row[1].strip() for row in cells)
    return {**dict(found), **_said(text, ("passed", "skipped"))}


def of_github(text: str) -> dict[str, int]:
    lines = text.splitlines()
    found = Counter(line.split("::")[1].split()[0] for line in lines if line.startswith("::"))
    assert lines[-2].startswith("::error title=groundspec::")
    said = _said(text, tuple(mixed.COUNTS))
    assert found["error"] == said["failed"] + said["fault"] + said["stale"] + 1  # the summary
    assert found["notice"] == said["known"]
    return said


def of_html(text: str) -> dict[str, int]:
    return dict(Counter(kind for _, kind, _ in data(text)["rows"]))


def of_table(text: str) -> dict[str, int]:
    """What the table counts is told from the rest: it has levels and one line for a group."""
    total = re.search(r"(?m)^ ?all +(\d+) .* (\d+) +(\d+) *$", text)
    assert total
    vectors, right, faults = map(int, total.groups())
    said = {
        name: sum(int(count) for count in re.findall(rf"(\d+) {words}", text))
        for name, words in (
            ("diverge", "diverge"),
            ("known", "known before"),
            ("stale", "listed as known, but passing"),
            ("skipped", "vectors(?: of classes not claimed|; .*not at bytes)"),
        )
    }
    assert vectors == right + faults + said["diverge"]
    return {
        "passed": right - said["stale"],
        "failed": said["diverge"] - said["known"],
        "fault": faults + ("at the end of input" in text),
        "known": said["known"],
        "stale": said["stale"],
        "skipped": said["skipped"],
    }


def _said(text: str, names: tuple[str, ...]) -> dict[str, int]:
    last = text.strip().splitlines()[-1]
    return {kind: int(count) for count, kind in re.findall(r"(\d+) (\w+)", last) if kind in names}


def data(page: str) -> Json:
    found = re.search(r'(?s)<script type="application/json" id="data">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


READERS: dict[str, Callable[[str], dict[str, int]]] = {
    "table": of_table,
    "json": of_json,
    "junit": of_junit,
    "markdown": of_markdown,
    "tap": of_tap,
    "github": of_github,
    "html": of_html,
}


def shown(known: Specification, report: Report, form: str, folder: Path) -> str:
    """A saved report in a format, through the command."""
    saved, output = folder / "saved.json", folder / f"out.{form}"
    saved.write_text(json.dumps(report), "utf-8")
    arguments = ["report", str(saved), "--format", form, "-o", str(output)]
    assert run_command([*arguments, "--root", str(known.resources.root)]) == 0
    return output.read_text("utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_the_counts_of_every_format_agree(
    known: Specification, report: Report, form: str, tmp_path: Path
) -> None:
    assert READERS[form](shown(known, report, form, tmp_path)) == mixed.COUNTS


@pytest.fixture(scope="module")
def ended(known: Specification, program: list[str]) -> Report:
    """The report of a run that two failures ended early."""
    return mixed.report(known, program, "--max-failures", "2")


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_not_asked_is_no_fault_in_any_format(
    known: Specification, ended: Report, form: str, tmp_path: Path
) -> None:
    text = shown(known, ended, form, tmp_path)
    counted = {kind: count for kind, count in READERS[form](text).items() if count}
    left = [row for row in ended["skipped"] if row["kind"] == "not-asked"]
    assert counted == {kind: count for kind, count in counts(ended).items() if count}
    assert counted["skipped"] == len(ended["skipped"]) > len(left) > 0
    assert counted["failed"] + counted["fault"] == 2 + 1  # and the end of input
    assert f"; {len(left)} not asked" in text


@pytest.mark.parametrize("form", FORMATS)
def test_a_run_and_its_saved_report_are_shown_alike(
    known: Specification,
    program: list[str],
    options: list[str],
    report: Report,
    form: str,
    tmp_path: Path,
) -> None:
    output = tmp_path / "direct"
    assert mixed.run(known, program, "--format", form, "-o", str(output), *options) == 1
    assert output.read_text("utf-8") == shown(known, report, form, tmp_path)


@pytest.mark.parametrize("form", [*RENDERED, "table"])
def test_nothing_of_a_program_steers_a_format(
    known: Specification, report: Report, form: str, tmp_path: Path
) -> None:
    text = shown(known, report, form, tmp_path)
    if form == "table":
        text = re.sub("\u2500", "-", text)
    assert CONTROL.findall(text) == []
    assert len(re.findall(r"(?m)^\s*::(?!error title=|notice title=)", text)) == 0
    if form == "html":
        assert text.count("</script>") == 2
        assert "<b>" not in text
        assert text.count('"report":"groundspec-harness/run"') == 1
        assert data(text)["report"] == report
        assert not re.search(r"""(?:src|href)\s*=|url\(|@import""", text.partition("<script")[0])


@pytest.mark.parametrize("form", RENDERED)
def test_a_text_that_was_cut_off_can_be_told(report: Report, form: str) -> None:
    lines = render(report, form).rstrip().splitlines()
    end = closing(report)
    assert f"{report['footer']['results']} results, {report['footer']['sha256']}" in end
    assert [end in line for line in lines[-5:]].count(True) == 1
    assert not any(end in line for line in lines[:-5])
    if form == "html":
        assert lines[-3] == "<style>#cut { display: none }</style>"


def grown(report: Report, count: int) -> Report:
    """A report in which so many vectors fail like the one that does, among as many that pass."""
    fails = next(r for r in report["results"] if r["id"] == mixed.FAILS)
    right = next(r for r in report["results"] if r["level"] == "bytes" and not r["known"])
    results = [
        {**(fails if n % 2 else right), "id": f"quote/absent/v{n}"} for n in range(count)
    ]  # fmt: skip
    body = {k: v for k, v in report.items() if k != "footer"}
    return sealed({**body, "results": results, "skipped": [], "end_of_input": None}, count)


def test_markdown_is_cut_where_github_would_refuse_it(report: Report) -> None:
    small = markdown.render(grown(report, 40))
    assert "Cut off here" not in small
    big = markdown.render(grown(report, 12_000))
    assert len(big.encode()) <= markdown.LIMIT
    said = re.search(r"Cut off here: (\d+) of (\d+) are not shown", big)
    assert said
    rows = big.count("| failed |")
    assert (int(said[1]) + rows, int(said[2])) == (6000, 6000)
    assert rows > 1000
    assert closing(grown(report, 12_000)) in big


def test_a_link_that_is_none_is_not_made_one(report: Report) -> None:
    edited = json.loads(json.dumps(report))
    for result in edited["results"]:
        if result["known"]:
            result["known"]["issue"] = "javascript:alert(1)"
    assert mixed.ISSUE in markdown.render(report)
    assert "javascript:" not in markdown.render(edited)


def node(script: str, *arguments: str) -> Json:
    assert NODE
    done = subprocess.run(
        [NODE, "-e", script, *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


needs_node = pytest.mark.skipif(NODE is None, reason="no node")


@needs_node
def test_the_page_filters_by_words_and_choices(report: Report, tmp_path: Path) -> None:
    file = tmp_path / "data.json"
    file.write_text(json.dumps(data(render(report, "html"))), "utf-8")
    wanted = [
        {}, {"text": "ABSENT/one LEVEL"}, {"kind": "fault"}, {"fault": "-", "level": "none"},
        {"known": "known"}, {"class": "quote"}, {"topic": "core/digest"}, {"text": "q-claim"},
        {"text": "no such word"}, {"kind": "passed", "text": "json"},
    ]  # fmt: skip
    script = """
        const page = require(process.argv[1]), fs = require("fs");
        const rows = page.rowsOf(JSON.parse(fs.readFileSync(process.argv[2])));
        const wanted = JSON.parse(process.argv[3]);
        console.log(JSON.stringify({
          found: wanted.map((each) => page.filtered(rows, each).map((row) => row.id)),
          kinds: page.choices(rows, "kind"),
          parts: page.parts("a start", "a stop"), same: page.parts("aa", "aaa"),
        }));
    """
    found = node(script, str(PAGE / "filter.js"), str(file), json.dumps(wanted))
    ids = [row[0] for row in data(render(report, "html"))["rows"]]
    assert found["found"] == [
        ids,
        [mixed.FAILS],
        [mixed.FAULT, "end-of-input"],
        [],
        [mixed.KNOWN],
        [mixed.SKIPPED],
        [mixed.FAULT],
        [mixed.STALE, mixed.KNOWN],
        [],
        ["core/json/nan"],
    ]
    assert dict(found["kinds"]) == counts(report)
    assert found["parts"] == {"head": "a st", "left": "art", "right": "op", "tail": ""}
    assert found["same"] == {"head": "aa", "left": "", "right": "a", "tail": ""}


@needs_node
def test_the_page_shows_five_thousand_results_a_page_at_a_time(
    report: Report, tmp_path: Path
) -> None:
    """Counted, not timed: the rows that are made, and the vector that the address names."""
    page = tmp_path / "page.html"
    page.write_text(render(grown(report, 5000), "html"), "utf-8")
    fake = Path(__file__).parent / "fakepage.mjs"
    assert NODE
    done = subprocess.run(
        [NODE, str(fake), str(page), "quote/absent/v4321"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["start"] == {"rows": 100, "found": "5000 of 5000 vectors", "page": "Page 1 of 50"}
    linked = found["linked"]
    assert linked["page"] == "Page 44 of 50"
    assert linked["rows"] == 101  # one of them the details
    assert linked["focused"] == "quote/absent/v4321"
    assert "a known failure" not in linked["detail"]
    assert "/receipt/decisions/0/tier" in linked["detail"]
    assert "</script><b>" in linked["detail"]
    assert (found["closed"]["rows"], found["closed"]["focused"]) == (100, linked["focused"])
    assert (found["opened"]["rows"], found["opened"]["page"]) == (101, linked["page"])
    assert found["filtered"] == {
        "rows": 100,
        "found": "2500 of 5000 vectors",
        "page": "Page 1 of 25",
    }
    assert found["elsewhere"]["found"] == "5000 of 5000 vectors"  # the filter gave way to the link
    assert found["requests"] == 0
