"""Runs a row's work with both programs, each time in a fresh process, in turn; keeps the best."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.answers import in_receipt, in_records, in_results
from bench.rows import Figures, Row

PEERS: Final = {"quote": ("gtrex", "1.1.0"), "fact": ("groundgate", "0.11.0")}
_HERE: Final = Path(__file__).resolve().parent
_ABOUT: Final = (
    "import importlib.metadata as m, platform; "
    "print(m.version('{}'), platform.python_version(), platform.python_implementation())"
)


class BenchError(Exception):
    """Nothing can be measured, or an answer is wrong."""


@dataclass(frozen=True, slots=True)
class Program:
    """One of those compared: its interpreter, its command line, and the versions found there."""

    python: Path
    command: Path
    version: str
    language: str

    @classmethod
    def find(cls, python: Path, name: str) -> Program:
        """Ask an interpreter what it has. It is not resolved: its place is its environment."""
        python = python.absolute()
        try:
            asked = [str(python), "-c", _ABOUT.format(name)]
            done = subprocess.run(asked, capture_output=True, text=True, check=False)
        except OSError as error:
            raise BenchError(f"{python}: cannot be run: {error.strerror}") from None
        if done.returncode:
            raise BenchError(f"{python}: this environment has no {name}; install it there")
        version, number, implementation = done.stdout.split()
        command = python.with_name(name)
        if not command.is_file():
            raise BenchError(f"{python}: this environment has no command {name}; install it there")
        return cls(python, command, version, f"{implementation} {number}")


def find_peer(python: Path, check: str) -> Program:
    """Find the peer of a check in the version that the table is about."""
    name, version = PEERS[check]
    found = Program.find(python, name)
    if found.version != version:
        raise BenchError(f"{python}: has {name} {found.version}; the table is about {version}")
    return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was measured of a row; ``peer`` is None where it was not run."""

    row: Row
    ours: Figures
    peer: Figures | None


class Contest:
    """Measures rows in a folder of their own; ``peers`` has one for each check among them."""

    def __init__(self, ours: Program, peers: Mapping[str, Program], folder: Path) -> None:
        self._ours = ours
        self._peers = peers
        self._folder = folder

    def measure(self, row: Row, repeats: int, *, slow: bool) -> Outcome:
        """Measure one row; the peer is run once where it is known to be slow."""
        row.prepare(self._folder)
        ours: list[Figures] = []
        peer: list[Figures] = []
        turns = 0 if row.stated and not slow else 1 if row.stated else repeats
        for turn in range(repeats):
            if turn < turns:
                peer.append(self._run_peer(row))
            ours.append(self._run_ours(row))
        return Outcome(row, _best(ours), _best(peer) if peer else None)

    def _run_ours(self, row: Row) -> Figures:
        if not row.command_line:
            return self._work(row, self._ours, "worker_ours", row.ours)
        command = str(self._ours.command)
        if row.records:
            arguments = [command, "quote", "check", "records.jsonl"]
            return self._command_line(row, arguments, in_results, row.ours)
        return self._command_line(row, [command, "decide", "packet.json"], in_receipt, row.ours)

    def _run_peer(self, row: Row) -> Figures:
        if not row.command_line:
            return self._work(row, self._peers[row.check], "worker_peer", row.peer)
        arguments = [str(self._peers[row.check].command), "verify", "records.jsonl", "-o", "-"]
        return self._command_line(row, arguments, in_records, row.peer)

    def _work(self, row: Row, program: Program, worker: str, expected: str) -> Figures:
        """Run a worker, which measures itself."""
        if row.check == "fact":
            work = [f"{worker}_facts.py", "text.txt", "claims.json", str(row.times)]
        else:
            work = [f"{worker}.py", "text.txt", "quotations.json"]
        command = [str(program.python), str(_HERE / work[0]), *work[1:]]
        said = self._folder / "said"
        self._run(command, said)
        told: dict[str, Any] = json.loads(said.read_bytes())
        _require(row, worker, told["answers"], expected)
        return Figures(told["seconds"], told["peak"], told["extra"])

    def _command_line(
        self, row: Row, command: list[str], count: Callable[[Path], Counter[str]], expected: str
    ) -> Figures:
        """Run a command line; all the CPU time of the process counts."""
        said = self._folder / "said"
        before = _children()
        self._run(command, said)
        seconds = _children() - before
        _require(row, Path(command[0]).name, count(said), expected)
        return Figures(seconds)

    def _run(self, command: list[str], said: Path) -> None:
        with said.open("wb") as output:
            done = subprocess.run(
                command,
                cwd=self._folder,
                env=_environment(),
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        if done.returncode:
            raise BenchError(f"{' '.join(command)}\nended with {done.returncode}:\n{done.stderr}")


def _environment() -> dict[str, str]:
    """Give the children an environment in which they keep their compiled modules."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONHASHSEED": "0"}


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _require(row: Row, program: str, answers: Mapping[str, int], expected: str) -> None:
    if dict(answers) != {expected: row.count}:
        wanted = {expected: row.count}
        raise BenchError(f"{row.name}: {program} answered {dict(answers)}, not {wanted}")


def _best(measured: list[Figures]) -> Figures:
    """Give the least of each figure: what disturbs a measurement only ever adds to it."""
    peaks = [one.peak for one in measured if one.peak is not None]
    extras = [one.extra for one in measured if one.extra is not None]
    return Figures(
        min(one.seconds for one in measured),
        min(peaks, default=None),
        min(extras, default=None),
    )
