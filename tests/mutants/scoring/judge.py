"""One mutant against the vectors, in a process that ends with it.

The mutant is compiled in place of its module when that is first imported, so constants and patterns
made at import have it too. The process ends itself: `SIGVTALRM` is a vector that takes too long.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import json
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from groundspec_harness.jsontext import canonical

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "reference-py/src/groundspec"
CONFORMANCE = ROOT / "conformance"
CHECKS = ("quote.decide", "fact.decide")
SECONDS = 4.0  # of processor time that one vector may take; without a mutant, none takes 0.2
MEMORY = 3 * 1024**3


@dataclass(frozen=True)
class Vector:
    """A packet and what must come out: the bytes of a receipt, or the code of a refusal."""

    id: str
    rules: frozenset[str]
    packet: bytes
    expected: bytes | str

    @property
    def topic(self) -> str:
        return self.id.rpartition("/")[0]


def vectors() -> list[Vector]:
    """The vectors that hold a packet, those of all topics in turn and the short ones first."""
    found = []
    for path in sorted(CONFORMANCE.glob("*/*/**/*.json")):
        data = json.loads(path.read_bytes())
        expected = _expected(data)
        if expected is not None:
            rules = frozenset(data["rules"])
            found.append(Vector(data["id"], rules, _packet(data), expected))
    found.sort(key=lambda vector: (len(vector.packet), vector.id))
    turns: dict[str, int] = {}
    places = {}
    for vector in found:
        turns[vector.topic] = places[vector.id] = turns.get(vector.topic, 0) + 1
    return sorted(found, key=lambda vector: (places[vector.id], vector.id))


def _expected(data: dict[str, Any]) -> bytes | str | None:
    if not data.keys() & {"packet", "packet_text"}:
        return None
    if "refusal" in data:
        return str(data["refusal"])
    return canonical(data["receipt"]) if "receipt" in data else None


def _packet(data: dict[str, Any]) -> bytes:
    text = data["packet_text"] if "packet_text" in data else json.dumps(data["packet"])
    return str(text).encode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and which vector showed it."""

    kind: str  # survived, changed, crashed, hung, or stillborn: it cannot even be imported
    vector: str = ""

    @property
    def killed(self) -> bool:
        return self.kind in ("changed", "crashed", "hung")


def limit() -> None:
    """Let neither time nor memory run away."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)


def put_in_place(module: str, code: CodeType) -> None:
    """Have a module of the reference, when it is imported, be this code."""
    loader: Any = importlib.machinery.SourceFileLoader
    known = loader.get_code

    def get_code(self: Any, name: str) -> Any:
        return code if name == module else known(self, name)

    loader.get_code = get_code


def judged(make: Callable[[], None], order: Sequence[Vector]) -> Verdict:
    """Make the mutant and ask the vectors until one notices."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "groundspec"]:
        del sys.modules[name]
    limit()
    try:
        make()
        for name in CHECKS:
            importlib.import_module(f"groundspec.{name}")
    except Exception:
        return Verdict("stillborn")
    return noticed(order)


def noticed(order: Iterable[Vector]) -> Verdict:
    """What the first vector that comes out otherwise shows."""
    import groundspec

    for vector in order:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            found: bytes | str = groundspec.decide_bytes(vector.packet)
        except groundspec.Refusal as refusal:
            found = refusal.code
        except Exception:
            return Verdict("crashed", vector.id)
        if found != vector.expected:
            return Verdict("changed", vector.id)
    return Verdict("survived")


def callers(all_vectors: Sequence[Vector]) -> dict[str, list[int]]:
    """Which vectors call which function, as far as no memo keeps it from being called again.

    It is only asked in which order to look, so what a memo hides costs time and nothing else.
    """
    found: dict[str, dict[int, None]] = {}
    here = 0

    def called(frame: Any, event: str, _argument: Any) -> None:
        if event == "call" and (module := _module(frame.f_code.co_filename)):
            name = frame.f_code.co_qualname.partition(".<locals>")[0]
            found.setdefault(f"{module}:{name}", {})[here] = None

    import groundspec

    sys.setprofile(called)
    for here, vector in enumerate(all_vectors):  # noqa: B007 - `called` sees it
        with suppress(groundspec.Refusal):
            groundspec.decide_bytes(vector.packet)
    sys.setprofile(None)
    return {name: list(places) for name, places in found.items()}


@cache
def _module(path: str) -> str | None:
    try:
        return ".".join(Path(path).relative_to(SOURCES).with_suffix("").parts)
    except ValueError:
        return None
