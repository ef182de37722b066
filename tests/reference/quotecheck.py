"""Records for `groundspec quote check`, and what a receipt says of the same claims."""

import json
from pathlib import Path
from typing import Any

import groundspec
from reference.program import Ran

SOURCE = "The fee is 2%. The fee is due on 5 May. We \u201cnever\u201d waive it."


def jsonl(*records: Any) -> bytes:
    """The records, or lines as they are, as JSON Lines."""
    lines = [
        record if isinstance(record, bytes) else json.dumps(record).encode() for record in records
    ]
    return b"".join(line + b"\n" for line in lines)


def checked(*arguments: str, stdin: bytes, cwd: Path | None = None, status: int = 0) -> list[Any]:
    """The records that come out of a run that says nothing."""
    ran = Ran("quote", "check", "-", "--quiet", *arguments, stdin=stdin, cwd=cwd)
    assert (ran.status, ran.errors) == (status, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def decision(
    source: str, text: str, id_: str, at: Any = None, policy: Any = "default"
) -> dict[str, Any]:
    """What a receipt says of a claim, with the digest of its source."""
    receipt = groundspec.decide(
        {
            "groundspec": "0.1",
            "check": "quote/0.1",
            "source": {"text": source, "id": None, "url": None},
            "policy": policy,
            "claims": [{"id": id_, "text": text, "at": at}],
        }
    )
    found: dict[str, Any] = receipt["decisions"][0]
    return {**found, "source_sha256": receipt["inputs"]["source_sha256"]}
