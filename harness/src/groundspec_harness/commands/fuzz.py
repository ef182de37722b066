"""`fuzz`: packets by chance, put to one program or to two."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundspec_harness import __version__, formatting, progress
from groundspec_harness.commands.output import Page, emit_json
from groundspec_harness.conversation import Conversation
from groundspec_harness.errors import HarnessError
from groundspec_harness.files import write_whole
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain
from groundspec_harness.report import sealed
from groundspec_harness.specification import Specification, at

if TYPE_CHECKING:
    from groundspec_harness.fuzzing.hunt import Bag
    from groundspec_harness.fuzzing.searching import Effort

Command = tuple[str, ...]


def fuzz_programs(
    command: Command,
    divided: bool,
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
    """Look, show what was found, and give the exit status."""
    from groundspec_harness.fuzzing.hunt import hunt, kinds
    from groundspec_harness.fuzzing.searching import Effort

    known = at(root)
    commands = (command,) if divided else _quoted(command)
    effort = Effort(examples, seconds, seed)
    with ExitStack() as stack:
        sides = [
            stack.enter_context(Conversation(each, timeout, per_case=per_case)) for each in commands
        ]
        wanted = kinds(known, sides, checks)
        begin = stack.enter_context(progress.bar("packets"))
        bag = hunt(known, sides, wanted, effort, begin(examples))
    status = 1 if bag.caught else 0
    if form == "json":
        body: JsonObject = {
            "report": "groundspec-harness/fuzz",
            "version": 1,
            "harness": __version__,
            "commands": [list(each) for each in commands],
            **hunted(bag, effort),
            "status": status,
        }
        emit_json(sealed(body, bag.asked), output)
    else:
        page = Page(output)
        page.lines(*told(bag, known))
        page.finish()
    keep(bag, known, folder)
    return status


def split(command: str) -> Command:
    """A command that was given as one argument, taken apart as a shell would."""
    try:
        parts = tuple(shlex.split(command))
    except ValueError as error:
        raise HarnessError(f"{command!r} is no command: {error}") from None
    if not parts:
        raise HarnessError("an empty command")
    return parts


def _quoted(given: Command) -> tuple[Command, ...]:
    if len(given) > 2:
        raise HarnessError(
            "one program stands behind `--`; two are two arguments, each in quotation marks"
        )
    return tuple(split(each) for each in given)


def hunted(bag: "Bag", effort: "Effort") -> JsonObject:
    """What a report says of the packets."""
    caught = bag.caught
    return {
        "checks": list(bag.kinds.checks),
        "seed": effort.seed,
        "examples": effort.examples,
        "asked": bag.asked,
        "out_of_time": bag.out_of_time,
        "finding": {
            "kind": caught.finding.kind,
            "detail": caught.finding.detail,
            "packet": caught.packet.text,
            "vector": caught.vector,
        }
        if caught
        else None,
    }


def told(bag: "Bag", known: Specification) -> Iterator[str]:
    """The same for people."""
    from groundspec_harness.fuzzing.printing import printed

    caught = bag.caught
    if caught is None:
        yield f"nothing found in {bag.asked} packets{_why(bag)} ({', '.join(bag.kinds.checks)})"
        return
    yield f"packet {bag.asked} shows it: {caught.finding.kind}"
    yield from (f"  {plain(part)}" for part in caught.finding.details)
    yield "the packet, made small:"
    value = caught.packet.value if caught.packet.is_plain else None
    yield from printed(value) if value is not None else [plain(caught.packet.text)]
    yield "as a vector:"
    yield formatting.load(known.schemas).text(caught.vector).decode("ascii").rstrip("\n")


def _why(bag: "Bag") -> str:
    """Why fewer packets were asked than there should have been."""
    if bag.out_of_time:
        return " until time was up"
    return "" if bag.asked >= bag.wanted else f" of {bag.wanted}, for hardly another one was new"


def keep(bag: "Bag", known: Specification, folder: Path | None) -> None:
    """Write the vector into a folder, never over one that is there."""
    if bag.caught is None or folder is None:
        return
    vector = bag.caught.vector
    path = folder / f"{vector['id']}.json"
    if path.exists():
        click.echo(f"groundspec-harness: {path} is there already and stays as it is", err=True)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HarnessError(f"cannot make {path.parent}: {error.strerror}") from None
    write_whole(path, formatting.load(known.schemas).text(vector))
    click.echo(f"groundspec-harness: the vector is in {path}", err=True)


__all__: Sequence[str] = ("fuzz_programs", "hunted", "keep", "split", "told")
