"""Every mutant of a module: where the operators apply, and by which names mutants are known."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mutants.scoring import operators

Step = tuple[str, int | None]
_NOT_DECIDING = (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.Pass)
_NO_EXPRESSIONS = {"annotation", "returns", "decorator_list", "bases", "type_comment"}
_COLLECTING = {"frozenset", "set", "startswith", "endswith", "translate"}
_AROUND = 40  # code points of the source that a key has on both sides


@dataclass(frozen=True)
class Mutant:
    """One mistake at one node; everything but `path` and `node` is for people and keys."""

    module: str  # below the package, such as fact.scales
    function: str
    line: int
    operator: str
    before: str
    after: str
    rules: tuple[str, ...]
    path: tuple[Step, ...] = field(compare=False, repr=False)
    node: ast.expr = field(compare=False, repr=False)
    index: int = 0

    @property
    def key(self) -> str:
        """What a declaration calls it: nothing that moves when lines above it change."""
        number = f" #{self.index}" if self.index else ""
        return (
            f"{self.module}:{self.function} {self.operator}: {self.before} -> {self.after}{number}"
        )


def mutants(module: str, source: str) -> list[Mutant]:
    """All mutants of a module, those with one name numbered."""
    seen: Counter[str] = Counter()
    found = []
    for mutant in _Walk(module, ast.parse(source)).mutants():
        found.append(replace(mutant, index=seen[mutant.key]))
        seen[mutant.key] += 1
    return found


def mutated(source: str, mutant: Mutant, path: Path) -> Any:
    """The code of a module with a mutant in it."""
    tree = ast.parse(source)
    _put(tree, mutant.path, mutant.node)
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _put(root: ast.AST, path: tuple[Step, ...], new: ast.expr) -> None:
    *way, (name, place) = path
    holder: Any = root
    for step, at in way:
        holder = getattr(holder, step)
        holder = holder if at is None else holder[at]
    if place is None:
        setattr(holder, name, new)
    else:
        getattr(holder, name)[place] = new


@dataclass(frozen=True)
class _At:
    """Where a walk is: the way to it, the function, and the expression or statement shown."""

    path: tuple[Step, ...] = ()
    function: str = "<module>"
    returns: str = ""
    rules: tuple[str, ...] = ()
    shown: ast.AST | None = None
    way: int = 0  # how much of the path leads to what is shown
    condition: bool = False
    members: bool = False
    index: bool = False

    def at(self, name: str, place: int | None, **more: Any) -> _At:
        plain = {"condition": False, "members": False, "index": False}
        return replace(self, path=(*self.path, (name, place)), **{**plain, **more})


class _Walk:
    def __init__(self, module: str, tree: ast.Module) -> None:
        self._module = module
        self._tree = tree
        self._last: tuple[ast.AST, str] = tree, ""

    def _unparsed(self, node: ast.AST) -> str:
        if self._last[0] is not node:
            self._last = node, _line(ast.unparse(node))
        return self._last[1]

    def mutants(self) -> Iterator[Mutant]:
        at = _At(rules=_rules(self._tree, ()))
        yield from self._children(self._tree, at)

    def _visit(self, node: ast.AST, at: _At) -> Iterator[Mutant]:
        if isinstance(node, _NOT_DECIDING) or _is_docstring(node) or _for_types(node):
            return
        if isinstance(node, ast.AugAssign) and "effort" in ast.unparse(node.target):
            return  # how much was looked at is counted for the tests of growth
        if isinstance(node, ast.If) and operators.asks_for_a_rule(node.test):
            node = _when_asked(node)
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            inside = _inside(node, at)
            if isinstance(node, ast.FunctionDef):
                inside = replace(inside, shown=node.args, way=len(at.path) + 1)
            yield from self._children(node, inside)
            return
        if isinstance(node, ast.stmt):
            at = replace(at, shown=_head(node), way=len(at.path))
        if isinstance(node, ast.Return) and node.value is not None:
            for operator, new in operators.returned(node, at.returns):
                yield self._made(operator, new, node.value, at.at("value", None))
        if isinstance(node, ast.expr):
            settings = {"condition": at.condition, "members": at.members, "index": at.index}
            for operator, new in operators.changes(node, **settings):
                yield self._made(operator, new, node, at)
        yield from self._children(node, at)

    def _children(self, node: ast.AST, at: _At) -> Iterator[Mutant]:
        for name, value in ast.iter_fields(node):
            if name in _NO_EXPRESSIONS:
                continue
            if isinstance(value, list):
                for place, each in enumerate(value):
                    if isinstance(each, ast.AST):
                        yield from self._visit(each, at.at(name, place, **_role(node, name, at)))
            elif isinstance(value, ast.AST):
                yield from self._visit(value, at.at(name, None, **_role(node, name, at)))

    def _made(self, operator: str, new: ast.expr, node: ast.expr, at: _At) -> Mutant:
        assert at.shown is not None
        before = self._unparsed(at.shown)
        way = at.path[at.way :]
        _put(at.shown, way, new)
        windows = _windows(before, _line(ast.unparse(ast.fix_missing_locations(at.shown))))
        _put(at.shown, way, node)
        line = getattr(node, "lineno", 0)
        return Mutant(self._module, at.function, line, operator, *windows, at.rules, at.path, new)


def _inside(node: ast.ClassDef | ast.FunctionDef, at: _At) -> _At:
    """Within a class or an outermost function, whose name inner functions share."""
    if at.returns:
        return at
    name = node.name if at.function == "<module>" else f"{at.function}.{node.name}"
    rules = _rules(node, at.rules)
    if isinstance(node, ast.ClassDef):
        return replace(at, function=name, rules=rules)
    returns = ast.unparse(node.returns) if node.returns else "None"
    return replace(at, function=name, rules=rules, returns=returns)


def _rules(
    node: ast.Module | ast.ClassDef | ast.FunctionDef, otherwise: tuple[str, ...]
) -> tuple[str, ...]:
    """The identifiers that a docstring names, or those of what it stands in."""
    named = tuple(dict.fromkeys(operators.RULE.findall(ast.get_docstring(node) or "")))
    return named or otherwise


def _role(node: ast.AST, name: str, at: _At) -> dict[str, bool]:
    """What the operators are told of a child."""
    match node:
        case ast.If() | ast.While() | ast.IfExp() if name == "test":
            return {"condition": True}
        case ast.comprehension() if name == "ifs":
            return {"condition": True}
        case ast.Compare(ops=[ast.In() | ast.NotIn()]) if name == "comparators":
            return {"members": True}
        case ast.Assign(value=value) | ast.AnnAssign(value=value) if name == "value":
            return {"members": at.function == "<module>" and not isinstance(value, ast.Constant)}
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if name == "args":
            return {"members": called in _COLLECTING}
        case ast.Subscript() if name == "slice":
            return {"index": True}
    return {}


def _head(node: ast.stmt) -> ast.AST:
    """A statement without what it holds: only its own line is shown."""
    head = copy.copy(node)
    for name in ("body", "orelse", "finalbody", "handlers"):
        if isinstance(getattr(head, name, None), list):
            setattr(head, name, [ast.Pass()] if name == "body" else [])
    return head


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _when_asked(node: ast.If) -> ast.If:
    """A condition that a rule is left out, without what is done only then."""
    left_out = isinstance(node.test, ast.UnaryOp)
    return ast.If(node.test, [] if left_out else node.body, node.orelse if left_out else [])


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _line(text: str) -> str:
    return re.sub(r":?\s*\n\s*pass$", ":", text).replace("\n", " ")


def _windows(before: str, after: str) -> tuple[str, str]:
    """Both, cut to what differs and a little around it."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    return _window(before, start, end), _window(after, start, end)


def _alike(one: str, two: str) -> int:
    pairs = enumerate(zip(one, two, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))


def _window(text: str, start: int, end: int) -> str:
    low, high = max(0, start - _AROUND), len(text) - max(0, end - _AROUND)
    return f"{'...' if low else ''}{text[low:high]}{'...' if high < len(text) else ''}"
