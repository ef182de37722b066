"""What `groundspec fact` says of decisions, for people."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from groundspec.apps.facts.cases import Case, Decided
from groundspec.apps.facts.shown import absence, code, coverage
from groundspec.apps.visible import CUT, cells, shortened, visible
from groundspec.cli.quote.window import MARKED, QUOTED, Stretch, window
from groundspec.cli.wrap import wrapped

EVIDENCE = "-"
_LONGEST_CELL, _LONGEST_NAME, _LONGEST_PART = 32, 64, 120
_HEAD = ("id", "field", "value", "outcome", "codes")


def table(given: Decided) -> Iterator[list[str]]:
    """The report of `groundspec fact check`, part by part."""
    cases = given.cases
    if cases:
        yield aligned([_HEAD, *map(_row, cases)])
    for case in cases:
        if case.decision["outcome"] != "admitted":
            yield ["", *_case(case)]
    yield from outside(given)
    yield ([""] if cases else []) + [summary(given)]


def _row(case: Case) -> tuple[str, ...]:
    decision = case.decision
    return (
        _cell(decision["id"], _LONGEST_NAME),
        _cell(decision["field"], _LONGEST_NAME),
        value(case),
        decision["outcome"],
        ", ".join(decision["codes"]),
    )


def value(case: Case) -> str:
    """The value and the unit of a claim, as far as they are texts or numbers."""
    decision = case.decision
    raw = case.claim.get("value") if decision["value"] is None else decision["value"]
    shown = _cell(raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False))
    return shown if decision["unit"] is None else f"{shown} {_cell(decision['unit'])}"


def _cell(text: str | None, most: int = _LONGEST_CELL) -> str:
    """A text in a column of a table."""
    if text is None:
        return ""
    return visible(text) if len(text) <= most else visible(text[:most]) + CUT


def _case(case: Case) -> Iterator[str]:
    """Why a claim is not admitted."""
    decision = case.decision
    field = "" if decision["field"] is None else f"{_cell(decision['field'], _LONGEST_NAME)}, "
    yield f"{_cell(decision['id'], _LONGEST_NAME)}: {field}{value(case)}: {decision['outcome']}"
    yield from picture(case, context=0)
    for name in decision["codes"]:
        row = code(case, name)
        waived = ", waived" if row["waived"] else ""
        yield from wrapped(f"{name} ({row['class']}{waived}): {row['says']}", "  ", "    ")


def picture(case: Case, *, context: int) -> Iterator[str]:
    """The cited words in their lines, with what is marked, and the number that was taken."""
    stretches = _stretches(case)
    if stretches:
        for line in window(case.given.lines, stretches, colour=False, context=context):
            yield f"  {line}"


def _stretches(case: Case) -> list[Stretch]:
    decision = case.decision
    rows: list[tuple[Any, str]] = [(decision["evidence"], EVIDENCE)]
    rows += [(mark, MARKED) for mark in decision["marks"]]
    rows.append((decision["reading"], QUOTED))
    lines = case.given.lines
    found = [Stretch(*lines.stretch(span), sign) for span, sign in rows if span is not None]
    return [stretch for stretch in found if 0 <= stretch.start < stretch.end]


def outside(given: Decided) -> Iterator[list[str]]:
    """What is said of fields rather than of claims."""
    rows = [coverage(given, row) for row in given.receipt["coverage"]]
    if rows:
        lines = [f"required fields that are missing: {len(rows)}"]
        for row in rows:
            lines += wrapped(f"{row['code']}: {row['says']}", "  ", "    ")
        yield ["", *lines]
    doubted = [absence(given, row) for row in given.receipt["absences"] if row["codes"]]
    if doubted:
        lines = [f"absences that are doubted: {len(doubted)} of {len(given.receipt['absences'])}"]
        for row in doubted:
            for found in row["codes"]:
                lines += wrapped(f"{found['code']}: {found['says']}", "  ", "    ")
        yield ["", *lines]


def summary(given: Decided) -> str:
    """The counts of outcomes."""
    counts = given.receipt["summary"]
    open_ = counts["needs_verification"]
    needs = "needs" if open_ == 1 else "need"
    rest = f"{open_} {needs} verification, {counts['rejected']} rejected"
    return f"{counts['admitted']} admitted, {rest}"


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows as columns, by the columns of a terminal that they take."""
    sizes = [[_columns(cell) for cell in row] for row in rows]
    widths = [max(column) for column in zip(*sizes, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - size)
            for cell, size, width in zip(row, taken, widths, strict=True)
        ).rstrip()
        for row, taken in zip(rows, sizes, strict=True)
    ]


