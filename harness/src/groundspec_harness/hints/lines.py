"""What is wrong with the bytes of an answer that could not be judged (P-LINES, P-ANSWER)."""

import json
from collections.abc import Iterator
from decimal import Decimal

from groundspec_harness.hints import digests, writing
from groundspec_harness.hints.pair import Pair
from groundspec_harness.jsontext import Json, JsonObject, canonical, quoted
from groundspec_harness.runner import Result

_ENDLESS = "of a line without LF"
_BOM = b"\xef\xbb\xbf"


def hint(result: Result) -> str | None:
    """The likely cause of a fault."""
    fault, line = result.fault, result.line
    if fault is None:
        return None
    if _ENDLESS in fault.detail:
        return "an answer ends with LF, and is flushed with it (P-LINES)"
    if fault.kind not in ("malformed", "extra") or not line:
        return None
    return encoding(line) or line_end(line) or _text(line, result)


def encoding(line: bytes) -> str | None:
    """What is wrong with the encoding of a line."""
    if b"\0" in line or line.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "standard output is UTF-16; write UTF-8 (P-ANSWER)"
    if line.startswith(_BOM):
        return "a byte order mark stands before the answer; write UTF-8 without (P-ANSWER)"
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return "standard output is not UTF-8; set its encoding, or write bytes (P-ANSWER)"
    return None


def line_end(line: bytes) -> str | None:
    """What is wrong with the end of a line."""
    if line.endswith(b"\r\n"):
        return "the line ends with CR LF; open standard output in binary (P-LINES)"
    return None


def _text(line: bytes, result: Result) -> str | None:
    text = line.decode("utf-8").removesuffix("\n")
    if line == result.case.expected:
        return "one line answers one request; nothing else goes to standard output (P-LINES)"
    said = unreadable(text)
    if said:
        return said
    value = json.loads(text, parse_float=_integral)
    return _object(text, value, result) if isinstance(value, dict) else None


def unreadable(text: str) -> str | None:
    """Why a line without its LF is not one JSON object."""
    if not text.strip():
        return "an empty line is no answer; write one LF, behind the answer (P-LINES)"
    if not text.lstrip().startswith(("{", "[")):
        return "log lines go to standard error; standard output is for answers alone (P-LINES)"
    try:
        value, end = json.JSONDecoder().raw_decode(text.lstrip())
    except json.JSONDecodeError as error:
        return _unread(text, error)
    except (RecursionError, ValueError):
        return "no answer is nested so deep, or holds a number of so many digits"
    rest = text.lstrip()[end:].strip()
    if rest:
        return _behind(rest)
    return None if isinstance(value, dict) else "an answer is an object, not an array (P-ANSWER)"


def _integral(token: str) -> Json:
    """The integer that a number like 1.0 is; any other stays what it is."""
    number = Decimal(token)
    small = abs(number) < 10**17
    return int(number) if small and number == number.to_integral_value() else float(token)


def _unread(text: str, error: json.JSONDecodeError) -> str | None:
    if error.pos >= len(text.rstrip()):
        return "an answer is spread over several lines; write it on one (P-LINES)"
    if text.startswith(("{'", "[{'")):
        return "an answer is printed as the language shows a map; write JSON (P-ANSWER)"
    if text.startswith("["):
        return "log lines go to standard error; standard output is for answers alone (P-LINES)"
    return None


def _behind(rest: str) -> str:
    if rest.startswith("{"):
        return "two answers stand on one line; LF ends each (P-LINES)"
    return "something stands behind the answer on its line; only LF does (P-ANSWER)"


def _object(text: str, value: JsonObject, result: Result) -> str | None:
    expected = result.case.answer
    if expected is not None:
        pair = Pair(result.vector, expected, value)
        said = _id(value, expected) or digests.form(pair) or _elsewhere(value, expected)
        if said:
            return said
    return writing.hint(canonical(value).decode(), text, rule="P-ANSWER")


def _id(value: JsonObject, expected: JsonObject) -> str | None:
    """The request's id, under its name and as a string."""
    right, found = expected.get("id"), value.get("id")
    if right is None and found is not None and not isinstance(found, str):
        return (
            "an `id` that is no string is not given back: the request is malformed, and its answer "
            "has `id` null (P-MALFORMED)"
        )
    if right is None or found == right:
        return None
    if found is None:
        where = (
            "it is a string, null only where the request has none"
            if "id" in value
            else "it is lacking"
        )
        return f"`id` is that of the request, as given: {where} (P-ANSWER)"
    if str(found) == right:
        return f"`id` is written as {quoted(found)}; it is a string, as given (P-ANSWER)"
    if (
        isinstance(found, str)
        and found.isdigit()
        and str(right).isdigit()
        and int(found) < int(right)
    ):
        return (
            "`id` is that of an earlier request: answers come late, or one came too much (P-LINES)"
        )
    return "`id` is that of the request, as given (P-ANSWER)"


def _elsewhere(value: JsonObject, expected: JsonObject) -> str | None:
    """The right content in an envelope of another shape."""
    content = {name: item for name, item in expected.items() if name != "id"}
    if value == expected or not content:
        return None
    names = "`, `".join(content)
    rule = "P-DECIDE" if {"receipt", "refusal"} & set(content) else "P-ANSWER"
    whole = next(iter(content.values())) if len(content) == 1 else None
    for path, found in _inner(value, ()):
        if found == content or (whole is not None and path != tuple(content) and found == whole):
            return f"what is right stands under `{'/'.join(path)}`; it is `{names}` ({rule})"
        if isinstance(found, str) and path and _read(found) in (content, whole or content):
            return f"`{'/'.join(path)}` is JSON text in a string; `{names}` is a value ({rule})"
    if isinstance(whole, dict) and whole.items() <= value.items():
        return f"the members of `{names}` stand beside `id`; they belong into it ({rule})"
    return None


def _inner(value: Json, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Json]]:
    if path:
        yield path, value
    if isinstance(value, dict) and len(path) < 2:
        for name, item in value.items():
            yield from _inner(item, (*path, name))


def _read(text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError:
        return None
