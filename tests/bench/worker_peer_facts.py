"""Decide facts with groundgate in a process of its own: ``worker_peer_facts.py TEXT CLAIMS TIMES``.

Prints one JSON object: CPU seconds and memory of the work, the best of so many times, and how often
each outcome was given. A sentence is decided before that, unless TIMES is 0: then the work is done
once, by a process that has decided nothing yet.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.answers import of_outcomes
from bench.facts import warming
from bench.memory import measure_best

groundgate: Any = importlib.import_module("groundgate")  # installed in its environment alone


def main(text: str, given: dict[str, Any], times: int) -> None:
    def work() -> Any:
        return groundgate.admit(text, given["schema"], given["claims"])

    if times:
        sentence, claims = warming(given["schema"])
        groundgate.admit(sentence, given["schema"], claims)
    receipt, figures = measure_best(work, times)
    print(json.dumps(figures | {"answers": of_outcomes(receipt.to_dict()["decisions"])}))


if __name__ == "__main__":
    main(
        Path(sys.argv[1]).read_text("utf-8"),
        json.loads(Path(sys.argv[2]).read_bytes()),
        int(sys.argv[3]),
    )
