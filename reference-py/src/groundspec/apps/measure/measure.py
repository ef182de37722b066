"""Every run of every document decided as one packet, and each candidate held against the gold.

A candidate is right where its value is a gold value of its field and its unit is the field's unit;
in its place where its span overlaps the evidence of such a fact. It is the gold that says so, not
what was decided.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from groundspec import resources
from groundspec.apps.measure.gold import (
    DOCUMENT,
    FORMAT,
    GOLD,
    Candidate,
    Document,
    Gold,
    Run,
    Span,
    in_gold,
    read_gold,
)
from groundspec.apps.measure.values import compared
from groundspec.apps.policies import Policy
from groundspec.core.codes import registry
from groundspec.errors import Refusal, Unusable

CHECK: Final = "fact/0.1"
RIGHT_PLACE, RIGHT_ELSEWHERE, WRONG = "right_place", "right_elsewhere", "wrong"
CONFLICT: Final = "CONFLICTING_CANDIDATES"
CLASSES: Final = (RIGHT_PLACE, RIGHT_ELSEWHERE, WRONG)

Decide = Callable[[dict[str, Any]], Mapping[str, Any]]
"""From a packet to its receipt, as `groundspec.decide`."""


class Scored(NamedTuple):
    """A candidate, its class, and what was decided."""

    document: Document
    proposer: str
    id: str
    candidate: Candidate
    value: str
    kind: str
    outcome: str
    decision: Mapping[str, Any]

    @property
    def distinct(self) -> tuple[object, ...]:
        """What candidates share that count as one: where, what, and the place or the words."""
        one = self.candidate
        place = ("text", one.text) if one.span is None else one.span
        return (self.document.name, one.field, self.value, one.unit, place)

    @property
    def flags(self) -> list[str]:
        """The codes that send a candidate to review."""
        known, waived = registry().codes, self.decision.get("waived", ())
        return [
            code
            for code in self.decision["codes"]
            if code not in waived and not (code in known and known[code].cls == "info")
        ]

    @property
    def only_conflicts(self) -> bool:
        """Whether nothing but another candidate's value keeps it from being admitted."""
        return self.outcome == "needs_verification" and self.flags == [CONFLICT]

    @property
    def slot(self) -> tuple[str, str]:
        """The document and the field."""
        return (self.document.name, self.candidate.field)


class Measured(NamedTuple):
    """What came of it, in the order of documents, proposers and candidates."""

    gold: Gold
    policy: Policy
    by_quote: bool
    scored: tuple[Scored, ...]
    excluded: int
    """Candidates of fields that are not scored."""

    @property
    def escapes(self) -> list[Scored]:
        """The wrong values that are admitted."""
        return [one for one in self.scored if (one.kind, one.outcome) == (WRONG, "admitted")]

    @property
    def conflicting(self) -> list[Scored]:
        """The wrong values that would be admitted but for another value in their run."""
        return [one for one in self.scored if one.kind == WRONG and one.only_conflicts]

    @property
    def lost(self) -> list[Scored]:
        """The right values that are rejected though they cite the right place."""
        return [one for one in self.scored if (one.kind, one.outcome) == (RIGHT_PLACE, "rejected")]


def measure(
    folder: str,
    decide: Decide,
    policy: str | Mapping[str, Any] = "default",
    *,
    by_quote: bool = False,
) -> Measured:
    """Measure a check on the documents of a folder. Raises Unusable.

    `policy` is the name of one or a complete one; with `by_quote` evidence is given by its words
    alone.
    """
    if isinstance(policy, str):
        chosen = Policy(policy, resources.policy("fact", policy))
    else:
        chosen = Policy(None, policy)
    return measured(read_gold(folder), decide, chosen, by_quote=by_quote)


def measured(
    gold: Gold,
    decide: Decide,
    policy: Policy,
    *,
    by_quote: bool = False,
    step: Callable[[], None] = lambda: None,
) -> Measured:
    """The same of gold that has been read; `step` is called for each candidate."""
    scored: list[Scored] = []
    excluded = 0
    for document in gold.documents:
        for run in document.runs:
            for one in _decided(document, run, decide, policy, by_quote):
                if one.candidate.field in document.excluded:
                    excluded += 1
                else:
                    scored.append(one)
                step()
    return Measured(gold, policy, by_quote, tuple(scored), excluded)


def packet(document: Document, run: Run, policy: Policy, by_quote: bool) -> dict[str, Any]:
    """The packet of a run."""
    return {
        "groundspec": "0.1",
        "check": CHECK,
        "source": {"text": document.source.text, "id": None, "url": None},
        "schema": document.schema,
        "policy": policy.name or policy.document,
        "claims": [
            _claim(f"c{number}", document, candidate, by_quote)
            for number, candidate in enumerate(run.candidates, 1)
        ],
        "absences": [],
    }


def _claim(id_: str, document: Document, candidate: Candidate, by_quote: bool) -> dict[str, Any]:
    item: dict[str, Any] = {"role": "value", "text": candidate.text}
    if candidate.span is not None:
        item["text"] = words(document, candidate.span)
        if not by_quote:
            item |= candidate.span._asdict()
    return {
        "id": id_,
        "field": candidate.field,
        "value": candidate.value,
        "unit": candidate.unit,
        "evidence": [item],
    }


def words(document: Document, span: Span) -> str:
    """The document's own text at a span."""
    source = document.source
    return source.text[source.code_point_offset(span.start) : source.code_point_offset(span.end)]


def _decided(
    document: Document, run: Run, decide: Decide, policy: Policy, by_quote: bool
) -> Iterator[Scored]:
    given = packet(document, run, policy, by_quote)
    try:
        decisions = decide(given)["decisions"]
    except Refusal as refusal:
        raise _unusable(refusal, document, run) from None
    for candidate, claim, decision in zip(run.candidates, given["claims"], decisions, strict=True):
        yield Scored(
            document=document,
            proposer=run.proposer,
            id=claim["id"],
            candidate=candidate,
            value=compared(candidate.value, document.kind(candidate.field)),
            kind=_class(document, candidate),
            outcome=decision["outcome"],
            decision=decision,
        )


def _class(document: Document, candidate: Candidate) -> str:
    value = compared(candidate.value, document.kind(candidate.field))
    facts = [
        fact for fact in document.facts if (fact.field, fact.value) == (candidate.field, value)
    ]
    if not facts or candidate.unit != document.schema["fields"][candidate.field].get("unit"):
        return WRONG
    span = candidate.span
    spans = (other for fact in facts for other in fact.evidence)
    is_there = span is not None and any(span.overlaps(other) for other in spans)
    return RIGHT_PLACE if is_there else RIGHT_ELSEWHERE


def _unusable(refusal: Refusal, document: Document, run: Run) -> Unusable:
    """A refused packet, said of the file that is to blame."""
    pointer, hint = refusal.pointer or "", refusal.hint or FORMAT
    file, place = run.file, ""
    if pointer.startswith("/schema"):
        file, place = f"{document.folder}/{GOLD}", in_gold(pointer.removeprefix("/schema"))
        hint = hint.replace("of the schema", f"of {GOLD}")
    elif pointer.startswith("/source"):
        file = f"{document.folder}/{DOCUMENT}"
    elif pointer.startswith("/policy"):
        return Unusable(f"the policy is refused: {refusal}", refusal.hint)
    where = f" (at {place})" if place else ""
    said = f"{file}: {refusal.code}: {refusal.message[:-1]}{where}"
    return Unusable(said, hint)
