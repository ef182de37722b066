"""Putting a packet to one program or to two, and naming what is wrong with the answers.

One program is asked whether its answers agree with the published schemas, with one another and with
`verify`; of two, whether they give the same bytes. A finding has a kind, which shrinking keeps: a
smaller packet counts only if the same thing is wrong with it.
"""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.conversation import Conversation
from groundspec_harness.diff import byte_difference, differences
from groundspec_harness.fuzzing.packets import Packet
from groundspec_harness.jsontext import JsonError, JsonObject, canonical, read_strict, text_digest
from groundspec_harness.process import FAULT_KINDS, Fault
from groundspec_harness.receipts import defects
from groundspec_harness.requests import line
from groundspec_harness.specification import Specification

Reply = bytes | Fault

_SHOWN = 6  # places at which two answers differ
_FIRST = ("outcome", "codes", "waived")
_LAST = ("summary", "packet_sha256", "receipt_sha256")


@dataclass(frozen=True)
class Finding:
    """Something wrong: what kind of thing, in words, and the answers to `decide`."""

    kind: str
    details: tuple[str, ...]
    answers: tuple[JsonObject | None, ...]

    @property
    def detail(self) -> str:
        return "; ".join(self.details)

    @property
    def member(self) -> str:
        """The member that the kind names, if it names one, else the kind."""
        return self.kind.rpartition(": ")[2]

    @property
    def tries(self) -> int:
        """How often the packet may be asked in a smaller form, in each of two passes.

        A fault that ends the program costs its start each time, one that is waited for the wait.
        """
        if self.kind == "timeout":
            return 25
        return 60 if self.kind in FAULT_KINDS else 1000


Oracle = Callable[[Packet], Finding | None]


@dataclass
class Asker:
    """Asks requests under ids that count up, so that an answer to another one shows."""

    conversation: Conversation
    asked: int = 1

    def ask(self, name: str, request: JsonObject) -> Reply:
        return self.conversation.ask(line({**request, "id": name}))

    def next_name(self) -> str:
        self.asked += 1
        return str(self.asked)


class Two:
    """Asks two programs the same and compares the bytes of their answers."""

    def __init__(self, first: Conversation, second: Conversation) -> None:
        self._sides = (Asker(first), Asker(second))

    def __call__(self, packet: Packet) -> Finding | None:
        name, _ = (side.next_name() for side in self._sides)
        request = {"do": "decide", "packet": packet.text}
        ours, theirs = (side.ask(name, request) for side in self._sides)
        if ours == theirs and isinstance(ours, bytes):
            return None
        return _compared(ours, theirs)


def _compared(ours: Reply, theirs: Reply) -> Finding:
    values = tuple(_value(reply) for reply in (ours, theirs))
    for letter, reply in zip("AB", (ours, theirs), strict=True):
        if isinstance(reply, Fault):
            return Finding(reply.kind, (f"{letter}: {reply.kind}: {reply.detail}",), values)
    assert isinstance(ours, bytes)
    assert isinstance(theirs, bytes)
    first, second = values
    if first is None or second is None or first == second:
        place = byte_difference(ours, theirs)
        detail = f"byte {place.offset}: A has {place.expected}, B {place.actual}"
        return Finding("differ: bytes", (detail,), values)
    found = sorted(differences(first, second, 1000), key=lambda place: _rank(place.pointer))
    primary = [place for place in found if _member(place.pointer) not in _LAST] or found
    told = [
        f"{place.pointer}: A has {place.expected or 'nothing'}, B {place.actual or 'nothing'}"
        for place in primary
    ]
    return Finding(f"differ: {_member(found[0].pointer)}", tuple(told[:_SHOWN]), values)


def _value(reply: Reply) -> JsonObject | None:
    if isinstance(reply, Fault):
        return None
    try:
        value = read_strict(reply)
    except JsonError:
        return None
    return value if isinstance(value, dict) else None


def _member(pointer: str) -> str:
    """The member of a decision, the inputs or the receipt that a pointer leads to."""
    parts = [part for part in pointer.split("/") if part and not part.isdigit()]
    inner = [part for part in parts if part not in ("receipt", "decisions", "inputs")]
    return inner[0] if inner else parts[-1] if parts else "answer"


