"""The JSON text that a vector gives, and the defects of reading that stand in it, by their place.

This is no reader: a defect is looked for by itself, wherever it stands, so that what a reader that
stops too early, or takes too much, makes of a text can be told.
"""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from groundspec_harness.jsontext import Json
from groundspec_harness.vectors import Vector

_LARGEST = 2**53 - 1
_DIGITS = len(f"-{_LARGEST}")
_FORMS = ("value_text", "packet_text", "request_text", "receipt_text")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[\[\]{}:,]', re.DOTALL)
_STRING = re.compile(r'("(?:[^"\\]|\\.)*")', re.DOTALL)
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_OTHER_SPACE = re.compile(r"[^\S \t\n\r]|[\ufeff\u200b\u180e]")


@dataclass(frozen=True)
class Defect:
    """Something that a strict reader refuses, and where it can be seen."""

    place: int
    code: str


def text(vector: Vector) -> str | None:
    """The JSON text that is to be read strictly, if a vector gives one as text."""
    for form in _FORMS:
        if isinstance(vector.data.get(form), str):
            return str(vector.data[form])
    for form in ("value_base64", "packet_base64"):
        if isinstance(vector.data.get(form), str):
            try:
                return base64.b64decode(vector.data[form]).decode("utf-8")
            except ValueError:
                return None
    return None


def other_space(given: str) -> bool:
    """Whether a text is no JSON for white space alone that JSON has not."""
    parts = _STRING.split(given)
    if not any(_OTHER_SPACE.search(part) for part in parts[::2]):
        return False
    parts[::2] = [_OTHER_SPACE.sub(" ", part) for part in parts[::2]]
    return not list(_grammar("".join(parts)))


def defects(given: str) -> list[Defect]:
    """The defects of the grammar phase but for depth, in the order in which a reader meets them."""
    found = [*_grammar(given), *_strings_and_numbers(given)]
    return sorted(found, key=lambda defect: defect.place)


def _grammar(given: str) -> Iterator[Defect]:
    try:
        json.loads(given, parse_constant=_refuse, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        yield Defect(error.pos, "JSON_INVALID")
    except ValueError:
        yield Defect(0, "JSON_INVALID")
    except RecursionError:  # far too deep, which is refused before
        return


def _refuse(token: str) -> Json:
    raise ValueError(token)


def _strings_and_numbers(given: str) -> Iterator[Defect]:
    objects: list[set[str] | None] = []
    tokens = list(_TOKEN.finditer(given))
    for number, token in enumerate(tokens):
        mark = token[0][0]
        if mark in "[{":
            objects.append(set() if mark == "{" else None)
        elif mark in "]}" and objects:
            objects.pop()
        elif mark == '"':
            value = _read(token[0])
            if _SURROGATE.search(value):
                yield Defect(token.end(), "LONE_SURROGATE")
            names = objects[-1] if objects else None
            named = number + 1 < len(tokens) and tokens[number + 1][0] == ":"
            if names is not None and named:
                if value in names:
                    yield Defect(token.end(), "DUPLICATE_MEMBER")
                names.add(value)
        elif mark in "-0123456789":
            if not _INTEGER.fullmatch(token[0]):
                yield Defect(token.start(), "NUMBER_FORM")
            elif len(token[0]) > _DIGITS or abs(int(token[0])) > _LARGEST:
                yield Defect(token.end(), "NUMBER_RANGE")


def _read(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token
