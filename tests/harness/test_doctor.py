"""`doctor` against programs that ail in one way each (`broken/ailing.py`), and a right one."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from groundspec_harness.cli import run_command
from groundspec_harness.doctor import CHECKS, Examination, examine, framing
from groundspec_harness.doctor.finding import telling
from groundspec_harness.doctor.patient import Patient
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.limits import LINE_LIMIT
from groundspec_harness.specification import at
from harness.broken import ailing

KNOWN = at(None)
PROGRAM = [sys.executable, "-I", "-S", str(Path(ailing.__file__))]
NAMES = [check.name for check in CHECKS]
AT_THE_END = {"end", "no-input", "per-case"}


def look(*command: str, timeout: float = 10) -> Examination:
    return examine(Patient(command, timeout, KNOWN.registry, KNOWN.schemas))


def wrong(found: Examination) -> dict[str, str]:
    """What is wrong, each with what was seen and what to change."""
    return {
        check.name: f"{finding.found} / {finding.change}"
        for check, finding in found.findings
        if finding.state == "wrong"
    }


# An ailment, the checks that have to see it, and what the first of them says.
TABLE: list[tuple[str, set[str], str]] = [
    ("none", set(), ""),
    ("loud", set(), ""),
    ("banner", {"start"}, "before anything is asked: ready / write banners"),
    ("exits-at-once", {"start"}, "exited with status 3 before it answered"),
    ("no-flush", {"flush"}, "it waits in a buffer / flush standard output"),
    ("one-answer", {"stay"}, "give --per-case with every command"),
    ("byte-order-mark", {"encoding"}, "byte order mark"),
    ("utf-16", {"encoding"}, "UTF-16"),
    ("latin-1", {"beyond-ascii"}, "in UTF-8"),
    ("crlf", {"line-end"}, "CR LF"),
    ("spaces", {"canonical"}, "white space"),
    ("escapes", {"beyond-ascii"}, "they stand for themselves in UTF-8"),
    ("empty-line-behind", {"one-line"}, "write one line for each request"),
    ("class-unknown", {"describe"}, "'cores' is not known; did you mean core?"),
    ("protocol-2", {"describe"}, "speaks version 2"),
    ("no-name", {"describe"}, "/implementation/name"),
    ("knows-nothing", {"describe"}, "answer like {"),
    ("unknown-is-malformed", {"unknown"}, "(P-UNKNOWN)"),
    ("no-id-if-malformed", {"malformed"}, '"id":"m"} (P-MALFORMED)'),
    ("crashes-if-malformed", {"malformed"}, "ValueError: no such request"),
    ("trims-ids", {"id"}, '"id":" 1 "'),
    ("short-lines", {"long-line"}, "read lines without a limit"),
    ("half-the-size", {"size"}, '"id":null} to a line of 2400000 bytes / read lines without'),
    ("too-large-is-malformed", {"size"}, "to a line of 2400001 bytes / answer {"),
    ("out-of-memory", {"size"}, "java.lang.OutOfMemoryError: Java heap space / it ran out of mem"),
    ("text-lines", {"carriage-return"}, "end lines at LF alone and read a CR as white space"),
    ("of-the-locale", {"locale"}, "become '?'; write UTF-8 (P-ANSWER) / name the encoding of both"),
    ("no-check", {"describe"}, "it claims quote-exact and does not list what decides that"),
    ("logs", {"describe", "one-line"}, "got a request / log lines go to standard error"),
    ("short-writes", {"long-answer"}, "write until everything is written"),
    ("read-is-request", {"long-line", "in-pieces", "carriage-return"}, "without a limit"),
    ("talks-later", {"between"}, "output that no request asked for: 'idle"),
    ("no-last-line", {"last-line"}, "also where no LF stands behind it"),
    ("exits-with-3", AT_THE_END, "exited with status 3"),
    ("says-goodbye", AT_THE_END, "bye"),
    ("needs-input", {"no-input"}, "exited with status 1"),
    ("pretty", {"describe", "one-line"}, "spread over several lines"),
    ("never-answers", {"flush"}, "no answer within 4 s"),
    ("forgets-the-rest", {"two-at-once"}, "keep what was read behind a LF"),
    ("stays", AT_THE_END, "still running"),
]


WAITING = {"no-flush", "never-answers", "forgets-the-rest", "stays"}  # they use up the timeout


def shorten(changed: pytest.MonkeyPatch) -> None:
    """Shorter lines than those that the reference is asked."""
    changed.setattr(framing, "LONG", 1_000_000)
    changed.setattr(framing, "LINE_LIMIT", 2_400_000)
    changed.setattr(framing, "HASTE", 4.0)
    changed.setenv("AILING_SIZE", "2400000")


@pytest.fixture(scope="module")
def examined() -> dict[str, Examination]:
    """All of them, several at a time, for most of it is waiting."""
    with pytest.MonkeyPatch.context() as changed, ThreadPoolExecutor(8) as pool:
        changed.delenv("PYTHONUNBUFFERED", raising=False)
        shorten(changed)
        found = {
            name: pool.submit(look, *PROGRAM, name, timeout=4 if name in WAITING else 30)
            for name, *_ in TABLE
        }
        return {name: each.result() for name, each in found.items()}


@pytest.mark.parametrize(("ailment", "checks", "says"), TABLE, ids=[name for name, *_ in TABLE])
def test_what_ails_a_program(
    ailment: str, checks: set[str], says: str, examined: dict[str, Examination]
) -> None:
    found = examined[ailment]
    seen = wrong(found)
    assert set(seen) == checks
    assert found.status == (1 if checks else 0)
    assert says in next(iter(seen.values()), "")
    assert all(" / " in text and not text.endswith(" / ") for text in seen.values())
    assert all(text.isascii() for text in seen.values())
    if not checks:
        assert found.count("ok") == len(CHECKS)


def test_the_reference_passes_everything() -> None:
    found = look("groundspec", "stdio", timeout=60)
    assert [check.name for check, finding in found.findings if finding.state != "ok"] == []


def test_a_line_of_any_length_takes_little_memory() -> None:
    pieces = list(framing.padded(b'{"do":"describe","id":"x"}\n', LINE_LIMIT))
    assert sum(map(len, pieces)) == LINE_LIMIT + 1
    assert sum(len(piece) for piece in {id(piece): piece for piece in pieces}.values()) < 1 << 22
    assert b"".join(pieces).split() == [b'{"do":"describe",', b'"id":"x"}']


def test_a_long_line_is_not_sent_to_a_program_that_has_little_time() -> None:
    size = [check for check in CHECKS if check.name in ("start", "flush", "describe", "size")]
    patient = Patient((*PROGRAM, "none"), 4, KNOWN.registry, KNOWN.schemas)
    found = {check.name: finding for check, finding in examine(patient, checks=size).findings}
    assert found["size"].state == "unsure"
    assert "it needs a --timeout of 5 s" in found["size"].found


def test_what_a_failed_check_hides_is_not_asked(examined: dict[str, Examination]) -> None:
    states = {check.name: finding for check, finding in examined["short-lines"].findings}
    for name in ("long-answer", "size"):
        assert states[name].state == "unsure"
        assert "reads a line of 10 MB, and answers the next comes first" in states[name].found


def test_classes_without_vectors_are_not_offered(examined: dict[str, Examination]) -> None:
    offered = wrong(examined["class-unknown"])["describe"].partition("codes.json: ")[2]
    assert offered == "core, packet, quote-exact, quote, fact (C-CLASSES)"


STACKS = [
    ('Exception in thread "main" java.lang.OutOfMemoryError: heap\n\tat A.b(A:1)', "OutOfMemory"),
    ("Traceback (most recent call last):\n  File x\nValueError: no", "ValueError: no"),
    ("panic: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:3", "panic: index"),
    ("/a.js:1\nthrow x\n^\n\nError: no\n    at a (b:1)\n\nNode.js v20", "Error: no"),
    ("loading\nready\n", "ready"),
]


@pytest.mark.parametrize(("stderr", "says"), STACKS)
def test_of_a_stack_trace_the_error_is_shown(stderr: str, says: str) -> None:
    assert says in telling(stderr)


def test_every_ailment_is_looked_at() -> None:
    every = {*ailing.WRITERS, *ailing.READERS, *ailing.STARTS, *ailing.ENDS, *ailing.OTHERS}
    assert every == {name for name, *_ in TABLE}
    assert {name for _, checks, _ in TABLE for name in checks} | {"stderr"} == set(NAMES)


def test_nothing_is_left_running(tmp_path: Path) -> None:
    log = tmp_path / "pids"
    code = (
        f"import os, runpy, sys; open({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n');"
        f"sys.argv = ['x', sys.argv[1]]; runpy.run_path({PROGRAM[-1]!r}, run_name='__main__')"
    )
    some = [check for check in CHECKS if check.name in ("start", "flush", "end", "no-input")]
    command = (sys.executable, "-I", "-S", "-c", code, "stays")
    examine(Patient(command, 1, KNOWN.registry, KNOWN.schemas), checks=some)
    pids = [int(line) for line in log.read_text("ascii").split()]
    assert len(pids) > 3
    assert [pid for pid in pids if _there(pid)] == []


def _there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as changed:
        shorten(changed)
        status = run_command(["doctor", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_command_says_what_to_change(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--", *PROGRAM, "crlf")
    assert status == 1
    lines = out.splitlines()
    bad = next(number for number, line in enumerate(lines) if line.startswith("wrong"))
    assert "ends a line with LF alone" in lines[bad]
    assert lines[bad + 1].startswith("        change: open standard output in binary mode")
    assert lines[-1].startswith(f"{len(CHECKS) - 1} ok, 1 wrong, 0 unsure: mend the first")


def test_checks_that_were_not_made_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--", *PROGRAM, "exits-at-once")
    assert status == 1
    unsure = [line for line in out.splitlines() if line.startswith("unsure")]
    assert len(unsure) == 1
    assert f"{len(CHECKS) - 1} checks" in unsure[0]


def test_the_report_follows_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for ailment, expected in (("no-name", 1), ("exits-at-once", 1)):
        status, out, _ = run(capsys, "--format", "json", "--", *PROGRAM, ailment)
        report: dict[str, Any] = json.loads(out)
        problems = KNOWN.schemas.problems("urn:groundspec:harness-doctor", report)
        assert list(map(str, problems)) == []
        assert (status, report["status"]) == (expected, expected)
        assert [check["name"] for check in report["checks"]] == NAMES
        body = {name: value for name, value in report.items() if name != "footer"}
        assert report["footer"] == {"results": len(NAMES), "sha256": text_digest(canonical(body))}


def test_a_program_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--", "./no-such-program")
    assert (status, out) == (2, "")
    assert "there is no such program" in err
