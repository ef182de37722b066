"""The score in numbers: numerator and denominator, by module and rule, and who survived."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mutants.scoring.declared import Declared
from mutants.scoring.judge import Verdict
from mutants.scoring.kept import OF_CHECKS, Kept
from mutants.scoring.sites import Mutant

KINDS = ("changed", "crashed", "hung", "survived", "stillborn")
NO_RULE = "(no rule named)"
Result = tuple[Mutant | Kept, Verdict]


@dataclass(frozen=True)
class Group:
    """Mutants that were tried together."""

    name: str
    killed: int
    judged: int  # killed and survived

    @property
    def percent(self) -> float:
        return 100 * self.killed / self.judged if self.judged else 100.0

    def line(self, width: int) -> str:
        return f"{self.name:{width}}  {self.killed:5} of {self.judged:5}  {self.percent:5.1f} %"

    def members(self) -> dict[str, Any]:
        return {"name": self.name, "killed": self.killed, "judged": self.judged}


@dataclass(frozen=True)
class Count:
    """A whole sample."""

    seed: int
    drawn: int
    results: Sequence[Result]
    declared: Declared

    def kinds(self) -> dict[str, int]:
        found = Counter(verdict.kind for _, verdict in self.results)
        return {kind: found[kind] for kind in KINDS}

    def generated(self) -> Group:
        return _group("generated", [row for row in self.results if isinstance(row[0], Mutant)])

    def kept(self) -> Group:
        return _group("kept", [row for row in self.results if isinstance(row[0], Kept)])

    def passes(self, least: float) -> bool:
        """Both those that were generated and those that are kept reach the percentage."""
        groups = (self.generated(), self.kept())
        return any(each.judged for each in groups) and all(each.percent >= least for each in groups)

    def checks(self) -> list[Group]:
        return _groups((_check(mutant), (mutant, verdict)) for mutant, verdict in self.results)

    def modules(self) -> list[Group]:
        return _groups((row[0].module, row) for row in self.results if isinstance(row[0], Mutant))

    def operators(self) -> list[Group]:
        return _groups((row[0].operator, row) for row in self.results if isinstance(row[0], Mutant))

    def rules(self) -> list[Group]:
        return _groups((rule, row) for row in self.results for rule in _rules(row[0]))

    def survivors(self) -> list[Mutant]:
        """Those that were generated, in the order of their source."""
        found = [mutant for mutant, verdict in self.results if verdict.kind == "survived"]
        made = [mutant for mutant in found if isinstance(mutant, Mutant)]
        return sorted(made, key=lambda mutant: (mutant.module, mutant.line, mutant.key))

    def kept_survivors(self) -> list[Kept]:
        found = [mutant for mutant, verdict in self.results if not verdict.killed]
        return [mutant for mutant in found if isinstance(mutant, Kept)]


def count(results: Sequence[Result], drawn: int, known: Declared, seed: int) -> Count:
    return Count(seed, drawn, results, known)


def _check(mutant: Mutant | Kept) -> str:
    if isinstance(mutant, Kept):
        return next(f"{name} (kept)" for name, row in OF_CHECKS.items() if mutant.module in row)
    return mutant.module.partition(".")[0]


def _rules(mutant: Mutant | Kept) -> tuple[str, ...]:
    return (mutant.rules or (NO_RULE,)) if isinstance(mutant, Mutant) else ()


def _groups(rows: Iterable[tuple[str, Result]]) -> list[Group]:
    found: dict[str, list[Result]] = {}
    for name, result in rows:
        found.setdefault(name, []).append(result)
    return [_group(name, results) for name, results in sorted(found.items())]


def _group(name: str, results: Sequence[Result]) -> Group:
    killed = sum(verdict.killed for _, verdict in results)
    survived = sum(verdict.kind == "survived" for _, verdict in results)
    return Group(name, killed, killed + survived)


def declarations(results: Sequence[Result], drawn: int) -> Iterator[str]:
    """What a trial of the mutants shows that are declared equivalent."""
    for mutant, verdict in results:
        if verdict.killed:
            yield f"declared equivalent, but noticed by {verdict.vector}: {mutant.key}"
    wrong = sum(verdict.killed for _, verdict in results)
    yield f"{len(results)} of {drawn} that are declared tried: {wrong} noticed"


def as_json(found: Count) -> str:
    value = {
        "report": "groundspec/mutants",
        "version": 1,
        "seed": found.seed,
        "drawn": found.drawn,
        "tried": len(found.results),
        "kinds": found.kinds(),
        "declared": {
            "equivalent": len(found.declared.equivalent),
            "outside": len(found.declared.outside),
        },
        "generated": found.generated().members(),
        "kept": found.kept().members(),
        "checks": [group.members() for group in found.checks()],
        "modules": [group.members() for group in found.modules()],
        "operators": [group.members() for group in found.operators()],
        "rules": [group.members() for group in found.rules()],
        "survivors": [_survivor(mutant) for mutant in found.survivors()],
        "kept_survivors": [mutant.key for mutant in found.kept_survivors()],
    }
    return json.dumps(value, indent=2)


def _survivor(mutant: Mutant) -> dict[str, Any]:
    return {
        "mutant": mutant.key,
        "file": _file(mutant),
        "line": mutant.line,
        "operator": mutant.operator,
        "before": mutant.before,
        "after": mutant.after,
        "rules": list(mutant.rules),
    }


def _file(mutant: Mutant) -> str:
    return f"reference-py/src/groundspec/{mutant.module.replace('.', '/')}.py"


def page(found: Count) -> str:
    return "\n".join(_lines(found))


def _lines(found: Count) -> Iterator[str]:
    for title, groups in (
        ("check", found.checks()),
        ("module", found.modules()),
        ("operator", found.operators()),
        ("rule", found.rules()),
    ):
        width = max((len(group.name) for group in groups), default=0)
        yield f"killed by {title}"
        yield from (f"  {group.line(width)}" for group in groups)
        yield ""
    yield from _survivors(found)
    kinds = ", ".join(f"{number} {kind}" for kind, number in found.kinds().items())
    yield f"seed {found.seed}: {len(found.results)} of {found.drawn} mutants tried: {kinds}"
    yield (
        f"not tried: {len(found.declared.equivalent)} declared equivalent, and those in "
        f"{len(found.declared.outside)} functions that no packet reaches"
    )
    for group in (found.generated(), found.kept()):
        yield group.line(9)


def _survivors(found: Count) -> Iterator[str]:
    by_rule: dict[str, list[Mutant]] = {}
    for mutant in found.survivors():
        by_rule.setdefault(" ".join(mutant.rules) or NO_RULE, []).append(mutant)
    for rules, mutants in sorted(by_rule.items()):
        yield f"survived: {rules}"
        for mutant in mutants:
            yield f"  {_file(mutant)}:{mutant.line} {mutant.function} {mutant.operator}"
            yield f"    - {mutant.before}"
            yield f"    + {mutant.after}"
        yield ""
    for kept in found.kept_survivors():
        yield f"a kept mutant survives or cannot be made: {kept.key}"
