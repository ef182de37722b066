"""The checks that this implementation decides, and what can be done with any of them.

`default()` holds the one dict from a check's name and version to the object that decides it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from groundspec.core import receipt
from groundspec.core.check import Check
from groundspec.core.packet import RawPacket, read_packet
from groundspec.core.receipt import Receipt
from groundspec.core.verification import Verification


class Engine:
    """Decides and verifies packets of the checks it is given."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self.checks = checks

    def decide(self, packet: RawPacket) -> Receipt:
        """The receipt of a packet. Raises Refusal or Unsupported."""
        read = read_packet(packet, self.checks)
        check = self.checks[read.check]
        decisions = check.decide(read)
        return receipt.assemble(read, decisions, check.outside(read, decisions))

    def verify(self, given: bytes | str | Mapping[str, Any], packet: RawPacket) -> Verification:
        """Whether a receipt is the one that a packet gives (section 7)."""
        return receipt.verify(given, self.checks, lambda: self.decide(packet))

    def ablate(self, packet: RawPacket, without: frozenset[str]) -> list[dict[str, Any]]:
        """The decisions when some rules are left out (P-ABLATION). Raises as `decide`."""
        read = read_packet(packet, self.checks)
        return self.checks[read.check].decide(read, without)

    def rules(self) -> tuple[str, ...]:
        """The identifiers of all rules that can be left out."""
        return tuple(dict.fromkeys(rule for check in self.checks.values() for rule in check.rules))

    def classes(self) -> tuple[str, ...]:
        """The conformance classes that are claimed."""
        of_checks = (name for check in self.checks.values() for name in check.classes)
        return tuple(dict.fromkeys(("core", "packet", *of_checks)))


@cache
def default() -> Engine:
    """The engine with every check of this package."""
    return Engine(_Loaded({"quote/0.1": "quote.decide", "fact/0.1": "fact.decide"}))


class _Loaded(Mapping[str, Check]):
    """Checks by name, each of them imported when it is first asked for."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def __getitem__(self, name: str) -> Check:
        found: Check = import_module(f"groundspec.{self._modules[name]}").CHECK
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __contains__(self, name: object) -> bool:
        return name in self._modules