def _columns(shown: str) -> int:
    if shown.isascii():
        return len(shown)
    return sum(cell.columns if cell.shown != CUT else 1 for cell in _shown_cells(shown))


def _shown_cells(shown: str) -> Iterator[Any]:
    """The cells of a text that is shown as it is: the sign for what is cut off among it."""
    for part in shown.split(CUT):
        yield from cells(part.replace("\\u", "\\ "))
    for _ in range(shown.count(CUT)):
        yield from cells(".")


# --- One decision at length -----------------------------------------------------------------------


def at_length(case: Case) -> Iterator[str]:
    """All there is to say about one decision."""
    decision = case.decision
    yield f"{visible(decision['id'])}: {decision['outcome']}"
    yield ""
    yield "The claim as it is given:"
    for name, given in case.claim.items():
        text = json.dumps(given, ensure_ascii=False)
        yield from _member(visible(name), _short(text))
    field = case.field
    if field:
        yield ""
        yield f"The field {visible(decision['field'])} of the schema:"
        for name, given in field.items():
            yield from _member(name, _short(json.dumps(given, ensure_ascii=False)))
    place = decision["evidence"]
    if place is not None:
        at = case.given.lines.place(*case.given.lines.stretch(place))
        yield ""
        yield f"The place, {at['line']}:{at['column']} (bytes {at['start']}-{at['end']}):"
        yield from picture(case, context=2)
    yield from _reading(case)
    yield from _parts(case)
    yield ""
    yield from _codes(case)


def _short(text: str) -> str:
    return visible(text) if len(text) <= _LONGEST_PART else shortened(text, _LONGEST_PART)


def _member(name: str, says: str) -> Iterator[str]:
    yield from wrapped(f"{name}: {says}", "  ", "    ")


def _reading(case: Case) -> Iterator[str]:
    reading = case.decision["reading"]
    if reading is None:
        return
    yield ""
    yield "What the text states there:"
    scale = reading["scale"]
    members = {
        "figure": f"{case.figure} (bytes {reading['start']}-{reading['end']})",
        "number": reading["number"] or "none",
        "sign": reading["sign"],
        "scale": f"10^{scale}" if scale else "none",
        "unit": "none" if reading["unit"] is None else reading["unit"],
        "comparators": ", ".join(reading["comparators"]),
    }
    for name, says in members.items():
        yield from _member(name, says)
    for row in case.decision["units"]:
        named = "another unit" if row["code"] is None else row["code"]
        yield from _member("unit found", f"{named}, {row['from']}, {case.words(row)}")


def _parts(case: Case) -> Iterator[str]:
    decision = case.decision
    if not (decision["parts"] or decision["missing"] or decision["rivals"]):
        return
    yield ""
    for part in decision["parts"]:
        how = "cited" if part["cited"] else "found"
        passed = "passes" if part["passed"] else "does not pass"
        words = "stands nowhere" if part["start"] is None else case.words(part)
        yield from _member(f"part {part['role']}", f"{words}, {how}, {passed}")
    if decision["missing"]:
        yield from _member("missing", ", ".join(decision["missing"]))
    if decision["rivals"]:
        yield from _member("rivals", ", ".join(map(visible, decision["rivals"])))


def _codes(case: Case) -> Iterator[str]:
    names = case.decision["codes"]
    if not names:
        yield "There are no codes."
    for name in names:
        row = code(case, name)
        waived = ", waived" if row["waived"] else ""
        yield f"{name} ({row['class']}{waived}; {row['rule']})"
        yield from wrapped(row["says"], "  ", "  ")
        yield from wrapped(f"what to do: {row['advice']}", "  ", "    ")
