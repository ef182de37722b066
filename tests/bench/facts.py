"""Reports with amounts in them, and facts claimed of them: the same from a seed everywhere.

A report is paragraphs with one amount each and, every 20 paragraphs, a table under ``(in
thousands)``. A claim cites an amount, by its place and words or by the words around it, and states
the value as written.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

_SCHEMA: Final = {"fields": {"amount": {"type": "number", "unit": "USD", "multiple": True}}}
_PLAIN: Final = {"fields": {"number": {"type": "number", "multiple": True}}}
_BEFORE: Final = "In the period under review the company recorded expenses of "
_BEHIND: Final = (
    " for the programme, and the board noted that the remaining amount would be reviewed in due "
    "course by the committee.\n\n"
)
_QUOTED_BEFORE: Final = "expenses of "
_QUOTED_BEHIND: Final = " for the programme"


@dataclass(frozen=True, slots=True)
class Facts:
    """A text, a schema, and claims of which each is right."""

    text: str
    schema: dict[str, Any]
    claims: list[dict[str, Any]]


def report(size: int, count: int, *, quoted: bool = False) -> Facts:
    """Give a report of so many characters at least and claims of different amounts in it."""
    chance = random.Random(1)
    parts: list[str] = []
    amounts: list[tuple[int, str]] = []
    length = 0
    while length < size:
        if len(parts) % 20 == 19:
            parts.append(_table(chance))
        else:
            amount = f"{chance.randint(1000, 9_999_999):,}"
            amounts.append((length + len(_BEFORE), amount))
            parts.append(f"{_BEFORE}${amount}{_BEHIND}")
        length += len(parts[-1])
    chosen = chance.sample(amounts, count)
    claims = [
        _claim(number, "amount", amount.replace(",", ""), "USD", _evidence(start, amount, quoted))
        for number, (start, amount) in enumerate(chosen)
    ]
    return Facts("".join(parts), _SCHEMA, claims)


def rows_alone(size: int, count: int) -> Facts:
    """Give tab-separated rows without a blank line, and claims of amounts in them."""
    chance = random.Random(1)
    parts: list[str] = []
    amounts: list[tuple[int, str]] = []
    length = 0
    while length < size:
        before = f"Item {len(parts)}\t{chance.randint(1000, 99999):,}\t"
        amount = f"{chance.randint(1000, 99999):,}"
        amounts.append((length + len(before), amount))
        parts.append(f"{before}${amount}\n")
        length += len(parts[-1])
    chosen = chance.sample(amounts, count)
    claims = [
        _claim(number, "amount", amount.replace(",", ""), "USD", _evidence(start, amount, False))
        for number, (start, amount) in enumerate(chosen)
    ]
    return Facts("".join(parts), _SCHEMA, claims)


def short_sentences(count: int) -> Facts:
    """Give sentences of one number each, ``1000. 1001.``, and a claim of each."""
    text = " ".join(f"{1000 + number}." for number in range(count))
    claims = [
        _claim(number, "number", str(1000 + number), None, _at(6 * number, str(1000 + number)))
        for number in range(count)
    ]
    return Facts(text, _PLAIN, claims)


def _table(chance: random.Random) -> str:
    rows = [
        f"Line item {row}\t{chance.randint(1000, 99999):,}\t{chance.randint(1000, 99999):,}\n"
        for row in range(8)
    ]
    return f"Selected data (in thousands)\n\t2025\t2024\n{''.join(rows)}\n"


def _evidence(start: int, amount: str, quoted: bool) -> dict[str, Any]:
    if quoted:
        return {"role": "value", "text": f"{_QUOTED_BEFORE}${amount}{_QUOTED_BEHIND}"}
    return _at(start, f"${amount}")


def _at(start: int, text: str) -> dict[str, Any]:
    return {"role": "value", "start": start, "end": start + len(text), "text": text}


def _claim(
    number: int, field: str, value: str, unit: str | None, evidence: dict[str, Any]
) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "field": field,
        "value": value,
        "unit": unit,
        "evidence": [evidence],
    }


def warming(schema: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """Give a sentence and a claim of it, for what a program makes when it is first asked."""
    name, field = next(iter(schema["fields"].items()))
    item = {"text": "$5 million", "role": "value"}
    claim = {"id": "f1", "field": name, "value": "5000000", "evidence": [item]}
    if "unit" in field:
        claim["unit"] = field["unit"]
    return "Revenue rose to $5 million.\nCash\t$6\n", [claim]
