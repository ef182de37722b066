"""The reference with its answers spoiled on the way: `python spoiled.py FAULT`.

Each fault is one that a program alone can be seen to have, without another to compare it with.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from groundspec.core.canonical import canonical_bytes
from groundspec.stdio import serve

Answer = dict[str, Any]
Spoil = Callable[[bytes, Answer, int], Answer]
FAULTS: dict[str, Spoil] = {}


def fault(function: Spoil) -> Spoil:
    FAULTS[function.__name__.replace("_", "-")] = function
    return function


@fault
def none(_request: bytes, answer: Answer, _number: int) -> Answer:
    return answer


@fault
def any_receipt_verifies(_request: bytes, answer: Answer, _number: int) -> Answer:
    return {"id": answer["id"], "verified": True} if "verified" in answer else answer


@fault
def no_receipt_verifies(_request: bytes, answer: Answer, _number: int) -> Answer:
    if "verified" not in answer:
        return answer
    return {"code": "DECISIONS_DIFFER", "id": answer["id"], "verified": False}


@fault
def a_code_that_comes_and_goes(_request: bytes, answer: Answer, number: int) -> Answer:
    return {**answer, "refusal": "NOT_UTF8"} if "refusal" in answer and number % 2 else answer


@fault
def a_summary_without_rejected(_request: bytes, answer: Answer, _number: int) -> Answer:
    if "receipt" in answer:
        answer["receipt"]["summary"]["rejected"] = 0
    return answer


@fault
def an_unlisted_refusal(_request: bytes, answer: Answer, _number: int) -> Answer:
    return {**answer, "refusal": "BAD_PACKET"} if "refusal" in answer else answer


@fault
def a_member_too_many(_request: bytes, answer: Answer, _number: int) -> Answer:
    for decision in answer.get("receipt", {}).get("decisions", ()):
        decision["confidence"] = 1
    return answer


@fault
def crashes_at_a_bracket(request: bytes, answer: Answer, _number: int) -> Answer:
    return sys.exit(3) if b"(" in request else answer


@fault
def hangs_at_a_slash(request: bytes, answer: Answer, _number: int) -> Answer:
    if b"do" in request and b"/" in request.partition(b"source")[2].partition(b"url")[0]:
        time.sleep(3600)
    return answer


@fault
def refuses_as_malformed(request: bytes, answer: Answer, _number: int) -> Answer:
    return {"error": "MALFORMED_REQUEST", "id": answer["id"]} if b"\\\\u00a0" in request else answer


def main(name: str) -> None:
    for number, line in enumerate(sys.stdin.buffer):
        right = BytesIO()
        serve(BytesIO(line), right)
        answer = FAULTS[name](line, json.loads(right.getvalue()), number)
        sys.stdout.buffer.write(canonical_bytes(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
