"""Check quotations with groundspec in a process of its own: ``worker_ours.py TEXT QUOTATIONS``.

Prints one JSON object: CPU seconds and memory of the work, and how often each answer was given.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import groundspec
from groundspec.engine import default

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.answers import of_receipt
from bench.memory import measure


def main(text: str, quotations: list[str]) -> None:
    default().checks["quote/0.1"]  # imports what deciding needs, as the peer's import does
    receipt, figures = measure(lambda: groundspec.check_quotes(text, quotations, policy="default"))
    print(json.dumps(figures | {"answers": of_receipt(receipt)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text("utf-8"), json.loads(Path(sys.argv[2]).read_bytes()))
