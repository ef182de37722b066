"""What the examples are made with: packets of one source and one claim, and policies."""

from typing import Any

from independent.quote import decide

Json = dict[str, Any]
FULL: Json = {  # the policy `default`, written out
    "check": "quote/0.1",
    "tiers": [
        "exact",
        "canonical",
        "whitespace",
        "typography",
        "line-hyphen-kept",
        "line-hyphen-dropped",
        "case",
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


def packet(source: str, *claims: Json, policy: str | Json = "default") -> Json:
    return {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": source, "id": None, "url": None},
        "policy": policy,
        "claims": list(claims),
    }


def quotation(text: str, at: tuple[int, int] | None = None, name: str = "q1") -> Json:
    place = None if at is None else {"start": at[0], "end": at[1]}
    return {"id": name, "text": text, "at": place}


def one(
    source: str, text: str, policy: str | Json = "default", at: tuple[int, int] | None = None
) -> Json:
    (decided,) = decide(packet(source, quotation(text, at), policy=policy))
    return decided


def pairs(spans: list[Json]) -> list[tuple[int, int]]:
    return [(span["start"], span["end"]) for span in spans]
