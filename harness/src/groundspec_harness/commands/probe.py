"""`probe`: each vector again, in other surroundings, ways and words."""

from collections.abc import Iterator
from pathlib import Path

import click

from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.plain import plain, tail
from groundspec_harness.probing.budget import Budget
from groundspec_harness.probing.outcome import Change, Failure, Outcome
from groundspec_harness.probing.prober import Prober
from groundspec_harness.probing.report import Setting, build, sentence
from groundspec_harness.probing.variations import chosen
from groundspec_harness.specification import at

_SHOWN = 3  # changes, and faults, of each variation that are explained
_BY_FOLDER = "name the program's files by absolute paths, or let it find them by its own place"
_HEADINGS = ("asked", "changed", "faults", "left out")


def probe_program(
    command: tuple[str, ...],
    selection: tuple[str, ...],
    variation: tuple[str, ...],
    timeout: float,
    per_case: bool,
    seed: int,
    budget: float,
    form: str,
    output: Path | None,
    root: Path | None,
) -> int:
    """Probe, show, and give the exit status."""
    known = at(root)
    wanted = chosen(variation)
    vectors = known.select(selection)
    prober = Prober(
        command,
        timeout,
        Budget(budget or None, seed),
        known.registry,
        known.schemas,
        per_case=per_case,
    )
    outcome = prober.probe(vectors, wanted)
    if form == "json":
        setting = Setting(command, timeout, per_case, selection, seed)
        emit_json(build(outcome, setting, known.corpus), output)
    else:
        page = Page(output)
        page.lines(*_table(outcome), "", *_details(outcome), *_left_out(outcome))
        page.lines(*_notes(outcome), sentence(outcome))
        page.finish()
    if form == "json" or output:
        click.echo(f"groundspec-harness: {sentence(outcome)}", err=True)
    return outcome.status


def _table(outcome: Outcome) -> Iterator[str]:
    width = max(len(each.variation.name) for each in outcome.probed)
    yield " ".join(["variation".ljust(width), *(f"{name:>8}" for name in _HEADINGS)])
    for each in outcome.probed:
        counts = (each.asked, len(each.changes), len(each.failures), len(each.left_out))
        yield " ".join([each.variation.name.ljust(width), *(f"{count:>8}" for count in counts)])


def _details(outcome: Outcome) -> Iterator[str]:
    """What changed, and where there was a fault: the first ones of each variation."""
    if outcome.baseline.failures:
        yield "the first answers:"
        yield from _failures(outcome.baseline.failures)
        yield ""
    for each in outcome.probed:
        if not each.changes and not each.failures:
            continue
        variation = each.variation
        yield f"{variation.name}: {variation.varied}; must follow: {variation.follows}"
        for found in each.changes[:_SHOWN]:
            yield from change_lines(found)
        if len(each.changes) > _SHOWN:
            yield f"  {len(each.changes) - _SHOWN} more vectors; --format json has all"
        yield from _failures(each.failures)
        if each.failures and variation.surroundings.folder:
            yield f"  {_BY_FOLDER}"
        yield ""


def change_lines(found: Change) -> Iterator[str]:
    yield f"  {found.vector}: other bytes"
    if found.member:
        yield f"    {plain(found.member.pointer) or '(the whole)'}"
        yield f"      follows  {found.member.expected or '(missing)'}"
        yield f"      actual   {found.member.actual or '(missing)'}"
    yield f"    first differing byte: {found.first_byte.offset}"
    yield f"      follows  {found.first_byte.expected}"
    yield f"      actual   {found.first_byte.actual}"
    if found.hint:
        yield f"    hint: {plain(found.hint)}"


def _failures(failures: list[Failure] | tuple[Failure, ...]) -> Iterator[str]:
    for each in failures[:_SHOWN]:
        where = each.vector or "no vector"
        yield f"  {where}: {each.fault.kind}: {plain(each.fault.detail)}"
        yield from (f"  {line}" for line in tail(each.fault.stderr))
    if len(failures) > _SHOWN:
        yield f"  {len(failures) - _SHOWN} more faults; --format json has all"


def _left_out(outcome: Outcome) -> Iterator[str]:
    """How many vectors are left out for each reason, and by which variations."""
    by_reason: dict[tuple[str, int], list[str]] = {}
    for each in outcome.probed:
        for reason, vectors in each.reasons.items():
            by_reason.setdefault((reason, len(vectors)), []).append(each.variation.name)
    for (reason, count), names in by_reason.items():
        yield f"left out {count}: {reason} ({', '.join(names)})"
    if by_reason:
        yield ""


def _notes(outcome: Outcome) -> Iterator[str]:
    for each in outcome.probed:
        if each.files:
            names = plain(", ".join(each.files[:_SHOWN]))
            yield f"{each.variation.name}: the program left files behind: {names}"
    if outcome.not_run:
        yield f"not run: {outcome.not_run} vectors of classes not claimed"
