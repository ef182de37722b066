"""The program as its users run it, and a packet with its receipt to give it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import groundspec
from reference.packets import raw

PROGRAM = [sys.executable, "-m", "groundspec"]
PACKET = raw("The fee", "not there")
RECEIPT = groundspec.decide_bytes(PACKET)
ROOT = getattr(os, "geteuid", lambda: 1)() == 0
needs_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX files and signals")


class Ran:
    """What a command line did. Whatever it did, it gave no traceback."""

    def __init__(self, *arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> None:
        environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
        done = subprocess.run(
            [*PROGRAM, *arguments],
            input=stdin,
            capture_output=True,
            timeout=60,
            cwd=cwd,
            env=environment,
            check=False,
        )
        self.status = done.returncode
        self.out = done.stdout
        self.errors = done.stderr.decode("utf-8")
        assert "Traceback" not in self.errors

    def refused(self) -> str:
        """What was said on standard error, where nothing went to standard output."""
        assert (self.status, self.out) == (2, b"")
        return self.errors
