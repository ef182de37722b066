"""Which receipt belongs to which packet: the one whose digest it names (R-INPUTS)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from groundspec_harness.auditing.containers import DAMAGE, Container, listed
from groundspec_harness.auditing.documents import (
    Document,
    Packet,
    PassedOver,
    Place,
    Receipt,
    Unreadable,
    documents,
)
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import canonical, text_digest
from groundspec_harness.plain import plain
from groundspec_harness.progress import Tick, nothing

_NAMED = 3  # files passed over that a message names


@dataclass
class Index:
    """Every document of a container, by place and digest; their contents are not kept."""

    names: list[str] = field(default_factory=list)
    packets: dict[str, Packet] = field(default_factory=dict)  # by canonical digest
    copies: list[Packet] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    passed_over: list[PassedOver] = field(default_factory=list)

    def add(self, document: Document) -> None:
        match document:
            case Packet() if document.digest in self.packets:
                self.copies.append(document)
            case Packet():
                self.packets[document.digest] = document
            case Receipt():
                self.receipts.append(document)
            case Unreadable():
                self.unreadable.append(document)
            case PassedOver():
                self.passed_over.append(document)

    def without_receipt(self) -> Iterator[Packet]:
        """The packets that no receipt names."""
        named = {receipt.packet for receipt in self.receipts}
        return (packet for digest, packet in self.packets.items() if digest not in named)

    def shown(self, place: Place) -> str:
        """A place as messages and reports name it."""
        name = self.names[place.entry]
        return f"{name}:{place.line}" if place.line else name

    @property
    def sha256(self) -> str:
        """The digest of what is audited: the places and bytes of all packets and receipts."""
        found: list[Packet | Receipt] = [*self.packets.values(), *self.copies, *self.receipts]
        rows = sorted([self.shown(each.place), each.sha256] for each in found)
        return text_digest(canonical(rows))


def indexed(container: Container, path: Path, tick: Tick = nothing) -> Index:
    """Look through a container once; a tick for each file and line."""
    index = Index()
    try:
        for number, entry in enumerate(listed(container, archive=not path.is_dir())):
            index.names.append(entry.name.encode("utf-8", "backslashreplace").decode("utf-8"))
            for document in documents(container, number, entry, tick):
                index.add(document)
    except DAMAGE as error:
        where = ascii(index.names[-1]) if index.names else "its beginning"
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise HarnessError(f"cannot read {path} behind or at {where}: {why}") from None
    if not (index.packets or index.receipts or index.unreadable):
        raise HarnessError(f"{path} holds no packet and no receipt{_instead(index)}")
    return index


def _instead(index: Index) -> str:
    """What there is where nothing can be audited: how much, and the first few with the reason."""
    count = len(index.passed_over)
    if not count:
        return ""
    first = (f"{index.shown(each.place)}: {each.why}" for each in index.passed_over[:_NAMED])
    more = [f"and {count - _NAMED} more"] if count > _NAMED else []
    return f"; {count} passed over: {plain('; '.join([*first, *more]))}"
