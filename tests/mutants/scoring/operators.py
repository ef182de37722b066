"""What is made otherwise at one node of a syntax tree: the operators of mutation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from mutants.scoring import patterns

Change = tuple[str, ast.expr]

RULE = re.compile(r"[A-Z]-[A-Z][A-Z0-9-]*[A-Z0-9]")
MOST = 8  # members of one collection that are left out in turn

_BOUNDARY: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
}
_TURNED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}
_LEFT_OUT = {"strip", "rstrip", "lstrip", "casefold", "lower", "upper", "removesuffix"}
_LEFT_OUT_AROUND = {"fold", "sorted", "reversed", "plain"}
_SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SWAPPED_METHODS = {"startswith": "endswith", "endswith": "startswith", "find": "rfind"}


def changes(node: ast.expr, *, condition: bool, members: bool, index: bool) -> Iterator[Change]:
    """All mutations of an expression itself, not of what is in it.

    `condition`: its truth alone matters. `members`: it is a collection that may be one shorter.
    `index`: it is the index of a subscript, where another number mostly fails.
    """
    match node:
        case ast.Compare():
            yield from _compared(node)
        case ast.BoolOp():
            yield from _joined(node)
        case ast.UnaryOp(op=ast.Not()):
            yield "negation", node.operand
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int(number)) if not index:
            yield "integer", ast.Constant(number + 1)
            yield "integer", ast.Constant(number - 1)
        case ast.BinOp(op=ast.Add() | ast.Sub()) if _of_numbers(node):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield "sum", ast.BinOp(node.left, other, node.right)
        case ast.Call():
            yield from _called(node)
        case ast.Subscript(slice=ast.Slice() as bounds):
            yield from _sliced(node, bounds)
    if condition and not _turned_already(node):
        yield "condition", ast.UnaryOp(ast.Not(), node)
    if members:
        yield from _shorter(node)


def _compared(node: ast.Compare) -> Iterator[Change]:
    for place, op in enumerate(node.ops):
        for name, table in (("boundary", _BOUNDARY), ("comparison", _TURNED)):
            if type(op) in table:
                ops = [*node.ops[:place], table[type(op)], *node.ops[place + 1 :]]
                yield name, ast.Compare(node.left, ops, node.comparators)


def _turned_already(node: ast.expr) -> bool:
    """Whether another operator gives the negation of a condition too."""
    turned = isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _TURNED
    return turned or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _joined(node: ast.BoolOp) -> Iterator[Change]:
    yield (
        "junction",
        ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values),
    )
    for place, left in enumerate(node.values):
        if asks_for_a_rule(left):
            continue
        rest = [*node.values[:place], *node.values[place + 1 :]]
        yield "operand", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _of_numbers(node: ast.BinOp) -> bool:
    """Whether a sum may be one of numbers, and not of one that another operator changes."""
    return not any(
        isinstance(side, ast.Constant | ast.JoinedStr | ast.Tuple | ast.List | ast.ListComp)
        for side in (node.left, node.right)
    )


def _called(node: ast.Call) -> Iterator[Change]:
    match node.func:
        case ast.Attribute(value=ast.Name(id="re"), attr="compile") if node.args:
            for operator, pattern in patterns.mutations(node.args[0]):
                yield operator, ast.Call(node.func, [pattern, *node.args[1:]], node.keywords)
        case ast.Attribute(value=value, attr=name) if name in _LEFT_OUT:
            yield "call", value
        case ast.Attribute(value=value, attr=name) if name in _SWAPPED_METHODS:
            other = ast.Attribute(value, _SWAPPED_METHODS[name], ast.Load())
            yield "method", ast.Call(other, node.args, node.keywords)
        case ast.Name(id=name) if name in _LEFT_OUT_AROUND and len(node.args) == 1:
            yield "call", node.args[0]
        case ast.Name(id=name) if name in _SWAPPED:
            swapped = ast.Name(_SWAPPED[name], ast.Load())
            yield "swap", ast.Call(swapped, node.args, node.keywords)


def _sliced(node: ast.Subscript, bounds: ast.Slice) -> Iterator[Change]:
    """A bound moved inwards, unless a number in it is changed anyway."""
    one = ast.Constant(1)
    if _moves(bounds.lower):
        lower = ast.BinOp(bounds.lower, ast.Add(), one)
        moved = ast.Slice(lower, bounds.upper, bounds.step)
        yield "slice", ast.Subscript(node.value, moved, node.ctx)
    if _moves(bounds.upper):
        upper = ast.BinOp(bounds.upper, ast.Sub(), one)
        moved = ast.Slice(bounds.lower, upper, bounds.step)
        yield "slice", ast.Subscript(node.value, moved, node.ctx)


def _moves(bound: ast.expr | None) -> TypeGuard[ast.expr]:
    numbered = isinstance(bound, ast.BinOp) and isinstance(bound.right, ast.Constant)
    return not (bound is None or isinstance(bound, ast.Constant | ast.UnaryOp) or numbered)


def _shorter(node: ast.expr) -> Iterator[Change]:
    """A collection without one of its members; of many, some spread over all."""
    match node:
        case ast.Tuple(elts=items) | ast.Set(elts=items) | ast.List(elts=items):
            for place in _some(items):
                rest = [*items[:place], *items[place + 1 :]]
                made = ast.Set(rest) if isinstance(node, ast.Set) else type(node)(rest, ast.Load())
                yield "member", made
        case ast.Dict(keys=keys, values=values):
            for place in _some(keys):
                others = [*keys[:place], *keys[place + 1 :]]
                yield "member", ast.Dict(others, [*values[:place], *values[place + 1 :]])
        case ast.Constant(value=str(text)):
            for place in _some(text):
                yield "member", ast.Constant(text[:place] + text[place + 1 :])


def _some(members: Sequence[object]) -> list[int]:
    """Which to leave out. What names a rule is for `ablate`, which leaves out rules."""
    places = [n for n, each in enumerate(members) if not _names_a_rule(each)]
    if len(members) < 2:
        return []
    return places if len(places) <= MOST else [places[len(places) * n // MOST] for n in range(MOST)]


def _names_a_rule(node: object) -> bool:
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and RULE.fullmatch(text) is not None


def asks_for_a_rule(node: ast.expr) -> bool:
    """Whether an expression asks if a rule is left out, which no packet can have be so."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return asks_for_a_rule(node.operand)
    match node:
        case ast.Call(func=ast.Attribute(attr="on"), args=[_]):
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[holder]):
            return ast.unparse(holder).rpartition(".")[2].lstrip("_") == "without"
    return False


def returned(node: ast.Return, annotation: str) -> Iterator[Change]:
    """What a function may give in place of what it works out."""
    value = node.value
    constant = value.value if isinstance(value, ast.Constant) else ...
    if annotation == "bool":
        for other in (True, False):
            if constant is not other and constant is ...:
                yield "return", ast.Constant(other)
        if isinstance(constant, bool):
            yield "return", ast.Constant(not constant)
    elif "None" in annotation and constant is ...:
        yield "return", ast.Constant(None)
