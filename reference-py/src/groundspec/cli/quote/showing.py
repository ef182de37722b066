"""The run of `groundspec quote show`: its inputs, and the report."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from groundspec.apps.jsonlines import RecordError, batches, read_object
from groundspec.apps.quote_shown import Shower
from groundspec.apps.sources import decoded
from groundspec.apps.visible import visible
from groundspec.cli import report
from groundspec.cli.input import STANDARD_INPUT, read_input, shown
from groundspec.cli.output import reason, write_output
from groundspec.cli.quote.inputs import opened, policy_of
from groundspec.cli.quote.pictures import Pictures
from groundspec.core.canonical import digest_text, digest_value
from groundspec.errors import Unusable
from groundspec.quote.decide import CHECK
from groundspec.quote.policy import complete

_NO_CLAIMS = "Give claims as arguments, with --claims FILE, or with --receipt RECEIPT PACKET."


class _Given(NamedTuple):
    """What is shown: a source and its name, a complete policy and its name, the claims."""

    name: str
    source: str
    policy_name: str | None
    policy: Mapping[str, Any]
    claims: list[dict[str, Any]]


def show(
    source: str,
    claims: list[str],
    file: str | None,
    receipt: str | None,
    id: str | None,
    policy: str | None,
    color: str,
    form: str,
) -> int:
    """Show the claims."""
    ways = [bool(claims), file is not None, receipt is not None]
    if sum(ways) != 1:
        wrong = "there are no claims" if not any(ways) else "there are claims in two ways"
        raise Unusable(wrong, _NO_CLAIMS)
    if receipt is not None:
        if policy is not None:
            raise Unusable("--policy and --receipt exclude each other", "A packet has its policy.")
        given = _of_receipt(receipt, source, id)
    else:
        if id is not None:
            raise Unusable("--id names a claim of a packet", "Give --receipt RECEIPT PACKET too.")
        given = _of_source(source, claims, file, policy or "default")
    _print(given, form, colour=_is_coloured(color))
    return 0


# --- Inputs ---------------------------------------------------------------------------------------


def _of_source(source: str, claims: list[str], file: str | None, policy: str) -> _Given:
    if source == file == STANDARD_INPUT:
        raise Unusable("only one of the two can be standard input", "Name a file for the other.")
    known = policy_of(policy)
    try:
        text = decoded(shown(source), read_input(source))
    except RecordError as error:
        raise _unusable(error) from None
    rows = _of_arguments(claims) if file is None else _of_file(file)
    return _Given(_name(source), text, known.name, known.document, rows)


def _of_arguments(claims: Sequence[str]) -> list[dict[str, Any]]:
    rows = []
    for number, written in enumerate(claims, 1):
        try:
            text = os.fsencode(written).decode("utf-8")
        except UnicodeError:
            raise Unusable(f"claim {number} is not UTF-8", "Put it in a --claims FILE.") from None
        if not text:
            raise Unusable(f"claim {number} is empty", "A claim is what is quoted.")
        rows.append({"id": f"claim {number}", "text": text, "at": None})
    return rows


def _of_file(file: str) -> list[dict[str, Any]]:
    rows = []
    with opened(file) as lines:
        try:
            for line in (line for batch in batches(lines, _ignore, _nothing) for line in batch):
                try:
                    rows.append(_claim(line.number, read_object(line.data).members))
                except RecordError as error:
                    raise _unusable(error, f"{shown(file)}:{line.number}: ") from None
        except OSError as error:
            raise Unusable(f"{shown(file)}: {reason(error)}") from None
    if not rows:
        raise Unusable(f"{shown(file)}: there are no records", "A record has the member claim.")
    return rows


def _unusable(error: RecordError, where: str = "") -> Unusable:
    hint = f"{error.hint[:1].upper()}{error.hint[1:]}." if error.hint else ""
    return Unusable(where + error.message, hint)


def _claim(number: int, members: Mapping[str, Any]) -> dict[str, Any]:
    text = members.get("claim")
    if not isinstance(text, str):
        wrong = "is not a string" if "claim" in members else "is missing"
        raise RecordError(f"the member claim {wrong}", "claim is the quotation to show")
    if not text:
        raise RecordError("the member claim is empty", "a claim is what is quoted")
    id_ = members.get("id")
    named = isinstance(id_, str) and id_
    return {"id": id_ if named else f"line {number}", "text": text, "at": None}


def _ignore(data: bytes) -> None:
    del data


def _nothing() -> bool:
    return False


def _of_receipt(receipt: str, packet: str, id_: str | None) -> _Given:
    from groundspec.core import jsonread
    from groundspec.engine import default

    if receipt == packet == STANDARD_INPUT:
        raise Unusable("only one of the two can be standard input", "Name a file for the other.")
    given = read_input(receipt)
    raw = read_input(packet)
    answer = default().verify(given, raw)
    if not answer.ok:
        both = f"{shown(receipt)}, {shown(packet)}"
        hint = answer.hint or "`groundspec verify` says more; nothing is shown of it."
        raise Unusable(f"{both}: {answer.code}: {answer.message}", hint)
    value = jsonread.read(raw)
    if value["check"] != CHECK.name:
        raise Unusable(f"{shown(packet)}: its check is {value['check']}, not {CHECK.name}")
    claims = [claim for claim in value["claims"] if id_ in (None, claim["id"])]
    if not claims:
        from groundspec.cli.arguments import near

        if id_ is None:
            raise Unusable(
                f"{shown(packet)}: there are no claims in it", "There is nothing to show."
            )
        known = [claim["id"] for claim in value["claims"]]
        raise Unusable(f"{shown(packet)}: there is no claim {id_}", near(id_, known))
    policy = value["policy"]
    name = policy if isinstance(policy, str) else None
    where = f"{_name(packet)}#/source/text"
    return _Given(where, value["source"]["text"], name, complete(policy), claims)


def _name(file: str) -> str:
    return (
        "standard input" if file == STANDARD_INPUT else os.fsencode(file).decode("utf-8", "replace")
    )


# --- Report ---------------------------------------------------------------------------------------


def _is_coloured(color: str) -> bool:
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


def _print(given: _Given, form: str, *, colour: bool) -> None:
    shower = Shower(given.source, given.policy)
    rows = map(shower.shown, given.claims)
    if form == report.JSON:
        written = json.dumps(_value(given, shower, [*rows]), indent=2)
        write_output(written.encode("ascii") + b"\n")
        return
    pictures = Pictures(given.name, shower.lines, colour=colour)
    for number, row in enumerate(rows):
        lines = "\n".join(_spaced(number, pictures.picture(row)))
        write_output(lines.encode("utf-8") + b"\n")


def _spaced(number: int, lines: Iterator[str]) -> Iterator[str]:
    if number:
        yield ""
    yield from lines


def _value(given: _Given, shower: Shower, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """An object of quote-show.schema.json."""
    return {
        "report": "groundspec/quote-show",
        "version": 1,
        "check": CHECK.name,
        "policy": {
            "name": given.policy_name,
            "policy_sha256": digest_value("policy", given.policy),
        },
        "source": {
            "name": visible(given.name),
            "source_sha256": digest_text(given.source),
            "bytes": shower.source.byte_offset(len(given.source)),
            "lines": shower.lines.count,
        },
        "claims": rows,
    }
