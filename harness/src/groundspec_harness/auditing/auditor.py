"""The whole of an audit: every pair examined or remembered, and what has no partner named."""

from collections.abc import Iterator

from groundspec_harness.auditing.containers import DAMAGE, Container
from groundspec_harness.auditing.documents import Reader, Receipt
from groundspec_harness.auditing.examining import Examiner
from groundspec_harness.auditing.findings import Finding, Verdict
from groundspec_harness.auditing.index import Index
from groundspec_harness.auditing.state import State
from groundspec_harness.process import Fault
from groundspec_harness.progress import Begin

_DIGEST_DIFFERS = "RECEIPT_DIGEST_DIFFERS"


class Auditor:
    """Packets and receipts are read side by side, each from a container of its own.

    So an archive that can only be read forwards is not read anew for every pair.
    """

    def __init__(
        self, index: Index, receipts: Container, packets: Container, examiner: Examiner
    ) -> None:
        self._index = index
        self._receipts = Reader(receipts)
        self._packets = Reader(packets)
        self._examiner = examiner

    def findings(self, state: State, begin: Begin) -> list[Finding]:
        """All findings, in the order of their places."""
        tick = begin(len(self._index.receipts))
        found = list(self._alone())
        for receipt in self._index.receipts:
            found.append(self._of(receipt, state))
            tick()
        self._receipts.close()
        self._packets.close()
        return sorted(found, key=lambda finding: finding.place)

    def _alone(self) -> Iterator[Finding]:
        for packet in self._index.without_receipt():
            yield Finding(packet.place, packet.place, Verdict("receipt-missing"))
        for document in self._index.unreadable:
            yield Finding(document.place, None, Verdict("unreadable", detail=document.why))

    def _of(self, receipt: Receipt, state: State) -> Finding:
        packet = self._index.packets.get(receipt.packet)
        if packet is None:
            return Finding(receipt.place, None, _without_packet(receipt))
        known = state.known(receipt, packet)
        if known is not None:
            return Finding(receipt.place, packet.place, known, remembered=True)
        try:
            contents = self._receipts.read(receipt), self._packets.read(packet)
        except DAMAGE as error:
            fault = Fault("not-asked", f"it can no longer be read: {error}")
            return Finding(receipt.place, packet.place, Verdict("fault", fault=fault))
        verdict = self._examiner.examine(*contents)
        state.keep(receipt, packet, verdict)
        return Finding(receipt.place, packet.place, verdict)


def _without_packet(receipt: Receipt) -> Verdict:
    """A receipt whose own digest is wrong was edited, whatever its packet (V-DIGEST)."""
    named = receipt.packet or "none"
    if not receipt.whole:
        return Verdict("differs", _DIGEST_DIFFERS, f"and its packet is missing: {named}")
    return Verdict("packet-missing", detail=f"no packet has the digest that it names: {named}")
