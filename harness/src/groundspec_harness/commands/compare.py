"""`compare`: two programs over the vectors, then over packets by chance."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from groundspec_harness import __version__, progress
from groundspec_harness.commands.fuzz import hunted, keep, split, told
from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.comparison import Parting, partings, row
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain
from groundspec_harness.report import sealed
from groundspec_harness.specification import Specification, at
from groundspec_harness.vectors import Vector

_SHOWN = 20  # vectors that are listed for people


def compare_programs(
    first: str,
    second: str,
    selection: tuple[str, ...],
    checks: tuple[str, ...],
    examples: int,
    seconds: float | None,
    seed: int,
    folder: Path | None,
    timeout: float,
    per_case: bool,
    form: str,
    output: Path | None,
    root: Path | None,
) -> int:
    """Ask both, show where they part, and give the exit status."""
    from groundspec_harness.fuzzing.hunt import hunt, kinds
    from groundspec_harness.fuzzing.searching import Effort

    known = at(root)
    commands = split(first), split(second)
    effort = Effort(0 if selection else examples, seconds, seed)
    with (
        Conversation(commands[0], timeout, per_case=per_case) as ours,
        Conversation(commands[1], timeout, per_case=per_case) as theirs,
    ):
        vectors = _shared(known, known.select(selection), (ours, theirs))
        with progress.bar("vectors") as begin:
            parting = partings(vectors, ours, theirs, begin)
        bag = None
        if effort.examples:
            wanted = kinds(known, (ours, theirs), checks)
            with progress.bar("packets") as begin:
                bag = hunt(known, (ours, theirs), wanted, effort, begin(effort.examples))
    faults = [any(each.faults) for each in parting]
    differs = not all(faults) or (bag is not None and bag.caught is not None)
    status = 1 if differs else 3 if faults else 0
    if form == "json":
        body: JsonObject = {
            "report": "groundspec-harness/compare",
            "version": 1,
            "harness": __version__,
            "commands": [list(each) for each in commands],
            "vectors": {
                "corpus": known.corpus.sha256,
                "asked": len(vectors),
                "differ": [row(each) for each in parting],
            },
            "packets": hunted(bag, effort) if bag else None,
            "status": status,
        }
        emit_json(sealed(body, len(parting)), output)
    else:
        page = Page(output)
        page.lines(*_told(vectors, parting), *(told(bag, known) if bag else ()))
        page.finish()
    if bag:
        keep(bag, known, folder)
    return status


def _shared(
    known: Specification, vectors: Sequence[Vector], sides: Sequence[Conversation]
) -> list[Vector]:
    """The vectors of the classes that both programs claim."""
    claimed = [
        known.registry.closure(describe(side, known.registry, known.schemas)["classes"])
        for side in sides
    ]
    return [v for v in vectors if all(v.conformance_class in classes for classes in claimed)]


def _told(vectors: Sequence[Vector], parting: Sequence[Parting]) -> Iterator[str]:
    for each in parting[:_SHOWN]:
        right = {"A": "A is right", "B": "B is right", "neither": "neither is right"}
        yield f"{each.vector.id}: {right.get(each.right, 'which is right, no receipt says')}"
        place = each.first_byte
        if place:
            yield f"  byte {place.offset}: A has {plain(place.expected)}"
            yield f"  {' ' * len(f'byte {place.offset}:')} B has {plain(place.actual)}"
        for letter, fault in zip("AB", each.faults, strict=True):
            if fault:
                yield f"  {letter}: {fault.kind}: {plain(fault.detail)}"
    if len(parting) > _SHOWN:
        yield f"and {len(parting) - _SHOWN} more (--format json lists all)"
    same = len(vectors) - len(parting)
    yield f"{same} of {len(vectors)} vectors are answered alike"
