"""JSON Pointers (RFC 6901), which say where in a value a defect lies."""

from collections.abc import Iterable
from typing import Any


def pointer_to(path: Iterable[str | int]) -> str:
    """The pointer of a path of names and indexes; a lone surrogate is shown as its escape."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    pointer = "".join(f"/{step}" for step in steps)
    return pointer.encode("utf-8", "backslashreplace").decode("utf-8")


def first_difference(one: Any, other: Any) -> str:
    """The pointer of the first place where two values differ that were read strictly."""
    path: list[str | int] = []
    while True:
        step = _first_step(one, other)
        if step is None:
            return pointer_to(path)
        path.append(step)
        if not _has(one, step) or not _has(other, step):
            return pointer_to(path)
        one, other = one[step], other[step]


def _first_step(one: Any, other: Any) -> str | int | None:
    """The first member or item that the two do not share, if both are objects or both arrays."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in map(str, {**other, **one}):
            if name not in one or name not in other or not _same(one[name], other[name]):
                return name
    if isinstance(one, list) and isinstance(other, list):
        for index, (item, counterpart) in enumerate(zip(one, other, strict=False)):
            if not _same(item, counterpart):
                return index
        return None if len(one) == len(other) else min(len(one), len(other))
    return None


def _same(one: Any, other: Any) -> bool:
    """Equality that tells true from 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict | list):
        return type(one) is type(other) and _first_step(one, other) is None
    return bool(one == other)


def _has(container: Any, step: str | int) -> bool:
    if isinstance(step, str):
        return step in container
    return step < len(container)
