"""Implementations whose answers depend on what they must not: `python fickle.py FAULT`.

They decide any packet of the policy `exact` whose claims stand once or not at all, so that packets
in other words have right answers too. The fault shows in `occurrences`. They import little, for
they are started often.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from harness.broken.known import CONFORMANCE, IMPLEMENTATION, canonical, digest, line, sha256

Json = Any
Fault = Callable[[dict[str, Json], str], int]
"""What is added to `occurrences`, from the packet and its text."""

FAULTS: dict[str, Fault] = {}
SEEN: list[str] = []  # the packet texts so far


def fault(function: Fault) -> Fault:
    FAULTS[function.__name__.replace("_", "-")] = function
    return function


@fault
def none(_packet: dict[str, Json], _text: str) -> int:
    return 0


@fault
def always_wrong(_packet: dict[str, Json], _text: str) -> int:
    return 7


@fault
def at_random(_packet: dict[str, Json], _text: str) -> int:
    return os.getpid()


@fault
def time_zone(_packet: dict[str, Json], _text: str) -> int:
    return time.localtime(1_700_000_000).tm_gmtoff // 3600


@fault
def locale(_packet: dict[str, Json], _text: str) -> int:
    return len(os.environ.get("LC_ALL", ""))


@fault
def hash_seed(_packet: dict[str, Json], _text: str) -> int:
    return hash("groundspec") % 1000


@fault
def mask(_packet: dict[str, Json], _text: str) -> int:
    found = os.umask(0)
    os.umask(found)
    return found


@fault
def folder(_packet: dict[str, Json], _text: str) -> int:
    return sum(1 for _ in Path.cwd().iterdir())


@fault
def home(_packet: dict[str, Json], _text: str) -> int:
    return len(os.environ["HOME"])


@fault
def leaves_a_file(_packet: dict[str, Json], _text: str) -> int:
    Path.home().joinpath("cache").touch()
    return 0


@fault
def processors(_packet: dict[str, Json], _text: str) -> int:
    return len(os.environ.get("GOMAXPROCS", "")) - len(os.sched_getaffinity(0))


@fault
def order(_packet: dict[str, Json], text: str) -> int:
    """State is kept: another packet came before, or none."""
    return len(SEEN[-1]) if SEEN and SEEN[-1] != text else 0


@fault
def repetition(_packet: dict[str, Json], text: str) -> int:
    return SEEN.count(text)


@fault
def member_order(packet: dict[str, Json], _text: str) -> int:
    return list(packet).index("check")


@fault
def blanks(_packet: dict[str, Json], text: str) -> int:
    return text.count("\t")


@fault
def escapes(_packet: dict[str, Json], text: str) -> int:
    return text.count("\\")


@fault
def claim_order(packet: dict[str, Json], _text: str) -> int:
    """The first claim is preferred."""
    return len(packet["claims"][0]["text"])


@fault
def source_length(packet: dict[str, Json], _text: str) -> int:
    return len(packet["source"]["text"])


@fault
def line_ends(packet: dict[str, Json], _text: str) -> int:
    return str(packet["source"]["text"]).count("\r")


POLICY = (CONFORMANCE.parent / "schemas/policies/quote/exact.json").read_text("utf-8")


def decided(packet: dict[str, Json], more: int) -> dict[str, Json]:
    """The receipt of a packet, with so many occurrences too many."""
    source = packet["source"]["text"]
    decisions = [decision(source, claim, more) for claim in packet["claims"]]
    names = ("admitted", "needs_verification", "rejected")
    receipt = {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "inputs": {
            "packet_sha256": digest("packet", canonical(packet)),
            "source_sha256": sha256(source),
            "policy_sha256": digest("policy", canonical(json.loads(POLICY))),
        },
        "decisions": decisions,
        "summary": {name: sum(each["outcome"] == name for each in decisions) for name in names},
    }
    return {**receipt, "receipt_sha256": digest("receipt", canonical(receipt))}


def decision(source: str, claim: dict[str, Json], more: int) -> dict[str, Json]:
    before, found, _ = source.partition(claim["text"])
    start = len(before.encode())
    return {
        "id": claim["id"],
        "claim_sha256": digest("claim", canonical(claim)),
        "outcome": "admitted" if found else "rejected",
        "codes": [] if found else ["UNLOCATED"],
        "waived": [],
        "marks": [],
        "tier": "exact" if found else None,
        "occurrences": bool(found) + more,
        "spans": [{"start": start, "end": start + len(found.encode())}] if found else [],
        "elsewhere": [],
        "fragments": [],
        "omitted": [],
        "near": None,
    }


def answer(request: dict[str, Json], name: str) -> bytes:
    if request["do"] == "describe":
        return line({"id": request["id"], "implementation": IMPLEMENTATION})
    given = request.get("packet")
    text = base64.b64decode(request["packet_base64"]).decode() if given is None else given
    packet = json.loads(text)
    receipt = decided(packet, FAULTS.get(name, none)(packet, text))
    SEEN.append(text)
    if name == "half-a-receipt":
        del receipt["decisions"][0]["marks"]
    if name == "nonsense":
        return b"I do not know\n"
    shown = request["id"].strip(" ") if name == "id-stripped" else request["id"]
    return line({"id": shown, "receipt": receipt})


def main(name: str) -> None:
    if name == "crashes-elsewhere" and not any(Path.cwd().iterdir()):
        sys.exit("there is no configuration here")
    for request in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(json.loads(request), name))
        sys.stdout.buffer.flush()
        if name == "one-answer":
            break


if __name__ == "__main__":
    main(sys.argv[1])
