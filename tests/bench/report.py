"""The speed table, and the page docs/performance.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bench.contest import PEERS, Outcome, Program

HEADINGS: Final = ("work", "figure", "peer", "ours", "ratio", "wanted", "met")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table. ``met`` is None where nothing is wanted, or nothing to compare with."""

    row: str
    check: str
    title: str
    figure: str
    peer: float | None
    stated: bool
    ours: float
    wanted: str
    met: bool | None

    @property
    def ratio(self) -> float | None:
        """How many times ours the peer's figure is."""
        return None if self.peer is None else self.peer / self.ours

    def cells(self) -> tuple[str, ...]:
        """Give the line as text, one cell for each heading."""
        peer = "-" if self.peer is None else f"{_value(self.peer, self.figure)}{'*' * self.stated}"
        ratio = "-" if self.ratio is None else _ratio(self.ratio)
        met = {True: "met", False: "NOT MET", None: "-"}[self.met]
        ours = _value(self.ours, self.figure)
        return self.title, self.figure, peer, ours, ratio, self.wanted, met


def lines(outcomes: Iterable[Outcome]) -> list[Line]:
    """Give the lines of the table: time for each row, and memory where it is wanted."""
    return [line for outcome in outcomes for line in _lines(outcome)]


def _lines(outcome: Outcome) -> Iterable[Line]:
    row, ours, peer = outcome.row, outcome.ours, outcome.peer or outcome.row.stated
    stated = outcome.peer is None

    def line(figure: str, theirs: float | None, our: float, wanted: str, met: bool | None) -> Line:
        return Line(
            row.name,
            row.check,
            row.title,
            figure,
            theirs,
            stated and theirs is not None,
            our,
            wanted,
            met,
        )

    seconds = peer.seconds if peer else None
    if row.under is not None:
        wanted = f"under {row.under} s"
        yield line("CPU s", seconds, ours.seconds, wanted, ours.seconds < row.under)
    else:
        yield line("CPU s", seconds, ours.seconds, *_judge(seconds, ours.seconds, row.faster))
    if row.leaner is None:
        return
    for figure, theirs, our in (
        ("peak MB", peer.peak if peer else None, ours.peak),
        ("extra MB", peer.extra if peer else None, ours.extra),
    ):
        if our is not None:
            yield line(figure, theirs, our, *_judge(theirs, our, row.leaner))


def _judge(peer: float | None, ours: float, times: int | None) -> tuple[str, bool | None]:
    if times is None or peer is None:
        return "-", None
    wanted = f"at most 1/{times}" if times > 1 else "no more"
    return wanted, ours * times <= peer


def _value(value: float, figure: str) -> str:
    digits = 3 if figure == "CPU s" and value < 10 else 0
    return f"{value:.{digits}f}"


