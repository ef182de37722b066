"""`bless`: receipts into decision vectors, unless they contradict what is written by hand."""

from pathlib import Path

import click

from groundspec_harness import formatting, progress
from groundspec_harness.blessing import STATES, Blesser, Blessing, counts
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.errors import HarnessError
from groundspec_harness.plain import plain
from groundspec_harness.specification import Specification, at


def bless_vectors(
    command: tuple[str, ...],
    selection: tuple[str, ...],
    timeout: float,
    per_case: bool,
    check: bool,
    root: Path | None,
) -> int:
    """Ask for all receipts, then write; 1 if any is refused or, with `check`, would change."""
    known = at(root)
    if not check:
        known.resources.must_be_writable()
    with Conversation(command, timeout, per_case=per_case) as conversation:
        blesser = Blesser(
            conversation, known.resources, known.schemas, formatting.load(known.schemas)
        )
        blessings = _ask(known, blesser, selection)
    for blessing in blessings:
        for problem in blessing.problems:
            click.echo(f"{blessing.vector.id}: {blessing.state}: {plain(problem)}")
    for blessing in blessings:
        if blessing.state == "changed":  # a decision that changes for somebody
            click.echo(
                f"{blessing.vector.id}: the receipt {'is to change' if check else 'changed'}"
            )
    due = [blessing for blessing in blessings if blessing.state in ("new", "changed")]
    if not check:
        for blessing in due:
            blesser.write(blessing)
    numbers = counts(blessings)
    shown = [state for state in STATES if state != "unfilled" or numbers[state]]
    click.echo(", ".join(f"{numbers[state]} {state}" for state in shown))
    refused = numbers["contradicted"] + numbers["faulty"] + numbers["unfilled"]
    failed = refused or (check and due)
    return 1 if failed else 0


def _ask(known: Specification, blesser: Blesser, selection: tuple[str, ...]) -> list[Blessing]:
    conversation = blesser.conversation
    chosen = [v for v in known.select(selection) if v.kind == "decision"]
    if not chosen:
        raise HarnessError("no decision vector is selected: the other kinds have no receipt")
    implementation = describe(conversation, known.registry, known.schemas)
    classes = known.registry.closure(implementation["classes"])
    chosen = [vector for vector in chosen if vector.conformance_class in classes]
    if not chosen:
        raise HarnessError("the program claims the class of no selected decision vector")
    blessings = []
    with progress.bar("receipts") as begin:
        tick = begin(len(chosen))
        for number, vector in enumerate(chosen, 2):
            blessings.append(blesser.bless(vector, number))
            tick()
    fault = conversation.finish()
    if fault:
        raise HarnessError(
            f"nothing is blessed: at the end of input: {fault.kind}: {plain(fault.detail)}"
        )
    return blessings
