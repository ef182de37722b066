"""Quotations shown: each decision with its places as lines and columns, and its words.

What `Shower.shown` gives is an item of `claims` in schemas/quote-show.schema.json, but for the
index of its source.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from groundspec.apps.lines import Lines
from groundspec.apps.quote_differences import Comparison, Span
from groundspec.core.canonical import canonical_bytes, digest_bytes
from groundspec.core.codes import registry
from groundspec.quote.decide import Decider
from groundspec.quote.fragments import pieces
from groundspec.text.source import Text

_TRUNCATED = "ELLIPSIS_AT_EDGE"


class Shower:
    """Shows quotations of one source under one policy."""

    def __init__(self, source: str, policy: Mapping[str, Any]) -> None:
        self.source = Text(source)
        self.lines = Lines(self.source)
        self._policy = policy
        self._decider = Decider(self.source, policy)
        self._comparison = Comparison(self.source, policy)
        self._stitches = policy["ellipsis"] == "stitch"

    def shown(self, claim: Mapping[str, Any]) -> dict[str, Any]:
        """All there is to say about a claim, which has an id; it may be invalid."""
        decided = self._decider.decide(claim)
        given = claim.get("text")
        text = given if isinstance(given, str) else ""
        decision = {**decided, "claim_sha256": digest_bytes("claim", canonical_bytes(claim))}
        return {
            "id": claim["id"],
            "text": text,
            "decision": decision,
            "codes": [_code(code, decision) for code in decision["codes"]],
            "at": self._stated(claim.get("at"), decision),
            "spans": self._places(decision["spans"]),
            "differences": self._differences(text, decision),
            "marks": [{"code": mark["code"], **self._quoted(mark)} for mark in decision["marks"]],
            "refused": self._refused(claim, decision),
            "elsewhere": self._places(decision["elsewhere"]),
            "fragments": [self._fragment(text, row) for row in decision["fragments"]],
            "omitted": [self._quoted(span) for span in decision["omitted"]],
            "near": self._near(text, decision["near"]),
        }

    def _place(self, span: Mapping[str, Any]) -> dict[str, int]:
        return self.lines.place(*self.lines.stretch(span))

    def _places(self, spans: list[dict[str, int]]) -> list[dict[str, int]]:
        return [self._place(span) for span in spans]

    def _quoted(self, span: Mapping[str, Any]) -> dict[str, Any]:
        start, end = self.lines.stretch(span)
        return {"place": self.lines.place(start, end), "text": self.source.text[start:end]}

    def _stated(self, at: Any, decision: Mapping[str, Any]) -> dict[str, Any] | None:
        """The place that a claim states, if it is one."""
        stated = at is not None and "CLAIM_INVALID" not in decision["codes"]
        return self._quoted(at) if stated else None

    @cached_property
    def _lenient(self) -> Decider:
        return Decider(self.source, {**self._policy, "boundaries": False})

    def _refused(
        self, claim: Mapping[str, Any], decision: Mapping[str, Any]
    ) -> dict[str, int] | None:
        """Where a quotation stands that is rejected for its edges: across an end of the mark."""
        if decision["outcome"] != "rejected" or not decision["marks"]:
            return None
        mark = decision["marks"][0]
        found = self._lenient.decide(claim)
        for span in (*found["spans"], *found["elsewhere"]):
            if any(mark["start"] < edge < mark["end"] for edge in (span["start"], span["end"])):
                return self._place(span)
        return None

    # --- Differences ------------------------------------------------------------------------------

    def _differences(self, text: str, decision: Mapping[str, Any]) -> list[dict[str, Any]] | None:
        if decision["tier"] is None or decision["fragments"]:
            return None
        part = (0, len(text))
        if _TRUNCATED in decision["codes"]:
            (part,) = pieces(text)
        return self._compared(decision["tier"], decision["spans"][0], Text(text), part)

    def _near(self, text: str, near: Mapping[str, Any] | None) -> dict[str, Any] | None:
        if near is None:
            return None
        parts = pieces(text) if self._stitches else []
        part = parts[0] if len(parts) == 1 else (0, len(text))
        return {
            "tier": near["tier"],
            "spans": self._places(near["spans"]),
            "differences": self._compared(near["tier"], near["spans"][0], Text(text), part),
        }

    def _fragment(self, claim: str, fragment: Mapping[str, Any]) -> dict[str, Any]:
        text = Text(claim)
        start, end = map(text.code_point_offset, (fragment["start"], fragment["end"]))
        tier, span = fragment["tier"], fragment["span"]
        return {
            "text": claim[start:end],
            "code": fragment["code"],
            "tier": tier,
            "place": None if span is None else self._place(span),
            "differences": tier and self._compared(tier, span, text, (start, end)),
        }

    def _compared(
        self, tier: str, span: Mapping[str, Any], claim: Text, part: Span
    ) -> list[dict[str, Any]]:
        stretch = self.lines.stretch(span)
        start, end = part
        return [
            {
                "source": self.source.text[slice(*row.source)],
                "claim": claim.text[start + row.claim[0] : start + row.claim[1]],
                "steps": list(row.steps),
                "place": self.lines.place(*row.source),
                "in_claim": claim.span(start + row.claim[0], start + row.claim[1]),
            }
            for row in self._comparison.differences(tier, stretch, claim.text[start:end])
        ]


def _code(code: str, decision: Mapping[str, Any]) -> dict[str, Any]:
    row = registry().codes[code]
    waived = code in decision["waived"]
    return {"code": code, "class": row.cls, "title": row.title, "waived": waived}
