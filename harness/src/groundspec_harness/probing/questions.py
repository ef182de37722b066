"""What is asked of a program again, and what it must answer: a request, and a line of bytes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from groundspec_harness.jsontext import Json, JsonObject, canonical, read_strict
from groundspec_harness.requests import Case, line


@dataclass(frozen=True)
class Answered:
    """A vector, and the line that the program first answered to it."""

    case: Case
    line: bytes
    receipt: JsonObject | None = None  # in the line, if it is one by its schema

    @property
    def id(self) -> str:
        return self.case.vector.id

    @property
    def request(self) -> JsonObject:
        """The members of the request."""
        request: JsonObject = read_strict(self.case.request)
        return request


@dataclass(frozen=True)
class Question:
    """A request, and the line that must come back if nothing depends on what is varied."""

    vector: str
    request: bytes
    expected: bytes


@dataclass(frozen=True)
class LeftOut:
    """A vector that a variation says nothing about, and why."""

    vector: str
    reason: str


Asked = Question | LeftOut
Questions = Callable[[Sequence[Answered], int], Iterable[Asked]]
"""Makes the questions of a variation, from all first answers and the seed."""

WHOLE_REQUEST = "the request line itself is what the vector gives"


def same(answered: Sequence[Answered], _seed: int) -> Iterator[Asked]:
    """Everything once more, in the same order."""
    return (_again(each) for each in answered)


def in_reverse(answered: Sequence[Answered], _seed: int) -> Iterator[Asked]:
    return (_again(each) for each in reversed(answered))


def shuffled(answered: Sequence[Answered], seed: int) -> Iterator[Asked]:
    """In an order that the seed gives."""
    order = list(answered)
    Random(f"order {seed}").shuffle(order)
    return (_again(each) for each in order)


def twice(answered: Sequence[Answered], _seed: int) -> Iterator[Asked]:
    """Each request two times, one directly behind the other."""
    return (_again(each) for each in answered for _ in range(2))


def under(name: str) -> Questions:
    """Under another id."""

    def questions(answered: Sequence[Answered], _seed: int) -> Iterator[Asked]:
        return (_renamed(each, name) for each in answered)

    return questions


def _again(answered: Answered) -> Question:
    return Question(answered.id, answered.case.request, answered.line)


def _renamed(answered: Answered, name: str) -> Asked:
    if answered.case.vector.kind == "request":
        return LeftOut(answered.id, WHOLE_REQUEST)
    request = line({**answered.request, "id": name})
    old, new = (b'"id":' + canonical(id) for id in (answered.case.id, name))
    return Question(answered.id, request, answered.line.replace(old, new, 1))


def each(make: Callable[[Answered], Asked]) -> Questions:
    """One question for each vector by itself."""

    def questions(answered: Sequence[Answered], _seed: int) -> Iterator[Asked]:
        return map(make, answered)

    return questions


def rewritten(answered: Answered, request: JsonObject, expected: Json = None) -> Question:
    """Another request under the same id; None expects the same line."""
    answer = answered.line if expected is None else canonical(expected) + b"\n"
    return Question(answered.id, line(request), answer)
