"""A miniature that decides and verifies packets of the policy `exact`: `python verifier.py FAULT`.

Each request is appended to the file that FILE in the environment variable `ASKED` names.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from groundspec_harness.jsontext import canonical
from harness import tiny

Json = Any
FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"


def answer(request: dict[str, Json]) -> dict[str, Json]:
    if request["do"] == "describe":
        return {"implementation": {**tiny.DESCRIPTION, "name": f"verifier {FAULT}"}}
    packet = json.loads(request["packet"])
    if request["do"] == "decide":
        return {"receipt": tiny.decided(packet)}
    code = differs(json.loads(request["receipt"]), packet)
    return {"verified": True} if code is None else {"verified": False, "code": code}


def differs(receipt: dict[str, Json], packet: dict[str, Json]) -> str | None:
    """The code of section 7, as far as the tests need it."""
    derived = tiny.decided(packet)
    if receipt != tiny.sealed(receipt):
        return "RECEIPT_DIGEST_DIFFERS"
    if receipt["check"] != "quote/0.1":
        return "VERSION_UNSUPPORTED"
    if FAULT == "contradicts-itself":
        return "DECISIONS_DIFFER"
    return None if receipt == derived else "DECISIONS_DIFFER"


def main() -> None:
    for number, line in enumerate(sys.stdin.buffer, 1):
        request = json.loads(line)
        if "ASKED" in os.environ:
            with Path(os.environ["ASKED"]).open("a", encoding="utf-8") as file:
                file.write(f"{request['do']}\n")
        if FAULT == "dies-on-third" and number == 3:
            sys.exit(1)
        if FAULT == "sleeps" and request["do"] == "verify":
            time.sleep(60)
        sys.stdout.buffer.write(canonical({"id": request["id"], **answer(request)}) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
