"""The rows of the speed table: what is done, what must come of it, and what is wanted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from bench.facts import Facts, report, rows_alone, short_sentences
from bench.prose import Prose

_MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Figures:
    """CPU seconds, and MB: the most a process held, and that less what it held before the work."""

    seconds: float
    peak: float | None = None
    extra: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the work, the one answer that each of its claims must get, and what is wanted.

    ``faster`` and ``leaner`` are how many times the figures of the peer are to be ours at least.
    """

    name: str
    title: str
    prepare: Callable[[Path], None]
    count: int
    ours: str
    peer: str
    faster: int | None = None
    leaner: int | None = None
    under: float | None = None  # seconds
    stated: Figures | None = None  # of the peer, which is then measured on demand alone
    command_line: bool = False
    records: bool = False  # ours reads the same JSON Lines as the peer, and not a packet
    repeats: int = 3
    check: Literal["quote", "fact"] = "quote"
    times: int = 1  # how often a process does the work; its best time counts; 0: once, as its first


def _prose(size: int, count: int, *, hit: bool = True) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        prose = Prose(size)
        _write(folder, prose.text, prose.quotations(count) if hit else prose.misses(count))

    return prepare


def _repeated(unit: str, size: int) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        times = size // len(unit)
        _write(folder, unit * times, [unit * (times // 2)])

    return prepare


def _write(folder: Path, text: str, quotations: list[str]) -> None:
    folder.joinpath("text.txt").write_text(text, "utf-8", newline="\n")
    folder.joinpath("quotations.json").write_text(json.dumps(quotations), "utf-8")


def _facts(make: Callable[[], Facts]) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        facts = make()
        given = {"schema": facts.schema, "claims": facts.claims}
        folder.joinpath("text.txt").write_text(facts.text, "utf-8", newline="\n")
        folder.joinpath("claims.json").write_text(json.dumps(given), "utf-8")

    return prepare


def _command(size: int, count: int, *, literal: bool = False) -> Callable[[Path], None]:
    """Write what the two command lines read: a packet, and JSON Lines beside the text."""

    def prepare(folder: Path) -> None:
        prose = Prose(size)
        quotations = prose.literals(count) if literal else prose.quotations(count)
        _write(folder, prose.text, quotations)
        packet = {
            "groundspec": "0.1",
            "check": "quote/0.1",
            "source": {"text": prose.text, "id": None, "url": None},
            "policy": "default",
            "claims": [
                {"id": f"q{number}", "text": quotation, "at": None}
                for number, quotation in enumerate(quotations, 1)
            ],
        }
        records = [{"claim": quotation, "source_path": "text.txt"} for quotation in quotations]
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        folder.joinpath("packet.json").write_text(json.dumps(packet, ensure_ascii=False), "utf-8")
        folder.joinpath("records.jsonl").write_text(lines, "utf-8")

    return prepare


def _fact_row(
    name: str,
    title: str,
    make: Callable[[], Facts],
    *,
    count: int,
    faster: int | None = None,
    leaner: int | None = None,
    repeats: int = 3,
    times: int = 1,
) -> Row:
    return Row(
        name=name,
        title=title,
        prepare=_facts(make),
        count=count,
        ours="admitted",
        peer="admitted",
        faster=faster,
        leaner=leaner,
        repeats=repeats,
        check="fact",
        times=times,
    )


ROWS: Final = (
    Row(
        name="first",
        title="1 MB of prose, first quotation",
        prepare=_prose(_MEGABYTE, 1),
        count=1,
        ours="found typography",
        peer="grounded typography",
        faster=10,
        leaner=4,
    ),
    Row(
        name="thousand",
        title="1 MB of prose, 1000 quotations",
        prepare=_prose(_MEGABYTE, 1000),
        count=1000,
        ours="found typography",
        peer="grounded typography",
        faster=10,
    ),
    Row(
        name="misses",
        title="1 MB of prose, 1000 misses",
        prepare=_prose(_MEGABYTE, 1000, hit=False),
        count=1000,
        ours="rejected UNLOCATED",
        peer="unlocated -",
        faster=10,
    ),
    Row(
        name="large",
        title="10 MB of prose, first quotation",
        prepare=_prose(10 * _MEGABYTE, 1),
        count=1,
        ours="found typography",
        peer="grounded typography",
        faster=12,
        leaner=10,
        stated=Figures(21, 3000),
    ),
    Row(
        name="one-letter",
        title="200 kB of one letter, 100 kB of it",
        prepare=_repeated("a", 200_000),
        count=1,
        ours="rejected OCCURRENCE_LIMIT",
        peer="unlocated -",
        under=0.5,
        stated=Figures(100),
    ),
    Row(
        name="own-half",
        title="200 kB of `(ab )^n`, half of it",
        prepare=_repeated("ab ", 200_000),
        count=1,
        ours="found exact",
        peer="grounded exact",
        under=0.5,
    ),
    Row(
        name="process",
        title="command line, 1 MB and 1000 claims",
        prepare=_command(_MEGABYTE, 1000),
        count=1000,
        ours="found typography",
        peer="grounded typography",
        faster=5,
        command_line=True,
    ),
    Row(
        name="records",
        title="JSON Lines, 100 kB and 1000 records",
        prepare=_command(100_000, 1000),
        count=1000,
        ours="found typography",
        peer="grounded typography",
        faster=1,
        command_line=True,
        records=True,
        repeats=5,
    ),
    Row(
        name="literal-records",
        title="the same, letter for letter",
        prepare=_command(100_000, 1000, literal=True),
        count=1000,
        ours="found exact",
        peer="grounded exact",
        faster=1,
        command_line=True,
        records=True,
        repeats=21,
    ),
    Row(
        name="command",
        title="command line, 2 kB and one claim",
        prepare=_command(2000, 1),
        count=1,
        ours="found typography",
        peer="grounded typography",
        faster=1,
        command_line=True,
        repeats=9,
    ),
    _fact_row(
        "facts",
        "1 MB report, 1000 claims with offsets",
        lambda: report(_MEGABYTE, 1000),
        count=1000,
        faster=12,
        leaner=2,
    ),
    _fact_row(
        "quoted-facts",
        "1 MB report, 1000 claims with quotes",
        lambda: report(_MEGABYTE, 1000, quoted=True),
        count=1000,
        faster=12,
    ),
    _fact_row(
        "small-first",
        "10 kB report, 10 claims, first in a process",
        lambda: report(10_000, 10),
        count=10,
        repeats=9,
        times=0,
    ),
    _fact_row(
        "small",
        "10 kB report, 10 claims, again",
        lambda: report(10_000, 10),
        count=10,
        faster=3,
        times=100,
    ),
    _fact_row(
        "rows",
        "1 MB of tabbed rows, 10 claims",
        lambda: rows_alone(_MEGABYTE, 10),
        count=10,
        faster=40,
    ),
    _fact_row(
        "sentences",
        "12 kB of short sentences, 2000 claims",
        lambda: short_sentences(2000),
        count=2000,
        faster=20,
    ),
    _fact_row(
        "large-report",
        "10 MB report, 10 claims",
        lambda: report(10 * _MEGABYTE, 10),
        count=10,
        faster=5,
        leaner=5,
    ),
)
