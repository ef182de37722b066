"""Running vectors against a program: describe first, then one request after another.

A right answer is recognised by its bytes. Anything else is read, judged by levels, or found to be a
fault. A fault never counts as a divergence: such a vector was not judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.codes import Registry
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.errors import HarnessError
from groundspec_harness.expectation import agreement
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import Judge, Level, same
from groundspec_harness.process import Fault
from groundspec_harness.progress import Begin, silent
from groundspec_harness.requests import Case, case
from groundspec_harness.schemas import Schemas
from groundspec_harness.vectors import Kind, Vector

FORMS: dict[Kind, str] = {
    "decision": "answer-to-decide",
    "refusal": "answer-to-decide",
    "digest": "answer-to-digest",
    "verification": "answer-to-verify",
    "request": "answer",
}


@dataclass(frozen=True)
class Result:
    """What became of one vector: the level it reached, or the fault that kept it from judgement."""

    case: Case
    level: Level
    answer: JsonObject | None = None  # where it was read because it was not the expected bytes
    line: bytes = b""
    fault: Fault | None = None

    @property
    def vector(self) -> Vector:
        return self.case.vector

    @property
    def diverges(self) -> bool:
        return self.fault is None and self.level is not Level.BYTES


@dataclass(frozen=True)
class Outcome:
    """A whole run."""

    implementation: JsonObject
    results: tuple[Result, ...]
    not_run: tuple[Vector, ...]
    end_of_input: Fault | None = None

    @property
    def status(self) -> int:
        """The exit status: 1 for a divergence, else 3 for a fault, else 0."""
        if any(result.diverges for result in self.results):
            return 1
        faults = any(result.fault for result in self.results)
        return 3 if faults or self.end_of_input else 0


class Runner:
    """Asks vectors and keeps their results, of which the last may still become a fault."""

    def __init__(
        self,
        conversation: Conversation,
        registry: Registry,
        schemas: Schemas,
        judge: Judge,
        max_timeouts: int = 0,
    ) -> None:
        self.conversation = conversation
        self.registry = registry
        self.schemas = schemas
        self.judge = judge
        self.max_timeouts = max_timeouts
        self.results: list[Result] = []
        self._timeouts = 0  # in a row

    def run(self, vectors: Sequence[Vector], begin: Begin = silent) -> Outcome:
        """Describe, ask every vector of the classes that the program claims, end the input."""
        implementation = describe(self.conversation, self.registry, self.schemas)
        classes = self.registry.closure(implementation["classes"])
        chosen = [vector for vector in vectors if vector.conformance_class in classes]
        if not chosen:
            raise HarnessError(_no_class(vectors, implementation["classes"]))
        tick = begin(len(chosen))
        for vector in chosen:
            self.ask(vector)
            tick()
        closing = self.close()
        others = tuple(vector for vector in vectors if vector.conformance_class not in classes)
        return Outcome(implementation, tuple(self.results), others, closing)

    def ask(self, vector: Vector) -> Result:
        """Ask one vector. Ids count up, so that no answer fits two requests."""
        late = self.conversation.unasked()
        if late:
            self._blame_last(late)
        asked = case(vector, len(self.results) + 2)
        result = self._judged(asked)
        if self._came_twice(result):  # the line was the answer before, once more: ask again, afresh
            self._blame_last(result.fault)
            result = self._judged(asked)
        in_time = result.fault is None or result.fault.kind not in ("timeout", "not-asked")
        self._timeouts = 0 if in_time else self._timeouts + 1
        self.results.append(result)
        return result

    def close(self) -> Fault | None:
        """End the input; what is wrong then is nobody's, except output, which is the last one's."""
        closing = self.conversation.finish()
        if closing and closing.kind == "extra":
            self._blame_last(closing)
        return closing

    def _came_twice(self, result: Result) -> bool:
        """Whether the line that came too much is an answer to the request before."""
        if result.fault is None or result.fault.kind != "extra" or not self.results:
            return False
        last = self.results[-1]
        again = result.line == (last.line or last.case.expected)
        same_id = f'"id":"{last.case.id}"'.encode() in result.line
        return last.fault is None and (again or same_id)

    def _blame_last(self, fault: Fault | None) -> None:
        """Output that came after an answer: it was not one line, and so it is not judged."""
        if fault and self.results and self.results[-1].fault is None:
            self.results[-1] = replace(self.results[-1], level=Level.NONE, fault=fault)

    def _judged(self, asked: Case) -> Result:
        if self.max_timeouts and self._timeouts >= self.max_timeouts:
            detail = f"{self.max_timeouts} timeouts in a row came before (--max-timeouts)"
            return Result(asked, Level.NONE, fault=Fault("not-asked", detail))
        reply = self.conversation.ask(asked.request)
        if reply == asked.expected:
            return Result(asked, Level.BYTES)
        if isinstance(reply, Fault):
            return Result(asked, Level.NONE, line=self.conversation.last_line, fault=reply)
        kind = asked.vector.kind
        name = None if kind == "request" else asked.id
        answer = read_answer(reply, name, FORMS[kind], self.schemas)
        if isinstance(answer, Malformed):
            return self._malformed(asked, reply, answer)
        return Result(asked, self._level(asked, answer), answer, reply)

    def _level(self, asked: Case, answer: JsonObject) -> Level:
        if asked.answer is None:  # no receipt yet: what is written by hand is all there is
            return agreement(asked.vector, answer.get("receipt"))
        return self.judge.reached(asked.answer, answer)

    def _malformed(self, asked: Case, reply: bytes, answer: Malformed) -> Result:
        """A malformed answer, unless a good one follows it: then it was output too much."""
        conversation = self.conversation
        if answer.value is not None:  # still in step: the program need not be started again
            return Result(asked, Level.NONE, line=reply, fault=self._with_level(asked, answer))
        following = conversation.another_line()
        if following is None or not self._answers(asked, following):
            return Result(asked, Level.NONE, line=reply, fault=conversation.fail(answer.fault))
        detail = f"a line that no request asked for: {answer.fault.detail}"
        fault = conversation.fail(Fault("extra", detail))
        return Result(asked, Level.NONE, line=reply, fault=fault)

    def _answers(self, asked: Case, line: bytes) -> bool:
        if line == asked.expected:
            return True
        answer = read_answer(line, asked.id, "answer", self.schemas)
        return not isinstance(answer, Malformed) or answer.value is not None

    def _with_level(self, asked: Case, answer: Malformed) -> Fault:
        """The fault of an answer in another form, with what its value would be worth."""
        if answer.value is None or asked.answer is None:
            return answer.fault
        if same(asked.answer, answer.value):
            worth = "its value is right"
        else:
            level = self.judge.reached(asked.answer, answer.value)
            if level is Level.NONE:
                return answer.fault
            worth = f"its value reaches the level {level.label}"
        return replace(answer.fault, detail=f"{answer.fault.detail}; {worth}")


def _no_class(vectors: Iterable[Vector], classes: Sequence[str]) -> str:
    wanted = ", ".join(sorted({vector.conformance_class for vector in vectors}))
    claimed = ", ".join(classes) or "none"
    return f"nothing to run: the vectors are of class {wanted}, the program claims {claimed}"
