"""Asking: the baseline first, in one process, then every variation, in processes of its own."""

import time
from collections.abc import Sequence

from groundspec_harness.codes import Registry
from groundspec_harness.conversation import Conversation
from groundspec_harness.describe import describe
from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonError, JsonObject, read_strict
from groundspec_harness.probing.asking import Asking
from groundspec_harness.probing.budget import PILOT, Budget, Pace
from groundspec_harness.probing.outcome import Baseline, Outcome, Probed, change
from groundspec_harness.probing.questions import Answered, LeftOut, Question
from groundspec_harness.probing.surroundings import Place, made
from groundspec_harness.probing.variations import Variation
from groundspec_harness.progress import bar
from groundspec_harness.requests import Case, case
from groundspec_harness.schemas import Schemas
from groundspec_harness.vectors import Vector

_PARTS = 20  # of the budget: so many times longer than a pilot may take


class Prober:
    """Asks one program all that is varied."""

    def __init__(
        self,
        command: Sequence[str],
        timeout: float,
        budget: Budget,
        registry: Registry,
        schemas: Schemas,
        *,
        per_case: bool = False,
    ) -> None:
        self.command = command
        self.timeout = timeout
        self.per_case = per_case
        self.budget = budget
        self.registry = registry
        self.schemas = schemas

    def probe(self, vectors: Sequence[Vector], variations: Sequence[Variation]) -> Outcome:
        """Everything; what asks a process for each request comes last, for it takes longest."""
        begun = time.monotonic()
        with self._conversation() as conversation:
            implementation = describe(conversation, self.registry, self.schemas)
            claimed = self._claimed(vectors, implementation)
            cases = [case(vector, number) for number, vector in enumerate(claimed, 2)]
            pace = self._pace(conversation, cases, begun)
        rounds = 1 + sum(not variation.per_case for variation in variations)
        chosen = self.budget.sample(cases, pace, rounds)
        answered, baseline = self._baseline(chosen)
        probed: dict[str, Probed] = {}
        order = sorted(variations, key=lambda each: each.per_case)
        for place, variation in enumerate(order):
            until = self.budget.until(len(order) - place)
            probed[variation.name] = self._vary(variation, answered, until)
        return Outcome(
            implementation,
            baseline,
            tuple(probed[variation.name] for variation in variations),
            len(vectors) - len(claimed),
            len(cases) - len(chosen),
        )

    def _claimed(self, vectors: Sequence[Vector], implementation: JsonObject) -> list[Vector]:
        classes = self.registry.closure(implementation["classes"])
        chosen = [vector for vector in vectors if vector.conformance_class in classes]
        if not chosen:
            raise HarnessError("no vector of a class that the program claims is selected")
        return chosen

    def _pace(self, conversation: Conversation, cases: Sequence[Case], begun: float) -> Pace:
        """How quick the program is: some requests, and the same once more when it is warm."""
        if self.budget.seconds is None:
            return Pace(0, 0)
        pilot = self.budget.ranked(cases)[:PILOT]
        cold = _ask_all(conversation, pilot, self.budget.until(_PARTS))
        ready = time.monotonic()
        warm = _ask_all(conversation, pilot[:cold], self.budget.until(_PARTS))
        request = (time.monotonic() - ready) / warm
        return Pace(max(ready - begun - request * cold, 0), request)

    def _baseline(self, cases: Sequence[Case]) -> tuple[list[Answered], Baseline]:
        answered: list[Answered] = []
        with (
            self._conversation() as conversation,
            bar("vectors, first answers") as begin,
        ):
            asking = Asking(conversation, self.budget.until(1))
            tick = begin(len(cases))
            for each in cases:
                if asking.enough:
                    break
                reply = asking.ask(each.vector.id, each.request)
                if reply is not None:
                    answered.append(Answered(each, reply, self._receipt(each, reply)))
                tick()
            asking.end()
        right = sum(each.line == each.case.expected for each in answered)
        judged = sum(each.case.vector.blessed for each in answered)
        failures = tuple(asking.failures)
        return answered, Baseline(len(cases), len(answered), judged, right, failures)

    def _receipt(self, asked: Case, reply: bytes) -> JsonObject | None:
        """The receipt in an answer, if it is one by its schema."""
        if reply == asked.expected:
            return (asked.answer or {}).get("receipt")
        try:
            answer = read_strict(reply)
        except JsonError:
            return None
        receipt = answer.get("receipt") if isinstance(answer, dict) else None
        well_formed = self.schemas.first_problem("urn:groundspec:receipt", receipt) is None
        return receipt if well_formed else None

    def _vary(self, variation: Variation, answered: Sequence[Answered], until: float) -> Probed:
        order = self.budget.ranked(answered) if variation.per_case else answered
        made_of = list(variation.questions(order, self.budget.seed))
        found = Probed(variation, left_out=[e for e in made_of if isinstance(e, LeftOut)])
        questions = [each for each in made_of if isinstance(each, Question)]
        if questions:
            self._ask(found, questions, until)
        return found

    def _ask(self, found: Probed, questions: Sequence[Question], until: float) -> None:
        variation = found.variation
        with (
            made(self.command, variation.surroundings) as place,
            self._conversation(place, variation.per_case) as conversation,
            bar(f"vectors, {variation.name}") as begin,
        ):
            asking = Asking(conversation, until)
            tick = begin(len(questions))
            for question in questions:
                if asking.enough:
                    found.left_out.append(LeftOut(question.vector, asking.enough))
                else:
                    found.asked += 1
                    reply = asking.ask(question.vector, question.request)
                    if reply is not None and reply != question.expected:
                        found.changes.append(change(question, reply))
                tick()
            asking.end()
            conversation.drop()
            found.files = place.left_behind()
        found.failures = asking.failures

    def _conversation(self, place: Place | None = None, per_case: bool = False) -> Conversation:
        place = place or Place(tuple(self.command))
        return Conversation(
            place.command,
            self.timeout,
            per_case=per_case or self.per_case,
            environment=place.environment,
            folder=place.folder,
        )


def _ask_all(conversation: Conversation, cases: Sequence[Case], until: float) -> int:
    """Ask while there is time, one at least; how many were asked. Nothing is kept."""
    for number, each in enumerate(cases, 1):
        conversation.ask(each.request)
        if time.monotonic() > until:
            return number
    return len(cases)
