"""Decide facts with groundspec in a process of its own: ``worker_ours_facts.py TEXT CLAIMS TIMES``.

Prints one JSON object: CPU seconds and memory of the work, the best of so many times, and how often
each outcome was given. A sentence is decided before that, unless TIMES is 0: then the work is done
once, by a process that has decided nothing yet.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import groundspec
from groundspec.engine import default

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.answers import of_outcomes
from bench.facts import warming
from bench.memory import measure_best


def packet_of(schema: dict[str, Any], text: str, claims: list[dict[str, Any]]) -> dict[str, Any]:
    """Give the packet of some claims of a text."""
    return {
        "groundspec": "0.1",
        "check": "fact/0.1",
        "source": {"text": text, "id": None, "url": None},
        "schema": schema,
        "policy": "default",
        "claims": claims,
        "absences": [],
    }


def main(text: str, given: dict[str, Any], times: int) -> None:
    default().checks["fact/0.1"]  # imports what deciding needs, as the peer's import does
    schema = given["schema"]
    if times:
        groundspec.decide(packet_of(schema, *warming(schema)))
    packet = packet_of(schema, text, given["claims"])
    receipt, figures = measure_best(lambda: groundspec.decide(packet), times)
    print(json.dumps(figures | {"answers": of_outcomes(receipt["decisions"])}))


if __name__ == "__main__":
    main(
        Path(sys.argv[1]).read_text("utf-8"),
        json.loads(Path(sys.argv[2]).read_bytes()),
        int(sys.argv[3]),
    )
