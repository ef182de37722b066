"""Looks through the code that decides for what would make a verdict depend on the interpreter.

What `str` and `re` hold for a letter, a digit, a space or a line end differs between versions of
Python; floating point and sets have an order or a rounding of their own. `python
tests/determinism_walk.py` prints each place and exits with 1 if there is any; the tests use `walk`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "reference-py" / "src" / "groundspec"
WALKED = ("core", "text", "vocab", "guards", "quote", "repair", "fact", "answer", "calibration")

METHODS = {
    "capitalize": "letter case is in table case-folding",
    "casefold": "letter case is in table case-folding",
    "expandtabs": "white space is in table white-space",
    "getcontext": "a decimal context is a hidden input",
    "isalnum": "letters and digits are in the tables",
    "isalpha": "letters are in table letter",
    "isdecimal": "digits are in table digit",
    "isdigit": "digits are in table digit",
    "islower": "letter case is in table case-folding",
    "isnumeric": "digits are in table digit",
    "isspace": "white space is in table white-space",
    "istitle": "letter case is in table case-folding",
    "isupper": "letter case is in table case-folding",
    "localcontext": "a decimal context is a hidden input",
    "lower": "letter case is in table case-folding",
    "splitlines": "line ends are for the specification to list",
    "swapcase": "letter case is in table case-folding",
    "title": "letter case is in table case-folding",
    "upper": "letter case is in table case-folding",
}
BARE = {"lstrip", "rsplit", "rstrip", "split", "strip"}
CALLS = {
    "float": "floating point has no place in a verdict",
    "getcontext": METHODS["getcontext"],
    "hash": "hashes of strings differ from run to run",
    "localcontext": METHODS["localcontext"],
}
FLAGS = {"I", "IGNORECASE", "L", "LOCALE"}
MODULES = {
    "datetime": "a verdict knows no clock",
    "decimal": "its context is a hidden input",
    "fractions": "write the integers out",
    "locale": "a verdict knows no locale",
    "random": "a verdict knows no chance",
    "time": "a verdict knows no clock",
    "unicodedata": "its version is that of the interpreter; use the tables",
}
PATTERN = re.compile(r"(?<!\\)(?:\\\\)*\\[wWdDsSbB]")
SETS = {"set", "frozenset"}


@dataclass(frozen=True, slots=True, order=True)
class Lapse:
    """A place in the code, and what is wrong with it."""

    file: str
    line: int
    message: str


def walk(source: str, file: str = "<source>") -> list[Lapse]:
    """Every lapse in one module, in the order of its lines."""
    tree = ast.parse(source, file)
    sets = _names_of_sets(tree)
    found = (
        Lapse(file, getattr(node, "lineno", 1), message)
        for node in ast.walk(tree)
        for message in _lapses(node, sets)
    )
    return sorted({*found})


def walk_package(package: Path = PACKAGE) -> list[Lapse]:
    """Every lapse in the modules that decide."""
    files = [package / "engine.py"]
    files += [file for part in WALKED for file in sorted((package / part).rglob("*.py"))]
    return [
        lapse
        for file in files
        for lapse in walk(file.read_text("utf-8"), str(file.relative_to(package.parent)))
    ]


def _lapses(node: ast.AST, sets: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Call):
        yield from _call(node)
        yield from _ordering_call(node, sets)
    elif isinstance(node, ast.Attribute):
        yield from _attribute(node)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from _imported(node)
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension) and _is_set(node.iter, sets):
        yield "iteration over a set: its order differs from run to run"
    elif isinstance(node, ast.Starred) and _is_set(node.value, sets):
        yield "a set is spread: its order differs from run to run"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        yield "/ gives a float: use // or a fraction of integers"


def _call(node: ast.Call) -> Iterator[str]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield f"{node.func.id}(): {CALLS[node.func.id]}"
    if isinstance(node.func, ast.Attribute) and node.func.attr == "title":
        yield f".title: {METHODS['title']}"
    if isinstance(node.func, ast.Attribute) and node.func.attr in BARE:
        separator = node.args[0] if node.args else None
        named = [word.value for word in node.keywords if word.arg in ("sep", "chars")]
        separator = named[0] if named else separator
        if separator is None or (isinstance(separator, ast.Constant) and separator.value is None):
            yield f".{node.func.attr}() without an argument: white space is in table white-space"


def _ordering_call(node: ast.Call, sets: frozenset[str]) -> Iterator[str]:
    """A call that takes an order from a set, such as list() and join()."""
    name = node.func.id if isinstance(node.func, ast.Name) else None
    orders = name in {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "next"}
    joins = isinstance(node.func, ast.Attribute) and node.func.attr in {"join", "extend"}
    if (orders or joins) and any(_is_set(argument, sets) for argument in node.args):
        yield "a set is put into an order: it differs from run to run"


def _attribute(node: ast.Attribute) -> Iterator[str]:
    of_str = isinstance(node.value, ast.Name) and node.value.id == "str"
    if node.attr in METHODS and (of_str or node.attr != "title"):  # data has titles too
        yield f".{node.attr}: {METHODS[node.attr]}"
    if node.attr in FLAGS and isinstance(node.value, ast.Name) and node.value.id == "re":
        yield f"re.{node.attr}: letter case is in table case-folding"


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    for module in modules:
        top = module.partition(".")[0]
        if top in MODULES:
            yield f"import {top}: {MODULES[top]}"


def _constant(node: ast.Constant) -> Iterator[str]:
    value = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
    if isinstance(value, float | complex):
        yield "a floating point number"
    if isinstance(value, str) and PATTERN.search(value):
        yield "\\w, \\d, \\s or \\b in a string: what they match is the interpreter's"
    if isinstance(value, str) and re.search(r"\(\?[aimsux]*[iL]", value):
        yield "(?i) or (?L) in a string: letter case is in table case-folding"


# --- Sets -----------------------------------------------------------------------------------------


def _names_of_sets(tree: ast.AST) -> frozenset[str]:
    """Names that are bound to a set or annotated as one, anywhere in the module."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_set(node.value, frozenset()):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and _annotates_set(node.annotation):
            names += [node.target.id] if isinstance(node.target, ast.Name) else []
        elif isinstance(node, ast.arg) and node.annotation and _annotates_set(node.annotation):
            names.append(node.arg)
    return frozenset(names)


def _annotates_set(annotation: ast.AST) -> bool:
    outer = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(outer, ast.Name) and outer.id in {*SETS, "AbstractSet", "Set"}


def _is_set(node: ast.AST, sets: frozenset[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Name):
        return node.id in sets
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub):
        return _is_set(node.left, sets) or _is_set(node.right, sets)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SETS


def main() -> int:
    """Print what was found."""
    lapses = walk_package()
    for lapse in lapses:
        print(f"{lapse.file}:{lapse.line}: {lapse.message}")
    return 1 if lapses else 0


if __name__ == "__main__":
    sys.exit(main())
