"""`ablate`: one rule left out at a time, and which vectors notice."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from groundspec_harness import progress
from groundspec_harness.ablation import WANTED, Ablation, Ablator, Row, as_json, plan, usable
from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.errors import HarnessError
from groundspec_harness.plain import plain
from groundspec_harness.pool import Pool, agreed, one_at_a_time
from groundspec_harness.specification import Specification, at
from groundspec_harness.vectors import Vector

_NAMED = 3  # vectors that a line names


def ablate_rules(
    command: tuple[str, ...],
    selection: tuple[str, ...],
    timeout: float,
    jobs: int,
    form: str,
    output: Path | None,
    root: Path | None,
) -> int:
    """Ablate and show; 0 only if every rule is noticed enough and the control with them."""
    known = at(root)
    with Pool([Conversation(command, timeout) for _ in range(jobs)]) as pool:
        found = _ablate(known, pool, selection)
    if found is None:
        return 1
    if form == "json":
        emit_json(as_json(found, known.corpus, command), output)
    else:
        page = Page(output)
        _write(page, found)
        page.finish()
    return 0 if found.passed else 1


def _ablate(known: Specification, pool: Pool, selection: tuple[str, ...]) -> Ablation | None:
    """None if the program cannot be ablated soundly; why is said on standard error."""
    sides = pool.conversations
    describing = [partial(describe, side, known.registry, known.schemas) for side in sides]
    implementation = agreed(pool.each(describing))
    rules = known.spec.ids("rule")
    if "rules" in implementation and _other_rules(rules, implementation["rules"]):
        return None
    classes = known.registry.closure(implementation["classes"])
    vectors = usable(known.select(selection), classes)
    ablators = [Ablator(side, known.schemas) for side in sides]
    problems = pool.spread(vectors, lambda number, vector: ablators[number].problem(vector))
    broken = [(v.id, why) for v, why in zip(vectors, problems, strict=True) if why]
    if broken:
        _complain("with nothing left out, these receipts are not reproduced:", broken)
        return None
    with progress.bar("rules") as begin:
        tick = one_at_a_time(begin(len(rules)))

        def row(number: int, planned: tuple[str, list[Vector]]) -> Row:
            found = ablators[number].row(*planned)
            tick()
            return found

        found = tuple(pool.spread(plan(rules, vectors), row))
    for fault in filter(None, pool.each([side.finish for side in sides])):
        raise HarnessError(f"at the end of input: {fault.kind}: {plain(fault.detail)}")
    return Ablation(known.registry.control(), len(vectors), found)


def _other_rules(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    differences = [
        *((name, "SPEC.md has it, the program does not list it") for name in ours),
        *((name, "the program lists it, SPEC.md does not have it") for name in theirs),
    ]
    odd = [(n, why) for n, why in differences if (n in ours) != (n in theirs)]
    if odd:
        _complain("the program's rules are not those of SPEC.md:", odd)
    return bool(odd)


def _complain(head: str, rows: Sequence[tuple[str, str]]) -> None:
    click.echo(f"groundspec-harness: {head}", err=True)
    for name, detail in rows:
        click.echo(f"  {plain(name)}: {plain(detail)}", err=True)


def _write(page: Page, found: Ablation) -> None:
    width = max(len(row.rule) for row in found.rows)
    page.lines(f"  {'rule':{width}}  noticed by  sources  first vectors")
    page.lines(*(_line(row, width) for row in found.rows), "")
    for row in found.rows:
        for name, detail in row.defects[:_NAMED]:
            page.lines(f"defect: without {row.rule}, {name}: {plain(detail)}")
        if len(row.defects) > _NAMED:
            page.lines(f"defect: without {row.rule}, {len(row.defects) - _NAMED} more vectors")
    page.lines(*_verdict(found))


def _line(row: Row, width: int) -> str:
    mark = "!" if row.thin or row.defects else " "
    named = ", ".join(row.noticing[:_NAMED])
    return f"{mark} {row.rule:{width}}  {len(row.noticing):10}  {row.sources:7}  {named}".rstrip()


def _verdict(found: Ablation) -> list[str]:
    if not found.control_noticed:
        return [
            f"THE CONTROL SURVIVES: no vector notices that {found.control} is left out, "
            "so none of the figures above can be trusted"
        ]
    lines = [f"control {found.control}: noticed"]
    if found.thin:
        names = ", ".join(row.rule for row in found.thin)
        lines.append(f"noticed by fewer than {WANTED} vectors with different sources: {names}")
    if any(row.defects for row in found.rows):
        lines.append("the program failed where it should have answered: see the defects above")
    if found.passed:
        lines.append(
            f"each of {len(found.rows)} rules is noticed by at least {WANTED} of "
            f"{found.vectors} vectors with different sources"
        )
    return lines
