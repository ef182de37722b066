"""Verify quotations with gtrex in a process of its own: ``worker_peer.py TEXT QUOTATIONS``.

Prints one JSON object: CPU seconds and memory of the work, and how often each answer was given.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.answers import of_certificates
from bench.memory import measure

gtrex: Any = importlib.import_module("gtrex")  # installed in the peer's environment alone


def main(text: str, quotations: list[str]) -> None:
    def work() -> list[Any]:
        verifier = gtrex.Verifier(text)
        return [verifier.verify(quotation) for quotation in quotations]

    certificates, figures = measure(work)
    answers = of_certificates(one.as_dict() for one in certificates)
    print(json.dumps(figures | {"answers": answers}))


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text("utf-8"), json.loads(Path(sys.argv[2]).read_bytes()))
