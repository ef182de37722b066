"""`docs/port.md` says what is so: its program is one, its commands exist, its numbers are right."""

import re
from pathlib import Path

import pytest

from groundspec_harness.cli import group
from groundspec_harness.doctor import examine
from groundspec_harness.doctor.patient import Patient
from groundspec_harness.hints import hint
from groundspec_harness.specification import at
from harness.broken import slips
from harness.broken.known import canonical
from harness.broken.miniature import result
from harness.broken.slips import ASTRAL
from harness.test_miniature import find_node

KNOWN = at(None)
GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "port.md").read_text("utf-8")


def test_its_first_program_lacks_the_strict_reader_and_nothing_else(tmp_path: Path) -> None:
    node = find_node()
    if node is None:
        pytest.skip("there is no node")
    (program,) = re.findall(r"```js\n(.*?)```", GUIDE, re.DOTALL)
    port = tmp_path / "my-port.mjs"
    port.write_text(program, "utf-8")
    found = examine(Patient((node, str(port)), 30, KNOWN.registry, KNOWN.schemas))
    wrong = {check.name: finding for check, finding in found.findings if finding.state != "ok"}
    assert set(wrong) == {"malformed"}
    assert '"id":"m","id":"m"' in wrong["malformed"].found


def test_its_numbers_are_those_of_the_vectors() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| (over )?([0-9,]+) \|", GUIDE, re.MULTILINE)
    assert [name for name, *_ in rows] == [n for n in KNOWN.registry.implies if _count(n)]
    for name, over, number in rows:
        told = int(number.replace(",", ""))
        assert told == _count(name) or (over and told < _count(name)), name
    assert f"conforms to core: {_count('core')} of {_count('core')} vectors at bytes" in GUIDE
    assert f"# {_count('core')} vectors, each with what it shows" in GUIDE


def _count(name: str) -> int:
    return sum(vector.conformance_class == name for vector in KNOWN.corpus.vectors)


def test_its_hint_is_what_is_said() -> None:
    slip = slips.value(lambda value: canonical(value, order="utf-8"))
    assert f"  hint: {hint(result(ASTRAL, slip))}\n" in GUIDE


def test_its_commands_exist() -> None:
    named = set(re.findall(r"groundspec-harness ([a-z-]+)", GUIDE))
    assert {"doctor", "run", "why", "known-failures", "list"} <= named <= set(group.commands)
