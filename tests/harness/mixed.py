"""A program and a list of known failures with which a run has every kind of result.

One vector diverges with text that would break any format that took it as it is, one diverges as
listed, one is kept from judgement, one passes though it is listed, one is of a class that the
program does not claim; and the program ends with another status than 0.
"""

import json
import sys
from pathlib import Path
from typing import Any

from groundspec_harness.cli import run_command
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.specification import Specification, at
from harness import tiny

Json = Any

HOSTILE = "</script><b>`|``\u0001\n::error::-->]]>{{data}}\u2028#\\"
FAILS, KNOWN, FAULT = "quote/absent/one", "quote/absent/two", "core/digest/empty"
STALE, SKIPPED = "quote/absent/three", "quote/window/far"
COUNTS = {"passed": 4, "failed": 1, "fault": 2, "known": 1, "stale": 1, "skipped": 1}
ISSUE = "https://example.org/issues/1?a=1&b=2"


def specification(folder: Path) -> Specification:
    known = tiny.make(folder)
    tiny.add(known, tiny.decision(SKIPPED, "a far depot", "depot", **{"class": "quote"}))
    return at(folder)


def command(known: Specification, folder: Path, *, ends: int = 3) -> list[str]:
    """A program that is wrong at three vectors and ends with a status."""
    pairs = [(asked, _answer(text)) for asked, text in tiny.exchanges(known, name=HOSTILE)]
    file = tiny.oracle(folder, pairs)[-1]
    script = folder / "ends.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(tiny.HERE)!r})\nimport oracle\n"
        f"sys.argv[1:] = [{file!r}]\noracle.main()\nsys.exit({ends})\n",
        "utf-8",
    )
    return [sys.executable, str(script)]


def _answer(text: bytes) -> bytes:
    if b'"canonical":"{}"' in text:
        return text[:-2] + b" }\n"
    if b'"start":3' in text:
        return text.replace(b'"start":3', b'"start":2')
    if text_digest(b"the northern depot").encode() in text:
        value = json.loads(text)
        value["receipt"]["decisions"][0]["tier"] = HOSTILE
        value["receipt"] = tiny.sealed(value["receipt"])
        return canonical(value) + b"\n"
    return text


def run(known: Specification, program: list[str], *options: str) -> int:
    return run_command(["run", *options, "--root", str(known.resources.root), "--", *program])


def report(known: Specification, program: list[str], *options: str) -> dict[str, Json]:
    """The report of a run, valid by its schema."""
    output = known.resources.root / "report.json"
    run(known, program, "--format", "json", "-o", str(output), *options)
    found: dict[str, Json] = json.loads(output.read_bytes())
    assert list(map(str, known.schemas.problems("urn:groundspec:harness-report", found))) == []
    return found


def write(path: Path, *entries: dict[str, Json]) -> Path:
    """A list of known failures."""
    value = {"file": "groundspec-harness/known-failures", "version": 1, "entries": entries}
    path.write_text(json.dumps(value), "utf-8")
    return path


def entry(result: dict[str, Json], **more: Json) -> dict[str, Json]:
    """The entry that lists a result of a report."""
    how = {"fault": result["fault"]["kind"]} if result["fault"] else {"level": result["level"]}
    return {"vector": result["id"], **how, "fingerprint": result["fingerprint"], **more}


def listed(known: Specification, program: list[str], path: Path) -> Path:
    """The list with which a run has one known and one stale entry."""
    found = {result["id"]: result for result in report(known, program)["results"]}
    passing = {"vector": STALE, "level": "codes", "fingerprint": f"sha256:{'0' * 64}"}
    return write(path, entry(found[KNOWN], issue=ISSUE, reason="later"), passing)
