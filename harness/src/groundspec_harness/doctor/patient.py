"""The program that is examined, and what is known of it so far."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from groundspec_harness.codes import Registry
from groundspec_harness.conversation import Conversation
from groundspec_harness.jsontext import JsonError, JsonObject, canonical, read_strict
from groundspec_harness.process import Fault
from groundspec_harness.schemas import Schemas

_BOM = b"\xef\xbb\xbf"


class Patient:
    """A program under examination. Every process of it has ended when the examination has."""

    def __init__(
        self, command: Sequence[str], timeout: float, registry: Registry, schemas: Schemas
    ) -> None:
        self.command = tuple(command)
        self.timeout = timeout
        self.registry = registry
        self.schemas = schemas
        self.persistent = True  # until it is seen that it is not
        self.hindrance = ""  # why it is not asked further
        self.timeouts = 0
        self.first: bytes | Fault = b""  # what came of asking it for the first time
        self.description = b""  # its answer to `describe`, as it came
        self.implementation: JsonObject | None = None
        self.last_words = ""  # of standard error
        self._talk: Conversation | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()

    def afresh(
        self, *, per_case: bool = False, environment: Mapping[str, str] | None = None
    ) -> Conversation:
        """A new conversation, with no process yet."""
        return Conversation(self.command, self.timeout, per_case=per_case, environment=environment)

    @property
    def talk(self) -> Conversation:
        """The conversation that goes on from check to check."""
        if self._talk is None:
            self._talk = self.afresh(per_case=not self.persistent)
        return self._talk

    def leave(self) -> None:
        """End that conversation; the next begins with a new process."""
        talk, self._talk = self._talk, None
        if talk is not None:
            with talk:
                pass

    def describe(self, name: str) -> bytes:
        """The right answer to `describe` with an id, known from the first."""
        assert self.implementation is not None
        return canonical({"id": name, "implementation": self.implementation}) + b"\n"

    def ask(self, *request: bytes) -> bytes | Fault:
        """One request, perhaps in pieces, and its answer in the conversation that goes on."""
        return self.noted(self.talk.ask(*request))

    def noted(self, reply: bytes | Fault) -> bytes | Fault:
        """A reply, remembered if it did not come in time."""
        if isinstance(reply, Fault):
            self.timeouts += reply.kind == "timeout"
            self.last_words = reply.stderr or self.last_words
        return reply


def mended(line: bytes) -> bytes:
    """A line in UTF-8 that ends with LF, whatever it came in: other checks look at that."""
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        line = line.decode("utf-16", "replace").encode()
    elif b"\0" in line:
        line = line.decode("utf-16-be" if line[0] == 0 else "utf-16-le", "replace").encode()
    return line.removeprefix(_BOM).rstrip(b"\r\n") + b"\n"


def valued(line: bytes) -> bytes:
    """The same in canonical form, where it is JSON."""
    line = mended(line)
    try:
        return canonical(read_strict(line)) + b"\n"
    except JsonError:
        return line
