"""`why`: everything about one vector, and how to run it again."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from groundspec_harness.conversation import Conversation
from groundspec_harness.jsontext import Json, indented, read_strict
from groundspec_harness.judge import Level
from groundspec_harness.plain import plain
from groundspec_harness.report import entry
from groundspec_harness.requests import Case, case
from groundspec_harness.runner import Outcome
from groundspec_harness.selection import one
from groundspec_harness.specification import Specification, at
from groundspec_harness.table import command_line
from groundspec_harness.vectors import Vector
from groundspec_harness.wording import explain

_WIDTH = 100
_PARTS = ("packet", "packet_text", "packet_base64", "value_text", "value_base64")
_OTHERS = ("receipt_text", "receipt_base64")
_ALL = 1000
_WORD = re.compile(r"(?:`[^`]*`|[^`\s]|`)+")


def explain_vector(
    vector: str,
    command: tuple[str, ...],
    request: bool,
    timeout: float,
    per_case: bool,
    root: Path | None,
) -> int:
    """Show a vector; with a command, also how the program's answer differs."""
    known = at(root)
    chosen = one(known.corpus, vector)
    asked = case(chosen, 2)
    if request:
        click.echo(asked.request.decode("utf-8", "surrogatepass"), nl=False)
        return 0
    outcome = _run(known, chosen, command, timeout, per_case) if command else None
    lines = [*_head(chosen), *(_outcome(outcome) if outcome else ())]
    lines += _describe(known, chosen, asked, command)
    click.echo("\n".join(lines))
    return outcome.status if outcome else 0


def _run(
    known: Specification, vector: Vector, command: tuple[str, ...], timeout: float, per_case: bool
) -> Outcome:
    with Conversation(command, timeout, per_case=per_case) as conversation:
        return known.runner(conversation).run([vector])


def _head(vector: Vector) -> Iterator[str]:
    data = vector.data
    yield vector.id
    yield f"  {vector.title}"
    yield f"  {vector.kind} vector of class {vector.conformance_class}, origin {data.get('origin')}"
    if "twin" in data:
        yield f"  twin: {data['twin']}"
    if "note" in data:
        yield from _wrapped(f"note: {data['note']}")


def _describe(
    known: Specification, vector: Vector, asked: Case, command: tuple[str, ...]
) -> Iterator[str]:
    data = vector.data
    yield from _rules(known, vector)
    for member in (*_PARTS, *_OTHERS):
        if member in data:
            yield from _value(member.replace("_", " ").capitalize(), data[member])
    if "expect" in data:
        yield from _value("Written by hand (expect)", data["expect"])
    expected = read_strict(asked.expected) if asked.expected else None  # members in their order
    yield from _value("Expected answer", expected or "not blessed yet: known by expect alone")
    yield from ("", "Request line")
    yield f"  {asked.request.decode('utf-8', 'backslashreplace').rstrip()}"
    yield from ("", "Run it")
    program = command or ("COMMAND",)
    yield f"  {command_line(['groundspec-harness', 'run', '-k', vector.id, '--', *program])}"
    yield f"  groundspec-harness why {vector.id} --request | {command_line(program)}"


def _rules(known: Specification, vector: Vector) -> Iterator[str]:
    for name in vector.rules:
        paragraph = known.spec.by_id.get(name)
        yield ""
        if paragraph is None:
            yield f"{name}: not in SPEC.md"
            continue
        yield f"SPEC.md, {paragraph.section}, line {paragraph.line}"
        for line in paragraph.text.splitlines():
            yield from _wrapped(line)


def _wrapped(text: str) -> list[str]:
    """A text in lines that part between words; what stands in backquotes is one word."""
    lines: list[str] = []
    for word in _WORD.findall(text):
        if lines and len(lines[-1]) + 1 + len(word) <= _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"  {word}")
    return lines or [""]


def _value(title: str, value: Json) -> Iterator[str]:
    yield from ("", title)
    text = value if isinstance(value, str) and value.isascii() else indented(value)
    yield from (f"  {line}" for line in text.splitlines())


def _outcome(outcome: Outcome) -> Iterator[str]:
    yield ""
    result = outcome.results[0]
    if result.level is Level.BYTES:
        yield "The program's answer is right, byte for byte."
    else:
        yield "The program's answer"
        yield from (f"  {line}" for line in explain(entry(result, _ALL), _ALL))
    if outcome.end_of_input:
        closing = outcome.end_of_input
        yield f"at the end of input: {closing.kind}: {plain(closing.detail)}"