def _ratio(value: float) -> str:
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def as_text(table: Sequence[Line]) -> str:
    """Give the table for a terminal."""
    rows = [HEADINGS, *(line.cells() for line in table)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if 2 <= column <= 4 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def as_markdown(table: Sequence[Line]) -> str:
    """Give the table for a page."""
    rule = ("---", "---", "---:", "---:", "---:", "---", "---")
    rows = [HEADINGS, rule, *(line.cells() for line in table)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def machine(ours: Program, peers: Mapping[str, Program]) -> dict[str, str | int | None]:
    """Give what the figures depend on, without a name or a place."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cpus": os.cpu_count(),
        "groundspec": f"{ours.version} on {ours.language}",
        **{PEERS[check][0]: f"{one.version} on {one.language}" for check, one in peers.items()},
    }


def page(table: Sequence[Line], facts: Mapping[str, object]) -> str:
    """Give docs/performance.md."""
    times = {line.row: line for line in table if line.figure == "CPU s"}
    extras = {line.row: line for line in table if line.figure == "extra MB"}
    hit, hit_peer = _each(times["thousand"], times["first"])
    miss, miss_peer = _each(times["misses"], times["first"])
    fact = times["facts"].ours
    fact_peer = times["facts"].peer or 0
    starred = any(line.stated for line in table)
    return _PAGE.format(
        quotations=as_markdown([line for line in table if line.check == "quote"]),
        facts_table=as_markdown([line for line in table if line.check == "fact"]),
        star=_STAR if starred else "",
        facts="\n".join(f"- {name}: {value}" for name, value in facts.items()),
        first=_value(times["first"].ours, "CPU s"),
        large=_value(times["large"].ours, "CPU s"),
        factor=f"{times['large'].ours / times['first'].ours:.1f}",
        extra=f"{extras['first'].ours:.0f}",
        extra_large=f"{extras['large'].ours:.0f}",
        hit=f"{hit:.2f}",
        hit_peer=f"{hit_peer:.2f}",
        miss=f"{miss:.2f}",
        miss_peer=f"{miss_peer:.2f}",
        fact=_value(fact, "CPU s"),
        fact_peer=_value(fact_peer, "CPU s"),
        large_report=_value(times["large-report"].ours, "CPU s"),
        large_report_peer=_value(times["large-report"].peer or 0, "CPU s"),
        small_first=_value(times["small-first"].ours, "CPU s"),
        small=_value(times["small"].ours, "CPU s"),
    )


def _each(many: Line, first: Line) -> tuple[float, float]:
    """Give the milliseconds of each of 1000 quotations after the first: ours, the peer's."""
    peer = (many.peer or 0) - (first.peer or 0)
    return (many.ours - first.ours) * 1000 / 999, peer * 1000 / 999


_STAR: Final = """
`*` Stated in the project's speed goals, not measured in this run; `--slow` measures it.
"""

_PAGE: Final = """\
# Performance

This page is written by `tests/bench/run.py`; change that, not this. It compares groundspec with
gtrex and groundgate, earlier tools for the same tasks: with the one on the same texts and
quotations, with the other on the same texts and claims of facts.

## Quotations

{quotations}
{star}
## Facts

{facts_table}

## How it was measured

{facts}

The prose is made from a seed: words with the lengths and frequencies of English, curly quotation
marks, apostrophes, dashes, figures and paragraphs. A quotation is a stretch of it of 80 to 220
characters, typed with straight quotes and hyphens, so that it is found once typography is folded
and not before. A miss is such a quotation with one word changed. Every answer is checked: a
quotation that is not found at that tier, or a miss that is found, ends the run.

The report is made from a seed as well: paragraphs with one dollar amount each, parted by blank
lines, and every 20 paragraphs a tabbed table under `(in thousands)`. A claim of a fact states an
amount as written, in dollars, and cites it, either by its place and words or by about 40 characters
around it. The rows are three cells each, the last an amount; the short sentences are
`1000. 1001.` and so on. Every claim must be admitted by both programs, else the run ends.

Each piece of work is done in a fresh process, by the two programs in turn, several times; the best
counts. What is measured is CPU time. In a library, it is that of the work alone, after the library
is imported and the text is read: `groundspec.check_quotes`, which gives a whole receipt with its
digests, against a `Verifier` and one `verify` for each quotation. Modules and tables that are
loaded when they are first needed count as work. On the command line, it is that of the whole
process, start-up, input and output included: `groundspec decide` of a packet, or `groundspec quote
check` of the same JSON Lines, against `gtrex verify` of JSON Lines. For facts it is that of
`groundspec.decide`, which gives a whole receipt as well, against `groundgate.admit`, after import
and after both have decided one sentence (groundgate makes its patterns when it is imported,
groundspec when they are first needed); but for the row *first in a process*. The row *again* does
the same work 100 times in each process and takes the best. Memory is resident: *peak* is
the most that the process held, interpreter and text included; *extra* is that less what it held
before the work.

## What grows with what

- The text is prepared once, in time linear in its length: the first quotation takes {first} s in
  1 MB and {large} s in 10 MB, {factor} times as much for 10 times the text. The extra memory is
  {extra} MB and {extra_large} MB.
- Each further quotation costs {hit} ms, and each miss {miss} ms, its decision and digests included
  (gtrex: {hit_peer} ms and {miss_peer} ms). A bounded number of searches settles each.
- Repetitive text does not make it quadratic: at most 1000 places are examined for a claim and tier
  (Q-SEARCH).
- A thousand facts in 1 MB take {fact} s (groundgate: {fact_peer} s), ten in 10 MB
  {large_report} s (groundgate: {large_report_peer} s).
- What the check of facts needs besides the text, it makes at its first claim: ten claims in 10 kB
  take {small_first} s then and {small} s afterwards.

`tests/test_growth.py` and `tests/reference/test_fact_growth.py` hold this without a clock: they
count the characters folded, the searches, the places examined and the figures read.

## How to reproduce it

```
python3 noxfile.py -s bench
```

makes an environment for each program, measures, prints the table and writes this page; its exit
status is 1 if a figure is not met. What follows `--` goes to the bench instead of that:
`--slow` measures gtrex also where it takes minutes, `--json FILE` keeps every figure. It runs on
Linux and macOS. To measure some rows only:

```
python tests/bench/run.py --peer PYTHON --rows first,misses
python tests/bench/run.py --fact-peer PYTHON --rows facts,small
```

PYTHON is the interpreter of an environment with gtrex 1.1.0, or with groundgate 0.11.0; groundspec
is that of the interpreter that runs this.
"""
