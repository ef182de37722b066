"""Why claims were decided CLAIM_INVALID (Q-CLAIM, F-CLAIM). A receipt gives the code alone."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from groundspec.cli import report
from groundspec.cli.input import shown
from groundspec.cli.output import complain
from groundspec.core import jsonread
from groundspec.core.shape import ShapeError, shape_error

_MOST = 20
_LONGEST_ID = 40


class _Fault(NamedTuple):
    claim: str
    pointer: str
    message: str


def report_invalid(indexes: Sequence[int], packet: bytes, file: str, form: str) -> None:
    """Say on standard error what is wrong with some claims of a packet that is not refused."""
    for fault in _faults(indexes[:_MOST], jsonread.read(packet)):
        if form == report.JSON:
            report.report_json({"code": "CLAIM_INVALID", **fault._asdict()})
        else:
            claim = json.dumps(fault.claim[:_LONGEST_ID], ensure_ascii=False)
            more = "..." if len(fault.claim) > _LONGEST_ID else ""
            said = f"{fault.message} (at {fault.pointer})"
            complain(f"{shown(file)}: claim {claim}{more}: {said}")
    rest = len(indexes) - _MOST
    if rest > 0 and form == report.JSON:
        report.report_json({"code": "CLAIM_INVALID", "more": rest})
    elif rest > 0:
        complain(f"{shown(file)}: and {rest} more")


def _faults(indexes: Sequence[int], packet: Mapping[str, Any]) -> Iterator[_Fault]:
    source = packet["source"]["text"].encode("utf-8")
    is_fact = packet["check"].startswith("fact/")
    for index in indexes:
        claim = packet["claims"][index]
        fault = _fact_fault(claim) if is_fact else _quote_fault(claim, source)
        yield _Fault(claim["id"], f"/claims/{index}{fault.pointer}", fault.message)


def _fact_fault(claim: Mapping[str, Any]) -> ShapeError:
    from groundspec.apps.facts.faults import fault

    return fault(claim)


def _quote_fault(claim: Mapping[str, Any], source: bytes) -> ShapeError:
    return shape_error("quote.claim", claim) or _place_fault(claim["at"], source)


def _place_fault(at: Mapping[str, int], source: bytes) -> ShapeError:
    """What keeps two offsets from being a place in the source, where something does."""
    start, end = at["start"], at["end"]
    if start >= end:
        what = "is empty" if start == end else "ends before it starts"
        return ShapeError("/at", f"The place {start}-{end} {what}.")
    if end > len(source):
        beyond = f"beyond the source's {len(source)} bytes"
        return ShapeError("/at/end", f"The place ends at byte {end}, {beyond}.")
    name = "start" if _is_inside(source, start) else "end"
    said = f"Byte {at[name]} of the source is inside a code point; offsets count bytes of UTF-8."
    return ShapeError(f"/at/{name}", said)


def _is_inside(source: bytes, offset: int) -> bool:
    """Whether an offset lies inside a code point, before a byte that continues it."""
    return source[offset] & 0xC0 == 0x80