def _rank(pointer: str) -> tuple[bool, int]:
    """What is decided before what follows from it; equals stay in the order of the answer."""
    member = _member(pointer)
    return member in _LAST, _FIRST.index(member) if member in _FIRST else len(_FIRST)


class One:
    """Asks one program everything that its answers must agree with."""

    def __init__(
        self, conversation: Conversation, known: Specification, checks: tuple[str, ...]
    ) -> None:
        self._side = Asker(conversation)
        self._known = known
        self._checks = checks

    def __call__(self, packet: Packet) -> Finding | None:
        return next(self._wrong(packet), None)

    def _wrong(self, packet: Packet) -> Iterator[Finding]:
        """What is wrong, in the order in which it is asked; nothing is asked behind the first."""
        name = self._side.next_name()
        request = {"do": "decide", "packet": packet.text}
        reply = self._side.ask(name, request)
        answer = self._answer(reply, name, "answer-to-decide")
        if isinstance(answer, Fault):
            yield Finding(answer.kind, (f"decide: {answer.kind}: {answer.detail}",), (None,))
            return
        yield from self._misfits(packet, answer)
        again = self._side.ask(name, request)
        if again != reply:
            said = again.detail if isinstance(again, Fault) else _parted(reply, again)
            yield Finding("repetition", (f"asked the same once more: {said}",), (answer,))
        if isinstance(answer.get("receipt"), dict):
            yield from self._verified(packet, answer)

    def _answer(self, reply: Reply, name: str, form: str) -> JsonObject | Fault:
        if isinstance(reply, Fault):
            return reply
        answer = read_answer(reply, name, form, self._known.schemas)
        if isinstance(answer, Malformed):
            if answer.value is None:
                return self._side.conversation.fail(answer.fault)
            return answer.fault
        return answer

    def _misfits(self, packet: Packet, answer: JsonObject) -> Iterator[Finding]:
        """An answer of a form that is none of those for this packet."""
        if "receipt" in answer:
            found = defects(
                packet.value, answer["receipt"], self._known.resources, self._known.schemas
            )
            for defect in found:
                kind = f"receipt: {_member(defect.pointer)}"
                yield Finding(kind, (f"the receipt, {defect}",), (answer,))
        elif "refusal" in answer:
            code = self._known.registry.by_name.get(answer["refusal"])
            if code is None or code.kind != "refusal":
                detail = f"{answer['refusal']!r} is no refusal code of the registry"
                yield Finding("refusal", (detail,), (answer,))
        elif answer.get("unsupported") not in self._unclaimed(packet):
            detail = f"neither a receipt nor a refusal, but {canonical(answer).decode()}"
            yield Finding("unsupported", (detail,), (answer,))

    def _unclaimed(self, packet: Packet) -> list[str]:
        """The check of the packet, if the program decides no such packets."""
        value = packet.value or {}
        check = str(value.get("check"))
        whole = check.partition("/")[0] in self._checks and check in self._known.registry.specified
        return [] if whole else [check]

    def _verified(self, packet: Packet, answer: JsonObject) -> Iterator[Finding]:
        """The receipt verifies; with one byte changed, it does not."""
        receipt = canonical(answer["receipt"])
        place = int(text_digest(packet.text.encode())[-8:], 16) % len(receipt)
        forged = receipt[:place] + bytes([receipt[place] ^ 1]) + receipt[place + 1 :]
        for kind, given, wanted in (("verify", receipt, True), ("forged", forged, False)):
            name = self._side.next_name()
            held = base64.b64encode(given).decode("ascii")
            request = {"do": "verify", "packet": packet.text, "receipt_base64": held}
            verdict = self._answer(self._side.ask(name, request), name, "answer-to-verify")
            if isinstance(verdict, Fault):
                yield Finding(
                    verdict.kind, (f"verify: {verdict.kind}: {verdict.detail}",), (answer,)
                )
                return
            if verdict.get("verified") is not wanted:
                what = "its own receipt" if wanted else f"its receipt, byte {place} changed,"
                said = verdict.get("code", verdict.get("error", "verified"))
                yield Finding(kind, (f"{what} is answered with {said}",), (answer,))


def _parted(first: Reply, second: bytes) -> str:
    assert isinstance(first, bytes)
    place = byte_difference(first, second)
    return f"byte {place.offset} was {place.expected} and is {place.actual}"
