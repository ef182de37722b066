"""Refusals and differences, for people and (`--format json`) for scripts."""

import json
from collections.abc import Mapping
from typing import Any

from groundspec.cli.arguments import Parser
from groundspec.cli.input import shown
from groundspec.cli.output import complain, write_error
from groundspec.errors import Refusal, Unsupported

TEXT, JSON = "text", "json"


def add_format(parser: Parser, says: str) -> None:
    """The option `--format`, whose value is called `form`."""
    forms = [TEXT, JSON]
    parser.add_argument("--format", dest="form", choices=forms, default=TEXT, help=says)


def report_refusal(refusal: Refusal, file: str, form: str) -> None:
    """A refused packet, on standard error; as JSON it is an object of refusal.schema.json."""
    if form == JSON:
        place = f"Line {refusal.line}, column {refusal.column}: " if refusal.line else ""
        report_json(
            {
                "refusal": refusal.code,
                "phase": refusal.phase,
                "pointer": refusal.pointer,
                "message": place + refusal.message,
                "hint": refusal.hint,
            }
        )
    else:
        complain(f"{place_of(refusal, file)}: {refusal}", refusal.hint)


def report_unsupported(unsupported: Unsupported, file: str, form: str) -> None:
    """A packet of a check that is not decided here. It is no refusal."""
    hint = "Use an implementation that decides it; `groundspec stdio` describes this one."
    if form == JSON:
        message = f"{unsupported}."
        report_json({"unsupported": unsupported.check, "message": message, "hint": hint})
    else:
        complain(f"{shown(file)}: {unsupported}", hint)


def place_of(refusal: Refusal, file: str) -> str:
    """`FILE:LINE:COLUMN` where the defect has a line, else `FILE`."""
    line = f":{refusal.line}:{refusal.column}" if refusal.line else ""
    return shown(file) + line


def report_json(members: Mapping[str, Any]) -> None:
    """An object on one line of standard error, canonical but that all is ASCII there."""
    write_error(json.dumps(members, sort_keys=True, separators=(",", ":")) + "\n")
