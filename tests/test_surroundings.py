"""A receipt is that of its packet, whatever stands around the program that makes it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import groundspec

ROOT = Path(__file__).resolve().parents[1]
PACKET = ROOT / "docs" / "examples" / "first.packet.json"


def decided(folder: Path, **environment: str) -> bytes:
    """Decide the example as a program, in a folder and with some of its environment changed."""
    command = [sys.executable, "-m", "groundspec", "decide", str(PACKET)]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True).stdout


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "4294967295"},
        {"TZ": "Pacific/Kiritimati"},
        {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"},
        {"PYTHONOPTIMIZE": "2"},
    ],
    ids=str,
)
def test_program_gives_the_same_bytes(environment: dict[str, str], tmp_path: Path) -> None:
    assert decided(tmp_path, **environment) == decided(ROOT)
    assert decided(ROOT) == groundspec.decide_bytes(PACKET.read_bytes()) + b"\n"


def shuffled(value: Any, draw: st.DrawFn) -> Any:
    """Give a value with the members of every object in another order."""
    if isinstance(value, dict):
        members = draw(st.permutations(list(value.items())))
        return {name: shuffled(member, draw) for name, member in members}
    return [shuffled(item, draw) for item in value] if isinstance(value, list) else value


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_member_order_and_white_space_of_the_packet_change_nothing(data: st.DataObject) -> None:
    packet = json.loads(PACKET.read_bytes())
    other = data.draw(st.composite(lambda draw: shuffled(packet, draw))())
    indent = data.draw(st.sampled_from([None, 0, 3]))
    text = json.dumps(other, indent=indent, ensure_ascii=data.draw(st.booleans()))
    assert groundspec.decide_bytes(text) == groundspec.decide_bytes(PACKET.read_bytes())
