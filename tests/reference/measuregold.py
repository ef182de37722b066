"""Small folders of gold for `groundspec measure`, and a decider that answers as it is told."""

import json
from pathlib import Path
from typing import Any

from groundspec.apps.measure.measure import Decide, Measured, measure

TEXT = "Caf\u00e9 lease: the rent is 1,250 USD. The deposit is 2,500 USD.\nLate: <b>25</b> USD.\n"
POLICY = {"check": "fact/0.1", "waive": []}
USD = {"type": "number", "unit": "USD", "comparator": "eq", "minimum": "0"}
FIELDS: dict[str, dict[str, Any]] = {
    "rent": {"schema": USD, "description": "Each month."},
    "deposit": {"schema": USD},
    "late_fee": {"schema": USD},
    "pet_fee": {"schema": USD},
    "city": {"schema": {"type": "string"}},
}


def at(words: str) -> dict[str, int]:
    """Where words stand, in bytes."""
    start = len(TEXT[: TEXT.index(words)].encode())
    return {"start": start, "end": start + len(words.encode())}


def fact(field: str, number: str, words: str, **more: Any) -> dict[str, Any]:
    """A gold fact that words state."""
    return {"field": field, "value": number, "unit": "USD", "evidence": [at(words)], **more}


GOLD: dict[str, Any] = {
    "doc": "lease",
    "fields": FIELDS,
    "units": {"USD": {"suffix": ["USD"]}},
    "facts": [
        fact("rent", "1250", "1,250 USD", id="f1", status="confirmed"),
        fact("deposit", "2500", "2,500 USD"),
        fact("late_fee", "30", "25", status="rejected"),
        fact("late_fee", "25", "25</b>", status=None),
    ],
    "absent": {"pet_fee": "confirmed", "city": "rejected"},
    "excluded": {},
    "checked": {"by": "person"},
}


def proposed(field: str, number: str, words: str | None, **more: Any) -> dict[str, Any]:
    """A candidate that cites words where they first stand."""
    row = {"field": field, "text": words, "status": "match_exact", "value": number, "unit": "USD"}
    start = None if words is None else TEXT.find(words)
    end = None if start is None or words is None else start + len(words)
    return {**row, "start": start, "end": end, **more}


UNALIGNED = {"start": None, "end": None, "status": None}


def written(
    folder: Path,
    runs: dict[str, list[dict[str, Any]]],
    gold: dict[str, Any] = GOLD,
    name: str = "lease",
) -> Path:
    """A folder of gold, with one document more."""
    document = folder / name
    (document / "runs").mkdir(parents=True)
    (document / "document.txt").write_bytes(TEXT.encode())
    (document / "gold.json").write_text(json.dumps(gold), "utf-8")
    for proposer, rows in runs.items():
        (document / "runs" / f"{proposer}.json").write_text(json.dumps(rows), "utf-8")
    return folder


def answering(*answers: str) -> Decide:
    """Decides by what a claim says: `field=value: outcome CODE ...`; all else is admitted."""
    known = {}
    for answer in answers:
        claim, said = answer.split(": ")
        outcome, *codes = said.split(" ")
        known[claim] = (outcome, codes)

    def decide(given: dict[str, Any]) -> dict[str, Any]:
        decisions = []
        for claim in given["claims"]:
            which = f"{claim['field']}={claim['value']}"
            outcome, codes = known.get(which, ("admitted", []))
            marks = [{"code": code, "in": "source", **at("25")} for code in codes]
            decisions.append(
                {"id": claim["id"], "outcome": outcome, "codes": codes, "marks": marks}
                | {"waived": [], "evidence": at("25")}
            )
        return {"decisions": decisions}

    return decide


def found(folder: Path, *answers: str, by_quote: bool = False) -> Measured:
    """What is measured with those answers."""
    return measure(str(folder), answering(*answers), POLICY, by_quote=by_quote)


RIGHT = proposed("rent", "1250", "1,250 USD")
RUNS = {
    "a": [RIGHT, RIGHT, proposed("deposit", "1250", "1,250 USD"), proposed("pet_fee", "25", "25")],
    "b": [RIGHT | {"value": "1250.0"}, proposed("deposit", "1250", "1,250 USD")],
}
