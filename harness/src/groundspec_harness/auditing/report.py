"""An audit as one JSON object (`schemas/harness-audit.schema.json`) and as a page for people."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from groundspec_harness import __version__
from groundspec_harness.auditing.findings import KINDS, Finding
from groundspec_harness.auditing.index import Index
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain, tail
from groundspec_harness.process import Fault
from groundspec_harness.report import sealed
from groundspec_harness.wording import MISSING, number

_ORDER = ("differs", "fault", "unreadable", "unsupported", "packet-missing", "receipt-missing")
_WORDS = {"differs": ("differs", "differ"), "fault": ("fault", "faults")}  # the others have one
_PLACES = 3  # that a finding shows


@dataclass(frozen=True)
class Audit:
    """All that an audit has found."""

    command: tuple[str, ...]
    implementation: JsonObject
    index: Index
    findings: Sequence[Finding]
    end_of_input: Fault | None

    def counts(self) -> dict[str, int]:
        found = Counter(finding.verdict.kind for finding in self.findings)
        return {kind: found[kind] for kind in KINDS}

    @property
    def status(self) -> int:
        """1 if a receipt differs, else 3 if anything could not be judged, else 0."""
        counts = self.counts()
        if counts["differs"]:
            return 1
        return 3 if self.end_of_input or counts["verifies"] < len(self.findings) else 0

    def sentence(self) -> str:
        """What came out, in one sentence."""
        counts = self.counts()
        head = f"{counts.pop('verifies')} of {len(self.index.receipts)} receipts verify"
        others = [_number(count, kind) for kind, count in counts.items() if count]
        if self.end_of_input:
            others.append(f"at the end of input: {plain(self.end_of_input.detail)}")
        if self.index.passed_over:
            others.append(f"{len(self.index.passed_over)} passed over")
        return "; ".join([head, *others])


def build(audit: Audit) -> JsonObject:
    """The whole report, with its footer."""
    index = audit.index
    body: JsonObject = {
        "report": "groundspec-harness/audit",
        "version": 1,
        "harness": __version__,
        "command": [word.encode("utf-8", "backslashreplace").decode() for word in audit.command],
        "implementation": audit.implementation,
        "audited": {
            "packets": len(index.packets),
            "copies": len(index.copies),
            "receipts": len(index.receipts),
            "sha256": index.sha256,
        },
        "counts": audit.counts(),
        "results": [_row(finding, index) for finding in audit.findings],
        "passed_over": [
            {"place": index.shown(each.place), "reason": each.why} for each in index.passed_over
        ],
        "end_of_input": asdict(audit.end_of_input) if audit.end_of_input else None,
        "status": audit.status,
        "summary": audit.sentence(),
    }
    return sealed(body, len(audit.findings))


def _row(finding: Finding, index: Index) -> JsonObject:
    packet = None if finding.packet is None else index.shown(finding.packet)
    return {"place": index.shown(finding.place), "packet": packet, **finding.verdict.members()}


def page(audit: Audit, limit: int) -> Iterator[str]:
    """Counts, the first findings of each kind, what was passed over, one sentence."""
    index = audit.index
    name = f"{audit.implementation['name']} {audit.implementation['version']}"
    yield f"{plain(name)} ({plain(audit.implementation['language'])})"
    copies = f" and {number(len(index.copies), 'copy', 'copies')}" if index.copies else ""
    packets, receipts = number(len(index.packets), "packet"), number(len(index.receipts), "receipt")
    yield f"{packets}{copies}, {receipts}"
    yield ""
    for kind, count in audit.counts().items():
        yield f"{kind:16} {count:6}"
    yield ""
    for kind in _ORDER:
        yield from _group(
            [each for each in audit.findings if each.verdict.kind == kind], index, limit
        )
    for each in index.passed_over[:limit]:
        yield f"{plain(index.shown(each.place))}: passed over: {plain(each.why)}"
    yield from _more(len(index.passed_over) - limit, "passed over")
    yield audit.sentence()


def _group(found: Sequence[Finding], index: Index, limit: int) -> Iterator[str]:
    for finding in found[:limit]:
        yield from _shown(finding, index)
    if found:
        yield from _more(len(found) - limit, found[0].verdict.kind)


def _number(count: int, kind: str, more: str = "") -> str:
    """A count of findings in words: `2 more differ`."""
    one, many = _WORDS.get(kind, (kind, kind))
    return number(count, more + one, more + many)


def _more(count: int, word: str) -> Iterator[str]:
    if count > 0:
        yield f"{_number(count, word, 'more ')}; --max-diffs shows more, --format json all"
        yield ""


def _shown(finding: Finding, index: Index) -> Iterator[str]:
    verdict = finding.verdict
    fault = verdict.fault
    said = [verdict.code, verdict.detail, fault and f"{fault.kind}: {fault.detail}"]
    parts = [
        plain(index.shown(finding.place)),
        verdict.kind,
        *(plain(each) for each in said if each),
    ]
    yield ": ".join(parts)
    if fault:
        yield from tail(fault.stderr)
    if finding.packet is not None and finding.packet != finding.place:
        yield f"  packet: {plain(index.shown(finding.packet))}"
    for place in verdict.differences[:_PLACES]:
        yield f"  {place.pointer or '(the whole)'}"
        yield f"    derived  {MISSING if place.expected is None else place.expected}"
        yield f"    receipt  {MISSING if place.actual is None else place.actual}"
    if len(verdict.differences) > _PLACES:
        yield "  and further members"
    yield ""
