"""Values as they are compared: numbers exactly, whatever way they are written; strings as is."""

import re
from typing import Final

STRING: Final = "string"
_NUMBER: Final = re.compile(r"([-\u2212]?)([0-9]+(?:,[0-9]+)*)(?:\.([0-9]+))?")


def number(value: str | int) -> str | None:
    """A decimal without what does not change it, such as `-1234.5`; None for what is none."""
    found = _NUMBER.fullmatch(str(value).strip())
    if found is None:
        return None
    whole = found[2].replace(",", "").lstrip("0") or "0"
    decimals = (found[3] or "").rstrip("0")
    size = f"{whole}.{decimals}" if decimals else whole
    return f"-{size}" if found[1] and size != "0" else size


def compared(value: str | int, kind: str | None) -> str:
    """What two equal values of a field of that type have in common."""
    found = None if kind == STRING else number(value)
    return str(value) if found is None else found
