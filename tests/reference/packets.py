"""Small packets of the quote check, for the tests of what all checks share."""

import json
from typing import Any

SOURCE = "The fee is 2%. The fee is due on 5 May. We \u201cnever\u201d waive it."
DEFAULT = {
    "check": "quote/0.1",
    "tiers": [
        *("exact", "canonical", "whitespace", "typography"),
        *("line-hyphen-kept", "line-hyphen-dropped", "case"),
    ],
    "accept_through": "case",
    "allow_unsound": False,
    "near": ["skeleton"],
    "boundaries": True,
    "ellipsis": "stitch",
    "min_fragment_words": 3,
    "markers": [],
    "waive": [],
}


def packet(*claims: Any, **members: Any) -> dict[str, Any]:
    """A packet with some members changed; a claim that is a text gets the next id."""
    value = {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": SOURCE, "id": None, "url": None},
        "policy": "default",
        "claims": [
            {"id": f"q{number}", "text": claim, "at": None} if isinstance(claim, str) else claim
            for number, claim in enumerate(claims, 1)
        ],
        **members,
    }
    return {name: member for name, member in value.items() if member is not ...}


def raw(*claims: Any, **members: Any) -> bytes:
    """The same as the bytes of a JSON text."""
    return json.dumps(packet(*claims, **members)).encode("ascii")
