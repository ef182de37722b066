"""Which form model output has, by its shape alone.

Only what cannot be doubted is said: a value that several forms could have has none here.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from groundspec.apps.fact_claims.changes import Number, Path

GROUNDGATE, LIST, FLAT, LANGEXTRACT = "groundgate", "list", "flat", "langextract"
FORMS: Final = (GROUNDGATE, LIST, FLAT, LANGEXTRACT)
QUOTES: Final = ("quote", "evidence_quote", "text")
_BESIDE: Final = (*QUOTES, "start", "end")
_OF_CLAIMS: Final = (
    *("id", "field", "value", "unit", "evidence"),
    *("search_region", "confidence", "proposer"),
)


class Shape(NamedTuple):
    """The forms that fit, the likeliest first; by what, and where that stands first."""

    forms: tuple[str, ...]
    by: str
    path: Path


def shape_of(value: Any, lines: bool, fields: Collection[str] | None = None) -> Shape | None:
    """What a value is by its shape; `lines` says that it was JSON Lines, `fields` are the schema's.

    None where nothing is certain.
    """
    is_list = isinstance(value, list)
    items: list[Any] = value if is_list else [value]
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    paths: list[Path] = [(at,) for at in range(len(items))] if is_list else [()]
    if any("field" not in item and isinstance(item.get("extractions"), list) for item in items):
        return Shape((LANGEXTRACT,), "there are extractions in it", paths[0])
    if not is_list or lines:
        inner = (_of_object(item, path) for item, path in zip(items, paths, strict=True))
        found = next((shape for shape in inner if shape is not None), None)
        if found is not None:
            return found
    if all(map(_names_a_field, items)):
        return _of_rows(items, paths)
    return _flat(items, paths[0], fields)


def _of_object(value: dict[str, Any], path: Path) -> Shape | None:
    """The shape of an object that holds an array of rows, and no other array but not_found."""
    if "field" in value:
        return None
    arrays = [name for name, one in value.items() if isinstance(one, list) and name != "not_found"]
    if len(arrays) != 1:
        return None
    [name] = arrays
    rows = value[name]
    if not rows or not all(map(_names_a_field, rows)):
        return None
    found = _of_rows(rows, [(*path, name, at) for at in range(len(rows))])
    if name != "candidates":
        return found._replace(forms=(LIST,))
    return found._replace(forms=tuple(sorted(found.forms)))  # groundgate, if it fits, first


def _names_a_field(row: Any) -> bool:
    return isinstance(row, dict) and isinstance(row.get("field"), str)


def _of_rows(rows: Sequence[dict[str, Any]], paths: Sequence[Path]) -> Shape:
    """The shape of items that each have a field."""
    if all(row.get("evidence") is None for row in rows):
        for row, path in zip(rows, paths, strict=True):
            beside = next((name for name in _BESIDE if row.get(name) is not None), None)
            if beside is not None:
                return Shape((LIST,), f"there is {beside} beside the value, and no evidence", path)
    return Shape((LIST, GROUNDGATE), "each item has a field", paths[0])


def _flat(
    items: Sequence[dict[str, Any]], path: Path, fields: Collection[str] | None
) -> Shape | None:
    """The shape of objects from field to value."""
    names = {name for item in items for name in item}
    if names & {"field", "value", "extractions"} or names <= {*_OF_CLAIMS, *_BESIDE}:
        return None
    if fields is not None and not any(name in fields for name in names):
        return None
    if not any(_is_value(member) for item in items for member in item.values()):
        return None
    return Shape((FLAT,), "there is no member field, and values stand at names", path)


def _is_value(member: Any) -> bool:
    """Whether a member of an object may be the value of a field."""
    if isinstance(member, dict):
        return "value" in member
    return isinstance(member, str | int | Number)
