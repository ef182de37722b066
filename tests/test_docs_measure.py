"""docs/measure.md: every block is run, in the order of the document."""

from __future__ import annotations

import os
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
    docs.run_blocks(tmp_path)
