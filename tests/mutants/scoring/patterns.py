"""Mutants of a regular expression as it is written in the source, f-strings included."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

Token = str | ast.FormattedValue  # a code point, an escape, or a part that is put in
_TURNED = {"(?=": "(?!", "(?!": "(?=", "(?<=": "(?<!", "(?<!": "(?<="}
_CHARACTER = re.compile(r"\\(?:x..|u.{4}|U.{8}|.)|.", re.DOTALL)
_REPEATED = {"?": "", "*": "+", "+": "*"}


class Span(NamedTuple):
    """Tokens from one place to another."""

    start: int
    end: int


def mutations(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The pattern with one thing in it otherwise: name of the operator, new node."""
    tokens = _tokens(node)
    for operator, span, new in _changes(tokens):
        yield operator, _node([*tokens[: span.start], *new, *tokens[span.end :]])


def _tokens(node: ast.expr) -> list[Token]:
    values = node.values if isinstance(node, ast.JoinedStr) else [node]
    found: list[Token] = []
    for value in values:
        if isinstance(value, ast.FormattedValue):
            found.append(value)
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            found.extend(_characters(value.value))
    return found


def _characters(text: str) -> Iterator[str]:
    return (token.group() for token in _CHARACTER.finditer(text))


def _node(tokens: list[Token]) -> ast.expr:
    values: list[ast.expr] = []
    text = ""
    for token in tokens:
        if isinstance(token, str):
            text += token
            continue
        values += [ast.Constant(text)] if text else []
        values.append(token)
        text = ""
    values += [ast.Constant(text)] if text or not values else []
    plain = len(values) == 1 and isinstance(values[0], ast.Constant)
    return values[0] if plain else ast.JoinedStr(values)


def _changes(tokens: list[Token]) -> Iterator[tuple[str, Span, list[Token]]]:
    groups = [[0]]  # of each open group: where its alternatives begin
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token == "[":
            end = _class_end(tokens, at)
            yield from (("class", span, []) for span in _members(tokens, at, end))
            at = end
        elif token == "(":
            head = _head(tokens, at)
            if head.text in _TURNED:
                yield "assertion", Span(at, head.end), list(_TURNED[head.text])
            groups.append([head.end])
            at = head.end - 1
        elif token == "|":
            groups[-1].append(at + 1)
        elif token == ")":
            yield from _alternatives(groups.pop(), at)
        elif isinstance(token, str) and token in _REPEATED and at:
            yield "repetition", Span(at, at + 1), list(_REPEATED[token])
        elif token == "{":
            yield from _bounds(tokens, at)
        at += 1
    yield from _alternatives(groups[0], len(tokens))


def _alternatives(starts: list[int], end: int) -> Iterator[tuple[str, Span, list[Token]]]:
    """Each alternative left out, with the bar before it or, for the first, behind it."""
    if len(starts) < 2:
        return
    yield "alternative", Span(starts[0], starts[1]), []
    for start, following in zip(starts[1:], [*starts[2:], end + 1], strict=True):
        yield "alternative", Span(start - 1, following - 1), []


def _class_end(tokens: list[Token], at: int) -> int:
    first = at + 1 + (tokens[at + 1 : at + 2] == ["^"])
    return next((i for i in range(first + 1, len(tokens)) if tokens[i] == "]"), len(tokens) - 1)


def _members(tokens: list[Token], at: int, end: int) -> list[Span]:
    """The members of a class, if there are several."""
    found: list[Span] = []
    place = at + 1 + (tokens[at + 1] == "^")
    while place < end:
        ranges = place + 2 < end and tokens[place + 1] == "-"
        found.append(Span(place, place + (3 if ranges else 1)))
        place = found[-1].end
    return found if len(found) > 1 else []


class _Head(NamedTuple):
    text: str
    end: int


def _head(tokens: list[Token], at: int) -> _Head:
    """What opens a group: a bracket, and what says of which kind it is."""
    text = "".join(token if isinstance(token, str) else "\0" for token in tokens[at : at + 40])
    for opening in ("(?<=", "(?<!", "(?=", "(?!", "(?:", "(?>"):
        if text.startswith(opening):
            return _Head(opening, at + len(opening))
    if text.startswith("(?P<"):
        return _Head("(?P<", at + text.index(">") + 1)
    return _Head("(", at + 1)


def _bounds(tokens: list[Token], at: int) -> Iterator[tuple[str, Span, list[Token]]]:
    """The numbers of a `{m,n}`, each one more."""
    end = next((i for i in range(at, len(tokens)) if tokens[i] == "}"), at)
    inside = tokens[at + 1 : end]
    written = "".join(token for token in inside if isinstance(token, str))
    if not inside or not set(written) <= set("0123456789,"):
        return
    low, comma, high = written.partition(",")
    if low:
        yield "repetition", Span(at + 1, end), list(f"{int(low) + 1}{comma}{high}")
    if high:
        yield "repetition", Span(at + 1, end), list(f"{low},{int(high) + 1}")
        yield "repetition", Span(at + 1, end), list(f"{low},{max(int(high) - 1, 0)}")
