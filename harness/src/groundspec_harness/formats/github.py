"""Workflow commands of GitHub Actions: an error for each row that fails the run, and a summary.

A notice is written for each known failure, none for what passes. Where there is more than an
annotation can hold, the log has it all.
"""

from groundspec_harness.formats.rows import BAD, Row, closing, rows
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain


def render(report: JsonObject) -> str:
    found = rows(report)
    lines = [_command("error", row.id, _message(row)) for row in found if row.kind in BAD]
    lines += [_command("notice", row.id, _message(row)) for row in found if row.kind == "known"]
    level = "error" if report["status"] else "notice"
    summary = plain(report["summary"])
    lines += [_command(level, "groundspec", summary), plain(closing(report))]
    return "\n".join([*lines, ""])


def _message(row: Row) -> str:
    hint = f"\nhint: {row.hint}" if row.hint else ""
    rules = f"\nrules: {', '.join(row.rules)}" if row.rules else ""
    issue = f"\n{row.issue}" if row.issue else ""
    return f"{row.says}{hint}{rules}{issue}"


def _command(name: str, title: str, message: str) -> str:
    return f"::{name} title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
