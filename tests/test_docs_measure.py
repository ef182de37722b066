"""docs/measure.md: every block is run, in the order of the document."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import test_docs_quotations as docs
from groundspec.apps.measure.measure import CHECK
from groundspec.engine import default

DOCUMENT = Path(__file__).resolve().parents[1] / "docs/measure.md"


@pytest.mark.skipif(os.name != "posix", reason="the commands are those of a POSIX shell")
@pytest.mark.skipif(CHECK not in default().checks, reason="the check is not decided yet")
def test_blocks_do_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "LINES", DOCUMENT.read_text("utf-8").splitlines())
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    environment = {**os.environ, "PATH": path, "LC_ALL": "C", "PYTHONUTF8": "1"}
    status = 0
    for block in docs.blocks():
        if block.language != "console":
            name = re.search(r"`([a-z/]+\.[a-z]+)`:$", block.above)
            assert name is not None, f"line {block.number}: neither commands nor a named file"
            file = tmp_path / name[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join([*block.lines, ""]), "utf-8")
            continue
        for command in docs.commands(block):
            done = subprocess.run(
                ["sh", "-c", f"(exit {status}); {command.line}"],
                cwd=tmp_path,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=60,
                check=False,
            )
            status = done.returncode
            output = done.stdout.decode("utf-8")
            if not re.fullmatch(docs.pattern(command.shown), output):
                pytest.fail(f"line {command.number}: {command.line}\ngives\n{output}")
