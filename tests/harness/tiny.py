"""A small specification in a folder of its own, for tests that break one thing in it.

It has the real schemas and registry, a SPEC.md with one short paragraph for each rule that the
registry names, and a few vectors of each kind with right receipts.
"""

import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from groundspec_harness.formatting import load as load_formatter
from groundspec_harness.jsontext import canonical, text_digest, value_digest
from groundspec_harness.requests import DESCRIBE, case, line
from groundspec_harness.specification import Specification, at

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
RULES = ("Q-CLAIM", "Q-ABSENT", "Q-ACCEPT")  # the identifiers marked `rule`
PROTOCOL = ("P-MALFORMED", "P-UNKNOWN", "P-SIZE")

Json = Any


def make(root: Path) -> Specification:
    """A specification at `root` that `lint` finds nothing wrong with."""
    shutil.copytree(REPOSITORY / "schemas", root / "schemas", ignore=shutil.ignore_patterns("17*"))
    (root / "conformance").mkdir()
    codes = json.loads((root / "schemas/codes.json").read_text("utf-8"))["codes"]
    (root / "SPEC.md").write_text(spec_text(row["rule"] for row in codes), "utf-8")
    known = at(root)
    for vector in vectors():
        add(known, vector)
    return at(root)


def spec_text(rules: Iterable[str]) -> str:
    paragraphs = ["# A tiny specification\n\n## 1 Rules\n"]
    for rule in dict.fromkeys([*rules, "D-VALUE"]):
        kind = "rule" if rule in RULES else "protocol" if rule in PROTOCOL else "definition"
        example = "\n*Example:* a case. (`quote/absent/one`)" if rule == "Q-ABSENT" else ""
        paragraphs.append(f"**{rule}** ({kind}). What {rule} says.{example}\n")
    return "\n".join(paragraphs)


def add(known: Specification, vector: dict[str, Json]) -> Path:
    """Write a vector as it should be written."""
    path = known.resources.conformance / f"{vector['id']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(load_formatter(known.schemas).text(vector))
    return path


def packet(source: str, *claims: str) -> dict[str, Json]:
    return {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": source, "id": None, "url": None},
        "policy": "exact",
        "claims": [{"id": f"q{n}", "text": text, "at": None} for n, text in enumerate(claims, 1)],
    }


def decided(given: dict[str, Json]) -> dict[str, Json]:
    """The right receipt under the policy `exact`, for claims that stand once or not at all."""
    source = given["source"]["text"]
    decisions = [_decision(source, claim) for claim in given["claims"]]
    policy = json.loads((REPOSITORY / "schemas/policies/quote/exact.json").read_text("utf-8"))
    return sealed(
        {
            "groundspec": "0.1",
            "check": "quote/0.1",
            "inputs": {
                "packet_sha256": value_digest("packet", given),
                "source_sha256": text_digest(source.encode()),
                "policy_sha256": value_digest("policy", policy),
            },
            "decisions": decisions,
            "summary": {
                name: sum(each["outcome"] == name for each in decisions)
                for name in ("admitted", "needs_verification", "rejected")
            },
        }
    )


def sealed(receipt: dict[str, Json]) -> dict[str, Json]:
    body = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
    return {**body, "receipt_sha256": value_digest("receipt", body)}


def _decision(source: str, claim: dict[str, Json]) -> dict[str, Json]:
    start = len(source.partition(claim["text"])[0].encode())
    found = claim["text"] in source
    span = {"start": start, "end": start + len(claim["text"].encode())}
    return {
        "id": claim["id"],
        "claim_sha256": value_digest("claim", claim),
        "outcome": "admitted" if found else "rejected",
        "codes": [] if found else ["UNLOCATED"],
        "waived": [],
        "marks": [],
        "tier": "exact" if found else None,
        "occurrences": int(found),
        "spans": [span] if found else [],
        "elsewhere": [],
        "fragments": [],
        "omitted": [],
        "near": None,
    }


def decision(name: str, source: str, claim: str, *rules: str, **more: Json) -> dict[str, Json]:
    """A blessed decision vector with one claim."""
    given = packet(source, claim)
    found = claim in source
    expect = {
        "outcome": "admitted" if found else "rejected",
        "codes": [] if found else ["UNLOCATED"],
        **({"tier": "exact", "spans": [[claim, 1]]} if found else {}),
    }
    return {
        "id": name,
        "title": "A tiny vector shows one thing.",
        "rules": list(rules) or ["Q-ABSENT"],
        "class": "quote-exact",
        "origin": "spec",
        **more,
        "packet": given,
        "expect": {"decisions": [expect]},
        "receipt": decided(given),
    }


def vectors() -> list[dict[str, Json]]:
    head = {"title": "A tiny vector shows one thing.", "class": "core", "origin": "spec"}
    held = decided(packet("abc", "b"))
    return [
        decision("quote/absent/one", "the northern depot", "southern depot"),
        decision("quote/absent/two", "d\u00e9p\u00f4t 5", "p\u00f4t", "Q-ABSENT", "Q-CLAIM"),
        decision("quote/absent/three", "Over; and out.", "out; over", "Q-CLAIM"),
        {**head, "id": "core/json/nan", "rules": ["J-GRAMMAR"], "kind": "claim",
         "value_text": "[NaN]", "refusal": "JSON_INVALID"},
        {**head, "id": "core/digest/empty", "rules": ["D-VALUE"], "kind": "claim",
         "value_text": "{ }", "canonical": "{}", "sha256": value_digest("claim", {})},
        {**head, "id": "core/protocol/dance", "rules": ["P-UNKNOWN"],
         "request_text": '{"do":"dance","id":"1"}',
         "answer": {"error": "UNKNOWN_REQUEST", "id": "1"}},
        {**head, "id": "packet/envelope/array", "class": "packet", "rules": ["E-OBJECT"],
         "packet_text": "[]", "refusal": "ENVELOPE_INVALID"},
        {**head, "id": "receipt/verify/holds", "class": "quote-exact", "rules": ["V-WHOLE"],
         "packet": packet("abc", "b"), "receipt_text": canonical(held).decode(),
         "verified": True},
    ]  # fmt: skip


DESCRIPTION = {
    "name": "oracle",
    "version": "1",
    "language": "python",
    "protocol": 1,
    "checks": ["quote/0.1"],
    "classes": ["quote-exact"],
}


def exchanges(known: Specification, **description: Json) -> list[tuple[bytes, bytes]]:
    """Request and right answer of `describe` and of every blessed vector."""
    described = {"id": "1", "implementation": {**DESCRIPTION, **description}}
    cases = [case(vector, 2) for vector in known.corpus.vectors if vector.blessed]
    asked = [(each.request, each.expected) for each in cases]
    return [(line(DESCRIBE), canonical(described) + b"\n"), *asked]


def oracle(folder: Path, pairs: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """The command of a program that gives these answers."""
    from harness.oracle import book

    file = folder / "book.json"
    file.write_text(json.dumps(book(pairs)), "utf-8")
    return [sys.executable, str(HERE / "oracle.py"), str(file)]
