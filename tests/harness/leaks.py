"""Many runs of the harness against the broken miniatures, under load: is anything left behind?

`python tests/harness/leaks.py --runs 200` runs the rows of `test_broken` in a drawn order, some at
a time beside busy loops, half of them with two processes of the program. Afterwards no process that
a run started may be there, and every run of a row must have had the same result, to the byte.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness.test_broken import PROGRAM, TABLE, Row, Run, few_vectors, run, still_there

_PROGRESS = re.compile(r"^groundspec-harness: \d+ of \d+ vectors\n", re.MULTILINE)
_BUSY = "while True: pass"


@dataclass(frozen=True)
class Verdict:
    """What many runs have shown."""

    runs: int
    rows: int
    left: tuple[str, ...]  # what was left behind, by whom
    unlike: tuple[str, ...]  # what had another result than before

    @property
    def good(self) -> bool:
        return not self.left and not self.unlike

    def lines(self) -> Iterator[str]:
        yield from self.left
        yield from self.unlike
        verdict = "good" if self.good else "BAD"
        yield (
            f"{verdict}: {self.runs} runs of {self.rows} rows, "
            f"{len(self.left)} left processes, {len(self.unlike)} had another result"
        )


def drawn(runs: int, seed: int, rows: Sequence[Row] = TABLE) -> list[Row]:
    """So many rows in an order drawn by a seed: each is there as often as the others, or once more.

    Every other turn is with two processes of the program.
    """
    found: list[Row] = []
    chance = random.Random(seed)
    for turn in range(-(-runs // len(rows))):
        more = ("--jobs", "2") if turn % 2 else ()
        some = [replace(row, options=(*row.options, *more)) for row in rows]
        found += chance.sample(some, len(some))
    return found[:runs]


def try_all(rows: Sequence[Row], at_a_time: int, busy: int, program: Path = PROGRAM) -> Verdict:
    """Run all, a few at a time beside busy loops."""
    with tempfile.TemporaryDirectory() as folder, _busy(busy):
        root = few_vectors(Path(folder) / "root")
        work = partial(_one, folder=Path(folder), root=root, program=program)
        with ThreadPoolExecutor(at_a_time) as executor:
            done = list(executor.map(work, range(len(rows)), rows))
    results: defaultdict[str, set[str]] = defaultdict(set)
    unlike = []
    for row, (result, _) in zip(rows, done, strict=True):
        seen = results[repr(row)]
        if seen and _shown(result) not in seen:
            unlike.append(f"{row}: {_shown(result)}\n  before: {sorted(seen)[0]}")
        seen.add(_shown(result))
    left = [f"{row}: left {pids}" for row, (_, pids) in zip(rows, done, strict=True) if pids]
    return Verdict(len(rows), len(results), tuple(left), tuple(unlike))


def _one(number: int, row: Row, folder: Path, root: Path, program: Path) -> tuple[Run, list[int]]:
    """One run, and the processes that it has left."""
    own = folder / f"run-{number}"
    own.mkdir()
    result = run([sys.executable, str(program), row.fault], row, own, root)
    return result, sorted({*result.left, *still_there(_marked(own / "processes"))})


def _marked(file: Path) -> list[int]:
    """The processes that have a run's file in their environment, as all have that it starts."""
    mark = f"BROKEN_PROCESSES={file}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            environment = path.read_bytes()
        except OSError:
            continue
        if mark in environment.split(b"\0"):
            found.append(int(path.parent.name))
    return found


def _shown(result: Run) -> str:
    said = _PROGRESS.sub("", result.stderr)
    return f"status {result.status}, {result.report or {}}, {said}"


@contextmanager
def _busy(loops: int) -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--at-a-time", type=int, default=2)
    parser.add_argument("--busy", type=int, default=1, help="busy loops beside them")
    parser.add_argument("--seed", type=int, default=0, help="of the order")
    given = parser.parse_args()
    started = time.monotonic()
    verdict = try_all(drawn(given.runs, given.seed), given.at_a_time, given.busy)
    print("\n".join(verdict.lines()))
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0 if verdict.good else 1


if __name__ == "__main__":
    sys.exit(main())
