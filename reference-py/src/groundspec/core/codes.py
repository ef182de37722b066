"""The code registry as frozen data. Its order is the order of codes everywhere (O-ORDER, E-PHASE).

codes.json is read when first needed and kept.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from groundspec import resources
from groundspec.errors import Refusal


class Code(NamedTuple):
    """One row of the registry. `cls` is its member `class`."""

    code: str
    cls: str
    phase: str | None
    check: str | None
    rule: str
    title: str
    rank: int


class Registry(NamedTuple):
    """codes.json. `checks` says of each listed check whether it is specified."""

    groundspec: str
    checks: dict[str, bool]
    kinds: tuple[str, ...]
    classes: dict[str, tuple[str, ...]]
    codes: dict[str, Code]


@cache
def registry() -> Registry:
    """The registry, read once."""
    data = resources.codes()
    return Registry(
        groundspec=data["groundspec"],
        checks={row["check"]: row["specified"] for row in data["checks"]},
        kinds=tuple(data["kinds"]),
        classes={row["class"]: tuple(row["implies"]) for row in data["classes"]},
        codes={
            row["code"]: Code(
                code=row["code"],
                cls=row["class"],
                phase=row["phase"],
                check=row["check"],
                rule=row["rule"],
                title=row["title"],
                rank=rank,
            )
            for rank, row in enumerate(data["codes"])
        },
    )


def order(code: str) -> int:
    """The place of a code in the registry, from 0; KeyError if it is not listed."""
    return registry().codes[code].rank


def sort_codes(codes: Iterable[str]) -> list[str]:
    """Each code once, in registry order (O-ORDER)."""
    return sorted(dict.fromkeys(codes), key=order)


def refusal(
    code: str,
    message: str,
    *,
    hint: str = "",
    pointer: str | None = None,
    line: int | None = None,
    column: int | None = None,
) -> Refusal:
    """A refusal with the phase that the registry gives its code (E-PHASE)."""
    phase = registry().codes[code].phase
    if phase is None:
        raise ValueError(f"{code} is no refusal")
    return Refusal(code, phase, message, hint=hint, pointer=pointer, line=line, column=column)
