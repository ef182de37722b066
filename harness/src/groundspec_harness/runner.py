"""Running vectors against a program: describe first, then one request after another.

A right answer is recognised by its bytes. Anything else is read, judged by levels, or found to be a
fault. A fault never counts as a divergence: such a vector was not judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from groundspec_harness.answers import Malformed, read_answer
from groundspec_harness.board import Board, Stops
from groundspec_harness.codes import Registry
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.errors import HarnessError
from groundspec_harness.expectation import agreement
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.judge import Judge, Level, same
from groundspec_harness.process import Fault, extra
from groundspec_harness.progress import Begin, Tick, silent
from groundspec_harness.requests import Case
from groundspec_harness.results import Outcome, Result
from groundspec_harness.schemas import Schemas
from groundspec_harness.vectors import Kind, Vector

__all__ = ["FORMS", "Outcome", "Result", "Runner", "split"]

FORMS: dict[Kind, str] = {
    "decision": "answer-to-decide",
    "refusal": "answer-to-decide",
    "digest": "answer-to-digest",
    "verification": "answer-to-verify",
    "request": "answer",
}


class Runner:
    """Asks one program vectors; the result of the last may still become a fault."""

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
        self._last: int | None = None  # the place that was asked last

    def run(self, vectors: Sequence[Vector], begin: Begin = silent) -> Outcome:
        """Describe, ask every vector of the classes that the program claims, end the input."""
        implementation = self.describe()
        chosen, others = split(vectors, implementation, self.registry)
        board = Board(chosen, Stops(timeouts=self.max_timeouts))
        self.ask(board, range(len(chosen)), begin(len(chosen)))
        closing = self.close(board)
        return Outcome(implementation, board.results(), others, closing, board.unasked())

    def describe(self) -> JsonObject:
        """What the program says of itself."""
        return describe(self.conversation, self.registry, self.schemas)

    def ask(self, board: Board, places: Iterable[int], tick: Tick) -> None:
        """Ask the vectors of some places, in rising order, as long as they are wanted."""
        for place in places:
            if board.wants(place):
                self._ask(board, place)
            tick()

    def close(self, board: Board) -> Fault | None:
        """End the input; what is wrong then is nobody's, except output, which is the last one's."""
        closing = self.conversation.finish()
        if closing and closing.kind == "extra":
            self._blame_last(board, closing)
        return closing

    def _ask(self, board: Board, place: int) -> None:
        late = self.conversation.unasked()
        if late:
            self._blame_last(board, late)
        asked = board.case(place)
        result = self._judged(asked)
        if self._may_be_late(board, asked, result):  # ask again, afresh: does it come again?
            first, result = result, self._judged(asked)
            if result.fault is None or result.fault.kind != "extra":
                self._blame_last(board, extra(first.line))
        board[place] = result
        self._last = place

    def _may_be_late(self, board: Board, asked: Case, result: Result) -> bool:
        """Whether a line too many may have come late, after the answer before."""
        last = self._last_judged(board)
        if last is None or result.fault is None or result.fault.kind != "extra":
            return False
        return not self.conversation.per_case and not self._answers(asked, result.line)

    def _last_judged(self, board: Board) -> Result | None:
        last = None if self._last is None else board[self._last]
        return last if last and last.fault is None else None

    def _blame_last(self, board: Board, fault: Fault) -> None:
        """Output that came after an answer: it was not one line, and so it is not judged."""
        last = self._last_judged(board)
        if self._last is not None and last:
            board[self._last] = replace(last, level=Level.NONE, fault=fault)

    def _judged(self, asked: Case) -> Result:
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


def split(
    vectors: Sequence[Vector], implementation: JsonObject, registry: Registry
) -> tuple[tuple[Vector, ...], tuple[Vector, ...]]:
    """The vectors of the classes that a program claims, and the others."""
    classes = registry.closure(implementation["classes"])
    chosen = tuple(vector for vector in vectors if vector.conformance_class in classes)
    if not chosen:
        raise HarnessError(_no_class(vectors, implementation["classes"]))
    return chosen, tuple(vector for vector in vectors if vector.conformance_class not in classes)


def _no_class(vectors: Iterable[Vector], classes: Sequence[str]) -> str:
    wanted = ", ".join(sorted({vector.conformance_class for vector in vectors}))
    claimed = ", ".join(classes) or "none"
    return f"nothing to run: the vectors are of class {wanted}, the program claims {claimed}"
