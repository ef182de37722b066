"""Measures groundspec beside gtrex and groundgate and compares them with what is wanted.

    python tests/bench/run.py [--peer PYTHON] [--fact-peer PYTHON] [--slow] [--rows NAME,...]
                              [--repeats N] [--json FILE] [--write FILE]

PYTHON is the interpreter of an environment that has gtrex 1.1.0, which quotations are compared
with, or groundgate 0.11.0, which facts are; the rows of a peer that is not given are left out.
groundspec is that of the interpreter which runs this. Exit status: 0 everything wanted is met, 1
something is not, 2 nothing could be measured or an answer was wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import report
from bench.contest import PEERS, BenchError, Contest, Outcome, Program, find_peer
from bench.rows import ROWS, Row


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; give its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    given = {"quote": options.peer, "fact": options.fact_peer}
    rows = _chosen(parser, options.rows, [check for check, python in given.items() if python])
    if options.write and len(rows) < len(ROWS):
        parser.error("--write needs every row: both peers, and no --rows")
    try:
        ours = Program.find(Path(sys.executable), "groundspec")
        peers = {check: find_peer(python, check) for check, python in given.items() if python}
        with tempfile.TemporaryDirectory() as folder:
            contest = Contest(ours, peers, Path(folder))
            outcomes = [_measure(contest, row, options) for row in rows]
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    table = report.lines(outcomes)
    facts = report.machine(ours, peers)
    print(report.as_text(table))
    if any(line.stated for line in table):
        print("* stated, not measured; --slow measures it")
    if options.json:
        value = {
            "machine": facts,
            "lines": [asdict(line) | {"ratio": line.ratio} for line in table],
        }
        options.json.write_text(json.dumps(value, indent=2) + "\n", "utf-8")
    if options.write:
        options.write.write_text(report.page(table, facts), "utf-8", newline="\n")
    return 1 if any(line.met is False for line in table) else 0


def _measure(contest: Contest, row: Row, options: argparse.Namespace) -> Outcome:
    print(f"bench: {row.title} ...", file=sys.stderr, flush=True)
    return contest.measure(row, options.repeats or row.repeats, slow=options.slow)


def _chosen(parser: argparse.ArgumentParser, names: str | None, checks: Sequence[str]) -> list[Row]:
    if not checks:
        parser.error("give --peer, --fact-peer or both")
    if names is None:
        return [row for row in ROWS if row.check in checks]
    known = {row.name: row for row in ROWS}
    for name in names.split(","):
        if name not in known:
            parser.error(f"there is no row {name!r}; the rows are {', '.join(known)}")
        if known[name].check not in checks:
            parser.error(f"the row {name!r} needs an environment of {PEERS[known[name].check][0]}")
    return [known[name] for name in names.split(",")]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure groundspec beside its peers.")
    parser.add_argument(
        "--peer",
        type=Path,
        metavar="PYTHON",
        help="the interpreter of an environment that has gtrex 1.1.0",
    )
    parser.add_argument(
        "--fact-peer",
        type=Path,
        metavar="PYTHON",
        help="the interpreter of an environment that has groundgate 0.11.0",
    )
    parser.add_argument(
        "--slow", action="store_true", help="run the peer where it takes minutes as well"
    )
    parser.add_argument("--rows", metavar="NAME,...", help="measure these rows only")
    parser.add_argument("--repeats", type=int, metavar="N", help="how often each work is done")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page there")
    return parser


if __name__ == "__main__":
    sys.exit(main())
