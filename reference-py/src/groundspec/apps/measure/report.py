"""The report as JSON: an object of schemas/measure.schema.json."""

from typing import Any, Final, NamedTuple

from groundspec.apps.measure.counts import Column, columns, reviews
from groundspec.apps.measure.gold import Document, Span
from groundspec.apps.measure.measure import CHECK, CLASSES, Measured, Scored
from groundspec.apps.visible import CUT, visible
from groundspec.apps.wilson import FORMULA, ROUNDING, Share, Z
from groundspec.core.canonical import digest_text
from groundspec.core.rules import OUTCOMES

CONTEXT: Final = 60
_LONGEST: Final = 400


class Conflicts(NamedTuple):
    """Wrong values that only a conflict keeps from being admitted, for the table and the page.

    `counts` has how many distinct ones there are of each proposer, and of all last.
    """

    counts: list[int]
    listed: list[dict[str, Any]]


def conflicts(measured: Measured) -> Conflicts:
    """What a report says of conflicts, besides its JSON, which has them among the reviews."""
    counts = [column.conflicting for column in columns(measured)]
    return Conflicts(counts, [shown(one) for one in measured.conflicting])


def value(measured: Measured) -> dict[str, Any]:
    """The report."""
    counted = columns(measured)
    return {
        "report": "groundspec/measure",
        "version": 1,
        "check": CHECK,
        "policy": {"name": measured.policy.name, "policy_sha256": measured.policy.sha256},
        "by_quote": measured.by_quote,
        "interval": {
            "method": "Wilson score",
            "confidence": "95%",
            "formula": FORMULA,
            "z": {"numerator": Z[0], "denominator": Z[1]},
            "rounding": ROUNDING,
        },
        "documents": [_document(document) for document in measured.gold.documents],
        "skipped": [
            {"document": visible(skipped.name), "reason": skipped.reason}
            for skipped in measured.gold.skipped
        ],
        "candidates": {
            "read": len(measured.scored) + measured.excluded,
            "excluded": measured.excluded,
            "scored": len(measured.scored),
        },
        "proposers": [_column(column) for column in counted[:-1]],
        "all": _column(counted[-1]),
        "escapes": [shown(one) for one in measured.escapes],
        "right_rejected": [shown(one) for one in measured.lost],
        "reviews": [{"code": row.code, **row.counts} for row in reviews(measured.scored)],
    }


def _document(document: Document) -> dict[str, Any]:
    text = document.source.text
    return {
        "document": visible(document.name),
        "source_sha256": digest_text(text),
        "bytes": document.source.byte_offset(len(text)),
        "fields": len(document.schema["fields"]),
        "facts": len(document.facts),
        "absent": len(document.absent),
        "excluded": [visible(field) for field in document.excluded],
        "candidates": sum(len(run.candidates) for run in document.runs),
    }


def _column(column: Column) -> dict[str, Any]:
    name = column.proposer
    return {
        "proposer": None if name is None else visible(name),
        "documents": column.documents,
        "candidates": column.candidates,
        "distinct": {kind: _shares(column, kind) for kind in CLASSES},
        "admitted": {"items": column.admitted, "wrong": _share(column.escaped)},
        "slots": column.slots._asdict(),
    }


def _shares(column: Column, kind: str) -> dict[str, Any]:
    shares = {outcome: _share(column.share(kind, outcome)) for outcome in OUTCOMES}
    return {"items": column.items(kind), **shares}


def _share(share: Share) -> dict[str, Any]:
    return {
        "items": share.records,
        "percent": share.percent,
        "low": share.low,
        "high": share.high,
    }


# --- Candidates -----------------------------------------------------------------------------------


def shown(one: Scored) -> dict[str, Any]:
    """A candidate with the words it cites and what stands around them."""
    candidate, unit = one.candidate, one.candidate.unit
    span = candidate.span or _evidence(one)
    before, after = "", ""
    cited = candidate.text or ""
    if span is not None:
        text = one.document.source.text
        start = one.document.source.code_point_offset(span.start)
        end = one.document.source.code_point_offset(span.end)
        before, cited, after = text[max(0, start - CONTEXT) : start], text[start:end], text[end:]
    return {
        "document": visible(one.document.name),
        "proposer": visible(one.proposer),
        "id": one.id,
        "field": visible(candidate.field),
        "value": visible(str(candidate.value)),
        "unit": None if unit is None else visible(unit),
        "outcome": one.outcome,
        "codes": list(one.decision["codes"]),
        "place": None if span is None else span._asdict(),
        "before": visible(before),
        "cited": _cut(cited),
        "after": visible(after[:CONTEXT]),
        "marks": [_mark(one, mark) for mark in one.decision["marks"] if mark["in"] == "source"],
    }


def _evidence(one: Scored) -> Span | None:
    """Where the decision found what the candidate cites by its words."""
    found = one.decision["evidence"]
    return None if found is None else Span(found["start"], found["end"])


def _mark(one: Scored, mark: dict[str, Any]) -> dict[str, Any]:
    source = one.document.source
    start, end = (source.code_point_offset(mark[name]) for name in ("start", "end"))
    text = _cut(source.text[start:end])
    return {"code": mark["code"], "start": mark["start"], "end": mark["end"], "text": text}


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return visible(text)
    half = _LONGEST // 2
    return f"{visible(text[:half])} {CUT} {visible(text[-half:])}"
