"""Who is the program? The first request of every run, and what its answer must be (P-DESCRIBE)."""

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.codes import Registry
from groundspec_harness.conversation import GRACE, Conversation
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain, tail
from groundspec_harness.process import FLUSH, Fault
from groundspec_harness.requests import DESCRIBE, line
from groundspec_harness.schemas import Schemas
from groundspec_harness.selection import near

PROTOCOL = 1


def describe(conversation: Conversation, registry: Registry, schemas: Schemas) -> JsonObject:
    """Ask the program; `HarnessError` if it does not describe itself as this harness needs."""
    implementation: JsonObject = _answer(conversation, schemas)["implementation"]
    if implementation["protocol"] != PROTOCOL:
        raise HarnessError(
            f"the program speaks protocol version {implementation['protocol']}; "
            f"this harness speaks version {PROTOCOL}"
        )
    for name in implementation["classes"]:
        if name not in registry.implies:
            hint = near(name, registry.implies)
            raise HarnessError(f"the program claims an unknown conformance class {name!r}{hint}")
    lacking = registry.lacking(implementation["classes"], implementation["checks"])
    for name, check in lacking.items():
        raise HarnessError(
            f"the program claims the class {name}, but does not list {check} in `checks`: "
            "list it, or do not claim the class (C-CLASSES)"
        )
    return implementation


def _answer(conversation: Conversation, schemas: Schemas) -> JsonObject:
    reply = conversation.ask(line(DESCRIBE))
    first = conversation.last_line
    if first and not (isinstance(reply, Fault) and reply.kind != "extra"):
        answer = read_answer(first, DESCRIBE["id"], "answer-to-describe", schemas)
        if isinstance(answer, Malformed) and answer.value is None:
            raise HarnessError(_undescribed(_unreadable(conversation, reply, answer)))
    if isinstance(reply, Fault):
        hint = FLUSH if reply.unflushed and not conversation.per_case else ""
        raise HarnessError(_undescribed(reply, hint))
    answer = read_answer(reply, DESCRIBE["id"], "answer-to-describe", schemas)
    if isinstance(answer, Malformed):
        raise HarnessError(_undescribed(conversation.fail(answer.fault)))
    late = conversation.unasked(GRACE)
    if late:
        raise HarnessError(_undescribed(late))
    return answer


def _unreadable(conversation: Conversation, reply: bytes | Fault, answer: Malformed) -> Fault:
    """A first line that is no answer: malformed, or too much where another comes, soon or late."""
    if isinstance(reply, bytes) and conversation.another_line() is None:
        return conversation.fail(answer.fault)
    stderr = reply.stderr if isinstance(reply, Fault) else ""
    detail = f"a line that no request asked for: {answer.fault.detail}"
    return conversation.fail(Fault("extra", detail, stderr))


def _undescribed(fault: Fault, hint: str = "") -> str:
    more = f"; {hint}" if hint else ""
    message = f"the program did not describe itself: {fault.kind}: {plain(fault.detail)}{more}"
    return "\n".join([message, *tail(fault.stderr)])
