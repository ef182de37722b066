"""Measures groundspec beside gtrex and compares both with what is wanted.

    python tests/bench/run.py --peer PYTHON [--slow] [--rows NAME,...] [--repeats N]
                              [--json FILE] [--write FILE]

PYTHON is the interpreter of an environment that has gtrex 1.1.0; groundspec is that of the
interpreter which runs this. Exit status: 0 everything wanted is met, 1 something is not, 2 nothing
could be measured or an answer was wrong.
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
from bench.contest import BenchError, Contest, Outcome, find_programs
from bench.rows import ROWS, Row


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; give its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    rows = _chosen(parser, options.rows)
    if options.write and len(rows) < len(ROWS):
        parser.error("--write needs every row; leave --rows out")
    try:
        ours, peer = find_programs(Path(sys.executable), options.peer)
        with tempfile.TemporaryDirectory() as folder:
            contest = Contest(ours, peer, Path(folder))
            outcomes = [_measure(contest, row, options) for row in rows]
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    table = report.lines(outcomes)
    facts = report.machine(ours, peer)
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


def _chosen(parser: argparse.ArgumentParser, names: str | None) -> list[Row]:
    if names is None:
        return list(ROWS)
    known = {row.name: row for row in ROWS}
    for name in names.split(","):
        if name not in known:
            parser.error(f"there is no row {name!r}; the rows are {', '.join(known)}")
    return [known[name] for name in names.split(",")]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure groundspec beside gtrex.")
    parser.add_argument(
        "--peer",
        type=Path,
        required=True,
        metavar="PYTHON",
        help="the interpreter of an environment that has gtrex 1.1.0",
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
