"""Asking a program about a receipt and its packet: `verify`, and `decide` where that fails."""

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.auditing.findings import Verdict
from groundspec_harness.conversation import Conversation
from groundspec_harness.diff import differences
from groundspec_harness.jsontext import JsonObject, read_strict
from groundspec_harness.process import LINE_LIMIT, Fault
from groundspec_harness.requests import line
from groundspec_harness.schemas import Schemas

DIFFERENCES = 10  # a verdict lists at most so many
_DIGEST = "receipt_sha256"


class Examiner:
    """Asks about one pair after another; a program that is never in time is not asked for ever."""

    def __init__(self, conversation: Conversation, schemas: Schemas, max_timeouts: int) -> None:
        self._conversation = conversation
        self._schemas = schemas
        self._max_timeouts = max_timeouts
        self._timeouts = 0  # in a row
        self._number = 1  # of the request before: `describe`

    def examine(self, receipt: bytes, packet: bytes) -> Verdict:
        """What the program makes of a receipt and the packet that it names."""
        given = {"packet": packet.decode("utf-8"), "receipt": receipt.decode("utf-8")}
        answer = self._ask("verify", given)
        if isinstance(answer, Fault):
            return Verdict("fault", fault=answer)
        if "error" in answer:
            return _unexpected(f"it answers verify with the error {answer['error']}")
        if answer["verified"]:
            return Verdict("verifies")
        code = answer["code"]
        if code == "VERSION_UNSUPPORTED":
            return Verdict("unsupported", code, "the program does not decide this check or version")
        derived = self._ask("decide", {"packet": given["packet"]})
        if isinstance(derived, Fault):
            return Verdict("differs", code, f"where is not known: {derived.kind}: {derived.detail}")
        return _difference(code, read_strict(receipt), derived)

    def _ask(self, do: str, members: JsonObject) -> JsonObject | Fault:
        if self._max_timeouts and self._timeouts >= self._max_timeouts:
            detail = f"{self._max_timeouts} timeouts in a row came before (--max-timeouts)"
            return Fault("not-asked", detail)
        self._number += 1
        name = str(self._number)
        request = line({"do": do, "id": name, **members})
        if len(request) > LINE_LIMIT + 1:
            size = len(request) - 1
            return Fault("not-asked", f"the request would have {size} bytes, over {LINE_LIMIT}")
        reply = self._conversation.ask(request)
        late = isinstance(reply, Fault) and reply.kind == "timeout"
        self._timeouts = self._timeouts + 1 if late else 0
        if isinstance(reply, Fault):
            return reply
        answer = read_answer(reply, name, f"answer-to-{do}", self._schemas)
        if isinstance(answer, Malformed):
            return self._conversation.fail(answer.fault)
        return answer


def _unexpected(detail: str) -> Verdict:
    return Verdict("fault", fault=Fault("malformed", detail))


def _difference(code: str, given: JsonObject, answer: JsonObject) -> Verdict:
    """Where a receipt differs from the one derived; its own digest counts where it is alone."""
    if "receipt" not in answer:
        name = next(name for name in ("refusal", "unsupported", "error") if name in answer)
        return Verdict("differs", code, f"the packet gives no receipt: {name} {answer[name]}")
    found = differences(answer["receipt"], given, DIFFERENCES + 1)
    if not found:
        return _unexpected(f"verify says {code}, but decide gives this very receipt")
    others = [place for place in found if place.pointer != f"/{_DIGEST}"]
    return Verdict("differs", code, None, tuple((others or found)[:DIFFERENCES]))
