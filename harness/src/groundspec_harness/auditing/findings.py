"""What an audit finds of one receipt, or of a packet without one."""

from dataclasses import asdict, dataclass
from typing import Literal

from groundspec_harness.auditing.documents import Place
from groundspec_harness.diff import Difference
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.process import Fault

Kind = Literal[
    "verifies",
    "differs",
    "packet-missing",
    "receipt-missing",
    "unreadable",
    "unsupported",
    "fault",
]
KINDS: tuple[Kind, ...] = (
    "verifies",
    "differs",
    "packet-missing",
    "receipt-missing",
    "unreadable",
    "unsupported",
    "fault",
)
LASTING: tuple[Kind, ...] = ("verifies", "differs", "unsupported")  # answers, kept for later runs


@dataclass(frozen=True)
class Verdict:
    """What became of a pair; `code` is that of section 7, `differences` say where."""

    kind: Kind
    code: str | None = None
    detail: str | None = None
    differences: tuple[Difference, ...] = ()
    fault: Fault | None = None

    def members(self) -> JsonObject:
        """As it stands in a report and in a state file."""
        return {
            "result": self.kind,
            "code": self.code,
            "detail": self.detail,
            "differences": [asdict(place) for place in self.differences],
            "fault": asdict(self.fault) if self.fault else None,
        }


def from_members(members: JsonObject) -> Verdict:
    """A verdict of a state file; raises KeyError or TypeError if it is none."""
    kind = members["result"]
    if kind not in LASTING:
        raise KeyError(kind)
    places = tuple(Difference(**place) for place in members["differences"])
    return Verdict(kind, members["code"], members["detail"], places)


@dataclass(frozen=True)
class Finding:
    """A verdict and what it is about: a receipt and its packet, or one document alone."""

    place: Place
    packet: Place | None
    verdict: Verdict
    remembered: bool = False  # from a state file
