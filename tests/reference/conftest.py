"""Files that tests of the program are given."""

from pathlib import Path

import pytest

from reference.program import PACKET, RECEIPT


@pytest.fixture
def packet_file(tmp_path: Path) -> Path:
    file = tmp_path / "packet.json"
    file.write_bytes(PACKET)
    return file


@pytest.fixture
def receipt_file(tmp_path: Path) -> Path:
    file = tmp_path / "receipt.json"
    file.write_bytes(RECEIPT + b"\n")
    return file
