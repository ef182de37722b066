"""`new-vector` and `fmt`: for those who write vectors."""

import re
from pathlib import Path

import click

from groundspec_harness import formatting, scaffold
from groundspec_harness.errors import HarnessError
from groundspec_harness.files import write_whole
from groundspec_harness.lint.tombstones import retired
from groundspec_harness.selection import near, one
from groundspec_harness.specification import Specification, at

_ID = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+){2}")


def new_vector(
    vector: str,
    conformance_class: str,
    rules: tuple[str, ...],
    twin: str | None,
    refusal: str | None,
    root: Path | None,
) -> int:
    """Write a vector to be filled in; never over one that is there."""
    known = at(root)
    known.resources.must_be_writable()
    _check(known, vector, conformance_class, rules)
    if twin:
        one(known.corpus, twin)
    path = known.resources.conformance / f"{vector}.json"
    if path.exists():
        raise HarnessError(f"{known.resources.name(path)} is there already")
    envelope = known.registry.envelope
    value = scaffold.scaffold(vector, conformance_class, rules, twin, refusal, envelope)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, formatting.load(known.schemas).text(value))
    click.echo(f"wrote {known.resources.name(path)}: fill it in, then `lint` and `bless`")
    return 0


def _check(known: Specification, vector: str, name: str, rules: tuple[str, ...]) -> None:
    if not _ID.fullmatch(vector) or vector.partition("/")[0] not in known.registry.folders:
        folders = ", ".join(known.registry.folders)
        raise HarnessError(f"{vector!r} is no id: folder/topic/name, the folder one of {folders}")
    if vector in retired(known.resources):
        raise HarnessError(f"{vector!r} is a retired id, and ids are never used again")
    if name not in known.registry.implies:
        raise HarnessError(f"no class {name!r}{near(name, known.registry.implies)}")
    for rule in rules:
        if rule not in known.spec.by_id:
            raise HarnessError(f"SPEC.md has no {rule!r}{near(rule, known.spec.by_id)}")


def reformat(selection: tuple[str, ...], check: bool, root: Path | None) -> int:
    """Write vectors in the form that lint asks for; 1 if, with `check`, any is in another."""
    known = at(root)
    if not check:
        known.resources.must_be_writable()
    formatter = formatting.load(known.schemas)
    changed = 0
    for vector in known.select(selection):
        text = formatter.text(vector.data)
        if vector.path.read_bytes() != text:
            changed += 1
            click.echo(known.resources.name(vector.path))
            if not check:
                write_whole(vector.path, text)
    click.echo(f"{changed} {'to write' if check else 'written'}")
    return 1 if check and changed else 0
